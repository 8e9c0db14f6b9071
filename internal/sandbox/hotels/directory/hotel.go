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

// Hotel has the facts about a hotel that do not depend on a search. It is immutable.
type Hotel struct {
	ID       int64
	Name     string
	City     *data.City
	Kind     *Kind
	Star     int    // 1 to 5, or 0 if it is not rated
	Brand    string // empty for an independent hotel
	Chain    string // empty if it belongs to no chain
	District string
	Address  string // street and number; empty if unknown
	Lat, Lng float64
	Centre   *float64 // km from the city's coordinates, two decimals; nil if not reported

	Amenities []string // names, always in the same order; not nil

	dice    dice.Dice // for everything drawn for the hotel
	quality float64   // average rating, 0 to 10
	topics  []string  // topics that guests write about
	book    dice.Dice // for the reviews
	opened  Day       // before the first review
	perDay  float64   // reviews per day
}

// Offers reports whether a hotel has an amenity with exactly that name.
func (h *Hotel) Offers(name string) bool { return slices.Contains(h.Amenities, name) }

// Airport returns the distance to the nearest airport in kilometers, with one decimal.
func (h *Hotel) Airport() float64 {
	near := math.Inf(1)
	for _, a := range data.Airports() {
		near = min(near, data.Distance(a.Lat, a.Lon, h.Lat, h.Lng))
	}
	return max(rounded(near, 1), 0.1)
}

// fill generates the hotels of a city. No two have the same name.
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

// build sets everything except the hotel's name. The first districts get more hotels, and the amenities depend on
// stars and kind.
func (h *Hotel) build(districts []Named) {
	draw := h.dice.Word
	kind := tables().kinds[weighted(draw("kind"), tables().shares)]
	h.Kind, h.Star = kind, weighted(draw("star"), kind.stars)
	if len(kind.brands) > 0 && draw("branded").Chance(kind.branded/100) {
		b := kind.brands[draw("brand").Below(len(kind.brands))]
		h.Brand, h.Chain, h.Star = b[0], b[1], int(figure(b[3]))
	} else if draw("member").Chance(0.04) {
		h.Chain = "Sample Stays" // an independent hotel that a chain sells under its own name
	}

	d, lists := draw("place"), tables().lists
	at := d.Unit()
	where := districts[int(at*at*float64(len(districts)))]
	// Close enough to the middle of the district that a hotel at the waterfront is on land.
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

// name returns a candidate for the name: a brand with a place, otherwise an invented word in a pattern that is
// common for the kind.
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

// airportWithin is the maximum distance in kilometers from the center to an airport with its own hotel area.
const airportWithin = 35

// Districts returns the districts of the city with a code, those with most hotels first: its real sections if
// they are known, otherwise made-up quarters around the center with names typical of the country, and then the
// area at the airport.
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

// sprawl returns the maximum distance in kilometers from a city's center to one of its hotels, which is near an
// airport or, for a town, in the outermost quarter.
func sprawl(c *data.City) float64 {
	if len(c.Airports) == 0 {
		return 12
	}
	return airportWithin + 1
}

// move returns the point at a distance in a direction, given as a share of the circle clockwise from north. It is
// accurate enough within a city.
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
