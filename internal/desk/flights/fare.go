package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Offer is a fare that an argument names, with what its list says of it.
type Offer struct {
	desk.Pick
	Kind   string // as the service calls it; "" for an id that is in no list
	Seller string
	Link   string // where its seller books it; "" if not known

	seen bool // the service has just said that it is there
}

// pickFare turns FARE into a fare. An id that is in no list is taken for one that has options, since
// nothing says otherwise. Where a trip was typed, or a letter that does not count, its fares are read and asked about.
func pickFare(ctx context.Context, d *desk.Desk, text, help string) (*Offer, error) {
	p, err := d.PickPart(desk.Argument{
		Kind: recall.Fares, Label: "FARE", Text: text, What: "fare", List: "travel flights search FROM TO DATE", Help: help,
	})
	if open, ok := errors.AsType[desk.OpenRow](err); ok {
		p, err = WhichFare(ctx, d, open)
	}
	return offerOf(p), err
}

// WhichFare reads the fares of a trip and lets the traveler choose one.
func WhichFare(ctx context.Context, d *desk.Desk, open desk.OpenRow) (desk.Pick, error) {
	q := ask.New("getFlightTrip", &ask.Days{Today: d.Now})
	if err := q.SetTyped("view", string(apiclient.DetailViewDetail)); err != nil {
		return desk.Pick{}, err
	}
	trip, err := OpenTrip(ctx, d, &TripRequest{Trip: open.Row, Query: q, Renewal: &desk.Renewal{Thing: "the same trip"}})
	if err != nil {
		return desk.Pick{}, err
	}
	cells := func(row recall.Row) []string {
		return []string{row.Label, words.YesNo(farePrint(row).Refundable).String(), row.Fare.Bags}
	}
	return d.Which(ctx, open, trip.Value.List, []string{"SOLD BY", "REFUNDABLE", "BAGS"}, cells)
}

// offerOf is the fare of a row.
func offerOf(p desk.Pick) *Offer {
	o := &Offer{Pick: p, Seller: p.Row.Label}
	if p.Row.Fare != nil {
		o.Kind, o.Link = p.Row.Fare.Kind, p.Row.Fare.Handoff
	}
	return o
}

// Opens tells whether the fare can be opened into options, as far as is known.
func (o *Offer) Opens() bool {
	return (o.Row.Fare == nil || o.Row.Fare.Options) && ownerOf(o.Kind) == desk.SiteLink
}

// Title is what a person calls the fare: "Fare 2b".
func (o *Offer) Title() string {
	if name := o.Name("fare"); name != "this fare" {
		return words.UpperFirst(name)
	}
	return "The fare"
}

// link is the link of a fare that has no options here, which its seller gave with the fare. Nothing
// is asked of the service, so the answer has no body.
func (o *Offer) link(about []string) (desk.Answer[desk.Link], error) {
	if o.Link == "" {
		return desk.Answer[desk.Link]{}, problem.Usagef("no link of %s was kept", o.Title()).
			Advise("open its trip again: travel flights trip " + words.Shell(o.List.TripID))
	}
	link := desk.Link{URL: o.Link, Owner: ownerOf(o.Kind), Remarks: []string{desk.NothingBooked}}
	link.Life, link.About = o.life(), about
	asked := query.Flight{Terms: o.List.Terms}
	if o.List.Flight != nil {
		asked = *o.List.Flight
	}
	link.Booking = o.booked(asked, nil)
	m := desk.NewMeta("getFareBookingLink")
	m.Booking = link.Booking
	return desk.Answer[desk.Link]{Value: link, Meta: m}, nil
}

// NoAnswer says that there is no answer of the service to print where the link of a fare is its seller's own.
func (o *Offer) NoAnswer() error {
	return problem.Usagef("%s is of kind %s and has no options, so the service has no answer to print", o.Title(), o.Kind).
		Advise("its link is handoffUrl in: travel flights trip " + words.Shell(o.List.TripID) + " --json")
}

// life is how long the link of the fare works. That of a stranger's page is not known.
func (o *Offer) life() desk.LinkLife {
	if ownerOf(o.Kind) != desk.SiteLink {
		return desk.LinkLife{}
	}
	return desk.LinkLife{Created: o.List.Search.Created, Lasts: desk.FlightLinkLasts, Seen: o.seen}
}

// checkFare sees, before anything is sent, whether a fare can be found again.
func checkFare(renewal *desk.Renewal, o *Offer) error {
	if len(o.List.Itinerary) == 0 || o.Row.Fare == nil {
		renewal.Lacks(problem.Usagef("--renew finds a fare again by its trip, seller and terms, and those of %s are not kept here", o.Name("fare")).
			Advise("list the fares of its trip first: travel flights trip TRIP"))
	}
	return renewal.Check(o.List)
}

// renewFare follows a failed read of a fare: it searches again where that is wanted, and gives the
// fare its new id. Otherwise the error comes back.
func renewFare(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, failed error, o *Offer) error {
	made, err := searchTrips(ctx, d, renewal, failed, o.List)
	if err != nil {
		return err
	}
	renewal.ForgetGone() // of another list than the one that is asked for
	card, err := made.find(ctx, d, renewal, o.List.Itinerary, offer.Money{}, "the trip of "+o.Name("fare"))
	if err != nil {
		return err
	}
	if err := made.save(d); err != nil {
		return err
	}
	return findFare(ctx, d, renewal, made, card.TripID, o)
}

// renewIfGone makes sure of a fare, where its renewal is wanted or it is in doubt whether its link still
// works: nothing else would tell that its search is gone.
func renewIfGone(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, o *Offer) error {
	if !renewal.Doubts(o.life()) {
		return nil
	}
	client, err := d.Client()
	if err != nil {
		return err
	}
	_, err = client.GetFlightTrip(ctx, o.List.TripID, &apiclient.GetFlightTripParams{SearchID: o.List.Search.ID})
	if err == nil {
		o.seen = true
		return nil
	}
	return renewFare(ctx, d, renewal, fmt.Errorf("open the trip of the fare: %w", err), o)
}

// findFare opens the trip that was found, renews the rows of its fares, and finds the fare among
// them.
func findFare(ctx context.Context, d *desk.Desk, renewal *desk.Renewal, made *renewedTrips, tripID string, o *Offer) error {
	client, err := d.Client()
	if err != nil {
		return err
	}
	answer, err := client.GetFlightTrip(ctx, tripID, &apiclient.GetFlightTripParams{
		SearchID: made.ID, Currency: query.Optional(o.List.Terms.Currency), Locale: query.Optional(o.List.Terms.Locale),
		View: new(apiclient.DetailViewDetail),
	})
	if err != nil {
		return renewal.Broken(fmt.Errorf("open the trip: %w", err), desk.ReadAgain(recall.Trips, 0, made.Ref))
	}
	trip := TripOf(*answer.Value)
	of := o.List.Again(made.Ref)
	of.TripID, of.FareID = tripID, ""
	list := trip.letter(d, of, "")
	renewal.PartsGone(list)
	want := farePrint(o.Row)
	at := search.Find(want, o.Row.Price, trip.Candidates())
	if at < 0 {
		return nearFares(d, list, trip, want, o)
	}
	if err := d.Keep(list); err != nil {
		return err
	}
	now := trip.Fares[at]
	renewal.Price(o.Name("fare"), o.Row.Price, now.Price, o.List.Terms.Locale)
	row := fareRow(o.N, now)
	d.FoundAgain(ctx, o.Pick, list, row)
	*o = *offerOf(desk.Pick{ID: now.ID, N: o.N, Row: row, List: list.Head(), Kept: o.Kept})
	return nil
}

// farePrint is what finds a row's fare again.
func farePrint(row recall.Row) search.FarePrint {
	if row.Fare == nil {
		return search.FarePrint{}
	}
	return row.Fare.Print
}

// Candidates are the fares of a trip, to find one again among them.
func (t Trip) Candidates() []search.Candidate[search.FarePrint] {
	var all []search.Candidate[search.FarePrint]
	for _, f := range t.Fares {
		all = append(all, search.Candidate[search.FarePrint]{ID: f.ID, Print: f.Print, Price: f.Price})
	}
	return all
}

// Find is the position of the very same fare in a trip that was read again, or -1.
func (t Trip) Find(f Fare) int { return search.Find(f.Print, f.Price, t.Candidates()) }

// nearFares is the choice between the fares that are nearest to one that is gone.
func nearFares(d *desk.Desk, list recall.List, trip Trip, want search.FarePrint, o *Offer) error {
	near := desk.NearError{Title: "Nearest to " + o.Name("fare") + ", " + o.Seller + ":", Heads: []string{"SOLD BY", "REFUNDABLE"}}
	for _, n := range search.NearFares(want, trip.Candidates()) {
		fare := trip.Fares[n.Index]
		near.Add(&list, fareRow(0, fare), n.Why, fare.Seller, words.YesNo(fare.Refundable).String())
	}
	return d.KeepNear(list, o.Name("fare")+" is not among the fares of the new search", o.Row.Price, near, "open one of them: travel flights options")
}

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
	fare, err := pickFare(ctx, d, r.Fare, "travel flights options --help")
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
		return none, problem.Usagef("there is no link yet to open, copy, draw or share; choose options first").
			Advise("then: travel flights booking-link " + words.Shell(fare.Ref()) + " --option N")
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
	return answer, desk.Doing("open the fare", err)
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
	list.Kind, list.Of, list.FareID = recall.Options, recall.Under{}, fare.ID
	for _, option := range all {
		if apiclient.ValidID(option.ID) {
			list.Rows = append(list.Rows, option.row())
		}
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("numbers of the options are not kept: " + err.Error())
	} else {
		m.Follow(all.next(fare.Ref())...)
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

// Chosen are options as they were typed, for a flag that is repeated or takes commas.
type Chosen []string

// OptionHelp is what the flag of it says.
const OptionHelp = "Option to book, a number of the options listed last or an id: one for the trip, or one for each leg (1 to 8, none twice)"

func (c *Chosen) String() string { return "" }

// Type is what the help calls a value.
func (c *Chosen) Type() string { return "number" }

// Set adds what was typed.
func (c *Chosen) Set(text string) (err error) {
	given, err := AddOption(*c, text)
	if err == nil {
		*c = given
	}
	return err
}

// AddOption adds what was typed for an option to those given before: row numbers of the last list of
// options, or ids, with commas between.
func AddOption(given []string, text string) ([]string, error) {
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		n, err := strconv.Atoi(item)
		switch {
		case err == nil && n < 1, err != nil && !apiclient.ValidID(item):
			return nil, problem.NotAccepted("--option", item, "numbers of the options listed last, or ids as the service gave them", "")
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

// choose turns what was given into options of the fare, which then takes the currency and language
// that they were listed in. An id needs no list, and what it pays for is then not known.
func choose(d *desk.Desk, given []string, fare *Offer) (chosen, all Options, err error) {
	list, found, err := d.Latest(recall.Options)
	if err != nil {
		return nil, nil, err
	}
	if found && list.FareID == fare.ID {
		all = listedOptions(list)
		fare.List = fare.List.InTerms(list.Terms.Currency, list.Terms.Locale)
	}
	makeList := "travel flights options " + words.Shell(fare.Ref())
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
		return Option{}, problem.Usagef("--option %s: %s", text, recall.ErrGone.Error()).Advise("list the options again: " + makeList)
	case i >= 0 && all[i].ID == "":
		return Option{}, problem.Usagef("--option %s: %s", text, recall.ErrNoID.Error()).Advise("list the options again: " + makeList)
	case i >= 0:
		return all[i], nil
	case err != nil:
		return Option{ID: text}, nil
	case len(all) == 0:
		return Option{}, problem.ChoiceError{
			Text: "--option " + text + " is a number, and the options of this fare were not the last ones listed", Hint: "list them first: " + makeList,
		}
	}
	return Option{}, problem.Usagef("--option %s: this fare has options 1 to %d", text, all[len(all)-1].N).Advise("see them: " + makeList)
}

// Doubt is why it cannot be told whether a choice of options covers the trip, in words; "" for none.
type Doubt string

// Check tells whether a choice among all options of a fare can be booked: one option for the trip, or one
// for each of the legs. The service refuses nothing of this; its checkout would show the whole trip and
// price a part. What the service does not say is a doubt. The error is a problem.Usage.
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
			return problem.Usagef("%s pays for the whole trip; give it alone", o.label())
		}
	}
	return problem.Usagef("%s both pay for %s; give one of them", Options{first, second}.label(), legOrTrip(second))
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
	return problem.Usagef("%s %s for %s only; %s %s not covered, and the checkout would price %s", list.label(), list.pay(), words.And(paid), words.And(missing), words.IsAre(len(missing)), part).
		Advise(strings.Join(hints, "\n"))
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
