package patience

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/problem"
)

func TestADeadlineStandsStillWhileItIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		ctx, stop := With(t.Context(), time.Minute)
		defer stop()
		below, end := context.WithCancel(context.WithoutCancel(ctx))
		defer end()
		time.Sleep(20 * time.Second)
		release, again := Hold(ctx), Hold(below) // two concurrent holds count once
		time.Sleep(time.Hour)
		release()
		time.Sleep(time.Hour)
		again()
		<-ctx.Done()
		if took := time.Since(start); took != 2*time.Hour+time.Minute {
			t.Errorf("it ended after %s", took)
		}
		over := Over(ctx)
		if over == nil || over.Limit != time.Minute || problem.ClassOf(context.Cause(ctx)) != problem.Network || over.Error() != "the deadline of 60s is over" {
			t.Errorf("it ended with %v", context.Cause(ctx))
		}
		Hold(ctx)() // has no effect any more
		if Over(below) != nil || below.Err() != nil {
			t.Error("a context that does not end with it has ended")
		}
	})
}

func TestAnotherEndIsNotTheDeadline(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	limited, stop := With(ctx, time.Hour)
	cancel(errors.New("a signal"))
	if Over(limited) != nil || limited.Err() == nil {
		t.Errorf("it ended with %v", context.Cause(limited))
	}
	stop()
	endless, stop := With(t.Context(), 0)
	defer stop()
	if endless != t.Context() {
		t.Error("a deadline of 0 is one")
	}
	Hold(endless)()
}

func TestADurationIsWrittenAsItIsTyped(t *testing.T) {
	for d, want := range map[time.Duration]string{
		300 * time.Millisecond: "0.3s", time.Minute: "60s", 90 * time.Second: "90s", 2 * time.Minute: "2m", 10 * time.Minute: "10m",
		100 * time.Second: "1m40s", time.Hour: "1h", 24 * time.Hour: "24h", 70 * time.Minute: "1h10m", time.Hour + time.Second: "1h0m1s",
	} {
		if got := short(d); got != want {
			t.Errorf("%s is %s, want %s", d, got, want)
		}
	}
}
