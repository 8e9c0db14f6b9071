package search

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
)

// Leg is what stays the same of a leg in another search. Local times are
// YYYY-MM-DDTHH:MM, each at its own place.
type Leg struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Departs  string   `json:"departs"`
	Arrives  string   `json:"arrives"`
	Carriers []string `json:"carriers"` // codes of who sells it, sorted
	Modes    []string `json:"modes,omitempty"`
	Via      []string `json:"via,omitempty"`     // airports with a stop, where known
	Numbers  []string `json:"numbers,omitempty"` // "EX 613" for each segment, where known
}

// Itinerary is what stays the same of a trip, by plane, train or bus.
type Itinerary []Leg

// Same tells whether two trips are one: the carriers, and each leg's ends,
// local times and numbers. What only one of them says is not held against it.
func (t Itinerary) Same(other Itinerary) bool {
	return len(t) > 0 && slices.EqualFunc(t, other, Leg.same)
}

func (l Leg) same(o Leg) bool {
	return l.From == o.From && l.To == o.To && l.Departs == o.Departs && l.Arrives == o.Arrives &&
		slices.Equal(l.Carriers, o.Carriers) && agree(l.Modes, o.Modes) && agree(l.Via, o.Via) && agree(l.Numbers, o.Numbers)
}

// agree is true unless both say something, and not the same.
func agree(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.Equal(a, b)
}

// Numbered tells whether the numbers of every leg are known.
func (t Itinerary) Numbered() bool {
	return len(t) > 0 && !slices.ContainsFunc(t, func(l Leg) bool { return len(l.Numbers) == 0 })
}

// CardItinerary reads a row of a list, which has no numbers.
func CardItinerary(c apiclient.TripCard) Itinerary {
	var t Itinerary
	for _, leg := range c.Legs {
		var codes, modes []string
		for _, airline := range leg.Airlines {
			codes = append(codes, airline.Code)
		}
		for _, mode := range leg.TransportTypes {
			modes = append(modes, string(mode))
		}
		t = append(t, Leg{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: set(codes), Modes: set(modes), Via: leg.Via,
		})
	}
	return t
}

// TripItinerary reads a trip in the default view.
func TripItinerary(d apiclient.TripDefault) Itinerary {
	legs := []apiclient.Leg{d.Outbound}
	if d.Return != nil {
		legs = append(legs, *d.Return)
	}
	var t Itinerary
	for _, leg := range legs {
		var modes, numbers []string
		for _, mode := range leg.TransportTypes {
			modes = append(modes, string(mode))
		}
		for _, s := range leg.Segments {
			numbers = append(numbers, s.MarketingCarrier.Code+" "+s.FlightNumber)
		}
		t = append(t, Leg{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: set(leg.Airlines), Modes: set(modes), Numbers: numbers,
		})
	}
	return t
}

// DetailItinerary reads a trip in the detail view.
func DetailItinerary(d apiclient.TripDetail) Itinerary {
	var t Itinerary
	for _, leg := range d.Legs {
		var codes, modes, numbers []string
		for _, s := range leg.Segments {
			codes = append(codes, s.Airline.Code)
			modes = append(modes, string(s.TransportType))
			numbers = append(numbers, s.Airline.Code+" "+s.FlightNumber)
		}
		t = append(t, Leg{
			From: leg.From.Code, To: leg.To.Code, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: set(codes), Modes: set(modes), Numbers: numbers,
		})
	}
	return t
}

// set sorts words and drops doubles: a list names each once, and in an order
// of its own.
func set(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// localTime is the clock at the place; a time that is none is kept as it is.
func localTime(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return text
	}
	return at.Format("2006-01-02T15:04")
}

// NearTrips are trips like one that is gone: those of the same carriers, those
// that leave in the same hour, and the cheapest others.
func NearTrips(want Itinerary, all []Candidate[Itinerary]) []Near {
	return nearest(all,
		way[Itinerary]{"same airline", 3, want.sameCarriers, want.shift},
		way[Itinerary]{"same hour", 3, want.sameHour, want.shift},
		way[Itinerary]{"next cheapest", 2, anyOffer[Itinerary], alike[Itinerary]},
	)
}

func (t Itinerary) sameCarriers(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b Leg) bool { return slices.Equal(a.Carriers, b.Carriers) })
}

// sameHour tells whether every leg leaves in the hour it did.
func (t Itinerary) sameHour(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b Leg) bool { return hour(a.Departs) == hour(b.Departs) })
}

func hour(local string) string {
	day, clock, _ := strings.Cut(local, "T")
	return day + " " + clock[:min(len(clock), 2)]
}

// shift is by how many minutes the legs leave and land at other times.
func (t Itinerary) shift(o Itinerary) int {
	total := 0
	for i := range min(len(t), len(o)) {
		total += apart(t[i].Departs, o[i].Departs) + apart(t[i].Arrives, o[i].Arrives)
	}
	return total
}

func apart(a, b string) int {
	const layout = "2006-01-02T15:04"
	x, errX := time.Parse(layout, a)
	y, errY := time.Parse(layout, b)
	if errX != nil || errY != nil {
		return 7 * 24 * 60
	}
	return int(x.Sub(y).Abs().Minutes())
}
