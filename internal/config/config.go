// Package config resolves settings: a flag wins over the environment, the environment over the profile, and the
// profile over the default. A profile names one deployment; the built-in one is the sandbox inside the program. The
// working directory is never read.
package config

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/viper"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Sandbox is the name of the built-in profile.
const Sandbox = "sandbox"

// The identity of the sandbox inside the program, which cannot be set.
const (
	embeddedIssuer   = "http://sandbox.localhost"
	embeddedClientID = "travel-cli"
)

// Source is where a value comes from.
type Source string

// The sources, the one that wins first.
const (
	FromFlag    Source = "flag"
	FromEnv     Source = "env"
	FromConfig  Source = "config"
	FromDefault Source = "default"
)

// Setting is a value in effect, and where it was set.
type Setting struct {
	Value  string `json:"value"`
	Source Source `json:"source"`
	Place  string `json:"place,omitempty"` // --currency, TRAVEL_CURRENCY, ~/.config/travel/config.yaml; "" for a default
}

// Input is all that a configuration is read from.
type Input struct {
	Getenv  func(string) string
	Flags   map[string]string // settings given as flags, by key; an empty one goes back to the default
	Profile string            // --profile, may be empty
	New     bool              // that profile may be one that does not exist yet
	Home    string            // the user's home directory, absolute
	GOOS    string            // runtime.GOOS
}

// Config has the settings of one run.
type Config struct {
	Selected Setting  // the profile in use, and where it was chosen
	Profiles []string // all names, with the built-in one, in order
	// StateDir has the files that the program may lose. LockDir has the locks of logins. It is below the home directory
	// whatever the environment says, so that all processes that share a keyring share the locks. Neither need exist;
	// both are "" if there is no home directory and nothing else names one.
	StateDir, LockDir string

	dirs     dirs
	settings map[string]Setting
}

// Load reads the environment and the file. Every error is a [problem.Error]; where a value is wrong, the profile is
// known all the same.
func Load(in Input) (*Config, error) {
	where, err := in.dirs()
	if err != nil {
		return nil, err
	}
	file, _, err := where.read(where.config)
	if err != nil {
		return nil, err
	}
	c := &Config{
		Selected: Setting{Value: Sandbox, Source: FromDefault}, Profiles: file.profiles(),
		StateDir: where.state, LockDir: where.lock, dirs: where,
	}
	variable := in.Getenv("TRAVEL_PROFILE")
	switch {
	case in.Profile != "":
		c.Selected = Setting{in.Profile, FromFlag, "--profile"}
	case variable != "":
		c.Selected = Setting{variable, FromEnv, "TRAVEL_PROFILE"}
	case file.Profile != "":
		c.Selected = Setting{file.Profile, FromConfig, where.place}
	}
	if !slices.Contains(c.Profiles, c.Profile()) && !(in.New && c.Selected.Source == FromFlag) {
		return nil, file.unknown(c.Selected.Place, c.Profile())
	}
	values, _, err := file.settings(c.Profile())
	if err != nil {
		return nil, err
	}
	// viper decides between flags, the environment, the values of the profile and the defaults.
	v := viper.NewWithOptions(viper.KeyDelimiter("::")) // a dot is not a path
	if err := v.MergeConfigMap(values); err != nil {
		return c, mistake(where.place, "cannot be used", "", err)
	}
	c.settings = make(map[string]Setting, len(keys))
	for _, key := range keys {
		v.SetDefault(key.Name, key.Default)
		s := Setting{Source: FromDefault}
		flag, given := in.Flags[key.Name]
		variable := in.Getenv(key.Env())
		switch {
		case given:
			s = Setting{Source: FromFlag, Place: "--" + key.Name}
			v.Set(key.Name, cmp.Or(flag, key.Default)) // an empty flag undoes what the others say
		case variable != "":
			s = Setting{Source: FromEnv, Place: key.Env()}
			v.Set(key.Name, variable)
		case v.InConfig(key.Name):
			s = Setting{Source: FromConfig, Place: where.place}
		}
		value := v.GetString(key.Name)
		if s.Value = key.mean(value); value != key.Default && !key.valid(s.Value) {
			return c, mistake(s.Place, "cannot be "+shown(value), key.Accepts, nil)
		}
		c.settings[key.Name] = s
	}
	if !c.Embedded() {
		return c, nil
	}
	// The embedded sandbox has its own identity. A setting of another deployment is a mistake here, except in the
	// environment, which is set for all profiles at once.
	for _, key := range keys {
		if !key.Deployment || key.Name == "api-url" {
			continue
		}
		s := c.settings[key.Name]
		if s.Value != "" && (s.Source == FromFlag || s.Source == FromConfig) {
			return c, mistake(s.Place, key.Name+" is fixed for the built-in sandbox; set api-url as well", "", nil)
		}
		c.settings[key.Name] = Setting{Source: FromDefault}
	}
	c.settings["issuer"] = Setting{Value: embeddedIssuer, Source: FromDefault}
	c.settings["client-id"] = Setting{Value: embeddedClientID, Source: FromDefault}
	return c, nil
}

// Profile is the name of the profile in use.
func (c *Config) Profile() string { return c.Selected.Value }

// Get returns a setting, or the zero Setting for a name that is not a key.
func (c *Config) Get(key string) Setting { return c.settings[key] }

// Embedded reports whether the deployment is the sandbox inside the program.
func (c *Config) Embedded() bool { return c.settings["api-url"].Value == Embedded }

// StatePath returns a path below the state directory, or "" without one.
func (c *Config) StatePath(names ...string) string {
	if c.StateDir == "" {
		return ""
	}
	return filepath.Join(append([]string{c.StateDir}, names...)...)
}

// NeedState returns an error if there is no state directory.
func (c *Config) NeedState() error {
	if c.StateDir == "" {
		return c.dirs.homeless()
	}
	return nil
}

// Unkept returns why nothing can be written below the state directory: there is none, or it is not writable. It
// returns nil for any other error.
func (c *Config) Unkept(err error) error {
	return cmp.Or(c.NeedState(), unwritable(c.StateDir, stateVariable, err))
}

// The variables that name the directories of settings and of state.
const (
	configVariable = "TRAVEL_CONFIG_DIR"
	stateVariable  = "TRAVEL_STATE_DIR"
)

// dirs has the places of the program's files for this user, "" for those that are not known.
type dirs struct {
	config      string // the settings file
	place       string // the settings file, as messages name it
	state, lock string // directories, as in Config
	goos        string
}

// dirs follows TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, or else the convention of the operating system: XDG base
// directories on Linux and the like, Application Support on macOS, AppData on Windows. A relative path would follow
// the working directory: it is a mistake in our own variables and ignored in the system's, as the XDG specification
// asks.
func (in Input) dirs() (dirs, error) {
	var config, state, system, systemState string
	switch in.GOOS {
	case "darwin":
		config = filepath.Join(in.Home, "Library", "Application Support", "travel")
		state = filepath.Join(config, "state")
	case "windows":
		config = filepath.Join(in.Home, "AppData", "Roaming", "travel")
		state = filepath.Join(in.Home, "AppData", "Local", "travel")
		system, systemState = "APPDATA", "LOCALAPPDATA"
	default:
		config = filepath.Join(in.Home, ".config", "travel")
		state = filepath.Join(in.Home, ".local", "state", "travel")
		system, systemState = "XDG_CONFIG_HOME", "XDG_STATE_HOME"
	}
	if !filepath.IsAbs(in.Home) {
		config, state = "", ""
	}
	lock := state
	for _, named := range []struct {
		dir         *string
		own, system string
	}{{&config, configVariable, system}, {&state, stateVariable, systemState}} {
		if dir := in.Getenv(named.system); filepath.IsAbs(dir) {
			*named.dir = filepath.Join(dir, "travel")
		}
		if dir := in.Getenv(named.own); filepath.IsAbs(dir) {
			*named.dir = filepath.Clean(dir)
		} else if dir != "" {
			return dirs{}, mistake(named.own, "cannot be "+shown(dir), "an absolute path", nil)
		}
	}
	d := dirs{state: state, goos: in.GOOS}
	if lock = cmp.Or(lock, state); lock != "" {
		d.lock = filepath.Join(lock, "locks")
	}
	if config != "" {
		d.config = filepath.Join(config, "config.yaml")
		d.place = words.TildePath(in.Home, d.config)
	}
	return d, nil
}

// homeless returns the error for a missing home directory, which names all variables that would replace it.
func (d dirs) homeless() error {
	names := []string{configVariable, stateVariable}
	if d.config != "" {
		names = names[1:]
	} else if d.state != "" {
		names = names[:1]
	}
	home := "HOME"
	if d.goos == "windows" {
		home = "USERPROFILE"
	}
	return problem.Error{
		Class: problem.Usage, Text: "there is no home directory",
		Hint: "set " + home + ", or " + strings.Join(names, " and ") + ", to an absolute path",
	}
}

// unwritable returns the error for a file or directory that is not writable, whose hint names the variable for another
// place, or nil for an error of another kind.
func unwritable(path, variable string, err error) error {
	hint := "make it writable for you, or set " + variable + " to a directory that is"
	if store.Full(err) {
		hint = "free some space on that disk, or set " + variable + " to a directory on another one"
	} else if !store.Denied(err) {
		return nil
	}
	return problem.Error{Class: problem.Local, Text: path + " cannot be written: " + store.Why(err), Hint: hint, Err: err}
}
