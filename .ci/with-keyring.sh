#!/usr/bin/env bash
# with-keyring.sh COMMAND...
#
# Runs the command beside a real Secret Service with an empty, unlocked
# keyring, in a home of its own that is thrown away afterwards. Needs
# gnome-keyring and dbus. The service ends with the command.
set -euo pipefail

base=$(mktemp -d)
trap 'rm -rf "$base"' EXIT

# Go keeps its settings and caches although HOME moves.
if command -v go >/dev/null; then
  GOENV=$(go env GOENV) GOPATH=$(go env GOPATH) GOMODCACHE=$(go env GOMODCACHE) GOCACHE=$(go env GOCACHE)
  export GOENV GOPATH GOMODCACHE GOCACHE
fi

# Exported before the bus starts: a bus that knows the old ones would start a
# second, locked keyring on demand.
export HOME=$base/home XDG_RUNTIME_DIR=$base/run
export XDG_DATA_HOME=$HOME/.local/share XDG_CACHE_HOME=$HOME/.cache
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
unset DISPLAY WAYLAND_DISPLAY GNOME_KEYRING_CONTROL SSH_AUTH_SOCK XDG_CONFIG_HOME XDG_STATE_HOME

dbus-run-session -- bash -c '
  set -euo pipefail
  printf "\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  owned() {
    dbus-send --session --dest=org.freedesktop.DBus --type=method_call --print-reply \
      / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>/dev/null |
      grep -q "boolean true"
  }
  for _ in $(seq 50); do
    owned && exec "$@"
    sleep 0.1
  done
  echo "with-keyring: the keyring did not start within 5 s" >&2
  exit 1
' with-keyring "$@"
