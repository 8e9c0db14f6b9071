package apiclient

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"travel.example/travel/internal/problem"
)

const canary = "canary-token-5d1c"

// T01: no redirect of any kind is followed, so the token is not sent elsewhere.
func TestRedirectsAreNeverFollowed(t *testing.T) {
	var strayed atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Add(1) }))
	defer other.Close()
	port := strings.TrimPrefix(other.URL, "http://127.0.0.1:")
	targets := []string{
		other.URL + "/v1/user", "http://sub.localhost:" + port + "/", "http://localhost:" + port + "/x",
		"//127.0.0.1:" + port + "/", "/v1/user", "https://127.0.0.1:" + port + "/",
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, target := range targets {
			requests := 0
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				requests++
				w.Header().Set("Location", target)
				w.WriteHeader(status)
			}))
			for c := range classes {
				requests = 0
				err := callOnce(t, Options{BaseURL: api.URL, Tokens: static(canary)}, c)
				e, ok := errors.AsType[*ExchangeError](err)
				if !ok || e.Kind != Redirected || e.Location != target || requests != 1 || MaybeCreated(err) {
					t.Errorf("%d to %s: %d requests, %v", status, target, requests, err)
				}
			}
			api.Close()
		}
	}
	if n := strayed.Load(); n != 0 {
		t.Errorf("%d requests reached the second server", n)
	}
}

// static is a token that cannot be renewed.
type static string

func (s static) Token(context.Context) (string, error)                  { return string(s), nil }
func (static) Renew(_ context.Context, rejected string) (string, error) { return rejected, nil }

// tokens supplies a token, and another one after a refusal.
type tokens struct {
	token func() (string, error)
	renew func(rejected string) (string, error)
}

func (s tokens) Token(context.Context) (string, error) { return s.token() }
func (s tokens) Renew(_ context.Context, rejected string) (string, error) {
	return s.renew(rejected)
}

// old is the token that the tests of a renewal begin with.
func old() (string, error) { return "old", nil }

// The token is sent only to the deployment's own origin, and an open operation does not even ask for one.
func TestTokenGoesOnlyWhereItIsNeeded(t *testing.T) {
	var got []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.URL.Path+" "+r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"sub":"u1","status":"ok"}`)
	}))
	defer api.Close()
	asked := 0
	client, err := New(Options{BaseURL: api.URL + "/deep/root", Tokens: tokens{token: func() (string, error) {
		asked++
		return canary, nil
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetHealth(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := client.GetCurrentUser(t.Context()); err != nil {
		t.Error(err)
	}
	want := "/deep/root/health |/deep/root/v1/user Bearer " + canary
	if strings.Join(got, "|") != want || asked != 1 {
		t.Errorf("got %q after asking %d times, want %q", got, asked, want)
	}
}

func isRefused(err error) bool { return problem.ClassOf(err) == problem.Usage }

// T47: a sandbox token does not leave this machine.
func TestSandboxTokenStaysHere(t *testing.T) {
	refuse := roundTrip(func(*http.Request) (*http.Response, error) {
		t.Error("a request left")
		return nil, errors.New("left")
	})
	for _, base := range []string{"https://api.example", "https://localhost.example", "https://sandbox.localhost.example"} {
		err := callOnce(t, Options{BaseURL: base, Network: refuse, Tokens: static("sandbox_" + canary)}, read)
		if !errors.Is(err, ErrSandboxToken) {
			t.Errorf("%s: %v", base, err)
		}
	}
	var got string
	accept := roundTrip(func(r *http.Request) (*http.Response, error) {
		got = r.Header.Get("Authorization")
		return nil, errors.New("enough")
	})
	_ = callOnce(t, Options{BaseURL: "http://sandbox.localhost", Network: accept, Tokens: static("sandbox_x")}, create)
	if got != "Bearer sandbox_x" {
		t.Errorf("at home the sandbox got %q", got)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A base URL that could leak a token is rejected, and its password is not repeated.
func TestBaseURLMustBeTrustworthy(t *testing.T) {
	bad := []string{
		"", "api.example", "http://api.example", "ftp://api.example", "https://", "https://user:" + canary + "@api.example",
		"https://api.example/?q=1", "https://api.example/#f", "http://127.0.0.1.example", "http://127.0.0.1.:8080", "http://[::2]/", "https://api.example:" + canary + "/@",
	}
	for _, base := range bad {
		if _, err := New(Options{BaseURL: base}); err == nil || strings.Contains(err.Error(), canary) {
			t.Errorf("%q: %v", base, err)
		}
	}
	for _, base := range []string{"https://api.example", "https://api.example/root/", "http://127.0.0.1:8080", "http://[::1]:1/", "http://x.localhost", "http://LOCALHOST:9"} {
		if _, err := New(Options{BaseURL: base}); err != nil {
			t.Errorf("%q: %v", base, err)
		}
	}
}

// T36: an id that would change the path never makes a request.
func TestIDsCannotChangeThePath(t *testing.T) {
	network := roundTrip(func(r *http.Request) (*http.Response, error) {
		t.Errorf("%s left", r.URL)
		return nil, errors.New("left")
	})
	client, err := New(Options{BaseURL: testBase, Network: network})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a", maxIDBytes+1)
	for _, id := range []string{"", ".", "..", "../..", "a/b", `a\b`, "a?b", "a#b", "a b", "%2e%2e", "a%2fb", "a\nb", "ä", "$(id)", long} {
		if ValidID(id) {
			t.Errorf("ValidID(%q)", id)
		}
		_, err := client.GetFlightTrip(t.Context(), id, &GetFlightTripParams{})
		if !isRefused(err) {
			t.Errorf("trip %q: %v", id, err)
		}
		_, err = client.GetFlightSearchResults(t.Context(), id, nil)
		if !isRefused(err) {
			t.Errorf("search %q: %v", id, err)
		}
	}
	for _, id := range []string{"a", "...", "A-z_0:9~=.", long[:maxIDBytes]} {
		if !ValidID(id) {
			t.Errorf("not ValidID(%q)", id)
		}
	}
}

// A rate id is opaque: it is sent back byte for byte, as one segment of the path, whatever it contains.
func TestARateIDIsSentAsItCame(t *testing.T) {
	var sent string
	network := roundTrip(func(r *http.Request) (*http.Response, error) {
		sent = r.URL.EscapedPath()
		return nil, errors.New("seen")
	})
	client, err := New(Options{BaseURL: testBase, Network: network, Wait: noWait})
	if err != nil {
		t.Fatal(err)
	}
	send := func(id string) error {
		sent = ""
		_, err := client.GetHotelRateBookingLink(t.Context(), 7, id, &GetHotelRateBookingLinkParams{})
		return err
	}
	for _, id := range []string{"S:dbl", "S|a/b+c==", "☃ :&/?", "$(touch f)", "a%2fb", "...", strings.Repeat("é", maxIDBytes)} {
		err := send(id)
		segment := strings.TrimSuffix(strings.TrimPrefix(sent, "/v1/hotels/7/rates/"), "/booking-link")
		back, unescapeErr := url.PathUnescape(segment)
		if unescapeErr != nil || back != id || strings.Contains(segment, "/") {
			t.Errorf("%q was sent as %q (%v)", id, sent, err)
		}
	}
	for _, id := range []string{"", ".", "..", "a\nb", "a\x1b[2J", "a\u202eb", "a\u00a0b", "\xff", strings.Repeat("a", maxIDBytes+1)} {
		if err := send(id); !isRefused(err) || sent != "" {
			t.Errorf("%q was sent as %q (%v)", id, sent, err)
		}
	}
}
