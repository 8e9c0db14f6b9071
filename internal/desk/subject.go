package desk

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Subject describes a kind of search: flights, hotels, or the rates of one hotel. R points to what a read lists.
type Subject[R any] struct {
	Kind   recall.Kind // of the list of its rows
	Facets recall.Kind // of the list of its facets, "" if it has none

	Reader func(s search.Service, id string, q *ask.Values) search.Reader[R]
	// Create makes the search of a list.
	Create func(ctx context.Context, s search.Service, list recall.List) (search.Created, error)
	Check  func(v View, list recall.List) error // refuses a view that does not go with the search of a list

	Page   func(search.Snapshot[R]) search.Page[R] // the page of a read
	Join   func(first R, all search.Gathered[R]) R // the rows of all pages in place of those of the first
	Look   func(search.Snapshot[R]) Snapshot
	Words  func(R) []Facet             // the facets of its filters
	Lowest func(R) (offer.Money, bool) // the price of the first row, false if there is none

	Rows func(s search.Snapshot[R], list recall.List, in Locale) recall.List            // as a list keeps them
	Next func(s search.Snapshot[R], v View, list recall.List, in Locale) []problem.Step // what usually follows
	// Airports returns the airports of a city; nil if no filter takes them.
	Airports func(ctx context.Context, d *Desk, in Locale, city string) []string
	// Order sorts rows in an order that the service does not offer, and returns the view that this needs. It may be nil.
	Order func(v View, list recall.List) (View, func(*search.Snapshot[R], [][]byte) ([][]byte, error), error)
	// Lost explains a failure without any read; nil for the usual text.
	Lost func(list recall.List, err error) error
}

// Service returns the client that makes and reads searches.
func (d *Desk) Service() search.Service {
	return search.Service{Client: d.Client(), Clock: d.Clock(), Purse: d.Purse}
}

func (s Subject[R]) wording(d *Desk, typed *ask.Values, in Locale) *Wording {
	return NewWording(typed, func(ctx context.Context, city string) []string { return s.Airports(ctx, d, in, city) })
}

// Follow reads a search that was just made.
func (s Subject[R]) Follow(ctx context.Context, d *Desk, made Search, view View) (Found[R], error) {
	return Source[R]{
		Subject: s, View: view, List: made.List, In: made.Locale, Before: made.List.Terms.Currency,
		Fresh: true, Asked: made.Asked, Warnings: made.Warnings,
	}.Follow(ctx, d)
}

// ResultsRequest asks for a search to be read again.
type ResultsRequest struct {
	Search  string // its id, "" for that of the session's last list
	View    View
	Renewal *Renewal // nil to ask before a search is made again
}

// Results reads a search again. The last search keeps the filters, the order and the page size of its list unless
// others are given. Results uses no search, unless the search has expired and is to be made again.
func (s Subject[R]) Results(ctx context.Context, d *Desk, r *ResultsRequest) (Found[R], error) {
	list, err := d.PickSearch(s.Kind, r.Search)
	if err != nil {
		return Found[R]{}, err
	}
	return s.ResultsOf(ctx, d, r, list)
}

// ResultsOf reads the search of a list.
func (s Subject[R]) ResultsOf(ctx context.Context, d *Desk, r *ResultsRequest, list recall.List) (Found[R], error) {
	var none Found[R]
	r.Renewal = r.Renewal.At(d)
	r.View.Named = r.Search != ""
	list, left := r.View.Continue(list)
	if err := cmp.Or(r.Renewal.Check(list), r.View.Pages.Apply(r.View.Query), s.Check(r.View, list)); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.View.Query, LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	r.View.Query.GivenAs("searchId", r.Search)
	src := Source[R]{Subject: s, View: r.View, List: list, In: locale, Before: list.Terms.Currency, Warnings: left}
	return src.FollowOrRenew(ctx, d, r.Renewal)
}

// WhyNone returns the filters, and for each of them how many rows removing it would bring back, and their lowest
// price. It sends one read per filter, and none for more than six filters. A read that fails is left out. of is how
// many rows there are without filters.
func (s Subject[R]) WhyNone(ctx context.Context, d *Desk, found Found[R], view View, filters []string, of int) *Nothing {
	nothing := &Nothing{Of: of}
	for _, wire := range filters {
		nothing.Filters = append(nothing.Filters, view.Query.Typed(wire))
	}
	if len(filters) > 6 {
		return nothing
	}
	for i, wire := range filters {
		without := view.Query.Clone()
		without.Unset(wire)
		without.DropLone(filters)
		without.SetTyped("pageSize", 1)
		without.SetTyped("page", 1)
		without.SetTyped("sort", "price_asc")
		shown, err := s.Reader(d.Service(), found.List.Search.ID, without).Read(ctx)
		if err != nil {
			continue
		}
		if from, ok := s.Lowest(shown.Results); ok {
			nothing.Without = append(nothing.Without, Relaxed{Filter: nothing.Filters[i], Rows: s.Page(shown).Total, From: from, Locale: s.Look(shown).Locale})
		}
	}
	return nothing
}

// A Source is one search that is read, and how to read it.
type Source[R any] struct {
	Subject[R]
	View     View
	IDs      []any         // in the path of a read, in the contract's order; none for the search's own
	List     recall.List   // whose search it is
	In       Locale        // that it is read in
	Before   string        // the currency of the list that led to it, "" for none
	Fresh    bool          // it was just made, so it is followed even without a time limit
	Made     *Renewal      // set if it was made in place of another
	Asked    *ask.Asked    // the request that made it, if this call made it
	Warnings []string      // that go with every read of it
	Later    *problem.Step // reads it later; nil for the step of its view

	words  *Wording
	reader search.Reader[R]
}

// Found is the outcome of a search.
type Found[R any] struct {
	Answer[search.Snapshot[R]]
	Watch  *Watch      // nil if it was not watched
	List   recall.List // whose search it is, without rows
	Locale Locale
	Reread problem.Step // reads the same rows again
}

// Follow reads a search as its view says, reports each read, and keeps the rows. If a read fails or is interrupted,
// Follow returns what it has together with the error; without any read the answer has no bodies.
func (src Source[R]) Follow(ctx context.Context, d *Desk) (Found[R], error) {
	none := Found[R]{List: src.List, Locale: src.In}
	wanted := src.View
	var order func(*search.Snapshot[R], [][]byte) ([][]byte, error)
	if src.Order != nil {
		var err error
		if src.View, order, err = src.Order(src.View, src.List); err != nil {
			return none, err
		}
	}
	src.words = src.wording(d, src.View.Query, src.In)
	of := func(q *ask.Values) search.Reader[R] { return src.Reader(d.Service(), src.List.Search.ID, q) }
	src.reader = Reading(src.words, of, src.Words).Since(src.List.Search.Created)

	s, watch, err := src.read(ctx, d)
	if s.Reads == 0 {
		return none, src.lost(d, err)
	}
	src.List = src.words.Settle(src.View.Query, src.List)
	src.words.Settle(wanted.Query, src.List)
	found := Found[R]{Watch: watch, List: src.List, Locale: src.In}
	found.Reread = src.reread(wanted)
	all, pagesErr := Gather(ctx, src.View.Pages, src.Page(s), func(ctx context.Context, n int) (search.Page[R], error) {
		next, err := of(src.words.Page(n)).Read(ctx)
		if err != nil {
			return search.Page[R]{}, err
		}
		return src.Page(next), nil
	})
	s.Results = src.Join(s.Results, all)
	found.Bodies, err = all.Bodies, cmp.Or(err, pagesErr)
	if order != nil {
		var orderErr error
		found.Bodies, orderErr = order(&s, all.Bodies)
		err = cmp.Or(err, orderErr)
	}
	seen := src.Look(s)
	found.Value, found.Rows, found.Meta = s, seen.Rows, src.meta(seen)
	found.Meta.Warn(s.Odd...)
	if src.Made != nil {
		src.Made.compare(src.Rows(s, src.List, src.In)) // before the list it is compared with is gone
		found.Meta.Warn(src.Made.Record(&found.Meta)...)
	}
	switch problem.ClassOf(err) {
	case problem.Wait, problem.Network:
		err = src.lost(d, err) // making the search again would use another one
	}
	next := src.Next(s, wanted, src.List, src.In)
	if keepErr := src.keep(d, s); keepErr != nil {
		d.Report.Notice("row numbers are not kept: " + keepErr.Error())
		next = nil
	}
	if d.Lists().Nowhere() || d.unkept.Load() {
		next = nil // they name rows, and no list is kept
	}
	found.Meta.Follow(next...)
	if watch != nil && watch.End != "" {
		found.Meta.Watch = &WatchMeta{End: watch.End, Changed: watch.Changed}
	}
	if watch.Over() {
		age := ""
		if made := src.List.Search.Created; !made.IsZero() {
			age = " " + words.Age(d.Now().Sub(made)) + " after it was made"
		}
		found.Meta.Warn("The search expired" + age + "; this is how it last stood, and its rows cannot be opened any more.")
		found.Meta.Next = []problem.Step{SearchAgain(src.List)}
	}
	return found, err
}

// reread returns the step that reads the same rows again, even after another search.
func (src Source[R]) reread(v View) problem.Step {
	if src.Kind == recall.Rates {
		return ReadAgain(src.Kind, src.List.Asked().HotelID, src.List.Search)
	}
	return v.Whole(src.List.Search.ID)
}

// FollowOrRenew is Follow, but makes an expired search again if that is wanted. Its rows then get new numbers.
func (src Source[R]) FollowOrRenew(ctx context.Context, d *Desk, r *Renewal) (Found[R], error) {
	found, err := src.Follow(ctx, d)
	gone, ok := errors.AsType[GoneError](err)
	if !ok {
		return found, err
	}
	found = Found[R]{}
	src.Made, src.Fresh, src.Asked = r, false, nil
	src.View.Life.Wait = cmp.Or(src.View.Life.Wait, search.DefaultBudget)
	err = r.Search(ctx, src.Kind, src.List, gone, src.Create, func(list recall.List) (err error) {
		src.List = list
		if q := src.View.Query; q.Has("searchId") { // it is not in the path
			q.SetTyped("searchId", list.Search.ID)
		}
		found, err = src.Follow(ctx, d)
		return r.Broken(err, src.reread(src.View).Set("wait", Wait))
	})
	return found, err
}

// Regather makes a search again after a failed read, as [Renewal.Search] does, to find something in it. read waits until
// the search settles and passes each snapshot to seen, which reports it.
func (s Subject[R]) Regather(
	ctx context.Context, d *Desk, old recall.List, renewal *Renewal, failed error,
	read func(list recall.List, seen func(search.Snapshot[R])) error,
) error {
	what := kept.Word(s.Kind)
	return renewal.Search(ctx, s.Kind, old, failed, s.Create, func(list recall.List) error {
		d.Report.Snapshot(Snapshot{Phase: Begun, What: what, Renewing: true})
		defer d.Report.Snapshot(Snapshot{Phase: Ended})
		err := read(list, func(shown search.Snapshot[R]) {
			seen := s.Look(shown)
			seen.Phase, seen.What, seen.Renewing = Coming, what, true
			d.Report.Snapshot(seen)
		})
		return renewal.Broken(err, ReadAgain(s.Kind, old.Asked().HotelID, list.Search).Set("wait", Wait))
	})
}

// keep keeps the rows of a read, so that they can be named by number.
func (src Source[R]) keep(d *Desk, s search.Snapshot[R]) error {
	list := src.Rows(s, src.words.Settle(src.View.Query, src.List), src.In)
	if src.Facets == "" {
		return d.Keep(list)
	}
	d.KeepFacets(src.Facets, src.View.Query.Op(), src.List.Search, src.Words(s.Results))
	return d.KeepPage(src.View, list)
}

// lost adds to an error how to read the search later.
func (src Source[R]) lost(d *Desk, err error) error {
	if _, open := errors.AsType[*OpenWord](err); open {
		return err
	}
	if src.Lost != nil {
		err = src.Lost(src.List, err)
	}
	if err = d.Gone(src.List, err); src.once() || src.Later != nil && !src.Fresh {
		return err // the same command reads it again
	}
	if src.Later != nil {
		return Unread(err, *src.Later)
	}
	return Unread(err, src.View.Read(src.List.Search.ID).Set("wait", Wait))
}

// Wait is how long a suggested read waits for a search to settle.
const Wait = "45s"

// once reports whether a single read is wanted.
func (src Source[R]) once() bool {
	return src.View.Life.Wait == 0 && !src.Fresh
}

// meta returns the meta of a snapshot.
func (src Source[R]) meta(seen Snapshot) Meta {
	ids := src.IDs
	if len(ids) == 0 {
		ids = []any{src.List.Search.ID}
	}
	m := MetaOf(src.View.Query, ids...)
	m.Search = src.Asked
	m.Take(seen.Progress)
	src.In.Record(&m, seen.Currency, seen.Locale)
	m.Warn(CurrencyWarnings(seen.Priced, seen.Currency, src.Before)...)
	m.Warn(src.Warnings...)
	m.Warn(src.words.Taken...)
	m.Warn(src.words.Absent...)
	return m
}

// choose asks which facets are meant by words that match none, and reads again. If no one can answer, it shows
// nothing, since no row is known to pass the filters.
func (src Source[R]) choose(ctx context.Context, d *Desk, s search.Snapshot[R], err error) (search.Snapshot[R], error) {
	for s.Reads > 0 && src.words.Open != nil && !src.View.Facets {
		if err != nil {
			return search.Snapshot[R]{}, err
		}
		open := src.words.Open
		if made := src.List.Search.Created; s.Settle != search.Converged && (made.IsZero() || d.Now().Sub(made) < search.GrownAfter) {
			open.Text += "; more may come"
		}
		n, asked := 0, ErrNoOne
		if len(open.Candidates) > 0 {
			n, asked = d.Ask.Choose(ctx, Choice{ChoiceError: open.ChoiceError, Title: words.UpperFirst(open.Text) + ":"})
		}
		if asked == nil {
			src.words.typed.SendAs(open.wire, src.words.with(open.Candidates[n].ID))
			progress := s.Progress
			s, err = src.reader.Read(ctx)
			s.Progress = progress
			continue
		}
		way := src.View.Read(src.List.Search.ID, open.wire)
		if open.near {
			way = way.Set(open.wire, src.words.with(open.Candidates[0].ID)...)
		} else {
			way = way.Set("facets", ask.FlagName(open.wire))
		}
		open.Hint, open.Then = "", problem.Ways(way)
		open.Typed, open.SearchID = "", src.List.Search.ID // the whole command again would make another search
		if !errors.Is(asked, ErrNoOne) && !errors.Is(asked, ErrNothing) {
			return search.Snapshot[R]{}, asked
		}
		return search.Snapshot[R]{}, open
	}
	return s, err
}

// read reads once, or until the search settles, and goes on reading if it is watched.
func (src Source[R]) read(ctx context.Context, d *Desk) (s search.Snapshot[R], watch *Watch, err error) {
	life := src.View.Life
	if src.once() && !life.Watch {
		s, err = src.reader.Read(ctx)
		s, err = src.choose(ctx, d, s, err)
		return s, nil, err
	}
	report := func(phase Phase, s search.Snapshot[R], changes []search.Change) search.Listing {
		seen := src.Look(s)
		seen.Phase, seen.What, seen.Watch, seen.Changes = phase, kept.Word(src.Kind), watch, changes
		seen.List, seen.In = src.List, src.In
		if src.Kind == recall.Rates {
			seen.Parts = src.Rows(s, src.List, src.In)
		}
		if phase == Settled {
			seen.Meta = src.meta(seen)
		}
		d.Report.Snapshot(seen)
		return seen.Listing
	}
	d.Report.Snapshot(Snapshot{Phase: Begun, What: kept.Word(src.Kind)})
	defer d.Report.Snapshot(Snapshot{Phase: Ended})
	if src.once() {
		s, err = src.reader.Read(ctx)
	} else {
		s, err = src.reader.Settle(ctx, life.Wait, func(s search.Snapshot[R]) { report(Coming, s, nil) })
	}
	if s, err = src.choose(ctx, d, s, err); !life.Watch || err != nil {
		return s, nil, err
	}
	watch = &Watch{Took: s.Progress.Elapsed}
	settled := report(Settled, s, nil)
	watch.settled.Store(&settled)
	before := settled
	s, watch.End, err = src.reader.Watch(ctx, s, life.Limit, func(s search.Snapshot[R]) bool {
		now := src.Look(s).Listing
		changes := search.Compare(before, now)
		before = now
		if len(changes) > 0 {
			watch.Changed++
			if src.Made == nil { // else the list is compared with the old one first
				_ = src.keep(d, s) // only the last read reports that it cannot be kept
			}
		}
		report(Watched, s, changes)
		return len(changes) > 0
	})
	return s, watch, err
}

// Life says how long to follow a search.
type Life struct {
	Wait  time.Duration // until it settles, at most; 0 reads once
	Watch bool          // go on reading after it settled
	Limit time.Duration // of the watch; 0 is until the search expires
}

// A Watch keeps reading a search after it settled. The goroutine that draws may ask it for changes at any
// time.
type Watch struct {
	settled atomic.Pointer[search.Listing]
	Took    time.Duration // until it settled
	Changed int           // reads that showed a change
	End     search.End
}

// Over reports whether the search has expired. A nil watch is not over.
func (w *Watch) Over() bool { return w != nil && w.End == search.Expired }

// Settled returns the listing of the search when it settled. It returns false before that, and for a nil watch.
func (w *Watch) Settled() (search.Listing, bool) {
	if w == nil || w.settled.Load() == nil {
		return search.Listing{}, false
	}
	return *w.settled.Load(), true
}

// Since returns the changes since the search settled.
func (w *Watch) Since(now search.Listing) []search.Change {
	before, ok := w.Settled()
	if !ok {
		return nil
	}
	return search.Compare(before, now)
}
