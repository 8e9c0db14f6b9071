// Package page draws a report as one self-contained HTML page: no script, no font, no picture from elsewhere. It is
// readable from a file without a network, on a narrow screen, in light and dark, and on paper. It also draws a
// report as Markdown, for a message.
package page

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/landmap"
	"travel.example/travel/internal/words"
)

//go:embed page.css
var style markup

// Generator is the generator that a page names.
const Generator = "travel report"

// policy lets the page load nothing and send nothing.
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

// sheet is a report being drawn.
type sheet struct {
	writer
	document.Report
	longest int // minutes of the longest leg, the scale of all bars
}

// HTML returns the report as a page.
func HTML(r document.Report) []byte {
	s := &sheet{Report: r}
	for _, t := range r.Trips {
		for _, leg := range t.Legs {
			s.longest = max(s.longest, leg.Minutes)
		}
	}
	s.head()
	s.put(`<main>`)
	s.lead()
	s.overview()
	s.compareTrips()
	for i := range r.Trips {
		s.trip(i)
	}
	s.compareHotels()
	s.hotelMaps()
	for i := range r.Hotels {
		s.hotel(i)
	}
	s.foot()
	s.put("</main></body></html>\n")
	return s.text
}

func (s *sheet) head() {
	s.put(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer"><meta name="generator" content="{}"><title>{}</title>
<style>{}</style></head><body>
`, policy, Generator, s.Title, style)
	if len(s.Trips) > 0 {
		s.put(`<svg class="store" width="0" height="0" aria-hidden="true"><symbol id="land" overflow="visible"><path fill-rule="evenodd" d="{}"/></symbol></svg>
`, markup(landmap.Outline()))
	}
}

// lead says what the page is about, for whom, and when its prices were seen.
func (s *sheet) lead() {
	var about []string
	if n := len(s.Trips); n > 0 {
		about = append(about, words.Counted(n, "trip"))
	}
	if n := len(s.Hotels); n > 0 {
		about = append(about, words.Counted(n, "hotel"))
	}
	about = append(about, s.party())
	s.put(`<header><h1 dir="auto">{}</h1><p class="lead">{}</p>`, s.Title, join(about...))
	s.put(`<p class="seen">{}</p>`, s.asOf())
	if s.Sample {
		s.put(`<p class="sample">Sample data: the flights, hotels and prices on this page are made up.</p>`)
	}
	s.put(`</header>`)
}

// party returns the party and the cabin of all offers, or "" if they differ.
func (s *sheet) party() string {
	var all []string
	add := func(text string) {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, t := range s.Trips {
		add(join(t.Party, cabin(t.Cabin)))
	}
	for _, h := range s.Hotels {
		add(h.Party)
	}
	if len(all) != 1 {
		return ""
	}
	return all[0]
}

// asOf says when the first and the last of the prices were seen.
func (s *sheet) asOf() string {
	var first, last = s.Made, s.Made
	seen := 0
	look := func(o document.Offer) {
		if o.AsOf.IsZero() {
			return
		}
		if seen == 0 || o.AsOf.Before(first) {
			first = o.AsOf
		}
		if seen == 0 || o.AsOf.After(last) {
			last = o.AsOf
		}
		seen++
	}
	for _, t := range s.Trips {
		look(t.Offer)
	}
	for _, h := range s.Hotels {
		look(h.Offer)
	}
	from, to := offer.AsOf(first, s.Made), offer.AsOf(last, s.Made)
	switch {
	case seen == 0:
		return "When its prices were seen is not known."
	case from == to:
		return "Prices as of " + from + ". They change."
	}
	return "Prices as of " + from + " to " + to + ". They change."
}

func (s *sheet) foot() {
	s.put(`<footer><p>`)
	if len(s.Trips) > 0 {
		s.put(`Prices of flights are for the whole party, fees included; whether a fare is refundable is what its seller states. `)
	}
	s.put(`What is not stated is not known, and never means no. Nothing is booked.</p>`)
	if s.party() == "" {
		s.put(`<p>The offers on this page are not for the same party or cabin; compare their prices with that in mind.</p>`)
	}
	s.put(`<p>Made with travel on {}.`, offer.AsOf(s.Made, s.Made))
	if len(s.Trips) > 0 {
		s.put(` Outline of land: Natural Earth, public domain, simplified; ways are great circles, not the routes flown.`)
	}
	s.put(`</p></footer>`)
}

// offerHead begins an offer: its number and name, its price, and the travelers.
func (s *sheet) offerHead(id, name, title string, o document.Offer, price offer.Money, per string) {
	s.put(`<article id="{}" aria-labelledby="{}-name"><div class="top"><div><h2 id="{}-name"><bdi>{}</bdi>`, id, id, id, name)
	if title != "" {
		s.put(` <span class="route" dir="auto">{}</span>`, title)
	}
	s.put(`</h2><p class="meta">{}</p></div><p class="price">`, join(o.Party, market(o.Market)))
	if price.Known() {
		s.put(`<strong>{}</strong>`, price.Text(o.Locale))
		s.put(` <span>{}</span>`, per)
	} else {
		s.put(`<span class="unknown">price not known</span>`)
	}
	s.put(`</p></div>`)
	if o.Note != "" {
		s.put(`<p class="note" dir="auto">{}</p>`, o.Note)
	}
	for _, text := range o.Unknown {
		s.put(`<p class="unknown">{}</p>`, text)
	}
}

// offerFoot ends an offer: when its prices were seen, and a link to continue.
func (s *sheet) offerFoot(o document.Offer, link string) {
	s.put(`<p class="meta">`)
	if o.AsOf.IsZero() {
		s.put(`<span class="unknown">When this price was seen is not known.</span>`)
	} else {
		s.put(`Prices as of {}.`, offer.AsOf(o.AsOf, s.Made))
	}
	if address := webAddress(o.Link); address != "" {
		s.put(` <a href="{}" rel="noopener noreferrer">{}</a> <span class="paper">{}</span>`, address, link, address)
	}
	s.put(`</p></article>`)
}

// or returns text, or unknown if it is empty.
func (s *sheet) or(text, unknown string) markup {
	if text == "" {
		return markup(`<span class="unknown">` + escaped(unknown) + `</span>`)
	}
	return markup(escaped(text))
}

// Words for missing values.
const (
	notStated = "not stated"
	notKnown  = "not known"
)

// market names the country in whose market an offer was seen.
func market(code string) string {
	if code == "" {
		return ""
	}
	return "market " + code
}

func cabin(text string) string { return strings.ReplaceAll(text, "_", " ") }

// track draws a bar whose length is the given share of another one, or nothing if the share is unknown.
func (s *sheet) track(share float64, class markup) {
	if share <= 0 {
		s.put(`<span class="track none"></span>`)
		return
	}
	s.put(`<span class="track"><span class="fill {}" style="width:{}%"></span></span>`, class, share*100)
}

// shares returns prices as fractions of the highest; 0 for one that cannot be compared with the first.
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
			out[i] /= highest
		}
	}
	return out
}

func numbered(n int, what string) string { return fmt.Sprintf("%s-%d", what, n) }
