package commands

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// candidate is something to choose from instead, as --json lists it.
type candidate struct {
	Row      int    `json:"row,omitempty"` // its number in the list that was kept
	ID       string `json:"id"`
	Label    string `json:"label"`
	Amount   string `json:"amount,omitempty"`
	Currency string `json:"currency,omitempty"`
	Why      string `json:"why,omitempty"` // in what it is near
}

// nearTable is the table of what is nearest to something that is gone.
type nearTable struct {
	title string
	heads []string // between number and price
	rows  []nearRow
}

type nearRow struct {
	n     int
	id    string
	cells []string
	label string
	now   money.Money
	why   string
}

// chooseNear prints what is nearest to what is gone, and leaves the choice to
// the traveler: nothing is ever put in its place. A script gets it in the
// error.
func (r *renewal) chooseNear(gone string, was money.Money, t nearTable, next string) error {
	list := make([]candidate, 0, len(t.rows))
	for _, row := range t.rows {
		list = append(list, candidate{row.n, row.id, clean.Line(row.label), row.now.Amount, row.now.Currency, row.why})
	}
	if was.Amount != "" {
		gone += "; it was " + was.Text("en")
	}
	e := choiceError{Text: gone, Next: next, Candidates: list}
	if len(t.rows) == 0 {
		e.Text += ", nor is anything like it"
		return e
	}
	if !r.app.text() {
		return e
	}
	return cmp.Or(r.app.stderr().Table(t.table()), error(e))
}

func (t nearTable) table() grid.Table {
	table := grid.Table{Title: t.title, Columns: []grid.Column{{Name: "#", Align: grid.Right, Keep: 9}, {Name: "TOTAL", Align: grid.Right, Keep: 9}}}
	for i, head := range t.heads {
		table.Columns = append(table.Columns, grid.Column{Name: head, Keep: 8 - i, Flex: i == len(t.heads)-1})
	}
	table.Columns = append(table.Columns, grid.Column{Name: "NEAR BY", Keep: 9, Flex: true})
	for _, row := range t.rows {
		cells := []grid.Cell{{Text: strconv.Itoa(row.n)}, {Text: row.now.Text("en"), Tone: canvas.Strong}}
		for _, text := range row.cells {
			cells = append(cells, grid.Cell{Text: text})
		}
		table.Rows = append(table.Rows, append(cells, grid.Cell{Text: row.why}))
	}
	return table
}

// nearTrips prints the trips that are nearest to one that is gone and keeps
// them, each under its number: its own where the list has it, else a new one.
func (r *renewal) nearTrips(t *newTrips, want search.Itinerary, was money.Money, name string) error {
	near := nearTable{title: "Nearest to " + name + ", " + itineraryWords(want) + ":", heads: []string{"OUT"}}
	if len(want) > 1 {
		near.heads = append(near.heads, "BACK")
	}
	near.heads = append(near.heads, "AIRLINE")
	for _, n := range search.NearTrips(want, t.Trips) {
		card := t.Cards[n.Index]
		line := nearRow{
			n: numberIn(&t.list, tripListRow(0, card)), id: card.TripID, label: itineraryWords(t.Trips[n.Index].Print),
			now: cardMoney(card), why: n.Why,
		}
		print := t.Trips[n.Index].Print
		for i := range len(near.heads) - 1 { // a cell for each head, whatever the service sent
			text := ""
			if i < len(print) {
				text = clockWords(print[i])
			}
			line.cells = append(line.cells, text)
		}
		var carriers []string
		for _, leg := range print {
			carriers = append(carriers, strings.Join(leg.Carriers, "+"))
		}
		line.cells = append(line.cells, strings.Join(compact(carriers), " / "))
		near.rows = append(near.rows, line)
	}
	next := ""
	if len(near.rows) > 0 {
		next = fmt.Sprintf("open one of them: travel flights trip %d; see all: travel flights results", near.rows[0].n)
	}
	if err := t.save(); err != nil {
		r.app.notice("row numbers are not kept: %v", err)
		next = "travel flights results " + t.SearchID
	}
	return r.chooseNear(name+" is not in the new search", was, near, next)
}

// numberIn is the number of a row of a list. One that the list does not have
// comes to its end.
func numberIn(list *recall.List, row recall.Row) int {
	last := 0
	for _, have := range list.Rows {
		if have.ID == row.ID {
			return have.N
		}
		last = max(last, have.N)
	}
	row.N = last + 1
	list.Rows = append(list.Rows, row)
	return row.N
}

// itineraryWords name a trip: "EX 06:45–14:20, EX 17:05–06:10+1".
func itineraryWords(t search.Itinerary) string {
	parts := make([]string, len(t))
	for i, leg := range t {
		parts[i] = strings.Join(leg.Carriers, "+") + " " + clockWords(leg)
	}
	return strings.Join(parts, ", ")
}

// clockWords are the local times of a leg.
func clockWords(l search.Leg) string {
	from, departs, _ := strings.Cut(l.Departs, "T")
	to, arrives, _ := strings.Cut(l.Arrives, "T")
	text := departs + "–" + arrives
	if days := int(day(to).Sub(day(from)).Hours() / 24); days != 0 {
		text += fmt.Sprintf("%+d", days)
	}
	return text
}

func compact(list []string) []string {
	var out []string
	for _, s := range list {
		if len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
	}
	return out
}
