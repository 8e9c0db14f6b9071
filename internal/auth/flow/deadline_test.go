package flow

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/testkit/authtest"
)

func TestAStalledOrDrippingServerIsGivenUpAtTheDeadline(t *testing.T) {
	for name, transport := range map[string]authtest.Stuck{"stalled": {}, "dripping": {Drip: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &Client{HTTP: transport, Now: time.Now}
				start := time.Now()
				_, err := c.ask(t.Context(), "read", "x", once).get("https://auth.example.com/x")
				if !IsUnreached(err) || !strings.Contains(err.Error(), "no complete answer within 30s") || time.Since(start) != RequestTimeout {
					t.Errorf("err %v after %s", err, time.Since(start))
				}
			})
		})
	}
}

// A poll that hangs holds a sign-in by code no longer than the code works.
func TestAHangingPollEndsWithTheCode(t *testing.T) {
	for name, stuck := range map[string]authtest.Stuck{"stalled": {}, "dripping": {Drip: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var told strings.Builder
				c := &Client{HTTP: stuck, Now: time.Now, Notices: &told, Wait: func(_ context.Context, d time.Duration) error { time.Sleep(d); return nil }}
				start := time.Now()
				d := &DeviceSignIn{
					Request: Request{Ends: Endpoints{Token: "https://auth.example.com/token"}}, Interval: 5 * time.Second, End: start.Add(8 * time.Second),
				}
				_, err := c.AwaitDevice(t.Context(), d, start.Add(time.Minute), nil)
				if took := time.Since(start); !errors.Is(err, errCodeExpired) || !errors.Is(err, ErrLoginRequired) || took != 10*time.Second {
					t.Errorf("%v after %s", err, took)
				}
				if told.Len() != 0 {
					t.Errorf("told %q", told.String())
				}
			})
		})
	}
}
