package deployment

import (
	"slices"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/words"
)

// ToChange says how a person gives a setting another value, as far as the settings can be read.
func (d *Deployment) ToChange(key, value string) string {
	cfg, err := d.config()
	if err != nil {
		return ""
	}
	return changing(cfg, key, value)
}

// changing says how a person gives a setting another value where it is made now, or, with "", takes it
// back: a command, or a few words for a flag. It is "" where no one made it and there is nothing to take.
func changing(cfg *config.Config, key, value string) string {
	setting := cfg.Get(key)
	switch {
	case setting.Source == config.FromFlag && value == "":
		return "leave " + setting.Place + " out"
	case setting.Source == config.FromFlag && key == "api-url": // as travel login URL gives it
		return "travel login " + words.Shell(value)
	case setting.Source == config.FromFlag:
		return "give " + setting.Place + " " + words.Shell(value)
	case setting.Source == config.FromEnv && value == "":
		return "unset " + setting.Place
	case setting.Source == config.FromEnv:
		return "export " + setting.Place + "=" + words.Shell(value)
	case setting.Source != config.FromConfig && value == "":
		return ""
	}
	holds := slices.Contains(cfg.Profiles(), cfg.Profile()) // a profile that a login makes is not there yet
	if known, err := config.FindKey(key); err == nil && value != "" && !(holds && known.Fits(cfg.Profile())) {
		return "export " + known.Env() + "=" + words.Shell(value)
	}
	command := "travel config unset " + key
	if value != "" {
		command = "travel config set " + key + " " + words.Shell(value)
	}
	if chosen := cfg.Selected().Source; chosen == config.FromFlag || chosen == config.FromEnv {
		command += " --profile " + words.Shell(cfg.Profile())
	}
	return command
}
