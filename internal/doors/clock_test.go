package doors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// timed are the tests that may hold a real clock to a limit, with the reason.
var timed = map[string]string{
	"TestABusThatAcceptsAndIsSilentIsGivenUp":      "the library talks to a real socket, which no virtual clock reaches",
	"TestFigureSilentConnectionsDoNotDelayASignIn": "it is a figure, of real connections",
}

// limits lists the functions of a test file that hold what time.Since says to a
// limit, by < or >. A busy machine breaks such a limit with no fault in the
// program: judge by events and counts, by a virtual clock (functions that use
// testing/synctest pass), or by need.Within.
func limits(file *ast.File) []string {
	var found []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && !mentions(f, "synctest", "Test") && limited(f) {
			found = append(found, f.Name.Name)
		}
	}
	return found
}

// limited tells whether a function compares a time that went by on the clock.
func limited(f *ast.FuncDecl) bool {
	taken := map[string]bool{} // variables that hold such a time
	for node := range ast.Preorder(f) {
		switch n := node.(type) {
		case *ast.AssignStmt:
			keep(taken, n)
		case *ast.BinaryExpr:
			order := n.Op == token.GTR || n.Op == token.GEQ || n.Op == token.LSS || n.Op == token.LEQ
			if order && (measures(n.X, taken) || measures(n.Y, taken)) {
				return true
			}
		}
	}
	return false
}

// keep notes the variables that an assignment gives such a time.
func keep(taken map[string]bool, n *ast.AssignStmt) {
	for i, right := range n.Rhs {
		if name, ok := n.Lhs[i].(*ast.Ident); ok && measures(right, taken) {
			taken[name.Name] = true
		}
	}
}

// measures tells whether an expression holds time.Since or a variable that does.
func measures(e ast.Expr, taken map[string]bool) bool {
	for node := range ast.Preorder(e) {
		if name, ok := node.(*ast.Ident); ok && taken[name.Name] {
			return true
		}
	}
	return mentions(e, "time", "Since")
}

// mentions tells whether there is pkg.name below a node.
func mentions(below ast.Node, pkg, name string) bool {
	for node := range ast.Preorder(below) {
		if s, ok := node.(*ast.SelectorExpr); ok && s.Sel.Name == name {
			if of, ok := s.X.(*ast.Ident); ok && of.Name == pkg {
				return true
			}
		}
	}
	return false
}

func TestNoTestHoldsARealClockToALimit(t *testing.T) {
	excused := map[string]bool{}
	for _, name := range sources(t) {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), root+"/"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, function := range limits(file) {
			excused[function] = timed[function] != ""
			if !excused[function] {
				t.Errorf("%s: %s holds a real clock to a limit, which a busy machine breaks", name, function)
			}
		}
	}
	for function := range timed {
		if !excused[function] {
			t.Errorf("%s is excused and holds no clock to a limit", function)
		}
	}
}

func TestALimitIsSeen(t *testing.T) {
	tests := map[string]string{
		"direct":   "if time.Since(start) > time.Second { t.Fail() }",
		"variable": "took := time.Since(start); if x || took >= 2*wait { t.Fail() }",
		"best":     "best = min(best, time.Since(start)); if best < limit { return }; t.Fail()",
	}
	fine := map[string]string{
		"virtual": "synctest.Test(t, func(t *testing.T) { if time.Since(start) > time.Second { t.Fail() } })",
		"equal":   "if time.Since(start) != time.Second { t.Fail() }",
		"figure":  "took := time.Since(start); need.Within(t, took, goal); if n > 3 { t.Fail() }",
	}
	for want, bodies := range map[string]map[string]string{"[f]": tests, "[]": fine} {
		for name, body := range bodies {
			file, err := parser.ParseFile(token.NewFileSet(), name, "package p\nfunc f() {"+body+"}", parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, fmt.Sprint(limits(file))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
	}
}
