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
	"travel.example/travel/internal/render/figure"
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
	CompareTrips, CompareHotels *table
	TripViews                   []tripView
	Quarters                    []quarterView
	Nowhere                     string // the hotels that are on no map
	HotelViews                  []hotelView
	Mixed                       bool // the offers are not for the same party
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
		CompareTrips: compareTrips(r.Trips), CompareHotels: compareHotels(r.Hotels), Mixed: party(r) == "",
	}
	if len(r.Trips) > 0 {
		v.Land, v.Overview = landmap.Outline(), routesOf(r, r.Trips)
	}
	longest := 0
	for _, t := range r.Trips {
		for _, leg := range t.Legs {
			longest = max(longest, leg.Minutes)
		}
	}
	for i := range r.Trips {
		v.TripViews = append(v.TripViews, tripOf(r, i, longest))
	}
	for _, q := range quarters(r) {
		v.Quarters = append(v.Quarters, q.view(r))
	}
	var nowhere []string
	for i, h := range r.Hotels {
		if h.At == nil {
			nowhere = append(nowhere, h.Called)
		}
		v.HotelViews = append(v.HotelViews, hotelOf(r, i))
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

// offerView is what the page shows of a trip as of a hotel.
type offerView struct {
	ID, Title, Route  string
	About             string // the travelers and the market
	Cost, Per         string
	Note              string
	Unknown           []string
	Seen              string // when its prices were seen
	Address, LinkText string
}

func offerOf(r document.Report, o document.Offer, price offer.Money) offerView {
	v := offerView{About: o.Party, Cost: priceText(price, o.Locale), Note: o.Note, Unknown: o.Unknown, Address: webAddress(o.Link)}
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
	Bars  []bar
	More  string
}

type bar struct {
	Who, Cost, Terms string
	Meant            bool
	Apart            bool    // it cannot be compared with the others
	Share            float64 // of the longest bar, in percent; 0 for a price that cannot be compared
}

// notStated stands for a missing value.
const notStated = "not stated"

func cabin(text string) string { return strings.ReplaceAll(text, "_", " ") }

// barsOf returns the bars of the first prices, up to most, and of the chosen ones. It returns nil if there are no prices.
func barsOf(title string, prices []offer.Money, most int, describe func(i int) bar) *bars {
	if len(prices) == 0 {
		return nil
	}
	b := &bars{Title: title}
	for i, share := range shares(prices) {
		one := describe(i)
		if i >= most && !one.Meant {
			continue
		}
		if !one.Apart {
			one.Share = share
		}
		b.Bars = append(b.Bars, one)
	}
	return b
}

// shares returns prices in percent of the highest; 0 for one that cannot be compared with the first.
func shares(prices []offer.Money) []float64 {
	out := make([]float64, len(prices))
	highest := 0.0
	for i, p := range prices {
		amount, ok := p.Number()
		if !ok || p.Currency != prices[0].Currency || amount <= 0 || amount >= 1e15 {
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
	Heads     []string
	Rows      []row
}

type row struct {
	Name, Anchor string
	Cells        []cell
}

// A cell is a fact with its label. Its text is "" if it is unknown.
type cell struct{ Head, Text string }

// A column is one fact about every offer of a table.
type column[T any] struct {
	head  string
	value func(T) string // "" if unknown
}

// tableOf returns a table of offers, or nil if there is nothing to compare.
func tableOf[T any](kind, title string, offers []T, name func(T) string, columns []column[T]) *table {
	if len(offers) < 2 {
		return nil
	}
	t := &table{ID: "compare-" + kind + "s", Title: title, Heads: []string{"Offer"}}
	for _, c := range columns {
		t.Heads = append(t.Heads, c.head)
	}
	for i, o := range offers {
		r := row{Name: name(o), Anchor: numbered(i+1, kind)}
		for _, c := range columns {
			r.Cells = append(r.Cells, cell{c.head, c.value(o)})
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func compareTrips(trips []document.Trip) *table {
	columns := []column[document.Trip]{{"Price", func(t document.Trip) string { return priceText(t.Price, t.Locale) }}}
	if slices.ContainsFunc(trips, func(t document.Trip) bool { return t.From != trips[0].From || t.To != trips[0].To }) {
		columns = append(columns, column[document.Trip]{"Route", func(t document.Trip) string { return t.From + " → " + t.To }})
	}
	ways := 0
	for _, t := range trips {
		ways = max(ways, len(t.Legs))
	}
	for i := range min(ways, 2) {
		head := "Journey"
		if ways > 1 {
			head = []string{"Out", "Back"}[i]
		}
		columns = append(columns, column[document.Trip]{head, func(t document.Trip) string {
			if i >= len(t.Legs) {
				return "one way"
			}
			return legText(t.Legs[i])
		}})
	}
	columns = append(columns,
		column[document.Trip]{"Airlines", airlines},
		column[document.Trip]{"Sellers", func(t document.Trip) string {
			return fareFact(t, func(document.Fare) string { return fmt.Sprint(len(t.Fares)) })
		}},
		column[document.Trip]{"Refundable", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return words.YesNo(f.Refundable).String() })
		}},
		column[document.Trip]{"Checked bag", func(t document.Trip) string {
			return fareFact(t, func(f document.Fare) string { return cmp.Or(f.CheckedBag, notStated) })
		}},
	)
	return tableOf("trip", "Trips side by side", trips, func(t document.Trip) string { return t.Name }, columns)
}

// legText returns a leg on one line: "Fri 25 Dec 06:45 – 14:20, 11h35, 1 stop".
func legText(l document.Leg) string {
	if !l.Departs.Known() || !l.Arrives.Known() {
		return ""
	}
	text := words.Date(l.Departs.At, time.Time{}) + " " + l.Departs.Clock() + " – " + l.Arrives.Since(l.Departs).Clock()
	if l.Minutes > 0 {
		text += ", " + figure.Span(l.Minutes)
	}
	if l.Stops != nil {
		text += ", " + figure.Stops(*l.Stops)
	}
	return text
}

func airlines(t document.Trip) string {
	var names []string
	for _, leg := range t.Legs {
		for _, name := range leg.Airlines {
			if name != "" && !strings.Contains(", "+strings.Join(names, ", ")+", ", ", "+name+", ") {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// fareFact returns a fact about the fare that the price belongs to: the chosen one, otherwise the cheapest. It returns ""
// if the fares of the trip were not read.
func fareFact(t document.Trip, fact func(document.Fare) string) string {
	if len(t.Fares) == 0 {
		return ""
	}
	return fact(t.Fares[max(slices.IndexFunc(t.Fares, func(f document.Fare) bool { return f.Meant }), 0)])
}

func compareHotels(hotels []document.Hotel) *table {
	return tableOf("hotel", "Hotels side by side", hotels, func(h document.Hotel) string { return h.Called }, []column[document.Hotel]{
		{"Night", func(h document.Hotel) string { return priceText(h.Night, h.Locale) }},
		{"Stay", func(h document.Hotel) string { return priceText(h.Stay, h.Locale) }},
		{"Days", stayText},
		{"Stars", func(h document.Hotel) string { return cmp.Or(h.Stars, "not rated") }},
		{"Guests say", scoreText},
		{"Where", whereText},
		{"Free cancellation", func(h document.Hotel) string {
			if h.FreeCancellation {
				return "seen"
			}
			return "not seen"
		}},
	})
}

func stayText(h document.Hotel) string {
	in, out := words.Day(h.CheckIn), words.Day(h.CheckOut)
	if in.IsZero() || out.IsZero() {
		return ""
	}
	return figure.Days(in, out, time.Time{}, "–") + ", " + words.Counted(h.Nights(), "night")
}

func scoreText(h document.Hotel) string {
	if h.Score == "" {
		return ""
	}
	if h.Reviews == "" {
		return h.Score
	}
	return h.Score + " of 10, " + words.Thousands(h.Reviews) + " reviews"
}

func whereText(h document.Hotel) string {
	text := join(h.District, h.City)
	if km := figure.Distance(h.CentreKm, words.Kilometres); km != "" {
		text = join(text, km+" to the center")
	}
	return text
}
