package need

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/godbus/dbus/v5"
)

// patience bounds the talk with the bus: one that accepts and never answers
// must not hang a test.
const patience = 3 * time.Second

// Names of the Secret Service API, freedesktop.org draft 0.2.
const (
	secretsName    = "org.freedesktop.secrets"
	secretsDefault = dbus.ObjectPath("/org/freedesktop/secrets/aliases/default")
)

// secretService returns nil when the default collection can be used at once.
func secretService(ctx context.Context) error {
	address, err := busAddress()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("reach the session bus: %w", err)
	}
	defer conn.Close()
	return unlocked(ctx, conn)
}

// unlocked asks the service itself, which also starts it where the bus can.
func unlocked(ctx context.Context, conn *dbus.Conn) error {
	collection := conn.Object(secretsName, secretsDefault)
	var locked dbus.Variant
	err := collection.CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0,
		"org.freedesktop.Secret.Collection", "Locked").Store(&locked)
	if err != nil {
		return fmt.Errorf("ask the Secret Service for its default collection: %w", err)
	}
	if locked.Value() != false {
		return errors.New("the default collection is locked")
	}
	return nil
}

// busAddress is where the session bus listens. It never starts a bus, which
// asking the D-Bus library for the session's own address would do.
func busAddress() (string, error) {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" {
		return address, nil
	}
	socket := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus")
	if info, err := os.Stat(socket); err != nil || info.Mode().Type() != os.ModeSocket {
		return "", errors.New("no session bus")
	}
	return "unix:path=" + socket, nil
}
