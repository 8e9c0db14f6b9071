package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
)

// doubt is why nobody can tell whether a choice of options covers the trip; ""
// is no doubt.
type doubt string

// check holds the rules of covers: one option for the trip, or one for each of
// the legs. The service refuses nothing of this; its checkout would show the
// whole trip and price a part. What the service does not say is a doubt.
func (list fareOptions) check(all fareOptions) (doubt, error) {
	for i, o := range list {
		if o.covers == apiclient.FareCoverageTrip && len(list) > 1 {
			return "", misuse{Text: o.label() + " pays for the whole trip; give it alone"}
		}
		for _, other := range list[:i] {
			if o.pays() && other.pays() && o.leg == other.leg {
				return "", misuse{Text: fmt.Sprintf("%s both pay for %s; give one of them", fareOptions{other, o}.label(), legOrTrip(o))}
			}
		}
	}
	var unsaid fareOptions
	for _, o := range list {
		if !o.pays() {
			unsaid = append(unsaid, o)
		}
	}
	if len(unsaid) > 0 {
		return doubt("the service does not say what " + unsaid.label() + " " + unsaid.pay() + " for; the checkout may price a part of the trip"), nil
	}
	return "", list.covers(all)
}

// covers wants an option for every leg that options pay for.
func (list fareOptions) covers(all fareOptions) error {
	if list.every(apiclient.FareCoverageTrip) {
		return nil
	}
	legs, have := all.legs(), list.legs()
	var missing, hints []string
	for _, leg := range legs {
		if slices.Contains(have, leg) {
			continue
		}
		missing = append(missing, legName(leg, len(legs)))
		var ways []string
		for _, o := range all.of(leg) {
			ways = append(ways, fmt.Sprintf("--option %d", o.n))
		}
		hints = append(hints, "add one of "+strings.Join(ways, ", "))
	}
	if len(missing) == 0 {
		return nil
	}
	var paid []string
	for _, leg := range have {
		paid = append(paid, legName(leg, len(legs)))
	}
	is, part := "is", "a part of the trip"
	if len(missing) > 1 {
		is = "are"
	}
	if len(legs) == 2 {
		part = "half the trip"
	}
	return misuse{
		Text: fmt.Sprintf("%s %s for %s only; %s %s not covered, and the checkout would price %s",
			list.label(), list.pay(), joinAnd(paid), joinAnd(missing), is, part),
		Hint: strings.Join(hints, "\n"),
	}
}

// label names options in a message: "option 1", "options 1 and 4".
func (list fareOptions) label() string {
	var names []string
	for _, o := range list {
		names = append(names, o.number())
	}
	if len(names) == 1 {
		return "option " + names[0]
	}
	return "options " + joinAnd(names)
}

func (o fareOption) label() string { return "option " + o.number() }

func (o fareOption) number() string {
	if o.n == 0 {
		return quoteArg(o.id)
	}
	return strconv.Itoa(o.n)
}

func (list fareOptions) pay() string {
	if len(list) == 1 {
		return "pays"
	}
	return "pay"
}

func legOrTrip(o fareOption) string {
	if name := legName(o.leg, o.legs); name != "" {
		return name
	}
	return "the same leg"
}

// ids are the options as the booking link takes them.
func (list fareOptions) ids() string {
	var ids []string
	for _, o := range list {
		ids = append(ids, o.id)
	}
	return strings.Join(ids, ",")
}
