package desk_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// A face is a whole second face of travel: it answers what it is asked, notes what it is told, and
// has a clock that moves when something waits. No command line and no terminal is behind it.
type face struct {
	moved              atomic.Int64 // what the clock has moved, in time.Durations
	asked, spent, told []string
	reads, created     int
	interrupt          func() // is called when something waits; may be nil
}

func (f *face) Choose(context.Context, desk.Choice) (int, error) { return 0, nil }

func (f *face) Agree(_ context.Context, question string) (bool, error) {
	f.asked = append(f.asked, question)
	return true, nil
}

func (f *face) Created(search.Created)        { f.created++ }
func (f *face) Snapshot(desk.Snapshot)        { f.reads++ }
func (f *face) Waiting(time.Duration, string) {}
func (f *face) Notice(text string)            { f.told = append(f.told, text) }
func (f *face) Warn(string)                   {}
func (f *face) Spending(text string)          { f.spent = append(f.spent, text) }

func (f *face) wait(ctx context.Context, d time.Duration) error {
	f.moved.Add(int64(d))
	if f.interrupt != nil {
		f.interrupt()
	}
	return ctx.Err()
}

// ofFace is whose lists the face keeps.
func ofFace() (recall.Session, error) {
	return recall.Session{Owner: recall.Named, Key: "face"}, nil
}

// open opens a desk over the built-in sandbox for the face.
func (f *face) open(t *testing.T) *desk.Desk {
	now := func() time.Time {
		return time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC).Add(time.Duration(f.moved.Load()))
	}
	home := t.TempDir()
	getenv := func(string) string { return "" }
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: now, Wait: f.wait,
	})
	t.Cleanup(place.Close)
	return desk.Open(desk.Options{Deployment: place, Session: ofFace, Now: now, Wait: f.wait, Ask: f, Report: f})
}

// given are an operation's parameters, as a person types them.
func given(t *testing.T, d *desk.Desk, operation string, pairs ...string) *ask.Values {
	p := ask.New(operation, &ask.Days{Today: d.Now})
	for i := 0; i < len(pairs); i += 2 {
		must(t, p.Set(pairs[i], pairs[i], pairs[i+1]))
	}
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestAnotherFaceGoesFromAQuestionToALinkToAFlight(t *testing.T) {
	f := &face{}
	d := f.open(t)
	ctx := t.Context()
	query := given(t, d, "createFlightSearch", "adults", "2")
	must(t, flights.Dates(ctx, d, query, []string{"25 dec", "+7d"}))
	view := desk.View{Query: given(t, d, "getFlightSearchResults", "sort", "price_asc"), Life: desk.Life{Wait: search.DefaultBudget}}
	made, err := flights.Create(ctx, d, &flights.SearchRequest{From: "DXB", To: "Lisbon", Query: query, View: view})
	must(t, err)
	trips, err := flights.Subject().Follow(ctx, d, made, view)
	if n := trips.Rows; err != nil || n == 0 || f.created != 1 || f.reads == 0 {
		t.Fatalf("%d trips, %d searches, %d reads, %v", n, f.created, f.reads, err)
	}

	f.moved.Add(int64(time.Hour)) // the search expires; opening its trip asks and searches again
	opened, err := flights.OpenTrip(ctx, d, &flights.TripRequest{Trip: "1", Query: given(t, d, "getFlightTrip")})
	must(t, err)
	if len(f.asked) != 1 || opened.Meta.Renewed == nil || !opened.Meta.Renewed.Spent {
		t.Fatalf("asked %q, renewed %+v", f.asked, opened.Meta.Renewed)
	}
	fares, err := flights.OpenFare(ctx, d, &flights.OptionsRequest{Fare: "1", Query: given(t, d, "getFareOptions")})
	must(t, err)
	booking := flights.BookingRequest{Fare: "1", Query: given(t, d, "getFareBookingLink"), Yes: true}
	if len(fares.Value.Options) > 0 {
		booking.Options = []string{"1"}
	}
	link, _, err := flights.Book(ctx, d, &booking)
	must(t, err)
	leads(t, d, link.Value)
}

// What was agreed to once is not asked about again: the search that was made is taken, and none is spent.
func TestARenewalThatWasInterruptedIsGoneOnWith(t *testing.T) {
	f := &face{}
	d := f.open(t)
	query := given(t, d, "createFlightSearch")
	must(t, flights.Dates(t.Context(), d, query, []string{"25 dec"}))
	view := desk.View{Query: given(t, d, "getFlightSearchResults"), Life: desk.Life{Wait: search.DefaultBudget}}
	made, err := flights.Create(t.Context(), d, &flights.SearchRequest{From: "DXB", To: "LHR", Query: query, View: view})
	must(t, err)
	_, err = flights.Subject().Follow(t.Context(), d, made, view)
	must(t, err)

	f.moved.Add(int64(time.Hour))
	ctx, cancel := context.WithCancel(t.Context())
	f.interrupt = cancel // when the new search is waited for
	if _, err := flights.OpenTrip(ctx, d, &flights.TripRequest{Trip: "1", Query: given(t, d, "getFlightTrip")}); err == nil {
		t.Fatal("the renewal was not interrupted")
	}
	f.interrupt = nil
	opened, err := flights.OpenTrip(t.Context(), d, &flights.TripRequest{Trip: "1", Query: given(t, d, "getFlightTrip")})
	must(t, err)
	if r := opened.Meta.Renewed; len(f.asked) != 1 || r == nil || r.Spent {
		t.Errorf("asked %q, renewed %+v", f.asked, r)
	}
}

func TestAnotherFaceGoesFromAQuestionToALinkToARoom(t *testing.T) {
	f := &face{}
	d := f.open(t)
	ctx := t.Context()
	query := given(t, d, "createHotelSearch", "adults", "2")
	must(t, hotels.SetStay(ctx, d, query, []string{"25 dec", "3 nights"}))
	view := desk.View{Query: given(t, d, "getHotelSearchResults"), Life: desk.Life{Wait: search.DefaultBudget}}
	made, err := hotels.Create(ctx, d, &hotels.SearchRequest{Place: "Lisbon", Query: query, View: view})
	must(t, err)
	found, err := hotels.Subject().Follow(ctx, d, made, view)
	if n := found.Rows; err != nil || n == 0 || f.created != 1 {
		t.Fatalf("%d hotels, %d searches, %v", n, f.created, err)
	}
	hotel, err := hotels.Pick(d, "HOTEL", "1")
	must(t, err)
	rates, err := hotels.ListRates(ctx, d, &hotels.RatesRequest{
		Hotel: hotel, Search: given(t, d, "createHotelSearch"), Query: given(t, d, "getHotelRates"), Life: desk.Life{Wait: search.DefaultBudget},
	})
	must(t, err)
	if len(rates.Value.Results.Rates) == 0 || len(f.spent) != 1 {
		t.Fatalf("%d rates, spent %q", len(rates.Value.Results.Rates), f.spent)
	}

	f.moved.Add(int64(time.Hour))
	rate, err := hotels.PickRate(ctx, d, "RATE", "1a")
	must(t, err)
	renewal := &desk.Renewal{Given: true, Thing: "the same hotel and stay"}
	link, err := hotels.BookingLink(ctx, d, &hotels.LinkRequest{Rate: rate, Query: given(t, d, "getHotelRateBookingLink"), Renewal: renewal})
	must(t, err)
	if link.Meta.Renewed == nil || len(f.spent) != 2 {
		t.Fatalf("renewed %+v, spent %q", link.Meta.Renewed, f.spent)
	}
	leads(t, d, link.Value)
}

// leads fails unless a link may be opened.
func leads(t *testing.T, d *desk.Desk, link desk.Link) {
	t.Helper()
	if address, err := d.CheckLink(link); err != nil || !strings.HasPrefix(address, "http") {
		t.Errorf("the link is %q: %v", address, err)
	}
}
