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

func (s *sheet) hotel(i int) {
	h := s.Hotels[i]
	price, per := h.Stay, "for the stay"
	if !price.Known() {
		price, per = h.Night, "a night"
	}
	s.offerHead(numbered(i+1, "hotel"), strconv.Itoa(i+1)+". "+hotelTitle(h), "", h.Offer, price, per)
	s.put(`<dl>`)
	s.fact("Days", stayText(h))
	if h.Stay.Known() && h.Night.Known() {
		s.fact("Night", h.Night.Text(h.Locale))
	}
	s.fact("Stars", cmp.Or(h.Stars, "not rated"))
	s.fact("Guests say", scoreText(h))
	s.fact("Where", whereText(h))
	s.fact("Address", h.Address)
	cancel := "not seen, which does not mean that there is none"
	if h.FreeCancellation {
		cancel = "seen"
	}
	s.fact("Free cancellation", cancel)
	s.put(`</dl>`)
	s.rates(h)
	s.offerFoot(h.Offer, "Its page, which does not expire")
}

// hotelTitle returns the name of the hotel, preceded by the name it was saved under.
func hotelTitle(h document.Hotel) string {
	if h.Name != "" && h.Name != h.Called {
		return h.Name + ": " + h.Called
	}
	return h.Called
}

func (s *sheet) fact(what, text string) {
	s.put(`<div><dt>{}</dt><dd dir="auto">{}</dd></div>`, what, s.or(text, notKnown))
}

// mostRates is the maximum number of rates drawn per hotel.
const mostRates = 12

func (s *sheet) rates(h document.Hotel) {
	if len(h.Rates) == 0 {
		return
	}
	prices := make([]offer.Money, len(h.Rates))
	for i, r := range h.Rates {
		prices[i] = r.Price
	}
	s.put(`<h3>Rates</h3><ul class="bars">`)
	for i, share := range shares(prices) {
		if i >= mostRates && !h.Rates[i].Meant {
			continue
		}
		s.rate(h.Rates[i], h.Locale, share)
	}
	s.put(`</ul>`)
	if more := len(h.Rates) - mostRates; more > 0 {
		s.put(`<p class="meta">{} more.</p>`, words.Counted(more, "rate"))
	}
}

func (s *sheet) rate(r document.Rate, locale string, share float64) {
	class := markup("")
	s.put(`<li><span class="who"><bdi>{}</bdi>`, cmp.Or(r.Room, "room not named"))
	if r.Meant {
		class = "meant"
		s.put(` <span class="tag">chosen</span>`)
	}
	s.put(`</span><span class="what">{}</span>`, s.or(priceText(r.Price, locale), notKnown))
	if r.PerNight {
		share = 0 // not comparable: another length of stay
	}
	s.track(share, class)
	per := ""
	if r.PerNight {
		per = "a night"
	}
	s.put(`<span class="terms" dir="auto">{}</span></li>`, join(per, cmp.Or(r.Board, "meals "+notStated), cmp.Or(r.Policy, "cancellation "+notStated), r.Charges))
}

// A quarter is the hotels on one map.
type quarter struct {
	centre *document.Point // nil if unknown
	name   string
	hotels []int // indexes in the report
}

// farApart is the distance in kilometers beyond which hotels are not on one map.
const farApart = 40

// quarters groups nearby hotels on one map each. A hotel without a position is on none.
func (s *sheet) quarters() []quarter {
	var all []quarter
	for i, h := range s.Hotels {
		if h.At == nil {
			continue
		}
		at := slices.IndexFunc(all, func(q quarter) bool { return apart(*s.Hotels[q.hotels[0]].At, *h.At) <= farApart })
		if at < 0 {
			at, all = len(all), append(all, quarter{name: h.City})
		}
		q := &all[at]
		q.hotels = append(q.hotels, i)
		if p := s.Place(h.Code); q.centre == nil && p.At != nil && isCentre(*p.At, h) {
			q.centre = p.At
		}
	}
	return all
}

// isCentre reports whether a place with the code of the city is the center that the hotel's distance is measured
// from. The code may be that of an airport far outside.
func isCentre(p document.Point, h document.Hotel) bool {
	const about = 0.3 // kilometers, by which distances are rounded
	stated, err := strconv.ParseFloat(h.CentreKm, 64)
	return err == nil && math.Abs(apart(p, *h.At)-stated) <= about
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

// hotelMaps draws the maps of the hotels and names the hotels that are on none.
func (s *sheet) hotelMaps() {
	var missing []string
	for _, h := range s.Hotels {
		if h.At == nil {
			missing = append(missing, h.Called)
		}
	}
	for _, q := range s.quarters() {
		s.quarter(q)
	}
	if len(missing) > 0 {
		s.put(`<p class="unknown" dir="auto">Where it lies is not known: {}.</p>`, words.And(missing))
	}
}

// The dimensions of a quarter's map.
const (
	quarterWidth  = 480.0
	quarterHeight = 280.0
	leastReach    = 0.8 // minimum distance from the center to the edge, in kilometers
)

// quarter draws hotels to scale. It has no streets and no coast: the outline of land is far too coarse for a town.
func (s *sheet) quarter(q quarter) {
	middle, reach := s.around(q)
	scale := quarterHeight / 2 / reach // pixels per kilometer
	spot := func(p document.Point) (x, y float64) {
		east, south := flat(middle, p)
		return tenth(quarterWidth/2 + east*scale), tenth(quarterHeight/2 + south*scale)
	}
	about := "Map: where the hotels lie"
	if q.name != "" {
		about += " in " + q.name
	}
	s.put(`<figure><div class="map town" role="img" aria-label="{}"><svg viewBox="0 0 {} {}" aria-hidden="true">`, about, quarterWidth, quarterHeight)
	ruler := rulerOf(reach)
	s.put(`<path class="ruler" d="M14 {}v6h{}v-6"/>`, quarterHeight-20, tenth(ruler*scale))
	if q.centre != nil {
		x, y := spot(*q.centre)
		s.put(`<path class="cross" d="M{} {}h12m-6 -6v12"/>`, x-6, y)
	}
	var marks []mark
	for _, i := range q.hotels {
		x, y := spot(*s.Hotels[i].At)
		s.put(`<path class="dot end" d="M{} {}h0"/>`, x, y)
		marks = append(marks, mark{x / quarterWidth, y / quarterHeight, strconv.Itoa(i + 1)})
	}
	s.put(`</svg>`)
	s.labels(marks, quarterHeight/quarterWidth)
	s.put(`</div><figcaption class="meta" dir="auto">{}</figcaption></figure>`, s.caption(q, ruler))
}

// around returns the center of a map and the distance from there to its upper edge.
func (s *sheet) around(q quarter) (middle document.Point, reach float64) {
	points := []document.Point{}
	for _, i := range q.hotels {
		points = append(points, *s.Hotels[i].At)
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

// rulerOf returns a round length in kilometers that takes up to a third of a map.
func rulerOf(reach float64) float64 {
	length := 0.2
	for _, km := range []float64{0.5, 1, 2, 5, 10, 20} {
		if km <= reach {
			length = km
		}
	}
	return length
}

// caption explains the numbers and lengths on a map.
func (s *sheet) caption(q quarter, ruler float64) string {
	var parts []string
	for _, i := range q.hotels {
		parts = append(parts, fmt.Sprintf("%d %s", i+1, s.Hotels[i].Called))
	}
	if q.centre != nil {
		parts = append(parts, strings.TrimSpace("+ the center of "+q.name))
	}
	return join(append(parts, "the line is "+words.Number(ruler)+" km long; streets and coasts are not drawn")...)
}
