package directory

import (
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed *.txt
var files embed.FS

// lexicon has the tables that hotels are generated from.
type lexicon struct {
	lists     map[string][]string // words, quarters, sections and phrases
	kinds     []*Kind
	shares    []float64 // of the kinds, in percent
	amenities []amenity
	rooms     []room
	boards    []board
	markets   map[string]prices // by country or city
}

// Kind is a type of property. Shares are percentages.
type Kind struct {
	Name    string
	branded float64            // share that has a brand, if the kind has brands
	price   float64            // relative to the usual price for the stars
	stars   []float64          // shares without a rating and with 1 to 5 stars
	forms   []string           // patterns for names, with {} for a word
	has     map[string]float64 // shares with a room type or a board
	brands  [][]string         // rows of brands.txt
}

// amenity is something that hotels may offer.
type amenity struct {
	name, topic string             // topic is "-" if guests do not write about it
	share       []float64          // percent by stars
	other       map[string]float64 // percent by kind, for the kinds that differ
}

// tables parses the embedded files. They are embedded and tested, so an error in them panics.
var tables = sync.OnceValue(func() *lexicon {
	x := &lexicon{lists: map[string][]string{}, markets: map[string]prices{}}
	for _, row := range slices.Concat(rows("words"), rows("quarters"), rows("sections"), rows("phrases")) {
		for key := range strings.FieldsSeq(row[0]) {
			x.lists[key] = append(x.lists[key], strings.Split(row[1], "|")...)
		}
	}
	for _, c := range rows("kinds") {
		x.shares = append(x.shares, figure(c[1]))
		x.kinds = append(x.kinds, &Kind{c[0], figure(c[2]), figure(c[3]), figures(c[4]), strings.Split(c[5], "|"), shares(c[6]), nil})
	}
	for _, c := range rows("brands") {
		k := x.kinds[slices.IndexFunc(x.kinds, func(k *Kind) bool { return k.Name == c[2] })]
		k.brands = append(k.brands, c)
	}
	for _, c := range rows("amenities") {
		x.amenities = append(x.amenities, amenity{c[0], c[1], figures(c[2]), shares(c[3])})
	}
	for _, c := range rows("rooms") {
		x.rooms = append(x.rooms, room{c[0], c[1], int(figure(c[2])), int(figure(c[3])), int(figure(c[4])), figure(c[5]), figure(c[6]), int(figure(c[7]))})
	}
	for _, c := range rows("boards") {
		x.boards = append(x.boards, board{c[0], strings.Fields(c[1]), c[2], figure(c[3])})
	}
	seasons := map[string][]float64{}
	for _, c := range rows("seasons") {
		seasons[c[0]] = figures(c[1])
	}
	for _, c := range rows("markets") {
		m := prices{level: figure(c[1]), vat: figure(c[2]) / 100, season: seasons[c[3]], weekend: figure(c[4]) / 100}
		if tax := strings.Fields(c[5]); len(tax) > 1 {
			m.tax = &cityTax{tax[0], tax[1], figures(strings.ReplaceAll(tax[2], ",", " ")), int(figure(tax[3])), int(figure(tax[4]))}
		}
		x.markets[c[0]] = m
	}
	return x
})

// rows returns the rows of an embedded table, split at tabs.
func rows(name string) [][]string {
	r := csv.NewReader(must(files.Open(name + ".txt")))
	r.Comma, r.Comment, r.LazyQuotes = '\t', '#', true
	return must(r.ReadAll())
}

// figure parses a number, with zero for a dash.
func figure(cell string) float64 {
	if cell == "-" {
		return 0
	}
	return must(strconv.ParseFloat(cell, 64))
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(fmt.Sprintf("directory: embedded tables: %v", err))
	}
	return x
}

func figures(cell string) []float64 {
	var list []float64
	for one := range strings.FieldsSeq(cell) {
		list = append(list, figure(one))
	}
	return list
}

// shares parses percentages by name, such as "dbl=100 sgl=35". It returns none for a dash.
func shares(cell string) map[string]float64 {
	list := map[string]float64{}
	for one := range strings.FieldsSeq(cell) {
		if name, share, ok := strings.Cut(one, "="); ok {
			list[name] = figure(share)
		}
	}
	return list
}
