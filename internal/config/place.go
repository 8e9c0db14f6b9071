package config

import (
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// What names the directories of settings and of state.
const (
	configVariable = "TRAVEL_CONFIG_DIR"
	stateVariable  = "TRAVEL_STATE_DIR"
)

// PlaceError says that a directory in which something is to be kept is not known or takes nothing.
type PlaceError struct {
	Dir  string // or the file; "" where there is no home directory to have it in
	Err  error  // what the system says of it; nil where there is no home directory
	home string // the variable that names the home directory
	own  string // those that name this directory, and what else has no place without a home
}

func (e *PlaceError) Error() string {
	if e.Dir == "" {
		return "there is no home directory"
	}
	return e.Dir + " cannot be written: " + store.Why(e.Err)
}

// Unwrap gives what the system says.
func (e *PlaceError) Unwrap() error { return e.Err }

// Class is Usage for a home directory that is not named, and Local for a disk.
func (e *PlaceError) Class() problem.Class {
	if e.Dir == "" {
		return problem.Usage
	}
	return problem.Local
}

// Advice is what to set, or what to do for the directory.
func (e *PlaceError) Advice() string {
	switch {
	case e.Dir == "":
		return "set " + e.home + ", or " + e.own + ", to an absolute path"
	case store.Full(e.Err):
		return "free some space on that disk, or set " + e.own + " to a directory on another one"
	}
	return "make it writable for you, or set " + e.own + " to a directory that is"
}

// homeless says that there is no home directory, and names at once all that would have been below it.
func (p paths) homeless() *PlaceError {
	e := &PlaceError{home: "HOME"}
	if p.goos == "windows" {
		e.home = "USERPROFILE"
	}
	var names []string
	if p.config == "" {
		names = append(names, configVariable)
	}
	if p.state == "" {
		names = append(names, stateVariable)
	}
	e.own = strings.Join(names, " and ")
	return e
}

// NeedState is the error of what cannot do without the state directory, nil where there is one.
func (c *Config) NeedState() error {
	if c.paths.state == "" {
		return c.paths.homeless()
	}
	return nil
}

// Unkept is the *PlaceError of what could not be written below the state directory because there is none
// or because it takes nothing; nil for every other error.
func (c *Config) Unkept(err error) error {
	if c.paths.state == "" {
		return c.paths.homeless()
	}
	if !store.Refused(err) {
		return nil
	}
	return &PlaceError{Dir: c.paths.state, Err: err, own: stateVariable}
}
