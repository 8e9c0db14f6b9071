// Package visa knows which countries a passport can enter without a visa obtained
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

// Load decodes the table on its first call and returns the same Table from
// then on. The table is part of the program, so a fault in it is a panic.
func Load() *Table { return load() }

// Destinations is where a passport (ISO 3166-1 alpha-2) goes without a visa:
// states first, then territories. It is empty for an unknown passport. The
// caller must not change it.
func (t *Table) Destinations(passport string) []string { return t.destinations[passport] }

// parser reads the table. Every fault is a panic that shows the line.
type parser struct {
	line   string
	groups map[string]*set
	places []string            // in the order of the file
	admits map[string]*set     // passports by place
	home   map[string][]string // places by passport
}

// set is a set of passports: each code of two letters has its bit.
type set [26 * 26]bool

func place(code string) int { return int(code[0]-'A')*26 + int(code[1]-'A') }

func code(place int) string { return string([]byte{byte('A' + place/26), byte('A' + place%26)}) }

func parse(text string) *Table {
	p := &parser{groups: map[string]*set{}, admits: map[string]*set{}, home: map[string][]string{}}
	for line := range strings.Lines(text) {
		p.line = strings.TrimSpace(line)
		if p.line != "" && p.line[0] != '#' {
			p.read()
		}
	}
	t := &Table{destinations: map[string][]string{}}
	for _, destination := range p.places {
		for i, admitted := range p.admits[destination] {
			if !admitted || i == place(destination) {
				continue
			}
			if passport := code(i); !slices.Contains(p.home[passport], destination) {
				t.destinations[passport] = append(t.destinations[passport], destination)
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
		p.groups[name] = &set{}
		p.add(p.groups[name], members)
		return
	}
	places, members, ok := strings.Cut(p.line, " : ")
	p.must(ok, "neither a group nor places")
	for destination := range strings.FieldsSeq(places) {
		p.must(isCode(destination), "no place "+destination)
		if p.admits[destination] == nil {
			p.admits[destination] = &set{}
			p.places = append(p.places, destination)
		}
		p.add(p.admits[destination], members)
	}
}

// add resolves a list from left to right, so that a minus takes out what came
// before it in the list, and a passport behind it comes in again.
func (p *parser) add(to *set, list string) {
	var found set
	for word := range strings.FieldsSeq(list) {
		name, out := strings.CutPrefix(word, "-")
		if isCode(name) {
			found[place(name)] = !out
			continue
		}
		group := p.groups[name]
		p.must(group != nil, "no group "+name)
		for i, member := range group {
			if member {
				found[i] = !out
			}
		}
	}
	for i, member := range found {
		to[i] = to[i] || member
	}
}

//nolint:revive // the condition is what it asserts
func (p *parser) must(ok bool, fault string) {
	if !ok {
		panic(fmt.Sprintf("visa: %s: %q", fault, p.line))
	}
}

// isCode tells a country code from the name of a group.
func isCode(word string) bool {
	return len(word) == 2 && 'A' <= min(word[0], word[1]) && max(word[0], word[1]) <= 'Z'
}
