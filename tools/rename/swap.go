package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// planFile has the owner's words at its head, each once and on a line of its own,
// vendor: &vendor Ada Lovelace; the rest of it repeats them by that name.
const planFile = "goreleaser.yaml"

// swap is a text that another one takes the place of.
type swap struct{ what, from, to string }

// wordLine is the line of a word: its indent, key and anchor, and its value.
func wordLine(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^( *` + key + `: +&` + key + ` +)(.+)$`)
}

// wordIn is the value of a word in the plan.
func wordIn(plan, key string) (string, error) {
	lines := wordLine(key).FindAllStringSubmatch(plan, -1)
	if len(lines) != 1 {
		return "", fmt.Errorf("%s has %d lines %s: &%s VALUE, and not one", planFile, len(lines), key, key)
	}
	var value string
	if err := yaml.Unmarshal([]byte(lines[0][2]), &value); err != nil || value == "" {
		return "", fmt.Errorf("%s: the value of %s is not a text on its line", planFile, key)
	}
	return value, nil
}

// apply makes the swaps in the files of a checkout, and says how many changed.
func apply(dir string, files []string, swaps []swap) (int, error) {
	changed := 0
	for _, file := range files {
		name := filepath.Join(dir, filepath.FromSlash(file))
		info, err := os.Lstat(name)
		if err != nil {
			return changed, err
		}
		if !info.Mode().IsRegular() {
			continue
		}
		old, err := os.ReadFile(name)
		if err != nil {
			return changed, err
		}
		renamed, err := renameIn(file, old, swaps)
		if err != nil {
			return changed, fmt.Errorf("%s: %w", file, err)
		}
		if bytes.Equal(old, renamed) {
			continue
		}
		if err := os.WriteFile(name, renamed, info.Mode().Perm()); err != nil {
			return changed, err
		}
		changed++
	}
	return changed, nil
}

// renameIn is a file after the swaps; one that is not text stays as it is. Go is
// formatted again, since another path may stand elsewhere among its imports.
func renameIn(file string, content []byte, swaps []swap) ([]byte, error) {
	if bytes.IndexByte(content, 0) >= 0 {
		return content, nil
	}
	text := string(content)
	for _, s := range swaps {
		switch {
		case s.what == "module":
			text = replaceWhole(text, s.from, s.to)
		case file == planFile:
			text = wordLine(s.what).ReplaceAllStringFunc(text, func(line string) string {
				return wordLine(s.what).FindStringSubmatch(line)[1] + quoted(s.to)
			})
		}
	}
	if text == string(content) || !strings.HasSuffix(file, ".go") {
		return []byte(text), nil
	}
	return format.Source([]byte(text))
}

// quoted is a text as YAML in double quotes.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// replaceWhole replaces a text where it is not a part of a longer name: in
// a.example/tool/cmd and "a.example/tool", and not in a.example/toolbox.
func replaceWhole(text, from, to string) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, from)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if goesOn.MatchString(after) && !clone.MatchString(after) || comesFrom.MatchString(before) {
			b.WriteString(from)
		} else {
			b.WriteString(to)
		}
		text = after
	}
}

var (
	goesOn    = regexp.MustCompile(`^(?:[\w~-]|\.\w)`)
	clone     = regexp.MustCompile(`^\.git(?:\W|$)`) // the address of a repository
	comesFrom = regexp.MustCompile(`[\w.~-]$`)
)
