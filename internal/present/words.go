// Package present builds the views to draw, and the words about them, from the desk's answers, for every frontend
// that a person reads. It takes values of package desk and returns views of package render. It knows no command
// line, printer or terminal, makes no requests, and keeps the order in which the service ranks.
package present

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/words"
)

// MarketWords names the market and who chose it. The sandbox's sample traveler is named with its sample data.
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

// LeftOut returns the number of rows including those that filters exclude, or 0 if the list has no filters.
func LeftOut(view []ask.Param, all int) int {
	if slices.ContainsFunc(view, func(p ask.Param) bool { return p.Name != "sort" && p.Name != "pageSize" }) {
		return all
	}
	return 0
}

// LabelWords explains that filters do not affect the labels of rows, such as cheapest. all is the number of rows
// including those that filters exclude, 0 for a list without filters.
func LabelWords(all int, noun string) []string {
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
