package vault

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// handlerGrace is how long a held signal's other receivers get to end ctx before the signal is taken
// to have no other receiver.
const handlerGrace = 100 * time.Millisecond

// DeferSignals runs f to its end even if the person interrupts: between the server's rotation of a refresh
// token and our save an interruption would cost the login (resilience T07). f gets a context that
// does not end with ctx and must bound itself. Afterwards the interruption takes its course: ctx has
// ended, or else the signal is raised again.
func DeferSignals(ctx context.Context, f func(context.Context) error) error {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as under nohup, and it stays so
			signal.Notify(signals, s)
		}
	}
	err := f(context.WithoutCancel(ctx))
	signal.Stop(signals)
	select {
	case s := <-signals:
		return raise(ctx, s)
	default:
	}
	if ctx.Err() != nil {
		return fmt.Errorf("keep the login: %w", context.Cause(ctx))
	}
	return err
}

// raise lets a held signal take effect. Without a receiver, that is the end of the process, some
// moment after it was sent.
func raise(ctx context.Context, s os.Signal) error {
	if !within(ctx, handlerGrace) {
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
			within(ctx, handlerGrace)
		}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("keep the login: %w", context.Cause(ctx))
	}
	return fmt.Errorf("keep the login: %v: %w", s, context.Canceled)
}

// within says whether ctx ended within d.
func within(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return true
	case <-timer.C:
		return false
	}
}
