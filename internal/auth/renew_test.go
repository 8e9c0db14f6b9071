package auth

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/storetest"
)

// signedIn makes a desk whose access token has ended.
func signedIn(t *testing.T, s *server, change ...func(*Options)) *desk {
	t.Helper()
	d := newDesk(t, s.settings(), change...)
	d.login(t)
	d.age(t)
	return d
}

func TestWithoutALoginATokenIsAskedFor(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	if _, err := d.Token(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("token: %v", err)
	}
	if _, err := d.Renew(t.Context(), "x"); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("renew: %v", err)
	}
	if _, err := d.Stored(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("status: %v", err)
	}
	if len(s.requests) != 0 {
		t.Errorf("requests %v", s.requests)
	}
}

func TestAfterARejectionTheLoginIsRenewedOnceAndNeverInALoop(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	second, err := d.Renew(t.Context(), "canary-access-1")
	if second != "canary-access-2" || err != nil {
		t.Fatalf("renewed %q, %v", second, err)
	}
	if adopted, err := d.Renew(t.Context(), "canary-access-1"); adopted != second || err != nil {
		t.Errorf("a second request with the old token got %q, %v", adopted, err)
	}
	for range 3 {
		if _, err := d.Renew(t.Context(), second); !sameType(err, kind("notTaken")) {
			t.Errorf("the new token rejected: %v", err)
		}
	}
	if n := s.count("/token"); n != 2 {
		t.Errorf("%d token requests, want the login and one refresh", n)
	}
}

func TestAnotherProcessSRenewalIsAdopted(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	other := New(s.settings(), d.opts)
	if _, err := other.Renew(t.Context(), "canary-access-1"); err != nil {
		t.Fatal(err)
	}
	if got, err := d.Renew(t.Context(), "canary-access-1"); got != "canary-access-2" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if n := s.count("/token"); n != 2 {
		t.Errorf("%d token requests, want 2", n)
	}
}

func TestManyAtOnceInOneProcessRefreshOnce(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			if got, err := d.Token(t.Context()); got != "canary-access-2" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
	wg.Wait()
	if s.count("/token") != 2 || s.reused != 0 {
		t.Errorf("%d token requests, %d reuses", s.count("/token"), s.reused)
	}
}

func TestATokenThatHasNotEndedOutlivesAServerThatIsDown(t *testing.T) {
	s := newServer(t)
	base := time.Now()
	d := newDesk(t, s.settings())
	d.login(t)
	s.Close()
	later := d.opts
	later.Now = func() time.Time { return base.Add(570 * time.Second) }
	if got, err := New(s.settings(), later).Token(t.Context()); got != "canary-access-1" || err != nil {
		t.Errorf("with half a minute left: %q, %v", got, err)
	}
	later.Now = func() time.Time { return base.Add(700 * time.Second) }
	if _, err := New(s.settings(), later).Token(t.Context()); !sameType(err, kind("network")) {
		t.Errorf("after its end: %v", err)
	}
}

func TestALoserDoesNotDeleteTheWinnersLogin(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	winner := storetest.Sized(7, 100)
	winner.Account.Issuer, winner.Token = s.URL, s.URL+"/token"
	s.intercept = func(w http.ResponseWriter, _ *http.Request, n int) bool {
		if n != 2 {
			return false
		}
		// A process that does not share our lock saves while our request is under way.
		if err := vault.Save(context.Background(), d.opts.Store, bound(d, winner)); err != nil {
			t.Error(err)
		}
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return true
	}
	got, err := d.Token(t.Context())
	if got != string(winner.Access) || err != nil {
		t.Errorf("err %v, adopted %v", err, got == string(winner.Access))
	}
	if stored, err := vault.Load(t.Context(), d.opts.Store); err != nil || stored.Refresh != winner.Refresh {
		t.Errorf("the winner's login is gone: %v", err)
	}
}

func TestNoRefreshIsSentWhenTheStoreCannotBeWritten(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	const trials, writes = 1, 1 // what is written to try the store out, and to save the login
	for left := range trials {
		o := d.opts
		o.Store = storetest.NewBrittle(d.opts.Store, left)
		if _, err := New(s.settings(), o).Token(t.Context()); !errors.Is(err, storetest.ErrDied) {
			t.Errorf("after %d writes: %v", left, err)
		}
		if n := s.count("/token"); n != 1 {
			t.Errorf("after %d writes: %d token requests, want only the login's", left, n)
		}
	}
	if _, err := d.Token(t.Context()); err != nil {
		t.Errorf("the login that was not renewed: %v", err)
	}
	for left := trials; left <= trials+writes; left++ { // it dies during the save: the command still gets its token
		d := signedIn(t, s)
		o := d.opts
		o.Store = storetest.NewBrittle(d.opts.Store, left)
		got, err := New(s.settings(), o).Token(t.Context())
		if got == "" || err != nil {
			t.Errorf("after %d writes: %v", left, err)
		}
		if _, err := vault.Load(t.Context(), d.opts.Store); err != nil {
			t.Errorf("after %d writes the store holds no login: %v", left, err)
		}
		if told := strings.Contains(d.notices.String(), "could not be kept"); told != (left < trials+writes) {
			t.Errorf("after %d writes, told: %v", left, told)
		}
	}
}

func TestALoginThatCannotBeRenewedEnds(t *testing.T) {
	s := newServer(t)
	s.answer = func(body map[string]any) { delete(body, "refresh_token") }
	d := signedIn(t, s)
	if _, err := d.Token(t.Context()); !errors.Is(err, flow.ErrLoginRequired) || s.count("/token") != 1 {
		t.Errorf("err %v, %d token requests", err, s.count("/token"))
	}
}

func TestAServerThatDoesNotRotateKeepsItsRefreshToken(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	before, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil {
		t.Fatal(err)
	}
	s.answer = func(body map[string]any) { delete(body, "refresh_token"); delete(body, "scope") }
	if _, err := d.Token(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil || after.Refresh != before.Refresh {
		t.Errorf("the refresh token changed, err %v", err)
	}
	after.Issued, after.Expires = before.Issued, before.Expires
	if diff := cmp.Diff(before.Facts, after.Facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestATokenNeverFollowsAChangedAddress(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	for name, change := range map[string]func(*flow.Settings){
		"API":    func(s *flow.Settings) { s.APIURL = "https://api.evil.example" },
		"issuer": func(s *flow.Settings) { s.Issuer = "https://auth.evil.example" },
		"client": func(s *flow.Settings) { s.ClientID = "evil" },
	} {
		set := s.settings()
		change(&set)
		if got, err := New(set, d.opts).Token(t.Context()); got != "" || !errors.Is(err, flow.ErrLoginRequired) {
			t.Errorf("another %s got a token: %v", name, err)
		}
	}
}
