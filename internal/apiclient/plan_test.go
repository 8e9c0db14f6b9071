package apiclient

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func planningClient(t *testing.T, p *Plan) *Client {
	t.Helper()
	c, err := New(Options{BaseURL: "https://travel.example/base", Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestAPlanKnowsWhatWaitsForWhat plans a search by name: the lookup, the search with the name as it was typed, and
// two reads with the id that is not known yet.
func TestAPlanKnowsWhatWaitsForWhat(t *testing.T) {
	p := &Plan{Given: []string{"qza"}}
	c := planningClient(t, p)
	_, err := c.GetPlaces(t.Context(), &GetPlacesParams{Query: `Saint "X" & co`})
	planned, ok := errors.AsType[PlannedError](err)
	if !ok {
		t.Fatal(err)
	}
	from := planned.Place(`Saint "X" & co`)
	if from != "QZB" {
		t.Errorf("the stand-in is %s, which the caller gave", from)
	}
	p.Repeat(3)
	for _, day := range []string{"2026-12-21", "2026-12-22"} {
		made, err := c.CreateFlightSearch(t.Context(), FlightSearchRequest{From: from, To: "QZA", FromDate: day})
		if err != nil || !ValidID(made.Value.SearchID) || !IsPlanned(made.Value.SearchID) {
			t.Fatal(made, err)
		}
		_, err = c.GetFlightSearchResults(Repeating(t.Context()), made.Value.SearchID, &GetFlightSearchResultsParams{})
		if !errors.As(err, &planned) {
			t.Fatal(err)
		}
	}
	want := []Step{
		{OperationID: "getPlaces", Method: "GET", URL: "https://travel.example/base/v1/places?query=Saint+%22X%22+%26+co", Spends: []string{"user"}},
		{
			OperationID: "createFlightSearch", Method: "POST", URL: "https://travel.example/base/v1/flights/searches", Times: 4,
			Body:       []byte(`{"from":"Saint \"X\" \u0026 co","fromDate":"2026-12-21","to":"QZA"}`),
			Unresolved: true, WaitsFor: []Wait{{Name: "from", Given: `Saint "X" & co`, Step: 1}}, Spends: []string{"user", "createFlightSearch"},
		},
		{
			OperationID: "getFlightSearchResults", Method: "GET", URL: "https://travel.example/base/v1/flights/searches/{searchId}/results",
			Times: 4, Repeats: true, Unresolved: true, WaitsFor: []Wait{{Name: "searchId", Step: 2}}, Spends: []string{"user"},
		},
	}
	steps, spends, _ := p.Requests()
	if diff := cmp.Diff(want, steps, cmp.AllowUnexported(Wait{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"user": 9, "createFlightSearch": 4}, spends); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestAPlanSaysWhatIsSpent(t *testing.T) {
	for body, want := range map[string]string{`{"hotelId":1}`: "createHotelSearchScoped", `{"cityCode":"LIS"}`: "createHotelSearch"} {
		if got := spends("createHotelSearch", []byte(body)); !cmp.Equal(got, []string{"user", want}) {
			t.Errorf("a search by %s spends %v", body, got)
		}
	}
	p := &Plan{}
	_, err := planningClient(t, p).GetHealth(t.Context())
	if _, spends, _ := p.Requests(); err == nil || !p.Stopped() || len(spends) > 0 {
		t.Errorf("health: %v, %v", err, spends)
	}
}
