package flights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// choose turns what was given into options of the fare, which then takes the currency and language
// that they were listed in. An id needs no list, and what it pays for is then not known. typed is
// the fare as it was typed.
func choose(d *desk.Desk, given []string, fare *Offer, typed string) (chosen, all Options, err error) {
	list, found, err := d.Latest(recall.Options)
	if err != nil {
		return nil, nil, err
	}
	if found && list.FareID == fare.ID {
		all = listedOptions(list)
		fare.List = fare.List.InTerms(list.Terms.Currency, list.Terms.Locale)
	}
	makeList := "travel flights options " + words.Shell(typed)
	for _, text := range given {
		option, err := pickOption(all, text, makeList)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(chosen, func(o Option) bool { return o.ID == option.ID }) {
			return nil, nil, twice(text)
		}
		chosen = append(chosen, option)
	}
	all = slices.DeleteFunc(all, func(o Option) bool { return o.gone })
	return chosen, all, nil
}

func pickOption(all Options, text, makeList string) (Option, error) {
	n, err := strconv.Atoi(text)
	i := slices.IndexFunc(all, func(o Option) bool { return o.N == n && err == nil || o.ID == text })
	switch {
	case i >= 0 && all[i].gone:
		return Option{}, problem.UsageError{Text: "--option " + text + ": " + recall.ErrGone.Error(), Hint: "list the options again: " + makeList}
	case i >= 0 && all[i].ID == "":
		return Option{}, problem.UsageError{Text: "--option " + text + ": " + recall.ErrNoID.Error(), Hint: "list the options again: " + makeList}
	case i >= 0:
		return all[i], nil
	case err != nil:
		return Option{ID: text}, nil
	case len(all) == 0:
		return Option{}, problem.UsageError{
			Text: "--option " + text + " is a row number, and this fare's options were not the last ones listed",
			Hint: "list them first: " + makeList,
		}
	}
	return Option{}, problem.UsageError{
		Text: fmt.Sprintf("--option %s: this fare has options 1 to %d", text, all[len(all)-1].N), Hint: "see them: " + makeList,
	}
}

// doubt is why it cannot be told whether a choice of options covers the trip; "" for none.
type doubt string

// check holds the rules of covers: one option for the trip, or one for each of the legs. The service
// refuses nothing of this; its checkout would show the whole trip and price a part. What the service
// does not say is a doubt.
func (list Options) check(all Options) (doubt, error) {
	for i, o := range list {
		if o.Covers == apiclient.FareCoverageTrip && len(list) > 1 {
			return "", problem.UsageError{Text: o.label() + " pays for the whole trip; give it alone"}
		}
		for _, other := range list[:i] {
			if o.Pays() && other.Pays() && o.Leg == other.Leg {
				return "", problem.UsageError{Text: fmt.Sprintf("%s both pay for %s; give one of them", Options{other, o}.label(), legOrTrip(o))}
			}
		}
	}
	var unsaid Options
	for _, o := range list {
		if !o.Pays() {
			unsaid = append(unsaid, o)
		}
	}
	if len(unsaid) > 0 {
		return doubt("the service does not say what " + unsaid.label() + " " + unsaid.pay() + " for; the checkout may price a part of the trip"), nil
	}
	return "", list.covers(all)
}

// covers wants an option for every leg that options pay for.
func (list Options) covers(all Options) error {
	if list.every(apiclient.FareCoverageTrip) {
		return nil
	}
	legs, have := all.legs(), list.legs()
	var missing, hints []string
	for _, leg := range legs {
		if slices.Contains(have, leg) {
			continue
		}
		missing = append(missing, LegName(leg, len(legs)))
		var ways []string
		for _, o := range all.of(leg) {
			ways = append(ways, fmt.Sprintf("--option %d", o.N))
		}
		hints = append(hints, "add one of "+strings.Join(ways, ", "))
	}
	if len(missing) == 0 {
		return nil
	}
	var paid []string
	for _, leg := range have {
		paid = append(paid, LegName(leg, len(legs)))
	}
	part := "a part of the trip"
	if len(legs) == 2 {
		part = "half the trip"
	}
	return problem.UsageError{
		Text: fmt.Sprintf("%s %s for %s only; %s %s not covered, and the checkout would price %s",
			list.label(), list.pay(), words.And(paid), words.And(missing), words.IsAre(len(missing)), part),
		Hint: strings.Join(hints, "\n"),
	}
}

// label names options in a message: "option 1", "options 1 and 4".
func (list Options) label() string {
	var names []string
	for _, o := range list {
		names = append(names, o.number())
	}
	return words.Noun(len(names), "option") + " " + words.And(names)
}

func (o Option) label() string { return "option " + o.number() }

func (o Option) number() string {
	if o.N == 0 {
		return words.Quote(o.ID)
	}
	return strconv.Itoa(o.N)
}

func (list Options) pay() string {
	if len(list) == 1 {
		return "pays"
	}
	return "pay"
}

func legOrTrip(o Option) string {
	if name := LegName(o.Leg, o.Legs); name != "" {
		return name
	}
	return "the same leg"
}

// ids are the options as the booking link takes them, with commas between.
func (list Options) ids() string {
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	return strings.Join(ids, ",")
}

func (list Options) candidates() []search.Candidate[search.OptionPrint] {
	var all []search.Candidate[search.OptionPrint]
	for _, o := range list {
		all = append(all, search.Candidate[search.OptionPrint]{ID: o.ID, Print: o.print, Price: o.Price})
	}
	return all
}

// findIn is the position of the very same option, or -1.
func (o Option) findIn(now Options) int {
	if !o.known {
		return -1
	}
	return search.Find(o.print, o.Price, now.candidates())
}
