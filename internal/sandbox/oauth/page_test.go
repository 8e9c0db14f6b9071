package oauth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/pagetest"
)

var styleElement = regexp.MustCompile(`(?s)<style>(.*?)</style>`)

// styleHash computes the policy's source expression for the style of a page, as
// a browser does.
func styleHash(t *testing.T, page string) string {
	t.Helper()
	found := styleElement.FindAllStringSubmatch(page, -1)
	if len(found) != 1 {
		t.Fatalf("%d style elements", len(found))
	}
	sum := sha256.Sum256([]byte(found[0][1]))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func TestThePageNeedsNothingFromElsewhere(t *testing.T) {
	s := newSite(t, oauth.Options{})
	for name, query := range map[string]string{"sign-in": request("openid").Encode(), "problem": ""} {
		_, page := get(t, s.browser, s.url+"/authorize?"+query)
		for _, banned := range []string{"<script", " style=", " onclick", "src=", "@import", "url(", "<iframe", "https:", "localhost"} {
			if strings.Contains(page, banned) {
				t.Errorf("the %s page holds %q", name, banned)
			}
		}
		for _, link := range regexp.MustCompile(`(?:href|action)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if link[1] != "/authorize" && !strings.HasPrefix(link[1], "data:") {
				t.Errorf("the %s page leads to %s", name, link[1])
			}
		}
	}
}

func TestThePageOffersEveryTravelerAndNamesEveryPermission(t *testing.T) {
	s := newSite(t, oauth.Options{})
	_, page := get(t, s.browser, s.url+"/authorize?"+request("openid", "email", "address").Encode())
	ids := []string{}
	for _, id := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		ids = append(ids, id[1])
	}
	if diff := cmp.Diff([]string{"account-ada", "account-ben", "account-chiyo", "allow", "cancel"}, ids); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, a := range oauth.Accounts() {
		for _, text := range []string{a.Name, a.Email, a.Country, ">" + a.CountryCode + "<", `for="account-` + a.ID + `"`} {
			if !strings.Contains(page, text) {
				t.Errorf("the page does not show %s", text)
			}
		}
	}
	scopes := []string{}
	for _, scope := range regexp.MustCompile(`<li><span>[^<]+</span> <code>([^<]+)</code>`).FindAllStringSubmatch(page, -1) {
		scopes = append(scopes, scope[1])
	}
	if diff := cmp.Diff([]string{"openid", "email", "address"}, scopes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{"Nothing can be booked or paid here", "none of them is real", "127.0.0.1:53211"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
}

func TestALoginHintPicksTheTraveler(t *testing.T) {
	s := newSite(t, oauth.Options{})
	checked := regexp.MustCompile(`value="(\w+)" required checked`)
	for hint, want := range map[string]string{
		"": "ada", "ben@example.com": "ben", "CHIYO@EXAMPLE.COM": "chiyo", "sample-chiyo": "chiyo", "Ben": "ben",
		"nobody@example.com": "ada", "\"><b>": "ada", strings.Repeat("x", 1000): "ada",
	} {
		_, page := get(t, s.browser, s.url+"/authorize?"+with("login_hint", hint).Encode())
		found := checked.FindAllStringSubmatch(page, -1)
		if len(found) != 1 || found[0][1] != want {
			t.Errorf("hint %.30q picked %v, want %s", hint, found, want)
		}
	}
}

// TestTheColoursCanBeRead checks the pairs that the style puts on each other.
func TestTheColoursCanBeRead(t *testing.T) {
	text := []string{
		"ink on paper", "ink on pick", "soft on paper", "soft on pick", "soft on page", "band-ink on band", "gold-ink on gold",
		"act-ink on act", "act-ink on act-over", "face-ink on face-1", "face-ink on face-2", "face-ink on face-3",
		"act on paper", "wrong on paper",
	}
	marks := []string{
		"act on pick", "edge on paper", "gold on band",
	}
	pagetest.CheckColours(t, "pages/style.css", text, marks)
}
