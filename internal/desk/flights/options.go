package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Option is an option of a fare with what it pays for, as the service says it and as a list keeps
// it.
type Option struct {
	N      int // its number in the list
	ID     string
	Name   string
	Covers apiclient.FareCoverage // leg, trip, or "" where the service does not say
	Leg    int                    // the leg it pays for, from 1; 0 if not said
	Legs   int                    // how many legs the options pay for in all, as far as is known
	Price  offer.Money
	Fees   string // what a change and a cancellation cost, in words

	terms string             // refund, fees and bags, in words
	gone  bool               // it was listed, and searching again did not bring it back
	print search.OptionPrint // finds it again in another search
	known bool               // the print was kept
}

// Options are the options of one fare, in the service's order.
type Options []Option

// OptionsOf numbers the options of an answer.
func OptionsOf(o *apiclient.FareOptions) Options {
	var all Options
	for i, option := range o.Options {
		one := Option{
			N: i + 1, ID: option.FareOptionID, Name: option.Name, print: search.PrintOption(option), known: true,
			Price: offer.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency}, Fees: feeWords(option.Penalties),
			terms: optionTerms(option, o.Metadata.Locale),
		}
		if option.Price.Covers != nil {
			one.Covers = *option.Price.Covers
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

// listedOptions reads the options back from a list. What is missing is as if the service had not
// said it.
func listedOptions(list recall.List) Options {
	var all Options
	for _, row := range list.Rows {
		one := Option{N: row.N, ID: row.ID, Name: row.Label, Price: row.Price, gone: row.Gone}
		if o := row.Option; o != nil {
			one.Covers, one.Leg, one.Legs, one.Fees, one.terms = apiclient.FareCoverage(o.Covers), o.Leg, o.Legs, o.Fees, o.Terms
			one.print, one.known = o.Print, true
		}
		all = append(all, one)
	}
	return all
}

// row is an option as a list keeps it.
func (o Option) row() recall.Row {
	return recall.Row{N: o.N, ID: o.ID, Label: o.Name, Price: o.Price, Option: &recall.Option{
		Covers: string(o.Covers), Leg: o.Leg, Legs: o.Legs, Fees: o.Fees, Terms: o.terms, Print: o.print,
	}}
}

// feeWords are the fees of an option, for comparing them: "cancel 60 USD".
func feeWords(penalties []apiclient.Penalty) string {
	var fees []string
	for _, p := range penalties {
		if p.Amount != nil {
			fees = append(fees, string(p.Type)+" "+p.Amount.String()+" "+words.Stated(p.Currency))
		}
	}
	return strings.Join(fees, ", ")
}

// optionTerms are what an option allows and includes.
func optionTerms(o apiclient.FareOption, locale string) string {
	terms := "non-refundable"
	if o.Refundable {
		terms = "refundable"
	}
	if fees := Penalties(o.Penalties, locale); fees != "" {
		terms += ", " + fees
	}
	return terms + ", " + bagWords(words.Stated(o.Baggage.Cabin), words.Stated(o.Baggage.Checked))
}

// Penalties say what a change and a cancellation cost: "change $120, cancel not permitted".
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

// Pays tells whether it is known what the option pays for: the trip, or a leg that has a number.
func (o Option) Pays() bool {
	return o.Covers == apiclient.FareCoverageTrip || o.Covers == apiclient.FareCoverageLeg && o.Leg > 0
}

// legs are the legs that options pay for, in order.
func (list Options) legs() []int {
	var legs []int
	for _, o := range list {
		if o.Covers == apiclient.FareCoverageLeg && o.Leg > 0 && !slices.Contains(legs, o.Leg) {
			legs = append(legs, o.Leg)
		}
	}
	slices.Sort(legs)
	return legs
}

// of are the options that pay for a leg.
func (list Options) of(leg int) Options {
	var found Options
	for _, o := range list {
		if o.Covers == apiclient.FareCoverageLeg && o.Leg == leg {
			found = append(found, o)
		}
	}
	return found
}

// Rule says in a sentence what an option pays for and what has to be chosen.
func (list Options) Rule() string {
	legs := list.legs()
	switch {
	case len(list) == 0:
		return "The service lists no option of this fare."
	case !list.allPay():
		return "The service does not say what an option pays for."
	case len(legs) == 0:
		return "Each option pays for the whole trip: choose one."
	case len(legs) == 1 && list.every(apiclient.FareCoverageLeg):
		return "Each option pays for the one leg of this trip: choose one."
	case !list.every(apiclient.FareCoverageLeg):
		return "Some options pay for the whole trip, others for one leg: choose one for the trip, or " + Options(nil).Lacks(list) + "."
	}
	return "Each option pays for one leg: choose " + Options(nil).Lacks(list) + "."
}

func (list Options) allPay() bool {
	return !slices.ContainsFunc(list, func(o Option) bool { return !o.Pays() })
}

func (list Options) every(c apiclient.FareCoverage) bool {
	return !slices.ContainsFunc(list, func(o Option) bool { return o.Covers != c })
}

// First are the options that a booking may begin with: the first of each leg, or the first for the trip. None
// where its id cannot be sent.
func (list Options) First() Options {
	if len(list) == 0 || !apiclient.ValidID(list[0].ID) {
		return nil
	}
	chosen := list[:1]
	if legs := list.legs(); list.allPay() && list.every(apiclient.FareCoverageLeg) {
		chosen = nil
		for _, leg := range legs {
			chosen = append(chosen, list.of(leg)[0])
		}
	}
	return chosen
}

// next is the command that takes those, ready to paste.
func (list Options) next(fare string) []string {
	chosen := list.First()
	if len(chosen) == 0 {
		return nil
	}
	command := "travel flights booking-link " + words.Shell(fare)
	for _, o := range chosen {
		command += fmt.Sprintf(" --option %d", o.N)
	}
	return []string{command}
}

// LegName is what a leg is called in headings and messages; the only leg of a trip needs no name.
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

// OptionsRequest is a fare to open.
type OptionsRequest struct {
	Fare    string      // as typed: a row number or an id
	Query   *ask.Values // of getFareOptions
	Renewal *desk.Renewal
	// Hands tells that something is to be done with a link at once, which needs options first.
	Hands bool
}

// OpenedFare is a fare with its options, or the link to its seller where it has none here.
type OpenedFare struct {
	Offer   *Offer
	Body    *apiclient.FareOptions // nil for a fare that has no options here
	Options Options
	Link    desk.Link // of such a fare
	Locale  desk.Locale
}

// OpenFare opens a fare and keeps its options, so that a number stands for one.
func OpenFare(ctx context.Context, d *desk.Desk, r *OptionsRequest) (desk.Answer[OpenedFare], error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[OpenedFare]
	fare, err := pickFare(d, r.Fare, "travel flights options --help")
	if err != nil {
		return none, err
	}
	if err := checkFare(r.Renewal, fare); err != nil {
		return none, err
	}
	if !fare.Opens() {
		if err := renewIfGone(ctx, d, r.Renewal, fare); err != nil {
			return none, err
		}
		link, err := fare.link(r.Renewal.Words())
		return desk.Answer[OpenedFare]{Value: OpenedFare{Offer: fare, Link: link.Value}, Meta: link.Meta}, err
	}
	if r.Hands {
		return none, problem.UsageError{Text: "there is no link yet to open, copy, draw or share; choose options first", Hint: "then: travel flights booking-link " + words.Shell(r.Fare) + " --option N"}
	}
	locale, err := d.Resolve(ctx, r.Query, desk.LocaleOf(fare.List.Terms))
	if err != nil {
		return none, err
	}
	answer, err := r.read(ctx, d, fare)
	if err != nil {
		if err := renewFare(ctx, d, r.Renewal, err, fare); err != nil {
			return none, err
		}
		if answer, err = r.read(ctx, d, fare); err != nil {
			return none, err
		}
	}
	return r.opened(d, answer, fare, locale), nil
}

func (r *OptionsRequest) read(ctx context.Context, d *desk.Desk, fare *Offer) (*apiclient.Answer[apiclient.FareOptions], error) {
	client, err := d.Client()
	if err != nil {
		return nil, err
	}
	q := ask.Request[apiclient.GetFareOptionsParams](r.Query)
	answer, err := client.GetFareOptions(ctx, fare.ID, &q)
	return answer, wrap("open the fare", err)
}

// opened keeps the options and says what is known of them.
func (r *OptionsRequest) opened(d *desk.Desk, answer *apiclient.Answer[apiclient.FareOptions], fare *Offer, locale desk.Locale) desk.Answer[OpenedFare] {
	r.Query.GivenAs("fareId", r.Fare)
	options, m := answer.Value, desk.MetaOf(r.Query, fare.ID)
	locale.Record(&m, options.Metadata.CurrencyCode, options.Metadata.Locale)
	m.Warn(r.Renewal.Record(&m)...)
	m.Warn(optionWarnings(options, fare)...)
	all := OptionsOf(options)
	fare.List = fare.List.InTerms(cmp.Or(locale.Currency.Value, options.Metadata.CurrencyCode), locale.Language.Value)
	list := fare.List
	list.Kind, list.FareID = recall.Options, fare.ID
	for _, option := range all {
		if apiclient.ValidID(option.ID) {
			list.Rows = append(list.Rows, option.row())
		}
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("row numbers of the options are not kept: " + err.Error())
	} else {
		m.Follow(all.next(r.Fare)...)
	}
	return desk.Answer[OpenedFare]{
		Value: OpenedFare{Offer: fare, Body: options, Options: all, Locale: locale}, Bodies: [][]byte{answer.Body}, Meta: m,
	}
}

// optionWarnings tell of prices in another currency than was asked for, or than the list that the
// fare was picked from.
func optionWarnings(o *apiclient.FareOptions, fare *Offer) []string {
	list := desk.CurrencyWarnings(o.CurrencyCode, o.Metadata.CurrencyCode, "")
	if listed := fare.Row.Price.Currency; listed != "" && listed != o.CurrencyCode {
		list = append(list, "prices are in "+o.CurrencyCode+"; the list of fares was in "+listed)
	}
	return list
}

// MaxOptions is how many options the booking link takes.
const MaxOptions = 8

// AddOption adds what was typed for an option to those given before: row numbers of the last list of
// options, or ids, with commas between.
func AddOption(given []string, text string) ([]string, error) {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		n, err := strconv.Atoi(item)
		switch {
		case err == nil && n < 1, err != nil && !apiclient.ValidID(item):
			return nil, problem.NotAccepted("--option", item, "row numbers of the last options, or ids as the service gave them", "")
		case slices.Contains(given, item):
			return nil, twice(item)
		case len(given) == MaxOptions:
			return nil, problem.UsageError{Text: fmt.Sprintf("--option %s is one too many; a booking link takes 1 to %d options", words.Quote(item), MaxOptions)}
		}
		given = append(given, item)
	}
	return given, nil
}

func twice(item string) error {
	return problem.UsageError{Text: "--option " + words.Quote(item) + " is given twice; give each option once"}
}
