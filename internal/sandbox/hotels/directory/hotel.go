package directory

import (
	"math"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels/guestbook"
)

// Hotel is what is known of a hotel without any search. It does not change.
type Hotel struct {
	ID       int64
	Name     string
	City     *data.City
	Kind     Kind
	Star     int    // 1 to 5, or 0 when it is not rated
	Brand    string // empty for an independent house
	Chain    string // empty when it belongs to no chain
	District string
	Address  string // street and number; empty when not known
	Lat, Lng float64
	Centre   *float64 // km from the city's place record, two decimals; nil when not reported
	Away     float64  // km from the middle of the city, as a traveler sees it
	Airport  float64  // km to the nearest airport, one decimal
	Central  bool     // in walking distance of the centre
	Quality  float64  // rating that guests tend to give, 0 to 10
	Book     guestbook.Book
	Dice     dice.Dice // for everything else that is drawn for the hotel

	offers uint64 // a bit for each amenity of the lexicon
}

// Amenities are the names of what a hotel offers, in one order for all.
func (h *Hotel) Amenities() []string {
	names := []string{}
	for i, a := range words().amenities {
		if h.offers>>i&1 == 1 {
			names = append(names, a.name)
		}
	}
	return names
}

// Offers tells whether a hotel has an amenity with exactly that name.
func (h *Hotel) Offers(name string) bool {
	for i, a := range words().amenities {
		if a.name == name {
			return h.offers>>i&1 == 1
		}
	}
	return false
}

// walkable is the greatest distance from the centre that is still central, in
// kilometres.
const walkable = 1

// draw makes up what a hotel is and where. Its name comes later, since no two hotels
// of a city may have the same, and so does what is inside.
func (r *register) draw(d dice.Dice, index int) *Hotel {
	kind := drawKind(d.Word("kind"))
	h := &Hotel{
		ID: number(r.city.Code, index), City: r.city, Kind: kind, Star: drawStar(d.Word("star"), kind), Dice: d,
	}
	if brands := words().brands[kind]; len(brands) > 0 && d.Word("branded").Chance(kinds[kind].branded) {
		b := brands[d.Word("brand").Below(len(brands))]
		h.Brand, h.Chain, h.Star = b.Name, b.Chain, b.star
	} else if d.Word("member").Chance(0.04) {
		h.Chain = "Sample Stays" // a house that a chain sells under its own name
	}
	r.place(h, d.Word("place"))
	return h
}

// furnish makes up what a hotel offers and what guests say of it.
func (h *Hotel) furnish() {
	h.offers = drawAmenities(h.Dice.Word("amenities"), h)
	h.Quality = drawQuality(h.Dice.Word("quality"), h)
	h.Book = bookOf(h.Dice.Word("book"), h)
}

// place puts a hotel on the map.
func (r *register) place(h *Hotel, d dice.Dice) {
	lat, lng := r.spot(d)
	h.Lat, h.Lng = rounded(lat, 5), rounded(lng, 5)
	h.District = nearest(r.districts, h.Lat, h.Lng).name
	far := rounded(data.Distance(r.city.Lat, r.city.Lon, h.Lat, h.Lng), 2)
	h.Central = far <= walkable
	h.Away = min(far, data.Distance(r.districts[0].lat, r.districts[0].lng, h.Lat, h.Lng))
	if !d.With(4).Chance(0.02) {
		h.Centre = &far
	}
	h.Airport = math.Inf(1)
	for _, a := range r.airports {
		h.Airport = min(h.Airport, rounded(data.Distance(a.Lat, a.Lon, h.Lat, h.Lng), 1))
	}
	if d.With(5).Chance(0.97) {
		h.Address = address(d.With(6))
	}
}

// spot is where a hotel stands: near the middle of a district, and on land. Sections stand for
// themselves, since their points are known; quarters that are made up are held by the city's land.
func (r *register) spot(d dice.Dice) (lat, lng float64) {
	where := drawDistrict(d, r.districts)
	for try := range uint64(4) {
		roll := d.With(3, try)
		away, direction := where.scatter*math.Sqrt(roll.With(1).Unit()), roll.With(2).Between(-math.Pi, math.Pi)
		if where.name == AirportArea { // not upon it, and rather to the side of the city
			away = where.scatter * roll.With(1).Between(0.5, 1)
			direction = bearing(where.lat, where.lng, r.city.Lat, r.city.Lon) + direction/3
		}
		lat, lng = move(where.lat, where.lng, away, direction)
		if r.own || where.name == AirportArea || r.land.holds(lat, lng) {
			return lat, lng
		}
	}
	return where.lat, where.lng
}

func rounded(x float64, digits int) float64 {
	unit := math.Pow10(digits)
	return math.Round(x*unit) / unit
}

func drawQuality(d dice.Dice, h *Hotel) float64 {
	star := 2.6
	if h.Star > 0 {
		star = float64(h.Star)
	}
	spread := d.With(1).Unit() + d.With(2).Unit() + d.With(3).Unit() - 1.5
	return min(max(7.7+0.3*(star-3)+1.5*spread, 4.5), 9.4)
}
