// Command pictures draws the pictures of the README and of docs/: what travel shows on a terminal, as
// SVG. It runs the program itself, on its built-in sandbox and under a clock of its own, so that the
// same source gives the same bytes.
//
//	go run ./cmd/pictures docs/pictures
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/pictures DIRECTORY")
		os.Exit(2)
	}
	for _, p := range pictures {
		film, err := p.film()
		if err == nil {
			err = os.WriteFile(filepath.Join(os.Args[1], p.name+".svg"), []byte(draw(p.title, p.width, film)), 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, p.name+":", err)
			os.Exit(1)
		}
	}
}

// A picture is what a terminal shows after some command lines, or while they run.
type picture struct {
	name          string
	title         string // what is seen, for those who do not see it
	width, height int    // of the terminal; what stays empty at its end is left out
	lines         []string
	moves         bool
}

// The pictures that are called narrow are for a phone, where 80 columns could not be read.
var pictures = []picture{
	{
		name: "search", title: "A flight search from Dubai to London on a terminal: six ranked trips with prices and times, and what to type next",
		width: 80, height: 40,
		lines: []string{"travel flights search Dubai London +30d --page-size 6"},
	},
	{
		name: "search-narrow", title: "A flight search from Dubai to London on a narrow terminal: four ranked trips with prices and times, and what to type next",
		width: 56, height: 40,
		lines: []string{"travel flights search Dubai London +30d --page-size 4"},
	},
	{
		name: "live", title: "A flight search while answers come in: the list grows and is ranked again until it holds still; then one trip is opened with its timeline and fares",
		width: 80, height: 24, moves: true,
		lines: []string{"travel flights search Dubai London +30d --page-size 6", "travel flights trip 1"},
	},
	{
		name: "live-narrow", title: "A flight search while answers come in, on a narrow terminal: the list grows and is ranked again until it holds still; then one trip is opened",
		width: 56, height: 24, moves: true,
		lines: []string{"travel flights search Dubai London +30d --page-size 4", "travel flights trip 1"},
	},
	{
		name: "hotels", title: "A hotel search in Lisbon on a terminal: five ranked hotels with the price of a night and of the stay",
		width: 80, height: 40,
		lines: []string{`travel hotels search Lisbon "25 dec" "3 nights" --page-size 5`},
	},
	{
		name: "hotels-narrow", title: "A hotel search in Lisbon on a narrow terminal: three ranked hotels with the price of a night and of the stay",
		width: 60, height: 40,
		lines: []string{`travel hotels search Lisbon "25 dec" "3 nights" --limit 3`},
	},
}

// reading is how long what a command printed is held still.
const reading = 4 * time.Second

// film is what is seen: of a picture that stands still, the last of it.
func (p picture) film() ([]shot, error) {
	s, err := newStage(p.width, p.height)
	if err != nil {
		return nil, err
	}
	defer s.close()
	for _, line := range p.lines {
		if err := s.types(line); err != nil {
			return nil, err
		}
		s.keep(reading)
	}
	if p.moves {
		return s.film, nil
	}
	return slices.Clip(s.film[len(s.film)-1:]), nil
}
