package oauth_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/need/chromium"
	"travel.example/travel/internal/sandbox/oauth"
)

// TestAPersonAllowsADeviceWithARealBrowser: types the code, is told about a wrong
// one, allows; then denies another device that an address brings.
func TestAPersonAllowsADeviceWithARealBrowser(t *testing.T) {
	s := newSite(t, oauth.Options{})
	ctx := chromium.Start(t)
	asked := s.ask(t)
	err := chromedp.Do(ctx, chromedp.Navigate(s.url+"/device"), chromedp.SendKeys(chromedp.CSS("#user-code"), "bbbbbbbb\r"),
		chromedp.WaitVisible(chromedp.CSS("#wrong")), // and the field is empty again
		chromedp.SendKeys(chromedp.CSS("#user-code"), strings.ToLower(asked.UserCode)), chromedp.Click(chromedp.CSS("#continue")))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := chromedp.Run(ctx, chromedp.Text(chromedp.CSS("#code")))
	if err != nil || shown != asked.UserCode {
		t.Fatalf("the page shows the code %q, %v", shown, err)
	}
	err = chromedp.Do(ctx, chromedp.Click(chromedp.CSS("#account-chiyo")), chromedp.Click(chromedp.CSS("#allow")), chromedp.WaitVisible(chromedp.CSS("#done")))
	if err != nil {
		t.Fatal(err)
	}
	if claims, err := s.Verify(s.fetch(t, asked.DeviceCode).AccessToken); err != nil || claims.Subject != "sample-chiyo" {
		t.Errorf("signed in as %v, %v", claims, err)
	}
	asked = s.ask(t)
	err = chromedp.Do(ctx, chromedp.Navigate(asked.Complete), chromedp.Click(chromedp.CSS("#continue")),
		chromedp.Click(chromedp.CSS("#cancel")), chromedp.WaitVisible(chromedp.CSS("#done")))
	if err != nil {
		t.Fatal(err)
	}
	if got := s.poll(t, asked.DeviceCode); got.Code != "access_denied" {
		t.Errorf("after Deny: %v", got)
	}
}

// TestTheDevicePagesFitAPhone as the sign-in page does, with what makes them
// longest: a wrong code, and a long name in one piece.
func TestTheDevicePagesFitAPhone(t *testing.T) {
	s := newSite(t, oauth.Options{})
	id := s.newClient(t, `{"client_name":"`+strings.Repeat("W", 48)+`","grant_types":["`+deviceGrant+`"]}`)
	ctx := chromium.Start(t)
	const measure = `[document.documentElement.scrollWidth - innerWidth,
		Math.min(...[...document.querySelectorAll("label.card,button,input[type=text]")].map(e => e.getBoundingClientRect().height)) >= 44,
		getComputedStyle(document.querySelector(".ticket")).backgroundColor]`
	for scheme, colour := range map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(24, 33, 42)"} {
		for _, width := range []int64{320, 390, 1280} {
			asked := s.ask(t, "client_id", id, "scope", "openid profile email address users")
			err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromium.PreferScheme(scheme), chromedp.Navigate(s.url+"/device"))
			if err != nil {
				t.Fatal(err)
			}
			for _, typed := range []string{"nonsense", asked.UserCode, ""} {
				got, err := chromedp.Run(ctx, chromedp.Evaluate[[]any](measure))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]any{0.0, true, colour}, got); diff != "" {
					t.Errorf("%s at %d, before %q (-want +got):\n%s", scheme, width, typed, diff)
				}
				if typed == "" {
					break
				}
				err = chromedp.Do(ctx, chromedp.SetValue(chromedp.CSS("#user-code"), typed), chromedp.Click(chromedp.CSS("#continue")),
					chromedp.WaitVisible(chromedp.CSS(map[bool]string{true: "#wrong", false: "#code"}[typed == "nonsense"])))
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
