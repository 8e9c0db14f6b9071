package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/search"
)

// The number of trips that can stand side by side.
const (
	leastCompared = 2
	mostCompared  = 6
)

type flightsCompareOptions struct {
	app   *app
	trips []string // as typed
	read  *params
	renew renewal
}

func newFlightsCompare(a *app) *cobra.Command {
	o := &flightsCompareOptions{app: a, read: newParams("getFlightTrip", &dateBase{today: a.env.Now}), renew: a.renewal("the same trips")}
	cmd := &cobra.Command{
		Use:   "compare TRIP TRIP...",
		Short: "Put trips side by side, differences first",
		Long: `Put two to six trips side by side: what differs first, then what is the same. Each TRIP is
a row number of the last list or a trip id; each is read once, in the list's currency.
--json prints the trips as the service sent them, in one list.`,
		Example: `  travel flights compare 1 4 7
  travel flights compare 1 2 --currency EUR --json`,
		Args: arguments("TRIP TRIP...", leastCompared, mostCompared),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.trips = args
			return runFlightsCompare(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "tripId", "searchId", "view")
	o.renew.addFlag(cmd)
	a.completeRows(cmd, recall.Trips, 9)
	return cmd
}

// compared is one trip on its way to the table.
type compared struct {
	picked picked
	body   []byte
	facts  tripFacts
}

func runFlightsCompare(ctx context.Context, o *flightsCompareOptions) error {
	trips, err := o.pick()
	if err != nil {
		return err
	}
	if err := o.renew.checkTrip(picksOf(trips)...); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.read, choiceOf(trips[0].picked.about))
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	if err := o.readTrips(ctx, client, trips); err != nil {
		if err := o.renew.trips(ctx, err, picksOf(trips)...); err != nil {
			return err
		}
		if err := o.readTrips(ctx, client, trips); err != nil {
			return err
		}
	}
	facts := newFacts("getFlightTrip")
	choice.record(&facts, trips[0].facts.metadata.CurrencyCode, trips[0].facts.metadata.Locale)
	for _, t := range trips {
		for _, text := range otherCurrency(t.picked, t.facts.metadata.CurrencyCode) {
			if !slices.Contains(facts.Warnings, text) {
				facts.Warnings = append(facts.Warnings, text)
			}
		}
	}
	facts.Warnings = append(facts.Warnings, o.renew.record(&facts)...)
	table := compareTable(trips)
	table.Notes = append(table.Notes, facts.Warnings...)
	return o.app.answer(tripBodies(trips), facts, table, table.Notes)
}

func (o *flightsCompareOptions) readTrips(ctx context.Context, client *apiclient.Client, trips []compared) error {
	reads, ctx := errgroup.WithContext(ctx)
	for i := range trips {
		reads.Go(search.Guarded(func() error { return o.readTrip(ctx, client, &trips[i]) }))
	}
	return reads.Wait()
}

// picksOf are the trips as they were picked, to be renewed in their place.
func picksOf(trips []compared) []*picked {
	list := make([]*picked, len(trips))
	for i := range trips {
		list[i] = &trips[i].picked
	}
	return list
}

// pick finds the trips, and refuses the same one twice.
func (o *flightsCompareOptions) pick() ([]compared, error) {
	var trips []compared
	for _, text := range o.trips {
		p, err := o.app.pickTrip(text, "travel flights compare --help")
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(trips, func(t compared) bool { return t.picked.id == p.id }) {
			return nil, misuse{Text: "TRIP " + quoteArg(text) + " is named twice; compare different trips", Next: "travel flights compare --help"}
		}
		trips = append(trips, compared{picked: p})
	}
	return trips, nil
}

func (o *flightsCompareOptions) readTrip(ctx context.Context, client *apiclient.Client, t *compared) error {
	own, err := searchOfTrip(t.picked.id, t.picked.id, "travel flights compare --help")
	if err != nil {
		return err
	}
	params := desk.Request[apiclient.GetFlightTripParams](o.read.Params)
	params.SearchID, params.View = own, new(apiclient.DetailViewDetail)
	answer, err := client.GetFlightTrip(ctx, t.picked.id, &params)
	if err != nil {
		return fmt.Errorf("open trip %s: %w", t.name(), err)
	}
	t.body = answer.Body
	t.facts = readTrip(*answer.Value)
	return nil
}

// name is the trip's number, or the end of its id.
func (t compared) name() string {
	if t.picked.row > 0 {
		return fmt.Sprint(t.picked.row)
	}
	_, code, _ := strings.Cut(t.picked.id, ":")
	return code
}

// tripBodies is a document with the bodies as they came.
func tripBodies(trips []compared) []byte {
	var b bytes.Buffer
	b.WriteString(`{"trips":[`)
	for i, t := range trips {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(json.RawMessage(t.body))
	}
	b.WriteString("]}")
	return b.Bytes()
}

func compareTable(trips []compared) grid.Comparison {
	heads := make([]string, len(trips))
	for i, t := range trips {
		heads[i] = "TRIP " + t.name()
	}
	return grid.Comparison{Heads: heads, Facts: comparedFacts(trips)}
}
