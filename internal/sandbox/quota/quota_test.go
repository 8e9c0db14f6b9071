package quota

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is the time of a test, moved by hand.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) advance(d time.Duration) { c.at = c.at.Add(d) }

func newMeter() (*Meter, *clock) {
	c := &clock{at: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	return NewMeter(c.now, 1), c
}

func spend(m *Meter, who, operation string, n int) Usage {
	var u Usage
	for range n {
		u = m.Take(who, operation)
	}
	return u
}

func header(t *testing.T, u Usage) map[string]string {
	t.Helper()
	h := http.Header{}
	if err := u.SetHeaders(h); err != nil {
		t.Fatal(err)
	}
	flat := map[string]string{}
	for name := range h {
		flat[name] = h.Get(name)
	}
	return flat
}

func TestHeadersTellEveryWindow(t *testing.T) {
	m, c := newMeter()
	spend(m, "ada", "getPlaces", 14)
	c.advance(19*time.Second - time.Millisecond)
	u := spend(m, "ada", FlightSearch, 3)
	want := map[string]string{
		"Ratelimit":        `"user";r=283;t=42, "createFlightSearch";r=7;t=60, "createFlightSearch-hour";r=97;t=3600, "createFlightSearch-day";r=497;t=86400`,
		"Ratelimit-Policy": `"user";q=300;w=60, "createFlightSearch";q=10;w=60, "createFlightSearch-hour";q=100;w=3600, "createFlightSearch-day";q=500;w=86400`,
	}
	if diff := cmp.Diff(want, header(t, u)); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	if _, refused := u.Refused(); refused {
		t.Error("refused within the quota")
	}
}

func TestTheWindowThatIsEmptyRefuses(t *testing.T) {
	m, c := newMeter()
	if w, refused := spend(m, "ada", FlightSearch, 10).Refused(); refused {
		t.Fatalf("the tenth search was refused by %+v", w)
	}
	c.advance(1500 * time.Millisecond)
	want := map[string]string{
		"Ratelimit":             `"user";r=289;t=59, "createFlightSearch";r=0;t=59, "createFlightSearch-hour";r=89;t=3599, "createFlightSearch-day";r=489;t=86399`,
		"Ratelimit-Policy":      `"user";q=300;w=60, "createFlightSearch";q=10;w=60, "createFlightSearch-hour";q=100;w=3600, "createFlightSearch-day";q=500;w=86400`,
		"Retry-After":           "59",
		"X-Ratelimit-Limit":     "10",
		"X-Ratelimit-Remaining": "0",
		"X-Ratelimit-Reset":     fmt.Sprint(c.at.Unix() + 59),
		"X-Ratelimit-Resource":  "createFlightSearch",
	}
	if diff := cmp.Diff(want, header(t, m.Take("ada", FlightSearch))); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	c.advance(59 * time.Second)
	if w, refused := m.Take("ada", FlightSearch).Refused(); refused {
		t.Errorf("refused by %+v after the wait that was asked for", w)
	}
}

func TestRetryAfterIsTheLatestResetOfTheWindowsHit(t *testing.T) {
	m, c := newMeter()
	for range 10 {
		spend(m, "ada", FlightSearch, 10)
		c.advance(time.Minute)
	}
	u := spend(m, "ada", FlightSearch, 11)
	if got, want := header(t, u)["Retry-After"], "3000"; got != want {
		t.Errorf("Retry-After %s, want %s: the hour is empty as well as the minute", got, want)
	}
	if got, want := header(t, u)["X-Ratelimit-Resource"], "createFlightSearch-hour"; got != want {
		t.Errorf("X-RateLimit-Resource %s, want %s", got, want)
	}
}

func TestTheGeneralQuotaIsCountedFirstAndNamedAlone(t *testing.T) {
	m, c := newMeter()
	spend(m, "ada", "getPlaces", 300)
	want := map[string]string{
		"Ratelimit":             `"user";r=0;t=60`,
		"Ratelimit-Policy":      `"user";q=300;w=60`,
		"Retry-After":           "60",
		"X-Ratelimit-Limit":     "300",
		"X-Ratelimit-Remaining": "0",
		"X-Ratelimit-Reset":     fmt.Sprint(c.at.Unix() + 60),
		"X-Ratelimit-Resource":  "user",
	}
	if diff := cmp.Diff(want, header(t, m.Take("ada", FlightSearch))); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	c.advance(time.Minute)
	if u := m.Take("ada", FlightSearch); u.Windows[1].Left != 9 {
		t.Errorf("%d searches left, want 9: what the general quota refuses costs no search", u.Windows[1].Left)
	}
}

func TestARefusedRequestCostsAsMuch(t *testing.T) {
	m, _ := newMeter()
	u := spend(m, "ada", FlightSearch, 25)
	got := []int{u.Windows[0].Left, u.Windows[1].Left, u.Windows[2].Left, u.Windows[3].Left}
	if diff := cmp.Diff([]int{275, 0, 75, 475}, got); diff != "" {
		t.Errorf("left after 25 searches (-want +got):\n%s", diff)
	}
}

func TestCallersAndOperationsDoNotShare(t *testing.T) {
	m, _ := newMeter()
	spend(m, "ada", FlightSearch, 11)
	for _, free := range []struct{ who, operation string }{
		{"ben", FlightSearch}, {"ada", HotelSearch}, {"ada", HotelSearchScoped}, {"ada", HotelRates}, {"ada", "getPlaces"},
	} {
		if w, refused := m.Take(free.who, free.operation).Refused(); refused {
			t.Errorf("%s %s was refused by %+v", free.who, free.operation, w)
		}
	}
}

func TestQuotasAreTheContractsTable(t *testing.T) {
	got := map[string][]string{}
	for _, name := range []string{General, FlightSearch, HotelSearch, HotelSearchScoped, HotelRates, "getPlaces"} {
		for _, w := range plan(name, 1) {
			got[name] = append(got[name], fmt.Sprintf("%s %d in %d", w.Name, w.Limit, seconds(w.Span)))
		}
	}
	want := map[string][]string{
		"user":               {"user 300 in 60"},
		"createFlightSearch": {"createFlightSearch 10 in 60", "createFlightSearch-hour 100 in 3600", "createFlightSearch-day 500 in 86400"},
		"createHotelSearch":  {"createHotelSearch 10 in 60", "createHotelSearch-hour 100 in 3600", "createHotelSearch-day 500 in 86400"},
		"createHotelSearchScoped": {"createHotelSearchScoped 30 in 60", "createHotelSearchScoped-hour 300 in 3600",
			"createHotelSearchScoped-day 1500 in 86400"},
		"getHotelRates": {"getHotelRates 60 in 60", "getHotelRates-hour 600 in 3600", "getHotelRates-day 3000 in 86400"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("quotas (-want +got):\n%s", diff)
	}
}

func TestAClockSetBackNeitherLengthensNorEndsAWindow(t *testing.T) {
	m, c := newMeter()
	spend(m, "ada", FlightSearch, 10)
	c.advance(-time.Hour)
	w, refused := m.Take("ada", FlightSearch).Refused()
	if !refused || w.Reset != time.Minute {
		t.Errorf("got %+v, refused %v; want the minute window with a whole minute to go", w, refused)
	}
	c.advance(time.Minute)
	if w, refused := m.Take("ada", FlightSearch).Refused(); refused {
		t.Errorf("refused by %+v after the wait that was asked for", w)
	}
}

func TestMemoryIsBoundedAndTheIdleGoFirst(t *testing.T) {
	m, _ := newMeter()
	spend(m, "idle", FlightSearch, 11)
	spend(m, "busy", FlightSearch, 11)
	for i := range 3 * maxCallers {
		m.Take(fmt.Sprint("caller ", i), "getPlaces")
		if i%1000 == 0 {
			m.Take("busy", "getPlaces")
		}
	}
	if len(m.callers) != maxCallers || m.recent.Len() != maxCallers {
		t.Errorf("%d callers in the map, %d in the list; want %d in each", len(m.callers), m.recent.Len(), maxCallers)
	}
	if _, refused := m.Take("busy", FlightSearch).Refused(); !refused {
		t.Error("a caller that came again and again was forgotten")
	}
	if _, refused := m.Take("idle", FlightSearch).Refused(); refused {
		t.Error("a caller idle for 30,000 others is still remembered")
	}
}

func TestAScaleMultipliesEveryWindow(t *testing.T) {
	c := &clock{at: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	m := NewMeter(c.now, 10)
	want := map[string]string{
		"Ratelimit":        `"user";r=2999;t=60, "createFlightSearch";r=99;t=60, "createFlightSearch-hour";r=999;t=3600, "createFlightSearch-day";r=4999;t=86400`,
		"Ratelimit-Policy": `"user";q=3000;w=60, "createFlightSearch";q=100;w=60, "createFlightSearch-hour";q=1000;w=3600, "createFlightSearch-day";q=5000;w=86400`,
	}
	if diff := cmp.Diff(want, header(t, spend(m, "ada", FlightSearch, 1))); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}
