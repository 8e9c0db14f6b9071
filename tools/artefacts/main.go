// Command artefacts checks the directory of a made release against itself, and prints a table of it:
//
//	go run -C tools ./artefacts DIST THIRD_PARTY_NOTICES
//
// Every file has the sum that checksums.txt names, and no other is there. Every address and sum in a
// text for Homebrew, Scoop, winget and the AUR is that of a file of the release, and what such a text
// takes out of an archive is in it. Every list of parts names exactly the modules that the linker
// recorded in the program of its archive, each with a licence in the notices.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "artefacts:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 {
		return errors.New("two arguments are needed: the directory of a release, and the notices")
	}
	notices, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	files, err := summed(args[0])
	if err != nil {
		return err
	}
	r := release{dir: args[0], files: files, archives: map[string]archive{}}
	for _, name := range r.names() {
		if strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".tar.gz") {
			if r.archives[name], err = open(filepath.Join(r.dir, name)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	texts, parts := 0, 0
	for _, check := range []func() error{
		func() (err error) { texts, err = r.checkTexts(); return err },
		func() (err error) { parts, err = r.checkParts(string(notices)); return err },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	for _, name := range r.names() {
		fmt.Fprintf(out, "%11d  %s\n", files[name].size, name)
	}
	fmt.Fprintf(out, "%d files, each with its sum in checksums.txt\n", len(files))
	fmt.Fprintf(out, "%d texts of other projects: each address, sum and path is that of a file here\n", texts)
	fmt.Fprintf(out, "%d lists of parts: each is what its program was linked of, and each part is in the notices\n", parts)
	return nil
}

// A release is a directory of files, and what the archives among them hold.
type release struct {
	dir      string
	files    map[string]file
	archives map[string]archive
}

func (r release) names() []string {
	names := make([]string, 0, len(r.files))
	for name := range r.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
