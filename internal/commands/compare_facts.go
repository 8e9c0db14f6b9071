package commands

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
)

// comparedFacts are what a traveler decides by, most important first.
func comparedFacts(trips []compared) []grid.ComparedFact {
	var facts []grid.ComparedFact
	add := func(label string, value func(tripFacts) string) {
		fact := grid.ComparedFact{Label: label}
		for _, t := range trips {
			fact.Values = append(fact.Values, value(t.facts))
		}
		facts = append(facts, fact)
	}
	add("price", func(t tripFacts) string { return t.cheapest(func(fareFacts) bool { return true }) })
	add("refundable", func(t tripFacts) string {
		return t.cheapest(func(f fareFacts) bool { return f.refundable == grid.Yes })
	})
	add("on this service", func(t tripFacts) string {
		return t.cheapest(func(f fareFacts) bool { return f.kind != "airline" && f.kind != "partner" })
	})
	add("sellers", func(t tripFacts) string { return fmt.Sprint(len(t.sellers())) })
	for i := range longest(trips) {
		leg := func(value func(flightview.ViewLeg) string) func(tripFacts) string {
			return func(t tripFacts) string {
				if i >= len(t.legs) {
					return "none"
				}
				return value(t.legs[i].view)
			}
		}
		way := ""
		if longest(trips) > 1 {
			way = []string{"out ", "back "}[min(i, 1)]
		}
		add(way+"leaves", leg(func(l flightview.ViewLeg) string { return l.Depart.Format("Mon 2 Jan 15:04") + " " + l.From }))
		add(way+"arrives", leg(func(l flightview.ViewLeg) string { return l.Arrive.Format("Mon 2 Jan 15:04") + " " + l.To }))
		add(way+"takes", leg(func(l flightview.ViewLeg) string { return fmt.Sprintf("%dh%02d", l.Minutes/60, l.Minutes%60) }))
		add(way+"changes", leg(changes))
		add(way+"airlines", leg(carriers))
		add(way+"aircraft", leg(vehicles))
	}
	add("good to know", func(t tripFacts) string {
		var words []string
		for _, leg := range t.legs {
			words = append(words, leg.signals()...)
		}
		words = append(words, t.otherAirports()...)
		if len(words) == 0 {
			return "nothing special"
		}
		return strings.Join(words, ", ")
	})
	return facts
}

func longest(trips []compared) int {
	n := 0
	for _, t := range trips {
		n = max(n, len(t.facts.legs))
	}
	return n
}

// cheapest is the price of the first fare that fits; fares come cheapest first.
func (t tripFacts) cheapest(fits func(fareFacts) bool) string {
	for _, f := range t.fares {
		if fits(f) {
			return f.price.Text(t.metadata.Locale)
		}
	}
	return "not offered"
}

func (t tripFacts) sellers() []string {
	var names []string
	for _, f := range t.fares {
		if !slices.Contains(names, f.seller) {
			names = append(names, f.seller)
		}
	}
	return names
}

// changes says where the traveler changes, and how long that takes.
func changes(l flightview.ViewLeg) string {
	var list []string
	for i := 1; i < len(l.Segments); i++ {
		wait := int(l.Segments[i].Depart.Sub(l.Segments[i-1].Arrive).Minutes())
		list = append(list, fmt.Sprintf("%s %dh%02d", l.Segments[i-1].To.Code, wait/60, wait%60))
	}
	if len(list) == 0 {
		return "nonstop"
	}
	return strings.Join(list, ", ")
}

func carriers(l flightview.ViewLeg) string {
	return distinct(l, func(s flightview.Segment) string {
		if s.Operator != "" && s.Operator != s.Carrier {
			return s.Carrier + " (flown by " + s.Operator + ")"
		}
		return s.Carrier
	})
}

func vehicles(l flightview.ViewLeg) string {
	return distinct(l, func(s flightview.Segment) string { return s.Vehicle })
}

func distinct(l flightview.ViewLeg, of func(flightview.Segment) string) string {
	var names []string
	for _, s := range l.Segments {
		if name := of(s); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
