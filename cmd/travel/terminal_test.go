package main

import "testing"

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
		"VTE before hyperlinks":   {map[string]string{"VTE_VERSION": "4800"}, false},
		"inside a multiplexer":    {map[string]string{"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, false},
		"asked for":               {map[string]string{"TERM": "screen", "TMUX": "/tmp/x", "FORCE_HYPERLINK": "1"}, true},
		"asked not to":            {map[string]string{"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}, false},
		"asked not to, otherwise": {map[string]string{"TERM": "xterm-kitty", "NO_HYPERLINK": "1"}, false},
		"dumb":                    {map[string]string{"TERM": "dumb", "TERM_PROGRAM": "vscode"}, false},
	} {
		if got := showsLinks(func(key string) string { return test.env[key] }); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
