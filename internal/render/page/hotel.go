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

// hotelView is a hotel as the page shows it.
type hotelView struct {
	offerView
	Facts []cell
	Rates *bars // nil if they are not known
}

func hotelOf(r document.Report, i int) hotelView {
	h := r.Hotels[i]
	price, per := h.Stay, "for the stay"
	if !price.Known() {
		price, per = h.Night, "a night"
	}
	v := hotelView{offerView: offerOf(r, h.Offer, price)}
	v.ID, v.Title, v.Per = numbered(i+1, "hotel"), strconv.Itoa(i+1)+". "+hotelTitle(h), per
	v.LinkText = "Its page (does not expire)"
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
	var prices []offer.Money
	for _, r := range h.Rates {
		prices = append(prices, r.Price)
	}
	v.Rates = barsOf("Rates", prices, mostRates, func(i int) bar {
		r, per := h.Rates[i], ""
		if r.PerNight { // another length of stay
			per = "a night"
		}
		return bar{
			Who: cmp.Or(r.Room, "room not named"), Cost: priceText(r.Price, h.Locale), Meant: r.Meant, Apart: r.PerNight,
			Terms: join(per, cmp.Or(r.Board, "meals "+notStated), cmp.Or(r.Policy, "cancellation "+notStated), r.Charges),
		}
	})
	if more := len(h.Rates) - mostRates; more > 0 {
		v.Rates.More = words.Counted(more, "rate") + " more."
	}
	return v
}

// hotelTitle returns the name of the hotel, preceded by the name it was saved under.
func hotelTitle(h document.Hotel) string {
	if h.Name != "" && h.Name != h.Called {
		return h.Name + ": " + h.Called
	}
	return h.Called
}

// mostRates is the maximum number of rates drawn per hotel.
const mostRates = 12

// A quarter is the hotels on one map.
type quarter struct {
	centre *document.Point // nil if unknown
	name   string
	hotels []int // indexes in the report
}

// farApart is the distance in kilometers beyond which hotels are not on one map.
const farApart = 40

// quarters groups nearby hotels on one map each. A hotel without a position is on none.
func quarters(r document.Report) []quarter {
	var all []quarter
	for i, h := range r.Hotels {
		if h.At == nil {
			continue
		}
		at := slices.IndexFunc(all, func(q quarter) bool { return apart(*r.Hotels[q.hotels[0]].At, *h.At) <= farApart })
		if at < 0 {
			at, all = len(all), append(all, quarter{name: h.City})
		}
		q := &all[at]
		q.hotels = append(q.hotels, i)
		// The place with the code of the city is the center that the distance is measured from, unless it is an airport
		// far outside. Distances are rounded.
		stated, err := strconv.ParseFloat(h.CentreKm, 64)
		if p := r.Place(h.Code); q.centre == nil && p.At != nil && err == nil && math.Abs(apart(*p.At, *h.At)-stated) <= 0.3 {
			q.centre = p.At
		}
	}
	return all
}

// apart returns the distance of two points in kilometers, as on a flat map.
func apart(a, b document.Point) float64 {
	x, y := flat(a, b)
	return math.Hypot(x, y)
}

const kilometresADegree = 111.195 // of a great circle

// flat returns the position of a point relative to another: kilometers to the east and to the south.
func flat(from, p document.Point) (east, south float64) {
	lng := math.Mod(p.Lng-from.Lng+540, 360) - 180
	return lng * kilometresADegree * math.Cos(from.Lat*math.Pi/180), (from.Lat - p.Lat) * kilometresADegree
}

// The dimensions of a quarter's map.
const (
	quarterWidth  = 480.0
	quarterHeight = 280.0
	leastReach    = 0.8 // minimum distance from the center to the edge, in kilometers
)

// quarterView is a map of hotels.
type quarterView struct {
	Picture picture
	Caption string
}

// view draws hotels to scale. It has no streets and no coast: the outline of land is far too coarse for a town.
func (q quarter) view(r document.Report) quarterView {
	middle, reach := q.around(r)
	scale := quarterHeight / 2 / reach // pixels per kilometer
	spot := func(p document.Point) (x, y float64) {
		east, south := flat(middle, p)
		return rounded(quarterWidth/2+east*scale, 1), rounded(quarterHeight/2+south*scale, 1)
	}
	about := "Map: where the hotels lie"
	if q.name != "" {
		about += " in " + q.name
	}
	ruler := 0.2 // a round length in kilometers that takes up to a third of the map
	for _, km := range []float64{0.5, 1, 2, 5, 10, 20} {
		if km <= reach {
			ruler = km
		}
	}
	p := picture{Class: "map town", About: about, Width: quarterWidth, Height: quarterHeight}
	p.add("ruler", "M14 %vv6h%vv-6", quarterHeight-20, rounded(ruler*scale, 1))
	if q.centre != nil {
		x, y := spot(*q.centre)
		p.add("cross", "M%v %vh12m-6 -6v12", x-6, y)
	}
	var marks []mark
	var caption []string
	for _, i := range q.hotels {
		caption = append(caption, fmt.Sprintf("%d %s", i+1, r.Hotels[i].Called))
		x, y := spot(*r.Hotels[i].At)
		p.add("dot end", "M%v %vh0", x, y)
		marks = append(marks, mark{x / quarterWidth, y / quarterHeight, strconv.Itoa(i + 1)})
	}
	p.Labels = labels(marks, quarterHeight/quarterWidth)
	if q.centre != nil {
		caption = append(caption, strings.TrimSpace("+ the center of "+q.name))
	}
	caption = append(caption, "the line is "+words.Number(ruler)+" km long; streets and coasts are not drawn")
	return quarterView{p, join(caption...)}
}

// around returns the center of a map and the distance from there to its upper edge.
func (q quarter) around(r document.Report) (middle document.Point, reach float64) {
	points := []document.Point{}
	for _, i := range q.hotels {
		points = append(points, *r.Hotels[i].At)
	}
	if q.centre != nil {
		points = append(points, *q.centre)
	}
	first := points[0]
	var west, east, north, south float64
	for _, p := range points {
		x, y := flat(first, p)
		west, east, north, south = min(west, x), max(east, x), min(north, y), max(south, y)
	}
	middle = document.Point{
		Lat: first.Lat - (north+south)/2/kilometresADegree,
		Lng: first.Lng + (west+east)/2/kilometresADegree/max(math.Cos(first.Lat*math.Pi/180), 0.01),
	}
	const margin = 1.35
	return middle, max(leastReach, margin*(south-north)/2, margin*(east-west)/2*quarterHeight/quarterWidth)
}
