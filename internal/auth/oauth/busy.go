package oauth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"travel.example/travel/internal/auth/failure"
)

// maxGuesses is how often a busy server that names no time is asked again, after 1 s and 2 s.
const maxGuesses = 2

// RetryBusy runs try, and again after what a busy server asks to wait: once if the server named a time
// within limit, twice if it named none.
func (c *Client) RetryBusy(ctx context.Context, doing string, limit time.Duration, try func() error) error {
	for n := 1; ; n++ {
		err := try()
		wait, busy := errors.AsType[*failure.WaitError](err)
		if !busy {
			return err
		}
		pause, more := wait.After, n == 1
		if wait.Guessed {
			pause, more = wait.After<<(n-1), n <= maxGuesses
		}
		if !more || pause > limit {
			return err
		}
		fmt.Fprintf(c.Notices, "%s is busy; trying again in %s\n", wait.Host, pause)
		if err := c.Wait(ctx, pause); err != nil {
			return fmt.Errorf("%s: %w", doing, err)
		}
	}
}
