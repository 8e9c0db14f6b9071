package present

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// ComparedTrips compares trips side by side, the most important facts first. now is the reader's clock.
func ComparedTrips(trips []flights.Opened, now time.Time) grid.Comparison {
	table := grid.Comparison{
		Notes: []string{"Bags are those of the fare at the price above; flights trip TRIP has those of every fare."},
	}
	add := func(label string, value func(*flights.Trip) string) {
		fact := grid.ComparedFact{Label: label}
		for i := range trips {
			fact.Values = append(fact.Values, value(&trips[i].Trip))
		}
		table.Facts = append(table.Facts, fact)
	}
	var who []string // the travelers that the prices are for; saved trips may come from several searches
	legs := 0
	for _, t := range trips {
		table.Heads = append(table.Heads, "TRIP "+flights.Number(t.Pick))
		legs = max(legs, len(t.Legs))
		text := grid.NotStated
		if q := t.Pick.List.Flight; q != nil {
			text = q.PartyAndCabin()
		}
		who = append(who, text)
	}
	if len(slices.Compact(slices.Clone(who))) > 1 {
		table.Facts = append(table.Facts, grid.ComparedFact{Label: "for", Values: who})
	}
	add("price", func(t *flights.Trip) string { return cheapest(t, func(flights.Fare) bool { return true }) })
	add("cabin bag", func(t *flights.Trip) string { return firstFare(t, func(f flights.Fare) string { return f.CabinBag }) })
	add("checked bag", func(t *flights.Trip) string { return firstFare(t, func(f flights.Fare) string { return f.CheckedBag }) })
	add("refundable", func(t *flights.Trip) string {
		return cheapest(t, func(f flights.Fare) bool { return f.Fare.Print.Refundable })
	})
	add("on this service", func(t *flights.Trip) string { return cheapest(t, func(f flights.Fare) bool { return f.Fare.Here() }) })
	add("sellers", func(t *flights.Trip) string {
		names := map[string]bool{}
		for _, f := range t.Fares {
			names[f.Label] = true
		}
		return strconv.Itoa(len(names))
	})
	moment := func(m offer.Moment) string { return words.Date(m.At, now) + " " + offer.Clock(m.At) }
	for i := range legs {
		way := ""
		if legs > 1 {
			way = []string{"out ", "back "}[min(i, 1)]
		}
		addLeg := func(label string, value func(*offer.Leg) string) {
			add(way+label, func(t *flights.Trip) string {
				if i >= len(t.Legs) {
					return "none"
				}
				return value(&t.Legs[i])
			})
		}
		addLeg("leaves", func(l *offer.Leg) string { return moment(l.Departs) + " " + l.From })
		addLeg("arrives", func(l *offer.Leg) string { return moment(l.Arrives) + " " + l.To })
		addLeg("takes", func(l *offer.Leg) string { return words.Length(l.Minutes) })
		addLeg("changes", changesOf)
		addLeg("airlines", carriers)
		addLeg("aircraft", func(l *offer.Leg) string { return distinct(l, func(s offer.Segment) string { return s.Vehicle }) })
	}
	add("good to know", func(t *flights.Trip) string {
		return cmp.Or(strings.Join(t.Signals(), ", "), "nothing special")
	})
	return table
}

// TripName returns a name for a trip without a number, its airlines and departure time: "Emirates 10:00".
func TripName(t *flights.Trip) string {
	if len(t.Legs) == 0 {
		return ""
	}
	return strings.TrimSpace(carriers(&t.Legs[0]) + " " + t.Legs[0].Departs.Clock())
}

// cheapest returns the price of the first fare that fits. Fares are sorted cheapest first.
func cheapest(t *flights.Trip, fits func(flights.Fare) bool) string {
	if i := slices.IndexFunc(t.Fares, fits); i >= 0 {
		return t.Fares[i].Price.Text(t.Locale)
	}
	return "not offered"
}

// firstFare returns a value of the cheapest fare, the one whose price is shown.
func firstFare(t *flights.Trip, value func(flights.Fare) string) string {
	if len(t.Fares) == 0 {
		return grid.NotStated
	}
	return cmp.Or(value(t.Fares[0]), grid.NotStated)
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
	return cmp.Or(strings.Join(list, ", "), "nonstop")
}

func carriers(l *offer.Leg) string {
	return distinct(l, func(s offer.Segment) string {
		if s.Operator != "" && s.Operator != s.Carrier {
			return s.Carrier + " (flown by " + s.Operator + ")"
		}
		return s.Carrier
	})
}

func distinct(l *offer.Leg, value func(offer.Segment) string) string {
	var names []string
	for _, s := range l.Segments {
		if name := value(s); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// ComparedHotels compares hotels side by side, the most important facts first. There must be at least one hotel.
func ComparedHotels(all []hotels.Details) grid.Comparison {
	heads := make([]string, len(all))
	for i, h := range all {
		heads[i] = h.Name
		if h.Of.Listed() {
			heads[i] = h.Of.Ref() + " " + h.Name
		}
	}
	table := grid.Comparison{Heads: heads}
	add := func(label string, value func(*hotels.Details) string) {
		fact := grid.ComparedFact{Label: label}
		for i := range all {
			fact.Values = append(fact.Values, value(&all[i]))
		}
		table.Facts = append(table.Facts, fact)
	}
	add("a night", func(h *hotels.Details) string {
		return ofList(h, func(*offer.Hotel) string { return h.Of.Row.Price.Amount })
	})
	add("all in", func(h *hotels.Details) string { return ofList(h, func(l *offer.Hotel) string { return l.AllIn }) })
	add("stay", stayWords)
	add("free cancellation", freeCancellation)
	add("stars", func(h *hotels.Details) string { return cmp.Or(words.Decimal(h.Star), "unrated") })
	add("guests say", func(h *hotels.Details) string { return scoreWords(scoreOf(h.Review)) })
	for _, cohort := range hotels.Cohorts() {
		add(ask.GuestWords[string(cohort)], func(h *hotels.Details) string {
			if !h.Of.Listed() {
				return notInList
			}
			return scoreWords(listedScore(h.Of.Row, cohort))
		})
	}
	if from := fromWords(all[0].Of.List.Asked().From()); from != "" { // the list was searched around a point
		add("from "+from, func(h *hotels.Details) string {
			return cmp.Or(words.Distance(h.FromSpot(), h.Unit), "not stated")
		})
	}
	add("from the center", func(h *hotels.Details) string {
		return cmp.Or(words.DistanceOf(words.Decimal(h.DistanceToCityCentre), h.Unit), "not stated")
	})
	add("district", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.Location.DistrictName), "not stated") })
	add("kind", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.PropertyType), "not stated") })
	add("brand", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.BrandName), "none stated") })
	var shared []string
	for _, amenity := range amenities(all) {
		offered := func(h hotels.Details) bool { return slices.Contains(h.Amenities, amenity) }
		if !slices.ContainsFunc(all, func(h hotels.Details) bool { return !offered(h) }) {
			shared = append(shared, amenity)
			continue
		}
		add(amenity, func(h *hotels.Details) string {
			if offered(*h) {
				return "yes"
			}
			return "not listed"
		})
	}
	if asked := all[0].Of.List.Asked(); asked.CheckIn != "" {
		table.Notes = append(table.Notes, fmt.Sprintf("Prices are the list's: %s, %s, the whole booking. All in is the night with what is known to come on top.",
			listedDays(asked), query.Guests(asked.Occupancy())))
	}
	if len(shared) > 0 {
		table.Notes = append(table.Notes, "All offer "+words.And(shared)+".")
	}
	return table
}

// notInList replaces list data of a hotel that is in no list.
const notInList = "not in the list"

// ofList formats an amount from the list as money.
func ofList(h *hotels.Details, amount func(*offer.Hotel) string) string {
	row := &h.Of.Row
	switch {
	case !h.Of.Listed():
		return notInList
	case row.Hotel == nil || amount(row.Hotel) == "":
		return "not stated"
	}
	return offer.Money{Amount: amount(row.Hotel), Currency: row.Price.Currency}.Text(h.Of.List.Terms.Locale)
}

// stayWords returns the price of the stay in the list, marked as approximate if the list had it in another currency
// than the rest.
func stayWords(h *hotels.Details) string {
	if listed := h.Of.Row.Hotel; listed != nil && listed.StayIn != "" {
		return hotelview.Near + offer.Money{Amount: listed.Stay, Currency: listed.StayIn}.Text(h.Of.List.Terms.Locale)
	}
	return ofList(h, func(l *offer.Hotel) string { return l.Stay })
}

// freeCancellation says whether the list had a rate with free cancellation.
func freeCancellation(h *hotels.Details) string {
	switch row := &h.Of.Row; {
	case !h.Of.Listed():
		return notInList
	case row.Hotel == nil:
		return "not stated"
	case row.Hotel.FreeCancellation:
		return "seen"
	}
	return "not seen"
}

// scoreWords returns a score with the number of reviews.
func scoreWords(s *hotelview.Score) string {
	if s == nil {
		return "too little data"
	}
	value := s.Value
	if !strings.Contains(value, ".") {
		value += ".0"
	}
	return value + " (" + s.Count + ")"
}

// amenities returns the amenities that any of the hotels lists, in the order of the hotels.
func amenities(all []hotels.Details) []string {
	var found []string
	for _, h := range all {
		for _, amenity := range h.Amenities {
			if !slices.Contains(found, amenity) {
				found = append(found, amenity)
			}
		}
	}
	return found
}
