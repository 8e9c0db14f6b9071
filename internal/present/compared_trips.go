package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// ComparedTrips compares trips side by side by what matters most to a traveler. now is the reader's clock.
func ComparedTrips(trips []flights.Opened, now time.Time) grid.Comparison {
	table := grid.Comparison{
		Facts: tripFacts(trips, now),
		Notes: []string{"Bags are those of the fare at the price above; flights trip TRIP has those of every fare."},
	}
	for _, t := range trips {
		table.Heads = append(table.Heads, "TRIP "+flights.Number(t.Pick))
	}
	return table
}

// TripName returns a name for a trip without a number, its airlines and departure time: "Emirates 10:00".
func TripName(t *flights.Trip) string {
	if len(t.Legs) == 0 {
		return ""
	}
	return strings.TrimSpace(carriers(&t.Legs[0]) + " " + t.Legs[0].Departs.Clock())
}

// tripFact is one row of the comparison.
type tripFact struct {
	label string
	value func(*flights.Trip) string
}

// legFact is one row of the comparison about one direction.
type legFact struct {
	label string
	value func(*offer.Leg) string
}

// legFacts returns the rows about each direction.
func legFacts(now time.Time) []legFact {
	moment := func(m offer.Moment) string { return words.Date(m.At, now) + " " + offer.Clock(m.At) }
	return []legFact{
		{"leaves", func(l *offer.Leg) string { return moment(l.Departs) + " " + l.From }},
		{"arrives", func(l *offer.Leg) string { return moment(l.Arrives) + " " + l.To }},
		{"takes", func(l *offer.Leg) string { return words.Length(l.Minutes) }},
		{"changes", changesOf},
		{"airlines", carriers},
		{"aircraft", func(l *offer.Leg) string { return distinct(l, func(s offer.Segment) string { return s.Vehicle }) }},
	}
}

// tripFacts returns the rows of the comparison, most important first.
func tripFacts(trips []flights.Opened, now time.Time) []grid.ComparedFact {
	var facts []grid.ComparedFact
	add := func(label string, value func(*flights.Trip) string) {
		fact := grid.ComparedFact{Label: label}
		for i := range trips {
			fact.Values = append(fact.Values, value(&trips[i].Trip))
		}
		facts = append(facts, fact)
	}
	if who := whoFor(trips); len(slices.Compact(slices.Clone(who))) > 1 {
		facts = append(facts, grid.ComparedFact{Label: "for", Values: who})
	}
	first := []tripFact{
		{"price", func(t *flights.Trip) string { return cheapest(t, func(flights.Fare) bool { return true }) }},
		{"cabin bag", func(t *flights.Trip) string { return firstFare(t, func(f flights.Fare) string { return f.CabinBag }) }},
		{"checked bag", func(t *flights.Trip) string { return firstFare(t, func(f flights.Fare) string { return f.CheckedBag }) }},
		{"refundable", func(t *flights.Trip) string {
			return cheapest(t, func(f flights.Fare) bool { return f.Fare.Print.Refundable })
		}},
		{"on this service", func(t *flights.Trip) string { return cheapest(t, func(f flights.Fare) bool { return f.Fare.Here() }) }},
		{"sellers", func(t *flights.Trip) string { return fmt.Sprint(len(sellers(t))) }},
	}
	for _, c := range first {
		add(c.label, c.value)
	}
	for i := range longest(trips) {
		way := ""
		if longest(trips) > 1 {
			way = []string{"out ", "back "}[min(i, 1)]
		}
		for _, c := range legFacts(now) {
			add(way+c.label, func(t *flights.Trip) string {
				if i >= len(t.Legs) {
					return "none"
				}
				return c.value(&t.Legs[i])
			})
		}
	}
	add("good to know", func(t *flights.Trip) string {
		if signals := t.Signals(); len(signals) > 0 {
			return strings.Join(signals, ", ")
		}
		return "nothing special"
	})
	return facts
}

// whoFor returns the travelers that the price of each trip is for. Saved trips may come from several searches.
func whoFor(trips []flights.Opened) []string {
	var who []string
	for _, t := range trips {
		text := grid.NotStated
		if q := t.Pick.List.Flight; q != nil {
			text = q.PartyAndCabin()
		}
		who = append(who, text)
	}
	return who
}

func longest(trips []flights.Opened) int {
	n := 0
	for _, t := range trips {
		n = max(n, len(t.Legs))
	}
	return n
}

// cheapest returns the price of the first fare that fits. Fares are sorted cheapest first.
func cheapest(t *flights.Trip, fits func(flights.Fare) bool) string {
	if i := slices.IndexFunc(t.Fares, fits); i >= 0 {
		return t.Fares[i].Price.Text(t.Locale)
	}
	return "not offered"
}

// firstFare returns a value of the cheapest fare, the one whose price is shown.
func firstFare(t *flights.Trip, of func(flights.Fare) string) string {
	if len(t.Fares) == 0 {
		return grid.NotStated
	}
	return cmp.Or(of(t.Fares[0]), grid.NotStated)
}

func sellers(t *flights.Trip) []string {
	var names []string
	for _, f := range t.Fares {
		if !slices.Contains(names, f.Label) {
			names = append(names, f.Label)
		}
	}
	return names
}

// changesOf returns the layovers of a leg and how long they take.
func changesOf(l *offer.Leg) string {
	var list []string
	for i := 1; i < len(l.Segments); i++ {
		before, after := l.Segments[i-1], l.Segments[i]
		where := before.To
		if before.Arrives.Zoned() == after.Departs.Zoned() {
			where += " " + words.Length(int(after.Departs.At.Sub(before.Arrives.At).Minutes()))
		}
		list = append(list, where)
	}
	if len(list) == 0 {
		return "nonstop"
	}
	return strings.Join(list, ", ")
}

func carriers(l *offer.Leg) string {
	return distinct(l, func(s offer.Segment) string {
		if s.Operator != "" && s.Operator != s.Carrier {
			return s.Carrier + " (flown by " + s.Operator + ")"
		}
		return s.Carrier
	})
}

func distinct(l *offer.Leg, of func(offer.Segment) string) string {
	var names []string
	for _, s := range l.Segments {
		if name := of(s); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
