package hotels

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// openDesk opens a desk of its own over the built-in sandbox, with no one at it. Its clock begins at
// noon and moves where something waits, or by the function that comes with it.
func openDesk(t *testing.T) (d *desk.Desk, later func(time.Duration)) {
	t.Helper()
	home := t.TempDir()
	var passed atomic.Int64 // the sandbox tells the time by it as well
	later = func(d time.Duration) { passed.Add(int64(d)) }
	clock := func() time.Time { return noon.Add(time.Duration(passed.Load())) }
	wait := func(_ context.Context, d time.Duration) error {
		later(d)
		return nil
	}
	none := func(string) string { return "" }
	connected := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: none, Home: home, GOOS: "linux"})
		},
		Getenv: none, Now: clock, Wait: wait,
	})
	t.Cleanup(connected.Close)
	return desk.Open(desk.Options{Deployment: connected, Session: func() (recall.Session, error) { return recall.Session{Key: "test"}, nil }, Now: clock, Wait: wait}), later
}

func TestAHotelIsNamedByRowOrByID(t *testing.T) {
	d, _ := openDesk(t)
	head := recall.List{
		Kind: recall.Hotels, Made: noon, Search: search.Ref{ID: "S"},
		Stay: &query.Stay{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2},
	}
	rows := []recall.Row{
		{N: 11, Offer: offer.Offer{ID: "392299429", Label: "Sample House", Price: offer.Money{Amount: "71", Currency: "EUR"}, Hotel: &offer.Hotel{AllIn: "75"}}},
		{N: 12, Offer: offer.Offer{ID: "17", Label: "Model House"}},
	}
	list := head
	list.Rows = rows
	if err := d.Keep(list); err != nil {
		t.Fatal(err)
	}
	unlisted := func(id string) Hotel { return Hotel{desk.Pick{ID: id, List: recall.List{Kind: recall.Hotels}}} }
	sample, model := Hotel{desk.PickOf(head, rows[0])}, Hotel{desk.PickOf(head, rows[1])}
	for text, want := range map[string]Hotel{
		"11": sample, "392299429": sample, "id:392299429": sample, "00011": sample, "SAMPLE": sample,
		"id:17": model, "id:00017": model,
		"777777": unlisted("777777"),
		"id:11":  unlisted("11"),
	} {
		got, err := Pick(d, "HOTEL", text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Typed = text
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", text, diff)
		}
	}
	for _, text := range []string{"", "0", "-3", "1.5", "lisbon", "house", "id:", "id:x", "13", "9007199254740992", "99999999999999999999"} {
		if got, err := Pick(d, "HOTEL", text); err == nil {
			t.Errorf("%q is %s, want it refused", text, got.ID)
		}
	}
}

func TestAPlaceIsACityAHotelOrAPoint(t *testing.T) {
	d, _ := openDesk(t)
	search := func() *ask.Values { return ask.New("createHotelSearch", &ask.Days{}) }
	for text, want := range map[string]query.Stay{
		"38.7167, -9.1333": {Lat: "38.7167", Lng: "-9.1333"},
		"0,0":              {Lat: "0", Lng: "0"},
		"392299429":        {HotelID: 392299429},
		"lis":              {}, // a city is left for a request
		"New York":         {},
		"Paris, France":    {},
	} {
		got, err := readPlace(d, text, search())
		if diff := cmp.Diff(want, got.stay); err != nil || diff != "" {
			t.Errorf("%q: %v, -want +got\n%s", text, err, diff)
		}
	}
	for text, words := range map[string]string{
		"91,0": "LAT 91", "0,181": "LNG 181", "NaN,0": "LAT NaN", "": "PLACE", "LIS1": "is not an airport or city code", "5": "no list of hotels",
	} {
		if got, err := readPlace(d, text, search()); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is %+v, %v, want it refused with %q", text, got, err, words)
		}
	}
}
