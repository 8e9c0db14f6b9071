package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// mostRates is the maximum number of rates drawn per hotel.
const mostRates = 12

func hotelView(r document.Report, i int) offerView {
	h := r.Hotels[i]
	v := viewOf(r, h.Offer, "hotel", i+1)
	v.Title, v.LinkText = strconv.Itoa(i+1)+". "+hotelTitle(h), "Its page (does not expire)"
	price, per := hotelPrice(h)
	v.Cost, v.Per = priceText(price, h.Locale), per
	v.Facts = []cell{{"Days", stayText(h)}}
	if h.Stay.Known() && h.Night.Known() {
		v.Facts = append(v.Facts, cell{"Night", h.Night.Text(h.Locale)})
	}
	cancel := "not seen, which does not mean that there is none"
	if h.FreeCancellation {
		cancel = "seen"
	}
	v.Facts = append(v.Facts, cell{"Stars", cmp.Or(h.Stars, "not rated")}, cell{"Guests say", scoreText(h)}, cell{"Where", whereText(h)},
		cell{"Address", h.Address}, cell{"Free cancellation", cancel})
	var all []bar
	var prices []offer.Money
	for _, rate := range h.Rates {
		price, per := rate.Price, ""
		if rate.PerNight { // of another length of stay, so it cannot be compared
			price, per = offer.Money{}, "a night"
		}
		prices = append(prices, price)
		all = append(all, bar{
			Who: cmp.Or(rate.Room, "room not named"), Cost: priceText(rate.Price, h.Locale), Meant: rate.Meant,
			Terms: join(per, cmp.Or(rate.Board, "meals "+notStated), cmp.Or(rate.Policy, "cancellation "+notStated), rate.Charges),
		})
	}
	v.Bars = bars{Title: "Rates", Bars: shown(all, prices, mostRates)}
	if more := len(all) - mostRates; more > 0 {
		v.Bars.More = words.Counted(more, "rate") + " more."
	}
	return v
}

// hotelPrice returns the price of a stay, or of a night if that is not known, and what it is for.
func hotelPrice(h document.Hotel) (price offer.Money, per string) {
	if h.Stay.Known() {
		return h.Stay, "for the stay"
	}
	return h.Night, "a night"
}

// hotelTitle returns the name of the hotel, preceded by the name it was saved under.
func hotelTitle(h document.Hotel) string {
	if h.Name != "" && h.Name != h.Called {
		return h.Name + ": " + h.Called
	}
	return h.Called
}

// farApart is the distance in kilometers beyond which hotels are not on one map.
const farApart = 40

// quarters groups nearby hotels on one map each. A hotel without a position is on none.
func quarters(r document.Report) (all []quarterView) {
	var groups [][]int // indexes of hotels
	for i, h := range r.Hotels {
		if h.At == nil {
			continue
		}
		at := slices.IndexFunc(groups, func(g []int) bool { return r.Hotels[g[0]].At.Kilometres(*h.At) <= farApart })
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], i)
	}
	for _, group := range groups {
		all = append(all, quarter(r, group))
	}
	return all
}

// The dimensions of a quarter's map.
const (
	quarterWidth  = 480.0
	quarterHeight = 280.0
	leastReach    = 0.8  // minimum distance from the center to the edge, in kilometers
	townMargin    = 1.35 // of the distance from the center to the farthest point
)

// quarterView is a map of hotels.
type quarterView struct {
	Picture picture
	Caption string
}

// quarter draws hotels to scale. It has no streets and no coast: the outline of land is far too coarse for a town.
func quarter(r document.Report, hotels []int) quarterView {
	first := *r.Hotels[hotels[0]].At
	// flat returns the position of a point as on a flat map: kilometers to the east and to the south of the first hotel.
	flat := func(p document.Point) (east, south float64) {
		const aDegree = 111.195 // kilometers on a great circle
		lng := math.Mod(p.Lng-first.Lng+540, 360) - 180
		return lng * aDegree * math.Cos(first.Lat*math.Pi/180), (first.Lat - p.Lat) * aDegree
	}
	var center *document.Point
	var west, east, north, south float64
	include := func(p document.Point) {
		x, y := flat(p)
		west, east, north, south = min(west, x), max(east, x), min(north, y), max(south, y)
	}
	for _, i := range hotels {
		h := r.Hotels[i]
		include(*h.At)
		// The place with the code of the city is the center that the distance is measured from, unless it is an airport
		// far outside. Distances are rounded.
		stated, err := strconv.ParseFloat(h.CentreKm, 64)
		if p := r.Place(h.Code); center == nil && p.At != nil && err == nil && math.Abs(p.At.Kilometres(*h.At)-stated) <= 0.3 {
			center = p.At
			include(*center)
		}
	}
	reach := max(leastReach, townMargin*(south-north)/2, townMargin*(east-west)/2*quarterHeight/quarterWidth)
	scale := quarterHeight / 2 / reach // pixels per kilometer
	spot := func(p document.Point) (x, y float64) {
		x, y = flat(p)
		return rounded(quarterWidth/2+(x-(west+east)/2)*scale, 1), rounded(quarterHeight/2+(y-(north+south)/2)*scale, 1)
	}
	about, city := "Map: where the hotels lie", r.Hotels[hotels[0]].City
	if city != "" {
		about += " in " + city
	}
	ruler := 0.2 // a round length in kilometers that takes up to a third of the map
	for _, km := range []float64{0.5, 1, 2, 5, 10, 20} {
		if km <= reach {
			ruler = km
		}
	}
	p := picture{Class: "map town", About: about, Width: quarterWidth, Height: quarterHeight}
	p.add("ruler", "M14 %vv6h%vv-6", quarterHeight-20, rounded(ruler*scale, 1))
	if center != nil {
		x, y := spot(*center)
		p.add("cross", "M%v %vh12m-6 -6v12", x-6, y)
	}
	var marks []mark
	var caption []string
	for _, i := range hotels {
		caption = append(caption, fmt.Sprintf("%d %s", i+1, r.Hotels[i].Called))
		x, y := spot(*r.Hotels[i].At)
		p.add("dot end", "M%v %vh0", x, y)
		marks = append(marks, mark{x / quarterWidth, y / quarterHeight, strconv.Itoa(i + 1)})
	}
	p.Labels = labels(marks, quarterHeight/quarterWidth)
	if center != nil {
		caption = append(caption, strings.TrimSpace("+ the center of "+city))
	}
	caption = append(caption, "the line is "+words.Number(ruler)+" km long; streets and coasts are not drawn")
	return quarterView{p, join(caption...)}
}
