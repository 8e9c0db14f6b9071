package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

// maxOptions is how many options the booking link takes.
const maxOptions = 8

// optionFlag is --option: row numbers of the last list of options, or ids,
// repeated or with commas between.
type optionFlag struct{ given []string }

const optionHelp = "Option to book, a row number of the last options or an id: one for the trip, or one for each leg (1 to 8, none twice)"

func (f *optionFlag) String() string { return "" }
func (f *optionFlag) Type() string   { return "row,row" }
func (f *optionFlag) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		n, err := strconv.Atoi(item)
		switch {
		case err == nil && n < 1, err != nil && !apiclient.ValidID(item):
			return usageError{Arg: "--option", Given: item, Want: "row numbers of the last options, or ids as the service gave them"}
		case slices.Contains(f.given, item):
			return misuse{Text: "--option " + quoteArg(item) + " is given twice; give each option once"}
		case len(f.given) == maxOptions:
			return misuse{Text: fmt.Sprintf("--option %s is one too many; a booking link takes 1 to %d options", quoteArg(item), maxOptions)}
		}
		f.given = append(f.given, item)
	}
	return nil
}

// choose turns what was given into options of the fare, which then takes the
// currency and language that they were listed in. An id needs no list, and what
// it pays for is then not known.
func (f *optionFlag) choose(a *app, fare *offer, typed string) (chosen, all fareOptions, err error) {
	lists, err := a.lists()
	if err != nil {
		return nil, nil, err
	}
	list, found, err := lists.Latest(recall.Options)
	if err != nil {
		return nil, nil, err
	}
	if found && list.Context.FareID == fare.id {
		all = listedOptions(list)
		fare.about.Currency, fare.about.Locale = list.Context.Currency, list.Context.Locale
	}
	makeList := "travel flights options " + shellQuote(typed)
	for _, text := range f.given {
		option, err := pickOption(all, text, makeList)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(chosen, func(o fareOption) bool { return o.id == option.id }) {
			return nil, nil, misuse{Text: "--option " + quoteArg(text) + " is given twice; give each option once"}
		}
		chosen = append(chosen, option)
	}
	all = slices.DeleteFunc(all, func(o fareOption) bool { return o.gone })
	return chosen, all, nil
}

func pickOption(all fareOptions, text, makeList string) (fareOption, error) {
	n, err := strconv.Atoi(text)
	i := slices.IndexFunc(all, func(o fareOption) bool { return o.n == n && err == nil || o.id == text })
	switch {
	case i >= 0 && all[i].gone:
		return fareOption{}, misuse{Text: "--option " + text + ": " + recall.ErrGone.Error(), Hint: "list the options again: " + makeList}
	case i >= 0 && all[i].id == "":
		return fareOption{}, misuse{Text: "--option " + text + ": " + recall.ErrNoID.Error(), Hint: "list the options again: " + makeList}
	case i >= 0:
		return all[i], nil
	case err != nil:
		return fareOption{id: text}, nil
	case len(all) == 0:
		return fareOption{}, misuse{
			Text: "--option " + text + " is a row number, and this fare's options were not the last ones listed",
			Hint: "list them first: " + makeList,
		}
	}
	return fareOption{}, misuse{
		Text: fmt.Sprintf("--option %s: this fare has options 1 to %d", text, all[len(all)-1].n), Hint: "see them: " + makeList,
	}
}
