package oauth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/oauth"
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

// TestTheColoursCanBeRead checks the pairs that the style puts on each other
// against WCAG 2.2: 4.5 to 1 for text, 3 to 1 for what marks a control.
func TestTheColoursCanBeRead(t *testing.T) {
	raw, err := os.ReadFile("pages/style.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(raw), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("there is no dark scheme")
	}
	pairs := []struct {
		over, under string
		least       float64
	}{
		{"ink", "paper", 4.5}, {"ink", "pick", 4.5}, {"soft", "paper", 4.5}, {"soft", "pick", 4.5}, {"soft", "page", 4.5},
		{"band-ink", "band", 4.5}, {"gold-ink", "gold", 4.5}, {"act-ink", "act", 4.5}, {"act-ink", "act-over", 4.5},
		{"face-ink", "face-1", 4.5}, {"face-ink", "face-2", 4.5}, {"face-ink", "face-3", 4.5},
		{"act", "paper", 4.5}, {"wrong", "paper", 4.5}, {"act", "pick", 3}, {"edge", "paper", 3}, {"gold", "band", 3},
	}
	for scheme, css := range map[string]string{"light": light, "dark": dark} {
		colours := map[string]float64{}
		for _, c := range regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(css, -1) {
			colours[c[1]] = luminance(t, c[2])
		}
		for _, p := range pairs {
			a, okA := colours[p.over]
			b, okB := colours[p.under]
			if contrast := (max(a, b) + 0.05) / (min(a, b) + 0.05); !okA || !okB || contrast < p.least {
				t.Errorf("%s: %s on %s has contrast %.2f, needs %.1f", scheme, p.over, p.under, contrast, p.least)
			}
		}
	}
}

// luminance is the relative luminance of WCAG 2.2 of a colour RRGGBB.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(part) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
