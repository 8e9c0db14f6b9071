package doors

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// root is the module's directory seen from here.
const root = "../.."

// ends are the calls that end the process where they stand, so that no caller
// can put anything right. Only main may.
var ends = []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln", "syscall.Exit"}

// starts are the calls that start a program below os/exec. Only internal/child may start one, which
// shows it none of our secrets.
var starts = []string{"os.StartProcess", "syscall.Exec", "syscall.ForkExec", "syscall.StartProcess", "unix.Exec", "windows.CreateProcess", "windows.ShellExecute"}

// lookups are the methods that find a method by a name known only at run time, or lead to one that
// does. One call keeps every exported method of every type in the binary, 3.3 MB of it.
var lookups = []string{"MethodByName", "SetHelpTemplate", "SetUsageTemplate", "SetVersionTemplate"}

// breaches lists what a file holds that runs before main, ends the process, starts another or looks a
// method up.
func breaches(name string, file *ast.File) []string {
	var found []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			found = append(found, name+" has an init function")
		}
	}
	if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "tools/") || strings.HasPrefix(name, "bench/") {
		return found
	}
	for node := range ast.Preorder(file) {
		call, ok := node.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if slices.Contains(lookups, call.Sel.Name) {
			found = append(found, name+" uses "+call.Sel.Name)
		}
		if of, ok := call.X.(*ast.Ident); ok && slices.Contains(append(ends, starts...), of.Name+"."+call.Sel.Name) {
			found = append(found, fmt.Sprintf("%s uses %s.%s", name, of.Name, call.Sel.Name))
		}
	}
	return found
}

// sources yields the path of every Go file we write, from the module's root.
func sources(t *testing.T) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && name != "."
		if d.IsDir() && (hidden || d.Name() == "testdata" || d.Name() == "dist" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if path.Ext(name) == ".go" && !strings.HasSuffix(name, ".gen.go") {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(names, "internal/doors/source_test.go") {
		t.Fatal("this file was not found: the walk looked in the wrong place")
	}
	return names
}

func TestNothingRunsBeforeMainOrEndsTheProcessBehindIt(t *testing.T) {
	for _, name := range sources(t) {
		file, err := parser.ParseFile(token.NewFileSet(), root+"/"+name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, breach := range breaches(name, file) {
			t.Error(breach)
		}
	}
}

func TestABreachIsSeen(t *testing.T) {
	const text = `package p
func init() {}
func (T) init() {}
func f() { syscall.Exec(); log.Fatalf("x"); os.Exit(1); defer func() { syscall.Exit(2) }(); t.Fatal(); cmd.SetHelpTemplate("") }`
	wants := map[string][]string{
		"internal/auth/login.go":      {"internal/auth/login.go has an init function", "internal/auth/login.go uses syscall.Exec", "internal/auth/login.go uses log.Fatalf", "internal/auth/login.go uses os.Exit", "internal/auth/login.go uses syscall.Exit", "internal/auth/login.go uses SetHelpTemplate"},
		"internal/auth/login_test.go": {"internal/auth/login_test.go has an init function"},
		"cmd/travel/main.go":          {"cmd/travel/main.go has an init function"},
	}
	for _, name := range slices.Sorted(maps.Keys(wants)) {
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wants[name], breaches(name, file)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
