package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/testkit/authtest"
)

func TestLoginStoresWhoSignedInAndATokenThatWorks(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	got := d.login(t)
	want := flow.Account{
		Subject: "u-1", Name: "Ada Sample", Email: "ada@example.com", Market: "AE", MarketSource: "country_code",
		Scopes: []string{"openid", "profile", "users"}, Issuer: s.URL,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	again := New(s.settings(), d.opts) // another command
	token, err := again.Token(t.Context())
	if token != "canary-access-1" || err != nil {
		t.Errorf("token = %q, %v", token, err)
	}
	status, err := again.Stored(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(*status.Ends()); left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("the token has %s left, want just under 10 minutes", left)
	}
	if diff := cmp.Diff(want, status.Account); diff != "" || status.Refresh == "" || status.ClientID != "traveler" {
		t.Errorf("client %s, status (-want +got):\n%s", status.ClientID, diff)
	}
	if s.count("/token") != 1 {
		t.Errorf("%d token requests, want 1", s.count("/token"))
	}
}

func TestLoginNeverKeepsTheIDTokenOrShowsASecret(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	for name, text := range d.stored(t) {
		if strings.Contains(text, "eyJ") {
			t.Errorf("entry %s holds a JWT", name)
		}
	}
	if strings.Contains(d.notices.String(), "canary") || strings.Contains(d.notices.String(), "code_verifier") {
		t.Errorf("notices show a secret:\n%s", d.notices)
	}
	if !strings.Contains(d.notices.String(), s.URL+"/authorize?") {
		t.Errorf("notices lack the address:\n%s", d.notices)
	}
}

func TestTheOpenedAddressIsShortAndLeadsOnWithoutAReferrer(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	var opened string
	_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
		opened = address
		return browse(t)(address)
	}})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(opened)
	if err != nil || u.Hostname() != "127.0.0.1" || !strings.HasPrefix(u.Path, "/start/") || u.RawQuery != "" {
		t.Errorf("opened %s", opened)
	}
}

func TestAStartPageOpenedTwiceEndsTheSignIn(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
		stop := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		for range 2 {
			resp, err := stop.Get(address)
			if err != nil {
				return err
			}
			_ = resp.Body.Close()
		}
		return nil
	}})
	if !errors.Is(err, loopback.ErrStartPageReused) {
		t.Errorf("err = %v, want ErrStartPageReused", err)
	}
	if s.count("/token") != 0 || len(d.stored(t)) != 0 {
		t.Errorf("%d token requests, stored %v", s.count("/token"), authtest.SortedKeys(d.stored(t)))
	}
}

func TestTwentySignInsAtOnceEachHaveTheirOwnPort(t *testing.T) {
	s := newServer(t)
	var mu sync.Mutex
	hosts := map[string]bool{}
	var wg sync.WaitGroup
	for range 20 {
		d := newDesk(t, s.settings())
		wg.Go(func() {
			_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
				u, err := url.Parse(address)
				if err != nil {
					return err
				}
				mu.Lock()
				hosts[u.Host] = true
				mu.Unlock()
				return browse(t)(address)
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if len(hosts) != 20 {
		t.Errorf("%d distinct addresses, want 20", len(hosts))
	}
}

func TestAnInterruptedSignInEndsAtOnceAndClosesThePort(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var host string
	_, err := d.Login(ctx, LoginOptions{Open: func(address string) error {
		u, err := url.Parse(address)
		host = u.Host
		cancel()
		return err
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v, want context.Canceled", err)
	}
	if resp, err := http.Get("http://" + host + "/callback"); err == nil {
		_ = resp.Body.Close()
		t.Error("the port still answers")
	}
	if len(d.stored(t)) != 0 {
		t.Errorf("stored %v", authtest.SortedKeys(d.stored(t)))
	}
}

func TestNobodyAtThePageEndsTheWait(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Timeout: 10 * time.Millisecond})
	if !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("err = %v, want ErrLoginRequired", err)
	}
}

func TestRewriteSendsOnlyTheBrowserElsewhere(t *testing.T) {
	s := newServer(t)
	mirror := newServer(t)
	mirror.authorize = func(back url.Values) { back.Set("iss", s.URL) }
	d := newDesk(t, s.settings())
	_, err := d.Login(t.Context(), LoginOptions{Open: browse(t), Rewrite: func(address string) (string, error) {
		return strings.Replace(address, s.URL, mirror.URL, 1), nil
	}})
	if flow.FaultOf(err).Code != "invalid_grant" { // the code is the mirror's, and the token endpoint ours
		t.Errorf("err = %v, want invalid_grant", err)
	}
	if mirror.count("/authorize") != 1 || s.count("/authorize") != 0 || s.count("/token") != 1 || mirror.count("/token") != 0 {
		t.Errorf("mirror %v, server %v", mirror.requests, s.requests)
	}
}
