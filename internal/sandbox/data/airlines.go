package data

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed airlines.txt
var airlinesText string

// AirlineKind is how a carrier does business.
type AirlineKind uint8

// The kinds of carrier.
const (
	FullService AirlineKind = iota + 1
	LowCost
	Regional
	Leisure
	Ground // a railway that sells under a flight number
)

// Airline is a carrier with an IATA code.
type Airline struct {
	Code     string // IATA, two characters
	Name     string // English
	Country  string // ISO 3166-1 alpha-2
	Alliance string // STAR, ONEWORLD, SKYTEAM, or empty
	Kind     AirlineKind
	Bases    []Base      // most important first
	Fleet    []*Aircraft // largest first
	Partners []string    // carriers it shares codes with beside its alliance
}

// Base is an airport that a carrier's network is built around.
type Base struct {
	Airport string // IATA code
	Weight  int    // 1, a few aircraft, to 10, a mega hub
	SoldBy  string // carrier whose code the flights have, or empty for its own
}

type airlineTable struct {
	all    []*Airline
	byCode map[string]*Airline
}

var airlines = sync.OnceValue(func() airlineTable { return parseAirlines(airlinesText) })

// Airlines is every carrier, in the order of the table. The caller must not
// change it.
func Airlines() []*Airline { return airlines().all }

// AirlineByCode is the carrier with an IATA code.
func AirlineByCode(code string) (*Airline, bool) {
	a, ok := airlines().byCode[code]
	return a, ok
}

func parseAirlines(text string) airlineTable {
	t := airlineTable{byCode: map[string]*Airline{}}
	for _, c := range handRows(text) {
		a := parseAirline(c)
		if t.byCode[a.Code] != nil {
			panic(fmt.Sprintf("data: airline %s twice", a.Code))
		}
		t.byCode[a.Code] = a
		t.all = append(t.all, a)
	}
	return t
}

func parseAirline(c []string) *Airline {
	if len(c) != 8 {
		panic(fmt.Sprintf("data: airline %q has %d cells", c, len(c)))
	}
	a := &Airline{
		Code: c[0], Name: c[1], Country: c[2], Alliance: c[3],
		Kind: airlineKind(c[4]), Partners: strings.Fields(c[7]),
	}
	for field := range strings.FieldsSeq(c[5]) {
		a.Bases = append(a.Bases, parseBase(field))
	}
	for code := range strings.FieldsSeq(c[6]) {
		v, ok := AircraftByCode(code)
		if !ok {
			panic(fmt.Sprintf("data: airline %s flies the unknown type %q", a.Code, code))
		}
		a.Fleet = append(a.Fleet, v)
	}
	return a
}

// parseBase reads an airport, its weight, and optionally whose code the flights
// have: FRA9, or DEN6=UA.
func parseBase(field string) Base {
	place, soldBy, _ := strings.Cut(field, "=")
	weight, err := strconv.Atoi(place[3:])
	if err != nil || weight < 1 || weight > 10 {
		panic(fmt.Sprintf("data: base %q has no weight of 1 to 10", field))
	}
	return Base{Airport: place[:3], Weight: weight, SoldBy: soldBy}
}

func airlineKind(letter string) AirlineKind {
	switch letter {
	case "F":
		return FullService
	case "L":
		return LowCost
	case "R":
		return Regional
	case "H":
		return Leisure
	case "G":
		return Ground
	}
	panic(fmt.Sprintf("data: airline kind %q", letter))
}
