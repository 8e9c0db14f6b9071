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

// Status is what is known of a cell.
type Status string

// What a cell can be. The words are for programs and never change.
const (
	NotAsked Status = "not_asked" // no search was made
	Coming   Status = "coming"    // its search was made and has not settled
	HasFound Status = "found"
	Nothing  Status = "nothing" // its search settled, and there is nothing in it that is wanted
	Failed   Status = "failed"
)

// An At is what one search of a survey asks for, beside what all of them ask.
type At struct {
	Day, Back string       // YYYY-MM-DD; Back is the day of the return or of leaving, "" for one way
	Nights    int          // 0 for one way, and for a return on the same day
	Goal      *recall.Goal // where to; nil where all searches go to the same place
}

// An Ask is one search of a survey.
type Ask[R any] struct {
	At
	Question, Key string // under which it is kept: what all ask, and what this one asks beside it
	Create        func(context.Context) (search.Created, error)
	Read          func(ctx context.Context, made search.Created, tell func(Found[R])) (Found[R], error)
	Glance        func(ctx context.Context, made search.Created) (Found[R], error) // one read, whose end is not judged
}

// A Cell is one search of a survey and what was found in it.
type Cell[R any] struct {
	At
	Status Status
	Found[R]
	SearchID string    // "" for none
	Made     time.Time // of the search
	Kept     bool      // an earlier command made the search, and no other was spent
	Err      error     // why it failed
}

// A Survey looks for the same thing in many searches. What is known already, and searches that still
// live, are not asked for again.
type Survey[R any] struct {
	Asks  []Ask[R]
	Order []int  // the places of all asks, in the order in which the searches are made
	View  string // the filters that all are read with

	Gate      *Gate
	Store     Store[R]
	Operation string                // that spends, as quotas name it
	Windows   func() []quota.Window // that are known
	MaxAge    time.Duration         // of what is taken as known; 0 takes nothing
	Lives     time.Duration         // of a search, for sure
	Most      int                   // searches that may be made
	Longest   time.Duration         // the longest wait for a quota

	// Told takes a cell when something comes of it, by its place among the asks; Held each time in which
	// no search is made, and Lost what could not be kept. None is called by two goroutines at once.
	Told func(i int, c Cell[R])
	Held func(Hold)
	Lost func(error)
}

// parallel is how many searches are under way at once: what a minute's usual quota lets through.
const parallel = 10

// A Plan is what is known before anything is asked.
type Plan[R any] struct {
	Cells []Cell[R] // by their place among the asks
	Needs int       // searches that would have to be made to know all
	Saved int       // cells that are known, or whose search still lives
}

// Plan reads what is kept. Nothing is sent.
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

// known is what a kept search tells.
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

// statusOf is what a cell is as it was read last. One that took too long to settle is as good as it gets.
func statusOf[R any](f Found[R], over bool) Status {
	switch {
	case !f.settled() && !over:
		return Coming
	case f.Any:
		return HasFound
	}
	return Nothing
}

// Run makes the searches that the plan needs, at most Most, and reads those that live. It returns the
// cells and how many searches were spent; the error is that of [Run].
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
		Told: own.told, Held: s.Held, Alone: func(err error) bool { return problem.ClassOf(err) == problem.Choice },
	})
	return own.cells, own.spent, err
}

// surveying is a survey under way.
type surveying[R any] struct {
	*Survey[R]
	ctx   context.Context // that outlives an interruption, to keep what there is
	cells []Cell[R]
	spent int
}

// told takes what came of a search, keeps it and tells of it.
func (s *surveying[R]) told(e Event[Found[R]]) {
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
	default: // another command can read it on
		c.Status = Coming
	}
	if e.Step != Grown && e.Made.SearchID != "" { // so that no other command has to make it again
		if err := s.Keep(s.ctx, e.N, search.Created{SearchID: c.SearchID, At: c.Made}, c.Found); err != nil {
			s.Lost(err)
		}
	}
	s.Told(e.N, *c)
}

// Keep keeps a search of an ask, with what was found in it so far.
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
	Views    map[string]Found[R] `json:"views,omitempty"` // by the filters that it was read with
}

// Found is what a read of a search showed. R is what was looked for in it.
type Found[R any] struct {
	Got    R            `json:"got"`
	Any    bool         `json:"any"` // there was something
	AsOf   time.Time    `json:"asOf"`
	Settle search.Stamp `json:"settle"`
	Whole  search.Whole `json:"whole,omitempty"`
	Taken  []string     `json:"taken,omitempty"` // sentences: what words of filters were taken for
}

// settled tells whether nothing more is to be expected of the search.
func (f Found[R]) settled() bool { return f.Whole != "" }

// Store keeps what sweeps found, in a file for each question that all processes share. A question is
// all that is asked but the key that tells its searches apart, such as their days.
type Store[R any] struct {
	table store.Table[map[string]Kept[R]]
}

// Open names the place below the state directory, "" for nowhere. owner may hold any text.
func Open[R any](dir, owner string) Store[R] {
	if dir == "" {
		return Store[R]{}
	}
	return Store[R]{store.Table[map[string]Kept[R]]{
		Dir: filepath.Join(dir, "sweeps", store.Key(owner)), Name: func(string) string { return "what was found before" },
	}}
}

// How many files there are, and how long an entry can be of use.
const (
	maxFiles = 200
	maxAge   = 24 * time.Hour
)

// Read is what is kept of a question, by key. A file that is damaged is moved aside and counts as nothing.
func (s Store[R]) Read(question string, now time.Time) (map[string]Kept[R], error) {
	all, _, err := s.table.Get(store.Key(question))
	if trouble, ok := errors.AsType[*store.Trouble](err); err != nil && (!ok || !trouble.Aside) {
		return nil, fmt.Errorf("read what was found before: %w", err)
	}
	return usable(all, now), nil
}

// Keep keeps a search of a question, in place of another one of that key, and how it was read last.
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

// usable is what can still be of use.
func usable[R any](all map[string]Kept[R], now time.Time) map[string]Kept[R] {
	maps.DeleteFunc(all, func(_ string, k Kept[R]) bool {
		age := now.Sub(k.Made)
		return age < 0 || age > maxAge
	})
	return all
}

// prune deletes the files that were not written for longest, so that one more can come.
func (s Store[R]) prune() {
	entries, _ := s.table.Entries()
	for _, e := range entries[min(len(entries), maxFiles-1):] {
		_ = s.table.Remove(e.Key)
	}
}
