package auth

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/storetest"
	"travel.example/travel/internal/transport"
)

// counted counts the requests that go through.
type counted struct {
	http.RoundTripper
	n atomic.Int64
}

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n.Add(1)
	return c.RoundTripper.RoundTrip(r)
}

// F03 to F05 of the column "refresh": a server that hangs is asked once more under the lock, both times
// together for as long as one request may take, and the login stays. A run that is over does not ask again.
func TestARenewalThatHangsKeepsTheLogin(t *testing.T) {
	first := make(chan os.Signal, 1) // starts the runtime's own goroutine for signals outside of the bubble
	signal.Notify(first, os.Interrupt)
	defer signal.Stop(first)
	mute := transport.New(nil) // takes the connection and says nothing in the handshake
	mute.DisableKeepAlives = true
	mute.DialContext = func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, there) }()
		return here, nil
	}
	for name, test := range map[string]struct {
		by          http.RoundTripper
		first, both time.Duration // what the tries take
	}{
		"F03 the handshake hangs": {mute, 10 * time.Second, 20 * time.Second},
		"F04 no header ever":      {authtest.Stuck{}, firstTry, flow.RequestTimeout},
		"F05 the body drips":      {authtest.Stuck{Drip: true}, firstTry, flow.RequestTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler"})
			synctest.Test(t, func(t *testing.T) {
				l := storetest.Sized(1, 20)
				l.Account.Issuer, l.Token = d.server.Settings.Issuer, "https://auth.example.com/token"
				l.Issued, l.Expires = time.Now().Unix()-1000, time.Now().Unix()-400
				if err := vault.Save(t.Context(), d.opts.Store, bound(d, l)); err != nil {
					t.Fatal(err)
				}
				before, by := d.stored(t), &counted{RoundTripper: test.by}
				o := d.opts
				o.HTTP = by
				var said strings.Builder
				o.Notices = &said
				start := time.Now()
				got, err := New(d.server.Settings, o).Token(t.Context())
				if !sameType(err, kind("network")) || errors.Is(err, flow.ErrLoginRequired) {
					t.Errorf("got %q, %v", got, err)
				}
				if took := time.Since(start); by.n.Load() != 2 || took != test.both {
					t.Errorf("%d requests in %s, want 2 in %s", by.n.Load(), took, test.both)
				}
				synctest.Wait() // for who says it
				if want := "waiting for auth.example.com to renew the login\n"; said.String() != want {
					t.Errorf("said %q, want %q", said.String(), want)
				}
				ctx, over := context.WithTimeout(t.Context(), time.Second)
				defer over()
				start = time.Now()
				by.n.Store(0)
				_, err = New(d.server.Settings, o).Token(ctx)
				if took := time.Since(start); by.n.Load() != 1 || took != test.first || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("of a run that is over: %d requests in %s, %v; want 1 of %s", by.n.Load(), took, err, test.first)
				}
				if len(before) == 0 || !maps.Equal(before, d.stored(t)) {
					t.Error("the login changed")
				}
			})
		})
	}
}

// T32: a crowd before a server that hangs ends with the first renewal: who has waited for it does not try
// for as long again. Who came late tries, so that a server that is well again is noticed.
func TestACrowdBeforeAServerThatHangsEndsWithTheFirstRenewal(t *testing.T) {
	first := make(chan os.Signal, 1) // starts the runtime's own goroutine for signals outside of the bubble
	signal.Notify(first, os.Interrupt)
	defer signal.Stop(first)
	const crowd, moments = 20, time.Second
	for name, test := range map[string]struct {
		late     int // so many come when the first renewal is nearly over
		requests int
		limit    time.Duration // for each
	}{
		"all at once": {0, 2, flow.RequestTimeout + moments},
		"one late":    {1, 4, lockTimeout + moments},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, flow.Settings{APIURL: "https://api.example.com", ClientID: "traveler"})
			synctest.Test(t, func(t *testing.T) {
				l := storetest.Sized(1, 20)
				l.Account.Issuer, l.Token = "https://auth.example.com", "https://auth.example.com/token"
				l.Issued, l.Expires = time.Now().Unix()-1000, time.Now().Unix()-400
				if err := vault.Save(t.Context(), d.opts.Store, bound(d, l)); err != nil {
					t.Fatal(err)
				}
				before, by := d.stored(t), &counted{RoundTripper: authtest.Stuck{}}
				o := d.opts
				o.HTTP = by
				var wg sync.WaitGroup
				for i := range crowd + test.late { // each with a lock of its own, as processes have
					wg.Go(func() {
						if i >= crowd {
							time.Sleep(flow.RequestTimeout - moments)
						}
						start := time.Now()
						_, err := New(d.server.Settings, o).Token(t.Context())
						if took := time.Since(start); took > test.limit {
							t.Errorf("%d took %s", i, took)
						}
						if !sameType(err, kind("network")) || !strings.HasPrefix(err.Error(), "renew the login at auth.example.com: ") {
							t.Errorf("%d: %v", i, err)
						}
					})
				}
				wg.Wait()
				if by.n.Load() != int64(test.requests) || !maps.Equal(before, d.stored(t)) {
					t.Errorf("%d requests, want %d; the login stays", by.n.Load(), test.requests)
				}
			})
			if told := strings.Count(d.notices.String(), "waiting for another travel process to renew the login at auth.example.com\n"); told != crowd-1 {
				t.Errorf("%d of %d were told which server they wait for:\n%s", told, crowd-1, d.notices)
			}
		})
	}
}

// A sign-in at a server that never answers ends with the time that it was given.
func TestASignInEndsWithItsTime(t *testing.T) {
	for name, by := range map[string]http.RoundTripper{"no header ever": authtest.Stuck{}, "the body drips": authtest.Stuck{Drip: true}} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler"})
			synctest.Test(t, func(t *testing.T) {
				o := d.opts
				o.HTTP = by
				start := time.Now()
				_, err := (&desk{Client: New(d.server.Settings, o)}).Login(t.Context(), LoginOptions{Timeout: 20 * time.Second})
				if took := time.Since(start); !sameType(err, kind("network")) || took != 21*time.Second {
					t.Errorf("%v after %s", err, took)
				}
				if len(d.stored(t)) != 0 {
					t.Error("something is stored")
				}
			})
		})
	}
}
