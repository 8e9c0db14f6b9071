// Package present lays out what the desk answered: it makes the views that are drawn, and the words
// about them, for every face that a person reads. It takes values of the desk and gives views of the
// rendering room; it knows no command line, no printer and no terminal, asks the service for nothing,
// and keeps the order in which the service ranks.
package present

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
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

// LeftOut is how many rows there are with those that filters leave out, 0 where the list has no
// filters.
func LeftOut(view []ask.Param, all int) int {
	if slices.ContainsFunc(view, func(p ask.Param) bool { return p.Name != "sort" && p.Name != "pageSize" }) {
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
	for _, way := range n.Without {
		lines = append(lines, fmt.Sprintf("without %s: %s, from %s%s", way.Filter, words.Counted(way.Rows, what), way.From.Text(way.Locale), per))
	}
	return lines
}
