package auth

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// signedIn makes a desk whose access token has ended.
func signedIn(t *testing.T, s *server, change ...func(*Options)) *desk {
	t.Helper()
	d := newDesk(t, s.settings(), change...)
	d.login(t)
	d.age(t)
	return d
}

func TestATokenIsRenewedWhenItsMarginIsReached(t *testing.T) {
	for name, test := range map[string]struct {
		lifetime int
		after    time.Duration
		want     string
	}{
		"plenty left":           {600, 0, "canary-access-1"},
		"61 s left":             {600, 539 * time.Second, "canary-access-1"},
		"59 s left":             {600, 541 * time.Second, "canary-access-2"},
		"ended":                 {600, 700 * time.Second, "canary-access-2"},
		"short life, half gone": {40, 19 * time.Second, "canary-access-1"},
		"short life, past half": {40, 21 * time.Second, "canary-access-2"},
		"no lifetime given":     {0, 1000 * time.Hour, "canary-access-1"},
		"clock set back a day":  {600, -24 * time.Hour, "canary-access-2"},
		"clock set ahead a day": {600, 24 * time.Hour, "canary-access-2"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			s.lifetime = test.lifetime
			var mu sync.Mutex
			var ahead time.Duration
			base := time.Now().Truncate(time.Second)
			d := newDesk(t, s.settings(), func(o *Options) {
				o.Now = func() time.Time {
					mu.Lock()
					defer mu.Unlock()
					return base.Add(ahead)
				}
			})
			d.login(t)
			mu.Lock()
			ahead = test.after
			mu.Unlock()
			next := New(s.settings(), d.opts) // another command, later
			for range 3 {
				if got, err := next.Token(t.Context()); got != test.want || err != nil {
					t.Errorf("token %q, %v, want %q", got, err, test.want)
				}
			}
		})
	}
}

func TestWithoutALoginATokenIsAskedFor(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	if _, err := d.Token(t.Context()); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("token: %v", err)
	}
	if _, err := d.Renew(t.Context(), "x"); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("renew: %v", err)
	}
	status, err := d.Status(t.Context())
	if diff := cmp.Diff(Status{Store: d.opts.Store.Name()}, status); !errors.Is(err, ErrLoginRequired) || diff != "" {
		t.Errorf("status: %v\n%s", err, diff)
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
		if _, err := d.Renew(t.Context(), second); !errors.Is(err, ErrLoginRequired) {
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

// TestRefreshFaults goes down the column "refresh" of the fault matrix.
func TestRefreshFaults(t *testing.T) {
	once := func(n int) bool { return n == 2 } // the login was request 1
	fail := func(status int, header ...string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			for i := 0; i+1 < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(status)
		}
	}
	oauth := func(status int, code string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) { writeJSON(w, status, map[string]any{"error": code}) }
	}
	body := func(kind, text string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", kind)
			_, _ = io.WriteString(w, text)
		}
	}
	drop := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	cut := func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", "900")
		_, _ = io.WriteString(w, `{"access_token":`)
	}
	always := func(int) bool { return true }
	for name, test := range map[string]struct {
		when     func(n int) bool
		answer   func(http.ResponseWriter)
		rotated  bool // the server has rotated before it misbehaves
		want     error
		requests int // refreshes
		kept     bool
	}{
		"F06 dropped before the rotation":  {once, drop, false, nil, 2, false},
		"F06 dropped after the rotation":   {once, drop, true, ErrLoginRequired, 2, true},
		"F06 dropped always":               {always, drop, false, new(NetworkError), 2, true},
		"F07 cut short after the rotation": {once, cut, true, ErrLoginRequired, 2, true},
		"F07 cut short always":             {always, cut, false, new(AnswerError), 2, true},
		"F07 not JSON always":              {always, body("application/json", "{"), false, new(AnswerError), 2, true},
		"F08 a portal":                     {always, body("text/html", "<h1>hello</h1>"), false, new(AnswerError), 1, true},
		"F10 over the size":                {always, body("application/json", strings.Repeat(" ", maxTokenBody+1)), false, new(AnswerError), 1, true},
		"F12 invalid_client":               {always, oauth(401, "invalid_client"), false, new(DeniedError), 1, true},
		"F13 invalid_grant":                {always, oauth(400, "invalid_grant"), false, ErrLoginRequired, 1, false},
		"F15 missing":                      {always, fail(404), false, new(AnswerError), 1, true},
		"F17 busy once":                    {once, fail(429, "Retry-After", "7"), false, nil, 2, false},
		"F17 busy always":                  {always, fail(429, "Retry-After", "7"), false, new(WaitError), 2, true},
		"F18 busy for long":                {always, fail(503, "Retry-After", "900"), false, new(WaitError), 1, true},
		"F19 busy without a time":          {once, fail(429), false, nil, 2, false},
		"F22 failed once":                  {once, fail(500), false, nil, 2, false},
		"F22 failed always":                {always, oauth(500, "server_error"), false, new(NetworkError), 2, true},
		"F23 gateway always":               {always, fail(502), false, new(NetworkError), 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t)
			d := signedIn(t, s, func(o *Options) {
				o.Wait = func(context.Context, time.Duration) error { return nil }
			})
			fault := func(w http.ResponseWriter, _ *http.Request, n int) bool {
				if !test.when(n) {
					return false
				}
				test.answer(w)
				return true
			}
			if test.rotated {
				s.rotated = fault
			} else {
				s.intercept = fault
			}
			before := d.stored(t)
			got, err := d.Token(t.Context())
			if test.want == nil && (err != nil || got != "canary-access-2") || test.want != nil && !sameType(err, test.want) {
				t.Errorf("got %q, err %v, want %v", got, err, test.want)
			}
			if n := s.count("/token") - 1; n != test.requests {
				t.Errorf("%d refreshes, want %d", n, test.requests)
			}
			if kept := cmp.Equal(before, d.stored(t)); kept != test.kept {
				t.Errorf("the login was kept: %v, want %v", kept, test.kept)
			}
			if err != nil && strings.Contains(err.Error(), "canary") {
				t.Errorf("the error shows a secret: %v", err)
			}
		})
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
	if _, err := New(s.settings(), later).Token(t.Context()); !sameType(err, new(NetworkError)) {
		t.Errorf("after its end: %v", err)
	}
}

func TestALoserDoesNotDeleteTheWinnersLogin(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	winner := sized(7, 100)
	winner.facts.Issuer, winner.facts.Token = s.URL, s.URL+"/token"
	s.intercept = func(w http.ResponseWriter, _ *http.Request, n int) bool {
		if n != 2 {
			return false
		}
		// A process that does not share our lock saves while our request is under way.
		if _, err := d.vault.save(context.Background(), winner); err != nil {
			t.Error(err)
		}
		writeJSON(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return true
	}
	got, err := d.Token(t.Context())
	if got != string(winner.access) || err != nil {
		t.Errorf("err %v, adopted %v", err, got == string(winner.access))
	}
	if stored, err := d.vault.load(t.Context()); err != nil || stored.refresh != winner.refresh {
		t.Errorf("the winner's login is gone: %v", err)
	}
}

func TestNoRefreshIsSentWhenTheStoreCannotBeWritten(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	o := d.opts
	o.Store = &brittle{Store: d.opts.Store, left: 0}
	if _, err := New(s.settings(), o).Token(t.Context()); !errors.Is(err, errDied) {
		t.Errorf("err = %v", err)
	}
	if n := s.count("/token"); n != 1 {
		t.Errorf("%d token requests, want only the login's", n)
	}
	for left := 1; left < 6; left++ { // it dies during the save: the command still gets its token
		d := signedIn(t, s)
		o := d.opts
		o.Store = &brittle{Store: d.opts.Store, left: left}
		got, err := New(s.settings(), o).Token(t.Context())
		if got == "" || err != nil {
			t.Errorf("after %d writes: %v", left, err)
		}
		if _, err := d.vault.load(t.Context()); err != nil {
			t.Errorf("after %d writes the store holds no login: %v", left, err)
		}
		if told := strings.Contains(d.notices.String(), "could not be kept"); told != (left < 5) {
			t.Errorf("after %d writes, told: %v", left, told)
		}
	}
}

func TestALoginThatCannotBeRenewedEnds(t *testing.T) {
	s := newServer(t)
	s.answer = func(body map[string]any) { delete(body, "refresh_token") }
	d := signedIn(t, s)
	if _, err := d.Token(t.Context()); !errors.Is(err, ErrLoginRequired) || s.count("/token") != 1 {
		t.Errorf("err %v, %d token requests", err, s.count("/token"))
	}
}

func TestAServerThatDoesNotRotateKeepsItsRefreshToken(t *testing.T) {
	s := newServer(t)
	d := signedIn(t, s)
	before, err := d.vault.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.answer = func(body map[string]any) { delete(body, "refresh_token"); delete(body, "scope") }
	if _, err := d.Token(t.Context()); err != nil {
		t.Fatal(err)
	}
	after, err := d.vault.load(t.Context())
	if err != nil || after.refresh != before.refresh {
		t.Errorf("the refresh token changed, err %v", err)
	}
	if diff := cmp.Diff(before.facts, after.facts); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
}

func TestLogoutRevokesAndLeavesNothing(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	if err := d.Logout(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(s.revoked) != 1 || !strings.HasPrefix(s.revoked[0], "refresh_token canary-refresh-1") || len(d.stored(t)) != 0 {
		t.Errorf("revoked %v, stored %v", s.revoked, sortedKeys(d.stored(t)))
	}
	if _, err := d.Token(t.Context()); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("the process still has the token: %v", err)
	}
	if err := d.Logout(t.Context()); err != nil {
		t.Errorf("a second logout: %v", err)
	}
}

func TestLogoutDeletesEvenWhenTheServerIsAwayAndSaysSo(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	s.Close()
	err := d.Logout(t.Context())
	if _, ok := errors.AsType[*RevocationError](err); !ok || !sameType(err, new(NetworkError)) {
		t.Errorf("err = %v", err)
	}
	if len(d.stored(t)) != 0 {
		t.Errorf("stored %v", sortedKeys(d.stored(t)))
	}
}

func TestATokenNeverFollowsAChangedAddress(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	for name, change := range map[string]func(*Settings){
		"API":    func(s *Settings) { s.APIURL = "https://api.evil.example" },
		"issuer": func(s *Settings) { s.Issuer = "https://auth.evil.example" },
		"client": func(s *Settings) { s.ClientID = "evil" },
	} {
		set := s.settings()
		change(&set)
		if got, err := New(set, d.opts).Token(t.Context()); got != "" || !errors.Is(err, ErrLoginRequired) {
			t.Errorf("another %s got a token: %v", name, err)
		}
	}
}
