// Package answers lays out the answers of tools. An answer has two halves, each sufficient alone, because clients
// differ in which one they show the model: the service's body without its large parts, and the same rows as lines
// of text with references, ids and prices in words.
package answers

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Size limits in bytes of each half of an answer: by default, and when more rows are requested. They correspond to
// about 2,400 and 9,500 model tokens, since rows full of ids have about 2.2 bytes per token. Whole answers have no
// limit.
const (
	usualBytes = 5300
	mostBytes  = 21000
)

// View says how much of an answer is wanted.
type View struct {
	Limit  int      // maximum number of rows; 0: as many as fit
	Fields []string // the wanted members of a row; empty: all
	Whole  bool     // the body as the service sent it
}

// parts describes the body of an operation.
type parts struct {
	lay  func(body []byte) (sheet, error) // nil to show it by the names of its members
	rows string                           // the member that holds the list, or ""
	not  []string                         // paths of members left out unless all is wanted; a path goes through lists
	note string                           // what a reader of the rows must know, a sentence
	none string                           // the same if there are no rows; "" for note
}

// partsOf describes the bodies by their operations.
var partsOf = sync.OnceValue(func() map[string]parts {
	return map[string]parts{
		"getFlightSearchResults": {lay: read(flightSheet), rows: "results", not: []string{
			"metadata.filterOptions", "metadata.createdAt", "metadata.currencyCodeSource", "metadata.localeSource",
			"results.legs.airlines.logoUrl", "results.legs.operatingAirlines.logoUrl", "results.legs.aircraft", "results.legs.via",
			"results.legs.layoverMinutesByStop", "results.legs.transportTypes", "results.legs.overnight", "results.durationMinutes",
		}},
		"getFlightTrip": {lay: read(tripSheet), rows: "fares", not: []string{
			"outbound.airlinesDetail", "return.airlinesDetail", "outbound.transportTypes", "return.transportTypes",
			"legs.segments.airline.logoUrl", "fares.provider.logoUrl", "fares.handoffUrl", "fares.price.totalUsd",
			"outbound.segments.fromStationType", "outbound.segments.toStationType", "return.segments.fromStationType", "return.segments.toStationType",
		}},
		"getFareOptions": {lay: read(optionSheet), rows: "options", not: []string{"options.termsUrls"}},
		"getHotelSearchResults": {lay: read(hotelSheet), rows: "results", not: []string{
			"metadata.filterOptions", "metadata.createdAt", "metadata.currencyCodeSource", "metadata.localeSource",
			"results.image", "results.pageUrl", "results.reviewsByGuestType", "results.lat", "results.lng", "results.price.totalUsd", "results.rateTypes",
		}},
		"getHotelRates":     {lay: read(rateSheet), rows: "rates", not: []string{"rates.images", "rates.price.totalUsd"}},
		"getHotel":          {lay: read(detailSheet), not: []string{"images", "categorizedImages"}},
		"getHotelReviews":   {lay: read(reviewSheet), rows: "results"},
		"getTripExperience": {rows: "legs", not: []string{"legs.id"}, note: "A signal that is absent is not known."},
		"getPlaces": {
			lay: read(placeSheet), rows: "results", not: []string{"results.id"},
			none: "No place matches: try another spelling or the nearest big city.",
		},
		"getNearbyPlaces": {lay: read(placeSheet), rows: "results", not: []string{"results.id"}},
		"getFlightSchedules": {
			rows: "results", not: []string{"results.segments", "results.operatingAirlines"},
			note: "Published times have no prices and no seats. Weekday 1 is Monday; " +
				"no operating period means that it is not known.",
			none: "No timetable is published for this route; that does not mean that nothing flies.",
		},
		"getCountryHolidays": {
			rows: "results", not: []string{"results.key"},
			none: "The service lists no holidays for these days, but there may be some.",
		},
		"getVisaFreeDestinations": {
			rows: "results", note: "Check with the embassy before a trip.",
			none: "The service lists nothing for this passport; that does not mean that a visa is needed.",
		},

		HotelCalendar: {rows: "cells", note: nightPrices, not: []string{
			"cells.asOf", "cells.kept", "cells.settle", "cells.searchId", "cells.level", "cells.medianHotelId", "best",
		}},
		PriceCalendar: {rows: "cells", note: partyPrices, not: []string{
			"cells.asOf", "cells.kept", "cells.settle", "cells.searchId", "cells.level", "best",
		}},
		Destinations: {rows: "places", note: partyPrices + " nonstop is about the route, not about the trip of that price.", not: []string{
			"places.asOf", "places.kept", "places.settle", "places.searchId", "places.latitude", "places.longitude",
		}},
		LongWeekends: {rows: "weekends", not: []string{"weekends.holidays.key"}},

		"getFareBookingLink":      {lay: read(linkSheet)},
		"getFlightSearchLink":     {lay: read(linkSheet)},
		"getHotelRateBookingLink": {lay: read(linkSheet)},
		"getHotelSearchLink":      {lay: read(linkSheet)},
		SellersLink:               {lay: read(linkSheet)},
	}
})

// Input is an answer of the desk to lay out.
type Input struct {
	Operation string
	Body      []byte // JSON; nil if there is none
	Meta      desk.Meta
	List      string      // the name its rows are kept under, or ""
	Letters   []string    // marks of its rows in place of numbers, such as "2a"; nil for numbers
	About     []string    // the request as it was resolved, in sentences
	Notes     []string    // other things the reader must know, in sentences
	Next      []refs.Call // calls that usually follow
	View      View
}

// Output is an answer in its two halves.
type Output struct {
	Text       string
	Structured json.RawMessage // an object
}

// travel is the member added to a body. Summary has the sentences that the text half shows above and below its
// rows.
type travel struct {
	desk.Meta
	List    string      `json:"list,omitempty"`
	Summary []string    `json:"summary,omitempty"`
	LeftOut *leftOut    `json:"leftOut,omitempty"`
	Next    []refs.Call `json:"next"`
}

// leftOut says what an answer does not contain, and how to get it.
type leftOut struct {
	Parts []string `json:"parts,omitempty"` // paths of members
	Rows  int      `json:"rows,omitempty"`  // rows that were read
	How   string   `json:"how"`
}

// Shape lays out an answer.
func Shape(in Input) (Output, error) {
	p := &page{in: in, parts: partsOf()[in.Operation], limit: usualBytes}
	if in.Body != nil {
		decoder := json.NewDecoder(bytes.NewReader(in.Body))
		decoder.UseNumber() // which keeps its digits
		err := decoder.Decode(&p.body)
		if err == nil && p.parts.lay != nil {
			p.sheet, err = p.parts.lay(in.Body)
		} else if err == nil {
			p.sheet = p.plain()
		}
		if err != nil {
			return Output{}, fmt.Errorf("read the answer: %w", err)
		}
	}
	p.first = max((p.metadata("page")-1)*p.metadata("pageSize"), 0) + 1
	p.count = len(p.sheet.rows)
	if in.View.Whole {
		return p.output(in.Meta, slices.Clone(in.Body), nil)
	}
	if in.View.Limit > 0 {
		p.count, p.limit = min(p.count, in.View.Limit), mostBytes
	}
	if len(in.View.Fields) > 0 {
		if err := p.narrow(); err != nil {
			return Output{}, err
		}
	}
	meta := in.Meta // without timings, the quota (a search has a sentence about it), sources, and the references of rows
	meta.References, meta.Search = nil, nil
	meta.Quota, meta.Waits, meta.Reads, meta.ElapsedMS = nil, nil, 0, 0
	meta.CurrencySource, meta.LocaleSource, meta.SiteCodeSource, meta.Currency, meta.Locale = "", "", "", "", ""
	for {
		p.left = map[string]bool{}
		body, err := encode(p.pruned(p.body, ""))
		if err != nil {
			return Output{}, err
		}
		out, err := p.output(meta, body, p.leftOut())
		over := max(len(out.Text), len(out.Structured)) - p.limit
		if err != nil || over <= 0 || !p.shrink(over) {
			return out, err
		}
	}
}

// A page is the part of an answer that is shown.
type page struct {
	in    Input
	body  map[string]any // decoded
	sheet sheet
	parts parts
	first int             // the number of the first row
	count int             // rows that are shown
	limit int             // bytes of a half
	extra []string        // members of the body that are left out because they are too large
	left  map[string]bool // paths that were present and left out
}

// plain returns a body by the names of its members.
func (p *page) plain() sheet {
	if p.parts.rows == "" {
		return sheet{about: []string{short(clean.Line(string(p.in.Body)), 2000)}}
	}
	var s sheet
	s.rows, _ = p.members()
	s.total = p.metadata("totalCandidates")
	var facts []string
	for _, name := range slices.Sorted(maps.Keys(p.body)) {
		switch value := p.body[name].(type) {
		case string, bool, json.Number:
			facts = append(facts, fmt.Sprint(name, " ", value))
		}
	}
	if len(facts) > 0 {
		s.about = []string{line(facts...)}
	}
	if unknown, _ := p.body["unknown"].(json.Number); unknown != "" && unknown != "0" { // of a survey
		s.notes = []string{unknown.String() + " not known: call again, with maxSearches for more at once."}
	}
	return s
}

// metadata returns a number that the body says about itself, or 0.
func (p *page) metadata(name string) int {
	about, _ := p.body["metadata"].(map[string]any)
	number, _ := about[name].(json.Number)
	n, _ := strconv.Atoi(number.String())
	return n
}

// members returns the rows of the body as lines of their wanted members, and the names of all members.
func (p *page) members() (rows, names []string) {
	items, _ := p.body[p.parts.rows].([]any)
	wanted := p.in.View.Fields
	for _, item := range items {
		row, _ := item.(map[string]any)
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(row)) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			if len(wanted) > 0 && !slices.Contains(wanted, name) {
				continue
			}
			if len(wanted) == 0 && slices.Contains(p.parts.not, p.parts.rows+"."+name) {
				continue
			}
			if text := p.inWords(row[name], p.parts.rows+"."+name); text != "" {
				parts = append(parts, name+" "+text)
			}
		}
		rows = append(rows, line(parts...))
	}
	return rows, names
}

// inWords returns a value of the body as text: the items of a list, and the members of an object after their names. It
// is "" if there is nothing.
func (p *page) inWords(value any, path string) string {
	var parts []string
	switch value := value.(type) {
	case nil:
		return ""
	case []any:
		for _, item := range value {
			parts = append(parts, p.inWords(item, path))
		}
		return strings.Join(parts, ", ")
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			text := p.inWords(value[name], path+"."+name)
			if text != "" && !slices.Contains(p.parts.not, path+"."+name) {
				parts = append(parts, name+" "+text)
			}
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprint(value)
}

// narrow reduces the lines of the rows to the wanted members. The error names a member that no row has.
func (p *page) narrow() error {
	rows, names := p.members()
	for _, field := range p.in.View.Fields {
		if len(rows) > 0 && !slices.Contains(names, field) {
			return problem.NotAccepted("fields", field, "members of a row: "+strings.Join(names, ", "))
		}
	}
	if len(rows) == len(p.sheet.rows) {
		p.sheet.rows = rows
	}
	return nil
}

// shrink reduces a page that is over bytes too long. It returns false if nothing is left to remove.
func (p *page) shrink(over int) bool {
	if p.count > 1 {
		p.count = max(1, min(p.count-1, p.count*p.limit/(over+p.limit)))
		return true
	}
	if p.limit < mostBytes { // a single row may use the larger limit
		p.limit = mostBytes
		return true
	}
	largest, size := "", 0
	for name, value := range p.body {
		if text, _ := encode(value); len(text) > size && !slices.Contains(p.extra, name) {
			largest, size = name, len(text)
		}
	}
	p.extra = append(p.extra, largest)
	return size > 0
}

// output returns both halves: a body with the member travel, and its text.
func (p *page) output(meta desk.Meta, body []byte, left *leftOut) (Output, error) {
	t := travel{Meta: meta, List: p.in.List, LeftOut: left, Next: append([]refs.Call{}, p.in.Next...)} // programs find a list
	t.Summary = slices.Concat(p.in.About, p.sheet.about)
	if status := p.status(); status != "" {
		t.Summary = append(t.Summary, status)
	}
	note := p.parts.note
	if p.sheet.total == 0 && len(p.sheet.rows) == 0 {
		note = cmp.Or(p.parts.none, note)
	}
	if note != "" {
		t.Summary = append(t.Summary, note)
	}
	t.Summary = slices.Concat(t.Summary, p.sheet.notes, p.in.Notes)
	structured, err := join(body, t)
	if err != nil {
		return Output{}, err
	}
	var b strings.Builder
	for _, text := range t.Summary {
		b.WriteString(text + "\n")
	}
	for i := range p.count {
		b.WriteString(p.ref(i) + " " + p.sheet.rows[i] + "\n")
	}
	for _, warning := range t.Warnings {
		b.WriteString("Note: " + strings.TrimSuffix(clean.Line(warning), ".") + ".\n")
	}
	if left != nil && left.Rows > 0 {
		b.WriteString(words.Counted(left.Rows, "row") + " left out: " + left.How + ".\n")
	}
	for _, call := range t.Next {
		b.WriteString("next: " + call.Text() + "\n")
	}
	return Output{Text: strings.TrimSuffix(b.String(), "\n"), Structured: structured}, nil
}

// ref returns the reference of a row of the body, or its number if there is no list.
func (p *page) ref(i int) string {
	n := strconv.Itoa(p.first + i)
	switch name := p.in.List; {
	case name == "":
		return n
	case p.in.Letters == nil:
		return name + "." + n
	case i < len(p.in.Letters) && p.in.Letters[i] != "":
		return name + "." + p.in.Letters[i]
	}
	return "-" // no usable id
}

// status describes the number of rows and the state of the search behind them.
func (p *page) status() string {
	var parts []string
	if p.parts.rows != "" && p.in.Body != nil {
		total := max(p.sheet.total, len(p.sheet.rows))
		switch {
		case p.count == 0 && total > 0:
			parts = append(parts, "0 of "+words.Counted(total, "row"))
		case p.count < total:
			parts = append(parts, fmt.Sprintf("Rows %d to %d of %s", p.first, p.first+p.count-1, words.Grouped(total)))
		default:
			parts = append(parts, words.Counted(total, "row"))
		}
	}
	m := p.in.Meta
	stands := search.Progress{Settle: m.Settle, Whole: m.Whole, Elapsed: time.Duration(m.ElapsedMS) * time.Millisecond}.Words(len(p.sheet.rows))
	if stands == "" && m.Settle == search.Unsettled {
		stands = "read once, more may come"
	}
	if stands != "" {
		parts = append(parts, "the search: "+stands)
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// leftOut describes what is missing from the structured half and how to get it. It is nil if nothing is missing.
func (p *page) leftOut() *leftOut {
	l := &leftOut{Parts: slices.Sorted(maps.Keys(p.left)), Rows: len(p.sheet.rows) - p.count, How: "whole true gives everything as the service sent it"}
	switch all := len(p.sheet.rows); {
	case l.Rows > 0 && p.in.View.Limit >= all: // they do not fit
		l.How = "fields shortens the rows so that more fit, " + l.How
	case l.Rows > 0:
		l.How = "limit " + strconv.Itoa(all) + " gives these rows, " + l.How
	case len(l.Parts) == 0:
		return nil
	}
	return l
}

// join adds the member travel to a body without changing the body's bytes.
func join(body []byte, t travel) (json.RawMessage, error) {
	member, err := encode(t)
	if err != nil {
		return nil, err
	}
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		body = []byte("{}")
	}
	out := bytes.TrimRight(body[:len(body)-1], " \t\r\n")
	if len(out) > 1 {
		out = append(out, ',')
	}
	return slices.Concat(out, []byte(`"travel":`), member, []byte("}")), nil
}

// encode writes a value as JSON, with addresses as they are.
func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("lay out an answer: %w", err)
	}
	return bytes.TrimSpace(text.Bytes()), nil
}

// pruned returns a value of the body without the parts and rows to leave out. Texts lose characters that are invisible
// or affect the layout, and rows begin with their reference.
func (p *page) pruned(value any, path string) any {
	isRows := path == p.parts.rows && path != ""
	switch value := value.(type) {
	case string:
		return clean.Lines(value)
	case []any:
		if isRows {
			value = value[:min(len(value), p.count)]
		}
		items := make([]any, len(value))
		for i, item := range value {
			items[i] = p.pruned(item, path)
			if row, ok := items[i].(map[string]any); ok && isRows && p.in.List != "" {
				text, _ := encode(row) // it was decoded before
				rest := strings.TrimPrefix(","+string(text[1:]), ",}")
				items[i] = json.RawMessage(`{"ref":"` + p.ref(i) + `"` + cmp.Or(rest, "}"))
			}
		}
		return items
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			below := strings.TrimPrefix(path+"."+name, ".")
			switch {
			case isRows && len(p.in.View.Fields) > 0 && !slices.Contains(p.in.View.Fields, name):
			case slices.Contains(p.parts.not, below) || slices.Contains(p.extra, below):
				p.left[below] = true
			default:
				members[name] = p.pruned(member, below)
			}
		}
		return members
	}
	return value
}
