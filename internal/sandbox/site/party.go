package site

import (
	"strings"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
)

// party writes who flies: 2 adults, 1 child.
func party(adults, children, infants int) string {
	words := []string{count(adults, "adult", "adults")}
	if children > 0 {
		words = append(words, count(children, "child", "children"))
	}
	if infants > 0 {
		words = append(words, count(infants, "infant on a lap", "infants on laps"))
	}
	return strings.Join(words, ", ")
}

// cabinName writes a cabin: Premium economy.
func cabinName(cabin string) string {
	words := strings.ReplaceAll(cabin, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// queryOf is the search that a link asks for.
func queryOf(f links.Flights) flights.Query {
	return flights.Query{
		From: f.From, To: f.To, Out: f.Out, Back: f.Back, Cabin: f.Cabin,
		Adults: f.Adults, Children: f.Children, Infants: f.Infants, Site: f.Site,
	}
}

// linkOf is the link to a search. Language, currency and what the codes are
// called come from how it was reached.
func linkOf(q flights.Query, said links.Flights) links.Flights {
	f := links.Flights{
		From: q.From, To: q.To, Out: q.Out, Back: q.Back, Cabin: q.Cabin,
		Adults: q.Adults, Children: q.Children, Infants: q.Infants, Site: q.Site,
		Currency: said.Currency, Locale: said.Locale,
	}
	if said.From == q.From {
		f.FromCity = said.FromCity
	}
	if said.To == q.To {
		f.ToCity = said.ToCity
	}
	return f
}
