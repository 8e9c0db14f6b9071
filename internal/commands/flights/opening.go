package flights

import (
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/schema"
)

// opening opens one of several searches as a list of trips.
type opening struct {
	list
	request desk.ResultsRequest
	follow  cli.FollowFlags
	pages   cli.PageFlags
}

// newOpening returns a command with the flags of a list of trips. same describes what --renew searches again; used
// lists the command's own flags that people use most.
func newOpening(run *cli.Run, same string, used ...cli.Used) (*cobra.Command, *opening) {
	cmd, read := run.Operation("getFlightSearchResults")
	delete(cmd.Annotations, "operationId") // the operation belongs to travel flights results
	o := &opening{list: listOf(run), request: desk.ResultsRequest{View: desk.View{Query: read}}}
	cli.AddParams(cmd, read, "searchId")
	o.pages.AddTo(cmd, read.Op())
	o.follow.AddTo(cmd, run.Flags, 0)
	o.request.Renewal = run.Renewal(cmd, same)
	o.list.addTo(run, cmd)
	run.Prints(cmd, schema.Body("getFlightSearchResults", desk.Meta{}))
	cli.UsedMost(cmd, append(append(used, cli.Used{Flag: "renew", About: "Search again if the search has expired"}), usedMost()...)...)
	run.Completion().Facets(cmd, read, recall.TripFacets, cli.FacetCount("trip"))
	return cmd, o
}

// run opens the search with the view that the flags describe.
func (o *opening) run(ctx context.Context, open func(*desk.Desk, *desk.ResultsRequest) (flights.Trips, error)) error {
	if err := o.follow.Check(o.facets.On, o.pages.Pages); err != nil {
		return err
	}
	view := &o.request.View
	view.Pages, view.Life, view.Facets = o.pages.Pages, o.follow.Life(), o.facets.On
	return o.print(ctx, *view, func(d *desk.Desk) (flights.Trips, error) { return open(d, &o.request) })
}
