package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// mostFares is the maximum number of sellers drawn per trip; the rest is counted.
const mostFares = 15

// legView is one leg: its timeline, to the same scale as all legs of the page, and each part of it in local times.
type legView struct {
	Way, Day, About string
	Width           float64 // of the timeline in percent; 0 without one
	Stretches       []stretch
	Parts           []part
	Listed          part // what is known of a leg without parts
}

// A stretch is a part of a leg in time: in a vehicle, or waiting.
type stretch struct {
	Class   string
	Minutes int
}

// A part is one flight of a leg, and the change before it.
type part struct {
	Where, Wait                       string // of the change; Wait is "" if its length is unknown
	Departs, From, Arrives, To, About string
}

func tripView(r document.Report, i int) offerView {
	t := r.Trips[i]
	v := viewOf(r, t.Offer, "trip", i+1)
	v.Title, v.Route, v.Signals = t.Name, tripRoute(t), strings.Join(t.Signals, " · ")
	v.Cost, v.Per, v.LinkText = priceText(t.Price, t.Locale), "whole party", "All flights for these dates (does not expire)"
	longest := 0
	for _, t := range r.Trips {
		for _, leg := range t.Legs {
			longest = max(longest, leg.Minutes)
		}
	}
	for n, leg := range t.Legs {
		v.Legs = append(v.Legs, legOf(leg, offer.Way(n, len(t.Legs)), longest))
	}
	first := ends(r.Trips[:1]) // one map shows all trips that have the same endpoints
	if slices.ContainsFunc(r.Trips, func(t document.Trip) bool { return !slices.Equal(ends([]document.Trip{t}), first) }) {
		v.Map = routesOf(r, []document.Trip{t})
	}
	var all []bar
	var prices []offer.Money
	for _, f := range t.Fares {
		refund := "not refundable"
		if f.Refundable {
			refund = "refundable"
		}
		prices = append(prices, f.Price)
		all = append(all, bar{
			Who: cmp.Or(f.Seller, "seller not known"), Cost: f.Price.Text(t.Locale), Meant: f.Meant,
			Terms: join(refund, "cabin bag: "+cmp.Or(f.CabinBag, notStated), "checked bag: "+cmp.Or(f.CheckedBag, notStated)),
		})
	}
	v.Bars = bars{Title: "Sellers", Bars: shown(all, prices, mostFares)}
	if more := len(all) - mostFares; more > 0 {
		v.Bars.More = fmt.Sprintf("%s more ask up to %s.", words.Counted(more, "seller"), all[len(all)-1].Cost)
	}
	return v
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

func legOf(l document.Leg, way string, longest int) legView {
	v := legView{
		Way: words.UpperFirst(way), Day: words.Date(l.Departs.At, time.Time{}), About: join(length(l), stops(l)),
		Listed: part{
			Departs: l.Departs.Clock(), From: l.From, Arrives: l.Arrives.Clock(), To: l.To,
			About: join(strings.Join(l.Airlines, ", "), strings.Join(l.Numbers, ", ")),
		},
	}
	if l.Minutes > 0 && longest > 0 {
		v.Width, v.Stretches = rounded(100*float64(l.Minutes)/float64(longest), 3), stretches(l)
	}
	for i, s := range l.Segments {
		carrier, span, mode := s.Carrier, "", ""
		if s.Operator != "" && s.Operator != s.Carrier {
			carrier += " (flown by " + s.Operator + ")"
		}
		if s.Minutes > 0 {
			span = words.Span(s.Minutes)
		}
		if s.Mode != "" && s.Mode != "FLIGHT" {
			mode = strings.ToLower(s.Mode)
		}
		p := part{
			Departs: s.Departs.Since(l.Departs).Clock(), From: s.From, Arrives: s.Arrives.Since(l.Departs).Clock(), To: s.To,
			About: join(mode, s.Number, carrier, span, s.Vehicle),
		}
		if i > 0 {
			before := l.Segments[i-1]
			p.Where = "in " + before.To
			if before.To != s.From {
				p.Where = "from " + before.To + " to " + s.From
			}
			if wait := before.Arrives.Until(s.Departs); wait > 0 {
				p.Wait = words.Span(wait)
			}
		}
		v.Parts = append(v.Parts, p)
	}
	return v
}

func length(l document.Leg) string {
	if l.Minutes <= 0 {
		return "length not known"
	}
	return words.Span(l.Minutes)
}

func stops(l document.Leg) string {
	if l.Stops == nil {
		return "stops not known"
	}
	return words.Stops(*l.Stops)
}

// stretches returns the stretches of a leg, or a single one if one of its times is unknown.
func stretches(l document.Leg) []stretch {
	whole := []stretch{{"fly", 1}}
	var all []stretch
	for i, segment := range l.Segments {
		if i > 0 {
			wait := l.Segments[i-1].Arrives.Until(segment.Departs)
			if wait <= 0 {
				return whole
			}
			all = append(all, stretch{"wait", wait})
		}
		if segment.Minutes <= 0 {
			return whole
		}
		all = append(all, stretch{"fly", segment.Minutes})
	}
	if len(all) == 0 {
		return whole
	}
	return all
}
