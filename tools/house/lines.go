package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// lines are numbers of lines of Go, blank ones and comments included.
type lines struct {
	core      int // by hand, and none of the following
	tools     int // by hand, below tools
	sandbox   int // by hand, below internal/sandbox
	tests     int // *_test.go
	generated int // *.gen.go
}

func (l lines) all() int { return l.core + l.tools + l.sandbox + l.tests + l.generated }

// countLines counts every Go file of a checkout.
func countLines(dir string) (lines, error) {
	var total lines
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(dir, path)
		*total.kind(filepath.ToSlash(inside)) += bytes.Count(text, []byte("\n"))
		return err
	})
	return total, err
}

// kind is the number that a file of that path counts for.
func (l *lines) kind(path string) *int {
	switch {
	case strings.HasSuffix(path, "_test.go"):
		return &l.tests
	case generated(path):
		return &l.generated
	case strings.HasPrefix(path, "tools/"):
		return &l.tools
	case strings.HasPrefix(path, "internal/sandbox/"):
		return &l.sandbox
	}
	return &l.core
}

func generated(path string) bool { return strings.HasSuffix(path, ".gen.go") }
