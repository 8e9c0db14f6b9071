package flow

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"travel.example/travel/internal/testkit/authtest"
)

// silent never answers.
type silent struct{}

func (silent) RoundTrip(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

// The person has signed in already and waits for nothing but this.
func TestASilentUserinfoIsGivenUpSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Client{HTTP: silent{}, Now: time.Now}
		ends := Endpoints{Userinfo: "https://auth.example/userinfo"}
		provider := (&oidc.ProviderConfig{UserInfoURL: ends.Userinfo}).NewProvider(t.Context())
		start := time.Now()
		claims, err := c.askUserinfo(t.Context(), provider, ends, "u-1", &oauth2.Token{AccessToken: "canary"})
		if took := time.Since(start); claims != nil || took != 4*time.Second {
			t.Errorf("got %v after %s", claims, took)
		}
		if want := "read userinfo at auth.example: no complete answer within 4s"; err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	})
}

// FuzzAccount has both sources of claims say anything at all.
func FuzzAccount(f *testing.F) {
	f.Add(`{"name":"Ada","country_code":"AE"}`, `{"sub":"u","name":"Robin","address":{"country":"PT"},"locale":"pt-BR"}`, "country_code address.country")
	f.Add(`{}`, `{"a":{"b":{"c":"PT"}},"a.b":{"c":"ES"},"name":["x"],"locale":"x y-BR"}`, "a.b.c")
	f.Fuzz(func(t *testing.T, inID, inInfo, names string) {
		var claims, info map[string]any
		if json.Unmarshal([]byte(inID), &claims) != nil || json.Unmarshal([]byte(inInfo), &info) != nil {
			return
		}
		a := Settings{MarketClaims: strings.Fields(names)}.accountOf(claims, info)
		for _, text := range []string{a.Name, a.Email, a.Locale} {
			if strings.ContainsFunc(text, authtest.IsControl) {
				t.Errorf("%q", text)
			}
		}
		if (a.Market == "") != (a.MarketSource == "") || a.Market != "" && (len(a.Market) != 2 || strings.ToUpper(a.Market) != a.Market) {
			t.Errorf("market %q from %q", a.Market, a.MarketSource)
		}
	})
}
