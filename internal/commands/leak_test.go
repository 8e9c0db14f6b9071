package commands

import (
	"testing"

	"go.uber.org/goleak"

	"travel.example/travel/internal/testkit/need"
)

// TestMain fails if a test leaks a goroutine, except for the reader of the session bus, which the keyring library
// shares and never closes.
func TestMain(m *testing.M) {
	need.Memory()
	need.Busy()
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("github.com/godbus/dbus/v5.newConn.func1"),
		goleak.IgnoreAnyFunction("github.com/godbus/dbus/v5.(*Conn).inWorker"))
}
