package cli

import (
	"strings"
	"sync"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/params"
)

// personHelp stands for the help of the contract where that speaks to a program. The limits and the
// default of a parameter are added to it all the same.
var personHelp = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"Guest cohort to judge by. Send it exactly when `sort=guest_rating_desc` or `min-guest-rating` is sent; otherwise the answer is 400.": "Whose scores count, for `sort=guest_rating_desc` or `min-guest-rating` and for nothing else",
		"Keep hotels whose card price has a `deal`. A missing hotel proves nothing.":                                                          "Keep hotels with a deal. A missing hotel proves nothing",
		"Keep reviews of one reviewer cohort. The words differ from those of the results read.":                                               "Keep reviews of one kind of guest. The words differ from those of a list of hotels",
		"Lowest score given by the `guest-type` cohort. A hotel that cohort did not score is dropped.":                                        "Lowest score by the guests of `guest-type`. A hotel that they did not score is left out",
		"Most rows to return. Upstream gives about ten, so this can only shorten the list.":                                                   "Most rows to print. The service gives about ten",
		"Optional cross-check. It must equal the part of `tripId` before the first colon.":                                                    "Search of the trip. It is part of the trip id, and only checked against it",
		"Search that the id in the path was read from.":                                                                                       "Search that the id comes from; a row number knows it",
		"Search the rate came from. Taken from the rate id when absent; a value that disagrees with it is a 400.":                             "Search that the rate comes from. It is part of the rate id, and only checked against it",
		"Trip the fare belongs to, shaped `{searchId}:{tripCode}`.":                                                                           "Id of the trip that the fare belongs to; a row number knows it",
		"Wanted stop counts, compared with the trip's `stops`. Repeated or comma-separated.":                                                  "Numbers of stops to keep, such as 0,2",
	}
})

// helpFor is what a parameter is for, in words for people: a parameter is named as its flag.
func helpFor(p *api.Param) string {
	text := p.Help
	if own, ok := personHelp()[text]; ok {
		text = own
	}
	text = strings.TrimSuffix(strings.TrimSuffix(text, "."), ". Repeated or comma-separated") // its type says so
	var said strings.Builder
	for {
		before, rest, _ := strings.Cut(text, "`")
		name, after, quoted := strings.Cut(rest, "`")
		if !quoted {
			said.WriteString(text)
			return said.String()
		}
		said.WriteString(before)
		said.WriteString(nameForPeople(name))
		text = after
	}
}

// nameForPeople is a name in the contract's help as people know it.
func nameForPeople(name string) string {
	word, value, given := strings.Cut(name, "=")
	switch {
	case strings.HasPrefix(name, "metadata.filterOptions."):
		return "--facets"
	case !paramNames()[word]:
		return "'" + name + "'"
	case given:
		return "--" + params.FlagName(word) + " " + value
	}
	return "--" + params.FlagName(word)
}

// paramNames are the names of all parameters of the contract.
var paramNames = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for i := range api.Operations {
		for _, p := range api.Operations[i].Params {
			names[p.Name] = true
		}
	}
	return names
})
