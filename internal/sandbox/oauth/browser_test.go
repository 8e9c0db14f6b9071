package oauth_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/need/chromium"
	"travel.example/travel/internal/sandbox/oauth"
)

// newCallback listens as a client does, and tells what came back.
func newCallback(t *testing.T, address string) (redirect string, answers <-chan *http.Request) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Skipf("this machine has no %s: %v", address, err)
	}
	got := make(chan *http.Request, 8)
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" {
			got <- r
			_, _ = w.Write([]byte(`<p id="done">done`))
		}
	}))
	web.Listener.Close()
	web.Listener = listener
	web.Start()
	t.Cleanup(web.Close)
	return "http://" + listener.Addr().String() + "/callback", got
}

// TestAPersonSignsInWithARealBrowser: the policy of the page, which only a
// browser enforces, lets the form through to the client on either loopback
// address, and the guard in front lets the form through to us.
func TestAPersonSignsInWithARealBrowser(t *testing.T) {
	s := newSite(t, oauth.Options{})
	ctx := chromium.Start(t)
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		t.Run(address, func(t *testing.T) {
			redirect, answers := newCallback(t, address)
			page := s.url + "/authorize?" + with("redirect_uri", redirect).Encode()
			err := chromedp.Do(ctx, chromedp.Navigate(page), chromedp.Click(chromedp.CSS("#account-chiyo")),
				chromedp.Click(chromedp.CSS("#allow")), chromedp.WaitVisible(chromedp.CSS("#done")))
			if err != nil {
				t.Fatal(err)
			}
			allowed := <-answers
			if allowed.Referer() != "" {
				t.Errorf("the client was told the referrer %s", allowed.Referer())
			}
			token, err := exchangeAt(t, s, redirect, allowed.URL.Query())
			if err != nil {
				t.Fatal(err)
			}
			if claims, err := s.Verify(token); err != nil || claims.Subject != "sample-chiyo" {
				t.Errorf("signed in as %v, %v", claims, err)
			}
			err = chromedp.Do(ctx, chromedp.Navigate(page), chromedp.Click(chromedp.CSS("#cancel")), chromedp.WaitVisible(chromedp.CSS("#done")))
			if err != nil {
				t.Fatal(err)
			}
			if got := (<-answers).URL.Query().Get("error"); got != "access_denied" {
				t.Errorf("cancel told the client %q", got)
			}
		})
	}
}

func exchangeAt(t *testing.T, s *site, redirect string, answer url.Values) (string, error) {
	t.Helper()
	config := s.config()
	config.RedirectURL = redirect
	token, err := config.Exchange(t.Context(), answer.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		return "", err
	}
	return token.AccessToken, nil
}

// TestThePageFitsAPhone in both colour schemes, from the smallest width up:
// nothing sticks out, and what is pressed is large enough (WCAG 2.2, 24 pixels).
func TestThePageFitsAPhone(t *testing.T) {
	s := newSite(t, oauth.Options{})
	ctx := chromium.Start(t)
	const measure = `[document.documentElement.scrollWidth - innerWidth,
		Math.min(...[...document.querySelectorAll("label,button")].map(e => e.getBoundingClientRect().height)),
		getComputedStyle(document.querySelector(".ticket")).backgroundColor]`
	background := map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(24, 33, 42)"}
	for scheme, colour := range background {
		for _, width := range []int64{320, 390, 900} {
			err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromium.PreferScheme(scheme),
				chromedp.Navigate(s.url+"/authorize?"+request("openid", "profile", "email", "address", "users").Encode()))
			if err != nil {
				t.Fatal(err)
			}
			got, err := chromedp.Run(ctx, chromedp.Evaluate[[]any](measure))
			if err != nil {
				t.Fatal(err)
			}
			if height, _ := got[1].(float64); height < 44 {
				t.Errorf("%s at %d: a control is %v pixels high", scheme, width, got[1])
			}
			got[1] = nil
			if diff := cmp.Diff([]any{0.0, nil, colour}, got); diff != "" {
				t.Errorf("%s at %d (-want +got):\n%s", scheme, width, diff)
			}
		}
	}
}
