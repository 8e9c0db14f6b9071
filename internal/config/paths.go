package config

import (
	"path/filepath"
	"strings"
)

// Input is the world a configuration is read from. Nothing else is looked at,
// and the working directory never.
type Input struct {
	Getenv  func(string) string
	Flags   map[string]string // settings given as flags, by key; an empty one goes back to the default
	Profile string            // --profile, may be empty
	Home    string            // the user's home directory, absolute
	GOOS    string            // runtime.GOOS
}

// paths are where the program keeps its files for this user.
type paths struct {
	config string // directory of config.yaml
	state  string // what was listed last, the sandbox's key
	lock   string // locks around the login
}

// findPaths follows TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, else the convention
// of the operating system: XDG base directories on Linux and the like,
// Application Support on macOS, AppData on Windows.
func findPaths(in Input) (paths, error) {
	config, state := defaultDirs(in)
	lock := state
	var err *Error
	if config, err = dirFrom(in, config, "TRAVEL_CONFIG_DIR", "XDG_CONFIG_HOME", "APPDATA"); err != nil {
		return paths{}, err
	}
	if state, err = dirFrom(in, state, "TRAVEL_STATE_DIR", "XDG_STATE_HOME", "LOCALAPPDATA"); err != nil {
		return paths{}, err
	}
	if lock == "" {
		lock = state // no home: nothing better is known
	}
	return paths{config: config, state: state, lock: filepath.Join(lock, "locks")}, nil
}

// defaultDirs are below the home directory, "" without one.
func defaultDirs(in Input) (config, state string) {
	if in.Home == "" || !filepath.IsAbs(in.Home) {
		return "", ""
	}
	switch in.GOOS {
	case "darwin":
		base := filepath.Join(in.Home, "Library", "Application Support", "travel")
		return base, filepath.Join(base, "state")
	case "windows":
		base := filepath.Join(in.Home, "AppData")
		return filepath.Join(base, "Roaming", "travel"), filepath.Join(base, "Local", "travel")
	}
	return filepath.Join(in.Home, ".config", "travel"), filepath.Join(in.Home, ".local", "state", "travel")
}

// dirFrom lets our own variable win over the system's, and that over the default.
// A relative path would follow the working directory: ours is a mistake, the
// system's is ignored, as the XDG specification asks.
func dirFrom(in Input, fallback, own, xdg, windows string) (string, *Error) {
	if dir := in.Getenv(own); dir != "" {
		if !filepath.IsAbs(dir) {
			return "", &Error{Place: own, Reason: "cannot be " + shown(dir), Accepts: "an absolute path"}
		}
		return filepath.Clean(dir), nil
	}
	system := xdg
	switch in.GOOS {
	case "darwin":
		system = ""
	case "windows":
		system = windows
	}
	if system != "" {
		if dir := in.Getenv(system); filepath.IsAbs(dir) {
			return filepath.Join(dir, "travel"), nil
		}
	}
	if fallback == "" {
		return "", &Error{Reason: "there is no home directory; set " + own + " to an absolute path"}
	}
	return fallback, nil
}

// fileName is the name of the file in the directory of the configuration.
const fileName = "config.yaml"

func (p paths) file() string { return filepath.Join(p.config, fileName) }

// forPeople shortens the home directory, as a person writes it.
func forPeople(path, home string) string {
	if home == "" {
		return path
	}
	if rest, ok := strings.CutPrefix(path, filepath.Clean(home)+string(filepath.Separator)); ok {
		return "~" + string(filepath.Separator) + rest
	}
	return path
}
