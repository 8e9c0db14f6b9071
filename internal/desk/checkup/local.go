package checkup

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// tilde shortens the home directory in a text, as a person writes it.
func (c *checker) tilde(text string) string { return words.TildePath(c.Input.Home, text) }

// checkTerminal tells what the screens are drawn for.
func checkTerminal(c *checker) []Finding {
	term := c.Terminal
	facts := []Fact{{"terminal", term.TTY}, {"columns", term.Width}, {"color", term.Colour}, {"unicode", term.Unicode}}
	if !term.TTY {
		return found("none on stdout: answers are tab-separated lines, whole", facts...)
	}
	parts := []string{"a width that is not known, 80 columns assumed", "no color", "ASCII"}
	if term.Width > 0 {
		parts[0] = fmt.Sprintf("%d columns", term.Width)
	}
	if term.Colour {
		parts[1] = "color"
	}
	if term.Unicode {
		parts[2] = "Unicode"
	}
	text := strings.Join(parts, ", ")
	if where := c.where(); where != "" {
		text += ", " + where
	}
	switch {
	case term.Width > 0 && term.Width < 60:
		return warned(text, "make the window 60 columns wide; tables are drawn for that and more", facts...)
	case !term.Unicode:
		return warned(text, "for names as they are written, set LANG to a UTF-8 locale such as C.UTF-8", facts...)
	}
	return found(text, facts...)
}

// where says what stands between this program and the person's own desktop.
func (c *checker) where() string {
	switch {
	case firstSet(c.Input.Getenv, "CODESPACES", "REMOTE_CONTAINERS") != "":
		return "in a remote workspace"
	case firstSet(c.Input.Getenv, "SSH_CONNECTION", "SSH_TTY") != "":
		return "over SSH"
	case firstSet(c.Input.Getenv, "WSL_DISTRO_NAME", "WSL_INTEROP") != "":
		return "in WSL"
	case c.Container || firstSet(c.Input.Getenv, "container", "KUBERNETES_SERVICE_HOST") != "":
		return "in a container"
	}
	return ""
}

// checkBrowser tells which program would open a page, and whether it has a
// screen to open it on. It opens nothing.
func checkBrowser(c *checker) []Finding {
	remedy := c.Words(problem.Do("sign in with", "login").Set("noBrowser"))
	opener, err := loopback.FindOpener()
	facts := []Fact{{"command", opener.Command}, {"path", opener.Path}, {"chosen", opener.Chosen}, {"where", c.where()}}
	if err != nil {
		return warned(err.Error(), remedy, facts...)
	}
	if opener.Chosen {
		return found("$BROWSER runs "+opener.Command, facts...)
	}
	where, desktop := c.where(), true
	if c.Input.GOOS != "windows" && c.Input.GOOS != "darwin" {
		desktop = firstSet(c.Input.Getenv, "DISPLAY", "WAYLAND_DISPLAY") != ""
	}
	switch {
	case where == "over SSH" || where == "in a remote workspace":
		return warned(opener.Command+" would open the page "+where+", not in front of you", remedy, facts...)
	case !desktop && where != "in WSL":
		return warned(opener.Command+" has no desktop to open a page on", remedy, facts...)
	}
	return found(opener.Command, facts...)
}

// checkTimeZones makes sure that local times can be shown.
func checkTimeZones(c *checker) []Finding {
	for _, zone := range []string{"Europe/Lisbon", "Asia/Kolkata", "Pacific/Auckland"} {
		if _, err := time.LoadLocation(zone); err != nil {
			return c.failed(fmt.Errorf("look up %s: %w", zone, err))
		}
	}
	if zone := strings.TrimPrefix(c.Input.Getenv("TZ"), ":"); zone != "" && !filepath.IsAbs(zone) {
		if _, err := time.LoadLocation(zone); err != nil {
			return warned("TZ is "+words.Quote(zone)+", which is not a time zone; UTC is used instead",
				"set TZ to a name such as Europe/Lisbon, or unset it")
		}
	}
	return found("known")
}

// checkState tries in the state directory what commands do there, with a file
// of its own that goes again.
func checkState(c *checker) []Finding {
	if err := c.cfg.NeedState(); err != nil {
		return warned(err.Error()+", so lists and logins are not kept", c.Words(c.Advise(err)...))
	}
	dirs := []string{c.cfg.StateDir()}
	if lock := deployment.LockDir(c.cfg); !strings.HasPrefix(lock, dirs[0]+string(filepath.Separator)) {
		dirs = append(dirs, lock)
	}
	var findings []Finding
	for _, dir := range dirs {
		fact := Fact{"directory", dir}
		if err := store.Try(dir, tryLock); err != nil {
			f := c.failed(cmp.Or(c.cfg.Unkept(err), err), fact)[0]
			f.Text = c.tilde(err.Error())
			findings = append(findings, f)
			continue
		}
		findings = append(findings, found(c.tilde(dir)+" can be written, and file locks work", fact)...)
	}
	return findings
}

// tryLock makes sure that a lock keeps a second one out: some network drives say yes to both.
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
func checkVersion(c *checker) []Finding {
	b := c.Build
	text := b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit[:min(len(b.Commit), 12)]
	}
	return found(text, Fact{"version", b.Version}, Fact{"commit", b.Commit}, Fact{"date", b.Date},
		Fact{"go", runtime.Version()}, Fact{"platform", runtime.GOOS + "/" + runtime.GOARCH})
}

// Permission bits of others than the owner.
const (
	mayWrite = 0o022
	mayRead  = 0o077
)

// maxDotenv bounds what is read of a file that is not ours.
const maxDotenv = 64 << 10

// checkFiles looks for files of ours that others can read or change, and for
// files that look like ours and are not read.
func checkFiles(c *checker) []Finding {
	if findings := append(c.loose(), c.unread()...); len(findings) > 0 {
		return findings
	}
	return found("only you can read or change the files of travel")
}

// loose finds files and directories that are open to others than their owner.
func (c *checker) loose() []Finding {
	type entry struct {
		path string
		bits os.FileMode
		what string
	}
	var entries []entry
	if file, err := config.OpenFile(c.Input); err == nil {
		const other = "anyone who changes it chooses the service you talk to"
		entries = append(entries, entry{filepath.Dir(file.Path()), mayWrite, other}, entry{file.Path(), mayWrite, other})
	}
	if c.cfg != nil {
		state := c.cfg.StateDir()
		entries = append(entries,
			entry{state, mayRead, "it holds what you looked for"},
			entry{deployment.SandboxKey(c.cfg), mayRead, "it is the key of the built-in sandbox"})
	}
	entries = append(entries, entry{c.Input.Getenv("TRAVEL_DEBUG"), mayRead, "it holds what you looked for"})
	var findings []Finding
	for _, e := range entries {
		info, err := os.Stat(e.path)
		if err != nil || c.Input.GOOS == "windows" || info.Mode().Perm()&e.bits == 0 {
			continue // Windows keeps the user's profile private by its access list
		}
		verb, bits := "read", "go="
		if e.bits == mayWrite {
			verb, bits = "change", "go-w"
		}
		text := fmt.Sprintf("others can %s %s (mode %04o): %s", verb, c.tilde(e.path), info.Mode().Perm(), e.what)
		findings = append(findings, warned(text, "run: chmod "+bits+" "+words.Shell(e.path),
			Fact{"path", e.path}, Fact{"mode", fmt.Sprintf("%04o", info.Mode().Perm())})...)
	}
	return findings
}

// unread finds files in the working directory that look as if they were read.
// Anyone who unpacks an archive or clones a repository must not be led elsewhere.
func (c *checker) unread() (findings []Finding) {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	own := ""
	if file, err := config.OpenFile(c.Input); err == nil {
		own = file.Path()
	}
	for _, likely := range []struct{ names, holds string }{
		{"travel.yaml travel.yml travel.json travel.toml", ""},
		{".travel .travel.yaml .travel.yml .travel.json .travel.toml", ""},
		{".travelrc .travelrc.yaml .travelrc.yml .travelrc.json .travelrc.toml", ""},
		{"config.yaml config.yml config.json config.toml", "api-url"}, // names that many programs use
		{".env .envrc", "TRAVEL_"},
	} {
		for base := range strings.FieldsSeq(likely.names) {
			path := filepath.Join(dir, base)
			info, err := os.Stat(path)
			if err != nil || !info.Mode().IsRegular() || path == own {
				continue
			}
			if likely.holds != "" {
				if info.Size() > maxDotenv {
					continue
				}
				if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), likely.holds) {
					continue
				}
			}
			findings = append(findings, warned(base+" in this directory is not read: the working directory never is",
				c.Words(problem.Do("make settings with", "config.set")), Fact{"file", base})...)
		}
	}
	return findings
}
