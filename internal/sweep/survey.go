package sweep

import (
	"context"
	"maps"
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
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

// Level is the third of all prices that a price is in; "" if it is unknown.
type Level string

// The levels. Programs depend on these words.
const (
	Low    Level = "low"
	Middle Level = "middle"
	High   Level = "high"
)

// At is what distinguishes one search of a survey from the others.
type At struct {
	Day, Back string       // YYYY-MM-DD; Back is "" for one-way trips
	Nights    int          // 0 for one-way trips and same-day returns
	Goal      *recall.Goal // the destination; nil if all searches have the same
}

// Cell is one search of a survey with its result.
type Cell struct {
	At
	Status Status
	Found
	SearchID string    // "" if there is none
	Made     time.Time // when the search was made
	Kept     bool      // an earlier command made the search
	Err      error     // set if it failed
}

// Failure returns why the search failed, or "".
func (c Cell) Failure() string {
	if c.Err == nil {
		return ""
	}
	return c.Err.Error()
}

// Update changes a cell after an event of its search.
func (c *Cell) Update(e Event[Found]) {
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
}

// statusOf returns the status of a cell after its last read. A search that took too long to settle counts as done.
func statusOf(f Found, over bool) Status {
	switch {
	case !f.settled() && !over:
		return Coming
	case f.Any:
		return HasFound
	}
	return Nothing
}

// Kept is a search of a survey, saved between commands.
type Kept struct {
	SearchID string           `json:"searchId"`
	Made     time.Time        `json:"made"`
	Views    map[string]Found `json:"views,omitempty"` // by the parameters of the read
}

// Cell returns the cell of a saved search. Its result counts for maxAge, where 0 ignores it, and a search that has not
// settled can be read as long as it lives.
func (k Kept) Cell(view string, now time.Time, maxAge, lives time.Duration) Cell {
	f := k.Views[view]
	c := Cell{SearchID: k.SearchID, Made: k.Made, Found: f, Kept: true}
	switch {
	case k.SearchID == "", maxAge == 0:
	case f.settled() && now.Sub(f.AsOf) < maxAge:
		c.Status = statusOf(f, true)
		return c
	case now.Sub(k.Made) < lives:
		c.Status = Coming
		return c
	}
	return Cell{Status: NotAsked}
}

// Found is the result of reading a search.
type Found struct {
	Any    bool               `json:"any"`            // whether anything matched
	Price  offer.Money        `json:"price,omitzero"` // of the cheapest match
	Trip   offer.CheapestTrip `json:"trip,omitzero"`  // the cheapest trip of a flight search
	Night  offer.Night        `json:"night,omitzero"` // the cheapest night of a hotel search
	AsOf   time.Time          `json:"asOf"`
	Settle search.Stamp       `json:"settle"`
	Whole  search.Whole       `json:"whole,omitempty"`
	Taken  []string           `json:"taken,omitempty"` // how filter words were understood, in sentences
}

// settled reports whether the search has all of its results.
func (f Found) settled() bool { return f.Whole != "" }

// Store saves the results of surveys, with one file per question, shared by all processes. A question is everything a
// search asks for except its key, such as the dates.
type Store struct {
	table store.Table[map[string]Kept]
}

// Open returns the store of an owner in a state directory.
func Open(home store.Home, owner string) Store {
	return Store{store.Table[map[string]Kept]{
		Home: home.In("sweeps", store.Key(owner)), Name: func(string) string { return "what was found before" },
	}}
}

// Limits of the store.
const (
	maxFiles = 200
	maxAge   = 24 * time.Hour
)

// Read returns the saved searches of a question by key.
func (s Store) Read(question string, now time.Time) (map[string]Kept, error) {
	all, _, err := s.table.Get(store.Key(question))
	return usable(all, now), s.table.Failed("read what was found before", err)
}

// Keep saves a search of a question. Results of the same search with other filters stay.
func (s Store) Keep(ctx context.Context, question, key string, k Kept, now time.Time) error {
	err := s.table.Change(ctx, store.Key(question), func(all *map[string]Kept) {
		if *all = usable(*all, now); *all == nil {
			*all = map[string]Kept{}
			entries, _ := s.table.Entries() // the oldest files make room for this one
			for _, e := range entries[min(len(entries), maxFiles-1):] {
				_ = s.table.Remove(e.Key)
			}
		}
		if before := (*all)[key]; before.SearchID == k.SearchID {
			views := map[string]Found{}
			maps.Copy(views, before.Views)
			maps.Copy(views, k.Views)
			k.Views = views
		}
		(*all)[key] = k
	})
	return s.table.Failed("keep what was found", err)
}

// usable removes the searches that are too old.
func usable(all map[string]Kept, now time.Time) map[string]Kept {
	maps.DeleteFunc(all, func(_ string, k Kept) bool {
		age := now.Sub(k.Made)
		return age < 0 || age > maxAge
	})
	return all
}
