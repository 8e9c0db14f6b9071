package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/godbus/dbus/v5"

	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/chromium"
	"travel.example/travel/internal/testkit/contracttest"
	"travel.example/travel/internal/testkit/need"
)

// deployment is a sandbox on a port that remembers the last bearer token.
type deployment struct {
	url   string
	token atomic.Value
}

func serveSandbox(t *testing.T) *deployment {
	t.Helper()
	front := httptest.NewUnstartedServer(nil)
	d := &deployment{url: "http://" + front.Listener.Addr().String()}
	server, err := sandbox.New(sandbox.Options{URL: d.url, StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	handler := judged{t: t, contract: contracttest.Load(t), next: server.Handler()}
	front.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
			d.token.Store(token)
		}
		handler.ServeHTTP(w, r)
	})
	front.Start()
	t.Cleanup(func() {
		front.Close()
		_ = server.Close()
	})
	return d
}

// user is someone at this deployment, with a home of their own.
type user struct {
	home string
	vars map[string]string
	open func(string) error
	now  func() time.Time          // nil: the real clock
	wait func(stderr string) error // what happens while the program waits; nil: time passes
}

func newUser(t *testing.T, d *deployment) *user {
	return &user{home: t.TempDir(), vars: map[string]string{"TRAVEL_API_URL": d.url, "TRAVEL_CLIENT_ID": "travel-cli", "BROWSER": "test"}}
}

// run runs one command line and returns its exit code and streams.
func (u *user) run(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	env := environment()
	env.Args, env.Stdin, env.Stdout, env.Stderr = args, strings.NewReader(""), &out, &errs
	env.Home, env.Getenv, env.Open = u.home, func(name string) string { return u.vars[name] }, u.open
	env.StdinTTY, env.OutTerm.TTY, env.ErrTerm.TTY = false, false, false
	if u.now != nil {
		env.Now = u.now
	}
	if u.wait != nil {
		env.Wait = func(context.Context, time.Duration) error { return u.wait(errs.String()) }
	}
	code = commands.Execute(ctx, env)
	return code, out.String(), errs.String()
}

// click walks the sign-in page as a person does, and returns what the page at
// the end says.
func click(browser context.Context, address, who, button string) (string, error) {
	err := chromedp.Do(browser,
		chromedp.Navigate(address),
		chromedp.Click(chromedp.CSS("#account-"+who)),
		chromedp.Click(chromedp.CSS(button)),
		chromedp.WaitVisible(chromedp.CSS("main.pass")),
	)
	if err != nil {
		return "", err
	}
	return chromedp.Run(browser, chromedp.Text(chromedp.CSS("main.pass h1")))
}

// TestLoginInARealBrowser signs in through Chromium into the real keyring, and
// out again; the revoked token answers 401.
func TestLoginInARealBrowser(t *testing.T) {
	need.Keyring(t)
	browser := chromium.Start(t)
	d := serveSandbox(t)
	u := newUser(t, d)
	shown := make(chan string, 1)
	u.open = func(address string) error {
		title, err := click(browser, address, "chiyo", "#allow")
		shown <- title
		return err
	}
	code, stdout, stderr := u.run(browser, "login")
	if code != 0 || !strings.Contains(stdout, "Chiyo Sample") || !strings.Contains(stdout, "JP") {
		t.Fatalf("login ended with %d\n%s%s", code, stdout, stderr)
	}
	if title := <-shown; !strings.Contains(strings.ToLower(title), "signed in") {
		t.Errorf("the browser ended on %q, want a page that says it worked", title)
	}
	kept := keyringEntries(t)
	if len(kept) == 0 {
		t.Errorf("the keyring holds no entry of travel")
	}
	if code, stdout, stderr = u.run(browser, "whoami"); code != 0 || !strings.Contains(stdout, "chiyo@example.com") {
		t.Fatalf("whoami ended with %d\n%s%s", code, stdout, stderr)
	}
	token := d.token.Load().(string)
	if status := userStatus(t, d.url, token); status != http.StatusOK {
		t.Fatalf("the token answers %d before logout, want 200", status)
	}
	if code, stdout, stderr = u.run(browser, "logout"); code != 0 {
		t.Fatalf("logout ended with %d\n%s%s", code, stdout, stderr)
	}
	if status := userStatus(t, d.url, token); status != http.StatusUnauthorized {
		t.Errorf("the revoked token answers %d, want 401", status)
	}
	stillKept(t, kept)
	if code, _, _ = u.run(browser, "whoami"); code != 3 {
		t.Errorf("whoami after logout ended with %d, want 3", code)
	}
}

// TestARefusalInARealBrowser presses Cancel: nothing is stored, exit code 3.
func TestARefusalInARealBrowser(t *testing.T) {
	browser := chromium.Start(t)
	u := newUser(t, serveSandbox(t))
	u.vars["TRAVEL_CREDENTIAL_STORE"] = "file"
	u.open = func(address string) error {
		_, err := click(browser, address, "ada", "#cancel")
		return err
	}
	code, stdout, stderr := u.run(browser, "login")
	if code != 3 || stdout != "" || !strings.Contains(stderr, "access_denied") {
		t.Errorf("a refused login ended with %d\n%s%s", code, stdout, stderr)
	}
	if code, _, _ = u.run(browser, "auth", "status"); code != 3 {
		t.Errorf("auth status after a refusal ended with %d, want 3", code)
	}
}

func userStatus(t *testing.T, url, token string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/user", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// keyringEntries are the names of travel's entries, as the Secret Service itself tells. Tests of other
// packages have entries there as well, which come and go.
func keyringEntries(t *testing.T) map[string]bool {
	t.Helper()
	conn, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(fmt.Errorf("reach the session bus: %w", err))
	}
	defer conn.Close()
	var unlocked, locked []dbus.ObjectPath
	service := conn.Object("org.freedesktop.secrets", "/org/freedesktop/secrets")
	// gnome-keyring notes a client down beside answering it, and now and then has no such method for one that is
	// new to it. Who reads a property first, as go-keyring does, is known by then; a test asks again.
	var unknown dbus.Error
	for tries := 0; tries == 0 || tries < 10 && errors.As(err, &unknown) && unknown.Name == "org.freedesktop.DBus.Error.UnknownMethod"; tries++ {
		err = service.CallWithContext(t.Context(), "org.freedesktop.Secret.Service.SearchItems", 0,
			map[string]string{}).Store(&unlocked, &locked)
	}
	if err != nil {
		t.Fatal(fmt.Errorf("search the keyring: %w", err))
	}
	names := map[string]bool{}
	for _, path := range append(unlocked, locked...) {
		var attributes map[string]string
		err := conn.Object("org.freedesktop.secrets", path).StoreProperty("org.freedesktop.Secret.Item.Attributes", &attributes)
		name := attributes["service"] + " " + attributes["username"]
		// What is gone meanwhile does not count, nor what other tests, whose programs are killed at any
		// moment, leave of trying the keyring out.
		if err == nil && strings.HasPrefix(name, "travel: ") && !strings.Contains(name, "(trial ") {
			names[name] = true
		}
	}
	return names
}

// stillKept fails where entries of a login are in the keyring after its logout.
func stillKept(t *testing.T, kept map[string]bool) {
	t.Helper()
	for name := range keyringEntries(t) {
		if kept[name] {
			t.Errorf("the keyring still holds %s after logout", name)
		}
	}
}
