// Package listing is a live list. Its rows come from a search whose results may still be arriving. Sorting and
// filtering read the same search again; a search can expire and be made again. The cursor stays on its row and at its
// line of the screen, marks stay on their rows, and only the visible pages and the next one are read.
//
// A [Feed] supplies the rows and their layout. There is one for trips and one for hotels.
package listing

import (
	"cmp"
	"context"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
)

// A Feed supplies the rows of a list and their layout. Read and Why are called on the goroutine of a job, everything
// else on the stage's goroutine.
type Feed interface {
	// Head returns the heading as clean text, such as "DXB → LHR   Wed 2 Dec   1 adult · economy · USD". The list has
	// no search before one was made.
	Head(c canvas.Canvas, of recall.List) string

	// Read reads a page of a search, and first makes the search if there is none. If it fails after something was
	// read or made, it returns a page with the error, with at least its List set.
	Read(ctx context.Context, d *desk.Desk, r Read) (Page, error)
	// Seen converts a snapshot of a running job to a page; false if it has no rows.
	Seen(s desk.Snapshot) (Page, bool)
	// Took is called with each page that the list starts to show, for example to update filter counts.
	Took(p Page)

	// Blocks returns the table header and the lines of each row, for the width of the canvas.
	Blocks(c canvas.Canvas, of recall.List, rows []Row) (head []string, blocks [][]string)
	// View describes the order and the filters in a few sentences; none for the default.
	View(of recall.List, q *ask.Values) []string
	// Sorts returns the available orders.
	Sorts(of recall.List) []Sort
	// Same returns the index of the same offer among the rows of another search, or -1.
	Same(old Row, now []Row) int
	// Why explains in sentences why a page is empty. It may make requests; it runs on the goroutine of a job.
	Why(ctx context.Context, d *desk.Desk, p Page, q *ask.Values) []string

	// Command returns the command line for the same list.
	Command(of recall.List, q *ask.Values) string
	// Open returns the page of a row; Compare returns the comparison of several.
	Open(l *List, row Row) stage.Place
	Compare(l *List, rows []Row) stage.Place
	// Facets returns the filters of a list and what its answers say about them.
	Facets(of recall.List) (facets.Subject, facets.Found)
}

// About holds the fixed properties of a list.
type About struct {
	Noun      string        // singular name of a row: "trip"
	List      recall.List   // the list to resume, without rows; if it has no id, the first read makes the search
	Query     *ask.Values   // query of the first read: filters and order
	Lasts     time.Duration // how long a search is expected to live
	Reading   string        // status text of a read: "reading the trips"
	Searching string        // status text of a read that makes the search: "searching"
}

// Row is a row of a list.
type Row struct {
	N     int    // its number in commands
	ID    string // the service's id, checked; "" if it cannot be sent back
	Text  string // searchable text in lower case
	Value any    // belongs to the feed
}

// Read describes a page to read.
type Read struct {
	List  recall.List   // the list, without rows; if it has no id, the search is to be made
	Query *ask.Values   // filters and order; a copy for this read
	Page  int           // from 1
	Wait  time.Duration // how long to follow the search until it settles; 0 reads once
	Renew bool          // an expired search may be made again if the user agrees; otherwise nobody is asked
}

// View returns what the desk must read. The desk adds a page size to its query.
func (r Read) View() desk.View {
	view := desk.View{Query: r.Query.Clone(), Named: true, Pages: desk.PagesOf(r.Query.Op()), Life: desk.Life{Wait: r.Wait}}
	view.Pages.Page = r.Page
	return view
}

// Desk returns the desk for the read, which asks nobody unless the search may be made again.
func (r Read) Desk(d *desk.Desk) *desk.Desk {
	if r.Renew {
		return d
	}
	return d.For(d.Memory, desk.NoOne{}, d.Report, d.Purse)
}

// Resume returns a list, without its rows, in the currency and language of terms, and the query to read it with. The
// price filters of a list in another currency are dropped, with a warning.
func Resume(s *stage.Stage, list recall.List, operation string, terms query.Terms) (recall.List, *ask.Values) {
	q := QueryOf(list, operation, s.Desk.Now)
	now := list.InTerms(cmp.Or(terms.Currency, list.Terms.Currency), cmp.Or(terms.Locale, list.Terms.Locale)).Head()
	if now.Terms == list.Terms {
		return now, q
	}
	q = ask.New(operation, q.Days())
	q.SetDefault("currency", "currency", now.Terms.Currency)
	q.SetDefault("locale", "locale", now.Terms.Locale)
	view := desk.View{Query: q}
	_, left := view.Continue(list)
	for _, text := range left {
		s.Warn(text)
	}
	q.Unset("pageSize")
	return now, q
}

// QueryOf returns the query that a list was read with, without its page size.
func QueryOf(list recall.List, operation string, today func() time.Time) *ask.Values {
	q := ask.New(operation, &ask.Days{Today: today})
	for _, p := range list.View {
		if p.Name != "pageSize" {
			_ = q.Repeated(p.Name, p.Values, p.Typed) // our own lists have only valid values
		}
	}
	return q
}

// Page is the result of reading one page of a list.
type Page struct {
	List    recall.List // the list, without rows
	N, Size int         // its number and its capacity in rows
	Rows    []Row
	Total   int  // rows that pass the filters, on all pages
	All     int  // total including filtered rows; 0 if there are no filters
	Reach   int  // rows that can be read, on all pages
	More    bool // more pages follow, whatever Total says

	Coming  bool           // the search is still being followed: more reads of this page will arrive
	Reads   int            // number of reads of this page so far
	Status  string         // state of the search: "held still after 5.2 s", "412 trips · 1,032 fares so far"
	Left    string         // remaining searches; "" if none was used or the number is unknown
	Listing search.Listing // used to find changes
	Locale  string         // locale of the prices
	Notes   []string       // sentences to show to the user
	Value   any            // belongs to the feed
}

// Sort is an order of a list.
type Sort struct {
	Word string // value of --sort: "cheapest"
	Does string // a sentence: "Lowest price first."
	// Also sets parameters that go with the order, such as the guest type of its scores, and removes those that do
	// not. It may be nil.
	Also func(q *ask.Values) error
}
