package commands

import (
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/money"
)

// notInList stands for what only a list says, of a hotel that is in none.
const notInList = "not in the list"

// hotelFacts are what a traveler decides by, most important first.
func hotelFacts(hotels []comparedHotel, unit figure.Unit) []grid.ComparedFact {
	var facts []grid.ComparedFact
	add := func(label string, value func(comparedHotel) string) {
		fact := grid.ComparedFact{Label: label}
		for _, h := range hotels {
			fact.Values = append(fact.Values, value(h))
		}
		facts = append(facts, fact)
	}
	add("a night", func(h comparedHotel) string { return h.price("night") })
	add("all in", func(h comparedHotel) string { return h.price("allIn") })
	add("stay", func(h comparedHotel) string { return h.price("stay") })
	add("free cancellation", func(h comparedHotel) string { return h.listed("free cancellation", "not stated") })
	add("stars", func(h comparedHotel) string { return orWord(decimal(h.hotel.Star), "unrated") })
	add("guests say", func(h comparedHotel) string { return scoreText(scoreOf(h.hotel.Review)) })
	for _, cohort := range cohortOrder {
		add(cohortWords[cohort], func(h comparedHotel) string {
			if h.picked.row == 0 {
				return notInList
			}
			return scoreText(readScore(h.picked.facts[cohortFact(cohort)]))
		})
	}
	add("from the centre", func(h comparedHotel) string { return distanceText(decimal(h.hotel.DistanceToCityCentre), unit) })
	add("district", func(h comparedHotel) string { return orWord(stated(h.hotel.Location.DistrictName), "not stated") })
	add("kind", func(h comparedHotel) string { return orWord(stated(h.hotel.PropertyType), "not stated") })
	add("brand", func(h comparedHotel) string { return orWord(stated(h.hotel.BrandName), "none stated") })
	for _, amenity := range differingAmenities(hotels) {
		add(amenity, func(h comparedHotel) string {
			if slices.Contains(h.hotel.Amenities, amenity) {
				return "yes"
			}
			return "not listed"
		})
	}
	return facts
}

// price is an amount of the list.
func (h comparedHotel) price(fact string) string {
	amount := h.listed(fact, "")
	if amount == "" || amount == notInList {
		return orWord(amount, "not stated")
	}
	return money.Money{Amount: amount, Currency: h.picked.facts["currency"]}.Text(h.picked.about.Locale)
}

// listed is a fact of the list, or a word where the list had none.
func (h comparedHotel) listed(fact, none string) string {
	if h.picked.row == 0 {
		return notInList
	}
	return orWord(h.picked.facts[fact], none)
}

func orWord(text, word string) string {
	if text == "" {
		return word
	}
	return text
}

// scoreText is a score with the reviews behind it.
func scoreText(s *hotelview.Score) string {
	if s == nil {
		return "too little data"
	}
	value := s.Value
	if !strings.Contains(value, ".") {
		value += ".0"
	}
	return value + " (" + s.Count + ")"
}

func distanceText(km string, unit figure.Unit) string {
	n, err := strconv.ParseFloat(km, 64)
	if err != nil {
		return "not stated"
	}
	return distanceWords(n, unit)
}

// differingAmenities are those that some of the hotels list and some do not, in
// the order of their first hotel.
func differingAmenities(hotels []comparedHotel) []string {
	var found []string
	for _, h := range hotels {
		for _, amenity := range h.hotel.Amenities {
			if !slices.Contains(found, amenity) && !allOffer(hotels, amenity) {
				found = append(found, amenity)
			}
		}
	}
	return found
}

// sharedAmenities are those that every hotel lists.
func sharedAmenities(hotels []comparedHotel) []string {
	return slices.DeleteFunc(slices.Clone(hotels[0].hotel.Amenities), func(amenity string) bool { return !allOffer(hotels, amenity) })
}

func allOffer(hotels []comparedHotel, amenity string) bool {
	return !slices.ContainsFunc(hotels, func(h comparedHotel) bool { return !slices.Contains(h.hotel.Amenities, amenity) })
}
