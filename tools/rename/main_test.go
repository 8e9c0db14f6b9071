package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// checkout is a small one of its own, committed.
func checkout(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "all"}} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", args[0], err, out)
		}
	}
	return dir
}

func TestACopyBecomesItsOwners(t *testing.T) {
	before := map[string]string{
		"go.mod":          "module old.example/tool\n",
		"tools/go.mod":    "module old.example/tool/tools\n",
		"main.go":         "package main\n\nimport (\n\t\"github.com/x/y\"\n\t\"old.example/tool/internal/a\"\n\n\t\"old.example/toolbox\"\n)\n\nvar _ = `old.example/tool: see old.example/tool.`\n",
		"goreleaser.yaml": "owner:\n  homepage: &homepage https://old.example/home\n  maintainer: &maintainer \"Old <old@old.example>\"\n  vendor: &vendor Old\n  description: &description What it does.\n",
		"docs/example.md": "https://old.example/home by Old\n    git clone https://old.example/tool.git\n",
		"data.bin":        "\x00old.example/tool",
	}
	after := map[string]string{
		"go.mod":          "module a.example/new/tool\n",
		"tools/go.mod":    "module a.example/new/tool/tools\n",
		"main.go":         "package main\n\nimport (\n\t\"a.example/new/tool/internal/a\"\n\t\"github.com/x/y\"\n\n\t\"old.example/toolbox\"\n)\n\nvar _ = `a.example/new/tool: see a.example/new/tool.`\n",
		"goreleaser.yaml": "owner:\n  homepage: &homepage \"https://new.example\"\n  maintainer: &maintainer \"Ada A. <ada@new.example>\"\n  vendor: &vendor Old\n  description: &description \"What it does: all.\"\n",
		"docs/example.md": "https://old.example/home by Old\n    git clone https://a.example/new/tool.git\n",
		"data.bin":        "\x00old.example/tool",
	}
	dir := checkout(t, before)
	var out strings.Builder
	err := run([]string{"-module", "a.example/new/tool", "-homepage", "https://new.example",
		"-maintainer", `Ada A. <ada@new.example>`, "-description", "What it does: all.", dir}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range after {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s, %v:\n%s\nwant:\n%s", name, err, got, want)
		}
	}
	if want := "module: old.example/tool is now a.example/new/tool\n"; !strings.Contains(out.String(), want) {
		t.Errorf("it says\n%s", out.String())
	}
	if err := run([]string{"-vendor", "New", dir}, io.Discard); err == nil || !strings.Contains(err.Error(), "has changes") {
		t.Errorf("a checkout with changes: %v", err)
	}
}

func TestWordsThatCannotBeUsedAreRefused(t *testing.T) {
	dir := checkout(t, map[string]string{"go.mod": "module old.example/tool\n", "goreleaser.yaml": "vendor: Old\n"})
	for _, c := range []struct{ flag, value, want string }{
		{"-module", "Tool", "-module: malformed module path"},
		{"-module", "https://a.example/tool", "-module: malformed module path"},
		{"-homepage", "http://a.example", "not an https address"},
		{"-maintainer", "ada@example.org", "not a name with an address"},
		{"-description", "two\nlines", "more than one line"},
		{"-description", "from {{ .Env.HOME }}", "holds {{"},
		{"-vendor", "  ", "it is blank"},
		{"-vendor", "Ada Inc.", "make the package's id"},
		{"-description", `Find "cheap" flights`, "holds a quote"},
		{"-module", "old.example/tool", "called already"},
		{"-vendor", "New", "goreleaser.yaml has 0 lines vendor: &vendor VALUE"},
	} {
		if err := run([]string{c.flag, c.value, dir}, io.Discard); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %q", c.flag, c.value, err, c.want)
		}
	}
	if err := run([]string{dir}, io.Discard); err == nil || !strings.Contains(err.Error(), "nothing is to be renamed") {
		t.Errorf("without a word: %v", err)
	}
}
