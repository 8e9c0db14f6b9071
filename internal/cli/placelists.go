package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/problem"
)

// PlaceLists are the places given with --to.
type PlaceLists struct {
	Given []string // each a list, or @ and a file name
	Stdin io.Reader
}

// maxListBytes is the size limit of a file of places.
const maxListBytes = 64 << 10

// Places returns all places in the order given.
func (l PlaceLists) Places() ([]string, error) {
	var all []string
	for _, text := range l.Given {
		name, file := strings.CutPrefix(text, "@")
		if !file {
			all = append(all, nonEmpty(strings.Split(text, ","))...)
			continue
		}
		found, err := l.file(name)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(l.Given) > 0 && len(all) == 0 {
		return nil, problem.NotAccepted("--to", strings.Join(l.Given, ","), "one place at least")
	}
	return all, nil
}

// file reads the places of a file, one per line. # starts a comment.
func (l PlaceLists) file(name string) ([]string, error) {
	from := l.Stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, problem.NotAccepted("--to", "@"+name, "a file that can be read, with a place on each line")
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, maxListBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read --to @%s: %w", name, err)
	}
	if len(text) > maxListBytes || bytes.IndexByte(text, 0) >= 0 {
		return nil, problem.NotAccepted("--to", "@"+name, "a text of at most 64 KiB with a place on each line")
	}
	var lines []string
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		line, _, _ = strings.Cut(line, "#")
		lines = append(lines, clean.Line(line))
	}
	return nonEmpty(lines), nil
}

func nonEmpty(texts []string) (list []string) {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}
