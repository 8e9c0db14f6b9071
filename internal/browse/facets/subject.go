package facets

import (
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
)

// A Subject is what the rows of one kind of search can be filtered by.
type Subject struct {
	noun   string // a row in a word
	groups []*group
	check  func(*params.Values) error // in the desk's words
}

// A group is filters about one thing.
type group struct {
	title    string
	note     string // what it keeps, in a sentence
	controls []control
}

// A control is how one thing is set.
type control interface {
	wires() []string // of the contract, all that it sets
	items(b *builder)
}

// counted is how trips are counted.
const counted = "; counted without other filters."

var tripGroups = []*group{
	{"Stops", "Trips with one of these numbers of stops, counted on the leg that has most.", []control{&stops{}}},
	{"Price", "What the whole party pays, fees included.", []control{
		&span{low: "min-price", high: "max-price", of: prices, unit: amounts},
	}},
	{"Airlines", "Trips on which one of these sells a leg" + counted, []control{
		&toggle{wire: "same-airline", value: "true", label: "One airline sells every leg"},
		&toggle{wire: "airlines-match", value: "all", label: "Every leg by those chosen here", beside: "airlines"},
		&vocabulary{wire: "airlines"},
	}},
	{"Alliances", "Trips with a leg by one of these" + counted, []control{&vocabulary{wire: "alliances"}}},
	{"Outbound", "Local times of the flight there.", []control{
		&times{parts: "outbound-departure-blocks", between: "outbound-departure-range", flag: "depart", head: "Leaves"},
		&times{parts: "outbound-arrival-blocks", between: "outbound-arrival-range", flag: "arrive", head: "Lands", lands: "lands "},
		&span{low: "outbound-min-duration", high: "outbound-max-duration", of: outbound, unit: lengths, head: "Takes"},
	}},
	back,
	{"Length", "How long the trip and its waits are.", []control{
		&span{high: "max-duration", of: journeys, unit: lengths, head: "The whole trip, all legs together"},
		&span{low: "min-stopover-duration", high: "max-stopover-duration", of: waits, unit: lengths, head: "Waits between flights, on the leg with most"},
	}},
	{"Stopovers", "Trips that change planes at one of these" + counted, []control{&vocabulary{wire: "stopover-airports"}}},
	{"Sellers", "Trips with a fare from one of these" + counted, []control{
		&choices{wire: "booking-types", head: "Kinds of seller", words: [][2]string{{"platform", "This service"}, {"airline", "The airline itself"}}},
		&vocabulary{wire: "booking-sites", head: "Sellers"},
	}},
	{"Aircraft", "Trips with a leg on one of these" + counted, []control{&vocabulary{wire: "aircraft"}}},
}

// back is what a search of one way does not have.
var back = &group{"Return", "Local times of the flight back.", []control{
	&times{parts: "return-departure-blocks", between: "return-departure-range", flag: "return-depart", head: "Leaves"},
	&times{parts: "return-arrival-blocks", between: "return-arrival-range", flag: "return-arrive", head: "Lands", lands: "lands "},
	&span{low: "return-min-duration", high: "return-max-duration", of: homeward, unit: lengths, head: "Takes"},
}}

// Trips is what the trips of a list's search can be filtered by.
func Trips(list recall.List) Subject {
	groups := tripGroups
	if list.Flight != nil && list.Flight.OneWay() {
		groups = nil
		for _, g := range tripGroups {
			if g != back {
				groups = append(groups, g)
			}
		}
	}
	return Subject{noun: "trip", groups: groups, check: func(q *params.Values) error { return flights.CheckView(q, list) }}
}

// part is how words of hotels are counted.
const part = "; a + means that many or more."

var hotelGroups = []*group{
	{"Price", "A night, all taxes and all rooms included.", []control{
		&span{low: "min-price", high: "max-price", of: prices, unit: amounts},
	}},
	{"Stars", "Hotels with so many stars.", []control{
		&span{low: "min-star", high: "max-star", of: stars, unit: counts},
	}},
	{"Scores", "What guests give, out of 10.", []control{
		&span{low: "min-review-score", of: scores, unit: halves, head: "All guests"},
		&ratings{head: "One kind of guests"},
	}},
	{"Rates", "Hotels with one rate that has all of these; none seen proves nothing.", []control{
		&toggle{wire: "refundable", value: "true", label: "A refundable rate was seen"},
		&toggle{wire: "deals-only", value: "true", label: "With a deal"},
		&vocabulary{wire: "rate-types", spoken: true},
	}},
	{"Amenities", "Hotels that have all of these" + part, []control{&vocabulary{wire: "amenities", floor: "+"}}},
	{"Types", "Hotels of one of these types" + part, []control{&vocabulary{wire: "property-types", floor: "+"}}},
	{"Districts", "Hotels in one of these" + part, []control{&vocabulary{wire: "districts", floor: "+"}}},
	{"Brands", "Hotels of one of these" + part, []control{&vocabulary{wire: "brands", floor: "+"}}},
	{"Chains", "Hotels of one of these" + part, []control{&vocabulary{wire: "chains", floor: "+"}}},
}

// Hotels is what the hotels of a search can be filtered by.
func Hotels() Subject { return Subject{noun: "hotel", groups: hotelGroups, check: hotels.CheckView} }
