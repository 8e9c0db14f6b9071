package recall

import (
	"slices"
	"sort"
)

// Param is one parameter of the read that a list shows: a filter, the order, or the rows on a page.
type Param struct {
	Name   string   `json:"name"`            // on the wire
	Values []string `json:"values"`          // on the wire; one, or those of a list
	Typed  string   `json:"typed,omitempty"` // the flag that gave it, as a person types it
}

// Shown is the parameter of the view by that name; zero when it has none.
func (l List) Shown(name string) Param {
	i := slices.IndexFunc(l.View, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}
	}
	return l.View[i]
}

// Filters are the flags that filtered the rows, as a person types them.
func (l List) Filters() []string {
	var typed []string
	for _, p := range l.View {
		if p.Name != "sort" && p.Name != "pageSize" && p.Typed != "" {
			typed = append(typed, p.Typed)
		}
	}
	return typed
}

// Continues tells whether row 11 of one list is what comes after row 10 of the other: both are of one
// search, filtered and in order alike, in one currency and language. How many rows a page has makes no
// difference to their numbers.
func (l List) Continues(o List) bool {
	ranked := func(view []Param) []Param {
		return slices.DeleteFunc(slices.Clone(view), func(p Param) bool { return p.Name == "pageSize" })
	}
	same := func(a, b Param) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) }
	return l.Kind == o.Kind && l.Search.ID != "" && l.Search.ID == o.Search.ID && l.Terms == o.Terms &&
		slices.EqualFunc(ranked(l.View), ranked(o.View), same)
}

// Whole tells whether the list has every row that matched, and none that is kept is missing.
func (l List) Whole() bool {
	return len(l.Rows) > 0 && len(l.Rows) >= min(l.Matching, maxRows) && l.Rows[0].N == 1 && l.Rows[len(l.Rows)-1].N == len(l.Rows)
}

// Joined is the list with the rows that an earlier page of it had beside its own.
func (l List) Joined(earlier List) List {
	own := map[int]bool{}
	for _, row := range l.Rows {
		own[row.N] = true
	}
	rows := slices.Clone(l.Rows)
	for _, row := range earlier.Rows {
		if !own[row.N] {
			rows = append(rows, row)
		}
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].N < rows[j].N })
	l.Rows = rows
	return l
}
