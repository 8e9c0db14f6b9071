package flights

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
)

// Batch is what the lines of a batch of flight searches are. body and view hold for all of them, where a
// line says nothing else.
func Batch(body *ask.Values, view View) batch.Kind {
	request := func(r *batch.Row) *SearchRequest {
		own := view
		own.Query = r.Read
		return &SearchRequest{From: r.Arguments["from"], To: r.Arguments["to"], Query: r.Body, View: own}
	}
	return batch.Kind{
		Arguments: []batch.Argument{
			{Name: "from", Needed: true}, {Name: "to", Needed: true},
			{Name: "fromDate", Also: []string{"date"}, Day: "fromDate", Needed: true},
			{Name: "toDate", Also: []string{"return"}, Day: "toDate"},
		},
		Body: body, Read: view.Query,
		Closed:    []string{"searchId", "page", "pageSize"},
		Common:    []string{"adults", "cabin", "currency"},
		Example:   "from,to,fromDate,toDate and below it DXB,LHR,+30d,+37d",
		Operation: func([]*batch.Row) string { return desk.FlightSearches },
		Lives:     desk.FlightsLast,
		Check:     func(d *desk.Desk, r *batch.Row) error { return Check(d, request(r)) },
		Prepare: func(ctx context.Context, d *desk.Desk, r *batch.Row) (desk.Ready, error) {
			return Prepare(ctx, d, request(r))
		},
		Follow: func(ctx context.Context, d *desk.Desk, made desk.Made, r *batch.Row) (batch.Answer, error) {
			own := view
			own.Query, own.Named = r.Read, true
			trips, err := Follow(ctx, d, made, own)
			return batch.AnswerOf(trips, made, func(r *apiclient.FlightResults) int { return r.Metadata.TotalCandidates }), err
		},
	}
}
