package commands

import (
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/render"
)

// view lays one trip out for a person.
func (t tripFacts) view(p picked, choice chosen) render.TripView {
	v := render.TripView{Title: "Trip", Locale: t.metadata.Locale}
	if p.row > 0 {
		v.Title = fmt.Sprintf("Trip %d", p.row)
	}
	v.Context = searchWords(p.about, t.metadata.CurrencyCode, choice.site)
	for i, leg := range t.legs {
		if i == 0 {
			v.Route = append(v.Route, leg.view.From)
		}
		v.Route = append(v.Route, leg.view.To)
		for _, name := range leg.airlines {
			if !slices.Contains(v.Airlines, name) {
				v.Airlines = append(v.Airlines, name)
			}
		}
		for j := range leg.view.Segments {
			if s := &leg.view.Segments[j]; s.Cabin == p.about.Cabin {
				s.Cabin = "" // the head says it for the whole trip
			}
		}
		v.Legs = append(v.Legs, leg.view)
		v.Signals = append(v.Signals, leg.signals()...)
	}
	for i, f := range t.fares {
		v.Fares = append(v.Fares, render.FareRow{
			N: i + 1, FareID: f.id, Price: f.price, SoldBy: f.seller, Kind: f.kind, Refundable: f.refundable,
			CabinBag: f.cabinBag, CheckedBag: f.checkedBag, Then: f.then(), Link: f.link,
		})
	}
	return v
}

// then says where a fare is booked.
func (f fareFacts) then() string {
	switch f.kind {
	case "airline":
		return "book at the airline"
	case "partner":
		return "book at the agency"
	}
	return "book on this service"
}

// The waits that are worth a word, in minutes.
const (
	tightWait = 60
	longWait  = 5 * 60
)

// signals are what is good to know of a leg before booking.
func (l tripLegFacts) signals() []string {
	where := ""
	if l.view.Label != "" {
		where = " on the way " + l.view.Label
	}
	var list []string
	if hour := l.view.Depart.Hour(); !l.view.Depart.IsZero() && hour < 6 {
		list = append(list, "early departure"+where)
	}
	if l.overnight {
		list = append(list, "overnight"+where)
	}
	for i, s := range l.view.Segments {
		if s.Mode != "" && s.Mode != "FLIGHT" {
			list = append(list, fmt.Sprintf("%s from %s to %s%s", modeWords(s.Mode), s.From.Code, s.To.Code, where))
		}
		if i == 0 {
			continue
		}
		list = append(list, waitSignals(l.view.Segments[i-1], s, where)...)
	}
	return list
}

// waitSignals are about one change between segments.
func waitSignals(before, after render.Segment, where string) []string {
	if before.Arrive.IsZero() || after.Depart.IsZero() {
		return nil
	}
	var list []string
	wait := after.Depart.Sub(before.Arrive)
	switch {
	case before.To.Code != after.From.Code:
		list = append(list, fmt.Sprintf("change from %s to %s%s", before.To.Code, after.From.Code, where))
	case wait < tightWait*time.Minute:
		list = append(list, fmt.Sprintf("only %d min to change in %s%s", int(wait.Minutes()), before.To.Code, where))
	case wait >= longWait*time.Minute:
		list = append(list, fmt.Sprintf("long wait in %s%s", before.To.Code, where))
	}
	return list
}

func modeWords(mode string) string {
	switch mode {
	case "TRAIN":
		return "train"
	case "BUS":
		return "bus"
	}
	return "ground transport"
}
