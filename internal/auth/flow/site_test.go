package flow

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSameSite(t *testing.T) {
	type pair struct{ a, b string }
	want := map[pair]bool{
		{"auth.example.com", "auth.example.com"}:  true,
		{"auth.example.com", "AUTH.example.com."}: true,
		{"auth.example.com", "login.example.com"}: true,
		{"example.com", "a.b.example.com"}:        true,
		{"auth.example.com", "example.org"}:       false,
		{"example.com", "badexample.com"}:         false,
		{"one.co.uk", "two.co.uk"}:                false,
		{"auth.one.co.uk", "login.one.co.uk"}:     true,
		{"auth.reise.de", "login.reise.de"}:       true,
		{"127.0.0.1", "127.0.0.2"}:                false,
		{"10.1.0.1", "9.1.0.1"}:                   false,
		{"::1", "127.0.0.1"}:                      false,
		{"a.localhost", "b.localhost"}:            false,
		{"localhost", "127.0.0.1"}:                false,
		{"one.github.io", "two.github.io"}:        false,
		{"a.one.github.io", "b.one.github.io"}:    true,
		{"one.com.au", "two.com.au"}:              false,
		{"one.kobe.jp", "two.kobe.jp"}:            false,
		{"co.uk", "one.co.uk"}:                    false,
		{"auth.corp", "login.corp"}:               false,
		{"auth.desk.corp", "login.desk.corp"}:     true,
		{"localhost", "evil.example"}:             false,
		{"com", "example.com"}:                    false,
	}
	got := map[pair]bool{}
	for p := range want {
		got[p] = SameSite(p.a, p.b)
		if SameSite(p.b, p.a) != got[p] {
			t.Errorf("%v is not symmetric", p)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
