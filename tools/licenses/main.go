// Command licenses writes the notices that the binary has to carry: the
// licence texts of every module linked into travel for any system a release is
// built for, and the notices beside the data it carries.
//
//	go run ./licenses MODULE_DIRECTORY > ../THIRD_PARTY_NOTICES
//
// A licence that is not on the list of those allowed is an error.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: licenses MODULE_DIRECTORY")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "licenses:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	modules, err := linked(dir)
	if err != nil {
		return err
	}
	data, err := dataNotices(dir)
	if err != nil {
		return err
	}
	out, err := write(modules, data)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(out)
	return err
}

// A notice is the text of a file named NOTICE and the directory it stands in.
type notice struct{ dir, text string }

// dataNotices reads the notices that stand beside data in our own packages.
func dataNotices(dir string) ([]notice, error) {
	var paths []string
	for _, pattern := range []string{"internal/*/NOTICE", "internal/*/*/NOTICE"} {
		found, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	var notices []notice
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		inside, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return nil, err
		}
		notices = append(notices, notice{dir: filepath.ToSlash(inside), text: string(bytes.TrimSpace(text))})
	}
	return notices, nil
}
