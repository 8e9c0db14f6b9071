package apiclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/transport"
)

// F01: a request that was never sent may be sent again, even a create, and nothing is in doubt.
func TestRefusedConnectionIsTriedAgain(t *testing.T) {
	var got [classes]outcome
	for c := range classes {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t}
			options := w.options()
			dials := 0
			options.Network.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
				dials++
				return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
			}
			start := time.Now()
			err := callOnce(t, options, c)
			got[c] = outcome{dials, named(err), MaybeCreated(err), time.Since(start)}
		})
	}
	thrice := outcome{3, failed(NotSent), false, sec(2)}
	want := all(thrice)
	want[feedback] = outcome{2, failed(NotSent), false, half}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// F03: a handshake that hangs ends after 10 s per try; nothing was sent.
func TestHangingHandshakeEnds(t *testing.T) {
	var got [classes]outcome
	for c := range classes {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t, serve: func(_ int, conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }}
			defer w.close()
			options := w.options()
			options.BaseURL = "https://api.localhost"
			start := time.Now()
			err := callOnce(t, options, c)
			got[c] = outcome{w.dials, named(err), MaybeCreated(err), time.Since(start)}
		})
	}
	twice := outcome{2, failed(ConnectTimeout), false, sec(20.5)}
	thrice := outcome{3, failed(ConnectTimeout), false, sec(32)}
	if diff := cmp.Diff([classes]outcome{twice, thrice, thrice, thrice, twice}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func callOnce(t *testing.T, options Options, c class) error {
	t.Helper()
	client, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	return operationOf(c)(t.Context(), client)
}

// F02: a server that cannot prove its identity gets one try and no request.
func TestUntrustedServerGetsNothing(t *testing.T) {
	requests := 0
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	address := server.Listener.Addr().String()
	tests := map[string]struct {
		base   string
		config *tls.Config
	}{
		"unknown authority": {"https://" + address, &tls.Config{}},
		"wrong name":        {"https://other.localhost", &tls.Config{RootCAs: roots}},
		"expired":           {"https://" + address, &tls.Config{RootCAs: roots, Time: func() time.Time { return time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC) }}},
		"no common version": {"https://" + address, &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS10}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dials := 0
			through := transport.New(nil)
			through.TLSClientConfig = test.config
			through.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
				dials++
				return new(net.Dialer).DialContext(ctx, network, address)
			}
			for c := range classes {
				dials = 0
				err := callOnce(t, Options{BaseURL: test.base, Network: through}, c)
				want := outcome{1, failed(UntrustedTLS), false, 0}
				if got := (outcome{dials, named(err), MaybeCreated(err), 0}); got != want {
					t.Errorf("class %d: got %+v, want %+v: %v", c, got, want, err)
				}
			}
		})
	}
	if requests != 0 {
		t.Errorf("%d requests arrived", requests)
	}
}

// A call that fails once and may be repeated succeeds.
func TestSecondTryCanSucceed(t *testing.T) {
	broken := reply(502, problemHeader, problemBody(502, "bad_gateway"))
	for c := range classes {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t}
			w.serve = func(n int, conn net.Conn) {
				answer := broken
				if n == 2 {
					answer = payloadOf(c)
				}
				answering(answer)(w, n, conn)
			}
			defer w.close()
			if err := callOnce(t, w.options(), c); err != nil || w.sent() != 2 {
				t.Errorf("class %d: %d requests, %v", c, w.sent(), err)
			}
		})
	}
}

// F27: a create that was interrupted after it was sent may have been carried out; one that was interrupted before
// has not. The cause stays visible.
func TestInterruptedCreateSaysWhetherItLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t}
		w.serve = func(n int, conn net.Conn) { silent(w, n, conn) }
		defer w.close()
		client, err := New(w.options())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		for _, wantMaybe := range []bool{true, false} {
			err = operationOf(create)(ctx, client)
			if named(err) != failed(Interrupted) || !errors.Is(err, context.Canceled) || MaybeCreated(err) != wantMaybe {
				t.Errorf("want an interrupted create with doubt %t, got %v", wantMaybe, err)
			}
		}
		if w.sent() != 1 {
			t.Errorf("%d requests, want 1", w.sent())
		}
	})
}

// A wait ends with the context, and a wait that would outlast it does not begin.
func TestWaitsStayInsideTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t}
		w.serve = func(n int, conn net.Conn) {
			answering(reply(429, problemHeader+"Retry-After: 20\r\n", problemBody(429, "rate_limited")))(w, n, conn)
		}
		defer w.close()
		client, err := New(w.options())
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		short, cancelShort := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancelShort()
		if err := operationOf(read)(short, client); named(err) != "wait 20" || time.Since(start) != 0 {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
		stopped, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		if err := operationOf(read)(stopped, client); !errors.Is(err, context.Canceled) || time.Since(start) != 5*time.Second {
			t.Errorf("after %s: %v", time.Since(start), err)
		}
	})
}
