package listing

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// reading holds the reads under way and their outcomes.
type reading struct {
	main    *stage.Job  // makes the search, follows it, or reads its first page
	query   *ask.Values // the query of main
	page    *stage.Job  // reads one more page
	look    *stage.Job  // checks whether another place renewed the search
	why     *stage.Job  // finds out why a page is empty
	waits   stage.Timer // starts a read
	settled bool        // the search was followed to its end
	fault   bool        // the last read failed: no read starts by itself
	expired bool        // the search is gone
	renewed bool        // the search being followed replaced another one
	skip    int         // the last page that was read ahead
	rereads int         // remaining reads of stale pages until the user moves again
}

// patience is how long to wait for further changes of the filters before reading.
const patience = 150 * time.Millisecond

// mostRereads limits the reads of stale pages, for a search that never settles.
const mostRereads = 3

// follow reads the first page of a search, and keeps following the search if results may still be arriving. If it has
// no id, the search is made first.
func (l *List) follow(of recall.List) { l.begin(Read{List: of, Query: l.query.Clone(), Page: 1}) }

// begin starts a read of the first page and cancels all other reads.
func (l *List) begin(r Read) {
	l.reading.waits.Stop()
	l.reading.main.Cancel()
	l.reading.page.Cancel()
	l.reading.why.Cancel()
	what := l.about.Reading
	if r.List.Search.ID == "" {
		what, r.Wait = l.about.Searching, search.DefaultBudget
	}
	l.reading.fault, l.reading.skip, l.reading.query = false, 0, r.Query
	var got Page
	l.reading.main = l.stage.Do(&stage.Job{
		What: what, Of: l, Spends: r.List.Search.ID == "",
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			if r.List.Search.ID == "" && r.Renew { // the service may have carried out the first attempt
				yes, err := d.Ask.Agree(ctx, "Search again? It spends one of your searches, and the search that failed may have been made.")
				if err != nil {
					return err
				}
				if !yes {
					return desk.ErrNothing
				}
			}
			got, err = l.feed.Read(ctx, d, r)
			return err
		},
		Seen: func(s desk.Snapshot) {
			if p, ok := l.feed.Seen(s); ok {
				l.showPage(p, r.Query)
			}
		},
		Then: func(err error) { l.followed(got, r, err) },
	})
}

// followed handles the end of a read of the first page.
func (l *List) followed(p Page, r Read, err error) {
	if p.N > 0 {
		l.showPage(p, r.Query)
	} else if p.List.Search.ID != "" {
		l.list = p.List
	}
	l.reading.renewed = false
	same := r.List.Search.ID == p.List.Search.ID // it was not made again
	if err != nil {
		// The same search may help after some failures to make it; otherwise it must change, where it was entered.
		again := []problem.Class{problem.Network, problem.Wait, problem.Login, problem.Interrupted}
		if l.list.Search.ID != "" || slices.Contains(again, problem.ClassOf(err)) || !l.stage.Refuse(l, err) {
			l.failed(err)
		}
		return
	}
	if r.Wait == 0 && p.Status == "" && !l.reading.settled && l.age() < search.GrownAfter {
		r.List, r.Wait, r.Renew = l.list, search.DefaultBudget, same && r.Renew
		l.begin(r)
		return
	}
	l.reading.settled, l.reading.rereads = true, mostRereads
	switch {
	case len(p.Notes) > 0:
		l.stage.Say(strings.Join(p.Notes, " "))
	case r.Renew && same:
		l.stage.Say(stage.UpToDate)
	}
	if l.rows.count == 0 {
		l.reading.why = stage.Read(l.stage, stage.Job{Of: l},
			func(ctx context.Context, d *desk.Desk) ([]string, error) { return l.feed.Why(ctx, d, p, r.Query), nil },
			func(why []string) { l.why = why })
	}
	l.seek()
}

// failed handles a failed read: it shows the error and leaves the next step to the user.
func (l *List) failed(err error) {
	if err == nil || errors.Is(err, desk.ErrNothing) {
		return
	}
	l.reading.fault, l.marks.seeks = true, 0
	if _, gone := errors.AsType[desk.GoneError](err); gone || desk.IsGone(err) {
		l.reading.expired = true
		l.clock.timer.Stop()
		return
	}
	if l.rows.count > 0 || !l.clock.shown {
		l.stage.Failed(err)
	}
	if !errors.Is(err, context.Canceled) {
		l.unread[0], l.unread[1] = l.stage.Reason(err) // shown on an empty page
	}
}

// showPage shows a page that was read for a query.
func (l *List) showPage(p Page, q *ask.Values) {
	p.Total, p.All = max(p.Total, 0), max(p.All, 0) // they come from the service
	if !l.marks.held {
		l.marks.line, l.marks.held = l.lineOf(), true
	}
	was, _ := l.rows.row(l.cursor)
	before := l.latest
	again := l.list.Search.ID != "" && l.list.Search.ID != p.List.Search.ID
	anew := l.shown == nil || again || !sameRows(l.shown, q)
	if again {
		l.reading.settled, l.reading.renewed = false, true
		l.marks.lost, l.marks.rows = append(l.marks.lost, l.marks.rows...), nil
	}
	if l.shown != nil && l.shown.Text("sort") != q.Text("sort") {
		l.moved, l.marks.cursor = false, Row{} // with a new order, the user wants to see the first rows
	}
	if anew {
		l.rows, l.layout = rows{}, layout{number: l.layout.number + 1, usual: l.layout.usual} // the columns may differ
	}
	if p.Status == "" && !again && !before.Coming {
		p.Status = before.Status // the status was set when the search settled
	}
	l.list, l.shown, l.why, l.unread, l.reading.expired = p.List, q, nil, [2]string{}, false
	l.rows.store(p)
	if p.N == 1 {
		l.latest = p
	}
	l.latest.Total, l.latest.All = p.Total, p.All
	if p.Left != "" {
		l.clock.left, l.clock.said = p.Left, l.stage.Desk.Now()
	}
	if p.N == 1 && !anew && len(before.Rows) > 0 {
		l.changed(before.Listing, p.Listing, p.Locale)
	}
	l.feed.Took(p) // before any of it is laid out
	if l.panel != nil {
		_, found := l.feed.Facets(l.list)
		l.panel.Update(found)
	}
	l.place(p, was, again)
	l.tick()
}

// place moves the cursor to the new position of its row, at the line of the screen where the user put it if possible.
// If the position is unknown, the cursor stays at its line.
func (l *List) place(p Page, was Row, again bool) {
	l.refind(p)
	if !l.moved {
		l.cursor, l.top = 0, 0
		return
	}
	if lost := &l.marks.cursor; lost.ID == "" {
		*lost, l.marks.other = was, again
	}
	if l.marks.cursor.ID == "" {
		return
	}
	at := l.rows.find(l.marks.cursor.ID)
	if l.marks.other {
		if at = l.feed.Same(l.marks.cursor, p.Rows); at >= 0 {
			at += (p.N - 1) * l.rows.size
		}
	}
	switch {
	case at >= 0:
		l.marks.cursor = Row{}
		l.keepAt(at, l.marks.line)
	case l.cursor >= l.rows.count:
		l.cursor = max(l.rows.count-1, 0)
	}
}

// sameRows reports whether two queries list the same rows in the same order.
func sameRows(a, b *ask.Values) bool { return a.SameView() == b.SameView() }

// readMissing reads the visible pages that are missing and the page after them. It reads one page at a time, the most
// urgent first.
func (l *List) readMissing() {
	r := &l.reading
	first, last := l.inView()
	if !r.page.Over() && r.skip >= first && r.skip <= last {
		r.page.What = l.about.Reading // the user is waiting for it now
	}
	if r.fault || r.expired || r.waits.Running() || !r.page.Over() || !sameRows(l.shown, l.query) {
		return
	}
	settled := r.main.Over()
	if !settled && (!l.latest.Coming || r.renewed) {
		return // the desk compares the previous list with the first page only
	}
	for n := first; n <= last; n++ {
		p := l.rows.pages[n]
		switch {
		case p == nil:
			l.readPage(n)
			return
		case p.stale && settled && r.rereads > 0:
			r.rereads--
			l.readPage(n)
			return
		}
	}
	if settled && l.rows.pages[last+1] == nil && last*l.rows.size < l.rows.count && r.skip != last+1 {
		r.skip = last + 1 // do not report its failure; it is read again when it becomes visible
		l.readPage(last + 1)
	}
}

// readPage reads one more page. It shows no progress for a page that is not visible.
func (l *List) readPage(n int) {
	r := Read{List: l.list, Query: l.query.Clone(), Page: n}
	what := l.about.Reading
	if _, last := l.inView(); n > last {
		what = ""
	}
	var got Page
	l.reading.page = l.stage.Do(&stage.Job{
		What: what, Of: l,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			got, err = l.feed.Read(ctx, d, r)
			return err
		},
		Then: func(err error) {
			if err == nil && got.List.Search.ID == l.list.Search.ID && sameRows(r.Query, l.shown) {
				l.showPage(got, r.Query)
			}
			first, last := l.inView()
			if _, gone := errors.AsType[desk.GoneError](err); gone || l.marks.seeks > 0 || n != l.reading.skip || n >= first && n <= last {
				l.failed(err)
			}
			l.seek()
		},
	})
}

// inView returns the first and the last page with visible rows.
func (l *List) inView() (first, last int) {
	if len(l.drawn) == 0 || l.rows.size == 0 {
		return 0, 0
	}
	return l.top/l.rows.size + 1, l.drawn[len(l.drawn)-1]/l.rows.size + 1
}

// SetQuery reads the list with another query after a short delay, in which further changes are collected. The read
// for an earlier query is canceled.
func (l *List) SetQuery(q *ask.Values) {
	l.query = q.Clone()
	l.reading.waits.Start(l.stage, patience, l.reread)
}

// reread reads the search with the current query, unless it was or is being read.
func (l *List) reread() {
	if l.reading.fault || !sameRows(l.reading.query, l.query) {
		l.follow(l.list)
	}
}

// reload reads the search again. A search that has expired, or that was not made as far as is known, is made again if
// the user agrees.
func (l *List) reload() {
	l.begin(Read{List: l.list, Query: l.query.Clone(), Page: 1, Renew: true})
}

// renewedElsewhere follows a search that another place made to replace the list's own, such as for a trip that was
// opened too late.
func (l *List) renewedElsewhere() {
	if !l.reading.settled || !l.reading.main.Over() || !l.reading.look.Over() {
		return
	}
	own := l.list
	l.reading.look = stage.Read(l.stage, stage.Job{Of: l, Then: func(error) {}},
		func(_ context.Context, d *desk.Desk) (recall.List, error) {
			last, _, err := d.Lists().Latest(own.Kind)
			return last, err
		},
		func(last recall.List) {
			newer := last.Search.Created.After(own.Search.Created)
			if newer && last.SameSearch(own) && own.Search.ID == l.list.Search.ID && l.reading.main.Over() {
				l.follow(last.Head())
			}
		})
}
