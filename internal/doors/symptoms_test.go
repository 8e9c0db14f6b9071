package doors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// symptomHead is the head of a symptom in docs/troubleshooting.md: a message as the
// program prints it, with an ellipsis for what differs.
var symptomHead = regexp.MustCompile("(?m)^### `([^`]+)`$")

// TestEverySymptomIsAMessageOfTheProgram holds docs/troubleshooting.md to what is really printed:
// each part of a message, between what differs, is in a text of the source or in a picture of
// the output.
func TestEverySymptomIsAMessageOfTheProgram(t *testing.T) {
	page, err := os.ReadFile(path.Join(root, "docs/troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	said := append(textsOfTheSource(t), goldenTexts(t)...)
	symptoms := symptomHead.FindAllStringSubmatch(string(page), -1)
	for _, m := range symptoms {
		if part := unsaid(m[1], said); part != "" {
			t.Errorf("nothing prints %q, of the symptom %q", part, m[1])
		}
	}
	if len(symptoms) < 20 {
		t.Errorf("%d symptoms were found, which cannot be all", len(symptoms))
	}
	for _, m := range []string{"… is not a message of this program", "this search has expired … and more of it"} {
		if unsaid(m, said) == "" {
			t.Errorf("%q passes for a message", m)
		}
	}
}

// unsaid is the first part of a message that no text holds, "" when all are said.
func unsaid(message string, said []string) string {
	for part := range strings.SplitSeq(message, "…") {
		if strings.Trim(part, " ,:()s.") == "" {
			continue
		}
		found := false
		for _, text := range said {
			if found = strings.Contains(text, strings.Trim(part, " ")); found {
				break
			}
		}
		if !found {
			return part
		}
	}
	return ""
}

// textsOfTheSource are the texts in what is linked into the program, tests left out.
func textsOfTheSource(t *testing.T) []string {
	t.Helper()
	var texts []string
	for _, name := range sources(t) {
		if strings.HasSuffix(name, "_test.go") || !strings.HasPrefix(name, "internal/") && !strings.HasPrefix(name, "cmd/travel/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				if value, err := strconv.Unquote(text.Value); err == nil {
					texts = append(texts, value)
				}
			}
			return true
		})
	}
	return texts
}

// goldenTexts are the pictures of the output, each as one line.
func goldenTexts(t *testing.T) []string {
	t.Helper()
	var texts []string
	err := fs.WalkDir(os.DirFS(root), "testdata/golden", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path.Join(root, name))
		texts = append(texts, strings.Join(strings.Fields(string(text)), " "))
		return err
	})
	if err != nil || len(texts) == 0 {
		t.Fatal("no picture was found", err)
	}
	return texts
}
