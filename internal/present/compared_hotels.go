package present

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// ComparedHotels compares hotels side by side by what matters most to a traveler. There must be at least one.
func ComparedHotels(all []hotels.Details) grid.Comparison {
	heads := make([]string, len(all))
	for i, h := range all {
		heads[i] = h.Name
		if h.Of.Listed() {
			heads[i] = h.Of.Ref() + " " + h.Name
		}
	}
	table := grid.Comparison{Heads: heads, Facts: hotelFacts(all)}
	if asked := all[0].Of.List.Asked(); asked.CheckIn != "" {
		table.Notes = append(table.Notes, fmt.Sprintf("Prices are the list's: %s, %s, the whole booking. All in is the night with what is known to come on top.",
			listedDays(asked), query.Guests(asked.Occupancy())))
	}
	if shared := sharedAmenities(all); len(shared) > 0 {
		table.Notes = append(table.Notes, "All offer "+words.And(shared)+".")
	}
	return table
}

// notInList replaces list data of a hotel that is in no list.
const notInList = "not in the list"

// hotelFacts returns the rows of the comparison, most important first.
func hotelFacts(all []hotels.Details) []grid.ComparedFact {
	var facts []grid.ComparedFact
	add := func(label string, value func(*hotels.Details) string) {
		fact := grid.ComparedFact{Label: label}
		for i := range all {
			fact.Values = append(fact.Values, value(&all[i]))
		}
		facts = append(facts, fact)
	}
	for _, c := range firstFacts {
		add(c.label, c.value)
	}
	for _, cohort := range hotels.Cohorts() {
		add(ask.GuestWords[string(cohort)], func(h *hotels.Details) string {
			if !h.Of.Listed() {
				return notInList
			}
			return scoreWords(listedScore(h.Of.Row, cohort))
		})
	}
	if from := fromWords(all[0].Of.List.Asked().From()); from != "" {
		add("from "+from, pointWords)
	}
	for _, c := range lastFacts {
		add(c.label, c.value)
	}
	for _, amenity := range differingAmenities(all) {
		add(amenity, func(h *hotels.Details) string {
			if slices.Contains(h.Amenities, amenity) {
				return "yes"
			}
			return "not listed"
		})
	}
	return facts
}

// hotelFact is one row of the comparison.
type hotelFact struct {
	label string
	value func(*hotels.Details) string
}

// firstFacts are the rows above the scores of each kind of guest, lastFacts those below.
var (
	firstFacts = []hotelFact{
		{"a night", func(h *hotels.Details) string {
			return ofList(h, func(*recall.Hotel) string { return h.Of.Row.Price.Amount })
		}},
		{"all in", func(h *hotels.Details) string { return ofList(h, func(l *recall.Hotel) string { return l.AllIn }) }},
		{"stay", stayWords},
		{"free cancellation", freeCancellation},
		{"stars", func(h *hotels.Details) string { return cmp.Or(words.Decimal(h.Star), "unrated") }},
		{"guests say", func(h *hotels.Details) string { return scoreWords(scoreOf(h.Review)) }},
	}
	lastFacts = []hotelFact{
		{"from the center", distanceWords},
		{"district", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.Location.DistrictName), "not stated") }},
		{"kind", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.PropertyType), "not stated") }},
		{"brand", func(h *hotels.Details) string { return cmp.Or(words.Stated(h.BrandName), "none stated") }},
	}
)

// ofList formats an amount from the list as money.
func ofList(h *hotels.Details, amount func(*recall.Hotel) string) string {
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
	return ofList(h, func(l *recall.Hotel) string { return l.Stay })
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

// pointWords returns the distance from the point that the list was searched around.
func pointWords(h *hotels.Details) string {
	return cmp.Or(words.Distance(h.FromSpot(), h.Unit), "not stated")
}

func distanceWords(h *hotels.Details) string {
	n, err := strconv.ParseFloat(words.Decimal(h.DistanceToCityCentre), 64)
	if err != nil {
		return "not stated"
	}
	return words.Distance(&n, h.Unit)
}

// differingAmenities returns the amenities that some but not all of the hotels list, in the order of the hotels.
func differingAmenities(all []hotels.Details) []string {
	var found []string
	for _, h := range all {
		for _, amenity := range h.Amenities {
			if !slices.Contains(found, amenity) && !allOffer(all, amenity) {
				found = append(found, amenity)
			}
		}
	}
	return found
}

// sharedAmenities returns the amenities that every hotel lists.
func sharedAmenities(all []hotels.Details) []string {
	return slices.DeleteFunc(slices.Clone(all[0].Amenities), func(amenity string) bool { return !allOffer(all, amenity) })
}

func allOffer(all []hotels.Details, amenity string) bool {
	return !slices.ContainsFunc(all, func(h hotels.Details) bool { return !slices.Contains(h.Amenities, amenity) })
}
