package offer

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
	"time"
)

// Same reports whether two offers of two searches are the same. Ids and prices change from one search to the next; only
// a hotel keeps its id.
func (o Offer) Same(other Offer) bool {
	switch {
	case o.Fare != nil:
		return other.Fare != nil && o.Fare.Print.Same(other.Fare.Print)
	case o.Option != nil:
		return other.Option != nil && o.Option.Print.Same(other.Option.Print)
	case o.Hotel != nil:
		return o.ID != "" && o.ID == other.ID
	case o.Rate != nil:
		return other.Rate != nil && o.Rate.Print.Same(other.Rate.Print)
	}
	return o.Trip.Same(other.Trip)
}

// Find returns the index of the same offer in another search, or -1. Of several, it is the one whose price is nearest to
// that of want, whatever their order. Offers that are gone are never found.
func Find(want Offer, all []Offer) int {
	nearer := func(a, b Offer) bool {
		return cmp.Or(gap(want.Price, a.Price).Cmp(gap(want.Price, b.Price)), strings.Compare(a.Price.Currency, b.Price.Currency),
			ranked(a.Price).Cmp(ranked(b.Price)), strings.Compare(a.ID, b.ID)) < 0
	}
	best := -1
	for i, o := range all {
		if !o.Gone && want.Same(o) && (best < 0 || nearer(o, all[best])) {
			best = i
		}
	}
	return best
}

// gap returns how far apart two prices are. Prices in different currencies are not compared and count as equal.
func gap(a, b Money) *big.Rat {
	if a.Currency != b.Currency {
		return new(big.Rat)
	}
	gap := new(big.Rat).Sub(ranked(a), ranked(b))
	return gap.Abs(gap)
}

// ranked returns the amount of a price. One that is not a plain decimal number is dearer than all others.
func ranked(p Money) *big.Rat {
	if n, ok := Decimal(p.Amount); ok {
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

// RatePrint identifies a rate of a hotel for the same stay.
type RatePrint struct {
	Room       string `json:"room"`
	Board      string `json:"board,omitempty"`
	Policy     string `json:"policy,omitempty"`
	Refundable bool   `json:"refundable"`
}

// Same reports whether two rates of a hotel for the same stay are the same.
func (r RatePrint) Same(o RatePrint) bool { return r == o && r.Room != "" }

// LegPrint identifies a leg of a trip. Times are YYYY-MM-DDTHH:MM, each local to its place.
type LegPrint struct {
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
type Itinerary []LegPrint

// Same reports whether two trips are the same: their carriers, and the ends, local times and numbers of each leg. Facts
// that only one of them has are not compared.
func (t Itinerary) Same(other Itinerary) bool {
	return len(t) > 0 && slices.EqualFunc(t, other, func(l, o LegPrint) bool {
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

// Moments returns when a leg departs and arrives.
func (l LegPrint) Moments() (departs, arrives Moment) {
	departs = Local(l.Departs)
	return departs, Local(l.Arrives).Since(departs)
}

// Times returns the local times of a leg.
func (l LegPrint) Times() string {
	departs, arrives := l.Moments()
	return departs.Clock() + "–" + arrives.Clock()
}

// Numbered reports whether the numbers of every leg are known.
func (t Itinerary) Numbered() bool {
	return len(t) > 0 && !slices.ContainsFunc(t, func(l LegPrint) bool { return len(l.Numbers) == 0 })
}

// SameCarriers reports whether every leg has the same carriers.
func (t Itinerary) SameCarriers(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b LegPrint) bool { return slices.Equal(a.Carriers, b.Carriers) })
}

// SameHour reports whether every leg leaves in the same hour.
func (t Itinerary) SameHour(o Itinerary) bool {
	return slices.EqualFunc(t, o, func(a, b LegPrint) bool { return hour(a.Departs) == hour(b.Departs) })
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
