package transport

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// T01, T02: what may get a token over plain http.
func TestLoopbackIsThisComputerAndNothingElse(t *testing.T) {
	want := map[string]bool{
		"127.0.0.1": true, "127.9.9.9": true, "::1": true, "::ffff:127.0.0.1": true,
		"localhost": true, "LocalHost.": true, "sandbox.localhost": true, "a.b.localhost.": true,
		// With a dot behind it, it is a name, and a name server may say anything about it.
		"127.0.0.1.": false, "::1.": false,
		"": false, ".": false, "0.0.0.0": false, "::": false, "10.0.0.1": false, "::ffff:10.0.0.1": false,
		"127.0.0.1.evil.example": false, "localhost.evil.example": false, "evillocalhost": false,
		"0x7f000001": false, "2130706433": false, "127.1": false, "localhost..": false,
	}
	got := map[string]bool{}
	for host := range want {
		got[host] = IsLoopback(host)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOriginWritesThePortOut(t *testing.T) {
	want := map[string]string{
		"https://API.example.com/v1":    "https://api.example.com:443",
		"https://api.example.com:443":   "https://api.example.com:443",
		"HTTP://[::1]":                  "http://[::1]:80",
		"https://api.example.com:8443/": "https://api.example.com:8443",
		"nonsense":                      "",
		"https://":                      "",
	}
	got := map[string]string{}
	for raw := range want {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		got[raw] = Origin(u)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSameOriginNeedsAHost(t *testing.T) {
	type pair struct{ a, b string }
	want := map[pair]bool{
		{"https://api.example.com", "https://API.example.com:443/v1"}: true,
		{"http://localhost:80", "http://localhost"}:                   true,
		{"https://api.example.com", "http://api.example.com"}:         false,
		{"https://api.example.com", "https://api.example.com:8443"}:   false,
		{"https://api.example.com", "https://api.example.com."}:       false,
		{"https://api.example.com", "https://example.com"}:            false,
		{"/v1", "/v1"}: false,
	}
	got := map[pair]bool{}
	for p := range want {
		a, errA := url.Parse(p.a)
		b, errB := url.Parse(p.b)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		got[p] = SameOrigin(a, b)
		if SameOrigin(b, a) != got[p] {
			t.Errorf("%v is not symmetric", p)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
