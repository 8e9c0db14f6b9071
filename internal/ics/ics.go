// Package ics writes days and times as iCalendar (RFC 5545), for import into other calendars.
package ics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"travel.example/travel/internal/clean"
)

// A Calendar is a list of events.
type Calendar struct {
	Name   string
	Stamp  time.Time // when it was written
	Events []Event
}

// An Event covers one or more whole days, including both ends, or the time between two moments. It does not mark the
// reader as busy.
type Event struct {
	UID      string // stable across exports
	Sequence int    // increases with each file that changes the event; 0 is not written
	From, To time.Time
	// Start and End are its moments, for an event that has a time of day. Each is written in its own local time and
	// offset.
	Start, End  Moment
	Tentative   bool   // planned but not confirmed
	Summary     string // one line; foreign text
	Location    string // one line; foreign text
	URL         string // a web address; "" if none
	Description string // lines; foreign text
	Categories  []string
}

const product = "-//travel//travel//EN"

// Product is the calendar line that identifies this program.
const Product = "PRODID:" + product

// Text returns the calendar as a file: lines of at most 75 bytes that end with CRLF (RFC 5545 §3.1).
func (c Calendar) Text() []byte {
	var w writer
	w.line("BEGIN", "VCALENDAR")
	w.line("VERSION", "2.0")
	w.line("PRODID", product)
	w.line("CALSCALE", "GREGORIAN")
	w.line("METHOD", "PUBLISH")
	if c.Name != "" {
		w.line("X-WR-CALNAME", escaped(c.Name))
	}
	var offsets []int
	for _, e := range c.Events {
		for _, m := range []Moment{e.Start, e.End} {
			if !m.At.IsZero() && !m.Floating {
				offsets = append(offsets, m.offset())
			}
		}
	}
	slices.Sort(offsets)
	// Each zone has one fixed offset: the data does not say which zone a place is in or when its summer time begins, and
	// it is not guessed.
	for _, offset := range slices.Compact(offsets) {
		w.line("BEGIN", "VTIMEZONE")
		w.line("TZID", zoneID(offset))
		w.line("BEGIN", "STANDARD")
		w.line("DTSTART", "19700101T000000")
		w.line("TZOFFSETFROM", offsetText(offset))
		w.line("TZOFFSETTO", offsetText(offset))
		w.line("TZNAME", zoneID(offset))
		w.line("END", "STANDARD")
		w.line("END", "VTIMEZONE")
	}
	for _, e := range c.Events {
		w.event(e, c.Stamp)
	}
	w.line("END", "VCALENDAR")
	return w.text
}

const day = "20060102"

type writer struct{ text []byte }

func (w *writer) event(e Event, stamp time.Time) {
	w.line("BEGIN", "VEVENT")
	w.line("UID", escaped(e.UID))
	w.line("DTSTAMP", stamp.UTC().Format(day+"T150405Z"))
	if e.Sequence > 0 {
		w.line("SEQUENCE", strconv.Itoa(e.Sequence))
	}
	if e.Start.At.IsZero() {
		w.line("DTSTART;VALUE=DATE", e.From.Format(day))
		w.line("DTEND;VALUE=DATE", e.To.AddDate(0, 0, 1).Format(day)) // the first day after it (§3.6.1)
	} else {
		w.moment("DTSTART", e.Start)
		w.moment("DTEND", e.End)
	}
	w.line("SUMMARY", escaped(e.Summary))
	if e.Location != "" {
		w.line("LOCATION", escaped(e.Location))
	}
	if e.Description != "" {
		w.line("DESCRIPTION", escaped(e.Description))
	}
	var categories []string
	for _, category := range e.Categories {
		categories = append(categories, escaped(category))
	}
	if len(categories) > 0 {
		w.line("CATEGORIES", strings.Join(categories, ","))
	}
	if e.URL != "" {
		w.line("URL", clean.Address(e.URL))
	}
	if e.Tentative {
		w.line("STATUS", "TENTATIVE")
	}
	w.line("TRANSP", "TRANSPARENT")
	w.line("END", "VEVENT")
}

// longest is the maximum number of bytes in a line, not counting its end.
const longest = 75

// line adds a property. A line that is too long is folded onto the next, which starts with a space, never inside a
// character.
func (w *writer) line(name, value string) {
	text, room := name+":"+value, longest
	for len(text) > room {
		cut := room
		for cut > 0 && !utf8.RuneStart(text[cut]) {
			cut--
		}
		w.text = append(append(w.text, text[:cut]...), "\r\n "...)
		text, room = text[cut:], longest-1
	}
	w.text = append(append(w.text, text...), "\r\n"...)
}

// escapes replaces the special characters of a value (§3.3.11).
var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)

// escaped returns a text as a value. It keeps lines, and drops invisible characters that calendars may obey.
func escaped(text string) string { return escapes.Replace(clean.Lines(text)) }

// A Moment is a local time at a place.
type Moment struct {
	At time.Time // its local time and, unless Floating, its offset
	// Floating says that the offset is unknown. A calendar shows the same local time wherever its reader is (§3.3.5).
	Floating bool
}

// offset returns how far the moment's clock is ahead of UTC, in seconds.
func (m Moment) offset() int {
	_, offset := m.At.Zone()
	return offset
}

// moment writes a property whose value is a moment, in the zone of its offset.
func (w *writer) moment(name string, m Moment) {
	if !m.Floating {
		name += ";TZID=" + zoneID(m.offset())
	}
	w.line(name, m.At.Format(day+"T150405"))
}

// zoneID returns the name of the zone of an offset: "UTC+0530".
func zoneID(offset int) string { return "UTC" + offsetText(offset) }

// offsetText formats an offset as in §3.3.14: "+0530", with seconds only if there are any.
func offsetText(offset int) string {
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	text := fmt.Sprintf("%c%02d%02d", sign, offset/3600, offset/60%60)
	if seconds := offset % 60; seconds > 0 {
		text += fmt.Sprintf("%02d", seconds)
	}
	return text
}
