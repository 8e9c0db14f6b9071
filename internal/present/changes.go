package present

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// WatchStatus returns how long a search with came rows was watched, and a note with the changes in text. Both are ""
// if text is empty. It is for the final list, not for a frame.
func WatchStatus(w *desk.Watch, p search.Progress, came int, text string) (status, note string) {
	if text == "" {
		return "", ""
	}
	watched := (p.Elapsed - w.Took).Round(time.Second)
	p.Elapsed = w.Took
	return fmt.Sprintf("%s, watched for %s", p.Words(came), watched), "Since it settled: " + text + "."
}

// WatchWords describes the changes since the search settled, or returns "" before that.
func WatchWords(w *desk.Watch, now search.Listing, locale string) string {
	settled, ok := w.Settled()
	if !ok {
		return ""
	}
	text := changeCounts(w.Since(now))
	before, okBefore := search.Lowest(settled)
	after, okAfter := search.Lowest(now)
	if okBefore && okAfter && before.Price.Currency == after.Price.Currency && before.Price != after.Price {
		text += "; lowest " + before.Price.Text(locale) + " → " + after.Price.Text(locale)
	}
	return text
}

// changeCounts counts the changes of each kind.
func changeCounts(changes []search.Change) string {
	counts := map[search.ChangeKind]int{}
	for _, c := range changes {
		counts[c.Kind]++
	}
	var list []string
	for _, kind := range []search.ChangeKind{search.New, search.Entered, search.Cheaper, search.Dearer, search.Repriced, search.Left, search.Gone} {
		if counts[kind] > 0 {
			list = append(list, words.Grouped(counts[kind])+" "+ChangeWord(kind))
		}
	}
	if len(list) == 0 {
		return "no change"
	}
	return strings.Join(list, ", ")
}

// ChangeWord returns the words for a kind of change.
func ChangeWord(kind search.ChangeKind) string {
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

// Marks returns the text next to each row that changed, by row id.
func Marks(changes []search.Change, locale string) map[string]string {
	found := map[string]string{}
	for _, c := range changes {
		switch {
		case c.Row < 0:
		case c.Was.ID == "":
			found[c.Now.ID] = ChangeWord(c.Kind)
		default:
			found[c.Now.ID] = "was " + c.Was.Price.Text(locale)
		}
	}
	return found
}
