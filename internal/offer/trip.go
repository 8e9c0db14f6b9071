package offer

import (
	"fmt"
	"time"

	"travel.example/travel/internal/words"
)

// Leg is one way of a trip.
type Leg struct {
	Label     string    `json:"-"`    // "out" or "back"; "" for the only one
	From      string    `json:"from"` // airport codes
	To        string    `json:"to"`
	Departs   Moment    `json:"departs"`
	Arrives   Moment    `json:"arrives"`
	Minutes   int       `json:"minutes,omitempty"` // 0 is not known
	Stops     int       `json:"-"`
	Overnight bool      `json:"-"`
	Via       []string  `json:"via,omitempty"`      // airports with a stop, as a list has them
	Modes     []string  `json:"-"`                  // FLIGHT, TRAIN, BUS or OTHER, in segment order
	Airlines  []string  `json:"airlines,omitempty"` // names of who sells the leg, or codes where only those are known
	Operated  []string  `json:"-"`                  // who flies part of it without selling it
	Segments  []Segment `json:"segments,omitempty"`
}

// Segment is one flight, train or bus of a leg. The waits between segments follow from their times.
type Segment struct {
	From     string `json:"from"` // codes
	FromName string `json:"fromName,omitempty"`
	To       string `json:"to"`
	ToName   string `json:"toName,omitempty"`
	Departs  Moment `json:"departs"`
	Arrives  Moment `json:"arrives"`
	Minutes  int    `json:"minutes,omitempty"`
	Mode     string `json:"mode,omitempty"`     // as the contract calls it: FLIGHT, TRAIN, BUS or OTHER
	Number   string `json:"number,omitempty"`   // it is sold under: "EX 613"
	Carrier  string `json:"carrier,omitempty"`  // who sells it
	Operator string `json:"operator,omitempty"` // who runs it, where that is said
	Vehicle  string `json:"vehicle,omitempty"`
	Cabin    string `json:"cabin,omitempty"`
}

// A Moment is when something leaves or arrives: the local time at its own place, with its offset where the service
// tells it. The zero value is not known.
type Moment struct {
	At   time.Time
	Days int // midnights since its leg began, each at its own place
}

// Local reads a moment as the service writes it; text that is none is not known.
func Local(iso string) Moment { return Moment{At: words.Moment(iso)} }

// Since is the moment on a leg that began then.
func (m Moment) Since(began Moment) Moment {
	m.Days = DaysBetween(began.At, m.At)
	return m
}

// Known tells whether the moment is known.
func (m Moment) Known() bool { return !m.At.IsZero() }

// Zoned tells whether the offset of the place is known.
func (m Moment) Zoned() bool { return words.Zoned(m.At) }

// Clock is the time of day, and how many days after its leg began if not the same day: "06:10+1".
func (m Moment) Clock() string {
	if !m.Known() || m.Days == 0 {
		return Clock(m.At)
	}
	return fmt.Sprintf("%s%+d", Clock(m.At), m.Days)
}

// Until is the time to another moment in minutes, 0 if one is not known or they are reversed. Moments without an
// offset are taken to be of one place.
func (m Moment) Until(to Moment) int {
	if !m.Known() || !to.Known() || m.Zoned() != to.Zoned() {
		return 0
	}
	return max(int(to.At.Sub(m.At).Minutes()), 0)
}

// String is the moment for machines, as [Stamp].
func (m Moment) String() string { return Stamp(m.At) }

// MarshalText writes it so.
func (m Moment) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

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

// Clock is a time of day. It alone writes one for a person.
func Clock(t time.Time) string {
	if t.IsZero() {
		return "--:--"
	}
	return t.Format("15:04")
}

// AsOf is a time for someone who may be in another zone than in: "22 Nov 2026, 14:05 UTC+01:00"; "" where it is not
// known.
func AsOf(at, in time.Time) string {
	if at.IsZero() {
		return ""
	}
	at = at.In(in.Location())
	zone := ""
	if _, offset := at.Zone(); offset != 0 {
		zone = at.Format("-07:00")
	}
	return at.Format("2 Jan 2006, ") + Clock(at) + " UTC" + zone
}

// Published is the time of day of a timetable, HH:MM; text that is none stays as it is.
func Published(text string, days int) string {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return Moment{At: t, Days: days}.Clock()
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
