package auth

import (
	"io"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
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
	"travel.example/travel/internal/testkit/storetest"
)

// slow is a token endpoint that takes its time and then gives a token.
type slow struct {
	takes    time.Duration
	requests *atomic.Int64
}

func (s slow) RoundTrip(*http.Request) (*http.Response, error) {
	s.requests.Add(1)
	time.Sleep(s.takes) // of the virtual clock
	body := `{"access_token":"canary-new","token_type":"Bearer","expires_in":600,"refresh_token":"canary-refresh"}`
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// T06: a caller who waits for a slow renewal gets its token.
func TestManyWaitForASlowRenewal(t *testing.T) {
	first := make(chan os.Signal, 1) // starts the runtime's own goroutine for signals outside of the bubble
	signal.Notify(first, os.Interrupt)
	defer signal.Stop(first)
	for _, takes := range []time.Duration{3 * time.Second, 20 * time.Second} {
		t.Run(takes.String(), func(t *testing.T) {
			d := newDesk(t, flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler"})
			synctest.Test(t, func(t *testing.T) {
				l := storetest.Sized(1, 20)
				l.Account.Issuer, l.Token = d.server.Settings.Issuer, "https://auth.example.com/token"
				l.Issued, l.Expires = time.Now().Unix()-1000, time.Now().Unix()-400
				if err := vault.Save(t.Context(), d.opts.Store, bound(d, l)); err != nil {
					t.Fatal(err)
				}
				var requests atomic.Int64
				o := d.opts
				o.HTTP = slow{takes, &requests}
				var wg sync.WaitGroup
				for range 32 { // each with a lock of its own, as processes have
					wg.Go(func() {
						if got, err := New(d.server.Settings, o).Token(t.Context()); got != "canary-new" || err != nil {
							t.Errorf("got %q, %v", got, err)
						}
					})
				}
				wg.Wait()
				if n := requests.Load(); n != 1 {
					t.Errorf("%d refreshes", n)
				}
			})
			if told := strings.Count(d.notices.String(), "waiting for another travel process to renew the login at auth.example.com\n"); told != 31 {
				t.Errorf("%d of 31 were told that they wait", told)
			}
		})
	}
}

// T08: a server that still takes the old refresh token for a while gives the login back.
func TestARenewalWhoseAnswerWasLostIsRecoveredWithinTheServersGrace(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	s.rotated = func(_ http.ResponseWriter, _ *http.Request, n int) bool {
		if n == 2 {
			panic(http.ErrAbortHandler)
		}
		return false
	}
	s.intercept = func(_ http.ResponseWriter, r *http.Request, n int) bool {
		if n == 3 { // the grace: the token before the last one is good once more
			s.mu.Lock()
			defer s.mu.Unlock()
			s.refresh = r.FormValue("refresh_token")
		}
		return false
	}
	if got, err := d.Token(t.Context()); got != "canary-access-3" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if n := s.count("/token"); n != 3 || s.reused != 0 {
		t.Errorf("%d token requests, %d reuses", n, s.reused)
	}
	if got, err := New(s.settings(), d.opts).Renew(t.Context(), "canary-access-3"); got != "canary-access-4" || err != nil {
		t.Errorf("the next command got %q, %v", got, err)
	}
}

// F02: a token endpoint that cannot prove who it is gets nothing, is asked once, and the login stays.
func TestARenewalIsNotSentToAServerThatCannotBeTrusted(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	requests := 0
	untrusted := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests++ }))
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	d.renewedAt(t, untrusted.URL)
	before := d.stored(t)
	_, err := New(s.settings(), d.opts).Token(t.Context())
	if !sameType(err, kind("answer")) || !strings.Contains(err.Error(), "not to be trusted") || requests != 0 {
		t.Errorf("err %v, %d requests", err, requests)
	}
	if !maps.Equal(before, d.stored(t)) {
		t.Error("the login changed")
	}
}
