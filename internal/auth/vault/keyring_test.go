package vault

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/authtest"
)

// withBus lets the keyring's own stand-in be reached where there is no session bus.
func withBus(t *testing.T) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
}

func TestWithoutABusTheKeyringFailsAtOnce(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	if busPresent(runtime.GOOS, os.Getenv) == nil {
		t.Skip("this system's keyring needs no bus")
	}
	keyring.MockInit()
	_, err := Keyring(service, "work", false, io.Discard).Get(t.Context())
	if !errors.Is(err, ErrKeyring) || !errors.Is(err, errNoBus) || problem.AdviceOf(err) != fileRemedy {
		t.Errorf("err = %v", err)
	}
	authtest.Write(t, filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus"), "")
	if _, err := Keyring(service, "work", false, io.Discard).Get(t.Context()); !errors.Is(err, ErrNoLogin) {
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
		"no one there":       {false, quietPatience, ""},
		"a person who waits": {true, askedPatience, "waiting for the keyring"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				notices := new(strings.Builder)
				k := Keyring(service, "work", test.interactive, notices).(*keyringStore)
				release := make(chan struct{})
				order := make(chan string, 2)
				start := time.Now()
				got, err := k.call(t.Context(), func() (string, error) {
					<-release
					order <- "late"
					return "late", nil
				})
				if took := time.Since(start); got != "" || !errors.Is(err, ErrKeyring) || took != test.patience {
					t.Errorf("got an answer %v, err %v, after %s", got != "", err, took)
				}
				if !strings.HasPrefix(notices.String(), test.notice) || test.notice == "" && notices.String() != "" {
					t.Errorf("notices %q", notices)
				}
				start = time.Now()
				_, err = k.call(t.Context(), func() (string, error) {
					order <- "beside"
					return "", nil
				})
				if took := time.Since(start); !errors.Is(err, ErrKeyring) || took != 0 {
					t.Errorf("another call was waited for: err %v, after %s", err, took)
				}
				close(release)
				synctest.Wait()
				next, err := k.call(t.Context(), func() (string, error) {
					order <- "next"
					return "next", nil
				})
				if next != "next" || err != nil || <-order != "late" {
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
		_, err := Keyring(service, "work", true, io.Discard).(*keyringStore).call(ctx, func() (string, error) {
			<-release
			return "", nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v", err)
		}
	})
}

func TestAPanicOfTheKeyringTellsNoSecret(t *testing.T) {
	withBus(t)
	_, err := Keyring(service, "work", false, io.Discard).(*keyringStore).call(t.Context(), func() (string, error) { panic("canary-words") })
	if text := fmt.Sprint(err); !errors.Is(err, ErrKeyring) || strings.Contains(text, "canary") || !strings.Contains(text, "a panic of type string") {
		t.Errorf("told %q", text)
	}
}
