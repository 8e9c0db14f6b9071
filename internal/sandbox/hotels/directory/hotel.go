package directory

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
)

// Hotel is what is known of a hotel without any search. It does not change.
type Hotel struct {
	ID       int64
	Name     string
	City     *data.City
	Kind     *Kind
	Star     int    // 1 to 5, or 0 when it is not rated
	Brand    string // empty for an independent house
	Chain    string // empty when it belongs to no chain
	District string
	Address  string // street and number; empty when not known
	Lat, Lng float64
	Centre   *float64 // km from the city's place record, two decimals; nil when not reported

	Amenities []string // names of what it offers, in one order for all; not nil

	dice    dice.Dice // for all that is drawn for the hotel
	quality float64   // rating that guests tend to give, 0 to 10
	topics  []string  // that guests write about
	book    dice.Dice // for what they write
	opened  Day       // no review is older
	perDay  float64   // reviews written in a day
}

// Offers tells whether a hotel has an amenity with exactly that name.
func (h *Hotel) Offers(name string) bool { return slices.Contains(h.Amenities, name) }

// Airport is how far the nearest airport is, in kilometres with one decimal.
func (h *Hotel) Airport() float64 {
	near := math.Inf(1)
	for _, a := range data.Airports() {
		near = min(near, data.Distance(a.Lat, a.Lon, h.Lat, h.Lng))
	}
	return max(rounded(near, 1), 0.1)
}

// fill makes up the hotels of a city. No two have the same name.
func (x *Directory) fill(city *data.City) []*Hotel {
	hotels := make([]*Hotel, countOf(city))
	districts := x.Districts(city.Code)
	taken := map[string]bool{}
	for i := range hotels {
		h := &Hotel{ID: number(city.Code, i), City: city, dice: x.dice.Word(city.Code).With(uint64(i))}
		h.build(districts)
		for try := uint64(0); h.Name == "" || taken[h.Name]; try++ {
			h.Name = h.name(h.dice.Word("name").With(try), try)
		}
		taken[h.Name] = true
		hotels[i] = h
	}
	return hotels
}

// build gives a hotel everything but its name: more hotels are in the first districts, and it
// offers what is usual for its stars and kind.
func (h *Hotel) build(districts []Named) {
	draw := h.dice.Word
	kind := tables().kinds[weighted(draw("kind"), tables().shares)]
	h.Kind, h.Star = kind, weighted(draw("star"), kind.stars)
	if len(kind.brands) > 0 && draw("branded").Chance(kind.branded/100) {
		b := kind.brands[draw("brand").Below(len(kind.brands))]
		h.Brand, h.Chain, h.Star = b[0], b[1], int(figure(b[3]))
	} else if draw("member").Chance(0.04) {
		h.Chain = "Sample Stays" // a house that a chain sells under its own name
	}

	d, lists := draw("place"), tables().lists
	at := d.Unit()
	where := districts[int(at*at*float64(len(districts)))]
	// So near to the middle of the district that a hotel on the waterfront stays dry.
	lat, lng := move(where.Lat, where.Lng, 0.35*math.Sqrt(d.With(1).Unit()), d.With(2).Unit())
	h.District, h.Lat, h.Lng = where.Name, rounded(lat, 5), rounded(lng, 5)
	if !d.With(4).Chance(0.02) {
		h.Centre = new(rounded(data.Distance(h.City.Lat, h.City.Lon, h.Lat, h.Lng), 2))
	}
	if street := d.With(6); d.With(5).Chance(0.97) {
		h.Address = fmt.Sprintf("%d %s %s", 1+street.With(3).Below(180),
			pick(street.With(1), lists["street"]), pick(street.With(2), lists["road"]))
	}

	d = draw("amenities")
	h.Amenities, h.topics = []string{}, slices.Clone(lists["topic"])
	for i, a := range tables().amenities {
		share, ok := a.other[kind.Name]
		if !ok {
			share = a.share[h.Star]
		}
		if !d.With(uint64(i)).Chance(share / 100) {
			continue
		}
		h.Amenities = append(h.Amenities, a.name)
		if a.topic != "-" && !slices.Contains(h.topics, a.topic) {
			h.topics = append(h.topics, a.topic)
		}
	}
	d = draw("quality")
	luck := d.With(1).Unit() + d.With(2).Unit() + d.With(3).Unit() - 1.5
	h.quality = min(max(7.7+0.3*(cmp.Or(float64(h.Star), 2.6)-3)+1.5*luck, 4.5), 9.4)
	h.book = draw("book")
	const from2005 = 12784
	h.opened, h.perDay = from2005+Day(h.book.With(1).Below(7000)), 0.008*math.Pow(100, h.book.With(2).Unit())
}

// weighted draws an index by shares that add up to 100.
func weighted(d dice.Dice, shares []float64) int {
	left := d.Unit() * 100
	return max(slices.IndexFunc(shares, func(share float64) bool { left -= share; return left < 0 }), 0)
}

func pick(d dice.Dice, list []string) string { return list[d.Below(len(list))] }

// name is a name to try: a brand with a place, otherwise a word that means
// nothing in a form that is usual for the kind.
func (h *Hotel) name(d dice.Dice, try uint64) string {
	lists := tables().lists
	switch {
	case h.Brand != "" && try == 0:
		return h.Brand + " " + h.City.Name
	case h.Brand != "" && try == 1:
		return h.Brand + " " + h.District
	case h.Brand != "":
		return h.Brand + " " + pick(d, lists["street"]) + " " + pick(d.With(1), lists["road"])
	}
	name := strings.Replace(pick(d, h.Kind.forms), "{}", pick(d.With(1), lists["name"]), 1)
	if try > 8 {
		name += " " + h.District
	}
	return name
}

// airportWithin is how far an airport with an area of hotels is from the center at most, in kilometres.
const airportWithin = 35

// Districts is the districts of a city that has the code, those with most hotels first: its own
// sections where they are known, otherwise quarters around a middle with names in the manner of the
// country; and the area at the airport.
func (x *Directory) Districts(code string) []Named {
	c, ok := data.CityByCode(code)
	if !ok {
		return nil
	}
	var out []Named
	for _, section := range tables().lists[c.Code] {
		cells := strings.Split(section, " ")
		last := len(cells) - 1
		out = append(out, Named{strings.Join(cells[:last-1], " "), figure(cells[last-1]), figure(cells[last])})
	}
	if out == nil {
		names, ok := tables().lists[c.Country]
		if !ok {
			names = tables().lists["*"]
		}
		names = slices.Clone(names)
		d := x.dice.Word(c.Code).Word("districts")
		slices.SortFunc(names[1:], func(a, b string) int { return cmp.Compare(d.Word(a), d.Word(b)) })
		for i, name := range names[:min(4+countOf(c)/46, 14, len(names))] {
			lat, lng := move(c.Lat, c.Lon, 0.8*float64(i), d.With(uint64(i)).Unit())
			out = append(out, Named{name, rounded(lat, 5), rounded(lng, 5)})
		}
	}
	for _, a := range c.Airports[:min(len(c.Airports), 1)] {
		if far := data.Distance(c.Lat, c.Lon, a.Lat, a.Lon); far > 3 && far < airportWithin {
			out = append(out, Named{"Airport Area", a.Lat, a.Lon})
		}
	}
	return out
}

// sprawl is the most that a hotel is away from its city's center, in kilometres: near an airport
// of the city, or in the farthest quarter of a town.
func sprawl(c *data.City) float64 {
	if len(c.Airports) == 0 {
		return 12
	}
	return airportWithin + 1
}

// move is the point some kilometres off, in a direction as a share of the circle, clockwise from
// north. It is exact enough for the size of a city.
func move(lat, lng, km, direction float64) (float64, float64) {
	const kmPerDegree = 111.195 // of latitude
	north, east := math.Cos(2*math.Pi*direction), math.Sin(2*math.Pi*direction)
	lng += km * east / (kmPerDegree * max(math.Cos(lat*math.Pi/180), 0.01))
	return min(max(lat+km*north/kmPerDegree, -90), 90), math.Remainder(lng, 360)
}

func rounded(x float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(x*unit) / unit
}
