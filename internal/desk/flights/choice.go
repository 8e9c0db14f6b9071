package flights

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
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

// Doubt is why it cannot be told whether a choice of options covers the trip, in words; "" for none.
type Doubt string

// Check tells whether a choice among all options of a fare can be booked: one option for the trip, or one
// for each of the legs. The service refuses nothing of this; its checkout would show the whole trip and
// price a part. What the service does not say is a doubt. The error is a problem.UsageError.
func (list Options) Check(all Options) (Doubt, error) {
	for i, o := range list {
		for _, other := range list[:i] {
			if o.Excludes(other) {
				return "", notBoth(other, o)
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
		return Doubt("the service does not say what " + unsaid.label() + " " + unsaid.pay() + " for; the checkout may price a part of the trip"), nil
	}
	return "", list.covers(all)
}

// notBoth says why two options cannot be booked together.
func notBoth(first, second Option) error {
	for _, o := range []Option{first, second} {
		if o.Covers == apiclient.FareCoverageTrip {
			return problem.UsageError{Text: o.label() + " pays for the whole trip; give it alone"}
		}
	}
	return problem.UsageError{Text: fmt.Sprintf("%s both pay for %s; give one of them", Options{first, second}.label(), legOrTrip(second))}
}

// covers wants an option for every leg that options pay for.
func (list Options) covers(all Options) error {
	legs, have := all.legs(), list.legs()
	var missing, hints []string
	for _, leg := range list.Missing(all) {
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

// Excludes tells whether two options cannot be booked together: one pays for the whole trip, or both pay for
// the same leg.
func (o Option) Excludes(other Option) bool {
	return o.Covers == apiclient.FareCoverageTrip || other.Covers == apiclient.FareCoverageTrip ||
		o.Pays() && other.Pays() && o.Leg == other.Leg
}

// Lacks says in words what a choice still needs: "one of OUT and one of BACK"; "" for nothing, as far as
// is known.
func (list Options) Lacks(all Options) string {
	legs := all.legs()
	var parts []string
	for _, leg := range list.Missing(all) {
		part := "one option"
		if name := LegName(leg, len(legs)); name != "" {
			part = "one of " + name
		}
		parts = append(parts, part)
	}
	return words.And(parts)
}

// Missing are the legs, counted from 1, that options pay for and none of a choice does; none where it pays
// for the whole trip.
func (list Options) Missing(all Options) []int {
	if len(list) > 0 && list.every(apiclient.FareCoverageTrip) {
		return nil
	}
	have := list.legs()
	return slices.DeleteFunc(all.legs(), func(leg int) bool { return slices.Contains(have, leg) })
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

// Costs is what an option costs and for which part of the trip, as the service states it: "$345.10 for OUT".
func (o Option) Costs(locale string) string {
	if o.Price.Amount == "" {
		return "no price stated"
	}
	return strings.TrimSpace(o.Price.Text(locale) + " " + o.covers())
}

// whole tells whether the option is known to pay for the whole trip.
func (o Option) whole() bool {
	return o.Covers == apiclient.FareCoverageTrip || o.Pays() && o.Legs == 1
}

// covers says what the option pays for: "for the whole trip", "for OUT"; "" where the service does not say.
func (o Option) covers() string {
	switch {
	case o.whole():
		return "for the whole trip"
	case o.Pays():
		return "for " + LegName(o.Leg, o.Legs)
	}
	return ""
}

// NoSum is said of a choice of several options: the service states no price for it, and prices of options are
// never added up here.
const NoSum = "What options cost together is shown where they are booked."

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

// FindIn is the position of the very same option among those that were read again, or -1.
func (o Option) FindIn(now Options) int {
	if !o.known {
		return -1
	}
	return search.Find(o.print, o.Price, now.candidates())
}
