package quota

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a clock that a test sets.
type clock struct{ at time.Time }

func (c *clock) now() time.Time          { return c.at }
func (c *clock) advance(d time.Duration) { c.at = c.at.Add(d) }

func newMeter(scale int) (*Meter, *clock) {
	c := &clock{at: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	return NewMeter(c.now, scale), c
}

func spend(m *Meter, who, operation string, n int) Usage {
	var u Usage
	for range n {
		u = m.Take(who, operation)
	}
	return u
}

func TestHeadersSayWhatIsLeftInEveryWindow(t *testing.T) {
	const policy = `"user";q=300;w=60, "createFlightSearch";q=10;w=60, "createFlightSearch-hour";q=100;w=3600, "createFlightSearch-day";q=500;w=86400`
	refused := func(wait, limit, resource string, at int) map[string]string {
		return map[string]string{
			"Retry-After": wait, "X-Ratelimit-Limit": limit, "X-Ratelimit-Remaining": "0", "X-Ratelimit-Resource": resource,
			"X-Ratelimit-Reset": fmt.Sprint(time.Date(2026, 11, 21, 8, 0, at, 0, time.UTC).Unix()),
		}
	}
	for name, test := range map[string]struct {
		scale         int
		use           func(*Meter, *clock) Usage
		state, policy string
		refused       map[string]string
	}{
		"within the quota": {1, func(m *Meter, c *clock) Usage {
			spend(m, "ada", "getPlaces", 14)
			c.advance(19*time.Second - time.Millisecond)
			return spend(m, "ada", FlightSearch, 3)
		}, `"user";r=283;t=42, "createFlightSearch";r=7;t=60, "createFlightSearch-hour";r=97;t=3600, "createFlightSearch-day";r=497;t=86400`, policy, nil},
		"ten times the quota": {
			10, func(m *Meter, _ *clock) Usage { return spend(m, "ada", HotelRates, 1) },
			`"user";r=2999;t=60, "getHotelRates";r=599;t=60, "getHotelRates-hour";r=5999;t=3600, "getHotelRates-day";r=29999;t=86400`,
			`"user";q=3000;w=60, "getHotelRates";q=600;w=60, "getHotelRates-hour";q=6000;w=3600, "getHotelRates-day";q=30000;w=86400`, nil,
		},
		"the minute is empty": {1, func(m *Meter, c *clock) Usage {
			spend(m, "ada", FlightSearch, 10)
			c.advance(1500 * time.Millisecond)
			return m.Take("ada", FlightSearch)
		}, `"user";r=289;t=59, "createFlightSearch";r=0;t=59, "createFlightSearch-hour";r=89;t=3599, "createFlightSearch-day";r=489;t=86399`, policy,
			refused("59", "10", "createFlightSearch", 60)},
		"a refused request costs as much, and the latest reset counts": {1, func(m *Meter, c *clock) Usage {
			spend(m, "ada", FlightSearch, 90)
			c.advance(time.Minute)
			return spend(m, "ada", FlightSearch, 11)
		}, `"user";r=289;t=60, "createFlightSearch";r=0;t=60, "createFlightSearch-hour";r=0;t=3540, "createFlightSearch-day";r=399;t=86340`, policy,
			refused("3540", "100", "createFlightSearch-hour", 3600)},
		"the general quota is named alone": {1, func(m *Meter, _ *clock) Usage {
			spend(m, "ada", "getPlaces", 300)
			return m.Take("ada", FlightSearch)
		}, `"user";r=0;t=60`, `"user";q=300;w=60`, refused("60", "300", "user", 60)},
		"and costs no search": {1, func(m *Meter, c *clock) Usage {
			spend(m, "ada", "getPlaces", 300)
			m.Take("ada", FlightSearch)
			c.advance(time.Minute)
			return m.Take("ada", FlightSearch)
		}, `"user";r=299;t=60, "createFlightSearch";r=9;t=60, "createFlightSearch-hour";r=99;t=3600, "createFlightSearch-day";r=499;t=86400`, policy, nil},
	} {
		h := http.Header{}
		test.use(newMeter(test.scale)).SetHeaders(h)
		want := http.Header{"Ratelimit": {test.state}, "Ratelimit-Policy": {test.policy}}
		for header, value := range test.refused {
			want.Set(header, value)
		}
		if diff := cmp.Diff(want, h); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestCallersAndOperationsDoNotShare(t *testing.T) {
	m, _ := newMeter(1)
	spend(m, "ada", FlightSearch, 11)
	for _, free := range []struct{ who, operation string }{
		{"ben", FlightSearch}, {"ada", HotelSearch}, {"ada", HotelSearchScoped}, {"ada", HotelRates}, {"ada", "getPlaces"},
	} {
		if w, refused := m.Take(free.who, free.operation).Refused(); refused {
			t.Errorf("%s %s was refused by %+v", free.who, free.operation, w)
		}
	}
}

func TestAClockSetBackNeitherLengthensNorEndsAWindow(t *testing.T) {
	m, c := newMeter(1)
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
