// Package config finds out what holds: a flag before the environment, the environment before the
// profile, the profile before the default. A profile names one deployment; the built-in one is the
// sandbox inside the program. The working directory is never read.
package config

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/viper"
)

// Sandbox is the name of the built-in profile.
const Sandbox = "sandbox"

// What the sandbox inside the program is known by; it cannot be set.
const (
	embeddedIssuer   = "http://sandbox.localhost"
	embeddedClientID = "travel-cli"
)

// Source says which rank of the precedence a value comes from.
type Source string

// The ranks, highest first.
const (
	FromFlag    Source = "flag"
	FromEnv     Source = "env"
	FromConfig  Source = "config"
	FromDefault Source = "default"
)

// Setting is a value that holds, and where it was set.
type Setting struct {
	Value  string
	Source Source
	Place  string // as in --currency, TRAVEL_CURRENCY, ~/.config/travel/config.yaml; "" for a default
}

// Config is what holds for one run.
type Config struct {
	paths    paths
	place    string // the file as a person knows it
	profile  Setting
	profiles []string
	settings map[string]Setting
}

// Load reads the environment and the file. Every error is an *Error.
func Load(in Input) (*Config, error) {
	where, err := findPaths(in)
	if err != nil {
		return nil, err
	}
	place := forPeople(where.file(), in.Home)
	doc, err := readDocument(where.file(), place)
	if err != nil {
		return nil, err
	}
	c := &Config{paths: where, place: place, profiles: allProfiles(doc)}
	if c.profile, err = chooseProfile(in, doc); err != nil {
		return nil, err
	}
	file, err := doc.settings(c.profile.Value)
	if err != nil {
		return nil, err
	}
	return c, c.merge(in, file)
}

// allProfiles is the built-in profile and those of the file, by name.
func allProfiles(doc *document) []string {
	names := append(doc.names(), Sandbox)
	slices.Sort(names)
	return slices.Compact(names)
}

func chooseProfile(in Input, doc *document) (Setting, error) {
	chosen := Setting{Value: Sandbox, Source: FromDefault}
	line := 0
	if name, at := doc.selected(); name != "" {
		chosen, line = Setting{name, FromConfig, doc.place}, at
	}
	if name := in.Getenv("TRAVEL_PROFILE"); name != "" {
		chosen, line = Setting{name, FromEnv, "TRAVEL_PROFILE"}, 0
	}
	if in.Profile != "" {
		chosen, line = Setting{in.Profile, FromFlag, "--profile"}, 0
	}
	if known := allProfiles(doc); !slices.Contains(known, chosen.Value) && !(in.New && chosen.Source == FromFlag) {
		bad := &Error{Reason: "profile " + shown(chosen.Value) + " does not exist", Accepts: strings.Join(known, ", ")}
		return Setting{}, bad.at(chosen.Place, line)
	}
	return chosen, nil
}

// merge lets viper decide the precedence and notes who won.
func (c *Config) merge(in Input, file map[string]string) error {
	// A dot in a key would be a path; keys have none, values are not touched.
	v := viper.NewWithOptions(viper.KeyDelimiter("::"))
	fromFile := make(map[string]any, len(file))
	for name, value := range file {
		fromFile[name] = value
	}
	if err := v.MergeConfigMap(fromFile); err != nil {
		return &Error{Place: c.place, Reason: "cannot be used", Err: err}
	}
	c.settings = make(map[string]Setting, len(keys))
	for _, key := range keys {
		v.SetDefault(key.Name, key.Default)
		given, err := override(in, key)
		if err != nil {
			return err
		}
		if given.Source != "" {
			v.Set(key.Name, given.Value)
		} else if v.InConfig(key.Name) {
			given = Setting{Source: FromConfig, Place: c.place}
		} else {
			given = Setting{Source: FromDefault}
		}
		given.Value = v.GetString(key.Name)
		if key.meant != nil && given.Value != "" {
			given.Value = key.meant(given.Value)
		}
		c.settings[key.Name] = given
	}
	return c.fixSandbox()
}

// override is what flag or environment say of a key, the zero Setting when neither does.
func override(in Input, key Key) (Setting, error) {
	s := Setting{Value: in.Getenv(key.Env()), Source: FromEnv, Place: key.Env()}
	if value, ok := in.Flags[key.Name]; ok {
		s = Setting{Value: value, Source: FromFlag, Place: "--" + key.Name}
		if value == "" {
			s.Value = key.Default // an empty flag undoes what the others say
			return s, nil
		}
	}
	if s.Value == "" {
		return Setting{}, nil
	}
	if bad := key.check(s.Value); bad != nil {
		bad.Key = ""
		return Setting{}, bad.at(s.Place, 0)
	}
	return s, nil
}

// fixSandbox gives the embedded sandbox its own identity. What is said of another deployment is a
// mistake here, except in the environment, which is set for all profiles at once.
func (c *Config) fixSandbox() error {
	if !c.Embedded() {
		return nil
	}
	for _, key := range keys {
		if !key.deployment || key.Name == "api-url" {
			continue
		}
		s := c.settings[key.Name]
		if s.Value != "" && (s.Source == FromFlag || s.Source == FromConfig) {
			return &Error{Place: s.Place, Key: key.Name, Reason: "is fixed for the built-in sandbox; set api-url as well"}
		}
		c.settings[key.Name] = Setting{Source: FromDefault}
	}
	c.settings["issuer"] = Setting{Value: embeddedIssuer, Source: FromDefault}
	c.settings["client-id"] = Setting{Value: embeddedClientID, Source: FromDefault}
	return nil
}

// Profile is the name of the profile in use.
func (c *Config) Profile() string { return c.profile.Value }

// Selected is the profile in use and who chose it.
func (c *Config) Selected() Setting { return c.profile }

// Profiles are the names there are, the built-in one among them, in order.
func (c *Config) Profiles() []string { return slices.Clone(c.profiles) }

// Get is the setting that holds. A name that is not a key gives the zero Setting.
func (c *Config) Get(key string) Setting { return c.settings[key] }

// Embedded tells whether the deployment is the sandbox inside the program.
func (c *Config) Embedded() bool { return c.settings["api-url"].Value == Embedded }

// File is the configuration file, which need not exist; "" where there is no home directory.
func (c *Config) File() string { return c.paths.file() }

// StateDir is where the program keeps what it may lose. It need not exist; "" where there is no home
// directory and nothing else names one.
func (c *Config) StateDir() string { return c.paths.state }

// StatePath is the path of something below that directory, "" where there is none.
func (c *Config) StatePath(names ...string) string {
	if c.paths.state == "" {
		return ""
	}
	return filepath.Join(append([]string{c.paths.state}, names...)...)
}

// LockDir is where locks around the login belong: below the home directory whatever the environment
// says, so that all processes that share a keyring share the locks. It need not exist; "" as StateDir.
func (c *Config) LockDir() string { return c.paths.lock }

// Input is the world a configuration is read from. Nothing else is looked at, and the working
// directory never.
type Input struct {
	Getenv  func(string) string
	Flags   map[string]string // settings given as flags, by key; an empty one goes back to the default
	Profile string            // --profile, may be empty
	New     bool              // that profile may be one that does not exist yet
	Home    string            // the user's home directory, absolute
	GOOS    string            // runtime.GOOS
}

// paths are where the program keeps its files for this user.
type paths struct {
	config string // directory of config.yaml
	state  string // what was listed last, the sandbox's key
	lock   string // locks around the login
	goos   string
}

// findPaths follows TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, else the convention of the operating
// system: XDG base directories on Linux and the like, Application Support on macOS, AppData on
// Windows. Without a home directory a path that nothing names is "".
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
	if lock != "" {
		lock = filepath.Join(lock, "locks")
	}
	return paths{config: config, state: state, lock: lock, goos: in.GOOS}, nil
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

// dirFrom lets our own variable win over the system's, and that over the default. A relative path
// would follow the working directory: ours is a mistake, the system's is ignored, as the XDG
// specification asks.
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
	return fallback, nil
}

// fileName is the name of the file in the directory of the configuration.
const fileName = "config.yaml"

// file is "" where there is no home directory.
func (p paths) file() string {
	if p.config == "" {
		return ""
	}
	return filepath.Join(p.config, fileName)
}

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
