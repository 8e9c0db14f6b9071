package flights

import (
	"fmt"
	"time"
)

// The waits that are worth a word, in minutes.
const (
	tightWait = 60
	longWait  = 5 * 60
)

// Signals are what is good to know of a trip before booking, in a few words each.
func (t Trip) Signals() []string {
	var list []string
	for i, leg := range t.Legs {
		list = append(list, leg.signals(Way(i, len(t.Legs)))...)
	}
	return append(list, t.otherAirports()...)
}

// Way tells the ways of a round trip apart: "out", "back"; one way needs no word.
func Way(i, of int) string {
	switch {
	case of < 2:
		return ""
	case i == 0:
		return "out"
	}
	return "back"
}

// otherAirports tell where a trip does not go on from, or end, at the airport that a traveler would
// expect: a car parked there stands far away.
func (t Trip) otherAirports() []string {
	if len(t.Legs) < 2 {
		return nil
	}
	var list []string
	out, back := t.Legs[0], t.Legs[len(t.Legs)-1]
	if out.To != back.From {
		list = append(list, "arrives at "+out.To+", leaves from "+back.From)
	}
	if out.From != back.To {
		list = append(list, "leaves from "+out.From+", comes back to "+back.To)
	}
	return list
}

func (l Leg) signals(way string) []string {
	where := ""
	if way != "" {
		where = " on the way " + way
	}
	var list []string
	if hour := l.Depart.Hour(); !l.Depart.IsZero() && hour < 6 {
		list = append(list, "early departure"+where)
	}
	if l.Overnight {
		list = append(list, "overnight"+where)
	}
	for i, s := range l.Segments {
		if s.Mode != "" && s.Mode != "FLIGHT" {
			list = append(list, fmt.Sprintf("%s from %s to %s%s", modeWords(s.Mode), s.From, s.To, where))
		}
		if i > 0 {
			list = append(list, waitSignals(l.Segments[i-1], s, where)...)
		}
	}
	return list
}

// waitSignals are about one change between segments.
func waitSignals(before, after Segment, where string) []string {
	if before.Arrive.IsZero() || after.Depart.IsZero() {
		return nil
	}
	var list []string
	wait := after.Depart.Sub(before.Arrive)
	switch {
	case before.To != after.From:
		list = append(list, fmt.Sprintf("change from %s to %s%s", before.To, after.From, where))
	case wait < tightWait*time.Minute:
		list = append(list, fmt.Sprintf("only %d min to change in %s%s", int(wait.Minutes()), before.To, where))
	case wait >= longWait*time.Minute:
		list = append(list, fmt.Sprintf("long wait in %s%s", before.To, where))
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
