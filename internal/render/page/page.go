// Package page draws a report as one self-contained HTML page: no script, no font, no picture from elsewhere. It is
// readable from a file without a network, on a narrow screen, in light and dark, and on paper. It also draws a
// report as Markdown, for a message.
package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"

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
	return template.Must(template.New("").Funcs(template.FuncMap{"known": known}).Parse(source))
})

// known returns a text, or words for one that is missing.
func known(text, missing string) template.HTML {
	if text == "" {
		return template.HTML(`<span class="unknown">` + missing + `</span>`)
	}
	return template.HTML(template.HTMLEscapeString(text))
}

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
	v := view{
		Report: r, Style: template.CSS(style), Lead: lead(r), AsOf: asOf(r), MadeOn: offer.AsOf(r.Made, r.Made),
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

// lead says what the page is about, and for whom.
func lead(r document.Report) string {
	var about []string
	if n := len(r.Trips); n > 0 {
		about = append(about, words.Counted(n, "trip"))
	}
	if n := len(r.Hotels); n > 0 {
		about = append(about, words.Counted(n, "hotel"))
	}
	return join(append(about, party(r))...)
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
	Share            float64 // of the longest bar, in percent; 0 for a price that cannot be compared
}

// notStated stands for a missing value.
const notStated = "not stated"

func cabin(text string) string { return strings.ReplaceAll(text, "_", " ") }

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
