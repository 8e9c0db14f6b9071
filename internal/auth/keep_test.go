package auth

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/storetest"
)

func TestAStoreThatCannotKeepALoginIsFoundOutBeforeTheBrowserOpens(t *testing.T) {
	s := newServer(t)
	for left := range 2 { // the probe's write fails, or its delete
		d := newDesk(t, s.settings(), func(o *Options) { o.Store = storetest.NewBrittle(o.Store, left) })
		opened := false
		_, err := d.Login(t.Context(), LoginOptions{Open: func(string) error { opened = true; return nil }})
		if !errors.Is(err, storetest.ErrDied) || opened {
			t.Errorf("after %d changes: err %v, browser opened %v", left, err, opened)
		}
	}
	if n := len(s.requests); n != 0 {
		t.Errorf("%v requests were sent", s.requests)
	}
}

func TestALoginThatCannotBeKeptIsRevokedAndLeavesNothing(t *testing.T) {
	for left := 1; left < 2; left++ {
		s := newServer(t)
		s.answer = func(body map[string]any) { // in several entries
			body["access_token"] = body["access_token"].(string) + strings.Repeat("x", 8000)
		}
		s.registers()
		d := unnamed(t, s, func(o *Options) { o.Store = failing{o.Store, new(int), left} })
		page := make(chan string, 1)
		_, err := d.Login(t.Context(), LoginOptions{Open: func(address string) error {
			resp, err := http.Get(address)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			text, err := io.ReadAll(resp.Body)
			page <- string(text)
			return err
		}})
		if last := <-page; !strings.Contains(last, "didn’t work") { // the browser is told once the login is kept
			t.Errorf("the browser ends on\n%s", last)
		}
		if !errors.Is(err, storetest.ErrDied) || len(s.revoked) != 1 || !strings.HasPrefix(s.revoked[0], "refresh_token canary-refresh-1") {
			t.Errorf("after %d changes: err %v, revoked %v", left, err, s.revoked)
		}
		if files := allFiles(t, filepath.Dir(d.dir)); len(files) != 0 { // of all directories of this test
			t.Errorf("after %d changes: left %v", left, files)
		}
		d.again().login(t)
		if err := errors.Join(os.RemoveAll(d.dir), os.RemoveAll(d.opts.ClientDir)); err != nil {
			t.Fatal(err)
		}
	}
}

// failing is a store in which one write fails.
type failing struct {
	vault.Store
	writes *int
	at     int
}

func (f failing) Set(ctx context.Context, value flow.Secret) error {
	*f.writes++
	if *f.writes == f.at {
		return storetest.ErrDied
	}
	return f.Store.Set(ctx, value)
}

func TestALoginOfAnotherAccountLeavesNothingOfTheFirstAndEndsIt(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	s.claims = func(claims map[string]any) { claims["sub"] = "u-2" }
	first, err := vault.Load(t.Context(), d.opts.Store)
	if err != nil {
		t.Fatal(err)
	}
	d.login(t)
	for name, text := range maps.All(d.stored(t)) {
		if strings.Contains(text, "canary-access-1") || strings.Contains(text, "canary-refresh-1-") {
			t.Errorf("%s still holds the first login", name)
		}
	}
	if diff := cmp.Diff([]string{"refresh_token " + string(first.Refresh)}, s.revoked); diff != "" {
		t.Errorf("revoked (-want +got):\n%s", diff)
	}
	if _, err := New(s.settings(), d.opts).Renew(t.Context(), "canary-access-2"); err != nil {
		t.Errorf("the second login: %v", err)
	}
}

// Servers that keep one grant for an account and a client end all of it with any of its tokens: a second
// login must not be ended with the first.
func TestASecondLoginOfTheSameAccountIsNotEndedWithTheFirst(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	for _, subject := range []string{"u-1", "u-1", "", "u-1", "", "", "u-2", "u-2"} { // "" is not known
		s.claims = func(claims map[string]any) { claims["sub"] = subject }
		s.answer = func(body map[string]any) {
			if subject == "" {
				delete(body, "id_token")
			}
		}
		d.login(t)
	}
	if len(s.revoked) != 0 {
		t.Errorf("revoked %v", s.revoked)
	}
	s.claims = func(claims map[string]any) { claims["sub"] = "u-3" }
	d.login(t)
	if len(s.revoked) != 1 {
		t.Errorf("revoked %v, want the login of another account", s.revoked)
	}
}

func TestASignInDoesNotDependOnTheEndOfTheOneBefore(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	s.refuseRevoke = true
	s.claims = func(claims map[string]any) { claims["sub"] = "u-2" }
	d.login(t)
	if len(s.revoked) != 1 {
		t.Errorf("revoked %v", s.revoked)
	}
	if token, err := New(s.settings(), d.opts).Token(t.Context()); token != "canary-access-2" || err != nil {
		t.Errorf("%q, %v", token, err)
	}
}

// interrupting ends a context at a save.
type interrupting struct {
	vault.Store
	cancel context.CancelFunc
}

func (i *interrupting) Set(ctx context.Context, value flow.Secret) error {
	i.cancel()
	return i.Store.Set(ctx, value)
}

func TestALoginInterruptedWhileItIsKeptIsWholeAndNotRevoked(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := d.opts
	o.Store = &interrupting{Store: d.opts.Store, cancel: cancel}
	_, err := (&desk{Client: New(s.settings(), o)}).Login(ctx, LoginOptions{Open: browse(t)})
	if !errors.Is(err, context.Canceled) || len(s.revoked) != 0 {
		t.Errorf("err %v, revoked %d", err, len(s.revoked))
	}
	if token, err := d.Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("the next command got %q, %v", token, err)
	}
}

func TestTheKeyringKeepsALogin(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	keyring.MockInit()
	s := newServer(t)
	d := newDesk(t, s.settings(), func(o *Options) { o.Store = vault.Keyring("travel: api.example.com", "work", false, io.Discard) })
	d.login(t)
	again := New(s.settings(), d.opts)
	if token, err := again.Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("token %q, %v", token, err)
	}
	if err := again.Logout(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := again.Token(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("after logout: %v", err)
	}
	if files, err := filepath.Glob(filepath.Join(d.dir, "store", "*")); err != nil || len(files) != 0 {
		t.Errorf("files %v, %v", files, err)
	}
}

func TestAKeyringThatFailsNamesARemedyAndOpensNoBrowser(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
	keyring.MockInitWithError(errors.New("collection is locked\x1b[31m"))
	t.Cleanup(keyring.MockInit)
	s := newServer(t)
	d := newDesk(t, s.settings(), func(o *Options) { o.Store = vault.Keyring("travel: api.example.com", "work", false, io.Discard) })
	opened := false
	_, err := d.Login(t.Context(), LoginOptions{Open: func(string) error { opened = true; return nil }})
	if !errors.Is(err, vault.ErrKeyring) || problem.AdviceOf(err) == "" || strings.Contains(err.Error(), "\x1b") || opened {
		t.Errorf("err %v, browser opened %v", err, opened)
	}
}

func TestADamagedLoginAsksForANewOneWhichThenWorks(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	authtest.Write(t, filepath.Join(d.dir, "store", d.opts.Store.ID()), "{")
	d.session.set(flow.Login{}, time.Time{}, false)
	if _, err := d.Token(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("token: %v", err)
	}
	if _, err := d.Stored(t.Context()); !errors.Is(err, flow.ErrLoginRequired) {
		t.Errorf("status: %v", err)
	}
	d.login(t)
}

func TestEachDeploymentHasItsOwnLogin(t *testing.T) {
	base := flow.Settings{Issuer: "https://auth.example.com", ClientID: "traveler", APIURL: "https://api.example.com/base"}
	others := map[string]func(*flow.Settings){
		"issuer":  func(s *flow.Settings) { s.Issuer = "https://auth.example.org" },
		"client":  func(s *flow.Settings) { s.ClientID = "other" },
		"host":    func(s *flow.Settings) { s.APIURL = "https://api.example.org" },
		"port":    func(s *flow.Settings) { s.APIURL = "https://api.example.com:8443" },
		"scheme":  func(s *flow.Settings) { s.APIURL = "http://api.example.com" },
		"shifted": func(s *flow.Settings) { s.Issuer, s.ClientID = "https://auth.example.comt", "raveler" },
	}
	names := map[string]string{base.Binding(): "base"}
	for what, change := range others {
		s := base
		change(&s)
		if other, taken := names[s.Binding()]; taken {
			t.Errorf("%s shares the login of %s", what, other)
		}
		names[s.Binding()] = what
	}
	same := base
	same.APIURL, same.Scopes, same.RedirectPort = "https://API.example.com:443/other", []string{"users"}, 4000
	if same.Binding() != base.Binding() {
		t.Error("path, scopes or port change the login")
	}
}

// allFiles names what is not a directory, nor a lock, which stays.
func allFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && filepath.Ext(path) != ".lock" {
			files = append(files, path)
		}
		return err
	})
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return files
}
