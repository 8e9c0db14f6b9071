package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
)

type flightsBookingLinkOptions struct {
	app    *app
	fare   string // as typed: a row number or an id
	read   *params
	dates  *dateBase
	option optionFlag
	do     linkFlags
	renew  renewal
}

func newFlightsBookingLink(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &flightsBookingLinkOptions{app: a, dates: dates, read: newParams("getFareBookingLink", dates), renew: a.renewal("the same fare and options")}
	cmd := &cobra.Command{
		Use:     "booking-link FARE --option OPTION...",
		Aliases: []string{"book"},
		Short:   "Make the link to the page where a fare is booked",
		Long: `Make the link to the page where a fare is booked, with the options of your
choice filled in. Nothing is booked and nothing is paid here.

FARE is a row number of the last trip's fares, or a fare id; options are chosen
from: travel flights options FARE. A row number brings its trip, route, dates,
party, cabin, currency, language and market along; with ids alone, give them by
flags.

The link works as long as its search, about five to seven minutes. The link to
the search beside it does not expire. For a fare of an airline or an agency, its
own link is printed.

--open opens it in the browser. A link of the service is opened only on the site
of the profile (site-url; without it the API's own host), any other only after a
question.`,
		Example: `  travel flights booking-link 1 --option 1 --option 4
  travel flights book 1 --option 1,4 --open
  travel flights booking-link 1 --option 3,5 --json`,
		Args:        arguments("FARE", 1, 1),
		Annotations: map[string]string{"operationId": "getFareBookingLink"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.fare = args[0]
			return runFlightsBookingLink(cmd.Context(), o)
		},
	}
	cmd.Flags().Var(&o.option, "option", optionHelp)
	o.read.addFlags(cmd, "fareId")
	o.do.addFlags(cmd)
	o.renew.addFlag(cmd)
	a.completeRows(cmd, recall.Fares, 1)
	return cmd
}

func runFlightsBookingLink(ctx context.Context, o *flightsBookingLinkOptions) error {
	fare, err := o.app.pickFare(o.fare, "travel flights booking-link --help")
	if err != nil {
		return err
	}
	if err := o.renewFare(ctx, &fare); err != nil {
		return err
	}
	if !fare.opens() {
		return o.handOff(ctx, fare)
	}
	if err := o.fill(fare); err != nil {
		return err
	}
	warnings, err := o.chooseOptions(ctx, &fare)
	if err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetFareBookingLinkParams](ctx, o.app, o.read, choiceOf(fare.about))
	if err != nil {
		return err
	}
	answer, err := call.client.GetFareBookingLink(ctx, fare.id, &call.params)
	if err != nil {
		return withAge(o.app, fare.about, fmt.Errorf("make the link: %w", err))
	}
	lasting, problem := o.lasting(ctx, call.client)
	if problem != nil {
		warnings = append(warnings, "there is no lasting link beside it: "+problem.Error())
	}
	facts := newFacts("getFareBookingLink")
	call.choice.record(&facts, "", "en")
	renewed := o.renew.record(&facts)
	facts.Warnings = append(facts.Warnings, warnings...)
	facts.Next = append(facts.Next, searchLinkCommand(o.read))
	life := linkLife{created: fare.about.Created, lasts: flightLinkLasts}
	return o.app.printLink(ctx, linkAnswer{
		body: answer.Body, facts: facts, url: answer.Value.BookingURL, do: o.do, lasting: lasting,
		life:  life,
		about: renewed, remarks: []string{nothingBooked}, late: o.renew.late(life, o.renew.checkFare(fare), fare.about),
	})
}

// handOff prints the link of a fare that is booked as it is.
func (o *flightsBookingLinkOptions) handOff(ctx context.Context, fare offer) error {
	if len(o.option.given) > 0 {
		return misuse{Text: fare.name() + " has no options to choose here; leave --option out to get its link"}
	}
	return o.app.handOffFare(ctx, fare, o.do, o.renew.words())
}

// fill takes what the flags left open from the list that the fare came with,
// and names what is still missing.
func (o *flightsBookingLinkOptions) fill(fare offer) error {
	if err := o.do.check(o.app); err != nil {
		return err
	}
	if err := fillSearch(o.read, fare.about); err != nil {
		return err
	}
	if err := o.read.setDefault("tripId", "--trip", fare.about.TripID); err != nil {
		return err
	}
	var missing []string
	for i := range o.read.Operation.Params {
		p := &o.read.Operation.Params[i]
		if p.Required && p.Name != "fareId" && p.Name != "fareOptionId" && !o.read.Has(p.Name) {
			missing = append(missing, "--"+flagName(p.Name))
		}
	}
	if len(missing) > 0 {
		is := "is"
		if len(missing) > 1 {
			is = "are"
		}
		return misuse{
			Text: fmt.Sprintf("%s %s missing; a fare id alone does not say them", joinAnd(missing), is),
			Hint: "give them, or pick the fare by its row number: travel flights trip TRIP lists fares",
		}
	}
	return o.check()
}

// check holds the rules on several parameters.
func (o *flightsBookingLinkOptions) check() error {
	own, _, _ := strings.Cut(o.read.Text("tripId"), ":")
	if given := o.read.Text("searchId"); given != "" && given != own {
		return misuse{Text: fmt.Sprintf("--search %s is not the search of the trip, %s; leave --search out", quoteArg(given), quoteArg(own))}
	}
	if out, back := o.read.Text("fromDate"), o.read.Text("toDate"); back != "" && back < out {
		return misuse{Text: fmt.Sprintf("--to-date %s is before --from-date %s; give the same day or a later one", back, out)}
	}
	return checkParty(o.read)
}

// chooseOptions sets the options, and asks where nobody can tell whether they
// cover the trip. It returns what a traveler should be warned of.
func (o *flightsBookingLinkOptions) chooseOptions(ctx context.Context, fare *offer) ([]string, error) {
	if len(o.option.given) == 0 {
		return nil, misuse{Text: "--option is missing; say which options to book", Hint: "see them: travel flights options " + shellQuote(o.fare)}
	}
	chosen, all, err := o.option.choose(o.app, fare, o.fare)
	if err != nil {
		return nil, err
	}
	if err := o.read.set("fareOptionId", "--option", chosen.ids()); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return []string{"whether the options cover every leg was not checked; that needs the list of travel flights options"}, nil
	}
	why, err := chosen.check(all)
	if err != nil || why == "" {
		return nil, err
	}
	if o.do.yes {
		return []string{string(why)}, nil
	}
	if !o.app.canAsk() {
		return nil, choiceError{Text: string(why), Next: "to go on all the same: --yes"}
	}
	yes, err := o.app.confirm(ctx, upperFirst(string(why))+". Go on?")
	if err == nil && !yes {
		err = choiceError{Text: "no link was made", Next: "other options: travel flights options " + shellQuote(o.fare)}
	}
	return nil, err
}

// lasting is the link to the search, which does not expire. It is asked for
// only where it is shown.
func (o *flightsBookingLinkOptions) lasting(ctx context.Context, client *apiclient.Client) (string, error) {
	if !o.app.text() || o.app.plainPipe() {
		return "", nil
	}
	params := desk.Request[apiclient.GetFlightSearchLinkParams](o.read.Params)
	answer, err := client.GetFlightSearchLink(ctx, &params)
	if err != nil {
		return "", err
	}
	return answer.Value.SearchURL, nil
}

// fillSearch takes a search's route, dates, party and cabin as defaults.
func fillSearch(p *params, c recall.Context) error {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	city := map[bool]string{true: "true"} // what is not known to be a city is left out
	for _, d := range []struct{ wire, value string }{
		{"from", c.From}, {"to", c.To}, {"fromCity", city[c.FromCity]}, {"toCity", city[c.ToCity]},
		{"fromDate", c.FromDate}, {"toDate", c.ToDate}, {"cabin", c.Cabin},
		{"adults", number(c.Adults)}, {"children", number(c.Children)}, {"infants", number(c.Infants)},
	} {
		if err := p.setDefault(d.wire, "--"+flagName(d.wire), d.value); err != nil {
			return err
		}
	}
	return nil
}
