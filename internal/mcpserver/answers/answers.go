// Package answers lays out what tools answer. An answer has two halves, since clients differ in which
// one the model sees, and each is enough alone: the service's body without its heavy parts, and the
// same rows as lines of text with references, ids and prices in words.
package answers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// How many bytes each half of an answer has at most: usually, and where more rows are asked for. That is about
// 2,400 and 9,500 tokens of a model, since rows full of ids have about 2.2 bytes each. Nothing bounds an answer that
// is wanted whole.
const (
	usualBytes = 5300
	mostBytes  = 21000
)

// View says how much of an answer is wanted.
type View struct {
	Limit  int      // rows at most; 0: as many as fit
	Page   int      // of the rows, counted in limits; 0 and 1 are the first
	Fields []string // the members of a row that are wanted; none: all
	Whole  bool     // the body as the service sent it
}

// Input is an answer of the desk, to be laid out.
type Input struct {
	Operation string
	Body      []byte // JSON; nil for an answer that has none
	Meta      desk.Meta
	List      string      // the name that its rows are kept under, "" for none
	First     int         // the number of its first row; 0 is 1
	Letters   []string    // of its rows in place of numbers, as "2a"; nil for numbers
	About     []string    // what was asked, as it was understood, in sentences
	Notes     []string    // what a reader has to know besides, in sentences
	Next      []refs.Call // that usually follow
	View      View
}

// Output is an answer in its two halves.
type Output struct {
	Text       string
	Structured json.RawMessage // an object
}

// travel is what is added to a body. Summary says in words what the text half says above and below its
// rows.
type travel struct {
	desk.Meta
	List    string      `json:"list,omitempty"`
	Summary []string    `json:"summary,omitempty"`
	LeftOut *leftOut    `json:"leftOut,omitempty"`
	Next    []refs.Call `json:"next"`
}

// leftOut is what an answer does not hold, and how to get it.
type leftOut struct {
	Parts []string `json:"parts,omitempty"` // paths of members
	Rows  int      `json:"rows,omitempty"`  // that were read
	How   string   `json:"how"`
}

// Shape lays an answer out.
func Shape(in Input) (Output, error) {
	lay, ok := sheets()[in.Operation]
	if !ok {
		lay = plainSheet
	}
	s := sheet{}
	if in.Body != nil {
		var err error
		if s, err = lay(in.Body); err != nil {
			return Output{}, err
		}
	}
	if in.View.Whole {
		return whole(in, s)
	}
	p := pageOf(in, s)
	if len(in.View.Fields) > 0 {
		p.sheet.rows = fieldLines(in.Body, p.parts.rows, in.View.Fields, p.sheet.rows)
	}
	for {
		out, over, err := p.write()
		if err != nil || over <= 0 || !p.shrink(over) {
			return out, err
		}
	}
}

// A page is the rows of an answer that are shown.
type page struct {
	in    Input
	sheet sheet
	parts parts
	skip  int
	count int
	limit int // bytes of a half
	extra []string
}

func pageOf(in Input, s sheet) *page {
	in.First = max(in.First, 1)
	p := &page{in: in, sheet: s, parts: partsOf[in.Operation], count: len(s.rows), limit: usualBytes}
	if in.View.Limit > 0 {
		p.count, p.limit = min(p.count, in.View.Limit), mostBytes
	}
	if in.View.Page > 1 {
		p.skip = (in.View.Page - 1) * max(in.View.Limit, 1)
		if in.View.Limit == 0 {
			p.skip = (in.View.Page - 1) * usualRows
		}
		p.count = max(min(p.count, len(s.rows)-p.skip), 0)
	}
	return p
}

// usualRows are the rows of a page where no one says.
const usualRows = 10

// shrink takes away what a half has too much of; false when nothing is left to take.
func (p *page) shrink(over int) bool {
	if p.count > 1 {
		p.count = max(1, min(p.count-1, p.count*p.limit/(over+p.limit)))
		return true
	}
	if p.limit < mostBytes { // one row may take what several do not
		p.limit = mostBytes
		return true
	}
	name, size := "", 0
	for m := range apiclient.Members(p.in.Body) {
		if n := m.End - m.At; n > size && !p.dropped(m.Name) {
			name, size = m.Name, n
		}
	}
	p.extra = append(p.extra, name)
	return size > 0
}

func (p *page) dropped(name string) bool { return slices.Contains(p.extra, name) }

// write writes both halves, and tells by how many bytes the longer one is too long.
func (p *page) write() (Output, int, error) {
	c := cut{parts: p.parts, skip: p.skip, count: p.count, name: p.name(), ref: p.ref, fields: p.in.View.Fields}
	c.not = slices.Concat(c.not, p.extra)
	if body := bytes.TrimSpace(p.in.Body); len(body) > 0 {
		c.value(body, "")
	}
	if err := c.checkFields(p.in.Body); err != nil {
		return Output{}, 0, err
	}
	t := travel{Meta: brief(p.in.Meta), List: p.name(), Summary: p.summary(), LeftOut: p.leftOut(c.left), Next: callsOf(p.in.Next)}
	structured, err := join(c.out.Bytes(), t)
	if err != nil {
		return Output{}, 0, err
	}
	out := Output{Text: p.text(t), Structured: structured}
	return out, max(len(out.Text), len(structured)) - p.limit, nil
}

// name is the list that the rows are bound to.
func (p *page) name() string {
	if !p.parts.list {
		return ""
	}
	return p.in.List
}

// ref is the reference of a row of the body, its number where it has none.
func (p *page) ref(i int) string {
	n := strconv.Itoa(p.in.First + i)
	switch name := p.name(); {
	case name == "":
		return n
	case p.in.Letters == nil:
		return name + "." + n
	case i < len(p.in.Letters) && p.in.Letters[i] != "":
		return name + "." + p.in.Letters[i]
	}
	return "-" // it has no id that can be used
}

// callsOf is never nil, so that a program can always read the list.
func callsOf(calls []refs.Call) []refs.Call { return append([]refs.Call{}, calls...) }

// brief is what is said of an answer beside its body: not how long it took, and of the quota no more
// than the sentence that goes with a search.
func brief(m desk.Meta) desk.Meta {
	m.References = nil // which its rows have
	m.Quota, m.Waits, m.Reads, m.ElapsedMS, m.Search = nil, nil, 0, 0, nil
	m.CurrencySource, m.LocaleSource, m.SiteCodeSource, m.Currency, m.Locale = "", "", "", "", ""
	return m
}

// summary is what the text says above its rows and below them.
func (p *page) summary() []string {
	all := slices.Concat(p.in.About, p.sheet.about)
	if status := p.status(); status != "" {
		all = append(all, status)
	}
	return slices.Concat(all, p.sheet.notes, p.in.Notes)
}

// status says how many rows there are, and how the search behind them stands.
func (p *page) status() string {
	var parts []string
	if p.parts.rows != "" && p.in.Body != nil {
		total := max(p.sheet.total, len(p.sheet.rows))
		first := p.in.First + p.skip
		switch {
		case p.count > 0 && p.count < total:
			parts = append(parts, fmt.Sprintf("Rows %d to %d of %s", first, first+p.count-1, words.Grouped(total)))
		case p.count == 0 && total > 0 && len(p.sheet.rows) > 0:
			parts = append(parts, "No row is on this page of "+words.Grouped(total))
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

// leftOut says what is not in the structured half, and how to get it; nil for nothing.
func (p *page) leftOut(parts []string) *leftOut {
	l := &leftOut{Parts: parts, Rows: len(p.sheet.rows) - p.skip - p.count}
	var how []string
	if l.Rows > 0 {
		how = append(how, "limit "+strconv.Itoa(len(p.sheet.rows))+" gives these rows")
	}
	if len(parts) > 0 || len(how) > 0 {
		how = append(how, "whole true gives everything as the service sent it")
	}
	if len(how) == 0 {
		return nil
	}
	l.How = strings.Join(how, ", ")
	return l
}

// text is the half that is lines.
func (p *page) text(t travel) string {
	var b strings.Builder
	for _, text := range t.Summary {
		b.WriteString(text + "\n")
	}
	for i := p.skip; i < p.skip+p.count; i++ {
		b.WriteString(p.ref(i) + " " + p.sheet.rows[i] + "\n")
	}
	for _, warning := range t.Warnings {
		b.WriteString("Note: " + strings.TrimSuffix(clean.Line(warning), ".") + ".\n")
	}
	if t.LeftOut != nil && t.LeftOut.Rows > 0 {
		b.WriteString(words.Counted(t.LeftOut.Rows, "row") + " left out: " + t.LeftOut.How + ".\n")
	}
	for _, call := range t.Next {
		b.WriteString("next: " + call.Text() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// whole is an answer of which nothing is left out.
func whole(in Input, s sheet) (Output, error) {
	in.View = View{}
	p := &page{in: in, sheet: s, parts: partsOf[in.Operation], count: len(s.rows)}
	p.in.First = max(in.First, 1)
	t := travel{Meta: in.Meta, List: p.name(), Summary: p.summary(), Next: callsOf(in.Next)}
	structured, err := join(slices.Clone(in.Body), t)
	return Output{Text: p.text(t), Structured: structured}, err
}

// join adds the member travel to a body, whose bytes stay as they are.
func join(body []byte, t travel) (json.RawMessage, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(t); err != nil {
		return nil, fmt.Errorf("lay out an answer: %w", err)
	}
	member := bytes.TrimSpace(text.Bytes())
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		body = []byte("{}")
	}
	inside := bytes.TrimRight(body[:len(body)-1], " \t\r\n")
	out := make([]byte, 0, len(body)+len(member)+16)
	out = append(out, inside...)
	if len(bytes.TrimSpace(inside)) > 1 {
		out = append(out, ',')
	}
	return append(append(append(out, `"travel":`...), member...), '}'), nil
}

// fieldLines are the rows of a body as lines that hold these members alone; the lines that there are where
// the body has no such rows.
func fieldLines(body []byte, rows string, fields, usual []string) []string {
	var lines []string
	for _, row := range rowsOf(body, rows) {
		var parts []string
		for m := range apiclient.Members(row) {
			if slices.Contains(fields, m.Name) {
				value := row[m.At:m.End]
				text := string(value)
				if value[0] == '"' {
					_ = json.Unmarshal(value, &text)
				}
				parts = append(parts, m.Name+" "+text)
			}
		}
		lines = append(lines, line(parts...))
	}
	if len(lines) != len(usual) {
		return usual
	}
	return lines
}

// rowsOf are the items of a list in a body, none where it has no list of that name.
func rowsOf(body []byte, name string) (rows []json.RawMessage) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) == nil {
		_ = json.Unmarshal(members[name], &rows)
	}
	return rows
}

// checkFields refuses names that are members of no row.
func (c *cut) checkFields(body []byte) error {
	if len(c.fields) == 0 || c.had == 0 {
		return nil
	}
	var known []string
	for _, row := range rowsOf(body, c.rows) {
		for m := range apiclient.Members(row) {
			if !slices.Contains(known, m.Name) {
				known = append(known, m.Name)
			}
		}
	}
	for _, field := range c.fields {
		if !slices.Contains(known, field) {
			return problem.NotAccepted("fields", field, "members of a row: "+strings.Join(known, ", "))
		}
	}
	return nil
}
