//go:build unix

package auth

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/need"
)

// TestAKeyringOnAFullDiskLosesNoLogin renews with a real keyring whose disk has every amount of space.
func TestAKeyringOnAFullDiskLosesNoLogin(t *testing.T) {
	need.KeyringPrograms(t)
	need.SmallDisk(t, "1m", func(t *testing.T, disk string) {
		if os.Getenv("TRAVEL_TEST_KEYRING_THERE") != "" {
			renewInAFullKeyring(t, disk)
			return
		}
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), filepath.Join("..", "..", ".ci", "with-keyring.sh"), self, "-test.run", "^"+t.Name()+"$", "-test.v")
		cmd.Env = append(os.Environ(), "TMPDIR="+disk, "TRAVEL_TEST_KEYRING_THERE=yes")
		// Its exit code tells of the library's connection, which stays open until the end.
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("with a keyring of its own:\n%s", out)
		}
	})
}

// renewInAFullKeyring signs in, fills the disk that the keyring writes to, renews, and uses the login.
func renewInAFullKeyring(t *testing.T, disk string) {
	need.Keyring(t)
	kept, refused := 0, 0
	stride := int64(need.Count(16, 4)) << 10
	for free := int64(0); free <= 64<<10; free += stride {
		s := newServer(t)
		d := newDesk(t, s.settings(), func(o *Options) { o.Store = vault.Keyring("travel: api.example.com", "work", false, io.Discard) })
		d.login(t)
		d.age(t)
		s.answer = func(body map[string]any) {
			body["access_token"] = body["access_token"].(string) + strings.Repeat("x", 2000)
			s.refresh += strings.Repeat("y", 2000)
			body["refresh_token"] = s.refresh
		}
		empty := leave(t, disk, free)
		_, err := d.Token(t.Context())
		if err == nil {
			kept++
		} else {
			refused++
		}
		empty()
		token, err := New(s.settings(), d.opts).Token(t.Context())
		if err == nil {
			_, err = New(s.settings(), d.opts).Renew(t.Context(), token)
		}
		if err != nil || s.reused != 0 {
			t.Errorf("%d bytes free: the login is lost: %v", free, err)
		}
		if err := New(s.settings(), d.opts).Logout(t.Context()); err != nil {
			t.Errorf("%d bytes free, sign out: %v", free, err)
		}
	}
	if kept == 0 || refused == 0 {
		t.Errorf("%d renewals were kept and %d refused: the amounts of space show nothing", kept, refused)
	}
}
