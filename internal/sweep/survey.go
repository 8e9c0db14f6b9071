package sweep

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// Status is the state of a cell.
type Status string

// The statuses. Programs depend on these words.
const (
	NotAsked Status = "not_asked"
	Coming   Status = "coming" // its search has not settled
	HasFound Status = "found"
	Nothing  Status = "nothing" // its search has settled without a match
	Failed   Status = "failed"
)

// At is what distinguishes one search of a survey from the others.
type At struct {
	Day, Back string       // YYYY-MM-DD; Back is "" for one-way trips
	Nights    int          // 0 for one-way trips and same-day returns
	Goal      *recall.Goal // the destination; nil if all searches have the same
}

// Ask is one search of a survey.
type Ask[R any] struct {
	At
	Question, Key string // the names it is saved under, see [Store]
	Create        func(context.Context) (search.Created, error)
	Read          func(ctx context.Context, made search.Created, tell func(Found[R])) (Found[R], error)
	Glance        func(ctx context.Context, made search.Created) (Found[R], error) // reads the search once
}

// Cell is one search of a survey with its result.
type Cell[R any] struct {
	At
	Status Status
	Found[R]
	SearchID string    // "" if there is none
	Made     time.Time // when the search was made
	// Kept is a search saved between commands.
	Kept bool  // an earlier command made the search
	Err  error // set if it failed
}

// Survey looks for the same thing in many searches. It reuses known results and searches that can still be read.
type Survey[R any] struct {
	Asks  []Ask[R]
	Order []int  // the indexes of Asks, in the order to search them
	View  string // the filters of all reads

	Gate *Gate
	// Store saves the results of surveys, with one file per question, shared by all processes. A question is
	// everything a search asks for except its key, such as the dates.
	Store     Store[R]
	Operation string                // the name of the quota
	Windows   func() []quota.Window // the known quota windows
	MaxAge    time.Duration         // of saved results; 0 ignores them
	Lives     time.Duration         // how long a search can be read
	Most      int                   // the maximum number of new searches
	Longest   time.Duration         // the longest acceptable wait for a quota

	// Told receives each cell that changes, with its index. Held receives each pause, and Lost each error from saving
	// results. They are never called concurrently.
	Told func(i int, c Cell[R])
	Held func(Hold)
	Lost func(error)
}

// parallel is the number of concurrent searches, as many as the usual quota allows per minute.
const parallel = 10

// Plan is what is known before any search is made.
type Plan[R any] struct {
	Cells []Cell[R] // in the order of Asks
	Needs int       // new searches needed
	Saved int       // cells that need no new search
}

// Plan reads the saved results. It sends nothing.
func (s *Survey[R]) Plan() (Plan[R], error) {
	now, p := s.Gate.clock.Now(), Plan[R]{Cells: make([]Cell[R], len(s.Asks))}
	kept := map[string]map[string]Kept[R]{}
	for i, ask := range s.Asks {
		known, ok := kept[ask.Question]
		if !ok {
			var err error
			if known, err = s.Store.Read(ask.Question, now); err != nil {
				return p, err
			}
			kept[ask.Question] = known
		}
		c := s.known(known[ask.Key], now)
		c.At = ask.At
		if p.Cells[i] = c; c.Status == NotAsked {
			p.Needs++
		} else {
			p.Saved++
		}
	}
	return p, nil
}

// known returns the cell of a saved search.
func (s *Survey[R]) known(k Kept[R], now time.Time) Cell[R] {
	f := k.Views[s.View]
	c := Cell[R]{SearchID: k.SearchID, Made: k.Made, Found: f, Kept: true}
	switch {
	case k.SearchID == "", s.MaxAge == 0:
	case f.settled() && now.Sub(f.AsOf) < s.MaxAge:
		c.Status = statusOf(f, true)
		return c
	case now.Sub(k.Made) < s.Lives:
		c.Status = Coming
		return c
	}
	return Cell[R]{Status: NotAsked}
}

// statusOf returns the status of a cell after its last read. A search that took too long to settle counts as done.
func statusOf[R any](f Found[R], over bool) Status {
	switch {
	case !f.settled() && !over:
		return Coming
	case f.Any:
		return HasFound
	}
	return Nothing
}

// Run makes the searches that the plan needs, at most Most, and reads those that are still alive. It returns the
// cells, the number of new searches, and the error of [Run].
func (s *Survey[R]) Run(ctx context.Context, p Plan[R]) (cells []Cell[R], spent int, err error) {
	own := &surveying[R]{Survey: s, ctx: context.WithoutCancel(ctx), cells: slices.Clone(p.Cells)}
	var jobs []Job[Found[R]]
	left := s.Most
	for _, i := range s.Order {
		c, ask := own.cells[i], s.Asks[i]
		job := Job[Found[R]]{N: i, Create: ask.Create, Read: ask.Read}
		switch {
		case c.Status == Coming:
			job.Made = search.Created{SearchID: c.SearchID, At: c.Made}
		case c.Status == NotAsked && left > 0:
			left--
		default:
			continue
		}
		jobs = append(jobs, job)
	}
	err = Run(ctx, jobs, Options[Found[R]]{
		Gate: s.Gate, Operation: s.Operation, Windows: s.Windows, Parallel: parallel, Longest: s.Longest,
		Told: own.update, Held: s.Held, Alone: func(err error) bool { return problem.ClassOf(err) == problem.Choice },
	})
	return own.cells, own.spent, err
}

// surveying is the state of a running survey.
type surveying[R any] struct {
	*Survey[R]
	ctx   context.Context // not canceled, so that results are saved after an interruption
	cells []Cell[R]
	spent int
}

// update changes a cell after an event and saves it.
func (s *surveying[R]) update(e Event[Found[R]]) {
	c := &s.cells[e.N]
	if e.Made.SearchID != "" && e.Made.SearchID != c.SearchID {
		*c = Cell[R]{At: c.At, SearchID: e.Made.SearchID, Made: e.Made.At, Kept: e.Made.Reused}
		if !e.Made.Reused {
			s.spent++
		}
	}
	if !e.Got.AsOf.IsZero() {
		c.Found = e.Got
	}
	c.Status = statusOf(c.Found, e.Step == Done)
	switch {
	case e.Err == nil || c.settled():
	case problem.ClassOf(e.Err) != problem.Interrupted:
		c.Status, c.Err = Failed, e.Err
	case c.SearchID == "":
		c.Status = NotAsked
	default: // another command can go on reading it
		c.Status = Coming
	}
	if e.Step != Grown && e.Made.SearchID != "" {
		if err := s.Keep(s.ctx, e.N, search.Created{SearchID: c.SearchID, At: c.Made}, c.Found); err != nil {
			s.Lost(err)
		}
	}
	s.Told(e.N, *c)
}

// Keep saves a search with its result so far.
func (s *Survey[R]) Keep(ctx context.Context, i int, made search.Created, f Found[R]) error {
	k := Kept[R]{SearchID: made.SearchID, Made: made.At}
	if !f.AsOf.IsZero() {
		k.Views = map[string]Found[R]{s.View: f}
	}
	return s.Store.Keep(ctx, s.Asks[i].Question, s.Asks[i].Key, k, s.Gate.clock.Now())
}

// Kept is a search of a survey, as it is kept between commands.
type Kept[R any] struct {
	SearchID string              `json:"searchId"`
	Made     time.Time           `json:"made"`
	Views    map[string]Found[R] `json:"views,omitempty"` // by filters
}

// Found is the result of reading a search.
type Found[R any] struct {
	Got    R            `json:"got"`
	Any    bool         `json:"any"` // whether anything matched
	AsOf   time.Time    `json:"asOf"`
	Settle search.Stamp `json:"settle"`
	Whole  search.Whole `json:"whole,omitempty"`
	Taken  []string     `json:"taken,omitempty"` // how filter words were understood, in sentences
}

// settled reports whether the search has all of its results.
func (f Found[R]) settled() bool { return f.Whole != "" }

// Store keeps what sweeps found, in a file for each question that all processes share. A question is
// all that is asked but the key that tells its searches apart, such as their days.
type Store[R any] struct {
	table store.Table[map[string]Kept[R]]
}

// Open returns the store of an owner below the state directory; with no directory, nothing is saved.
func Open[R any](dir, owner string) Store[R] {
	if dir == "" {
		return Store[R]{}
	}
	return Store[R]{store.Table[map[string]Kept[R]]{
		Dir: filepath.Join(dir, "sweeps", store.Key(owner)), Name: func(string) string { return "what was found before" },
	}}
}

// Limits of the store.
const (
	maxFiles = 200
	maxAge   = 24 * time.Hour
)

// Read returns the saved searches of a question by key. A damaged file is moved aside and treated as empty.
func (s Store[R]) Read(question string, now time.Time) (map[string]Kept[R], error) {
	all, _, err := s.table.Get(store.Key(question))
	if trouble, ok := errors.AsType[*store.Trouble](err); err != nil && (!ok || !trouble.Aside) {
		return nil, fmt.Errorf("read what was found before: %w", err)
	}
	return usable(all, now), nil
}

// Keep saves a search of a question. Results of the same search with other filters stay.
func (s Store[R]) Keep(ctx context.Context, question, key string, k Kept[R], now time.Time) error {
	if s.table.Dir == "" || apiclient.IsPlanned(k.SearchID) {
		return nil
	}
	err := s.table.Change(ctx, store.Key(question), func(all *map[string]Kept[R]) error {
		if *all = usable(*all, now); *all == nil {
			*all = map[string]Kept[R]{}
			s.prune()
		}
		if before := (*all)[key]; before.SearchID == k.SearchID {
			views := map[string]Found[R]{}
			maps.Copy(views, before.Views)
			maps.Copy(views, k.Views)
			k.Views = views
		}
		(*all)[key] = k
		return nil
	})
	if err != nil {
		return fmt.Errorf("keep what was found: %w", err)
	}
	return nil
}

// usable removes the searches that are too old.
func usable[R any](all map[string]Kept[R], now time.Time) map[string]Kept[R] {
	maps.DeleteFunc(all, func(_ string, k Kept[R]) bool {
		age := now.Sub(k.Made)
		return age < 0 || age > maxAge
	})
	return all
}

// prune deletes the oldest files to make room for one more.
func (s Store[R]) prune() {
	entries, _ := s.table.Entries()
	for _, e := range entries[min(len(entries), maxFiles-1):] {
		_ = s.table.Remove(e.Key)
	}
}
