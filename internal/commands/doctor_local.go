package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/auth"
)

// checkTerminal tells what the screens are drawn for.
func (d *visit) checkTerminal(context.Context) []finding {
	const name = "terminal"
	term := d.app.term(d.app.env.OutTerm)
	facts := []fact{{"terminal", term.TTY}, {"columns", term.Width}, {"colour", term.Color}, {"unicode", term.Unicode}}
	if !term.TTY {
		return []finding{found(name, "none on stdout: answers are tab-separated lines, whole", facts...)}
	}
	words := []string{"a width that is not known, 80 columns assumed", "no colour", "ASCII"}
	if term.Width > 0 {
		words[0] = fmt.Sprintf("%d columns", term.Width)
	}
	if term.Color {
		words[1] = "colour"
	}
	if term.Unicode {
		words[2] = "Unicode"
	}
	text := strings.Join(words, ", ")
	if where := d.where(); where != "" {
		text += ", " + where
	}
	switch {
	case term.Width > 0 && term.Width < 60:
		return []finding{warned(name, text, "make the window 60 columns wide; tables are drawn for that and more", facts...)}
	case !term.Unicode:
		return []finding{warned(name, text, "for names as they are written, set LANG to a UTF-8 locale such as C.UTF-8", facts...)}
	}
	return []finding{found(name, text, facts...)}
}

// where says what stands between this program and the person's own desktop.
func (d *visit) where() string {
	switch {
	case d.firstSet("CODESPACES", "REMOTE_CONTAINERS") != "":
		return "in a remote workspace"
	case d.firstSet("SSH_CONNECTION", "SSH_TTY") != "":
		return "over SSH"
	case d.firstSet("WSL_DISTRO_NAME", "WSL_INTEROP") != "":
		return "in WSL"
	case d.app.env.Container || d.firstSet("container", "KUBERNETES_SERVICE_HOST") != "":
		return "in a container"
	}
	return ""
}

// checkBrowser tells which program would open a page, and whether it has a
// screen to open it on. It opens nothing.
func (d *visit) checkBrowser(context.Context) []finding {
	const (
		name   = "browser"
		remedy = "sign in with: travel login --no-browser"
	)
	opener, err := auth.FindOpener()
	facts := []fact{{"command", opener.Command}, {"path", opener.Path}, {"chosen", opener.Chosen}, {"where", d.where()}}
	if err != nil {
		return []finding{warned(name, err.Error(), remedy, facts...)}
	}
	if opener.Chosen {
		return []finding{found(name, "$BROWSER runs "+opener.Command, facts...)}
	}
	where, desktop := d.where(), true
	if d.app.env.OS != "windows" && d.app.env.OS != "darwin" {
		desktop = d.firstSet("DISPLAY", "WAYLAND_DISPLAY") != ""
	}
	switch {
	case where == "over SSH" || where == "in a remote workspace":
		return []finding{warned(name, opener.Command+" would open the page "+where+", not in front of you", remedy, facts...)}
	case !desktop && where != "in WSL":
		return []finding{warned(name, opener.Command+" has no desktop to open a page on", remedy, facts...)}
	}
	return []finding{found(name, opener.Command, facts...)}
}

// checkTimeZones makes sure that local times can be shown.
func (d *visit) checkTimeZones(context.Context) []finding {
	const name = "time zones"
	for _, zone := range []string{"Europe/Lisbon", "Asia/Kolkata", "Pacific/Auckland"} {
		if _, err := time.LoadLocation(zone); err != nil {
			return []finding{failed(name, fmt.Errorf("look up %s: %w", zone, err))}
		}
	}
	if zone := strings.TrimPrefix(d.app.env.Getenv("TZ"), ":"); zone != "" && !filepath.IsAbs(zone) {
		if _, err := time.LoadLocation(zone); err != nil {
			return []finding{warned(name, "TZ is "+quoteArg(zone)+", which is no time zone; UTC is used instead",
				"set TZ to a name such as Europe/Lisbon, or unset it")}
		}
	}
	return []finding{found(name, "known")}
}

// checkState tries in the state directory what commands do there, with a file
// of its own that goes again.
func (d *visit) checkState(context.Context) []finding {
	const name = "state"
	var findings []finding
	dirs := []string{d.cfg.StateDir()}
	if lock := d.cfg.LockDir(); !strings.HasPrefix(lock, dirs[0]+string(filepath.Separator)) {
		dirs = append(dirs, lock)
	}
	for _, dir := range dirs {
		facts := []fact{{"directory", dir}}
		if err := tryDirectory(dir); err != nil {
			f := failed(name, err, facts...).or("make it writable for you, or set TRAVEL_STATE_DIR to a directory that is")
			f.text = d.people(f.text)
			findings = append(findings, f)
			continue
		}
		findings = append(findings, found(name, d.people(dir)+" can be written, and file locks work", facts...))
	}
	return findings
}

// tryDirectory writes and locks a file in the directory, or in the nearest one
// above that exists, where a command would make it.
func tryDirectory(dir string) error {
	at := dir
	for {
		info, err := os.Stat(at)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is not a directory", at)
		}
		if err == nil || filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	f, err := os.CreateTemp(at, ".travel-doctor-*")
	if err != nil {
		return fmt.Errorf("write in %s: %w", at, errors.Unwrap(err))
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString("travel doctor was here\n"); err != nil {
		_ = f.Close()
		return fmt.Errorf("write in %s: %w", at, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write in %s: %w", at, err)
	}
	return tryLock(f.Name())
}

// tryLock makes sure that a lock keeps a second one out: some network drives
// say yes to both.
func tryLock(path string) error {
	first, second := flock.New(path), flock.New(path)
	defer first.Close()
	defer second.Close()
	got, err := first.TryLock()
	if err != nil || !got {
		return fmt.Errorf("lock a file in %s: %w", filepath.Dir(path), errors.Join(err))
	}
	if got, _ := second.TryLock(); got {
		return fmt.Errorf("file locks in %s do not keep others out; two commands at once could lose the login", filepath.Dir(path))
	}
	return nil
}

// checkVersion tells which program this is.
func (d *visit) checkVersion(context.Context) []finding {
	b := d.app.env.Build
	text := b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit[:min(len(b.Commit), 12)]
	}
	return []finding{found("version", text, fact{"version", b.Version}, fact{"commit", b.Commit}, fact{"date", b.Date},
		fact{"go", runtime.Version()}, fact{"platform", runtime.GOOS + "/" + runtime.GOARCH})}
}
