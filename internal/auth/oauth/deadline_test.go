package oauth

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/auth/authtest"
	"travel.example/travel/internal/auth/failure"
)

func TestAStalledOrDrippingServerIsGivenUpAtTheDeadline(t *testing.T) {
	for name, transport := range map[string]authtest.Stuck{"stalled": {}, "dripping": {Drip: true}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &Client{HTTP: transport, Now: time.Now}
				start := time.Now()
				_, err := c.fetchOnce(t.Context(), "read", "https://auth.example.com/x", new(Notes))
				if !errors.As(err, new(*failure.NetworkError)) || !errors.Is(err, errDeadline) || time.Since(start) != RequestTimeout {
					t.Errorf("err %v after %s", err, time.Since(start))
				}
			})
		})
	}
}
