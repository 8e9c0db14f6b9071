// Package report creates a report about offers for someone who has not seen their lists. It reads missing details while
// searches live, and never makes a search.
package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/document"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// Most is the maximum number of offers in a report, mostListed that of rows from a list if none are named.
const (
	Most       = 40
	mostListed = 10
)

// Report is a report with its metadata.
type Report struct {
	document.Report
	Meta desk.Meta
}

// Make creates a report about rows. If title is "", it describes the content. Details that cannot be read are noted in
// the report; only an interruption is an error.
func Make(ctx context.Context, d *desk.Desk, rows []kept.Kept, title string) (Report, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Report{}, err
	}
	m := &maker{desk: d, made: map[string]string{}, out: Report{Report: document.Report{
		Version: document.Version, Made: d.Now().Truncate(time.Second), Sample: cfg.Embedded(),
		Trips: []document.Trip{}, Hotels: []document.Hotel{}, Places: []document.Place{},
	}, Meta: desk.Meta{Warnings: []string{}, Next: []problem.Step{}}}}
	entries := gather(rows)
	if err := m.read(ctx, entries); err != nil {
		return Report{}, err
	}
	// Each offer gets a link that does not expire. No one else could open a page of the built-in sandbox.
	for _, e := range entries {
		if e.hotel() {
			h := e.hotelOf()
			if !m.out.Sample {
				h.Link = m.checked(e.page())
			}
			m.out.Hotels = append(m.out.Hotels, h)
			continue
		}
		t := e.tripOf()
		if !m.out.Sample {
			t.Link = m.searchLink(ctx, e)
		}
		m.out.Trips = append(m.out.Trips, t)
	}
	if err := m.locate(ctx); err != nil {
		return Report{}, err
	}
	m.out.Title = cmp.Or(title, titleOf(entries, m.out.Report))
	return m.out, ctx.Err()
}

// maker creates one report.
type maker struct {
	desk *desk.Desk
	made map[string]string // links to searches, by query
	out  Report
}

// An entry is one trip or hotel of a report, with its chosen fares or rates.
type entry struct {
	kept.Kept
	name    string
	meant   []recall.Row // fares of the trip, or rates of the hotel
	unknown []string     // sentences about what could not be read

	// The details that were read.
	trip    *flights.Trip
	about   *apiclient.Hotel
	offered *apiclient.HotelRates
	asOf    time.Time // when its prices were read, if they were
	err     error     // of the last failed read
}

func (e *entry) hotel() bool { return e.Kind == recall.Hotels || e.Kind == recall.Rates }

// gather groups fares by trip and rates by hotel.
func gather(rows []kept.Kept) []*entry {
	var all []*entry
	for _, row := range rows {
		n := cmp.Or(row.N, row.Offer.Row.N) // kept rows have a number of their own
		e := &entry{Kept: row, name: fmt.Sprintf("%s %d", words.UpperFirst(kept.Word(row.Kind)), n)}
		if mark := row.List.Mark(row.Offer.Row); mark != "" && row.N == 0 {
			e.name = words.UpperFirst(kept.Word(row.Kind)) + " " + mark
		}
		e.name = cmp.Or(row.Name, e.name)
		if row.Kind == recall.Fares || row.Kind == recall.Rates {
			e.meant = []recall.Row{row.Offer.Row}
		}
		at := slices.IndexFunc(all, e.same)
		if at < 0 {
			all = append(all, e)
			continue
		}
		have := all[at]
		have.meant = append(have.meant, e.meant...)
		if have.Name == "" && e.Name != "" {
			have.name, have.Name = e.name, e.Name
		}
		if e.Note != "" && e.Note != have.Note {
			have.Note = strings.TrimPrefix(have.Note+"; "+e.Note, "; ")
		}
		if have.Detail == nil && e.Detail != nil || have.Kind == recall.Hotels && e.Kind == recall.Rates {
			have.Offer = e.Offer
		}
	}
	called := map[string]int{}
	for _, e := range all {
		if called[e.name]++; called[e.name] > 1 { // such as trip 1 of the list, and an offer kept as 1
			e.name += fmt.Sprintf(" (%d)", called[e.name])
		}
	}
	return all
}

// same reports whether two entries are the same trip of equal searches, or the same hotel for the same stay.
func (e *entry) same(have *entry) bool {
	switch {
	case have.hotel() != e.hotel():
		return false
	case e.hotel():
		return e.HotelID() != 0 && have.HotelID() == e.HotelID() && e.List.Asked().SameStay(have.List.Asked())
	}
	return have.Itinerary().Same(e.Itinerary()) && have.List.SameSearch(e.List)
}

// warn adds a warning once.
func (m *maker) warn(text string) {
	if !slices.Contains(m.out.Meta.Warnings, text) {
		m.out.Meta.Warn(text)
	}
}

// Named returns the rows for some arguments, with their names and notes if they are kept.
func Named(ctx context.Context, d *desk.Desk, args []string) ([]kept.Kept, error) {
	var rows []kept.Kept
	for _, arg := range args {
		o, err := offers.Named(ctx, d, "ROW", arg)
		if err != nil {
			return nil, err
		}
		rows = append(rows, kept.Kept{Offer: o})
	}
	listing, err := d.KeptList()
	for i, row := range rows {
		for _, k := range listing.All {
			if k.Same(row.Offer) {
				rows[i] = k
			}
		}
	}
	return rows, err
}

// Kept returns all kept offers.
func Kept(d *desk.Desk) ([]kept.Kept, error) {
	l, err := d.KeptList()
	switch {
	case err != nil:
		return nil, err
	case len(l.All) == 0:
		return nil, problem.Usagef("--kept: nothing is kept, so there is nothing to report").Do("keep a row of a list", "keep", "ROW")
	case len(l.All) > Most:
		return nil, problem.Usagef("--kept: %d offers are kept; a report has at most %d", len(l.All), Most).
			Do("name those that it is about", "report", "kept:1", "kept:2")
	}
	return l.All, nil
}

// keptToo is the way to a report without a list.
var keptToo = problem.Do("or name what you keep", "report").Set("kept")

// Listed returns up to mostListed rows of the last list of trips or hotels, and the number of other rows.
func Listed(d *desk.Desk) (rows []kept.Kept, more int, err error) {
	var last recall.List
	for _, kind := range []recall.Kind{recall.Trips, recall.Hotels} {
		list, ok, err := d.Shown(kind)
		if err != nil {
			return nil, 0, err
		}
		if ok && list.Made.After(last.Made) {
			last = list
		}
	}
	if last.Kind == "" {
		return nil, 0, d.NoList("there is nothing to report: no ROW is named, and no list of trips or hotels is here",
			problem.Do("make one first", "createFlightSearch", "FROM", "TO", "DATE"), keptToo)
	}
	for _, row := range last.Rows {
		if row.Gone {
			continue
		}
		if len(rows) == mostListed {
			more++
			continue
		}
		rows = append(rows, kept.Kept{Offer: kept.Offer{Kind: last.Kind, List: last.Head(), Row: row}})
	}
	if len(rows) == 0 {
		return nil, 0, problem.Usagef("there is nothing to report: the last list of %s is empty", last.Kind).
			Advise("search again with fewer filters").Next(keptToo)
	}
	return rows, more, nil
}

// More returns that a list has more rows than the report, and how to name them.
func More(more int, rows []kept.Kept) problem.Step {
	last := rows[len(rows)-1]
	why := fmt.Sprintf("the list has %s; name rows for others, such as", words.Plural(more, "more row", "more rows"))
	return problem.Do(why, "report", fmt.Sprintf("%s:%d", kept.Word(last.Kind), last.Offer.Row.N+1))
}

// read reads the missing details of all entries. An expired search is no failure: the report then says that only the
// data of the list is known.
func (m *maker) read(ctx context.Context, entries []*entry) error {
	err := m.desk.Each(ctx, len(entries), func(ctx context.Context, i int) error {
		e := entries[i]
		o := e.Offer
		if len(o.Detail) == 0 {
			o, e.err = offers.Detail(ctx, m.desk, o)
		}
		if trip, ok := offers.Trip(o); ok {
			e.trip, e.asOf = &trip, o.DetailAt
		}
		if rates, ok := offers.Rates(o); ok {
			e.offered, e.asOf = rates, o.DetailAt
		}
		if e.Kind == recall.Rates { // rates do not describe the hotel
			var err error
			o = kept.Offer{Kind: recall.Hotels, List: e.List, Row: recall.Row{Offer: offer.Offer{ID: strconv.FormatInt(e.HotelID(), 10)}}}
			o, err = offers.Detail(ctx, m.desk, o)
			e.err = cmp.Or(e.err, err)
		}
		if hotel, ok := offers.Hotel(o); ok && hotel.Name != "" {
			e.about = hotel
		}
		return nil
	})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	for _, e := range entries {
		why := "its search has expired"
		if e.err != nil {
			why = "it could not be read"
			m.warn("not everything could be read: " + e.err.Error())
		}
		switch {
		case !e.hotel() && e.trip == nil:
			e.unknown = append(e.unknown, "Its flights and sellers are not known: "+why+". This page shows what its list said.")
		case e.Kind == recall.Rates && e.offered == nil, e.hotel() && e.about == nil:
			e.unknown = append(e.unknown, "More about it is not known: "+why+".")
		}
	}
	return nil
}
