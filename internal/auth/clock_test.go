package auth

import (
	"slices"
	"testing"
	"time"

	"travel.example/travel/internal/auth/flow"
)

// offBy is a clock that is wrong.
func offBy(off time.Duration) func(*Options) {
	return func(o *Options) { o.Now = func() time.Time { return time.Now().Add(off) } }
}

// T43, F31: from a day behind to a day ahead, a sign-in works or names the skew, and a login that
// was made before the clock went wrong is renewed at most once.
func TestAnyClockSignsInOrIsNamed(t *testing.T) {
	s := newServer(t)
	skews := []time.Duration{-7 * time.Minute, -4 * time.Minute, 0, 4 * time.Minute, 7 * time.Minute}
	for off := -24 * time.Hour; off <= 24*time.Hour; off += 3 * time.Hour {
		skews = append(skews, off)
	}
	for _, off := range skews {
		_, err := newDesk(t, s.settings(), offBy(off)).Login(t.Context(), LoginOptions{Open: browse(t)})
		switch {
		case off.Abs() < 5*time.Minute && err != nil:
			t.Errorf("off by %s: %v", off, err)
		case off.Abs() > 5*time.Minute && !slices.ContainsFunc([]time.Duration{-time.Second, 0, time.Second}, func(d time.Duration) bool {
			return err != nil && err.Error() == flow.ClocksApart(flow.HostOf(s.URL), off+d, "").Error()
		}):
			t.Errorf("off by %s: %v", off, err)
		}

		d := signedIn(t, s)
		before := s.count("/token")
		for range 3 { // commands, one after the other
			if _, err := New(s.settings(), withClock(d.opts, off)).Token(t.Context()); err != nil {
				t.Errorf("off by %s: %v", off, err)
			}
		}
		if n := s.count("/token") - before; n > 1 {
			t.Errorf("off by %s: %d refreshes", off, n)
		}
	}
}

func withClock(o Options, off time.Duration) Options {
	offBy(off)(&o)
	return o
}
