// Command licenses writes the notices that the binary must include: the license texts of every module linked into
// travel for any system it is released for, and the notices next to the data it contains.
//
//	go run ./licenses MODULE_DIRECTORY > ../THIRD_PARTY_NOTICES
//
// A license that is not allowed is an error.
package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/google/licensecheck"
)

// allowed are the licenses that may be linked: none puts conditions on the whole binary.
var allowed = []string{"Apache-2.0", "MIT", "ISC", "BSD-3-Clause", "BSD-2-Clause"}

// besides are texts that grant additional rights, or concern documents that are not linked.
var besides = []string{"GooglePatentsFile", "CC-BY-4.0"}

// legal matches the file names of licenses and notices.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// notices is the template of the file: the list of modules, each text once with everything it covers, and the
// notices next to data in our own packages.
var notices = template.Must(template.New("").Parse(`THIRD-PARTY NOTICES

travel is licensed under the Apache License, Version 2.0 (see LICENSE). Its
binary also holds the modules listed here, the Go standard library, and data
made from the sources named at the end. Made by "make generate"; not edited.

{{range .Modules}}  {{.}}
{{end}}{{range .Sections}}
==============================================================================
{{.Title}}
==============================================================================

{{.Text}}
{{end}}`))

type section struct{ Title, Text string }

// goLibrary is covered by the same text as all modules of the Go project.
const goLibrary, goProject = "the Go standard library", "golang.org/x/text"

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
	linked, err := linked(dir)
	if err != nil {
		return err
	}
	var modules []string
	var sections []*section
	covered := map[string]*section{} // by text
	for _, module := range slices.Sorted(maps.Keys(linked)) {
		name, _, _ := strings.Cut(module, " ")
		names, err := licenses(linked[module])
		if err != nil {
			return fmt.Errorf("%s: %w", module, err)
		}
		modules = append(modules, module+": "+strings.Join(names, ", "))
		if name == goProject {
			name += "\n" + goLibrary
		}
		for _, text := range linked[module] {
			if s := covered[text]; s != nil {
				s.Title += "\n" + name
				continue
			}
			covered[text] = &section{name, text}
			sections = append(sections, covered[text])
		}
	}
	if !slices.ContainsFunc(sections, func(s *section) bool { return strings.Contains(s.Title, goLibrary) }) {
		return fmt.Errorf("%s is no longer linked: take %s's text from another module of the Go project", goProject, goLibrary)
	}
	for _, pattern := range []string{"internal/*/NOTICE", "internal/*/*/NOTICE"} {
		paths, err := fs.Glob(os.DirFS(dir), pattern)
		if err != nil {
			return err
		}
		for _, name := range paths {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			sections = append(sections, &section{"data in " + path.Dir(name), strings.TrimSpace(string(text))})
		}
	}
	return notices.Execute(os.Stdout, map[string]any{"Modules": modules, "Sections": sections})
}

// linked returns the license texts of ./cmd/travel by module and version.
func linked(dir string) (map[string][]string, error) {
	found := map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows", "freebsd"} {
		list := exec.Command("go", "list", "-deps", "-f",
			`{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}`, "./cmd/travel")
		list.Dir = dir
		list.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("list what %s links: %w", system, err)
		}
		for line := range strings.Lines(string(out)) {
			fields := strings.Split(strings.TrimSpace(line), "\t")
			if len(fields) != 3 {
				continue // the standard library, or this module
			}
			module := fields[0]
			if found[module], err = addTexts(found[module], fields[1], fields[2]); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// addTexts adds the licenses and notices found from a package's directory up to its module's: copied code often has
// its own in its directory.
func addTexts(texts []string, moduleDir, packageDir string) ([]string, error) {
	for dir := packageDir; ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			if entry.IsDir() || filepath.Ext(entry.Name()) == ".go" || !legal.MatchString(entry.Name()) {
				continue
			}
			raw, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				return nil, err
			}
			// Line ends and surrounding space are normalized, so that equal texts are equal.
			text := strings.Trim(strings.ReplaceAll(string(raw), "\r\n", "\n"), "\n\t ")
			if text != "" && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
		if dir == moduleDir {
			return texts, nil
		}
	}
}

// licenses returns the names of the licenses in a module's texts.
func licenses(texts []string) ([]string, error) {
	var names []string
	for _, text := range texts {
		for _, match := range licensecheck.Scan([]byte(text)).Match {
			switch {
			case slices.Contains(besides, match.ID), slices.Contains(names, match.ID):
			case !slices.Contains(allowed, match.ID):
				return nil, fmt.Errorf("its license is %s, which is not on the list", match.ID)
			default:
				names = append(names, match.ID)
			}
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("none of its %d license texts is known: read them, then extend the list", len(texts))
	}
	return names, nil
}
