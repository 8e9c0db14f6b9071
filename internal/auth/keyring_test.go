package auth

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"
)

// withBus lets the keyring's own stand-in be reached where there is no session bus.
func withBus(t *testing.T) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
}

func TestTheKeyringKeepsALogin(t *testing.T) {
	withBus(t)
	keyring.MockInit()
	s := newServer(t)
	d := newDesk(t, s.settings(), func(o *Options) { o.Store = Keyring(KeyringOptions{}) })
	d.login(t)
	again := New(s.settings(), d.opts)
	if token, err := again.Token(t.Context()); token != "canary-access-1" || err != nil {
		t.Errorf("token %q, %v", token, err)
	}
	if err := again.Logout(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := again.Token(t.Context()); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("after logout: %v", err)
	}
	if files, err := filepath.Glob(filepath.Join(d.dir, "store", "*")); err != nil || len(files) != 0 {
		t.Errorf("files %v, %v", files, err)
	}
}

func TestAKeyringThatFailsNamesARemedyAndOpensNoBrowser(t *testing.T) {
	withBus(t)
	keyring.MockInitWithError(errors.New("collection is locked\x1b[31m"))
	t.Cleanup(keyring.MockInit)
	s := newServer(t)
	d := newDesk(t, s.settings(), func(o *Options) { o.Store = Keyring(KeyringOptions{}) })
	opened := false
	_, err := d.Login(t.Context(), LoginOptions{Open: func(string) error { opened = true; return nil }})
	store, ok := errors.AsType[*StoreError](err)
	if !ok || store.Remedy == "" || strings.Contains(err.Error(), "\x1b") || opened {
		t.Errorf("err %v, browser opened %v", err, opened)
	}
}

func TestWithoutABusTheKeyringFailsAtOnce(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if busPresent() == nil {
		t.Skip("this system's keyring needs no bus")
	}
	keyring.MockInit()
	_, err := Keyring(KeyringOptions{}).Get(t.Context(), "a")
	store, ok := errors.AsType[*StoreError](err)
	if !ok || !errors.Is(err, errNoBus) || store.Remedy != fileRemedy {
		t.Errorf("err = %v", err)
	}
	write(t, filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus"), "")
	if _, err := Keyring(KeyringOptions{}).Get(t.Context(), "a"); !errors.Is(err, ErrNoEntry) {
		t.Errorf("with a bus: %v", err)
	}
}

func TestAHungKeyringIsGivenUpInTimeAndItsLateAnswerIsNotUsed(t *testing.T) {
	withBus(t)
	for name, test := range map[string]struct {
		interactive bool
		patience    time.Duration
		notice      string
	}{
		"nobody there":       {false, quietPatience, ""},
		"somebody who waits": {true, askedPatience, "waiting for the keyring"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				notices := newTranscript()
				k := Keyring(KeyringOptions{Interactive: test.interactive, Notices: notices}).(*keyringStore)
				release := make(chan struct{})
				order := make(chan string, 2)
				start := time.Now()
				got, err := k.call(t.Context(), func() (string, error) {
					<-release
					order <- "late"
					return "late", nil
				})
				if took := time.Since(start); got != "" || !sameType(err, new(StoreError)) || took != test.patience {
					t.Errorf("got an answer %v, err %v, after %s", got != "", err, took)
				}
				if !strings.HasPrefix(notices.String(), test.notice) || test.notice == "" && notices.String() != "" {
					t.Errorf("notices %q", notices)
				}
				go close(release)
				next, err := k.call(t.Context(), func() (string, error) {
					order <- "next"
					return "next", nil
				})
				if string(next) != "next" || err != nil || <-order != "late" {
					t.Errorf("the next call overtook the late one, or failed: %v", err)
				}
			})
		})
	}
}

func TestAKeyringCallEndsWithItsContext(t *testing.T) {
	withBus(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		defer close(release)
		time.AfterFunc(time.Second, cancel)
		_, err := Keyring(KeyringOptions{Interactive: true}).(*keyringStore).call(ctx, func() (string, error) {
			<-release
			return "", nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v", err)
		}
	})
}

func TestAPanicInTheKeyringLibraryIsAnError(t *testing.T) {
	withBus(t)
	_, err := Keyring(KeyringOptions{}).(*keyringStore).call(t.Context(), func() (string, error) { panic("unexpected type") })
	if !sameType(err, new(StoreError)) {
		t.Errorf("err = %v", err)
	}
}
