package vault

import (
	"encoding/base64"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/authtest"
)

// A keyring bears the name that a person finds it under, and only one of Linux and the like waits
// for a session bus.
func TestEachSystemHasItsKeyring(t *testing.T) {
	runtimeDir := t.TempDir()
	authtest.Write(t, filepath.Join(runtimeDir, "bus"), "")
	for _, test := range []struct {
		goos, name string
		env        map[string]string
		bus        bool
	}{
		{"linux", "keyring (Secret Service)", nil, false},
		{"linux", "keyring (Secret Service)", map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"}, true},
		{"linux", "keyring (Secret Service)", map[string]string{"XDG_RUNTIME_DIR": runtimeDir}, true},
		{"linux", "keyring (Secret Service)", map[string]string{"XDG_RUNTIME_DIR": filepath.Join(runtimeDir, "none")}, false},
		{"freebsd", "keyring (Secret Service)", nil, false},
		{"darwin", "keyring (Keychain)", nil, true},
		{"windows", "keyring (Credential Manager)", nil, true},
	} {
		if got := keyringName(test.goos); got != test.name {
			t.Errorf("%s: %q, want %q", test.goos, got, test.name)
		}
		err := busPresent(test.goos, func(name string) string { return test.env[name] })
		if (err == nil) != test.bus || err != nil && !errors.Is(err, errNoBus) {
			t.Errorf("%s with %v: %v", test.goos, test.env, err)
		}
	}
}

// An entry fits into the keyring of every system: Windows takes 2,560 bytes (CRED_MAX_CREDENTIAL_BLOB_SIZE),
// and the security program of macOS a command of 4,096, in which the value stands in base64.
func TestAnEntryFitsIntoTheKeyringOfEverySystem(t *testing.T) {
	k := &keyringStore{service: "travel: " + strings.Repeat("h", 253) + ":65535", user: strings.Repeat("p", 64)}
	if maxEntry > 2560 {
		t.Errorf("an entry may have %d bytes", maxEntry)
	}
	longest := k.piece(1e6, 99)
	value := "go-keyring-base64:" + base64.StdEncoding.EncodeToString(make([]byte, maxEntry))
	command := "add-generic-password -U -s '" + k.service + "' -a '" + longest + "' -w '" + value + "'\n"
	if len(command) > 4096 {
		t.Errorf("the command has %d bytes", len(command))
	}
}
