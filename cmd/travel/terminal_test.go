package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render"
)

// Hyperlinks are written where the terminal is known to show them, and nowhere on a guess.
func TestHyperlinksAreForTerminalsThatShowThem(t *testing.T) {
	for name, test := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"an unknown one":          {map[string]string{"TERM": "xterm-256color"}, false},
		"kitty":                   {map[string]string{"TERM": "xterm-kitty"}, true},
		"a program":               {map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, true},
		"VTE":                     {map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7402"}, true},
		"VTE before hyperlinks":   {map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "4800"}, false},
		"inside a multiplexer":    {map[string]string{"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, false},
		"asked for":               {map[string]string{"TERM": "screen", "TMUX": "/tmp/x", "FORCE_HYPERLINK": "1"}, true},
		"asked not to":            {map[string]string{"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, false},
		"asked not to, otherwise": {map[string]string{"TERM": "xterm-kitty", "NO_HYPERLINK": "1"}, false},
		"dumb":                    {map[string]string{"TERM": "dumb", "TERM_PROGRAM": "vscode"}, false},
		"one that says nothing":   {map[string]string{"TERM_PROGRAM": "vscode", "VTE_VERSION": "7402"}, false},
	} {
		if got := showsLinks("linux", in(test.env)); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func in(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// A terminal that says nothing of itself obeys nothing, but on Windows, where none does.
func TestATerminalIsWhatTheEnvironmentOfItsSystemSays(t *testing.T) {
	plain := render.Terminal{TTY: true, Unicode: true}
	dumb, colour := plain, plain
	dumb.Dumb, colour.Color = true, true
	many := colour
	many.ManyColors = true
	linked := many
	linked.Links = true
	for name, test := range map[string]struct {
		goos string
		env  map[string]string
		want render.Terminal
	}{
		"Linux":                         {"linux", map[string]string{"TERM": "xterm", "LANG": "en_GB.UTF-8"}, colour},
		"Linux without colour":          {"linux", map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, plain},
		"Linux with colour against all": {"linux", map[string]string{"TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": "1"}, colour},
		"Linux in another encoding":     {"linux", map[string]string{"TERM": "xterm", "LC_ALL": "C", "LANG": "en_GB.UTF-8"}, render.Terminal{TTY: true, Color: true}},
		"Linux's own console":           {"linux", map[string]string{"TERM": "linux"}, render.Terminal{TTY: true, Color: true}},
		"Linux, dumb":                   {"linux", map[string]string{"TERM": "dumb"}, dumb},
		"Linux, not set":                {"linux", nil, dumb},
		"macOS, Terminal":               {"darwin", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, many},
		"macOS, iTerm2":                 {"darwin", map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, linked},
		"macOS, not set":                {"darwin", nil, dumb},
		"Windows, the old console":      {"windows", nil, colour},
		"Windows, without colour":       {"windows", map[string]string{"NO_COLOR": "1"}, plain},
		"Windows, dumb":                 {"windows", map[string]string{"TERM": "dumb"}, dumb},
		"Windows Terminal":              {"windows", map[string]string{"WT_SESSION": "8b6a"}, linked},
		"Windows, an editor":            {"windows", map[string]string{"TERM_PROGRAM": "vscode", "LC_ALL": "C"}, func() render.Terminal { t := linked; t.ManyColors = false; return t }()},
	} {
		if diff := cmp.Diff(test.want, described(test.goos, in(test.env))); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", name, diff)
		}
	}
}
