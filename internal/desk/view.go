package desk

import (
	"cmp"
	"slices"
	"strconv"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

// A View says how a list is read: filters, order, how many rows, and for how long.
type View struct {
	Query *ask.Values // of the read
	Pages Pages
	Life  Life

	Named     bool // the traveler named the search: the list on the screen says nothing about it
	NoFilters bool // the list's filters are left out; its order and rows on a page stay
	Facets    bool // what the rows can be filtered by is wanted, not the rows
}

// Continue fills the view with the filters, order and page size of the list that were not given now. It returns the
// list as it is read now, and sentences about filters that were left out. A search that was named takes nothing from
// the list.
func (v *View) Continue(list recall.List) (recall.List, []string) {
	if v.Named {
		list.View = v.Query.View()
		return list, nil
	}
	q := v.Query
	var taken, left []string
	for _, p := range list.View {
		f, isFilter := ask.FilterOf(q.Op(), p.Name)
		if q.Has(p.Name) || v.NoFilters && isFilter && f.Needs == nil {
			continue
		}
		if q.Repeated(p.Name, p.Values, p.Typed) == nil {
			taken = append(taken, p.Name)
		}
	}
	// Not everything that was taken goes with what was given.
	drop := func(wire, why string) {
		if slices.Contains(taken, wire) && q.Has(wire) {
			left = append(left, q.Typed(wire)+" of the list is left out: "+why)
			q.Unset(wire)
		}
	}
	before := cmp.Or(list.Terms.Currency, ServiceCurrency)
	if now := q.Text("currency"); now != "" && now != before {
		for _, wire := range slices.DeleteFunc(q.Filters(), func(wire string) bool { return !ask.IsPrice(wire) }) {
			drop(wire, "it is in "+before+", and prices are now in "+now)
		}
	}
	for _, low := range q.Filters() {
		high, ok := ask.UpperOf(q.Op(), low)
		if !ok || !q.Crossed(low, high) {
			continue
		}
		drop(low, "it is above "+q.Typed(high))
		if q.Has(low) {
			drop(high, "it is below "+q.Typed(low))
		}
	}
	for _, wire := range taken {
		if other := ask.SameTime(wire); q.Has(other) && !slices.Contains(taken, other) {
			drop(wire, "it is about the same time as "+q.Typed(other))
		}
	}
	q.DropLone(taken)
	list.View = q.View()
	if v.Pages.Rows() > 0 && slices.Contains(taken, "pageSize") {
		q.Unset("pageSize") // --limit and --all take pages as wide as there are
	}
	return list, left
}

// Read returns the step that reads the search again as this view does, without some parameters. Without a name it
// reads the last search.
func (v View) Read(id string, without ...string) problem.Step {
	if !v.Named {
		return problem.Do("", v.Query.Op().ID)
	}
	q := v.Query.Clone()
	q.Unset(append(without, "page")...)
	if v.Pages.Page > 0 || v.Pages.Rows() > 0 && v.Pages.asked == 0 {
		q.Unset("pageSize") // it is the number of rows
	}
	return problem.Do("", q.Op().ID, id).Having(q.View()...).Having(q.Params("currency", "locale")...)
}

// Whole returns the step that reads exactly the rows of this view again, even after another search.
func (v View) Whole(id string) problem.Step {
	v.Named = true
	switch step := v.Read(id); {
	case v.Pages.All:
		return step.Set("all")
	case v.Pages.Limit > 0:
		return step.Set("limit", strconv.Itoa(v.Pages.Limit))
	case v.Query.Has("page") && v.Pages.Page == 0:
		return step.Having(v.Query.Params("page")...)
	default:
		return step
	}
}

// KeepPage keeps the rows of a page together with the earlier pages of the same list, and replaces another list. A
// look at the filters shows no rows, so it keeps the list as it is.
func (d *Desk) KeepPage(v View, list recall.List) error {
	d.keeping.Lock()
	defer d.keeping.Unlock()
	if list.Whole() && !v.Facets {
		return d.Keep(list)
	}
	last, found, err := d.Lists().Latest(list.Kind)
	switch {
	case !found || err != nil:
	case v.Facets && last.Search.ID == list.Search.ID && len(last.Rows) > 0:
		return nil
	case !list.Whole() && list.Continues(last):
		list = list.Joined(last)
	}
	return d.Keep(list)
}

// ReadOn returns the steps that go on from a page: to the next page, to twice the rows, back to the last page, and to
// all rows if there are filters.
func ReadOn[R any](v View, id string, page Page[R]) []problem.Step {
	var next []problem.Step
	n := 0
	switch {
	case page.Rows == 0 && page.Size > 0:
		n = (page.Total + page.Size - 1) / page.Size
	case page.More && v.Pages.Rows() == 0:
		n = page.N + 1
	}
	if n > 0 && n <= v.Pages.Last {
		next = append(next, v.Read(id).Set("page", strconv.Itoa(n)))
	}
	twice := min(2*v.Pages.Limit, v.Pages.Most())
	if page.Total > v.Pages.Limit { // else it is only a floor
		twice = min(twice, page.Total)
	}
	if page.More && twice > page.Rows {
		next = append(next, v.Read(id).Set("limit", strconv.Itoa(twice)))
	}
	if len(v.Query.Filters()) == 0 {
		return next
	}
	if !v.Named {
		return append(next, v.Read(id).Set("no-filters"))
	}
	v.Query = v.Query.Clone()
	v.Query.ClearFilters(v.Query.Filters())
	return append(next, v.Read(id))
}
