package commands

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
)

type hotelsRatesOptions struct {
	app   *app
	hotel string   // as typed
	days  []string // CHECKIN and CHECKOUT as typed, or none
	body  *params  // of the search for this hotel
	read  *params
	dates *dateBase
	wait  time.Duration
	renew renewal

	spent    bool // a search was made
	watch    watchFlag
	watching *watching // nil when nobody watches
}

func newHotelsRates(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &hotelsRatesOptions{
		app: a, dates: dates, wait: search.DefaultBudget,
		body: newParams("createHotelSearch", dates),
		read: newParams("getHotelRates", dates), renew: a.renewal("the same hotel and stay"),
	}
	cmd := &cobra.Command{
		Use:   "rates HOTEL [CHECKIN CHECKOUT]",
		Short: "List the rooms and rates of a hotel, cheapest first",
		Long: `List the rooms and rates of one hotel, cheapest first. Every one of them can be booked on the
service, and here "refundable" is certain, both ways.

HOTEL is a row number of the last list of hotels, or a hotel id. A row number brings the days,
the guests, currency, language and market of its list along; with an id, or for other days,
give CHECKIN and CHECKOUT (` + dateForms + `; CHECKOUT
may count from CHECKIN, as in +3d).

The rates need a search for this very hotel. Unless one is at hand, it is made, which spends
one of your searches; this is said when it happens. The list is read until it holds still.

--watch goes on reading after that, calmly, until the search expires, and tells what changed:
marked in the list on a terminal, a line a change elsewhere. It makes no new search.`,
		Example: `  travel hotels rates 2
  travel hotels rates 392299429 "11 dec" +3d --adults 2 --children-ages 4
  travel hotels rates 1 --currency EUR --json`,
		Args:        arguments("HOTEL [CHECKIN CHECKOUT]", 1, 3),
		Annotations: map[string]string{"operationId": "getHotelRates"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.hotel, o.days = args[0], args[1:]
			return runHotelsRates(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "hotelId")
	o.body.addFlags(cmd, "cityCode", "hotelId", "lat", "lng", "radius", "checkIn", "checkOut", "currency", "locale")
	wait := cmd.Flags().VarPF(durationFlag{&o.wait}, "wait", "", "Longest to wait for the rates to hold still; 0 reads them once (default "+search.DefaultBudget.String()+")")
	setFlagGroup(wait, groupRun)
	o.watch.addFlag(cmd)
	o.renew.addFlag(cmd)
	a.addColumns(cmd, hotelview.RateList{})
	a.completeRows(cmd, recall.Hotels, 1)
	return cmd
}

const ratesHelp = "travel hotels rates --help"

func runHotelsRates(ctx context.Context, o *hotelsRatesOptions) error {
	hotel, err := o.app.pickHotel("HOTEL", o.hotel, ratesHelp)
	if err != nil {
		return err
	}
	about, made, err := o.plan(hotel)
	if err != nil {
		return err
	}
	if made {
		if err := o.renew.check(about); err != nil {
			return err
		}
	}
	choice, err := o.choose(ctx, about)
	if err != nil {
		return err
	}
	hotels, err := o.app.hotels(ctx)
	if err != nil {
		return err
	}
	facts := newFacts("getHotelRates")
	if !made {
		if about, err = o.create(ctx, hotels, hotel, &choice); err != nil {
			return err
		}
		facts.Warnings = append(facts.Warnings, "a search for this hotel was made, which spends one of your searches")
	}
	err = o.follow(ctx, hotels, hotel, about, choice, facts)
	if gone, ok := errors.AsType[goneError](err); ok {
		return o.followAgain(ctx, hotels, hotel, about, choice, gone)
	}
	return err
}

// followAgain makes the search anew, where that is wanted, and reads its rates.
func (o *hotelsRatesOptions) followAgain(ctx context.Context, hotels search.Hotels, hotel pickedHotel, about recall.Context, choice chosen, gone goneError) error {
	about.HotelID = hotel.id
	about, err := o.renew.ratesSearch(ctx, hotels, about, gone)
	if err != nil {
		return err
	}
	if err := o.read.set("searchId", "--search", about.SearchID); err != nil {
		return err
	}
	err = o.follow(ctx, hotels, hotel, about, choice, newFacts("getHotelRates"))
	return o.renew.broken(err, "travel hotels rates "+hotelArgument(hotel.id)+" --search "+about.SearchID)
}

// choose fills market, currency and language of the search and of its read.
func (o *hotelsRatesOptions) choose(ctx context.Context, about recall.Context) (chosen, error) {
	for _, wire := range []string{"currency", "locale"} {
		if err := o.body.setDefault(wire, "--"+wire, o.read.Text(wire)); err != nil {
			return chosen{}, err
		}
	}
	choice, err := o.app.choose(ctx, o.body, choiceOf(about))
	if err != nil {
		return chosen{}, err
	}
	for _, wire := range []string{"currency", "locale"} {
		if err := o.read.setDefault(wire, wire, o.body.Text(wire)); err != nil {
			return chosen{}, err
		}
	}
	return choice, nil
}

// create makes the search for the hotel, and says what that spends.
func (o *hotelsRatesOptions) create(ctx context.Context, hotels search.Hotels, hotel pickedHotel, choice *chosen) (recall.Context, error) {
	request := desk.Request[apiclient.HotelSearchRequest](o.body.Params)
	where := hotelPlace{hotelID: hotel.id, name: hotel.name}
	where.into(&request)
	if o.app.text() {
		o.app.notice("Searching the rates of %s, %s to %s; this spends one of your searches.", hotel.title(), request.CheckIn, request.CheckOut)
	}
	created, err := hotels.Create(ctx, request)
	if err != nil {
		return recall.Context{}, unknownHotel(err)
	}
	about := stayContext(request, created, where, *choice)
	o.app.rememberSearch(recall.Rates, about)
	o.spent = true
	choice.take(created.SiteCode)
	return about, o.read.set("searchId", "--search", created.SearchID)
}

// follow reads the rates, prints and remembers them.
func (o *hotelsRatesOptions) follow(ctx context.Context, hotels search.Hotels, hotel pickedHotel, about recall.Context, choice chosen, facts answerFacts) error {
	params := desk.Request[apiclient.GetHotelRatesParams](o.read.Params)
	snapshot, err := o.readRates(ctx, hotels, hotel, about, choice, params)
	if snapshot.Rates == nil {
		err = o.explain(hotel, about, err)
		if o.spent {
			err = unread(err, "travel hotels rates "+hotel.argument())
		}
		return err
	}
	rates := snapshot.Rates
	facts.Settle, facts.Reads, facts.ElapsedMS = snapshot.Settle, snapshot.Reads, snapshot.Elapsed.Milliseconds()
	choice.record(&facts, rates.Metadata.CurrencyCode, rates.Metadata.Locale)
	facts.Warnings = append(facts.Warnings, currencyWarnings(rates.CurrencyCode, rates.Metadata.CurrencyCode, hotel.about.Currency)...)
	if o.renew.facts != nil {
		o.renew.compareRates(rates) // before the list it is compared with is gone
		facts.Warnings = append(facts.Warnings, o.renew.record(&facts)...)
	}
	next := ratesNext(rates, hotel)
	if saveErr := o.remember(rates, hotel, about, choice); saveErr != nil {
		o.app.notice("row numbers of the rates are not kept: %v", saveErr)
		next = nil
	}
	facts.Next = append(facts.Next, next...)
	o.watching.facts(o.app, &facts, about)
	if o.watching.over() {
		facts.Next = []string{ratesAgain(hotel, about)}
	}
	view := rateList(snapshot, hotel, about, choice, facts)
	o.watching.conclude(&view, snapshot)
	if printErr := o.app.answer(snapshot.Body, facts, view, view.Notes); printErr != nil {
		return unprinted(printErr, "travel hotels rates "+hotelArgument(hotel.id)+" --search "+o.read.Text("searchId"))
	}
	return err
}

// ratesSearchError is a read of rates whose search was not made for the hotel.
type ratesSearchError struct {
	err  error
	next string // the command that makes the right search
}

func (e ratesSearchError) Error() string {
	return "this search is for a city or an area, and holds no list of a hotel's rates"
}

func (e ratesSearchError) Unwrap() error { return e.err }

// explain says what to do when the search is of the wrong kind, or gone.
func (o *hotelsRatesOptions) explain(hotel pickedHotel, about recall.Context, err error) error {
	p, ok := errorsAsProblem(err)
	if ok && p.Code == apiclient.ErrorCodeRatesRequireHotelSearch {
		return ratesSearchError{err: err, next: ratesAgain(hotel, about)}
	}
	if ok && p.Code == apiclient.ErrorCodeNotFound && !about.Created.IsZero() {
		return goneError{made: about.Created, now: o.app.env.Now(), err: err, again: ratesAgain(hotel, about)}
	}
	return err
}

// ratesAgain is the command that searches the hotel's rates anew.
func ratesAgain(hotel pickedHotel, about recall.Context) string {
	if about.CheckIn == "" {
		return "travel hotels rates " + hotelArgument(hotel.id) + " CHECKIN CHECKOUT"
	}
	about.Radius = ""
	return stayFlags("travel hotels rates "+hotelArgument(hotel.id)+" "+about.CheckIn+" "+about.CheckOut, about)
}
