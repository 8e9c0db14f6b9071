// Package answers lays out the answers of tools. An answer has two halves, each sufficient alone, because clients
// differ in which one they show the model: the service's body without its large parts, and the same rows as lines
// of text with references, ids and prices in words.
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
	Page   int      // page of rows, Limit rows each; 0 and 1 are the first
	Fields []string // the wanted members of a row; empty: all
	Whole  bool     // the body as the service sent it
}

// Input is an answer of the desk to lay out.
type Input struct {
	Operation string
	Body      []byte // JSON; nil if there is none
	Meta      desk.Meta
	List      string      // the name its rows are kept under, or ""
	First     int         // the number of its first row; 0 means 1
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

// A page is the part of an answer's rows that is shown.
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

// usualRows is the default number of rows per page.
const usualRows = 10

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

// write writes both halves and returns by how many bytes the longer one is too long.
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

// name returns the name of the list the rows belong to, or "".
func (p *page) name() string {
	if !p.parts.list {
		return ""
	}
	return p.in.List
}

// ref returns the reference of a row of the body, or its number if there is no list.
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
	return "-" // no usable id
}

// callsOf never returns nil, so that programs always find a list.
func callsOf(calls []refs.Call) []refs.Call { return append([]refs.Call{}, calls...) }

// brief removes details from the metadata: timings, the quota (a search has a sentence about it), and sources.
func brief(m desk.Meta) desk.Meta {
	m.References = nil // its rows have them
	m.Quota, m.Waits, m.Reads, m.ElapsedMS, m.Search = nil, nil, 0, 0, nil
	m.CurrencySource, m.LocaleSource, m.SiteCodeSource, m.Currency, m.Locale = "", "", "", "", ""
	return m
}

// summary returns the sentences above the rows followed by those below them.
func (p *page) summary() []string {
	all := slices.Concat(p.in.About, p.sheet.about)
	if status := p.status(); status != "" {
		all = append(all, status)
	}
	return slices.Concat(all, p.sheet.notes, p.in.Notes)
}

// status describes the number of rows and the state of the search behind them.
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

// leftOut describes what is missing from the structured half and how to get it. It is nil if nothing is missing.
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

// text returns the text half.
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

// whole lays out an answer without leaving anything out.
func whole(in Input, s sheet) (Output, error) {
	in.View = View{}
	p := &page{in: in, sheet: s, parts: partsOf[in.Operation], count: len(s.rows)}
	p.in.First = max(in.First, 1)
	t := travel{Meta: in.Meta, List: p.name(), Summary: p.summary(), Next: callsOf(in.Next)}
	structured, err := join(slices.Clone(in.Body), t)
	return Output{Text: p.text(t), Structured: structured}, err
}

// join adds the member travel to a body without changing the body's bytes.
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

// fieldLines returns the rows of a body as lines with only the given members, or usual if the body has no such
// rows.
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

// rowsOf returns the items of a list in a body, or nil if there is no list with that name.
func rowsOf(body []byte, name string) (rows []json.RawMessage) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) == nil {
		_ = json.Unmarshal(members[name], &rows)
	}
	return rows
}

// checkFields returns an error for names that are not members of any row.
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
