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

// Names of the Desktop Notifications Specification 1.3.
const (
	serviceName   = "org.freedesktop.Notifications"
	servicePath   = dbus.ObjectPath("/org/freedesktop/Notifications")
	serviceMethod = serviceName + ".Notify"
)

// markup is what the body of a notice is read as: a text that is not ours must not make a link or a
// picture of itself.
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
	const theSystemsOwn = int32(-1) // how long it is shown
	call := conn.Object(serviceName, servicePath).CallWithContext(ctx, serviceMethod, 0,
		"travel", uint32(0), "", Title, markup.Replace(text), []string{}, map[string]dbus.Variant{}, theSystemsOwn)
	if call.Err != nil {
		return fmt.Errorf("the desktop shows no notices: %w", call.Err)
	}
	return nil
}

// bus is where the session bus of the person listens. The library would start one where it finds none, as
// in a job of cron, so it is never asked to look. An address that is not a socket of this computer, such
// as autolaunch:, is none.
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
