package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
)

// systems are those a release is built for; each links modules of its own.
var systems = []string{"linux", "darwin", "windows", "freebsd"}

// A module is linked into the binary.
type module struct {
	path, version string
	texts         []string // licences and notices that cover its linked packages, the module's own first
}

// A listed package, as go list tells it.
type listed struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linked returns the modules behind ./cmd/travel, by path.
func linked(dir string) ([]module, error) {
	found := make(map[string]*module)
	for _, system := range systems {
		packages, err := list(dir, system)
		if err != nil {
			return nil, err
		}
		if err := gather(found, packages); err != nil {
			return nil, err
		}
	}
	modules := make([]module, 0, len(found))
	for m := range maps.Values(found) {
		if len(m.texts) == 0 {
			return nil, fmt.Errorf("%s %s has no licence file", m.path, m.version)
		}
		modules = append(modules, *m)
	}
	slices.SortFunc(modules, func(a, b module) int { return cmp.Compare(a.path, b.path) })
	return modules, nil
}

// gather adds the modules of packages that others wrote, and their texts.
func gather(found map[string]*module, packages []listed) error {
	for _, p := range packages {
		if p.Module == nil || p.Module.Main {
			continue // the standard library, and ourselves
		}
		m := found[p.Module.Path]
		if m == nil {
			m = &module{path: p.Module.Path, version: p.Module.Version}
			found[m.path] = m
		}
		if err := m.cover(p.Module.Dir, p.Dir); err != nil {
			return err
		}
	}
	return nil
}

func list(dir, system string) ([]listed, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=Dir,Module", "./cmd/travel")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("list what %s links: %w", system, err)
	}
	var packages []listed
	for lines := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := lines.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages, nil
		}
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// legal matches the names that licences and notices go by.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// cover adds the texts found from a package's directory up to its module's:
// code taken from elsewhere often stands in a directory with its own licence.
func (m *module) cover(moduleDir, packageDir string) error {
	for dir := packageDir; ; dir = filepath.Dir(dir) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			ext := filepath.Ext(entry.Name())
			if entry.IsDir() || ext == ".go" || !legal.MatchString(entry.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, entry.Name()))
			if err != nil {
				return err
			}
			m.add(tidy(text))
		}
		if dir == moduleDir || dir == filepath.Dir(dir) {
			return nil
		}
	}
}

func (m *module) add(text string) {
	if text != "" && !slices.Contains(m.texts, text) {
		m.texts = append(m.texts, text)
	}
}

// tidy makes line ends and edges the same, so that equal texts are equal.
func tidy(text []byte) string {
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return string(bytes.Trim(text, "\n\t "))
}
