package report

import (
	"fmt"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

const help = "travel report --help"

// Named are the rows that arguments name, each with the name and the note that it is kept with.
func Named(d *desk.Desk, args []string) ([]Row, error) {
	if len(args) > Most {
		return nil, problem.UsageError{Text: fmt.Sprintf("%d rows are named; a report has at most %d", len(args), Most), Next: help}
	}
	var rows []Row
	for _, arg := range args {
		o, err := d.Offer(desk.OfferArgument{Label: "ROW", Text: arg, Help: help})
		if err != nil {
			return nil, err
		}
		rows = append(rows, Row{Offer: o})
	}
	listing, err := d.KeptList()
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		for _, k := range listing.All {
			if k.Offer.Same(row.Offer) {
				rows[i] = ofKept(k)
			}
		}
	}
	return rows, nil
}

func ofKept(k kept.Kept) Row {
	row := Row{Offer: k.Offer, Name: k.Name, Note: k.Note}
	row.Offer.Row.N = 0 // which was counted in its list
	return row
}

// Kept are all rows that the profile keeps.
func Kept(d *desk.Desk) ([]Row, error) {
	listing, err := d.KeptList()
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, k := range listing.All {
		rows = append(rows, ofKept(k))
	}
	switch {
	case len(rows) == 0:
		return nil, problem.UsageError{Text: "--kept: nothing is kept, so there is nothing to report", Hint: "keep a row of a list: travel keep ROW"}
	case len(rows) > Most:
		return nil, problem.UsageError{Text: fmt.Sprintf("--kept: %d offers are kept; a report has at most %d", len(rows), Most), Hint: "name those that it is about: travel report kept:1 kept:2"}
	}
	return rows, nil
}

// Listed are the rows of the list of trips or hotels that was printed last here, at most MostListed; more is
// how many others it has.
func Listed(d *desk.Desk) (rows []Row, more int, err error) {
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
		return nil, 0, d.NoList("there is nothing to report: no ROW is named, and no list of trips or hotels is here", "make one first: travel flights search FROM TO DATE, or name what you keep: travel report --kept")
	}
	for _, row := range last.Rows {
		if row.Gone {
			continue
		}
		if len(rows) == MostListed {
			more++
			continue
		}
		rows = append(rows, Row{Offer: kept.Offer{Kind: last.Kind, List: last.Head(), Row: row}})
	}
	if len(rows) == 0 {
		return nil, 0, problem.UsageError{
			Text: fmt.Sprintf("there is nothing to report: the last list of %s is empty", last.Kind), Hint: "search again with fewer filters, or name what you keep: travel report --kept",
		}
	}
	return rows, more, nil
}

// MoreWords says that a list has more rows than its report, "" where it has not.
func MoreWords(more int, rows []Row) string {
	if more == 0 {
		return ""
	}
	last := rows[len(rows)-1]
	return fmt.Sprintf("the list has %s; name rows for others, such as: travel report %s:%d", words.Plural(more, "more row", "more rows"), kept.Word(last.Kind), last.Offer.Row.N+1)
}
