package search

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
)

// FarePrint is what stays the same of a fare within its trip. Money back is
// part of it: the same seller's cheaper fare without is another one.
type FarePrint struct {
	Seller     string `json:"seller"` // its code
	Kind       string `json:"kind"`
	Refundable bool   `json:"refundable"`
}

// Same tells whether two fares of the same trip are one.
func (f FarePrint) Same(o FarePrint) bool { return f == o && f.Seller != "" }

// NearFares are the same seller's other fares, those of the same kind, and the
// cheapest others.
func NearFares(want FarePrint, all []Candidate[FarePrint]) []Near {
	return nearest(all,
		way[FarePrint]{"same seller", 2, func(f FarePrint) bool { return f.Seller == want.Seller }, alike[FarePrint]},
		way[FarePrint]{"sold the same way", 2, func(f FarePrint) bool { return f.Kind == want.Kind }, alike[FarePrint]},
		way[FarePrint]{"next cheapest", 2, anyOffer[FarePrint], alike[FarePrint]},
	)
}

// OptionPrint is what stays the same of an option within its fare: what it
// pays for, its name, and its terms. The amount of a fee is not part of it.
type OptionPrint struct {
	Leg    string `json:"leg,omitempty"`
	Covers string `json:"covers,omitempty"`
	Name   string `json:"name"`
	Terms  string `json:"terms"`
}

// Same tells whether two options of the same fare are one.
func (p OptionPrint) Same(o OptionPrint) bool { return p == o }

// PrintOption reads an option.
func PrintOption(o apiclient.FareOption) OptionPrint {
	p := OptionPrint{Name: o.Name}
	if o.LegID != nil {
		p.Leg = o.LegID.String()
	}
	if o.Price.Covers != nil {
		p.Covers = string(*o.Price.Covers)
	}
	terms := []string{fmt.Sprintf("refundable %t; exchangeable %t", o.Refundable, o.Exchangeable)}
	for _, penalty := range o.Penalties {
		terms = append(terms, string(penalty.Type)+" "+string(penalty.Policy))
	}
	for _, bag := range []*string{o.Baggage.Cabin, o.Baggage.Checked} {
		if bag == nil {
			terms = append(terms, "-")
			continue
		}
		terms = append(terms, *bag)
	}
	p.Terms = strings.Join(terms, "; ")
	return p
}

// NearOptions are the options that pay for the same, those of the same name
// first.
func NearOptions(want OptionPrint, all []Candidate[OptionPrint]) []Near {
	pays := func(p OptionPrint) bool { return p.Leg == want.Leg && p.Covers == want.Covers }
	return nearest(all,
		way[OptionPrint]{"same name", 2, func(p OptionPrint) bool { return pays(p) && p.Name == want.Name }, alike[OptionPrint]},
		way[OptionPrint]{"pays for the same", 4, pays, alike[OptionPrint]},
	)
}

// RatePrint is what stays the same of a rate of a hotel for the same stay.
type RatePrint struct {
	Room       string `json:"room"`
	Board      string `json:"board,omitempty"`
	Policy     string `json:"policy,omitempty"`
	Refundable bool   `json:"refundable"`
}

// Same tells whether two rates of the same hotel and stay are one.
func (r RatePrint) Same(o RatePrint) bool { return r == o && r.Room != "" }

// PrintRate reads a rate.
func PrintRate(r apiclient.Rate) RatePrint {
	p := RatePrint{Room: r.RoomName, Refundable: r.Refundable}
	if r.Board != nil {
		p.Board = *r.Board
	}
	if r.CancellationPolicy != nil {
		p.Policy = *r.CancellationPolicy
	}
	return p
}

// NearRates are the same room on other terms, other rooms on the same terms,
// and the cheapest others.
func NearRates(want RatePrint, all []Candidate[RatePrint]) []Near {
	return nearest(all,
		way[RatePrint]{"same room", 3, func(r RatePrint) bool { return r.Room == want.Room }, alike[RatePrint]},
		way[RatePrint]{"same terms", 3, func(r RatePrint) bool {
			return r.Board == want.Board && r.Policy == want.Policy && r.Refundable == want.Refundable
		}, alike[RatePrint]},
		way[RatePrint]{"next cheapest", 2, anyOffer[RatePrint], alike[RatePrint]},
	)
}
