package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Called is what the searches of one kind are called.
type Called struct {
	What string // a row in a word: trip, hotel or rate
	Read string // the command that reads one
}

// A Source is how one search is read, and what is kept of it. R is what one read lists.
type Source[R any] struct {
	Called
	View View
	IDs  []any       // in the path of a read, in the contract's order
	List recall.List // whose search it is
	In   Locale      // that it is read in

	Search search.Reader[R]
	Words  *Wording // of the filters, nil where they have none of the search's own
	// Once is a read that is as good as settled, for where no time is given; nil for one of Search.
	Once func(context.Context) (search.Snapshot[R], error)
	// Page is a read of another page; nil where a read has no pages. Of says what a read gave, and Join
	// puts the rows of all pages in place of those of the first.
	Page func(n int) search.Reader[R]
	Of   func(search.Snapshot[R]) Page[R]
	Join func(first R, all Gathered[R]) R

	// Order puts the rows of all pages that were read in an order that no service has, and returns the
	// bodies that hold them so; nil for the service's own.
	Order func(s *search.Snapshot[R], bodies [][]byte) ([][]byte, error)

	Look func(search.Snapshot[R]) Snapshot  // as a reporter is told of it
	Next func(search.Snapshot[R]) []string  // the commands that usually follow; they may name rows that are kept
	Keep func(search.Snapshot[R]) error     // the rows, so that a number stands for an id
	Old  func(search.Snapshot[R], *Renewal) // compares with the list that the search replaces

	Fresh    bool              // it was just made: it is followed even where no time is given
	Made     *Renewal          // when it was made in place of another; nil else
	Asked    *ask.Asked        // the request that made it, when this call made it from what was typed; nil else
	Spent    string            // what reading it has spent, "" where that is known
	Warnings []string          // that go with every read of it
	Before   string            // the currency of the list that led to it, "" for none
	Again    string            // the command that searches again, "" for that of the list
	Lost     func(error) error // words a fault of which nothing was read; nil for the usual words
}

// Found is what a search was found to hold.
type Found[R any] struct {
	Answer[search.Snapshot[R]]
	Watch  *Watch      // nil when it was not watched
	List   recall.List // whose search it is, without rows
	Locale Locale
	Reread string // the command that reads the same rows again, "" for rates
}

// Follow reads a search as its view says, reports each read, and keeps the rows. What arrived
// before a fault or an interruption comes back with the error; without any read there is only the
// error, and the answer has no bodies.
func Follow[R any](ctx context.Context, d *Desk, src Source[R]) (Found[R], error) {
	s, watch, err := src.read(ctx, d)
	found := Found[R]{Watch: watch, List: src.List, Locale: src.In}
	if s.Reads == 0 {
		return found, src.lost(d, err)
	}
	src.List = src.Words.Settle(src.View.Query, src.List)
	found.List = src.List
	if src.Read != "" {
		found.Reread = src.View.Whole(src.Called, src.List.Search.ID)
	}
	found.Bodies = [][]byte{s.Body}
	if src.Page != nil {
		all, pagesErr := src.gather(ctx, s)
		found.Bodies, s.Results = all.Bodies, src.Join(s.Results, all)
		err = cmp.Or(err, pagesErr)
	}
	if src.Order != nil {
		var orderErr error
		found.Bodies, orderErr = src.Order(&s, found.Bodies)
		err = cmp.Or(err, orderErr)
	}
	seen := src.Look(s)
	found.Value, found.Rows, found.Meta = s, seen.Rows, src.meta(seen)
	found.Meta.Warn(s.Odd...)
	if src.Made != nil {
		src.Old(s, src.Made) // before the list it is compared with is gone
		found.Meta.Warn(src.Made.Record(&found.Meta)...)
	}
	switch problem.ClassOf(err) {
	case problem.Wait, problem.Network:
		err = src.lost(d, err) // to make the search again would spend another one
	}
	next := src.Next(s)
	if keepErr := src.Keep(s); keepErr != nil {
		d.Report.Notice(src.unkept() + ": " + keepErr.Error())
		next = nil
	}
	if !d.Keeps() {
		next = nil // they name rows
	}
	found.Meta.Follow(next...)
	if watch != nil && watch.End != "" {
		found.Meta.Watch = &WatchMeta{End: watch.End, Changed: watch.Changed}
	}
	if watch.Over() {
		found.Meta.Warn(expired(d, src.List))
		found.Meta.Next = []string{cmp.Or(src.Again, SearchAgain(src.List))}
	}
	return found, err
}

// gather reads what follows the first page until enough rows are there.
func (src Source[R]) gather(ctx context.Context, first search.Snapshot[R]) (Gathered[R], error) {
	return Gather(ctx, src.View.Pages, src.Of(first), func(ctx context.Context, n int) (Page[R], error) {
		next, err := src.Page(n).Read(ctx)
		if err != nil {
			return Page[R]{}, err
		}
		return src.Of(next), nil
	})
}

// unkept is said when rows cannot be kept.
func (src Source[R]) unkept() string {
	if src.Page == nil {
		return "row numbers of the " + src.What + "s are not kept"
	}
	return "row numbers are not kept"
}

// lost says, of a search that was followed and of which nothing could be read, how to read it later.
func (src Source[R]) lost(d *Desk, err error) error {
	if src.Lost != nil {
		return src.Lost(err)
	}
	if _, open := errors.AsType[*OpenWord](err); open {
		return err
	}
	err = d.Gone(src.List, err)
	if src.once() {
		return err
	}
	return Unread(err, src.View.Command(src.Called, src.List.Search.ID, "--wait 45s"))
}

// once tells whether a single read is all that is wanted.
func (src Source[R]) once() bool {
	return src.View.Life.Wait == 0 && !src.View.Life.Watch && !src.Fresh
}

// meta is what is known of a snapshot beside its body.
func (src Source[R]) meta(seen Snapshot) Meta {
	m := MetaOf(src.View.Query, src.IDs...)
	m.Search = src.Asked
	m.Take(seen.Progress)
	src.In.Record(&m, seen.Currency, seen.Locale)
	if src.Spent != "" {
		m.Warn(src.Spent)
	}
	m.Warn(CurrencyWarnings(seen.Priced, seen.Currency, src.Before)...)
	m.Warn(src.Warnings...)
	if src.Words != nil {
		m.Warn(src.Words.Taken...)
		m.Warn(src.Words.Absent...)
	}
	return m
}

// choose asks which facets are meant by words that stand for none, and reads again. Where no one can say,
// nothing is shown: no row is known to pass the filters.
func (src Source[R]) choose(ctx context.Context, d *Desk, s search.Snapshot[R], err error) (search.Snapshot[R], error) {
	for s.Reads > 0 && src.Words != nil && src.Words.Open != nil && !src.View.Facets {
		if err != nil {
			return search.Snapshot[R]{}, err
		}
		open := src.Words.Open
		if made := src.List.Search.Created; s.Settle != search.Converged && (made.IsZero() || d.Now().Sub(made) < search.GrownAfter) {
			open.Text += "; more may come"
		}
		question := Choice{Title: words.UpperFirst(open.Text) + ":"}
		for _, c := range open.Candidates {
			question.Options = append(question.Options, Option{Name: c.Label, Code: c.ID})
		}
		n, asked := 0, ErrNoOne
		if len(question.Options) > 0 {
			n, asked = d.Ask.Choose(ctx, question)
		}
		if asked == nil {
			if err = src.Words.typed.Sent(open.wire, src.Words.with(open.Candidates[n].ID)); err == nil {
				progress := s.Progress
				s, err = src.Search.Read(ctx)
				s.Progress = progress
			}
			continue
		}
		flags := "--facets=" + ask.FlagName(open.wire)
		if open.near {
			flags = "--" + ask.FlagName(open.wire) + " " + words.Shell(strings.Join(src.Words.with(open.Candidates[0].ID), ","))
		}
		open.Hint = src.View.Command(src.Called, src.List.Search.ID, flags, open.wire)
		open.Typed, open.SearchID = "", src.List.Search.ID // to type it all again would make another search
		if !errors.Is(asked, ErrNoOne) && !errors.Is(asked, ErrNothing) {
			return search.Snapshot[R]{}, asked
		}
		return search.Snapshot[R]{}, open
	}
	return s, err
}

// expired says of a watched list that it can only be looked at.
func expired(d *Desk, list recall.List) string {
	age := ""
	if made := list.Search.Created; !made.IsZero() {
		age = " " + words.Age(d.Now().Sub(made)) + " after it was made"
	}
	return "The search expired" + age + "; this is how it last stood, and its rows cannot be opened any more."
}

// read makes the reads: one, or until the search settles, and on from there where it is watched.
func (src Source[R]) read(ctx context.Context, d *Desk) (search.Snapshot[R], *Watch, error) {
	once, life := src.Once, src.View.Life
	if once == nil {
		once = src.Search.Read
	}
	if src.once() {
		s, err := once(ctx)
		s, err = src.choose(ctx, d, s, err)
		return s, nil, err
	}
	report := func(phase Phase, s search.Snapshot[R], watch *Watch, changes []search.Change) {
		seen := src.Look(s)
		seen.Phase, seen.What, seen.Watch, seen.Changes = phase, src.What, watch, changes
		seen.List, seen.In = src.List, src.In
		if phase == Settled {
			seen.Meta = src.meta(seen)
		}
		d.Report.Snapshot(seen)
	}
	d.Report.Snapshot(Snapshot{Phase: Begun, What: src.What})
	defer d.Report.Snapshot(Snapshot{Phase: Ended})
	var s search.Snapshot[R]
	var err error
	if src.Once != nil && life.Wait == 0 {
		s, err = once(ctx)
	} else {
		s, err = src.Search.Since(src.List.Search.Created).Settle(ctx, life.Wait, func(s search.Snapshot[R]) { report(Coming, s, nil, nil) })
	}
	if s, err = src.choose(ctx, d, s, err); !life.Watch || err != nil {
		return s, nil, err
	}
	watch := &Watch{}
	report(Settled, s, watch, nil)
	watch.begin(src.Look(s))
	s, watch.End, err = src.Search.Watch(ctx, s, life.Limit, func(s search.Snapshot[R]) bool {
		changes := watch.changes(src.Look(s).Listing)
		if len(changes) > 0 && src.Made == nil { // else the list is compared with the old one first
			_ = src.Keep(s) // the last one tells when it cannot be kept
		}
		report(Watched, s, watch, changes)
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

// A Watch is a search that is followed after it settled: how it stood then, and what came of it.
// The goroutine that draws may ask it for changes at any time.
type Watch struct {
	settled atomic.Pointer[search.Listing]
	Took    time.Duration // until it settled
	Changed int           // reads that showed a change
	End     search.End

	before search.Listing // the read before
}

// begin keeps how the search settled.
func (w *Watch) begin(s Snapshot) {
	w.Took, w.before = s.Progress.Elapsed, s.Listing
	w.settled.Store(&s.Listing)
}

// changes are what a read shows that the one before it did not.
func (w *Watch) changes(now search.Listing) []search.Change {
	changes := search.Compare(w.before, now)
	w.before = now
	if len(changes) > 0 {
		w.Changed++
	}
	return changes
}

// Over tells whether the search is gone, so that nothing more can be read. A nil watch is not over.
func (w *Watch) Over() bool { return w != nil && w.End == search.Expired }

// Settled is how the search stood when it settled; false before that, and for a nil watch.
func (w *Watch) Settled() (search.Listing, bool) {
	if w == nil || w.settled.Load() == nil {
		return search.Listing{}, false
	}
	return *w.settled.Load(), true
}

// Since is what is not as it was when the search settled.
func (w *Watch) Since(now search.Listing) []search.Change {
	before, ok := w.Settled()
	if !ok {
		return nil
	}
	return search.Compare(before, now)
}

// GoneError is a 404 on something that lived with a search, with the search's age.
type GoneError struct {
	Age   time.Duration
	Err   error
	Again string // the command that searches again
	Way   string // the way out in words, in place of that command
}

func (e GoneError) Error() string {
	return fmt.Sprintf("this search has expired (made %s ago)", words.Age(e.Age))
}

func (e GoneError) Unwrap() error { return e.Err }

// Class is NotFound.
func (e GoneError) Class() problem.Class { return problem.NotFound }

// Advice is how to search again.
func (e GoneError) Advice() string {
	if e.Way != "" {
		return e.Way
	}
	return "search again; it spends one of your searches: " + e.Again
}

// Gone adds to a 404 how old the search is, when that is known, or that nothing is kept of it. Other
// errors stay as they are.
func (d *Desk) Gone(list recall.List, err error) error {
	if _, told := asGone(err); told || !IsGone(err) {
		return err
	}
	if why := d.Deployment.Forgets(); why != nil {
		hint := "the sandbox knows no search of an earlier command, since its key is not kept: " + why.Error() + "; " + problem.AdviceOf(why)
		return problem.Error{Err: err, Hint: hint}
	}
	if list.Search.Created.IsZero() {
		return err
	}
	return GoneError{Age: d.Now().Sub(list.Search.Created), Err: err, Again: SearchAgain(list)}
}

// IsGone tells the 404 of an id that lives with its search.
func IsGone(err error) bool {
	p, ok := errors.AsType[*apiclient.ProblemError](err)
	return ok && p.Code == apiclient.ErrorCodeNotFound
}

func asGone(err error) (GoneError, bool) { return errors.AsType[GoneError](err) }

// SearchAgain is the command that makes a list's search again.
func SearchAgain(list recall.List) string {
	switch {
	case list.Stay != nil:
		return list.Stay.Command()
	case list.Flight != nil:
		return list.Flight.Command()
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		return "travel hotels search --help"
	}
	return "travel flights search --help"
}

// ReadAgain is the command that reads a search by its id: one of trips or of hotels, or the rates of a hotel.
func ReadAgain(kind recall.Kind, hotel int64, made search.Ref) string {
	switch kind {
	case recall.Rates:
		return "travel hotels rates " + query.HotelArgument(hotel) + " --search " + made.ID
	case recall.Hotels:
		return "travel hotels results " + made.ID
	}
	return "travel flights results " + made.ID
}

// CheckSearch refuses a search id beside that of a trip or a rate which is of another search.
func CheckSearch(q *ask.Values, what string, own search.Ref) error {
	if given := q.Text("searchId"); given != "" && given != own.ID {
		return problem.Usagef("--search %s is not the search of %s, %s; leave --search out", words.Quote(given), what, words.Quote(own.ID))
	}
	return nil
}

// UnreadError is a fault that left a search unread that was just made.
type UnreadError struct {
	Err     error
	Command string // that reads it
}

func (e UnreadError) Error() string { return e.Err.Error() + "; " + e.way() }

func (e UnreadError) way() string { return "the search was made, read it with: " + e.Command }

func (e UnreadError) Unwrap() error { return e.Err }

// Class is that of the fault.
func (e UnreadError) Class() problem.Class { return problem.ClassOf(e.Err) }

// Retry is Changed: the search is there, and the command that reads it is another one.
func (e UnreadError) Retry() problem.Retry {
	if retry := problem.RetryOf(e.Err); retry != problem.Same {
		return retry
	}
	return problem.Changed
}

// Advice is that of the fault; the way to the search stands in the text. Where the text is not
// shown, because it was an interruption, the way is the advice. What is to be run again is not the
// search: that would spend another one.
func (e UnreadError) Advice() string {
	if e.Class() == problem.Interrupted {
		return e.way()
	}
	return strings.Replace(problem.AdviceOf(e.Err), "run it again", "read it", 1)
}

// Unread adds the command that reads a search later to a fault that left it unread, unless the
// search is gone or may not have been made.
func Unread(err error, command string) error {
	if err == nil {
		return nil
	}
	if _, gone := errors.AsType[GoneError](err); gone || IsGone(err) || apiclient.MaybeCreated(err) {
		return err
	}
	if _, told := errors.AsType[UnreadError](err); told {
		return err
	}
	return UnreadError{err, command}
}

// Unprinted adds to an answer that could not be written how to read it again: the search it comes
// from may have been spent on it.
func Unprinted(err error, command string) error {
	return problem.Error{Err: err, Hint: "the search is still there, read it with: " + command}
}

// A View is how a list is read: which filters, in what order, how many rows, and for how long.
type View struct {
	Query *ask.Values // of the read
	Pages Pages
	Life  Life

	Named     bool // the traveler named the search: the list on the screen says nothing about it
	NoFilters bool // the list's filters are left out; its order and rows on a page stay
	Facets    bool // what the rows can be filtered by is wanted, not the rows
}

// Kept is the view as a list keeps it. Which page it is, and how many of them, is not part of it.
func (v View) Kept() []recall.Param {
	var kept []recall.Param
	for _, wire := range v.Query.View() {
		kept = append(kept, recall.Param{Name: wire, Values: v.Query.Texts(wire), Typed: v.Query.Typed(wire)})
	}
	return kept
}

// Continue fills the view with what the list has and no one gave now: filters, order, and rows on a
// page. It returns the list as it is read now, and says in sentences what does not go with what was
// given. Of a search that was named, nothing is taken but the view as given.
func (v *View) Continue(list recall.List) (recall.List, []string) {
	var left []string
	if !v.Named {
		taken := v.take(list)
		left = v.drop(list, taken)
		list.View = v.Kept()
		if v.Pages.Rows() > 0 && slices.Contains(taken, "pageSize") {
			v.Query.Unset("pageSize") // --limit and --all take pages as wide as there are
		}
		return list, left
	}
	list.View = v.Kept()
	return list, nil
}

// take takes from the list what was not given, and returns the names of that. What a read cannot
// have comes from no list of ours, and is left out.
func (v *View) take(list recall.List) []string {
	var taken []string
	for _, p := range list.View {
		f, isFilter := ask.FilterOf(v.Query.Op(), p.Name)
		if v.Query.Has(p.Name) || v.NoFilters && isFilter && f.Needs == nil {
			continue
		}
		if v.Query.Repeated(p.Name, p.Values, p.Typed) == nil {
			taken = append(taken, p.Name)
		}
	}
	return taken
}

// drop takes out again what was taken and does not go with what was given, and says what and why.
func (v *View) drop(list recall.List, taken []string) []string {
	q := v.Query
	var left []string
	drop := func(wire, why string) {
		if slices.Contains(taken, wire) && q.Has(wire) {
			left = append(left, q.Typed(wire)+" of the list is left out: "+why)
			q.Unset(wire)
		}
	}
	before := list.Terms.Currency
	if before == "" {
		before = ServiceCurrency
	}
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
	return left
}

// Command is the command that reads the search with that id again as this view does, with flags in
// place of those parameters. A search that was not named is the last list's, which knows all of it.
func (v View) Command(of Called, id, flags string, instead ...string) string {
	if flags != "" {
		flags = " " + flags
	}
	if !v.Named {
		return of.Read + flags
	}
	q := v.Query.Clone()
	q.Unset(append(instead, "page")...)
	if v.Pages.Page > 0 || v.Pages.Rows() > 0 && v.Pages.asked == 0 {
		q.Unset("pageSize") // it is the number of rows
	}
	return of.Read + " " + words.Shell(id) + q.SameView() + inTerms(v.Query) + flags
}

// Whole is the command that reads the search again to the very rows of this view, whatever is listed
// meanwhile.
func (v View) Whole(of Called, id string) string {
	v.Named = true
	switch {
	case v.Pages.All:
		return v.Command(of, id, "--all")
	case v.Pages.Limit > 0:
		return v.Command(of, id, "--limit "+strconv.Itoa(v.Pages.Limit))
	case v.Query.Has("page") && v.Pages.Page == 0:
		return v.Command(of, id, v.Query.Typed("page"))
	}
	return v.Command(of, id, "")
}

// inTerms are the flags for the currency and language of a read.
func inTerms(q *ask.Values) string {
	flags := ""
	for _, wire := range []string{"currency", "locale"} {
		if q.Has(wire) {
			flags += " " + q.Typed(wire)
		}
	}
	return flags
}

// KeepPage keeps the rows of a page beside those of the same list that were read before, so that
// numbers add up, whichever of several reads at once comes first; the rows of another list give way. A look at
// the filters shows no rows, so the list that is on the screen stays.
func (d *Desk) KeepPage(v View, list recall.List) error {
	d.keeping.Lock()
	defer d.keeping.Unlock()
	if list.Whole() && !v.Facets {
		return d.Keep(list)
	}
	last, found, err := d.Own(list.Kind)
	switch {
	case !found || err != nil:
	case v.Facets && last.Search.ID == list.Search.ID && len(last.Rows) > 0:
		return nil
	case !list.Whole() && list.Continues(last):
		list = list.Joined(last)
	}
	return d.Keep(list)
}

// ReadOn are the commands that go on from a page of the search with that id: to the page behind it,
// to twice the rows where they were counted, back to the last page from beyond, and to all rows where
// filters leave some out.
func ReadOn[R any](v View, of Called, id string, page Page[R]) []string {
	var next []string
	n := 0
	switch {
	case page.Rows == 0 && page.Size > 0:
		n = (page.Total + page.Size - 1) / page.Size
	case page.More && v.Pages.Rows() == 0:
		n = page.N + 1
	}
	if n > 0 && n <= v.Pages.Last {
		next = append(next, v.Command(of, id, "--page "+strconv.Itoa(n)))
	}
	if rows := v.Pages.Double(page.Total); page.More && rows > page.Rows {
		next = append(next, v.Command(of, id, "--limit "+strconv.Itoa(rows)))
	}
	if len(v.Query.Filters()) == 0 {
		return next
	}
	if !v.Named {
		return append(next, v.Command(of, id, "--no-filters"))
	}
	v.Query = v.Query.Clone()
	v.Query.ClearFilters(v.Query.Filters())
	return append(next, v.Command(of, id, ""))
}
