package main

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"travel.example/travel/internal/render"
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// terminal returns the properties of a stream without querying it: a terminal that does not answer must not make
// anyone wait.
func terminal(f *os.File) render.Terminal {
	t := described(runtime.GOOS, os.Getenv)
	if !isTerminal(f) {
		t.TTY, t.Color, t.Links = false, forcesColor(os.Getenv), false
		return t
	}
	t.Width, t.Height, _ = term.GetSize(int(f.Fd())) // render has its own defaults
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); t.Width == 0 && err == nil {
		t.Width = columns
	}
	return t
}

// described returns the properties of a terminal according to the environment. Any value of NO_COLOR but the empty one
// turns colors off, as on no-color.org.
func described(goos string, env func(string) string) render.Terminal {
	dumb := isDumb(goos, env)
	return render.Terminal{
		TTY: true, Dumb: dumb, Unicode: isUnicode(goos, env), Links: showsLinks(goos, env),
		Color:      env("NO_COLOR") == "" && !dumb && env("CLICOLOR") != "0" || forcesColor(env),
		ManyColors: strings.Contains(env("TERM"), "256color") || env("COLORTERM") != "" || env("WT_SESSION") != "",
	}
}

// windowSize returns the size of the terminal that shows the answer or the live view.
func windowSize() (width, height int) {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil {
			return width, height
		}
	}
	return 0, 0
}

// isDumb depends on TERM: a terminal without a known type is assumed to support nothing. Windows has no TERM.
func isDumb(goos string, env func(string) string) bool {
	name := env("TERM")
	return name == "dumb" || name == "" && goos != "windows"
}

func forcesColor(env func(string) string) bool { return env("CLICOLOR_FORCE") == "1" }

// showsLinks depends on the environment variables of terminals that are known to show hyperlinks. Multiplexers do
// not say which terminal they run in, so they count as not showing them. FORCE_HYPERLINK overrides it.
func showsLinks(goos string, env func(string) string) bool {
	if force := env("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	name := env("TERM")
	if env("NO_HYPERLINK") != "" || isDumb(goos, env) || env("TMUX") != "" || env("STY") != "" {
		return false
	}
	if vte, err := strconv.Atoi(env("VTE_VERSION")); err == nil {
		return vte > 5000 // 0.50.0 crashed on them
	}
	switch env("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio", "WarpTerminal":
		return true
	}
	switch name {
	case "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "wezterm":
		return true
	}
	return env("WT_SESSION") != "" || env("KONSOLE_VERSION") != "" || env("DOMTERM") != ""
}

// isUnicode depends on the locale variables in their POSIX order. Without any, a UTF-8 terminal is assumed.
func isUnicode(goos string, env func(string) string) bool {
	if goos == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(env(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return env("TERM") != "linux"
}

// inContainer checks for the files that the usual tools create in a container.
func inContainer() bool {
	for _, name := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}
