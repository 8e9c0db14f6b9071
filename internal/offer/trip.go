package offer

import (
	"fmt"
	"time"

	"travel.example/travel/internal/words"
)

// Leg is one way of a trip. Times are local to the airport; a zero time is not known.
type Leg struct {
	Label          string // "out" or "back"; "" for the only one
	From, To       string // airport codes
	Depart, Arrive time.Time
	DayOffset      int // midnights between the two, each at its own place
	Minutes, Stops int
	Overnight      bool
	Via            []string // airports with a stop, as a list has them
	Modes          []string // FLIGHT, TRAIN, BUS or OTHER, in segment order
	Airlines       []string // names of who sells the leg
	Operated       []string // who flies part of it without selling it
	Segments       []Segment
}

// Segment is one flight, train or bus of a leg. The waits between segments follow from their times.
type Segment struct {
	From, To         string // codes
	FromName, ToName string // "" if not known
	Depart, Arrive   time.Time
	Minutes          int
	Mode             string // as the contract calls it: FLIGHT, TRAIN, BUS or OTHER
	Number           string // it is sold under: "EX 613"
	Carrier          string // who sells it
	Operator         string // who runs it, where that is said
	Vehicle, Cabin   string
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

// Clock is the local time of day at the airport, and how many days after the leg began if not the
// same day: "06:10+1". It alone writes the time of day for a person.
func Clock(t time.Time, dayOffset int) string {
	if t.IsZero() {
		return "--:--"
	}
	clock := t.Format("15:04")
	if dayOffset == 0 {
		return clock
	}
	return fmt.Sprintf("%s%+d", clock, dayOffset)
}

// Published is the time of day of a timetable, HH:MM; text that is none stays as it is.
func Published(text string, dayOffset int) string {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return Clock(t, dayOffset)
}

// Stamp is a time for machines, with its offset where that is known; nothing if it is not known.
func Stamp(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !words.Zoned(t):
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.RFC3339)
}

// DaysBetween counts calendar days from one local date to another, each at its own airport.
func DaysBetween(from, to time.Time) int {
	if from.IsZero() || to.IsZero() {
		return 0
	}
	a := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC)
	b := time.Date(to.Year(), to.Month(), to.Day(), 0, 0, 0, 0, time.UTC)
	return int(b.Sub(a) / (24 * time.Hour))
}

// Flown is the time between two moments at two places in minutes, 0 if that is not known.
func Flown(from, to time.Time) int {
	if !words.Zoned(from) {
		return 0
	}
	return Elapsed(from, to)
}

// Elapsed is the time between two moments in minutes, 0 if one is not known or they are reversed.
// Moments without an offset are taken to be of one place.
func Elapsed(from, to time.Time) int {
	if from.IsZero() || to.IsZero() || words.Zoned(from) != words.Zoned(to) {
		return 0
	}
	return max(int(to.Sub(from).Minutes()), 0)
}
