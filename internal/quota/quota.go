// Package quota remembers how much of each quota the service has left, per profile and account, so that all commands
// know. It also counts the searches made on this computer, for services that do not tell their quotas.
package quota

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Window is one window of a quota as the service last described it.
type Window struct {
	Name    string    `json:"name"`              // as the service calls it; untrusted text
	Limit   int64     `json:"limit,omitempty"`   // requests per window, 0 if unknown
	Seconds int64     `json:"seconds,omitempty"` // length of the window, 0 if unknown
	Left    int64     `json:"left"`
	Resets  time.Time `json:"resetsAt"` // when the window resets
	Said    time.Time `json:"saidAt"`
}

// Running reports whether the window has not reset yet.
func (w Window) Running(now time.Time) bool { return w.Resets.After(now) }

// Begins returns a time at which the window has reset for sure. The service rounds to whole seconds.
func (w Window) Begins() time.Time { return w.Resets.Add(time.Second) }

// Of reports whether the window counts requests of an operation. The window of the hour is createFlightSearch-hour.
func (w Window) Of(operation string) bool {
	return w.Name == operation || strings.HasPrefix(w.Name, operation+"-")
}

// Text says what is left: "8 of 10 left this minute".
func (w Window) Text() string {
	text := words.Grouped(int(w.Left))
	if w.Limit > 0 {
		text += " of " + words.Grouped(int(w.Limit))
	}
	return strings.TrimSpace(text + " left " + w.Within())
}

// Within returns the length of the window in words, such as "this minute", or "" if it is unknown.
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

// Tightest returns the running window of an operation with the least left. It returns false if none is known.
func Tightest(windows []Window, operation string, now time.Time) (Window, bool) {
	own := slices.DeleteFunc(slices.Clone(windows), func(w Window) bool { return !w.Of(operation) || !w.Running(now) })
	if len(own) == 0 {
		return Window{}, false
	}
	return slices.MinFunc(own, func(a, b Window) int { return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(a.Seconds, b.Seconds)) }), true
}

// Book is everything known about the quotas of one account.
type Book struct {
	Windows []Window               `json:"windows"`
	Made    map[string][]time.Time `json:"made"` // searches made on this computer in the last day, by operation
}

// Limits of a book, far above any real one.
const (
	maxWindows   = 64
	maxNameBytes = 100
	maxMade      = 2000 // per operation
	day          = 24 * time.Hour
	slack        = 5 * time.Second // reset times are rounded to seconds, and an answer may be read late
)

// Hear updates the windows from an answer. Concurrent commands may write them in another order than they were answered.
// Within one window, the number left never grows. A window that cannot be saved and printed is left out.
func (b *Book) Hear(windows []Window) {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	for _, w := range windows {
		if w.Name == "" || len(w.Name) > maxNameBytes || strings.ContainsFunc(w.Name, odd) ||
			w.Limit < 0 || w.Left < 0 || w.Seconds < 0 || w.Said.IsZero() || w.Resets.Before(w.Said) || w.Resets.Sub(w.Said) > 366*day {
			continue
		}
		i := slices.IndexFunc(b.Windows, func(have Window) bool { return have.Name == w.Name })
		if i < 0 {
			if len(b.Windows) < maxWindows {
				b.Windows = append(b.Windows, w)
			}
			continue
		}
		have := b.Windows[i]
		switch later := w.Resets.Sub(have.Resets); {
		case later.Abs() <= slack: // the same window
			left := min(have.Left, w.Left)
			if w.Said.Before(have.Said) {
				w = have
			}
			w.Left = left
		case later < 0:
			w = have
		}
		b.Windows[i] = w
	}
}

// Spend counts a search made on this computer.
func (b *Book) Spend(operation string, now time.Time) {
	if b.Made == nil {
		b.Made = map[string][]time.Time{}
	}
	made := slices.DeleteFunc(b.Made[operation], func(at time.Time) bool { return now.Sub(at) > day })
	b.Made[operation] = append(made, now)[max(len(made)+1-maxMade, 0):]
}

// Count returns how many searches this computer has made within the given time.
func (b Book) Count(operation string, now time.Time, within time.Duration) int {
	n := 0
	for _, at := range b.Made[operation] {
		if age := now.Sub(at); age >= 0 && age < within {
			n++
		}
	}
	return n
}

// Store is the book of one account, in a file shared by all processes.
type Store struct {
	table store.Table[Book]
	key   string
}

// Open returns the book of an account in a state directory.
func Open(home store.Home, account string) Store {
	return Store{store.Table[Book]{
		Home: home.In("quota"), Loose: true, Name: func(string) string { return "the quota" },
	}, store.Key(account)}
}

// Read returns the saved book, or an empty one if there is none.
func (s Store) Read() (Book, error) {
	book, _, err := s.table.Get(s.key)
	return book, err
}

// Note changes the book under a lock, for which it waits up to 2 seconds. A lost change does no harm, because the next
// answer repeats it.
func (s Store) Note(ctx context.Context, change func(*Book)) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.table.Failed("save the quota", s.table.Change(ctx, s.key, change))
}

// Room returns how many searches may be under way at once. If there is no room, it also returns the window that resets
// last of those that are used up. If no quota is known, it returns unknown.
func (b *Book) Room(operation string, now time.Time, unknown int) (room int, full Window) {
	room, known := math.MaxInt, false
	for _, w := range b.Windows {
		if !w.Of(operation) {
			continue
		}
		known = true
		switch {
		case w.Left <= 0 && w.Begins().After(now):
			room = 0
			if w.Resets.After(full.Resets) {
				full = w
			}
		case w.Running(now):
			room = min(room, int(min(w.Left, math.MaxInt32)))
		default:
			room = min(room, int(min(max(w.Limit, 1), math.MaxInt32)))
		}
	}
	if !known {
		room = unknown
	}
	return room, full
}
