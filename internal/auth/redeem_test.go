package auth

import (
	"context"
	"net"
	"net/http"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/transport"
)

// A code is good once, and the server may have taken it whatever it answered. It is sent again only if it
// cannot have been: no connection was made, or the server was busy and said for how long.
func TestACodeIsSentAgainOnlyWhenItCannotHaveBeenTaken(t *testing.T) {
	fail := func(status int, after string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			if after != "" {
				w.Header().Set("Retry-After", after)
			}
			w.WriteHeader(status)
		}
	}
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter) // the first; nil where no connection is made
		sent   int
		want   error
	}{
		"no connection":        {nil, 1, nil},
		"busy for 7 s":         {fail(429, "7"), 2, nil},
		"away for 7 s":         {fail(503, "7"), 2, nil},
		"busy without a time":  {fail(429, ""), 1, kind("wait")},
		"away without a time":  {fail(503, ""), 1, kind("wait")},
		"a gateway that fails": {fail(502, ""), 1, kind("network")},
		"a server that fails":  {fail(500, "7"), 1, kind("network")},
		"a lost answer":        {func(http.ResponseWriter) { panic(http.ErrAbortHandler) }, 1, kind("network")},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.intercept = func(w http.ResponseWriter, _ *http.Request, n int) bool {
				if n == 1 && test.answer != nil {
					test.answer(w)
				}
				return n == 1 && test.answer != nil
			}
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Wait = func(context.Context, time.Duration) error { return nil }
				if test.answer == nil {
					o.HTTP = &unplugged{next: transport.Fresh(transport.New(transport.Proxy))}
				}
			})
			_, err := d.Login(t.Context(), LoginOptions{Open: browse(t)})
			if test.want == nil && err != nil || test.want != nil && !sameType(err, test.want) {
				t.Errorf("err = %v, want %T", err, test.want)
			}
			if n, kept := s.count("/token"), len(d.stored(t)) != 0; n != test.sent || kept != (test.want == nil) {
				t.Errorf("%d requests, want %d, a login kept: %v", n, test.sent, kept)
			}
		})
	}
}

// unplugged makes no connection for the first exchange.
type unplugged struct {
	next http.RoundTripper
	used bool
}

func (u *unplugged) RoundTrip(req *http.Request) (*http.Response, error) {
	if !u.used && req.URL.Path == "/token" {
		u.used = true
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	return u.next.RoundTrip(req)
}
