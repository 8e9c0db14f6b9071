//go:build unix && !darwin

package notify

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/godbus/dbus/v5"
)

// Names from the Desktop Notifications Specification 1.3.
const (
	serviceName   = "org.freedesktop.Notifications"
	servicePath   = dbus.ObjectPath("/org/freedesktop/Notifications")
	serviceMethod = serviceName + ".Notify"
)

// markup escapes the body of a notification, which is read as markup: foreign text must not become a link or a
// picture.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func show(ctx context.Context, getenv func(string) string, text string) error {
	address, ok := bus(getenv)
	if !ok {
		return ErrNoDesktop
	}
	conn, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return fmt.Errorf("the session bus cannot be reached: %w", err)
	}
	defer conn.Close()
	const theSystemsOwn = int32(-1) // the desktop chooses how long it is shown
	call := conn.Object(serviceName, servicePath).CallWithContext(ctx, serviceMethod, 0,
		"travel", uint32(0), "", Title, markup.Replace(text), []string{}, map[string]dbus.Variant{}, theSystemsOwn)
	if call.Err != nil {
		return fmt.Errorf("the desktop shows no notices: %w", call.Err)
	}
	return nil
}

// bus returns the address of the user's session bus. The library would start a bus if it found none, as in a cron
// job, so it is never asked to look for one. An address that is not a local socket, such as autolaunch:, is ignored.
func bus(getenv func(string) string) (address string, ok bool) {
	for address := range strings.SplitSeq(getenv("DBUS_SESSION_BUS_ADDRESS"), ";") {
		if strings.HasPrefix(address, "unix:") {
			return address, true
		}
	}
	if getenv("DBUS_SESSION_BUS_ADDRESS") != "" || getenv("XDG_RUNTIME_DIR") == "" {
		return "", false
	}
	socket := filepath.Join(getenv("XDG_RUNTIME_DIR"), "bus")
	if info, err := os.Stat(socket); err != nil || info.Mode().Type() != os.ModeSocket {
		return "", false
	}
	return "unix:path=" + dbus.EscapeBusAddressValue(socket), true
}
