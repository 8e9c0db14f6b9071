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
	"travel.example/travel/internal/child"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// tilde abbreviates the home directory in a text.
func (c *checker) tilde(text string) string { return words.TildePath(c.Input.Home, text) }

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
	if where := c.where(); where != "" {
		parts = append(parts, where)
	}
	text := strings.Join(parts, ", ")
	switch {
	case term.Width > 0 && term.Width < 60:
		return warned(text, "make the window 60 columns wide; tables are drawn for that and more", facts...)
	case !term.Unicode:
		return warned(text, "for names as they are written, set LANG to a UTF-8 locale such as C.UTF-8", facts...)
	}
	return found(text, facts...)
}

// where says in which remote or virtual environment the program runs, or returns "".
func (c *checker) where() string {
	switch {
	case c.firstSet("CODESPACES", "REMOTE_CONTAINERS") != "":
		return "in a remote workspace"
	case c.firstSet("SSH_CONNECTION", "SSH_TTY") != "":
		return "over SSH"
	case c.firstSet("WSL_DISTRO_NAME", "WSL_INTEROP") != "":
		return "in WSL"
	case c.Container || c.firstSet("container", "KUBERNETES_SERVICE_HOST") != "":
		return "in a container"
	}
	return ""
}

// firstSet returns the first of some variables that is set, or "".
func (c *checker) firstSet(names ...string) string {
	for _, name := range names {
		if c.Input.Getenv(name) != "" {
			return name
		}
	}
	return ""
}

// checkBrowser reports which program would open a page, and whether there is a desktop to open it on. It opens nothing.
func checkBrowser(c *checker) []Finding {
	remedy := c.Words(problem.Do("sign in with", "login").Set("noBrowser"))
	opener, _, err := loopback.FindOpener(c.Input.GOOS, c.Input.Getenv, child.Find, "")
	facts := []Fact{{"command", opener.Command}, {"path", opener.Path}, {"chosen", opener.Chosen}, {"where", c.where()}}
	if err != nil {
		return warned(err.Error(), remedy, facts...)
	}
	if opener.Chosen {
		return found("$BROWSER runs "+opener.Command, facts...)
	}
	where := c.where()
	desktop := c.Input.GOOS == "windows" || c.Input.GOOS == "darwin" || c.firstSet("DISPLAY", "WAYLAND_DISPLAY") != ""
	switch {
	case where == "over SSH" || where == "in a remote workspace":
		return warned(opener.Command+" would open the page "+where+", not in front of you", remedy, facts...)
	case !desktop && where != "in WSL":
		return warned(opener.Command+" has no desktop to open a page on", remedy, facts...)
	}
	return found(opener.Command, facts...)
}

// checkTimeZones checks TZ only: the names of the time zones are built into the program.
func checkTimeZones(c *checker) []Finding {
	if zone := strings.TrimPrefix(c.Input.Getenv("TZ"), ":"); zone != "" && !filepath.IsAbs(zone) {
		if _, err := time.LoadLocation(zone); err != nil {
			return warned("TZ is "+words.Quote(zone)+", which is not a time zone; UTC is used instead",
				"set TZ to a name such as Europe/Lisbon, or unset it")
		}
	}
	return found("known")
}

// checkState tries to write and to lock a temporary file in the state directory.
func checkState(c *checker) []Finding {
	if err := c.cfg.NeedState(); err != nil {
		return warned(err.Error()+", so lists and logins are not kept", c.advice(err))
	}
	state, lock := c.cfg.StateDir, deployment.LockDir(c.cfg)
	var findings []Finding
	for _, dir := range []string{state, lock} {
		if dir == lock && strings.HasPrefix(lock, state+string(filepath.Separator)) {
			break
		}
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

// tryLock checks that a lock excludes a second one: some network drives grant both.
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

func checkVersion(c *checker) []Finding {
	b := c.Build
	text := b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit[:min(len(b.Commit), 12)]
	}
	return found(text, Fact{"version", b.Version}, Fact{"commit", b.Commit}, Fact{"date", b.Date},
		Fact{"go", runtime.Version()}, Fact{"platform", runtime.GOOS + "/" + runtime.GOARCH})
}

// checkFiles looks for files of ours that others can read or change, and for files in the working directory that look
// like settings but are not read: unpacking an archive or cloning a repository must not redirect anyone.
func checkFiles(c *checker) []Finding {
	const mayWrite, mayRead = 0o022, 0o077 // permission bits of others than the owner
	type entry struct {
		path string
		bits os.FileMode
		what string
	}
	var entries []entry
	own := ""
	if file, err := config.OpenFile(c.Input); err == nil {
		const other = "anyone who changes it chooses the service you talk to"
		own = file.Path()
		entries = append(entries, entry{filepath.Dir(own), mayWrite, other}, entry{own, mayWrite, other})
	}
	if c.cfg != nil {
		entries = append(entries,
			entry{c.cfg.StateDir, mayRead, "it holds what you looked for"},
			entry{deployment.SandboxKey(c.cfg), mayRead, "it is the key of the built-in sandbox"})
	}
	entries = append(entries, entry{c.Input.Getenv("TRAVEL_DEBUG"), mayRead, "it holds what you looked for"})
	var findings []Finding
	for _, e := range entries {
		info, err := os.Stat(e.path)
		if err != nil || !store.Exposed(c.Input.GOOS, info.Mode(), e.bits) {
			continue
		}
		verb, bits := "read", "go="
		if e.bits == mayWrite {
			verb, bits = "change", "go-w"
		}
		mode := fmt.Sprintf("%04o", info.Mode().Perm())
		findings = append(findings, warned("others can "+verb+" "+c.tilde(e.path)+" (mode "+mode+"): "+e.what,
			"run: chmod "+bits+" "+words.Shell(e.path), Fact{"path", e.path}, Fact{"mode", mode})...)
	}
	for _, likely := range []struct{ names, holds string }{
		{"travel.yaml travel.yml travel.json travel.toml", ""},
		{".travel .travel.yaml .travel.yml .travel.json .travel.toml", ""},
		{".travelrc .travelrc.yaml .travelrc.yml .travelrc.json .travelrc.toml", ""},
		{"config.yaml config.yml config.json config.toml", "api-url"}, // names that many programs use
		{".env .envrc", "TRAVEL_"},
	} {
		for base := range strings.FieldsSeq(likely.names) {
			path, err := filepath.Abs(base)
			if err != nil || path == own {
				continue
			}
			text, err := store.ReadUpTo(path, 64<<10) // more is not needed of a file that is not ours
			if err != nil || !strings.Contains(string(text), likely.holds) {
				continue
			}
			findings = append(findings, warned(base+" in this directory is not read: the working directory never is",
				c.Words(problem.Do("make settings with", "config.set")), Fact{"file", base})...)
		}
	}
	if len(findings) > 0 {
		return findings
	}
	return found("only you can read or change the files of travel")
}
