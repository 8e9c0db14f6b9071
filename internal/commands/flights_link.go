package commands

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

type flightsLinkOptions struct {
	app      *app
	from, to string // as typed
	read     *params
	dates    *dateBase
	do       linkFlags
}

func newFlightsLink(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &flightsLinkOptions{app: a, dates: dates, read: newParams("getFlightSearchLink", dates)}
	cmd := &cobra.Command{
		Use:   "link FROM TO DATE [RETURN]",
		Short: "Make a link to a flight search that does not expire",
		Long: `Make a link to a flight search on the service's website, to keep or to send. It
does not expire: whoever opens it searches anew, with the prices of that day. It
spends no search.

FROM and TO are airport or city codes (DXB, LON) or names ("New York"). DATE is
` + dateForms + `;
RETURN may also count from the outbound, as in +7d.`,
		Example: `  travel flights link DXB LHR +30d +7d
  travel flights link Lisbon "San Francisco" fri --adults 2 --cabin business --qr
  travel flights link DXB LON 2027-03-12 --currency EUR --open`,
		Args:        arguments("FROM TO DATE [RETURN]", 3, 4),
		Annotations: map[string]string{"operationId": "getFlightSearchLink"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.from, o.to = args[0], args[1]
			if err := o.setDates(args[2:]); err != nil {
				return err
			}
			return runFlightsLink(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "from", "to", "fromDate", "toDate")
	o.do.addFlags(cmd)
	completeNothing(cmd)
	return cmd
}

// setDates reads DATE and RETURN, a return's words counting from the outbound.
func (o *flightsLinkOptions) setDates(args []string) error {
	if err := o.read.set("fromDate", "DATE", args[0]); err != nil || len(args) < 2 {
		return err
	}
	o.dates.from = o.read.Text("fromDate")
	return o.read.set("toDate", "RETURN", args[1])
}

// check finds every mistake that can be known before a request.
func (o *flightsLinkOptions) check() error {
	if err := o.app.checkRoute(o.from, o.to); err != nil {
		return err
	}
	if err := checkTravelDates(o.app.env.Now(), o.read.Text("fromDate"), o.read.Text("toDate")); err != nil {
		return err
	}
	if err := checkParty(o.read); err != nil {
		return err
	}
	return o.do.check(o.app)
}

func runFlightsLink(ctx context.Context, o *flightsLinkOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.read, chosen{})
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	if err := o.setPlaces(ctx, client); err != nil {
		return err
	}
	params := desk.Request[apiclient.GetFlightSearchLinkParams](o.read.Params)
	answer, err := client.GetFlightSearchLink(ctx, &params)
	if err != nil {
		return fmt.Errorf("make the link: %w", err)
	}
	facts := newFacts("getFlightSearchLink")
	choice.record(&facts, "", "en")
	facts.Next = append(facts.Next, searchCommand(o.read))
	return o.app.printLink(ctx, linkAnswer{
		body: answer.Body, facts: facts, url: answer.Value.SearchURL, do: o.do,
		remarks: []string{"Whoever opens it searches anew."},
	})
}

// setPlaces resolves both ends. What was looked up is known to be a city or
// none; of a code as typed nothing is said.
func (o *flightsLinkOptions) setPlaces(ctx context.Context, client *apiclient.Client) error {
	from, to, err := o.app.resolveRoute(ctx, client, o.from, o.to)
	if err != nil {
		return err
	}
	for _, end := range []struct {
		label, wire string
		place       place
	}{{"FROM", "from", from}, {"TO", "to", to}} {
		if err := o.read.set(end.wire, end.label, end.place.code); err != nil {
			return err
		}
		if end.place.name == "" {
			continue
		}
		if err := o.read.SetDefault(end.wire+"City", end.place.city); err != nil {
			return err
		}
	}
	return nil
}

// searchCommand is the search that a link's parameters stand for.
func searchCommand(p *params) string { return withSearch("travel flights search", p) }

// searchLinkCommand makes the lasting link of the same search.
func searchLinkCommand(p *params) string { return withSearch("travel flights link", p) }

// withSearch adds route, dates and what is not usual of a search to a command.
// Every word of it passed the contract's patterns.
func withSearch(command string, p *params) string {
	for _, wire := range []string{"from", "to", "fromDate", "toDate"} {
		if p.Has(wire) {
			command += " " + shellQuote(p.Text(wire))
		}
	}
	for _, flag := range []struct{ wire, usual string }{
		{"cabin", "economy"}, {"adults", "1"}, {"children", "0"}, {"infants", "0"}, {"currency", ""}, {"locale", ""},
	} {
		if value := p.Text(flag.wire); value != "" && value != flag.usual {
			command += " --" + flagName(flag.wire) + " " + shellQuote(value)
		}
	}
	return command
}
