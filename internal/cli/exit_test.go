package cli

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

func TestAnErrorHasOneExitCode(t *testing.T) {
	answered := func(status int, code apiclient.ErrorCode) error {
		return &apiclient.ProblemError{Status: status, Code: code}
	}
	for _, test := range []struct {
		err  error
		want int
	}{
		{errors.New("no space left"), 1},
		{problem.NotAccepted("--page", "0", ""), 2},
		{problem.NotAccepted("page", "0", ""), 2},
		{problem.Usagef("x"), 2},
		{transport.BadProxy("HTTPS_PROXY"), 2},
		{problem.Error{Class: problem.Usage, Text: "x"}, 2},
		{flow.NoClient("", ""), 2},
		{flow.ErrLoginRequired, 3},
		{loopback.ErrStateMismatch, 3},
		{flow.Denied("auth.example", "access_denied", ""), 3},
		{flow.ClocksApart("auth.example", time.Hour, ""), 3},
		{apiclient.ErrSandboxToken, 3},
		{answered(401, apiclient.ErrorCodeInvalidToken), 3},
		{answered(403, apiclient.ErrorCodeInsufficientScope), 3},
		{answered(404, apiclient.ErrorCodeNotFound), 4},
		{desk.GoneError{Err: answered(404, apiclient.ErrorCodeNotFound)}, 4},
		{answered(429, apiclient.ErrorCodeRateLimited), 5},
		{answered(503, apiclient.ErrorCodeUpstreamUnavailable), 5},
		{answered(503, apiclient.ErrorCodeUpstreamRateLimited), 5},
		{&apiclient.WaitError{Problem: &apiclient.ProblemError{Status: 503}}, 5},
		{answered(400, apiclient.ErrorCodeValidationFailed), 6},
		{answered(409, apiclient.ErrorCodeRatesRequireHotelSearch), 6},
		{answered(500, apiclient.ErrorCodeInternalError), 6},
		{answered(502, apiclient.ErrorCodeBadGateway), 6},
		{&apiclient.ExchangeError{Kind: apiclient.NotTheAPI}, 6},
		{flow.Refused("x", "y", ""), 6},
		{&apiclient.ExchangeError{Err: errors.New("refused")}, 7},
		{flow.Unreached("renew", "auth.example", errors.New("refused")), 7},
		{context.DeadlineExceeded, 7},
		{problem.ChoiceError{Text: "x"}, 8},
		{desk.Choice{ChoiceError: problem.ChoiceError{Text: "x"}}, 8},
		{problem.Error{Class: problem.Refused, Text: "x"}, 6},
		{desk.UnreadError{Err: &apiclient.ExchangeError{Err: errors.New("refused")}}, 7},
		{problem.Error{Err: problem.Error{Class: problem.Usage, Text: "x"}, Hint: "y"}, 2},
		{&problem.Mistake{What: "x"}, 1},
		{context.Canceled, 130},
		{&apiclient.ExchangeError{Kind: apiclient.Interrupted, Err: context.Canceled}, 130},
		{FiredError{}, 9},
		{FiredError{Err: &apiclient.ExchangeError{Err: errors.New("refused")}}, 9},
		{FiredError{Err: context.Canceled}, 130},
	} {
		if got := CodeOf(fmt.Errorf("doing it: %w", test.err)); got != test.want {
			t.Errorf("%T %v: exit code %d, want %d", test.err, test.err, got, test.want)
		}
	}
}

func TestACodeNewerThanThisClientGoesByItsStatus(t *testing.T) {
	for status, want := range map[int]int{400: 6, 401: 3, 403: 3, 404: 4, 409: 6, 418: 6, 429: 5, 500: 6, 503: 5} {
		err := &apiclient.ProblemError{Status: status, Code: "brand_new"}
		if got := CodeOf(err); got != want {
			t.Errorf("status %d: exit code %d, want %d", status, got, want)
		}
	}
}

func TestAFailureSaysWhetherItIsWorthRepeating(t *testing.T) {
	answered := func(status int, code apiclient.ErrorCode) error {
		return &apiclient.ProblemError{Status: status, Code: code}
	}
	for _, test := range []struct {
		err  error
		want problem.Retry
	}{
		{errors.New("no space left"), "no"},
		{problem.NotAccepted("--page", "0", ""), "changed"},
		{problem.Error{Class: problem.Usage, Text: "x"}, "changed"},
		{flow.ErrLoginRequired, "no"},
		{answered(400, apiclient.ErrorCodeValidationFailed), "changed"},
		{answered(401, apiclient.ErrorCodeInvalidToken), "no"},
		{answered(403, apiclient.ErrorCodeInsufficientScope), "no"},
		{answered(404, apiclient.ErrorCodeNotFound), "changed"},
		{desk.GoneError{Err: answered(404, apiclient.ErrorCodeNotFound)}, "changed"},
		{answered(409, apiclient.ErrorCodeRatesRequireHotelSearch), "changed"},
		{answered(418, "brand_new"), "no"},
		{answered(429, apiclient.ErrorCodeRateLimited), "same"},
		{answered(500, apiclient.ErrorCodeInternalError), "same"},
		{answered(502, apiclient.ErrorCodeBadGateway), "same"},
		{answered(503, apiclient.ErrorCodeUpstreamUnavailable), "same"},
		{answered(503, apiclient.ErrorCodeUpstreamRateLimited), "same"},
		{&apiclient.ProblemError{Status: 502, MaybeCreated: true}, "no"},
		{&apiclient.WaitError{Problem: &apiclient.ProblemError{Status: 429}}, "same"},
		{&apiclient.ExchangeError{Kind: apiclient.NotTheAPI}, "no"},
		{&apiclient.ExchangeError{Kind: apiclient.UntrustedTLS}, "no"},
		{&apiclient.ExchangeError{Kind: apiclient.Truncated}, "same"},
		{&apiclient.ExchangeError{Kind: apiclient.Truncated, MaybeCreated: true}, "no"},
		{&apiclient.ExchangeError{Kind: apiclient.NotSent, Err: errors.New("refused")}, "same"},
		{&apiclient.ExchangeError{Kind: apiclient.NoAnswer, MaybeCreated: true, Err: errors.New("reset")}, "no"},
		{&apiclient.ExchangeError{Kind: apiclient.ProxyFailed, Err: errors.New("refused")}, "no"},
		{flow.Unreached("renew", "auth.example", errors.New("refused")), "same"},
		{context.DeadlineExceeded, "same"},
		{problem.ChoiceError{Text: "x"}, "changed"},
		{desk.Choice{ChoiceError: problem.ChoiceError{Text: "x"}}, "changed"},
		{problem.Error{Class: problem.Refused, Text: "x"}, "no"},
		{desk.UnreadError{Err: &apiclient.ExchangeError{Err: errors.New("refused")}}, "changed"},
		{problem.Error{Err: answered(502, apiclient.ErrorCodeBadGateway), Hint: "y"}, "same"},
		{problem.Error{Err: answered(400, apiclient.ErrorCodeValidationFailed), Hint: "y"}, "changed"},
		{&problem.Mistake{What: "x"}, "no"},
		{context.Canceled, "no"},
		{&apiclient.ExchangeError{Kind: apiclient.Interrupted, Err: context.Canceled}, "no"},
	} {
		if got := failureOf(fmt.Errorf("doing it: %w", test.err)).object(&Run{out: &Printer{}}).Retry; got != test.want {
			t.Errorf("%T %v: retry %s, want %s", test.err, test.err, got, test.want)
		}
	}
}

// The signal determines the exit code, whether or not it has ended the context.
func TestAnEndByASignalHasItsNumber(t *testing.T) {
	for s, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if code := failureOf(fmt.Errorf("browse: %w", SignalError{s})).codeOf(t.Context()); code != want {
			t.Errorf("%v ended with %d, want %d", s, code, want)
		}
	}
}
