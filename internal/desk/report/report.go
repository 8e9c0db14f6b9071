// Package report makes a report of offers for someone who has not seen the lists they come from. It reads
// what is not known yet where a search still lives, and never makes one.
package report

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Most is how many offers a report has at most, and MostListed how many of a list where none is named.
const (
	Most       = 40
	MostListed = 10
)

// Row is an offer with what its owner says of it.
type Row struct {
	kept.Offer
	Name, Note string // "" where it is not kept
}

// Report is a report, and what is to be known beside it.
type Report struct {
	document.Report
	Meta desk.Meta
}

// Make makes a report of rows, with that title; "" is one that says what it is about. What cannot be read
// is said in the report and costs no other offer; only an interruption ends it.
func Make(ctx context.Context, d *desk.Desk, rows []Row, title string) (Report, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Report{}, err
	}
	m := &maker{desk: d, made: map[string]string{}, out: Report{Report: document.Report{
		Version: document.Version, Made: d.Now().Truncate(time.Second), Sample: cfg.Embedded(),
		Trips: []document.Trip{}, Hotels: []document.Hotel{}, Places: []document.Place{},
	}}}
	m.entries = m.gather(rows)
	tellApart(m.entries)
	if err := m.read(ctx); err != nil {
		return Report{}, err
	}
	for _, e := range m.entries {
		if e.hotel() {
			m.out.Hotels = append(m.out.Hotels, e.hotelOf())
		} else {
			m.out.Trips = append(m.out.Trips, e.tripOf())
		}
	}
	m.link(ctx)
	if err := m.locate(ctx); err != nil {
		return Report{}, err
	}
	m.out.Title = title
	if title == "" {
		m.out.Title = titleOf(m.out.Report)
	}
	m.out.Meta.Warnings = append([]string{}, m.warnings...)
	m.out.Meta.Next = []string{}
	return m.out, ctx.Err()
}

// maker makes one report.
type maker struct {
	desk     *desk.Desk
	entries  []*entry
	warnings []string
	made     map[string]string // links to searches, by what they ask for
	out      Report
}

// An entry is one trip or hotel of a report, with the fares or rates of it that are meant.
type entry struct {
	Row
	name    string
	meant   []recall.Row // fares of the trip, or rates of the hotel
	known   known
	unknown []string
}

func (e *entry) hotel() bool { return e.Kind == recall.Hotels || e.Kind == recall.Rates }

// say notes what could not be found out.
func (e *entry) say(format string, args ...any) {
	e.unknown = append(e.unknown, fmt.Sprintf(format, args...))
}

// gather puts fares to their trip and rates to their hotel, each once.
func (m *maker) gather(rows []Row) []*entry {
	var all []*entry
	for _, row := range rows {
		e := &entry{Row: row, name: called(row)}
		if have := same(all, e); have != nil {
			have.join(e)
			continue
		}
		if row.Kind == recall.Fares || row.Kind == recall.Rates {
			e.meant = []recall.Row{row.Row}
		}
		all = append(all, e)
	}
	return all
}

// called is what a reader calls an offer: the name it is kept by, or what its row is.
func called(row Row) string {
	if row.Name != "" {
		return row.Name
	}
	if row.Offer.Row.N > 0 {
		return words.UpperFirst(kept.Word(row.Kind)) + " " + strconv.Itoa(row.Offer.Row.N)
	}
	return words.UpperFirst(kept.Word(row.Kind))
}

// tellApart numbers those that would be called the same, such as trips that are kept without a name.
func tellApart(all []*entry) {
	called, nth := map[string]int{}, map[string]int{}
	for _, e := range all {
		called[e.name]++
	}
	for _, e := range all {
		if name := e.name; called[name] > 1 {
			nth[name]++
			e.name = fmt.Sprintf("%s %d", name, nth[name])
		}
	}
}

// itinerary is that of the trip of a row.
func (r Row) itinerary() search.Itinerary {
	if r.Kind == recall.Fares {
		return r.List.Itinerary
	}
	return r.Offer.Row.Trip
}

// hotelID is that of the hotel of a row, 0 where it is not known.
func (r Row) hotelID() int64 {
	if r.Kind == recall.Rates {
		return r.List.Asked().HotelID
	}
	id, _ := strconv.ParseInt(r.Offer.Row.ID, 10, 64)
	return id
}

// same is the entry of the same trip for the same search, or of the same hotel for the same stay.
func same(all []*entry, e *entry) *entry {
	for _, have := range all {
		switch {
		case have.hotel() != e.hotel():
		case e.hotel():
			stay := e.List.Asked()
			if e.hotelID() != 0 && have.hotelID() == e.hotelID() && stay.SameStay(have.List.Asked()) {
				return have
			}
		case have.itinerary().Same(e.itinerary()) && have.List.SameSearch(e.List):
			return have
		}
	}
	return nil
}

// join takes over what another row of the same offer knows.
func (e *entry) join(o *entry) {
	if o.Kind == recall.Fares || o.Kind == recall.Rates {
		e.meant = append(e.meant, o.Offer.Row)
	}
	if e.Name == "" && o.Name != "" {
		e.name, e.Name = o.name, o.Name
	}
	if o.Note != "" && o.Note != e.Note {
		e.Note = strings.TrimPrefix(e.Note+"; "+o.Note, "; ")
	}
	if e.Detail == nil && o.Detail != nil || e.Kind == recall.Hotels && o.Kind == recall.Rates {
		e.Row.Offer = o.Offer
	}
}

// atOnce is how many reads are under way at the same time.
const atOnce = 4

// each runs a read of every item, some at once. A read keeps its own failure; the error is a mistake of
// this program.
func each[T any](ctx context.Context, d *desk.Desk, items []T, read func(context.Context, T)) error {
	var reads errgroup.Group
	reads.SetLimit(atOnce)
	if d.AtOnce() > 0 {
		reads.SetLimit(d.AtOnce())
	}
	for _, item := range items {
		reads.Go(problem.Guarded(func() error {
			if ctx.Err() == nil {
				read(ctx, item)
			}
			return nil
		}))
	}
	return reads.Wait()
}

// warn warns once of what is wrong with more than one offer.
func (m *maker) warn(text string) {
	if !slices.Contains(m.warnings, text) {
		m.warnings = append(m.warnings, text)
	}
}
