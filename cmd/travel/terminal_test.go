package main

import (
	"runtime"
	"testing"
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
		"one that says nothing":   {map[string]string{"TERM_PROGRAM": "vscode", "VTE_VERSION": "7402"}, runtime.GOOS == "windows"},
	} {
		if got := showsLinks(func(key string) string { return test.env[key] }); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

func TestATerminalThatSaysNothingIsDumb(t *testing.T) {
	windows := runtime.GOOS == "windows"
	for name, test := range map[string]struct {
		env         map[string]string
		dumb, color bool
	}{
		"a terminal":     {map[string]string{"TERM": "xterm"}, false, true},
		"without colour": {map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false, false},
		"dumb":           {map[string]string{"TERM": "dumb", "COLORTERM": "truecolor"}, true, false},
		"empty":          {map[string]string{"TERM": "", "COLORTERM": "truecolor"}, !windows, windows},
		"not set":        {nil, !windows, windows},
	} {
		env := func(key string) string { return test.env[key] }
		if dumb, color := isDumb(env), wantsColor(env); dumb != test.dumb || color != test.color {
			t.Errorf("%s: dumb %t, colour %t", name, dumb, color)
		}
	}
}
