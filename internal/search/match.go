package search

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// Print identifies an offer from one search to the next; ids and prices do not.
type Print[P any] interface{ Same(other P) bool }

// Candidate is an offer of the new search.
type Candidate[P any] struct {
	ID    string
	Print P
	Price offer.Money
}

// Find returns the index of the same offer, or -1. Of several, it is the one whose price is nearest to what it was,
// whatever their order.
func Find[P Print[P]](want P, was offer.Money, all []Candidate[P]) int {
	nearer := func(a, b Candidate[P]) bool {
		return cmp.Or(gap(was, a.Price).Cmp(gap(was, b.Price)), strings.Compare(a.Price.Currency, b.Price.Currency),
			Amount(a.Price).Cmp(Amount(b.Price)), strings.Compare(a.ID, b.ID)) < 0
	}
	best := -1
	for i, c := range all {
		if want.Same(c.Print) && (best < 0 || nearer(c, all[best])) {
			best = i
		}
	}
	return best
}

// gap returns how far apart two prices are. Prices in different currencies are not compared and count as equal.
func gap(a, b offer.Money) *big.Rat {
	if a.Currency != b.Currency {
		return new(big.Rat)
	}
	gap := new(big.Rat).Sub(Amount(a), Amount(b))
	return gap.Abs(gap)
}

// Amount returns the amount of a price. One that is not a plain decimal number is dearer than all others.
func Amount(p offer.Money) *big.Rat {
	if n, ok := offer.Decimal(p.Amount); ok {
		return n
	}
	return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 256))
}

// FarePrint identifies a fare within its trip. It includes whether the fare is refundable: a cheaper, non-refundable
// fare of the same seller is another one.
type FarePrint struct {
	Seller     string `json:"seller"` // its code
	Kind       string `json:"kind"`
	Refundable bool   `json:"refundable"`
}

// Same reports whether two fares of a trip are the same.
func (f FarePrint) Same(o FarePrint) bool { return f == o && f.Seller != "" }

// OptionPrint identifies an option within its fare: what it pays for, its name, and its terms. The amount of a fee is
// not a part of it.
type OptionPrint struct {
	Leg    string `json:"leg,omitempty"`
	Covers string `json:"covers,omitempty"`
	Name   string `json:"name"`
	Terms  string `json:"terms"`
}

// Same reports whether two options of a fare are the same.
func (p OptionPrint) Same(o OptionPrint) bool { return p == o }

// PrintOption returns the print of an option.
func PrintOption(o apiclient.FareOption) OptionPrint {
	p := OptionPrint{Name: o.Name, Covers: string(*cmp.Or(o.Price.Covers, new(apiclient.FareCoverage)))}
	if o.LegID != nil {
		p.Leg = o.LegID.String()
	}
	terms := []string{fmt.Sprintf("refundable %t; exchangeable %t", o.Refundable, o.Exchangeable)}
	for _, penalty := range o.Penalties {
		terms = append(terms, string(penalty.Type)+" "+string(penalty.Policy))
	}
	for _, bag := range []*string{o.Baggage.Cabin, o.Baggage.Checked} {
		terms = append(terms, *cmp.Or(bag, new("-")))
	}
	p.Terms = strings.Join(terms, "; ")
	return p
}

// RatePrint identifies a rate of a hotel for the same stay.
type RatePrint struct {
	Room       string `json:"room"`
	Board      string `json:"board,omitempty"`
	Policy     string `json:"policy,omitempty"`
	Refundable bool   `json:"refundable"`
}

// Same reports whether two rates of a hotel for the same stay are the same.
func (r RatePrint) Same(o RatePrint) bool { return r == o && r.Room != "" }

// PrintRate returns the print of a rate.
func PrintRate(r apiclient.Rate) RatePrint {
	return RatePrint{
		Room: r.RoomName, Refundable: r.Refundable, Board: words.Stated(r.Board), Policy: words.Stated(r.CancellationPolicy),
	}
}

// Leg identifies a leg of a trip. Times are YYYY-MM-DDTHH:MM, each local to its place.
type Leg struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Departs  string   `json:"departs"`
	Arrives  string   `json:"arrives"`
	Carriers []string `json:"carriers"` // codes of the marketing carriers, sorted
	Modes    []string `json:"modes,omitempty"`
	Via      []string `json:"via,omitempty"`     // airports with a stop, if known
	Numbers  []string `json:"numbers,omitempty"` // "EX 613" for each segment, if known
}

// Itinerary identifies a trip, by plane, train or bus.
type Itinerary []Leg

// Same reports whether two trips are the same: their carriers, and the ends, local times and numbers of each leg. Facts
// that only one of them has are not compared.
func (t Itinerary) Same(other Itinerary) bool {
	return len(t) > 0 && slices.EqualFunc(t, other, func(l, o Leg) bool {
		return l.From == o.From && l.To == o.To && l.Departs == o.Departs && l.Arrives == o.Arrives &&
			slices.Equal(l.Carriers, o.Carriers) &&
			agree(l.Modes, o.Modes) && agree(l.Via, o.Via) && agree(l.Numbers, o.Numbers)
	})
}

// agree reports whether two facts are equal, or one of them is unknown.
func agree(a, b []string) bool {
	return len(a) == 0 || len(b) == 0 || slices.Equal(a, b)
}

// Words names a trip: "EX 06:45–14:20, EX 17:05–06:10+1".
func (t Itinerary) Words() string {
	parts := make([]string, len(t))
	for i, leg := range t {
		parts[i] = strings.Join(leg.Carriers, "+") + " " + leg.Times()
	}
	return strings.Join(parts, ", ")
}

// Times returns the local times of a leg.
func (l Leg) Times() string {
	from := offer.Local(l.Departs)
	return from.Clock() + "–" + offer.Local(l.Arrives).Since(from).Clock()
}

// Numbered reports whether the numbers of every leg are known.
func (t Itinerary) Numbered() bool {
	return len(t) > 0 && !slices.ContainsFunc(t, func(l Leg) bool { return len(l.Numbers) == 0 })
}

// CardItinerary returns the itinerary of a row of a list, which has no numbers.
func CardItinerary(c apiclient.TripCard) Itinerary {
	t := make(Itinerary, 0, len(c.Legs))
	for _, leg := range c.Legs {
		codes := make([]string, 0, len(leg.Airlines))
		for _, airline := range leg.Airlines {
			codes = append(codes, airline.Code)
		}
		t = append(t, Leg{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: setOf(codes), Modes: setOf(words.Strings(leg.TransportTypes)), Via: leg.Via,
		})
	}
	return t
}

// TripCandidate returns the trip of a row of a list.
func TripCandidate(c apiclient.TripCard) Candidate[Itinerary] {
	price := offer.Money{Amount: c.Price.Total.String(), Currency: c.Price.Currency}
	return Candidate[Itinerary]{ID: c.TripID, Print: CardItinerary(c), Price: price}
}

// TripItinerary returns the itinerary of a trip in the default view.
func TripItinerary(d apiclient.TripDefault) Itinerary {
	legs := []apiclient.Leg{d.Outbound}
	if d.Return != nil {
		legs = append(legs, *d.Return)
	}
	var t Itinerary
	for _, leg := range legs {
		own := Leg{
			From: leg.From, To: leg.To, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt),
			Carriers: setOf(slices.Clone(leg.Airlines)), Modes: setOf(words.Strings(leg.TransportTypes)),
		}
		for _, s := range leg.Segments {
			own.Numbers = append(own.Numbers, s.MarketingCarrier.Code+" "+s.FlightNumber)
		}
		t = append(t, own)
	}
	return t
}

// DetailItinerary returns the itinerary of a trip in the detail view.
func DetailItinerary(d apiclient.TripDetail) Itinerary {
	var t Itinerary
	for _, leg := range d.Legs {
		own := Leg{From: leg.From.Code, To: leg.To.Code, Departs: localTime(leg.DepartsAt), Arrives: localTime(leg.ArrivesAt)}
		for _, s := range leg.Segments {
			own.Carriers = append(own.Carriers, s.Airline.Code)
			own.Modes = append(own.Modes, string(s.TransportType))
			own.Numbers = append(own.Numbers, s.Airline.Code+" "+s.FlightNumber)
		}
		own.Carriers, own.Modes = setOf(own.Carriers), setOf(own.Modes)
		t = append(t, own)
	}
	return t
}

// setOf sorts words in place and drops duplicates: a list has each once, and in an order of its own.
func setOf(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// localTime returns the local time at the place. Text that is not a time stays as it is.
func localTime(text string) string {
	const layout = "2006-01-02T15:04"
	at := words.Moment(text)
	switch {
	case at.IsZero():
		return text
	case len(text) > len(layout) && text[10] == 'T' && text[13] == ':' && text[16] == ':':
		return text[:len(layout)] // as it would be written again
	}
	return at.Format(layout)
}

// SameCarriers reports whether every leg has the same carriers.
func (t Itinerary) SameCarriers(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b Leg) bool { return slices.Equal(a.Carriers, b.Carriers) })
}

// SameHour reports whether every leg leaves in the same hour.
func (t Itinerary) SameHour(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b Leg) bool { return hour(a.Departs) == hour(b.Departs) })
}

func hour(local string) string {
	day, clock, _ := strings.Cut(local, "T")
	return day + " " + clock[:min(len(clock), 2)]
}

// Shift returns by how many minutes the legs leave and land at other times.
func (t Itinerary) Shift(o Itinerary) int {
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
