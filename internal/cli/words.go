package cli

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// DistanceText is a distance in kilometres as a traveler counts it: a decimal below ten, none above;
// "" for one that is not known.
func DistanceText(km *float64, miles bool) string {
	if km == nil {
		return ""
	}
	n, word := *km, " km"
	if miles {
		n, word = n/1.609344, " mi"
	}
	if n < 9.95 {
		return strconv.FormatFloat(n, 'f', 1, 64) + word
	}
	return words.Grouped(int(math.Round(n))) + word
}

// Unit is what views tell distances in.
func Unit(miles bool) figure.Unit {
	if miles {
		return figure.Miles
	}
	return figure.Kilometres
}

// MarketWords say in a person's words who chose the market.
func MarketWords(site desk.Sourced) string {
	switch site.Source {
	case desk.FromAccount:
		return "market " + site.Value + " (your account)"
	case desk.FromFlag, desk.FromList, "":
		return "market " + site.Value
	case desk.FromDefault:
		return "market " + site.Value + " (the service's default)"
	}
	return "market " + site.Value + " (" + site.Source + ")"
}

// SettleWords say what ended the wait for a search, "" for a single read.
func SettleWords(p search.Progress) string {
	took := fmt.Sprintf("%.1f s", p.Elapsed.Seconds())
	switch p.Settle {
	case search.Converged:
		return "settled after " + took
	case search.BudgetExhausted:
		return "still coming in when the wait ended after " + took
	case search.Interrupted:
		return "interrupted after " + took + "; more may come"
	}
	return ""
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
