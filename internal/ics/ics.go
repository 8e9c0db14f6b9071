// Package ics writes days and moments as iCalendar (RFC 5545), for the calendars of others.
package ics

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"travel.example/travel/internal/clean"
)

// A Calendar is some events, of whole days or with a time of day.
type Calendar struct {
	Name   string
	Stamp  time.Time // when it was written
	Events []Event
}

// An Event is some days in a row, both ends among them, or what lies between two moments. It leaves
// whoever reads it free for others.
type Event struct {
	UID      string // the same for the same event, ever
	Sequence int    // rises with each file that changes the event; 0 is not written
	From, To time.Time
	// Start and End are its moments, for an event that has no whole days; each is written in the local
	// time and with the offset that it has.
	Start, End  Moment
	Tentative   bool   // it is planned and not agreed
	Summary     string // one line; foreign text
	Location    string // one line; foreign text
	URL         string // a web address; "" for none
	Description string // lines; foreign text
	Categories  []string
}

const product = "-//travel//travel//EN"

// Product is the line of a calendar that names its maker.
const Product = "PRODID:" + product

// Text is the calendar as a file: lines of at most 75 bytes that end with CRLF (RFC 5545 §3.1).
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
	for _, offset := range c.offsets() {
		w.zone(offset)
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
		w.line("DTEND;VALUE=DATE", e.To.AddDate(0, 0, 1).Format(day)) // the first day that is not in it (§3.6.1)
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

// longest is how many bytes a line has at most, without its end.
const longest = 75

// line adds a property. A line that is too long goes on behind a blank on the next, never inside a letter.
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

// escapes are what a value writes of its own signs (§3.3.11).
var escapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)

// escaped is a text as a value. Lines stay; what no one sees and calendars may obey goes.
func escaped(text string) string { return escapes.Replace(clean.Lines(text)) }
