package commands

import (
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// watching is a search that is watched: how it stood when it settled, and what
// came of it.
type watching struct {
	settled atomic.Pointer[search.Listing]
	took    time.Duration // until it settled
	changed int           // reads that showed a change
	end     search.End

	before search.Listing    // the read before
	names  map[string]string // of all rows that were seen, by id
}

// watchFacts is what the client adds of a watch under "travel".
type watchFacts struct {
	End     search.End `json:"end"`
	Changed int        `json:"changed"` // reads that showed a change
}

// seen is a read of a list of trips or of hotels, as a watch looks at it.
type seen struct {
	progress search.Progress
	body     []byte // as the service sent it
	listing  search.Listing
	names    map[string]string // what its rows are called in a line about them, by id
	first    int               // the number of its first row
	locale   string
}

// begin keeps how the search settled.
func (w *watching) begin(s seen) {
	w.took, w.before, w.names = s.progress.Elapsed, s.listing, s.names
	w.settled.Store(&s.listing)
}

// changes are what a read shows that the one before it did not.
func (w *watching) changes(now seen) []search.Change {
	changes := search.Compare(w.before, now.listing)
	w.before = now.listing
	maps.Copy(w.names, now.names) // a row that leaves is still spoken of
	return changes
}

// tell says what changed, if anything did. what is a row's kind in a word.
func (w *watching) tell(a *app, what string, now seen, changes []search.Change) bool {
	if len(changes) == 0 {
		return false
	}
	w.changed++
	a.emitChanged(now.progress, changes, now.first, now.body)
	a.sayChanges(changes, what, now.first, now.locale, w.names)
	return true
}

// status says how long the search was followed, and note what came of it; both
// are "" where nobody watched. It is for the last list, not for a frame.
func (w *watching) status(p search.Progress, words string) (status, note string) {
	if words == "" {
		return "", ""
	}
	status = fmt.Sprintf("settled after %.1f s, watched for %s", w.took.Seconds(), (p.Elapsed - w.took).Round(time.Second))
	return status, "Since it settled: " + words + "."
}

// over tells whether the search is gone, so that nothing more can be read.
func (w *watching) over() bool { return w != nil && w.end == search.Expired }

// since is what is not as it was when the search settled.
func (w *watching) since(now search.Listing) []search.Change {
	if w == nil || w.settled.Load() == nil {
		return nil
	}
	return search.Compare(*w.settled.Load(), now)
}

// words say what changed since the search settled, "" before it did.
func (w *watching) words(now search.Listing, locale string) string {
	if w == nil || w.settled.Load() == nil {
		return ""
	}
	text := changeCounts(w.since(now))
	before, okBefore := search.Lowest(*w.settled.Load())
	after, okAfter := search.Lowest(now)
	if okBefore && okAfter && before.Currency == after.Currency && before.Price != after.Price {
		text += "; lowest " + itemPrice(before, locale) + " → " + itemPrice(after, locale)
	}
	return text
}

// facts are the watch's own, and what its end means for what is printed.
func (w *watching) facts(a *app, f *answerFacts, about recall.Context) {
	if w == nil || w.end == "" {
		return
	}
	f.Watch = &watchFacts{End: w.end, Changed: w.changed}
	if w.end != search.Expired {
		return
	}
	age := ""
	if !about.Created.IsZero() {
		age = " " + ageWords(a.env.Now().Sub(about.Created)) + " after it was made"
	}
	f.Warnings = append(f.Warnings, "The search expired"+age+"; this is how it last stood, and its rows cannot be opened any more.")
	f.Next = []string{searchAgain(about)}
}

// changeCounts counts what happened, each kind in its own words.
func changeCounts(changes []search.Change) string {
	counts := map[search.ChangeKind]int{}
	for _, c := range changes {
		counts[c.Kind]++
	}
	var list []string
	for _, kind := range []search.ChangeKind{search.New, search.Entered, search.Cheaper, search.Dearer, search.Repriced, search.Left, search.Gone} {
		if counts[kind] > 0 {
			list = append(list, grouped(counts[kind])+" "+changeWord(kind))
		}
	}
	if len(list) == 0 {
		return "no change"
	}
	return strings.Join(list, ", ")
}

// changeWord is a kind of change in a person's words.
func changeWord(kind search.ChangeKind) string {
	switch kind {
	case search.Entered:
		return "not listed before"
	case search.Left:
		return "no longer listed"
	case search.Repriced:
		return "at another price"
	}
	return string(kind)
}

// marks are what stands beside each row that is not as it was, by its id.
func marks(changes []search.Change, locale string) map[string]string {
	found := map[string]string{}
	for _, c := range changes {
		switch {
		case c.Row < 0:
		case c.Was.ID == "":
			found[c.Now.ID] = changeWord(c.Kind)
		default:
			found[c.Now.ID] = "was " + itemPrice(c.Was, locale)
		}
	}
	return found
}

func itemPrice(i search.Item, locale string) string {
	return money.Money{Amount: i.Price, Currency: i.Currency}.Text(locale)
}

// sayChanges writes a line a change to stderr, for who reads no redrawn list.
// names are the rows' own words by their ids.
func (a *app) sayChanges(changes []search.Change, what string, first int, locale string, names map[string]string) {
	if a.env.ErrTerm.TTY || !a.text() {
		return
	}
	for _, c := range changes {
		now := a.env.Now().Format(time.TimeOnly)
		switch {
		case c.Row < 0:
			a.notice("%s  %s %s: %s, was %s", now, what, names[c.Was.ID], changeWord(c.Kind), itemPrice(c.Was, locale))
		case c.Was.ID == "":
			a.notice("%s  %s %d %s: %s, %s", now, what, first+c.Row, names[c.Now.ID], changeWord(c.Kind), itemPrice(c.Now, locale))
		default:
			a.notice("%s  %s %d %s: %s, %s", now, what, first+c.Row, names[c.Now.ID], changeWord(c.Kind),
				fmt.Sprintf("%s → %s", itemPrice(c.Was, locale), itemPrice(c.Now, locale)))
		}
	}
}
