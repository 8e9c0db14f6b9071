package data

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed longhaul.txt
var longHaulText string

// LongHaulKm is the length from which a service is a fact of longhaul.txt. The
// rest of the network is drawn.
const LongHaulKm = 4500

// LongHaul is a nonstop service that is written down, in both directions.
type LongHaul struct {
	Airline   *Airline
	From, To  string // airport codes; the carrier is at home at From
	Weekly    int    // flights a week each way
	Part      PartOfYear
	Largest   bool // the carrier's A380 may be seen on it
	Exception bool // a fifth freedom, or the last leg of a service with a stop
}

// PartOfYear is when a service is flown.
type PartOfYear uint8

// The parts of the year, in the two seasons of the industry.
const (
	WholeYear PartOfYear = iota
	SummerOnly
	WinterOnly
)

type longHaulTable struct {
	services []LongHaul
	only     []string // carrier codes
}

var longHaul = sync.OnceValue(func() longHaulTable { return parseLongHaul(longHaulText) })

// LongHauls is every service of the table, in its order. The caller must not
// change it.
func LongHauls() []LongHaul { return longHaul().services }

// FliesLongHaulOnly tells whether a carrier has no service but those of the table.
func FliesLongHaulOnly(a *Airline) bool { return slices.Contains(longHaul().only, a.Code) }

func parseLongHaul(text string) longHaulTable {
	t := longHaulTable{services: make([]LongHaul, 0, len(text)/5)}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		if carriers, ok := strings.CutPrefix(line, "only "); ok {
			t.only = strings.Fields(carriers)
			continue
		}
		head, places, _ := strings.Cut(line, ":")
		head, exception := strings.CutPrefix(head, "+")
		code, from, _ := strings.Cut(head, " ")
		airline, ok := AirlineByCode(code)
		if !ok || len(from) != 3 {
			panic(fmt.Sprintf("data: long haul %q begins with no carrier and airport", line))
		}
		for word := range strings.FieldsSeq(places) {
			s := parseService(word)
			s.Airline, s.From, s.Exception = airline, from, exception
			t.services = append(t.services, s)
		}
	}
	return t
}

// daily is how often a service is flown that has no number, a week.
const daily = 7

// parseService reads an airport, and optionally flights a week, the part of the
// year and an A380: LHR, LHR42A, NCE5s.
func parseService(word string) LongHaul {
	s := LongHaul{To: word[:3], Weekly: daily}
	rest := word[3:]
	rest, s.Largest = strings.CutSuffix(rest, "A")
	if less, ok := strings.CutSuffix(rest, "s"); ok {
		rest, s.Part = less, SummerOnly
	} else if less, ok := strings.CutSuffix(rest, "w"); ok {
		rest, s.Part = less, WinterOnly
	}
	if rest == "" {
		return s
	}
	weekly, err := strconv.Atoi(rest)
	if err != nil || weekly < 1 {
		panic(fmt.Sprintf("data: long haul to %q", word))
	}
	s.Weekly = weekly
	return s
}
