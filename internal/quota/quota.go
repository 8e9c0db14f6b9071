// Package quota keeps what the service last said of the traveler's quotas, for each profile and
// account, so that all commands know what is left. Where the service says nothing, it keeps what this
// computer has spent itself.
package quota

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// Window is one window of a quota as the service last told of it.
type Window struct {
	Name    string    `json:"name"`              // as the service calls it; foreign text
	Limit   int64     `json:"limit,omitempty"`   // requests in each span, 0 when it was not said
	Seconds int64     `json:"seconds,omitempty"` // the span, 0 when it was not said
	Left    int64     `json:"left"`
	Resets  time.Time `json:"resetsAt"` // when it starts again
	Said    time.Time `json:"saidAt"`
}

// Told are the windows that an answer told of at that time.
func Told(told []transport.Window, at time.Time) []Window {
	at = at.UTC()
	windows := make([]Window, 0, len(told))
	for _, w := range told {
		windows = append(windows, Window{
			Name: w.Name, Limit: w.Limit, Seconds: int64(w.Span.Seconds()), Left: w.Left, Resets: at.Add(w.Reset), Said: at,
		})
	}
	return windows
}

// Running tells whether what was said still holds.
func (w Window) Running(now time.Time) bool { return w.Resets.After(now) }

// Begins is when the window has begun again for sure: its end is told in whole seconds.
func (w Window) Begins() time.Time { return w.Resets.Add(slack / 2) }

// Of tells whether the window counts requests of that operation, which its name begins with: the hour's
// is createFlightSearch-hour.
func (w Window) Of(operation string) bool {
	return w.Name == operation || strings.HasPrefix(w.Name, operation+"-")
}

// Text is what is left in the window: "8 of 10 left this minute".
func (w Window) Text() string {
	text := words.Grouped(int(w.Left))
	if w.Limit > 0 {
		text += " of " + words.Grouped(int(w.Limit))
	}
	text += " left"
	if within := w.Within(); within != "" {
		text += " " + within
	}
	return text
}

// Within is the span in words: "this minute", "" when it was not said.
func (w Window) Within() string {
	switch w.Seconds {
	case 0:
		return ""
	case 60:
		return "this minute"
	case 3600:
		return "this hour"
	case 86400:
		return "today"
	}
	return fmt.Sprintf("in %d s", w.Seconds)
}

// Tightest is the window of an operation in which the least is left, of those that are still running;
// false when nothing is known.
func Tightest(windows []Window, operation string, now time.Time) (Window, bool) {
	own := slices.DeleteFunc(slices.Clone(windows), func(w Window) bool { return !w.Of(operation) || !w.Running(now) })
	if len(own) == 0 {
		return Window{}, false
	}
	return slices.MinFunc(own, func(a, b Window) int { return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(a.Seconds, b.Seconds)) }), true
}

// Book is what is known of the quotas of one account.
type Book struct {
	Windows []Window               `json:"windows"`
	Made    map[string][]time.Time `json:"made"` // what this computer made itself, by operation, the last day
	Claims  []Claim                `json:"claims,omitempty"`
}

// Bounds of a book, far above an honest one.
const (
	maxWindows   = 64
	maxNameBytes = 100
	maxMade      = 2000 // of one operation
	day          = 24 * time.Hour
	slack        = 2 * time.Second // of resets, which are told in whole seconds
)

// Hear takes what an answer said.
func (b *Book) Hear(windows []Window) {
	for _, w := range windows {
		if !w.valid() {
			continue
		}
		i := slices.IndexFunc(b.Windows, func(have Window) bool { return have.Name == w.Name })
		switch {
		case i >= 0:
			b.Windows[i] = later(b.Windows[i], w)
		case len(b.Windows) < maxWindows:
			b.Windows = append(b.Windows, w)
		}
	}
}

// later is what holds of two tellings of a window. Commands at once may be written down in another order
// than they were answered in, and within one span nothing is given back.
func later(a, b Window) Window {
	apart := a.Resets.Sub(b.Resets)
	if apart.Abs() > slack {
		if apart > 0 {
			return a
		}
		return b
	}
	if b.Said.Before(a.Said) {
		a, b = b, a
	}
	b.Left = min(a.Left, b.Left)
	return b
}

// Spend notes that this computer made one of that operation.
func (b *Book) Spend(operation string, now time.Time) {
	if b.Made == nil {
		b.Made = map[string][]time.Time{}
	}
	made := slices.DeleteFunc(b.Made[operation], func(at time.Time) bool { return now.Sub(at) > day })
	b.Made[operation] = append(made, now)[max(len(made)+1-maxMade, 0):]
}

// Count is how many of an operation this computer made in the time before now.
func (b Book) Count(operation string, now time.Time, within time.Duration) int {
	n := 0
	for _, at := range b.Made[operation] {
		if age := now.Sub(at); age >= 0 && age < within {
			n++
		}
	}
	return n
}

// valid tells whether a window can be kept and shown.
func (w Window) valid() bool {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	return w.Name != "" && len(w.Name) <= maxNameBytes && !strings.ContainsFunc(w.Name, odd) &&
		w.Limit >= 0 && w.Left >= 0 && w.Seconds >= 0 && !w.Said.IsZero() && !w.Resets.Before(w.Said) && w.Resets.Sub(w.Said) <= 366*day
}

// Store is the book of one account, in a file that all processes share.
type Store struct {
	table store.Table[Book]
	key   string
}

// Open names the file below the state directory, "" for nowhere. account may hold any text and is not
// kept.
func Open(dir, account string) Store {
	if dir == "" {
		return Store{}
	}
	table := store.Table[Book]{
		Dir: filepath.Join(dir, "quota"), Loose: true,
		Name: func(string) string { return "what is left of the quotas" },
	}
	return Store{table, store.Key(account)}
}

// Read is the book as it was last written; an empty one where there is none, and a *store.Trouble where it is
// damaged.
func (s Store) Read() (Book, error) {
	book, _, err := s.table.Get(s.key)
	return book, err
}

// changeWait is how long a change waits for that of another process.
const changeWait = 2 * time.Second

// Note changes the book, while no other process does. One that is lost is no failure: the next answer
// says it again.
func (s Store) Note(ctx context.Context, change func(*Book)) error {
	ctx, cancel := context.WithTimeout(ctx, changeWait)
	defer cancel()
	err := s.table.Change(ctx, s.key, func(book *Book) error {
		change(book)
		return nil
	})
	if err != nil && !errors.Is(err, store.ErrNowhere) {
		return fmt.Errorf("keep what is left of the quotas: %w", err)
	}
	return nil
}
