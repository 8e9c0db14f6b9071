package document

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

// Calendar returns the report as a calendar: each flight at its local times, and each stay as whole days from check-in
// to check-out. A flight of two trips is there once. An event has the same UID in every report, and a later report
// updates it.
func (r Report) Calendar() ics.Calendar {
	c := ics.Calendar{Name: r.Title, Stamp: r.Made}
	add := func(e ics.Event, about string) {
		i := slices.IndexFunc(c.Events, func(have ics.Event) bool { return have.UID == e.UID })
		if i < 0 {
			e.Sequence, e.Tentative = sequence(r.Made), true
			i, c.Events = len(c.Events), append(c.Events, e)
			c.Events[i].Description += "\n" + nothingBooked
		}
		if about != "" && !strings.Contains(c.Events[i].Description, about) {
			c.Events[i].Description += "\n" + about
		}
	}
	for _, t := range r.Trips {
		about := t.about(r)
		for _, leg := range t.Legs {
			for _, s := range leg.parts() {
				if e, ok := r.flight(s); ok {
					e.URL = t.Link
					add(e, about)
				}
			}
		}
	}
	for _, h := range r.Hotels {
		if e, ok := h.stay(); ok {
			add(e, h.about(r))
		}
	}
	return c
}

// sequence returns a version that increases every second, so that a later file updates its events (RFC 5545 §3.8.7.4)
// without a stored counter. It stays below 2^31 until the year 2092.
func sequence(made time.Time) int {
	return max(int(made.Unix()-time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Unix()), 1)
}

// uid returns a permanent id for an event. It reveals nothing about the search.
func uid(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:12]) + "@travel"
}

// parts returns the flights of a leg, or the leg itself if its flights are unknown.
func (l Leg) parts() []offer.Segment {
	if len(l.Segments) > 0 {
		return l.Segments
	}
	return []offer.Segment{{
		From: l.From, To: l.To, Departs: l.Departs, Arrives: l.Arrives, Minutes: l.Minutes,
		Number: strings.Join(l.Numbers, ", "), Carrier: strings.Join(l.Airlines, ", "),
	}}
}

// flight returns an event for a segment; false if its times are unknown.
func (r Report) flight(s offer.Segment) (ics.Event, bool) {
	from, to := s.Departs.At, s.Arrives.At
	if from.IsZero() || to.IsZero() {
		return ics.Event{}, false
	}
	// A time without a known offset cannot be compared with one that has an offset.
	floating := !s.Departs.Zoned() || !s.Arrives.Zoned()
	day := from.Format(time.DateOnly)
	e := ics.Event{
		UID: uid("flight", cmp.Or(s.Number, s.Carrier), day, s.From, s.To), Start: ics.Moment{At: from, Floating: floating}, End: ics.Moment{At: to, Floating: floating},
		Summary:  strings.TrimSpace(cmp.Or(s.Number, s.Carrier) + " " + s.From + " → " + s.To),
		Location: r.placeText(s.From, s.FromName),
	}
	lines := []string{
		r.placeText(s.From, s.FromName) + ", " + words.Date(from, time.Time{}) + " " + offer.Clock(from),
		r.placeText(s.To, s.ToName) + ", " + words.Date(to, time.Time{}) + " " + offer.Clock(to),
	}
	if s.Carrier != "" {
		carrier := s.Carrier
		if s.Operator != "" && s.Operator != s.Carrier {
			carrier += ", flown by " + s.Operator
		}
		lines = append(lines, carrier)
	}
	if floating {
		lines = append(lines, "Times are local to each airport; the service did not send their zones.")
	}
	e.Description = strings.Join(lines, "\n")
	return e, true
}

func (r Report) placeText(code, name string) string {
	name = cmp.Or(name, r.Place(code).Name)
	if name == "" || name == code {
		return code
	}
	return name + " (" + code + ")"
}

// about returns the text below each event of a trip.
func (t Trip) about(r Report) string {
	about := t.Name
	if t.Price.Known() {
		about += ": " + t.Price.Text(t.Locale)
		if t.Party != "" {
			about += " for " + t.Party
		}
	}
	return seen(about, t.Offer, r)
}

// seen adds when the price was seen, and the note of the owner.
func seen(about string, o Offer, r Report) string {
	if at := offer.AsOf(o.AsOf, r.Made); at != "" && about != "" {
		about += ", seen on " + at + "; prices change."
	}
	if o.Note != "" {
		about += "\n" + o.Note
	}
	return strings.TrimSpace(about)
}

// about returns the text below the event of a stay.
func (h Hotel) about(r Report) string {
	if !h.Stay.Known() {
		return seen("", h.Offer, r)
	}
	return seen(h.Stay.Text(h.Locale)+" for the stay", h.Offer, r)
}

const nothingBooked = "Planned with travel; nothing is booked."

// stay returns an event of whole days for a stay; false if its days are unknown.
func (h Hotel) stay() (ics.Event, bool) {
	in, out := words.Day(h.CheckIn), words.Day(h.CheckOut)
	if in.IsZero() || out.IsZero() {
		return ics.Event{}, false
	}
	key := h.Called
	if h.ID > 0 {
		key = words.Number(float64(h.ID))
	}
	where := []string{h.Called}
	for _, part := range []string{h.Address, h.City} {
		if part != "" {
			where = append(where, part)
		}
	}
	lines := []string{words.Counted(h.Nights(), "night") + ": " + words.Dates(in, out, time.Time{}, " to ") + "."}
	if h.Party != "" {
		lines = append(lines, h.Party)
	}
	return ics.Event{
		UID: uid("stay", key, h.CheckIn, h.CheckOut), From: in, To: out,
		Summary: "Hotel: " + h.Called, Location: strings.Join(where, ", "), Description: strings.Join(lines, "\n"), URL: h.Link,
	}, true
}
