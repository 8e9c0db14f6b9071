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

// Option is one option of a fare.
type Option struct {
	N     int // its number in the list
	ID    string
	Name  string
	Price offer.Money
	recall.Option

	gone bool // it was listed, and searching again did not bring it back
}

// Options are the options of one fare, in the service's order.
type Options []Option

// OptionsOf returns the options of an answer, numbered from 1.
func OptionsOf(o *apiclient.FareOptions) Options {
	var all Options
	for i, option := range o.Options {
		one := Option{
			N: i + 1, ID: option.FareOptionID, Name: option.Name,
			Price: offer.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency},
		}
		terms := "non-refundable"
		if option.Refundable {
			terms = "refundable"
		}
		if fees := Penalties(option.Penalties, o.Metadata.Locale); fees != "" {
			terms += ", " + fees
		}
		one.Terms = terms + ", " + bagWords(words.Stated(option.Baggage.Cabin), words.Stated(option.Baggage.Checked))
		var fees []string
		for _, p := range option.Penalties {
			if p.Amount != nil {
				fees = append(fees, string(p.Type)+" "+p.Amount.String()+" "+words.Stated(p.Currency))
			}
		}
		one.Fees, one.Print = strings.Join(fees, ", "), search.PrintOption(option)
		if option.Price.Covers != nil {
			one.Covers = string(*option.Price.Covers)
		}
		if option.LegID != nil {
			one.Leg = max(words.Whole(*option.LegID), 0)
		}
		all = append(all, one)
	}
	legs := len(all.legs())
	for _, leg := range o.Legs {
		legs = max(legs, words.Whole(leg.LegID))
	}
	for i := range all {
		all[i].Legs = legs
	}
	return all
}

// row returns the row of a list for the option.
func (o Option) row() recall.Row {
	return recall.Row{N: o.N, ID: o.ID, Label: o.Name, Price: o.Price, Option: &o.Option}
}

// rows returns the rows of a list for the options.
func (list Options) rows() []recall.Row {
	var rows []recall.Row
	for _, o := range list {
		rows = append(rows, o.row())
	}
	return rows
}

// known reports whether the option was listed, and not just given by its id.
func (o Option) known() bool { return o.Print != search.OptionPrint{} }

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

// What an option may pay for, as the contract calls it.
const (
	forTrip = string(apiclient.FareCoverageTrip)
	forLeg  = string(apiclient.FareCoverageLeg)
)

// Pays reports whether it is known what the option pays for: the trip, or a numbered leg.
func (o Option) Pays() bool { return o.Covers == forTrip || o.Covers == forLeg && o.Leg > 0 }

// whole reports whether the option is known to pay for the whole trip.
func (o Option) whole() bool { return o.Covers == forTrip || o.Pays() && o.Legs == 1 }

// covers returns what the option pays for: "for the whole trip", "for OUT", or "" if the service does not say.
func (o Option) covers() string {
	switch {
	case o.whole():
		return "for the whole trip"
	case o.Pays():
		return "for " + LegName(o.Leg, o.Legs)
	}
	return ""
}

// Costs returns the price of an option and what it pays for: "$345.10 for OUT".
func (o Option) Costs(locale string) string {
	if o.Price.Amount == "" {
		return "no price stated"
	}
	return strings.TrimSpace(o.Price.Text(locale) + " " + o.covers())
}

// NoSum explains why several options have no total: the service states none, and travel never adds up option prices.
const NoSum = "What options cost together is shown where they are booked."

// Excludes reports whether two options cannot be booked together: one pays for the whole trip, or both pay for the
// same leg.
func (o Option) Excludes(other Option) bool {
	return o.Covers == forTrip || other.Covers == forTrip || o.Pays() && other.Pays() && o.Leg == other.Leg
}

// FindIn returns the index of the same option in a later read, or -1.
func (o Option) FindIn(now Options) int {
	if !o.known() {
		return -1
	}
	return recall.Find(o.row(), now.rows())
}

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

func (o Option) label() string { return Options{o}.label() }

// LegName names a leg in headings and messages. The only leg of a trip has no name.
func LegName(leg, of int) string {
	switch {
	case of == 1:
		return ""
	case of > 2 || leg > 2:
		return fmt.Sprintf("LEG %d", leg)
	case leg == 1:
		return "OUT"
	}
	return "BACK"
}

// legs returns the numbers of the legs that options pay for, in order.
func (list Options) legs() []int {
	var legs []int
	for _, o := range list {
		if o.Covers == forLeg && o.Leg > 0 && !slices.Contains(legs, o.Leg) {
			legs = append(legs, o.Leg)
		}
	}
	slices.Sort(legs)
	return legs
}

// payingFor returns the options that pay for a leg.
func (list Options) payingFor(leg int) Options {
	return slices.DeleteFunc(slices.Clone(list), func(o Option) bool { return o.Covers != forLeg || o.Leg != leg })
}

func (list Options) allPay() bool {
	return !slices.ContainsFunc(list, func(o Option) bool { return !o.Pays() })
}

func (list Options) every(covers string) bool {
	return !slices.ContainsFunc(list, func(o Option) bool { return o.Covers != covers })
}

// Missing returns the legs that none of the chosen options pays for.
func (list Options) Missing(all Options) []int {
	if len(list) > 0 && list.every(forTrip) {
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
		if name := LegName(leg, len(legs)); name != "" {
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
	case !list.allPay():
		return "The service does not say what an option pays for."
	case len(legs) == 0:
		return "Each option pays for the whole trip: choose one."
	case len(legs) == 1 && list.every(forLeg):
		return "Each option pays for the one leg of this trip: choose one."
	case !list.every(forLeg):
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
	if legs := list.legs(); list.allPay() && list.every(forLeg) {
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
			for _, one := range []Option{other, o} {
				if one.Covers == forTrip {
					return "", problem.Usagef("%s pays for the whole trip; give it alone", one.label())
				}
			}
			if o.Excludes(other) {
				return "", problem.Usagef("%s both pay for %s; give one of them", Options{other, o}.label(), cmp.Or(LegName(o.Leg, o.Legs), "the same leg"))
			}
		}
	}
	pay := func(n int) string { return map[bool]string{true: "pays", false: "pay"}[n == 1] }
	if unsaid := slices.DeleteFunc(slices.Clone(list), Option.Pays); len(unsaid) > 0 {
		return Doubt("the service does not say what " + unsaid.label() + " " + pay(len(unsaid)) + " for; the checkout may price a part of the trip"), nil
	}
	legs := all.legs()
	var paid, missing, hints []string
	for _, leg := range list.Missing(all) {
		missing = append(missing, LegName(leg, len(legs)))
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
		paid = append(paid, LegName(leg, len(legs)))
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
		for _, row := range list.Rows {
			one := Option{N: row.N, ID: row.ID, Name: row.Label, Price: row.Price, gone: row.Gone}
			if row.Option != nil {
				one.Option = *row.Option
			}
			all = append(all, one)
		}
		fare.List = fare.List.InTerms(list.Terms.Currency, list.Terms.Locale)
	}
	makeList := problem.Do("", "getFareOptions", fare.Ref())
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

func pickOption(all Options, text string, makeList problem.Step) (Option, error) {
	n, err := strconv.Atoi(text)
	i := slices.IndexFunc(all, func(o Option) bool { return o.N == n && err == nil || o.ID == text })
	switch {
	case i >= 0 && all[i].gone:
		return Option{}, problem.Usagef("--option %s: %s", text, recall.ErrGone.Error()).Next(makeList.For("list the options again"))
	case i >= 0 && all[i].ID == "":
		return Option{}, problem.Usagef("--option %s: %s", text, recall.ErrNoID.Error()).Next(makeList.For("list the options again"))
	case i >= 0:
		return all[i], nil
	case err != nil:
		return Option{ID: text}, nil
	case len(all) == 0:
		return Option{}, problem.ChoiceError{
			Text: "--option " + text + ": the options of this fare are not the ones listed last",
			Then: problem.Ways(makeList.For("list them first")),
		}
	}
	return Option{}, problem.Usagef("--option %s: this fare has options 1 to %d", text, all[len(all)-1].N).Next(makeList.For("see them"))
}
