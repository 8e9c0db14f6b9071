package auth

import (
	"sync"
	"testing"
	"time"
)

func TestATokenIsRenewedWhenItsMarginIsReached(t *testing.T) {
	for name, test := range map[string]struct {
		lifetime int
		after    time.Duration
		want     string
	}{
		"plenty left":           {600, 0, "canary-access-1"},
		"61 s left":             {600, 539 * time.Second, "canary-access-1"},
		"59 s left":             {600, 541 * time.Second, "canary-access-2"},
		"ended":                 {600, 700 * time.Second, "canary-access-2"},
		"short life, half gone": {40, 19 * time.Second, "canary-access-1"},
		"short life, past half": {40, 21 * time.Second, "canary-access-2"},
		"no lifetime given":     {0, 1000 * time.Hour, "canary-access-1"},
		"clock set back a day":  {600, -24 * time.Hour, "canary-access-2"},
		"clock set ahead a day": {600, 24 * time.Hour, "canary-access-2"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.lifetime = test.lifetime
			var mu sync.Mutex
			var ahead time.Duration
			base := time.Now().Truncate(time.Second)
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Now = func() time.Time {
					mu.Lock()
					defer mu.Unlock()
					return base.Add(ahead)
				}
			})
			d.login(t)
			mu.Lock()
			ahead = test.after
			mu.Unlock()
			next := New(s.settings(), d.opts) // another command, later
			for range 3 {
				if got, err := next.Token(t.Context()); got != test.want || err != nil {
					t.Errorf("token %q, %v, want %q", got, err, test.want)
				}
			}
		})
	}
}
