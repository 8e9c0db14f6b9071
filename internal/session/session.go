// Package session tells which terminal a process belongs to, or which job without one, so that what
// was listed in one is not counted in another. It asks the system and prints nothing.
package session

import (
	"os"
	"strings"
)

// A Session is one window of a terminal, or one job without a terminal.
type Session struct {
	// Key tells it from every other one of this computer, earlier boots included; "" when the system
	// does not say.
	Key string
	// Terminal says that it has a controlling terminal, wherever its streams lead.
	Terminal bool
}

// words are the parts of a key, with what no part holds between.
func words(parts ...string) string { return strings.Join(parts, " ") }

// computer names this computer where the system gives it no better name: the directory of lists may
// be shared with others.
func computer() string {
	name, _ := os.Hostname()
	return name
}
