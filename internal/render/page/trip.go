package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// mostFares is the maximum number of sellers drawn per trip; the rest is counted.
const mostFares = 15

func (s *sheet) trip(i int) {
	t := s.Trips[i]
	s.offerHead(numbered(i+1, "trip"), t.Name, tripRoute(t), t.Offer, t.Price, "whole party")
	for n, leg := range t.Legs {
		s.leg(leg, offer.Way(n, len(t.Legs)))
	}
	if len(t.Signals) > 0 {
		s.put(`<p class="signals"><b>Good to know</b> {}</p>`, strings.Join(t.Signals, " · "))
	}
	if len(s.Trips) > 1 && !sameRoutes(s.Trips) {
		s.routeMap([]document.Trip{t})
	}
	s.fares(t)
	s.offerFoot(t.Offer, "All flights for these days, which does not expire")
}

// sameRoutes reports whether all trips have the same endpoints, so that one map shows all of them.
func sameRoutes(trips []document.Trip) bool {
	first := ends(trips[:1])
	return !slices.ContainsFunc(trips, func(t document.Trip) bool { return !slices.Equal(ends([]document.Trip{t}), first) })
}

// tripRoute returns the route of a trip: "DXB → LHR → DXB".
func tripRoute(t document.Trip) string {
	var route []string
	for _, leg := range t.Legs {
		if n := len(route); n == 0 {
			route = append(route, leg.From)
		} else if route[n-1] != leg.From {
			route[n-1] += "/" + leg.From
		}
		route = append(route, leg.To)
	}
	return strings.Join(route, " → ")
}

// leg draws one leg: its timeline, and each part of it in local times.
func (s *sheet) leg(l document.Leg, way string) {
	s.put(`<section class="leg"><h3>`)
	if way != "" {
		s.put(`<span class="way-name">{}</span> `, words.UpperFirst(way))
	}
	s.put(`{} <span class="meta">`, s.or(words.Date(l.Departs.At, time.Time{}), "day not known"))
	s.put(`{}</span></h3>`, join(s.length(l.Minutes), s.stops(l)))
	s.timeline(l)
	if len(l.Segments) == 0 {
		s.put(`<p class="clock"><b>{}</b> {} → <b>{}</b> {}</p>`, l.Departs.Clock(), l.From, l.Arrives.Clock(), l.To)
		s.put(`<p class="meta">{}</p>`, join(strings.Join(l.Airlines, ", "), strings.Join(l.Numbers, ", ")))
		s.put(`</section>`)
		return
	}
	s.put(`<ol class="parts">`)
	for i, part := range l.Segments {
		if i > 0 {
			s.change(l.Segments[i-1], part)
		}
		s.part(part, l.Departs)
	}
	s.put(`</ol></section>`)
}

func (s *sheet) length(minutes int) string {
	if minutes <= 0 {
		return "length not known"
	}
	return figure.Span(minutes)
}

func (s *sheet) stops(l document.Leg) string {
	if l.Stops == nil {
		return "stops not known"
	}
	return figure.Stops(*l.Stops)
}

// A stretch is a part of a leg in time: in a vehicle, or waiting.
type stretch struct {
	minutes int
	wait    bool
}

// stretches returns the stretches of a leg, or nil if one of its times is unknown.
func stretches(l document.Leg) []stretch {
	var all []stretch
	for i, part := range l.Segments {
		if i > 0 {
			wait := l.Segments[i-1].Arrives.Until(part.Departs)
			if wait <= 0 {
				return nil
			}
			all = append(all, stretch{wait, true})
		}
		if part.Minutes <= 0 {
			return nil
		}
		all = append(all, stretch{part.Minutes, false})
	}
	return all
}

// timeline draws a leg as a bar, to the same scale as all legs of the page.
func (s *sheet) timeline(l document.Leg) {
	if l.Minutes <= 0 || s.longest <= 0 {
		return
	}
	s.put(`<div class="time" aria-hidden="true" style="width:{}%">`, 100*float64(l.Minutes)/float64(s.longest))
	parts := stretches(l)
	if parts == nil {
		s.put(`<span class="fly" style="flex:1"></span>`)
	}
	for _, part := range parts {
		class := markup("fly")
		if part.wait {
			class = "wait"
		}
		s.put(`<span class="{}" style="flex:{}"></span>`, class, part.minutes)
	}
	s.put(`</div>`)
}

// part draws one flight of a leg that began at the given time.
func (s *sheet) part(p offer.Segment, began offer.Moment) {
	s.put(`<li><span class="clock"><b>{}</b> {} → <b>{}</b> {}</span>`,
		p.Departs.Since(began).Clock(), p.From, p.Arrives.Since(began).Clock(), p.To)
	carrier := p.Carrier
	if p.Operator != "" && p.Operator != p.Carrier {
		carrier += " (flown by " + p.Operator + ")"
	}
	span := ""
	if p.Minutes > 0 {
		span = figure.Span(p.Minutes)
	}
	mode := ""
	if p.Mode != "" && p.Mode != "FLIGHT" {
		mode = strings.ToLower(p.Mode)
	}
	s.put(`<span class="meta" dir="auto">{}</span></li>`, join(mode, p.Number, carrier, span, p.Vehicle))
}

// change draws the layover between two parts of a leg.
func (s *sheet) change(before, after offer.Segment) {
	where := "in " + before.To
	if before.To != after.From {
		where = "from " + before.To + " to " + after.From
	}
	wait := before.Arrives.Until(after.Departs)
	if wait <= 0 {
		s.put(`<li class="change">change {}, <span class="unknown">how long is not known</span></li>`, where)
		return
	}
	s.put(`<li class="change">{} to change {}</li>`, figure.Span(wait), where)
}

// fares draws the price of each seller.
func (s *sheet) fares(t document.Trip) {
	if len(t.Fares) == 0 {
		s.put(`<p class="unknown">Who sells it is not known: its fares were not read while its search lived.</p>`)
		return
	}
	s.put(`<h3>Sellers</h3><ul class="bars">`)
	prices := make([]offer.Money, len(t.Fares))
	for i, f := range t.Fares {
		prices[i] = f.Price
	}
	for i, share := range shares(prices) {
		f := t.Fares[i]
		if i >= mostFares && !f.Meant {
			continue
		}
		s.fare(f, t.Locale, share)
	}
	s.put(`</ul>`)
	if more := len(t.Fares) - mostFares; more > 0 {
		s.put(`<p class="meta">{} more ask up to {}.</p>`, words.Counted(more, "seller"), t.Fares[len(t.Fares)-1].Price.Text(t.Locale))
	}
}

func (s *sheet) fare(f document.Fare, locale string, share float64) {
	class := markup("")
	if f.Meant {
		class = "meant"
	}
	s.put(`<li><span class="who"><bdi>{}</bdi>`, cmp.Or(f.Seller, "seller not known"))
	if f.Meant {
		s.put(` <span class="tag">chosen</span>`)
	}
	s.put(`</span><span class="what">{}</span>`, f.Price.Text(locale))
	s.track(share, class)
	refund := "not refundable"
	if f.Refundable {
		refund = "refundable"
	}
	s.put(`<span class="terms" dir="auto">{}</span></li>`, join(refund, bagWords("cabin bag", f.CabinBag), bagWords("checked bag", f.CheckedBag)))
}

func bagWords(what, stated string) string {
	return fmt.Sprintf("%s: %s", what, cmp.Or(stated, notStated))
}
