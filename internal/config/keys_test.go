package config

import (
	"strings"
	"testing"
)

// Each setting takes what it promises and nothing else.
func TestKeysCheckTheirValues(t *testing.T) {
	tests := map[string]struct{ good, bad []string }{
		"api-url":          {[]string{"embedded", "https://a.example", "https://a.example/x", "http://127.0.0.1:1", "http://[::1]", "http://x.localhost", "https://a.example:65535/x", "http://[::1]:1"}, []string{"", "a.example", "http://a.example", "https://u@a.example", "https://a.example?x", "https://a.example/#", "ftp://a.example", "http://127.0.0.1.", "https://", "https://a b", "https://a.example/\x1b", "http://localhost.example", "https://a.example:0", "https://a.example:65536", "https://a.example:99999", "https://a.example:abc", "https://a.example:", "https://a.example:-1", "https://a.example:0443", "http://[::1]:0"}},
		"site-url":         {[]string{"https://a.example"}, []string{"embedded", "http://a.example", "https://a.example?x=1", "https://a.example:0"}},
		"issuer":           {[]string{"https://a.example/t"}, []string{"https://a.example/t?x", "login.example", "https://a.example:70000/t"}},
		"token-url":        {[]string{"https://a.example/t?x=1"}, []string{"https://a.example/#x", "http://a.example", "https://a.example:0/t"}},
		"client-id":        {[]string{"a", "A-b.c:d"}, []string{"", "a b", "a\n", "ä", strings.Repeat("a", 257)}},
		"scopes":           {[]string{"openid", "openid profile users"}, []string{"", " openid", "a  b", "a\tb", `a"b`, `a\b`, "a,ü"}},
		"redirect-port":    {[]string{"0", "65535"}, []string{"", "-1", "65536", "1.0", "0x10", "http"}},
		"redirect-path":    {[]string{"/", "/a/b"}, []string{"", "a", "//a", "/a?b", "/a#b", "/a b", "/%2e"}},
		"sign-in-hosts":    {[]string{"oauth2.example.com", "A.example, b.example", "localhost", "10.0.0.1"}, []string{"", " ", "https://a.example", "a.example:443", "a/b", "a?b", "a@b", "é.example", "a.example#x", strings.Repeat("a,", 11)}},
		"market-claim":     {[]string{"country_code", "https://x.example/market", "a b", "a, b.c", "a,b", strings.Repeat("a ", 10)}, []string{"", " ", ",", "a\tb", "é", strings.Repeat("a,", 11)}},
		"platform-kind":    {[]string{"platform", "house-1"}, []string{"", "a b", "a.b", strings.Repeat("a", 33)}},
		"currency":         {[]string{"EUR", "eur"}, []string{"", "euro", "EURO", "E1R", "ÉUR"}},
		"locale":           {[]string{"e", "zh-Hant-TW", strings.Repeat("a", 35)}, []string{"", "a b", strings.Repeat("a", 36)}},
		"site-code":        {[]string{"PT", "pt", "Portugal", "côte d’ivoire"}, []string{"", "PTT", "P1", "Korea", "Atlantis"}},
		"credential-store": {[]string{"keyring", "file"}, []string{"", "Keyring", "none"}},
	}
	for name, test := range tests {
		key, err := FindKey(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, value := range test.good {
			if !key.valid(key.mean(value)) {
				t.Errorf("%s refuses %q", name, value)
			}
		}
		for _, value := range test.bad {
			if key.valid(key.mean(value)) {
				t.Errorf("%s takes %q", name, value)
			}
		}
	}
}

// Each setting can be told from the others, described, and its default holds.
func TestKeysAreDescribed(t *testing.T) {
	seen := map[string]bool{}
	for _, key := range Keys() {
		if seen[key.Name] || key.Help == "" || key.Accepts == "" || strings.HasSuffix(key.Help, ".") {
			t.Errorf("%+v", key)
		}
		seen[key.Name] = true
		if key.Default != "" && !key.valid(key.mean(key.Default)) {
			t.Errorf("%s refuses its default %q", key.Name, key.Default)
		}
	}
	if got := (Key{Name: "site-code"}).Env(); got != "TRAVEL_SITE_CODE" {
		t.Errorf("got %s", got)
	}
}
