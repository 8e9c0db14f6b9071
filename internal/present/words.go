// Package present builds the views to draw, and the words about them, from the desk's answers, for every frontend
// that a person reads. It takes values of package desk and returns views of package render. It knows no command
// line, printer or terminal, makes no requests, and keeps the order in which the service ranks.
package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// marketWords names the market and who chose it. The sandbox's sample traveler is named with its sample data.
func marketWords(site desk.Sourced) string {
	text := "market " + site.Value
	switch site.Source {
	case desk.FromFlag, desk.FromList, "":
		return text
	case desk.FromAccount:
		if site.Sample {
			return text
		}
		return text + " (your account)"
	case desk.FromDefault:
		return text + " (the service's default)"
	}
	return text + " (" + site.Source + ")"
}

// LeftOut returns the number of rows including those that filters exclude, or 0 if the list has no filters.
func LeftOut(view []ask.Param, all int) int {
	if slices.ContainsFunc(view, func(p ask.Param) bool { return p.Name != "sort" && p.Name != "pageSize" }) {
		return all
	}
	return 0
}

// labelWords explains that filters do not affect the labels of rows, such as cheapest. all is the number of rows
// including those that filters exclude, 0 for a list without filters.
func labelWords(all int, noun string) []string {
	if all == 0 {
		return nil
	}
	return []string{"Labels, such as cheapest, are given among all " + words.Counted(all, noun) + ", with those that the filters leave out."}
}

// NothingWords says which filters removed every row, and how many rows would return without each of them. what is
// the noun for the rows; per is what a price is for, such as " a night".
func NothingWords(n *desk.Nothing, what, per string) []string {
	if n == nil {
		return nil
	}
	leave := "leave"
	if len(n.Filters) == 1 {
		leave = "leaves"
	}
	lines := []string{fmt.Sprintf("No %s matches: %s %s 0 of %s.", what, strings.Join(n.Filters, " and "), leave, words.Counted(n.Of, what))}
	for _, way := range n.Without {
		lines = append(lines, fmt.Sprintf("without %s: %s, from %s%s", way.Filter, words.Counted(way.Rows, what), way.From.Text(way.Locale), per))
	}
	return lines
}

// waiting is the status of a search before any answer.
const waiting = "waiting for the first answers"

// valueOf returns the value of a frame, if it has one of this type.
func valueOf[T any](last *desk.Snapshot) (value T, ok bool) {
	if last != nil {
		value, ok = last.Value.(T)
	}
	return value, ok
}

// since describes the changes since the search settled, and marks the rows that changed by their ids. The text is ""
// before that.
func since(w *desk.Watch, now search.Listing, locale string) (text string, marks map[string]string) {
	settled, ok := w.Settled()
	if !ok {
		return "", nil
	}
	changes := search.Compare(settled, now)
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
	text = cmp.Or(strings.Join(list, ", "), "no change")
	before, okBefore := search.Lowest(settled)
	after, okAfter := search.Lowest(now)
	if okBefore && okAfter && before.Price.Currency == after.Price.Currency && before.Price != after.Price {
		text += "; lowest " + before.Price.Text(locale) + " → " + after.Price.Text(locale)
	}
	return text, Marks(changes, locale)
}

// watched returns the status of a search with came rows that was watched, and its notes with the changes in text.
func watched(w *desk.Watch, p search.Progress, came int, text string, notes []string) (status string, all []string) {
	took := (p.Elapsed - w.Took).Round(time.Second)
	p.Elapsed = w.Took
	status = fmt.Sprintf("%s, watched for %s", p.Words(came), took)
	return status, append([]string{"Since it settled: " + text + "."}, notes...)
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

// Filters are the filters of a list, for display.
type Filters struct {
	View  []ask.Param
	Terms ask.Terms
}

// FiltersOf returns the filters of a list of trips with prices in the given currency.
func FiltersOf(view []ask.Param, currency string) Filters {
	return Filters{View: view, Terms: ask.Terms{Currency: currency}}
}

// StayFilters returns the filters of a list of hotels with prices per night.
func StayFilters(view []ask.Param, currency string) Filters {
	f := Filters{View: view, Terms: ask.Terms{Currency: currency, Per: " a night"}}
	for _, p := range view {
		if p.Name == "guest-type" {
			f.Terms.Guests = p.Values[0]
		}
	}
	return f
}

// Words describes the filters: "nonstop only", "at most USD 500". The words may be foreign text.
func (f Filters) Words() []string {
	var list []string
	for _, p := range f.View {
		if text := ask.Say(p.Name, p.Values, f.Terms); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Heading returns the filters as shown above a list, or nil if there are none.
func (f Filters) Heading() []string {
	list := f.Words()
	if len(list) > 0 {
		list[0] = "Filters: " + list[0]
	}
	return list
}

// Line returns Heading as a single text.
func (f Filters) Line() []string {
	if list := f.Heading(); len(list) > 0 {
		return []string{strings.Join(list, ", ")}
	}
	return nil
}

// Counted returns the note that filters do not change the counts of facets, or nil if there are no filters.
func (f Filters) Counted() []string {
	if list := f.Words(); len(list) > 0 {
		return []string{"The counts are of the whole search, before the filters of the list: " + strings.Join(list, ", ") + "."}
	}
	return nil
}

// Name replaces the names of the filters that removed every row by words.
func (f Filters) Name(n *desk.Nothing) *desk.Nothing {
	if n == nil {
		return nil
	}
	for _, p := range f.View {
		said := ask.Say(p.Name, p.Values, f.Terms)
		for i := range n.Filters {
			if n.Filters[i] == p.Typed {
				n.Filters[i] = said
			}
		}
		for i := range n.Without {
			if n.Without[i].Filter == p.Typed {
				n.Without[i].Filter = said
			}
		}
	}
	return n
}
