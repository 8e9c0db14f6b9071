package flights

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Options are the options of one fare, in the service's order. An option that was only given by its id has no
// offer.Option.
type Options []recall.Row

// OptionsOf returns the options of an answer, numbered from 1.
func OptionsOf(o *apiclient.FareOptions) Options {
	var all Options
	for i, option := range o.Options {
		terms := "non-refundable"
		if option.Refundable {
			terms = "refundable"
		}
		if fees := Penalties(option.Penalties, o.Metadata.Locale); fees != "" {
			terms += ", " + fees
		}
		one := offer.Option{
			Terms: terms + ", " + bagWords(words.Stated(option.Baggage.Cabin), words.Stated(option.Baggage.Checked)),
			Print: search.PrintOption(option),
		}
		var fees []string
		for _, p := range option.Penalties {
			if p.Amount != nil {
				fees = append(fees, string(p.Type)+" "+p.Amount.String()+" "+words.Stated(p.Currency))
			}
		}
		one.Fees = strings.Join(fees, ", ")
		if option.Price.Covers != nil {
			one.Covers = string(*option.Price.Covers)
		}
		if option.LegID != nil {
			one.Leg = max(words.Whole(*option.LegID), 0)
		}
		price := offer.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency}
		all = append(all, recall.Row{N: i + 1, Offer: offer.Offer{ID: option.FareOptionID, Label: option.Name, Price: price, Option: &one}})
	}
	legs := len(all.legs())
	for _, leg := range o.Legs {
		legs = max(legs, words.Whole(leg.LegID))
	}
	for _, option := range all {
		option.Option.Legs = legs
	}
	return all
}

// Penalties returns what a change and a cancellation cost: "change $120, cancel not permitted".
func Penalties(list []apiclient.Penalty, locale string) string {
	var texts []string
	for _, p := range list {
		text := string(p.Type) + " " + strings.ReplaceAll(string(p.Policy), "_", " ")
		if p.Amount != nil {
			text = string(p.Type) + " " + offer.Money{Amount: p.Amount.String(), Currency: words.Stated(p.Currency)}.Text(locale)
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

// CostOf returns the price of an option and what it pays for: "$345.10 for OUT".
func CostOf(option recall.Row, locale string) string {
	if option.Price.Amount == "" {
		return "no price stated"
	}
	return strings.TrimSpace(option.Price.Text(locale) + " " + option.Option.Part())
}

// NoSum explains why several options have no total: the service states none, and travel never adds up option prices.
const NoSum = "What options cost together is shown where they are booked."

// label names options in a message: "option 1", "options 1 and 4". Options that are in no list are named by id.
func (list Options) label() string {
	var names []string
	for _, o := range list {
		name := strconv.Itoa(o.N)
		if o.N == 0 {
			name = words.Quote(o.ID)
		}
		names = append(names, name)
	}
	return words.Noun(len(names), "option") + " " + words.And(names)
}

// legs returns the numbers of the legs that options pay for, in order.
func (list Options) legs() []int {
	var legs []int
	for _, o := range list {
		if o.Option.Pays() && !o.Option.ForTrip() && !slices.Contains(legs, o.Option.Leg) {
			legs = append(legs, o.Option.Leg)
		}
	}
	slices.Sort(legs)
	return legs
}

// payingFor returns the options that pay for a leg.
func (list Options) payingFor(leg int) Options {
	return slices.DeleteFunc(slices.Clone(list), func(o recall.Row) bool { return !o.Option.ForLeg(leg) })
}

// unsaid returns the options of which it is not known what they pay for.
func (list Options) unsaid() Options {
	return slices.DeleteFunc(slices.Clone(list), func(o recall.Row) bool { return o.Option.Pays() })
}

func forTrip(o recall.Row) bool { return o.Option.ForTrip() }

// Missing returns the legs that none of the chosen options pays for.
func (list Options) Missing(all Options) []int {
	if slices.ContainsFunc(list, forTrip) { // which is chosen alone
		return nil
	}
	have := list.legs()
	return slices.DeleteFunc(all.legs(), func(leg int) bool { return slices.Contains(have, leg) })
}

// Lacks returns what is still to be chosen: "one of OUT and one of BACK", or "" for nothing.
func (list Options) Lacks(all Options) string {
	legs := all.legs()
	var parts []string
	for _, leg := range list.Missing(all) {
		part := "one option"
		if name := offer.LegName(leg, len(legs)); name != "" {
			part = "one of " + name
		}
		parts = append(parts, part)
	}
	return words.And(parts)
}

// Rule explains in a sentence what an option pays for and how many to choose.
func (list Options) Rule() string {
	legs := list.legs()
	switch {
	case len(list) == 0:
		return "The service lists no option of this fare."
	case len(list.unsaid()) > 0:
		return "The service does not say what an option pays for."
	case len(legs) == 0:
		return "Each option pays for the whole trip: choose one."
	case len(legs) == 1 && !slices.ContainsFunc(list, forTrip):
		return "Each option pays for the one leg of this trip: choose one."
	case slices.ContainsFunc(list, forTrip):
		return "Some options pay for the whole trip, others for one leg: choose one for the trip, or " + Options(nil).Lacks(list) + "."
	}
	return "Each option pays for one leg: choose " + Options(nil).Lacks(list) + "."
}

// First returns the options to suggest: the first of each leg, or the first for the whole trip. It returns none if
// the id cannot be sent.
func (list Options) First() Options {
	if len(list) == 0 || !apiclient.ValidID(list[0].ID) {
		return nil
	}
	chosen := list[:1]
	if legs := list.legs(); len(list.unsaid()) == 0 && !slices.ContainsFunc(list, forTrip) {
		chosen = nil
		for _, leg := range legs {
			chosen = append(chosen, list.payingFor(leg)[0])
		}
	}
	return chosen
}

// Doubt is the reason why it is unclear whether the chosen options cover the trip; "" for none.
type Doubt string

// Check checks that the chosen options can be booked: one for the whole trip, or one for each leg. The service does
// not refuse a partial choice; its checkout shows the whole trip and prices a part of it. If the service does not say
// what an option pays for, Check returns a doubt.
func (list Options) Check(all Options) (Doubt, error) {
	for i, o := range list {
		for _, other := range list[:i] {
			for _, one := range (Options{other, o}) {
				if forTrip(one) {
					return "", problem.Usagef("%s pays for the whole trip; give it alone", Options{one}.label())
				}
			}
			if o.Option.Excludes(other.Option) {
				leg := cmp.Or(offer.LegName(o.Option.Leg, o.Option.Legs), "the same leg")
				return "", problem.Usagef("%s both pay for %s; give one of them", Options{other, o}.label(), leg)
			}
		}
	}
	pay := func(n int) string { return map[bool]string{true: "pays", false: "pay"}[n == 1] }
	if unsaid := list.unsaid(); len(unsaid) > 0 {
		return Doubt("the service does not say what " + unsaid.label() + " " + pay(len(unsaid)) + " for; the checkout may price a part of the trip"), nil
	}
	legs := all.legs()
	var paid, missing, hints []string
	for _, leg := range list.Missing(all) {
		missing = append(missing, offer.LegName(leg, len(legs)))
		var ways []string
		for _, o := range all.payingFor(leg) {
			ways = append(ways, fmt.Sprintf("--option %d", o.N))
		}
		hints = append(hints, "add one of "+strings.Join(ways, ", "))
	}
	if len(missing) == 0 {
		return "", nil
	}
	for _, leg := range list.legs() {
		paid = append(paid, offer.LegName(leg, len(legs)))
	}
	part := "a part of the trip"
	if len(legs) == 2 {
		part = "half the trip"
	}
	return "", problem.Usagef("%s %s for %s only; %s %s not covered, and the checkout would price %s",
		list.label(), pay(len(list)), words.And(paid), words.And(missing), words.IsAre(len(missing)), part).
		Advise(strings.Join(hints, "\n"))
}

// MaxOptions is how many options a booking link can carry.
const MaxOptions = 8

// OptionHelp is the help of the --option flag, which can be repeated and takes commas.
const OptionHelp = "Option to book: a `number` from the options listed last, or an id; one for the whole trip, or one for each leg (at most 8)"

// AddOption adds options to those given before. text is row numbers of the last list of options or ids, separated by
// commas.
func AddOption(given []string, text string) ([]string, error) {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		n, err := strconv.Atoi(item)
		switch {
		case err == nil && n < 1, err != nil && !apiclient.ValidID(item):
			return nil, problem.NotAccepted("--option", item, "numbers of the options listed last, or ids as the service gave them")
		case slices.Contains(given, item):
			return nil, twice(item)
		case len(given) == MaxOptions:
			return nil, problem.Usagef("--option %s is one too many; a booking link takes 1 to %d options", words.Quote(item), MaxOptions)
		}
		given = append(given, item)
	}
	return given, nil
}

func twice(item string) error {
	return problem.Usagef("--option %s is given twice; give each option once", words.Quote(item))
}

// choose finds the options that were given, and puts the fare into the currency and language of their list. An option
// given by id does not need a list; what it pays for is not known then.
func choose(d *desk.Desk, given []string, fare *Offer) (chosen, all Options, err error) {
	list, found, err := d.Latest(recall.Options)
	if err != nil {
		return nil, nil, err
	}
	if found && list.FareID == fare.ID {
		all = slices.Clone(list.Rows)
		fare.List = fare.List.InTerms(list.Terms.Currency, list.Terms.Locale)
	}
	makeList := problem.Do("", "getFareOptions", fare.Ref())
	for _, text := range given {
		option, err := pickOption(all, text, makeList)
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(chosen, func(o recall.Row) bool { return o.ID == option.ID }) {
			return nil, nil, twice(text)
		}
		chosen = append(chosen, option)
	}
	all = slices.DeleteFunc(all, func(o recall.Row) bool { return o.Gone })
	return chosen, all, nil
}

func pickOption(all Options, text string, makeList problem.Step) (recall.Row, error) {
	n, err := strconv.Atoi(text)
	i := slices.IndexFunc(all, func(o recall.Row) bool { return o.N == n && err == nil || o.ID == text })
	switch {
	case i >= 0 && all[i].Gone:
		return recall.Row{}, problem.Usagef("--option %s: %s", text, recall.ErrGone.Error()).Next(makeList.For("list the options again"))
	case i >= 0 && all[i].ID == "":
		return recall.Row{}, problem.Usagef("--option %s: %s", text, recall.ErrNoID.Error()).Next(makeList.For("list the options again"))
	case i >= 0:
		return all[i], nil
	case err != nil:
		return recall.Row{Offer: offer.Offer{ID: text}}, nil
	case len(all) == 0:
		return recall.Row{}, problem.ChoiceError{
			Text: "--option " + text + ": the options of this fare are not the ones listed last",
			Then: problem.Ways(makeList.For("list them first")),
		}
	}
	return recall.Row{}, problem.Usagef("--option %s: this fare has options 1 to %d", text, all[len(all)-1].N).Next(makeList.For("see them"))
}
