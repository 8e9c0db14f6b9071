package commands

import (
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
)

// view lays one trip out for a person.
func (t tripFacts) view(p picked, choice chosen) flightview.TripView {
	v := flightview.TripView{Title: "Trip", Locale: t.metadata.Locale}
	if p.row > 0 {
		v.Title = fmt.Sprintf("Trip %d", p.row)
	}
	v.Context = searchWords(p.about, t.metadata.CurrencyCode, choice.site)
	for i, leg := range t.legs {
		switch last := len(v.Route) - 1; {
		case i == 0:
			v.Route = append(v.Route, leg.view.From)
		case v.Route[last] != leg.view.From:
			v.Route[last] += "/" + leg.view.From // the city's other airport
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
	v.Signals = append(v.Signals, t.otherAirports()...)
	for i, f := range t.fares {
		v.Fares = append(v.Fares, flightview.FareRow{
			N: i + 1, FareID: sendable(f.id), Price: f.price, SoldBy: f.seller, Kind: f.kind, Refundable: f.refundable,
			CabinBag: f.cabinBag, CheckedBag: f.checkedBag, Then: f.then(i + 1), Link: f.link,
		})
	}
	return v
}

// otherAirports tell where a trip does not go on from, or end, at the airport
// that a traveler would expect: a car parked there stands far away.
func (t tripFacts) otherAirports() []string {
	if len(t.legs) < 2 {
		return nil
	}
	var words []string
	out, back := t.legs[0].view, t.legs[len(t.legs)-1].view
	if out.To != back.From {
		words = append(words, "arrives at "+out.To+", leaves from "+back.From)
	}
	if out.From != back.To {
		words = append(words, "leaves from "+out.From+", comes back to "+back.To)
	}
	return words
}

// then says how a fare goes on: with its options, or at whoever sells it.
func (f fareFacts) then(row int) string {
	switch {
	case f.kind == string(apiclient.FareKindAirline):
		return "at the airline"
	case f.kind == string(apiclient.FareKindPartner):
		return "at the agency"
	case f.opens():
		return fmt.Sprintf("travel flights options %d", row)
	}
	return "on this service, without options"
}

// opens tells whether the fare can be opened into options here.
func (f fareFacts) opens() bool {
	return f.options && f.kind != string(apiclient.FareKindAirline) && f.kind != string(apiclient.FareKindPartner)
}

// fareNext is the command that usually follows: the options of the cheapest
// fare that has some, or else the link to whoever sells the cheapest.
func (t tripFacts) fareNext() []string {
	i := slices.IndexFunc(t.fares, func(f fareFacts) bool { return f.opens() && apiclient.ValidID(f.id) })
	switch {
	case i >= 0:
		return []string{t.fares[i].then(i + 1)}
	case len(t.fares) > 0 && apiclient.ValidID(t.fares[0].id):
		return []string{"travel flights booking-link 1"}
	}
	return nil
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
func waitSignals(before, after flightview.Segment, where string) []string {
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
