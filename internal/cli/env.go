// Package cli is the frame of the command line: what every command shares, and no noun. It holds one
// run with its environment and its flags, flags made from the contract's table, printing, exit
// codes, the live view, questions, completion and help.
package cli

import (
	"context"
	"io"
	"time"

	"travel.example/travel/internal/render"
)

// Env is the world outside as main found it, once. Tests fill it by hand.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Environ        func() []string // names and values, as os.Environ has them
	OS             string          // runtime.GOOS
	Home           string          // the user's home directory
	Container      bool            // the process runs in one, as far as it can tell
	Session        string          // names the terminal session, may be empty

	StdinTTY         bool
	OutTerm, ErrTerm render.Terminal
	Size             func() (width, height int) // of the terminal's window now; 0 or a nil func: not known

	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Open func(url string) error                           // opens a browser

	Build Build
}

// Build is what the binary knows of itself.
type Build struct {
	Version string // as in 1.2.0, or "dev"
	Commit  string
	Date    string // of the commit, RFC 3339
}
