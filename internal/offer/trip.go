package offer

import (
	"fmt"
	"time"

	"travel.example/travel/internal/words"
)

// Leg is one direction of a trip.
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
	Airlines  []string  `json:"airlines,omitempty"` // names of the marketing carriers, or codes if only those are known
	Operated  []string  `json:"-"`                  // carriers that operate part of it without selling it
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
	Mode     string `json:"mode,omitempty"`     // FLIGHT, TRAIN, BUS or OTHER, as in the contract
	Number   string `json:"number,omitempty"`   // of its marketing carrier: "EX 613"
	Carrier  string `json:"carrier,omitempty"`  // who sells it
	Operator string `json:"operator,omitempty"` // who operates it, if known
	Vehicle  string `json:"vehicle,omitempty"`
	Cabin    string `json:"cabin,omitempty"`
}

// CheapestTrip is the cheapest trip of a search. It is all that a survey keeps of the search.
type CheapestTrip struct {
	TripID   string   `json:"tripId,omitempty"` // "" if there is none
	Departs  string   `json:"departs,omitempty"`
	Minutes  int      `json:"minutes,omitempty"`  // of all legs together
	Stops    int      `json:"stops,omitempty"`    // most on any leg
	Airlines []string `json:"airlines,omitempty"` // codes
	Names    []string `json:"names,omitempty"`    // names of the airlines, untrusted text
}

// A Moment is the local time at which something leaves or arrives, with its offset if known. The zero value is unknown.
type Moment struct {
	At   time.Time
	Days int // calendar days since its leg began, each at its own place
}

// Local parses a moment as the service writes it. Any other text is unknown.
func Local(iso string) Moment { return Moment{At: words.Moment(iso)} }

// Since returns the moment with its days counted from the beginning of its leg.
func (m Moment) Since(began Moment) Moment {
	m.Days = DaysBetween(began.At, m.At)
	return m
}

// Known reports whether the moment is known.
func (m Moment) Known() bool { return !m.At.IsZero() }

// Zoned reports whether the offset of the place is known.
func (m Moment) Zoned() bool { return words.Zoned(m.At) }

// Clock returns the time of day, and the days since its leg began, if any: "06:10+1".
func (m Moment) Clock() string {
	if !m.Known() || m.Days == 0 {
		return Clock(m.At)
	}
	return fmt.Sprintf("%s%+d", Clock(m.At), m.Days)
}

// Until returns the minutes to another moment, 0 if one is unknown or they are reversed. Moments without an offset are
// assumed to be of one place.
func (m Moment) Until(to Moment) int {
	if !m.Known() || !to.Known() || m.Zoned() != to.Zoned() {
		return 0
	}
	return max(int(to.At.Sub(m.At).Minutes()), 0)
}

// String returns the moment for machines, as [Stamp].
func (m Moment) String() string { return Stamp(m.At) }

// MarshalText returns the text of String.
func (m Moment) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Way returns the label of leg i of a trip: "out" or "back"; "" for the only one.
func Way(i, of int) string {
	switch {
	case of < 2:
		return ""
	case i == 0:
		return "out"
	}
	return "back"
}

// LegName names a leg, from 1, in headings and messages. The only leg of a trip has no name.
func LegName(leg, of int) string {
	switch {
	case of == 1:
		return ""
	case of > 2 || leg > 2:
		return fmt.Sprintf("LEG %d", leg)
	case leg == 1:
		return "OUT"
	}
	return "BACK"
}

// Clock formats a time of day for people.
func Clock(t time.Time) string {
	if t.IsZero() {
		return "--:--"
	}
	return t.Format("15:04")
}

// AsOf formats a time in the zone of another, for readers elsewhere: "22 Nov 2026, 14:05 UTC+01:00"; "" if unknown.
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

// Published formats the time of day of a timetable, HH:MM. Any other text stays as it is.
func Published(text string, days int) string {
	t, err := time.Parse("15:04", text)
	if err != nil {
		return text
	}
	return Moment{At: t, Days: days}.Clock()
}

// Stamp formats a time for machines, with its offset if known; "" if the time is unknown.
func Stamp(t time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case !words.Zoned(t):
		return t.Format("2006-01-02T15:04:05")
	}
	return t.Format(time.RFC3339)
}

// DaysBetween returns the calendar days from one local date to another, each at its own airport.
func DaysBetween(from, to time.Time) int {
	if from.IsZero() || to.IsZero() {
		return 0
	}
	a := time.Date(from.Year(), from.Month(), from.Day(), 0, 0, 0, 0, time.UTC)
	b := time.Date(to.Year(), to.Month(), to.Day(), 0, 0, 0, 0, time.UTC)
	return int(b.Sub(a) / (24 * time.Hour))
}
