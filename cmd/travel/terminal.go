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

// terminal tells what is known of a stream without asking it anything: a
// terminal that does not answer must not make anyone wait.
func terminal(f *os.File) render.Terminal {
	t := render.Terminal{TTY: isTerminal(f), Unicode: isUnicode()}
	if t.TTY {
		t.Width, t.Height, _ = term.GetSize(int(f.Fd())) // render has its own defaults
		if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); t.Width == 0 && err == nil {
			t.Width = columns
		}
	}
	t.Dumb = isDumb(os.Getenv)
	t.Color = t.TTY && wantsColor(os.Getenv) || os.Getenv("CLICOLOR_FORCE") == "1"
	t.ManyColors = manyColors()
	t.Links = t.TTY && showsLinks(os.Getenv)
	return t
}

// windowSize is that of the terminal that the answer or the live view goes to.
func windowSize() (width, height int) {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if width, height, err := term.GetSize(int(f.Fd())); err == nil {
			return width, height
		}
	}
	return 0, 0
}

// isDumb goes by TERM: a terminal that does not say what it obeys obeys nothing. Windows has no TERM.
func isDumb(env func(string) string) bool {
	name := env("TERM")
	return name == "dumb" || name == "" && runtime.GOOS != "windows"
}

// wantsColor follows no-color.org: any value of NO_COLOR but the empty one.
func wantsColor(env func(string) string) bool {
	return env("NO_COLOR") == "" && !isDumb(env) && env("CLICOLOR") != "0"
}

// manyColors goes by what terminals say of themselves in the environment.
func manyColors() bool {
	return strings.Contains(os.Getenv("TERM"), "256color") || os.Getenv("COLORTERM") != "" || os.Getenv("WT_SESSION") != ""
}

// showsLinks goes by what terminals that are known to show hyperlinks say of themselves. Multiplexers
// do not say what is around them, so they count as not. FORCE_HYPERLINK decides where it is set.
func showsLinks(env func(string) string) bool {
	if force := env("FORCE_HYPERLINK"); force != "" {
		return force != "0"
	}
	name := env("TERM")
	if env("NO_HYPERLINK") != "" || isDumb(env) || env("TMUX") != "" || env("STY") != "" {
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

// isUnicode goes by the locale, as POSIX orders its variables. Without any, a
// terminal of today shows UTF-8.
func isUnicode() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := strings.ToLower(os.Getenv(name)); value != "" {
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return os.Getenv("TERM") != "linux"
}

// inContainer goes by the files that the usual tools put into one.
func inContainer() bool {
	for _, name := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}
