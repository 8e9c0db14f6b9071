package apiclient

import (
	"errors"
	"net"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

// renewals returns a server that accepts only the token "good".
func renewals(t *testing.T, c class) *wire {
	w := &wire{t: t}
	w.serve = func(_ int, conn net.Conn) {
		if !w.read(conn) {
			return
		}
		answer := reply(401, problemHeader, problemBody(401, "invalid_token"))
		if w.headers[len(w.headers)-1].Get("Authorization") == "Bearer good" {
			answer = payloadOf(c)
		}
		_, _ = conn.Write([]byte(answer))
	}
	return w
}

// F12: a refused token is renewed once and the request sent once more, even a create, because a request answered
// with 401 was not applied.
func TestRefusedTokenIsRenewedOnce(t *testing.T) {
	for c := range classes {
		synctest.Test(t, func(t *testing.T) {
			w := renewals(t, c)
			defer w.close()
			options := w.options()
			var rejected []string
			options.Tokens = tokens{token: old, renew: func(token string) (string, error) {
				rejected = append(rejected, token)
				return "good", nil
			}}
			if err := callOnce(t, options, c); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff([]string{"old"}, rejected); diff != "" || w.sent() != 2 {
				t.Errorf("class %d: %d requests, renewals %s", c, w.sent(), diff)
			}
		})
	}
}

// A renewal that does not help is not repeated, whatever it returns.
func TestRenewalNeverLoops(t *testing.T) {
	errStore := errors.New("the store is closed")
	tests := map[string]struct {
		token string
		err   error
		sent  int
		want  string
	}{
		"refused again":        {"also-bad", nil, 2, refused(401, ErrorCodeInvalidToken)},
		"the same token":       {"old", nil, 1, refused(401, ErrorCodeInvalidToken)},
		"no token":             {"", nil, 1, refused(401, ErrorCodeInvalidToken)},
		"renewal fails":        {"", errStore, 1, "renew the access token after a refusal: the store is closed"},
		"a token with a break": {"a\r\nX: y", nil, 1, "request refused: the access token is empty or holds characters no header may carry"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := renewals(t, create)
				defer w.close()
				options := w.options()
				options.Tokens = tokens{token: old, renew: func(string) (string, error) { return test.token, test.err }}
				err := callOnce(t, options, create)
				if named(err) != test.want || w.sent() != test.sent || MaybeCreated(err) || !errors.Is(err, test.err) && test.err != nil {
					t.Errorf("%d requests, %q, want %d, %q", w.sent(), named(err), test.sent, test.want)
				}
			})
		})
	}
}

// The error of a token source is returned to the caller; nothing is sent.
func TestTokenSourceErrorComesThrough(t *testing.T) {
	errLogin := errors.New("login required")
	w := &wire{t: t}
	options := w.options()
	options.Tokens = tokens{token: func() (string, error) { return "", errLogin }}
	if err := callOnce(t, options, create); !errors.Is(err, errLogin) || w.dials != 0 {
		t.Errorf("%d connections, %v", w.dials, err)
	}
}

// A call with a negative budget does not wait when asked to.
func TestNegativeBudgetNeverWaits(t *testing.T) {
	w := &wire{t: t}
	w.serve = func(n int, conn net.Conn) {
		answering(reply(503, problemHeader+"Retry-After: 1\r\n", problemBody(503, "upstream_unavailable")))(w, n, conn)
	}
	defer w.close()
	options := w.options()
	options.WaitBudget = -1
	if err := callOnce(t, options, read); named(err) != "wait 1" || w.sent() != 1 {
		t.Errorf("%d requests, %v", w.sent(), err)
	}
}

// A renewal counts as a send: a call reaches the network at most three times.
func TestCallIsSentThreeTimesAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t}
		w.serve = func(n int, conn net.Conn) {
			answer := reply(502, "Content-Type: text/html\r\n", "")
			if n == 1 {
				answer = reply(401, problemHeader, problemBody(401, "invalid_token"))
			}
			answering(answer)(w, n, conn)
		}
		defer w.close()
		options := w.options()
		options.Tokens = tokens{token: old, renew: func(string) (string, error) { return "new", nil }}
		err := callOnce(t, options, read)
		if named(err) != refused(502, "") || w.sent() != maxSends {
			t.Errorf("%d requests, %v", w.sent(), err)
		}
	})
}
