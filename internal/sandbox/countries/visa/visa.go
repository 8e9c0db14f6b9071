// Package visa knows which countries let a passport in without a visa got
// first: blocs, agreements and lists, written down by hand. It is illustrative,
// see the head of its table, and never advice for a real journey.
package visa

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed visa.txt
var text string

// Table is who enters where. It does not change and is safe for concurrent use.
type Table struct {
	destinations map[string][]string // by passport, in the order of the file
}

var load = sync.OnceValue(func() *Table { return parse(text) })

// Load decodes the table on its first call and returns the same Table ever
// after. The table is part of the program, so a fault in it is a panic.
func Load() *Table { return load() }

// Destinations is where a passport (ISO 3166-1 alpha-2) goes without a visa:
// states first, then territories. It is empty for an unknown passport. The
// caller must not change it.
func (t *Table) Destinations(passport string) []string { return t.destinations[passport] }

// parser reads the table. Every fault is a panic that shows the line.
type parser struct {
	line   string
	groups map[string][]string
	places []string                   // in the order of the file
	admits map[string]map[string]bool // passports by place
	home   map[string][]string        // places by passport
}

func parse(text string) *Table {
	p := &parser{groups: map[string][]string{}, admits: map[string]map[string]bool{}, home: map[string][]string{}}
	for line := range strings.Lines(text) {
		p.line = strings.TrimSpace(line)
		if p.line != "" && p.line[0] != '#' {
			p.read()
		}
	}
	t := &Table{destinations: map[string][]string{}}
	for _, place := range p.places {
		for passport := range p.admits[place] {
			if passport != place && !slices.Contains(p.home[passport], place) {
				t.destinations[passport] = append(t.destinations[passport], place)
			}
		}
	}
	return t
}

func (p *parser) read() {
	if name, members, ok := strings.Cut(p.line, " = "); ok {
		if passport, ok := strings.CutPrefix(name, "home "); ok {
			p.home[passport] = strings.Fields(members)
			return
		}
		p.must(p.groups[name] == nil, "the group comes twice")
		p.groups[name] = p.members(members)
		return
	}
	places, members, ok := strings.Cut(p.line, " : ")
	p.must(ok, "neither a group nor places")
	for place := range strings.FieldsSeq(places) {
		p.must(isCode(place), "no place "+place)
		if p.admits[place] == nil {
			p.admits[place] = map[string]bool{}
			p.places = append(p.places, place)
		}
		for _, passport := range p.members(members) {
			p.admits[place][passport] = true
		}
	}
}

// members resolves a list from left to right, so that a minus takes out what
// came before it, and a passport behind it comes in again.
func (p *parser) members(list string) []string {
	var found []string
	for word := range strings.FieldsSeq(list) {
		name, out := strings.CutPrefix(word, "-")
		group := []string{name}
		if !isCode(name) {
			group = p.groups[name]
			p.must(group != nil, "no group "+name)
		}
		if out {
			found = slices.DeleteFunc(found, func(passport string) bool { return slices.Contains(group, passport) })
			continue
		}
		for _, passport := range group {
			if !slices.Contains(found, passport) {
				found = append(found, passport)
			}
		}
	}
	return found
}

func (p *parser) must(ok bool, fault string) {
	if !ok {
		panic(fmt.Sprintf("visa: %s: %q", fault, p.line))
	}
}

// isCode tells a country code from the name of a group.
func isCode(word string) bool {
	return len(word) == 2 && word == strings.ToUpper(word)
}
