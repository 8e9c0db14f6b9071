// Package timetable is the flight timetable of the whole world: the routes of every carrier with their days,
// local times and aircraft, and the numbers they are sold under.
//
// Routes, frequencies and aircraft come from timetable.txt, which is edited by hand. Times, days of the week and
// the numbers of shorter flights are a pure function of a seed.
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

// Timetable has the flights of one seed. It is safe for concurrent use.
type Timetable struct {
	dice   dice.Dice
	byCode map[string]*Place
	ties   map[*data.Airline][]*data.Airline // codeshare partners of a carrier

	mu     sync.Mutex
	routes map[[2]*Place][]*Flight // bounded by maxRoutes
}

// maxRoutes limits the cache: a search uses a few thousand routes, and a dropped one takes microseconds to
// generate again.
const maxRoutes = 30_000

// Place is an airport or a station that flight numbers serve.
type Place struct {
	*data.Airport
	Station data.Body // TrainBody or BusBody for a station, 0 for an airport
	Zone    *time.Location
	Hub     bool     // passengers change planes here
	Hubs    []*Place // hubs with a service to or from here

	services []*service // to and from this place
	weekly   int        // departures of all services
	ahead    int        // minutes ahead of UTC in mid-January
}

// service is a carrier's flights between one of its bases and a place, in both directions.
type service struct {
	airline, seller *data.Airline // the operator, and the carrier whose numbers the flights have
	base, place     *Place
	weekly          int // flights per week in each direction
	types           []*data.Aircraft
	season          string           // summer, winter, or empty
	first           int              // number of the first flight, or 0 to draw one
	link            *data.GroundLink // for a train or bus, its departures and numbers
}

// other returns the end of the service that is not p.
func (s *service) other(p *Place) *Place {
	if s.place == p {
		return s.base
	}
	return s.place
}

// Busy reports whether the airport is so large that changing planes takes longer.
func (p *Place) Busy() bool { return p.weekly > 2700 }

// Distance returns the great-circle distance in kilometers.
func Distance(a, b *Place) float64 { return data.Distance(a.Lat, a.Lon, b.Lat, b.Lon) }

// Ends returns the places where a search from or to code may begin or end: the airport, or every airport of the
// city. The stations of a city are included even if an airport has the same code (VIE), because people use that
// code for the city and the stations have no other.
func (t *Timetable) Ends(code string) []*Place {
	airports, _ := data.Ends(code)
	return t.places(airports, code)
}

// City returns every airport and station of a city.
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

// read caches the most recently used timetables, since many sandboxes in a process share a seed.
var read = lately.New[uint64, *Timetable](2)

// New returns the timetable for a seed.
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
		if city, ok := data.CityByCode(s.CityCode); ok { // otherwise the city is missing from the reference data
			add(&data.Airport{Code: s.Code, Name: s.Name, City: city.Name, CityCode: city.Code,
				Country: city.Country, Lat: s.Lat, Lon: s.Lon, Zone: city.Zone}, s.Body)
		}
	}
	for _, a := range data.Airlines() {
		for _, b := range a.Bases {
			// A low-cost base of some size is a hub for travelers who book connections themselves. The airport
			// may be missing from the reference data.
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
	// The table is embedded and tested, so an error in it panics.
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

// service parses an airport, the frequency, the aircraft types with the most common first, and optionally a
// season and the number of the first flight: LHR 6/day 388,77W summer #1.
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

// baseAt returns the index of a place among the carrier's bases, or -1.
func baseAt(a *data.Airline, p *Place) int {
	return slices.IndexFunc(a.Bases, func(b data.Base) bool { return b.Airport == p.Code })
}

// Cheap reports whether a carrier charges for everything except the seat.
func Cheap(a *data.Airline) bool { return a.Kind == data.LowCost || a.Kind == data.Leisure }

// Tied reports whether two carriers sell each other's flights on one ticket, as members of an alliance or as
// partners listed by one of them.
func Tied(a, b *data.Airline) bool {
	return a == b || a.Alliance != "" && a.Alliance == b.Alliance ||
		slices.Contains(a.Partners, b.Code) || slices.Contains(b.Partners, a.Code)
}
