// Package timetable is the flight timetable of the whole world: which carrier
// flies where, on which days and at which local times, with which aircraft, and
// under whose numbers it is sold.
//
// Who flies where, how often and with what is a table, timetable.txt, which is
// edited by hand. Times, days of the week and the numbers of shorter flights
// are drawn, as a pure function of a seed.
package timetable

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/lately"
)

//go:embed timetable.txt
var tableText string

// Timetable is safe for concurrent use.
type Timetable struct {
	dice   dice.Dice
	byCode map[string]*Place
	ties   map[*data.Airline][]*data.Airline // who shares codes with a carrier

	mu     sync.Mutex
	routes map[[2]*Place][]*Flight // bounded by maxRoutes
}

// maxRoutes bounds what is remembered: one search looks at a few thousand
// routes, and one that was dropped takes microseconds to draw again.
const maxRoutes = 30_000

// Place is an airport or a station that a flight number can lead to.
type Place struct {
	*data.Airport
	Station data.Body // TrainBody or BusBody for a station, 0 for an airport
	Zone    *time.Location
	Hub     bool     // passengers change planes here
	Hubs    []*Place // that something runs to or from here

	services []*service // from and to it
	weekly   int        // departures of all of them
	ahead    int        // minutes ahead of UTC in mid-January
}

// service is what a carrier flies between one of its bases and a place, there and back.
type service struct {
	airline, seller *data.Airline // who flies it, and whose numbers it has
	base, place     *Place
	weekly          int // flights a week each way
	types           []*data.Aircraft
	season          string           // summer, winter, or empty
	first           int              // number of the first flight, or 0 where it is drawn
	link            *data.GroundLink // of a train or bus, whose departures and numbers it has
}

// other is the end of the service that is not p.
func (s *service) other(p *Place) *Place {
	if s.place == p {
		return s.base
	}
	return s.place
}

// Busy reports whether the airport is so large that changing planes takes longer.
func (p *Place) Busy() bool { return p.weekly > 2700 }

// Distance is the great-circle distance in kilometers.
func Distance(a, b *Place) float64 { return data.Distance(a.Lat, a.Lon, b.Lat, b.Lon) }

// Ends is where a search from or to code may begin or end: the airport, or every airport of the
// city. The stations of a city belong to its code also where an airport has the same (VIE): people
// type it for the city, and nothing else names the stations.
func (t *Timetable) Ends(code string) []*Place {
	airports, _ := data.Ends(code)
	return t.places(airports, code)
}

// City is every airport and station of a city.
func (t *Timetable) City(code string) []*Place {
	if city, ok := data.CityByCode(code); ok {
		return t.places(city.Airports, code)
	}
	return nil
}

func (t *Timetable) places(airports []*data.Airport, city string) []*Place {
	var all []*Place
	for _, a := range airports {
		all = append(all, t.byCode[a.Code])
	}
	for _, s := range data.Stations() {
		if p := t.byCode[s.Code]; p != nil && s.CityCode == city {
			all = append(all, p)
		}
	}
	return all
}

// read is the tables of the seeds that were asked for last, since many sandboxes of a process share one.
var read = lately.New[uint64, *Timetable](2)

// New is the timetable of a seed.
func New(seed uint64) *Timetable { return read.Get(seed, func() *Timetable { return readTable(seed) }) }

func readTable(seed uint64) *Timetable {
	t := &Timetable{
		dice: dice.New(seed), byCode: map[string]*Place{},
		ties: map[*data.Airline][]*data.Airline{}, routes: map[[2]*Place][]*Flight{},
	}
	add := func(a *data.Airport, station data.Body) {
		p := &Place{Airport: a, Station: station, Zone: data.Zone(a.Zone)}
		_, seconds := time.Date(2025, time.January, 15, 12, 0, 0, 0, p.Zone).Zone()
		p.ahead = seconds / 60
		t.byCode[p.Code] = p
	}
	for _, a := range data.Airports() {
		add(a, 0)
	}
	for _, s := range data.Stations() {
		if city, ok := data.CityByCode(s.CityCode); ok { // otherwise the reference data has dropped it
			add(&data.Airport{Code: s.Code, Name: s.Name, City: city.Name, CityCode: city.Code,
				Country: city.Country, Lat: s.Lat, Lon: s.Lon, Zone: city.Zone}, s.Body)
		}
	}
	for _, a := range data.Airlines() {
		for _, b := range a.Bases {
			// A low-cost base of some size is a hub for travelers who connect on their own. The reference
			// data may have closed the airport.
			if p := t.byCode[b.Airport]; p != nil {
				p.Hub = p.Hub || b.Weight >= 4 || b.Weight >= 2 && !Cheap(a)
			}
		}
		for _, code := range a.Partners {
			if b, ok := data.AirlineByCode(code); ok && !slices.Contains(t.ties[a], b) {
				t.ties[a], t.ties[b] = append(t.ties[a], b), append(t.ties[b], a)
			}
		}
	}
	// The table is part of the program and tested, so a fault in it is a panic.
	for line := range strings.Lines(tableText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		head, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		code, from, _ := strings.Cut(head, " ")
		airline, known := data.AirlineByCode(code)
		base := t.byCode[from]
		if !known || base == nil {
			panic(fmt.Sprintf("timetable: %q begins with no carrier and airport", line))
		}
		seller := airline
		if i := baseAt(airline, base); i >= 0 && airline.Bases[i].SoldBy != "" {
			seller, _ = data.AirlineByCode(airline.Bases[i].SoldBy)
		}
		for text := range strings.SplitSeq(rest, " · ") {
			s, err := t.service(text)
			if err != nil {
				panic(fmt.Sprintf("timetable: %s: %v", head, err))
			}
			s.airline, s.seller, s.base = airline, seller, base
			connect(s)
		}
	}
	for _, link := range data.GroundLinks() {
		from, to := t.byCode[link.From], t.byCode[link.To]
		operator, _ := data.AirlineByCode(link.Operator)
		vehicle, _ := data.AircraftByCode(map[data.Body]string{data.TrainBody: "TRN", data.BusBody: "BUS"}[link.Body])
		if from != nil && to != nil {
			connect(&service{airline: operator, base: from, place: to, types: []*data.Aircraft{vehicle}, link: link})
		}
	}
	return t
}

func connect(s *service) {
	for _, p := range []*Place{s.base, s.place} {
		p.services = append(p.services, s)
		p.weekly += s.weekly
		if h := s.other(p); h.Hub && !slices.Contains(p.Hubs, h) {
			p.Hubs = append(p.Hubs, h)
		}
	}
}

// service reads an airport, how often it is flown to, the types that fly, the most usual first, and
// optionally a season and the number of the first flight: LHR 6/day 388,77W summer #1.
func (t *Timetable) service(text string) (*service, error) {
	s := &service{}
	for i, word := range strings.Fields(text) {
		ok := true
		switch {
		case i == 0:
			s.place, ok = t.byCode[word]
		case i == 1:
			digits, per, _ := strings.Cut(word, "/")
			n, err := strconv.Atoi(digits)
			s.weekly, ok = n, err == nil && n > 0 && (per == "day" || per == "week")
			if per == "day" {
				s.weekly *= 7
			}
		case i == 2:
			for code := range strings.SplitSeq(word, ",") {
				v, known := data.AircraftByCode(code)
				s.types, ok = append(s.types, v), ok && known
			}
		case word == "summer", word == "winter":
			s.season = word
		default:
			digits, numbered := strings.CutPrefix(word, "#")
			number, err := strconv.Atoi(digits)
			s.first, ok = number, numbered && err == nil
		}
		if !ok {
			return nil, fmt.Errorf("%q of %q is not known", word, text)
		}
	}
	if len(s.types) == 0 {
		return nil, fmt.Errorf("%q is too short", text)
	}
	return s, nil
}

// baseAt is the index of a place among the carrier's bases, or -1.
func baseAt(a *data.Airline, p *Place) int {
	return slices.IndexFunc(a.Bases, func(b data.Base) bool { return b.Airport == p.Code })
}

// Cheap reports whether a carrier charges for everything but the seat.
func Cheap(a *data.Airline) bool { return a.Kind == data.LowCost || a.Kind == data.Leisure }

// Tied reports whether two carriers sell each other's flights on one ticket:
// within an alliance, or as partners that one of them names.
func Tied(a, b *data.Airline) bool {
	return a == b || a.Alliance != "" && a.Alliance == b.Alliance ||
		slices.Contains(a.Partners, b.Code) || slices.Contains(b.Partners, a.Code)
}
