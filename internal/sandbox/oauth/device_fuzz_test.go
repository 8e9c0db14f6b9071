package oauth

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var plainCode = regexp.MustCompile(`^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$`)

// FuzzUserCode: what is read is a code in its one shown form, made of the letters
// that were typed and no others, and is read as itself.
func FuzzUserCode(f *testing.F) {
	for _, seed := range []string{
		"", "WDJB-MJHT", "wdjbmjht", " w d j b\u2013m j h t ", "WDJB-MJHTB", "AEIO-UYAE", "\u212aDJB-MJHT", "\uff37DJB-MJHT", "WDJB\x00MJHT", "\xffWDJBMJHT",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		code, ok := parseUserCode(typed)
		if !ok {
			if code != "" {
				t.Fatalf("%q was refused and read as %q", typed, code)
			}
			return
		}
		letters := strings.Map(func(c rune) rune {
			if c >= 'a' && c <= 'z' {
				return c - 'a' + 'A'
			}
			if c >= 'A' && c <= 'Z' {
				return c
			}
			return -1
		}, typed)
		if !plainCode.MatchString(code) || strings.ReplaceAll(code, "-", "") != letters {
			t.Fatalf("%q was read as %q", typed, code)
		}
		if again, ok := parseUserCode(code); !ok || again != code {
			t.Fatalf("%q is read as %q, %v", code, again, ok)
		}
	})
}

// FuzzRegistration: whatever is accepted is found again under its id as it was
// told, leads to this computer or to https alone, and has a name that can stand
// on a page.
func FuzzRegistration(f *testing.F) {
	s := fuzzServer(f)
	for _, seed := range []string{
		"", "{}", "null", "[]", `{"redirect_uris":["http://127.0.0.1/cb"]}`, `{"redirect_uris":["https://a.example:8/b"],"client_name":"a\u202eb"}`,
		`{"grant_types":["urn:ietf:params:oauth:grant-type:device_code"],"client_name":"\u0301\u0301a\u0301\u0301\u0301"}`,
		`{"redirect_uris":["http://[::1]:1/"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"]}`,
		`{"grant_types":["urn:ietf:params:oauth:grant-type:device_code"],"client_name":"\u0300 0"}`, `{"redirect_uris":["http://127.0.0.1.evil/"]}`, `{"redirect_uris":["https://u@a/"]}`, `{"token_endpoint_auth_method":"none"}`,
	} {
		f.Add([]byte(seed))
	}
	place := regexp.MustCompile(`^(http://(127\.0\.0\.1|\[::1\])(:[1-9][0-9]{0,4})?|https://[a-z0-9.-]+(:[1-9][0-9]{0,4})?)(/[A-Za-z0-9._~-]*)+$`)
	f.Fuzz(func(t *testing.T, body []byte) {
		asked, err := parseMetadata(body)
		if err != nil {
			return
		}
		told, refusal := s.endpoint.clients.register(asked)
		if refusal != nil {
			if refusal.Code != "invalid_client_metadata" && refusal.Code != "invalid_redirect_uri" || refusal.Description == "" {
				t.Fatalf("refused with %v", refusal)
			}
			return
		}
		c, known := s.endpoint.clients.find(told.ID)
		if !known || c.Name != told.Name || !slices.Equal(c.Redirects, told.RedirectURIs) || !slices.Equal(c.Grants, told.GrantTypes) {
			t.Fatalf("told %+v, found %+v, %v", told, c, known)
		}
		for _, raw := range c.Redirects {
			if !place.MatchString(raw) {
				t.Fatalf("the redirect address %q was accepted", raw)
			}
		}
		if strings.IndexFunc(c.Name, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 || len([]rune(c.Name)) > maxNameRunes || cleanName(c.Name) != c.Name {
			t.Fatalf("the name %q would be shown", c.Name)
		}
		if _, err := json.Marshal(told); err != nil {
			t.Fatal(err)
		}
	})
}

// TestUserCodesAreEvenlyMade: every letter comes in every place, none much more
// than its share.
func TestUserCodesAreEvenlyMade(t *testing.T) {
	const made = 20000
	count := map[rune]int{}
	for range made {
		code := newUserCode()
		if !plainCode.MatchString(code) {
			t.Fatalf("made %q", code)
		}
		for _, c := range code {
			count[c]++
		}
	}
	share := made * codeLength / len(codeLetters)
	for _, c := range codeLetters {
		if count[c] < share*9/10 || count[c] > share*11/10 {
			t.Errorf("%c came %d times of about %d", c, count[c], share)
		}
	}
}
