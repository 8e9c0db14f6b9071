// Command notes prints what CHANGELOG.md says of a version, for the notes of its
// release, and nothing else:
//
//	go run -C tools ./notes v1.2.0 ../CHANGELOG.md
//
// It fails where the version has no section, no date, or nothing in it, so that
// no release goes out without its notes.
package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "notes:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("two arguments are needed: a version such as v1.2.0, and the changelog")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	notes, err := section(string(text), args[0])
	if err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	fmt.Print(notes)
	return nil
}

// heading is the head of a version: ## [1.2.0] - 2026-12-24, with nothing else on the line.
var heading = regexp.MustCompile(`^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$`)

// section is the text below the head of a version, which may have a v in front.
func section(changelog, version string) (string, error) {
	version = strings.TrimPrefix(version, "v")
	var lines []string
	found := false
	for line := range strings.Lines(changelog) {
		head := heading.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		switch {
		case head == nil && strings.HasPrefix(line, "## "):
			return "", fmt.Errorf("%q is not the head of a version, such as ## [1.2.0] - 2026-12-24", strings.TrimSpace(line))
		case head != nil && found:
			return whole(lines, version)
		case head != nil && head[1] == version:
			if head[2] == "" && version != "Unreleased" {
				return "", fmt.Errorf("version %s has no date behind it", version)
			}
			found = true
		case found && !reference.MatchString(line):
			lines = append(lines, line)
		}
	}
	if !found {
		return "", fmt.Errorf("there is no section ## [%s]", version)
	}
	return whole(lines, version)
}

// reference is a link definition as changelogs have them at their end.
var reference = regexp.MustCompile(`^\[[^\]]+\]: `)

func whole(lines []string, version string) (string, error) {
	text := strings.TrimSpace(strings.Join(lines, ""))
	if text == "" {
		return "", fmt.Errorf("the section of version %s is empty", version)
	}
	return text + "\n", nil
}
