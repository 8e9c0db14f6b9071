package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// maxSends is how often one call may reach the network in all.
const maxSends = 3

// retry repeats a call where the contract and common sense allow it.
type retry struct {
	next      layer
	budget    time.Duration
	sends     int // the most of one call
	wait      func(context.Context, time.Duration) error
	rand      func() float64
	notice    func(string)
	pausing   func(time.Duration, string)
	allowance *allowance
}

// attempts is what one call has done so far.
type attempts struct {
	sends   int           // requests that went down
	counted int           // of them, those that a rule counts: not the one a renewed token replaced
	waited  time.Duration // because the service asked for it
	maybe   bool          // one of the tries may have been carried out
}

func (r *retry) send(ctx context.Context, c *call) (*answer, error) {
	var done attempts
	for {
		a, err := r.next.send(ctx, c)
		done.sends++
		done.counted++
		if err == nil {
			return a, nil
		}
		done.maybe = done.maybe || mayHaveHappened(c.op, err)
		if err := r.again(ctx, c, &done, err); err != nil {
			return nil, marked(err, done.maybe)
		}
	}
}

// again prepares the next try and returns nil, or returns what the call ends with.
func (r *retry) again(ctx context.Context, c *call, done *attempts, err error) error {
	if ctx.Err() != nil || done.sends >= r.sends {
		return err
	}
	if isRefusedToken(c, err) {
		return renewToken(ctx, c, done, err)
	}
	fault := faultOf(c.op, err)
	if done.counted >= triesFor(fault, c.op.Class) || !r.allowance.take() {
		return err
	}
	pause, err := r.pause(ctx, fault, done, err)
	if err != nil {
		return err
	}
	r.tell(fault, pause)
	if waitErr := r.wait(ctx, pause); waitErr != nil {
		return &NetworkError{Kind: Interrupted, Host: c.request.URL.Host, Err: waitErr}
	}
	return nil
}

func isRefusedToken(c *call, err error) bool {
	problem, ok := errors.AsType[*ProblemError](err)
	// A 401 was not applied, whoever sent it (RFC 9110 section 15.5.2), so even
	// a create may go out again.
	return ok && problem.Status == http.StatusUnauthorized && c.token != nil && !c.token.renewed
}

func renewToken(ctx context.Context, c *call, done *attempts, refusal error) error {
	another, err := c.token.renew(ctx)
	if err != nil {
		return err
	}
	if !another {
		return refusal
	}
	done.counted--
	return nil
}

// pause is how long to wait before the next try, or the error that the wait does
// not fit into what the call may spend.
func (r *retry) pause(ctx context.Context, f fault, done *attempts, err error) (time.Duration, error) {
	step := ladder(done.counted)
	problem, refused := errors.AsType[*ProblemError](err)
	if !refused || !asksToWait(f) && problem.RetryAfter == 0 {
		return r.jittered(ctx, step, err)
	}
	pause := problem.RetryAfter
	if pause <= 0 {
		// Never earlier than the step, and not all clients at once.
		pause = step + time.Duration(r.rand()*float64(step)/4)
	}
	left := r.budget - done.waited
	if deadline, ok := ctx.Deadline(); ok {
		left = min(left, time.Until(deadline))
	}
	if pause > left {
		return 0, &WaitError{After: pause, Budget: max(left, 0), Problem: problem}
	}
	done.waited += pause
	return pause, nil
}

// jittered is full jitter: anywhere between now and the step.
func (r *retry) jittered(ctx context.Context, step time.Duration, err error) (time.Duration, error) {
	pause := time.Duration(r.rand() * float64(step))
	if deadline, ok := ctx.Deadline(); ok && pause >= time.Until(deadline) {
		return 0, err
	}
	return pause, nil
}

// ladder is 1, 2, 4 seconds after the first, second, third try.
func ladder(tries int) time.Duration {
	return time.Second << (min(max(tries, 1), maxSends) - 1)
}

func (r *retry) tell(f fault, pause time.Duration) {
	r.pausing(pause, f.reason())
	if pause < time.Second {
		return
	}
	r.notice(fmt.Sprintf("waiting %d s: %s", seconds(pause), f.reason()))
}
