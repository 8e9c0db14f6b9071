package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"travel.example/travel/internal/testkit/chromium"
	"travel.example/travel/internal/testkit/need"
)

// TestTheLastAddressOfABrowserElsewhereSignsIn signs in over SSH at a provider without codes: the browser
// at home is sent back to a port that is not on its computer, and what it shows as its address then is
// pasted into the terminal.
func TestTheLastAddressOfABrowserElsewhereSignsIn(t *testing.T) {
	need.Tmux(t)
	p := serveProvider(t, "--no-device")
	u := newcomer(t, serveForeignAPI(t, p))
	// All its requests go to the proxy, those for this machine too.
	far := chromium.Start(t, chromedp.ProxyServer(serveHome(t, p)), chromedp.Flag("proxy-bypass-list", "<-loopback>"))
	screen := startTmux(t, &traveler{t: t, home: u.home, vars: map[string]string{"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}}, "80", "")
	screen.runs("travel login --credential-store file")
	screen.until("paste that page's address here")
	shown := screen.do("capture-pane", "-p", "-J") // lines that the terminal broke are one
	if !strings.Contains(shown, "This is an SSH session, so open the address yourself") {
		t.Errorf("the screen does not say why no browser is opened:\n%s", shown)
	}
	last, err := signInFarAway(far, regexp.MustCompile(`http://127\.0\.0\.1:\d+/auth\?\S+`).FindString(shown))
	if err != nil {
		t.Fatal(err)
	}
	screen.types("-l", last)
	screen.types("Enter")
	if seen := screen.until("ended 0"); !strings.Contains(seen, "Chiyo Sample") || !strings.Contains(seen, "JP") {
		t.Errorf("after the paste the screen shows:\n%s", seen)
	}
	u.must(t, "whoami")
	u.must(t, "logout")
}

// serveHome is the network that a browser is in which reaches the provider and no port of this program.
func serveHome(t *testing.T, p *provider) (address string) {
	t.Helper()
	forward := &httputil.ReverseProxy{Rewrite: func(*httputil.ProxyRequest) {}}
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if "http://"+r.URL.Host != p.url {
			panic(http.ErrAbortHandler) // no answer
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// signInFarAway signs in with a browser that does not reach the program, and returns the address that it
// shows over the page it cannot load.
func signInFarAway(browser context.Context, address string) (string, error) {
	err := chromedp.Do(browser,
		chromedp.Navigate(address),
		chromedp.SendKeys(chromedp.CSS("#name"), "chiyo"),
		chromedp.Click(chromedp.CSS("#continue")))
	if err == nil {
		err = press(browser, "#allow")
	}
	for err == nil {
		history, none := chromedp.Call(browser, page.GetNavigationHistory, cdp.Empty{}) // between two pages there is none
		if none == nil && strings.Contains(history.Entries[history.CurrentIndex].URL, "/callback?") {
			return history.Entries[history.CurrentIndex].URL, nil
		}
		err = browser.Err()
	}
	return "", err
}
