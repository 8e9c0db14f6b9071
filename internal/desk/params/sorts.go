package params

import (
	"slices"
	"strings"

	"travel.example/travel/api"
)

// sortWords are the orders of the contract in a person's words.
var sortWords = [][2]string{
	{"score_desc", "best"}, {"price_asc", "cheapest"}, {"duration_asc", "fastest"},
	{"leg1_departure_time_asc", "earliest"}, {"leg1_departure_time_desc", "latest"},
	{"leg2_departure_time_asc", "earliest-return"}, {"leg2_departure_time_desc", "latest-return"},
	{"relevance", "best"}, {"price_desc", "dearest"}, {"star_desc", "stars"}, {"review_score_desc", "reviews"},
	{"guest_rating_desc", "guests"}, {"distance_asc", "central"},
	{"posted_at_desc", "newest"}, {"rating_desc", "highest"}, {"rating_asc", "lowest"},
}

// SortWord is an order of the contract in a person's words, or as it is.
func SortWord(order string) string {
	for _, pair := range sortWords {
		if pair[0] == order {
			return pair[1]
		}
	}
	return order
}

// SortWords are all words that --sort takes: a person's own, then the contract's.
func SortWords(param *api.Param) []string {
	all := make([]string, 0, 2*len(param.Enum))
	for _, order := range param.Enum {
		if word := SortWord(order); word != order {
			all = append(all, word)
		}
	}
	if slices.Contains(param.Enum, byDistance) {
		all = append(all, nearest)
	}
	return append(all, param.Enum...)
}

// Nearest is the flag for hotels nearest to the point that they were searched around. The service knows
// the order by the distance from the centre alone, so the caller does the rest.
const (
	Nearest    = "--sort " + nearest
	nearest    = "nearest"
	byDistance = "distance_asc"
)

// parseSort reads an order in a person's words.
func parseSort(param *api.Param, text string) (string, bool) {
	if strings.EqualFold(text, nearest) && slices.Contains(param.Enum, byDistance) {
		return byDistance, true
	}
	for _, order := range param.Enum {
		if word := SortWord(order); word != order && strings.EqualFold(word, strings.TrimSpace(text)) {
			return order, true
		}
	}
	return "", false
}
