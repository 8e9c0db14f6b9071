package facets

import (
	"context"
	"testing"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/stagetest"
)

// host is a list of a search that can be filtered, with the panel on it.
type host struct {
	stage   *stage.Stage
	panel   *Panel
	query   *ask.Values
	found   Found
	changes int
	read    func(ctx context.Context, d *desk.Desk, q *ask.Values) (func(*Found), error)
}

func (h *host) Head(canvas.Canvas) string   { return "A list" }
func (h *host) Draw(canvas.Canvas) []string { return []string{h.Command()} }
func (h *host) Keys() []stage.Binding       { return nil }
func (h *host) Command() string             { return "travel flights results" + h.query.SameView() }
func (h *host) open(of Subject) {
	h.panel = New(h.stage, Options{Of: of, Query: h.query, Found: h.found, Changed: h.changed, Command: h.Command})
	h.stage.Push(h.panel)
}

// changed reads again, like a list.
func (h *host) changed(q *ask.Values) {
	h.query = q
	h.changes++
	if h.read == nil {
		return
	}
	var take func(*Found)
	h.stage.Do(&stage.Job{
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			take, err = h.read(ctx, d, q.Clone())
			return err
		},
		Then: func(err error) {
			if err != nil {
				h.stage.Failed(err)
				return
			}
			take(&h.found)
			if h.panel != nil {
				h.panel.Update(h.found)
			}
		},
	})
}

// given returns the parameters of an operation, as typed.
func given(t *testing.T, d *desk.Desk, operation string, pairs ...string) *ask.Values {
	t.Helper()
	p := ask.New(operation, &ask.Days{Today: d.Now})
	for i := 0; i < len(pairs); i += 2 {
		must(t, p.Set(pairs[i], "--"+ask.FlagName(pairs[i]), pairs[i+1]))
	}
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// trips returns a driver with the panel on a sandbox search for a round trip.
func trips(t *testing.T, width, height int) (*stagetest.Driver, *host) {
	h := &host{query: ask.New("getFlightSearchResults", &ask.Days{})}
	d := stagetest.New(t, width, height, func(s *stage.Stage) stage.Place { h.stage = s; return h })
	ctx := t.Context()
	query := given(t, d.Desk, "createFlightSearch", "adults", "1")
	must(t, flights.Dates(ctx, d.Desk, query, []string{"25 dec", "+7d"}))
	h.query = given(t, d.Desk, "getFlightSearchResults")
	view := desk.View{Query: h.query.Clone(), Life: desk.Life{Wait: search.DefaultBudget}}
	made, err := flights.Create(ctx, d.Desk, &flights.SearchRequest{From: "DXB", To: "LHR", Query: query, View: view})
	must(t, err)
	first, err := flights.Subject().Follow(ctx, d.Desk, made, view)
	must(t, err)
	h.found.Trips(first.Value.Results)
	h.read = func(ctx context.Context, d *desk.Desk, q *ask.Values) (func(*Found), error) {
		trips, err := flights.Subject().Results(ctx, d, &desk.ResultsRequest{Search: made.List.Search.ID, View: desk.View{Query: q}})
		return func(f *Found) { f.Trips(trips.Value.Results) }, err
	}
	h.open(Trips(made.List))
	d.Settle()
	return d, h
}

// lisbon returns a driver with the panel on a sandbox hotel search.
func lisbon(t *testing.T, width, height int) (*stagetest.Driver, *host) {
	h := &host{query: ask.New("getFlightSearchResults", &ask.Days{})}
	d := stagetest.New(t, width, height, func(s *stage.Stage) stage.Place { h.stage = s; return h })
	ctx := t.Context()
	query := given(t, d.Desk, "createHotelSearch", "adults", "2")
	must(t, hotels.SetStay(ctx, d.Desk, query, []string{"25 dec", "3 nights"}))
	h.query = given(t, d.Desk, "getHotelSearchResults")
	view := desk.View{Query: h.query.Clone(), Life: desk.Life{Wait: search.DefaultBudget}}
	made, err := hotels.Create(ctx, d.Desk, &hotels.SearchRequest{Place: "Lisbon", Query: query, View: view})
	must(t, err)
	first, err := hotels.Subject().Follow(ctx, d.Desk, made, view)
	must(t, err)
	h.found.Hotels(first.Value.Results)
	h.read = func(ctx context.Context, d *desk.Desk, q *ask.Values) (func(*Found), error) {
		found, err := hotels.Subject().Results(ctx, d, &desk.ResultsRequest{Search: made.List.Search.ID, View: desk.View{Query: q}})
		return func(f *Found) { f.Hotels(found.Value.Results) }, err
	}
	h.open(Hotels())
	d.Settle()
	return d, h
}
