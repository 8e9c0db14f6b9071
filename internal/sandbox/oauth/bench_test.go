package oauth_test

import (
	"testing"

	"travel.example/travel/internal/sandbox/oauth"
)

// BenchmarkVerify is what each API call pays, with the sign-ins in a file.
func BenchmarkVerify(b *testing.B) {
	s := newSite(b, oauth.Options{StateFile: b.TempDir() + "/grants.json"})
	token := s.login(b, "ada", "openid", "profile", "users").AccessToken
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Verify(token); err != nil {
			b.Fatal(err)
		}
	}
}
