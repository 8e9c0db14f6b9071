// Package listing is a list that lives. Its rows come from a search that may still be coming in; sorting and
// filtering are reads of the same search; it expires and can be made again. The cursor stays on its row and
// on its place on the screen, marks stay on their rows, and only the pages in view and the next are read.
//
// Where rows come from and what they look like is the [Feed]'s: there is one for trips and one for hotels.
package listing

import (
	"context"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
)

// A Feed is where the rows of a list come from, and how they look. Read is called on the goroutine of a job,
// and everything else on the stage's own.
type Feed interface {
	// About is what does not change.
	About() About
	// Head is what is listed, in clean text: "DXB → LHR   Wed 2 Dec   1 adult · economy · USD". The list has
	// no search before one was made.
	Head(c canvas.Canvas, of recall.List) string

	// Read reads a page of a search, and makes the search first where there is none yet. A page comes back
	// with an error where something was read or made before the fault: at least its List is set then.
	Read(ctx context.Context, d *desk.Desk, r Read) (Page, error)
	// Seen is what a job was told of as a page; false for what shows no rows.
	Seen(s desk.Snapshot) (Page, bool)
	// Took is told of each page that the list shows from now on, such as for the counts of filters.
	Took(p Page)

	// Blocks gives the header of a table and the lines of each row in it, for the width of the canvas.
	Blocks(c canvas.Canvas, of recall.List, rows []Row) (head []string, blocks [][]string)
	// View says in a few sentences how the rows are sorted and filtered, none for all in the usual order.
	View(of recall.List, q *ask.Values) []string
	// Sorts are the orders that there are.
	Sorts(of recall.List) []Sort
	// Same is the position among rows of another search of the very same offer, -1 where it is not there.
	Same(old Row, now []Row) int
	// Why says in sentences why a page of a search is empty. It may read, on the goroutine of a job.
	Why(ctx context.Context, d *desk.Desk, p Page, q *ask.Values) []string

	// Command is the command line that lists the same.
	Command(of recall.List, q *ask.Values) string
	// Open is the place of a row, and Compare that of several side by side.
	Open(l *List, row Row) stage.Place
	Compare(l *List, rows []Row) stage.Place
	// Filters is the place where filters are set, by SetQuery of the list.
	Filters(l *List) stage.Place
}

// About is what does not change about a list.
type About struct {
	Noun      string        // a row in a word: "trip"
	List      recall.List   // whose search it goes on with, without rows; one without an id is made by the first read
	Query     *ask.Values   // of the first read: filters and order
	Lasts     time.Duration // how long a search can be counted on
	Reading   string        // what a read does, in a few words: "reading the trips"
	Searching string        // what the first read does where it makes the search: "searching"
}

// Row is a row of a list.
type Row struct {
	N     int    // its number, as the commands take it
	ID    string // of the service, checked; "" where it cannot be sent back
	Text  string // what a find looks in, in lower case
	Value any    // the feed's own
}

// Read is a read of a page to make.
type Read struct {
	List  recall.List   // whose search, without rows; one without an id is to be made
	Query *ask.Values   // filters and order; a copy for this read
	Page  int           // from 1
	Wait  time.Duration // how long to follow the search until it settles; 0 reads once
	Renew bool          // an expired search may be made again, where the person agrees; else no one is asked
}

// Page is a page of a list, as one read showed it.
type Page struct {
	List    recall.List // whose search it is, without rows
	N, Size int         // its number, and how many rows a page has room for
	Rows    []Row
	Again   func() []any // the values of Rows once more, from less memory than they take; nil where they stay
	Total   int          // rows that pass the filters, on all pages
	All     int          // with those that the filters leave out, 0 where there are no filters
	Reach   int          // rows that can be read, of all pages
	More    bool         // pages follow, however many Total says

	Coming  bool           // the search is still followed: more reads of this page come by themselves
	Reads   int            // of this page, so far
	Status  string         // how the search stands: "held still after 5.2 s", "412 trips · 1,032 fares so far"
	Left    string         // of the quota of searches, "" where one was not spent or it is not known
	Listing search.Listing // to tell what changed
	Locale  string         // that prices are told in
	Notes   []string       // sentences that a reader has to know
	Value   any            // the feed's own
}

// Sort is an order of a list.
type Sort struct {
	Word string // as --sort takes it: "cheapest"
	Does string // a sentence: "Lowest price first."
	// Also sets what goes with the order, such as whose scores it goes by, and takes out what does not; nil
	// for nothing.
	Also func(q *ask.Values) error
}
