// Package page draws a report as one self-contained HTML page: no script, no font, no picture from elsewhere. It is
// readable from a file without a network, on a narrow screen, in light and dark, and on paper. It also draws a
// report as Markdown, for a message.
package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/landmap"
	"travel.example/travel/internal/words"
)

//go:embed page.css
var style string

//go:embed page.html
var source string

// Generator is the generator that a page names.
const Generator = "travel report"

var pages = sync.OnceValue(func() *template.Template {
	known := func(text, missing string) template.HTML {
		if text == "" {
			return template.HTML(`<span class="unknown">` + missing + `</span>`)
		}
		return template.HTML(template.HTMLEscapeString(text))
	}
	return template.Must(template.New("").Funcs(template.FuncMap{"known": known}).Parse(source))
})

// view is a report as the page shows it.
type view struct {
	document.Report
	Style                       template.CSS
	Land                        string // the outline of land, if there is a map that needs it
	Lead, AsOf, MadeOn          string
	Overview                    *routes
	CompareTrips, CompareHotels table
	TripViews, HotelViews       []offerView
	Quarters                    []quarterView
	Nowhere                     string // the hotels that are on no map
	Mixed                       bool   // the offers are not for the same party
}

// HTML returns the report as a page.
func HTML(r document.Report) []byte {
	r = cleaned(reflect.ValueOf(r)).Interface().(document.Report)
	var about []string
	if n := len(r.Trips); n > 0 {
		about = append(about, words.Counted(n, "trip"))
	}
	if n := len(r.Hotels); n > 0 {
		about = append(about, words.Counted(n, "hotel"))
	}
	v := view{
		Report: r, Style: template.CSS(style), Lead: join(append(about, party(r))...), AsOf: asOf(r), MadeOn: offer.AsOf(r.Made, r.Made),
		CompareTrips: compareTrips(r.Trips), CompareHotels: compareHotels(r.Hotels), Mixed: party(r) == "", Quarters: quarters(r),
	}
	if len(r.Trips) > 0 {
		v.Land, v.Overview = landmap.Outline(), routesOf(r, r.Trips)
	}
	for i := range r.Trips {
		v.TripViews = append(v.TripViews, tripView(r, i))
	}
	var nowhere []string
	for i, h := range r.Hotels {
		if h.At == nil {
			nowhere = append(nowhere, h.Called)
		}
		v.HotelViews = append(v.HotelViews, hotelView(r, i))
	}
	v.Nowhere = words.And(nowhere)
	var out bytes.Buffer
	if err := pages().ExecuteTemplate(&out, "page", v); err != nil {
		panic(err) // a buffer takes all, and the tests draw every part
	}
	return out.Bytes()
}

// cleaned returns a copy of a value in which every text is cleaned.
func cleaned(v reflect.Value) reflect.Value {
	own := reflect.New(v.Type()).Elem()
	own.Set(v)
	switch v.Kind() {
	case reflect.String:
		own.SetString(clean.Line(v.String()))
	case reflect.Slice:
		own.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			own.Index(i).Set(cleaned(v.Index(i)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			own.Set(reflect.New(v.Type().Elem()))
			own.Elem().Set(cleaned(v.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if own.Field(i).CanSet() {
				own.Field(i).Set(cleaned(v.Field(i)))
			}
		}
	}
	return own
}

// party returns the party and the cabin of all offers, or "" if they differ.
func party(r document.Report) string {
	var all []string
	for _, t := range r.Trips {
		all = append(all, join(t.Party, cabin(t.Cabin)))
	}
	for _, h := range r.Hotels {
		all = append(all, h.Party)
	}
	if all = slices.Compact(all); len(all) != 1 {
		return ""
	}
	return all[0]
}

// asOf says when the first and the last of the prices were seen.
func asOf(r document.Report) string {
	var all []document.Offer
	for _, t := range r.Trips {
		all = append(all, t.Offer)
	}
	for _, h := range r.Hotels {
		all = append(all, h.Offer)
	}
	all = slices.DeleteFunc(all, func(o document.Offer) bool { return o.AsOf.IsZero() })
	if len(all) == 0 {
		return "When its prices were seen is not known."
	}
	earlier := func(a, b document.Offer) int { return a.AsOf.Compare(b.AsOf) }
	from, to := offer.AsOf(slices.MinFunc(all, earlier).AsOf, r.Made), offer.AsOf(slices.MaxFunc(all, earlier).AsOf, r.Made)
	if from == to {
		return "Prices as of " + from + ". They change."
	}
	return "Prices as of " + from + " to " + to + ". They change."
}

// offerView is a trip or a hotel as the page shows it.
type offerView struct {
	ID, Title, Route  string
	About             string // the travelers and the market
	Cost, Per         string
	Note              string
	Unknown           []string
	Facts             []cell // of a hotel
	Legs              []legView
	Signals           string
	Map               *routes
	Bars              bars
	Seen              string // when its prices were seen
	Address, LinkText string
}

// viewOf returns the part of a view that trips and hotels share. n is the number of the offer among those of its kind.
func viewOf(r document.Report, o document.Offer, kind string, n int) offerView {
	v := offerView{ID: numbered(n, kind), About: o.Party, Note: o.Note, Unknown: o.Unknown, Address: webAddress(o.Link)}
	if o.Market != "" {
		v.About = join(o.Party, "market "+o.Market)
	}
	if !o.AsOf.IsZero() {
		v.Seen = offer.AsOf(o.AsOf, r.Made)
	}
	return v
}

// bars are prices with bars to compare them.
type bars struct {
	Title string
	Bars  []bar // none if no price is known
	More  string
}

type bar struct {
	Who, Cost, Terms string
	Meant            bool
	Share            float64 // of the longest bar, in percent; 0 for a price that cannot be compared
}

// notStated stands for a missing value.
const notStated = "not stated"

func cabin(text string) string { return strings.ReplaceAll(text, "_", " ") }

// shown sets the lengths of bars from prices, and returns the first bars, up to most, and the chosen ones.
func shown(all []bar, prices []offer.Money, most int) []bar {
	var few []bar
	for i, share := range shares(prices) {
		if all[i].Share = share; i < most || all[i].Meant {
			few = append(few, all[i])
		}
	}
	return few
}

// shares returns prices in percent of the highest; 0 for one that cannot be compared with the first known one.
func shares(prices []offer.Money) []float64 {
	out := make([]float64, len(prices))
	highest, currency := 0.0, ""
	for i, p := range prices {
		amount, ok := p.Number()
		currency = cmp.Or(currency, p.Currency)
		if !ok || p.Currency != currency || amount <= 0 || amount >= 1e15 {
			continue
		}
		out[i], highest = amount, max(highest, amount)
	}
	for i := range out {
		if highest > 0 {
			out[i] = rounded(100*out[i]/highest, 3)
		}
	}
	return out
}

// rounded rounds a measure to some decimals.
func rounded(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(f*unit) / unit
}

func numbered(n int, what string) string { return fmt.Sprintf("%s-%d", what, n) }

func priceText(p offer.Money, locale string) string {
	if !p.Known() {
		return ""
	}
	return p.Text(locale)
}

// webAddress returns an address that a link may lead to, or "" for any other, such as a script.
func webAddress(raw string) string {
	address := clean.Address(raw)
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}

// join concatenates the parts that are not empty.
func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "" }), " · ")
}

// A table shows offers side by side. On a narrow screen each row becomes a block; the roles in its markup keep it a table
// for screen readers.
type table struct {
	ID, Title string
	Rows      []row // with the same facts in the same order
}

type row struct {
	Name, Anchor string
	Cells        []cell
}

// A cell is a fact with its label. Its text is "" if it is unknown.
type cell struct{ Head, Text string }

func compareTrips(trips []document.Trip) table {
	t := table{ID: "compare-trips", Title: "Trips side by side"}
	ways := []string{"Journey"}
	if slices.ContainsFunc(trips, func(t document.Trip) bool { return len(t.Legs) > 1 }) {
		ways = []string{"Out", "Back"}
	}
	differs := slices.ContainsFunc(trips, func(t document.Trip) bool { return t.From != trips[0].From || t.To != trips[0].To })
	for i, trip := range trips {
		cells := []cell{{"Price", priceText(trip.Price, trip.Locale)}}
		if differs {
			cells = append(cells, cell{"Route", trip.From + " → " + trip.To})
		}
		for n, way := range ways {
			text := ""
			switch {
			case n < len(trip.Legs):
				text = legText(trip.Legs[n])
			case n > 0:
				text = "one way"
			}
			cells = append(cells, cell{way, text})
		}
		var sellers, refundable, bag string // of the fare that the price belongs to: the chosen one, otherwise the cheapest
		if n := len(trip.Fares); n > 0 {
			f := trip.Fares[max(slices.IndexFunc(trip.Fares, func(f document.Fare) bool { return f.Meant }), 0)]
			sellers, refundable, bag = fmt.Sprint(n), words.YesNo(f.Refundable).String(), cmp.Or(f.CheckedBag, notStated)
		}
		cells = append(cells, cell{"Airlines", airlines(trip)}, cell{"Sellers", sellers}, cell{"Refundable", refundable},
			cell{"Checked bag", bag})
		t.Rows = append(t.Rows, row{trip.Name, numbered(i+1, "trip"), cells})
	}
	return t
}

// legText returns a leg on one line: "Fri 25 Dec 06:45 – 14:20, 11h35, 1 stop".
func legText(l document.Leg) string {
	if !l.Departs.Known() || !l.Arrives.Known() {
		return ""
	}
	text := words.Date(l.Departs.At, time.Time{}) + " " + l.Departs.Clock() + " – " + l.Arrives.Since(l.Departs).Clock()
	if l.Minutes > 0 {
		text += ", " + words.Span(l.Minutes)
	}
	if l.Stops != nil {
		text += ", " + words.Stops(*l.Stops)
	}
	return text
}

// airlines returns the distinct airlines of a trip. A name may hold several.
func airlines(t document.Trip) string {
	text := ""
	for _, leg := range t.Legs {
		for _, name := range leg.Airlines {
			if name != "" && !strings.Contains(text+", ", ", "+name+", ") {
				text += ", " + name
			}
		}
	}
	return strings.TrimPrefix(text, ", ")
}

func compareHotels(hotels []document.Hotel) table {
	t := table{ID: "compare-hotels", Title: "Hotels side by side"}
	for i, h := range hotels {
		cancel := "not seen"
		if h.FreeCancellation {
			cancel = "seen"
		}
		t.Rows = append(t.Rows, row{h.Called, numbered(i+1, "hotel"), []cell{
			{"Night", priceText(h.Night, h.Locale)}, {"Stay", priceText(h.Stay, h.Locale)}, {"Days", stayText(h)},
			{"Stars", cmp.Or(h.Stars, "not rated")}, {"Guests say", scoreText(h)}, {"Where", whereText(h)}, {"Free cancellation", cancel},
		}})
	}
	return t
}

func stayText(h document.Hotel) string {
	nights := h.Nights()
	if nights == 0 {
		return ""
	}
	return words.ShortDates(words.Day(h.CheckIn), words.Day(h.CheckOut), time.Time{}, "–") + ", " + words.Counted(nights, "night")
}

func scoreText(h document.Hotel) string {
	if h.Reviews == "" {
		return h.Score
	}
	return h.Score + " of 10, " + words.Thousands(h.Reviews) + " reviews"
}

func whereText(h document.Hotel) string {
	text := join(h.District, h.City)
	if km := words.DistanceOf(h.CentreKm, words.Kilometres); km != "" {
		text = join(text, km+" to the center")
	}
	return text
}
