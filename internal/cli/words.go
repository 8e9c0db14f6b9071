package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/words"
)

// MarketWords say in a person's words who chose the market. The sandbox's sample traveler is named
// beside its sample data.
func MarketWords(site desk.Sourced) string {
	text := "market " + site.Value
	switch site.Source {
	case desk.FromAccount:
		if site.Sample {
			return text
		}
		return text + " (your account)"
	case desk.FromFlag, desk.FromList, "":
		return text
	case desk.FromDefault:
		return text + " (the service's default)"
	}
	return text + " (" + site.Source + ")"
}

// ViewWords say in the words that were typed which rows a list keeps, none where it keeps all. Its
// order stands below the list.
func ViewWords(view []recall.Param) []string {
	var text []string
	for _, p := range view {
		switch p.Name {
		case "pageSize", "sort":
		default:
			text = append(text, p.Typed)
		}
	}
	if len(text) > 0 {
		text[0] = "Only " + text[0]
	}
	return text
}

// CountedWords say of the counts of facets that filters do not touch them, nothing for a list without
// filters.
func CountedWords(view []recall.Param) []string {
	filters := ViewWords(view)
	if len(filters) == 0 {
		return nil
	}
	return []string{"The counts are of the whole search, before the filters of the list: " + strings.TrimPrefix(strings.Join(filters, ", "), "Only ") + "."}
}

// LeftOut is how many rows there are with those that filters leave out, 0 where the list has no
// filters.
func LeftOut(view []recall.Param, all int) int {
	if slices.ContainsFunc(view, func(p recall.Param) bool { return p.Name != "sort" && p.Name != "pageSize" }) {
		return all
	}
	return 0
}

// LabelWords say of the labels of rows, such as the cheapest, that filters do not touch them; all is
// how many rows there are with those that filters leave out, 0 for a list without filters.
func LabelWords(all int, noun string) []string {
	if all == 0 {
		return nil
	}
	return []string{"Labels, such as cheapest, are given among all " + words.Counted(all, noun) + ", with those that the filters leave out."}
}

// AddNoFilters gives a command that reads the last list again the flag that clears its filters.
func AddNoFilters(cmd *cobra.Command, view *desk.View) {
	cmd.Flags().BoolVar(&view.NoFilters, "no-filters", false, "Leave out the filters that the list on the screen has; its order and rows on a page stay")
	SetGroup(cmd.Flags().Lookup("no-filters"), GroupFilter)
}

// NothingWords say which filters removed every row, what, and what each of them taken away alone
// would bring back; per is what a price is for, such as " a night".
func NothingWords(n *desk.Nothing, what, per string) []string {
	if n == nil {
		return nil
	}
	leave := "leave"
	if len(n.Filters) == 1 {
		leave = "leaves"
	}
	lines := []string{fmt.Sprintf("No %s matches: %s %s 0 of %s.", what, strings.Join(n.Filters, " and "), leave, words.Counted(n.Of, what))}
	lines = append(lines, n.Strange...)
	for _, way := range n.Without {
		lines = append(lines, fmt.Sprintf("without %s: %s, from %s%s", way.Filter, words.Counted(way.Rows, what), desk.PriceText(way.From, way.Locale), per))
	}
	return lines
}

// WatchStatus says how long a search that has found so many rows was followed, and note what came of
// it; both are "" where no one watched. It is for the last list, not for a frame.
func WatchStatus(w *desk.Watch, p search.Progress, came int, text string) (status, note string) {
	if text == "" {
		return "", ""
	}
	watched := (p.Elapsed - w.Took).Round(time.Second)
	p.Elapsed = w.Took
	return fmt.Sprintf("%s, watched for %s", p.Words(came), watched), "Since it settled: " + text + "."
}

// WatchWords say what changed since the search settled, "" before it did.
func WatchWords(w *desk.Watch, now search.Listing, locale string) string {
	settled, ok := w.Settled()
	if !ok {
		return ""
	}
	text := changeCounts(w.Since(now))
	before, okBefore := search.Lowest(settled)
	after, okAfter := search.Lowest(now)
	if okBefore && okAfter && before.Currency == after.Currency && before.Price != after.Price {
		text += "; lowest " + itemPrice(before, locale) + " → " + itemPrice(after, locale)
	}
	return text
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
			list = append(list, words.Grouped(counts[kind])+" "+changeWord(kind))
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

// Marks are what stands beside each row that is not as it was, by its id.
func Marks(changes []search.Change, locale string) map[string]string {
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

// sayChanges writes a line a change to stderr, for anyone who reads no redrawn list.
func (r *Reports) sayChanges(s desk.Snapshot) {
	if r.env.ErrTerm.TTY || !r.out.Text() {
		return
	}
	for _, c := range s.Changes {
		now := r.env.Now().Format(time.TimeOnly)
		switch {
		case c.Row < 0:
			r.out.Notice("%s  %s %s: %s, was %s", now, s.What, r.names[c.Was.ID], changeWord(c.Kind), itemPrice(c.Was, s.Locale))
		case c.Was.ID == "":
			r.out.Notice("%s  %s %d %s: %s, %s", now, s.What, s.First+c.Row, r.names[c.Now.ID], changeWord(c.Kind), itemPrice(c.Now, s.Locale))
		default:
			r.out.Notice("%s  %s %d %s: %s, %s", now, s.What, s.First+c.Row, r.names[c.Now.ID], changeWord(c.Kind),
				fmt.Sprintf("%s → %s", itemPrice(c.Was, s.Locale), itemPrice(c.Now, s.Locale)))
		}
	}
}

// Failed is the first event that could not be written, nil for none.
func (r *Reports) Failed() error { return r.out.emitErr }
