package commands

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/config"
)

// placedSetting is a setting that somebody made, for --json.
type placedSetting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"`
	Place  string `json:"place"`
}

// checkConfiguration tells the profile and who set what, or what is wrong with it.
func (d *visit) checkConfiguration(context.Context) []finding {
	const name = "configuration"
	if d.bad != nil {
		return []finding{failed(name, d.bad)}
	}
	chosen := d.cfg.Selected()
	made := []placedSetting{}
	var words []string
	for _, key := range config.Keys() {
		s := d.cfg.Get(key.Name)
		if s.Source == config.FromDefault {
			continue
		}
		made = append(made, placedSetting{key.Name, s.Value, string(s.Source), s.Place})
		words = append(words, key.Name+" from "+s.Place)
	}
	text := "profile " + chosen.Value + ", the built-in default"
	if chosen.Source != config.FromDefault {
		text = "profile " + chosen.Value + " from " + chosen.Place
	}
	if len(words) > 0 {
		text += "; " + strings.Join(words, ", ")
	} else {
		text += "; every setting has its default"
	}
	facts := []fact{{"profile", chosen.Value}, {"profileSource", chosen.Source}, {"settings", made}}
	findings := []finding{found(name, text, facts...)}
	if d.cfg.Embedded() {
		findings = append(findings, d.uselessVariables(name)...)
	}
	return findings
}

// uselessVariables are settings of another deployment where none is named: the
// built-in sandbox passes them over, which is easily taken for a mistake of it.
func (d *visit) uselessVariables(name string) []finding {
	var set []string
	for _, key := range config.Keys() {
		value := d.app.env.Getenv(key.Env())
		fixed := d.cfg.Get(key.Name).Value != value && d.app.global.configFlags()[key.Name] == ""
		if value != "" && key.Name != "api-url" && fixed {
			set = append(set, key.Env())
		}
	}
	if len(set) == 0 {
		return nil
	}
	return []finding{warned(name, strings.Join(set, ", ")+": without effect on the built-in sandbox",
		"name the deployment as well: export TRAVEL_API_URL=https://...", fact{"variables", set})}
}

// others are the variables that are read beside those of the settings.
func otherVariables() []string {
	return []string{"TRAVEL_PROFILE", "TRAVEL_TOKEN", "TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "TRAVEL_DEBUG", "TRAVEL_SESSION"}
}

// checkEnvironment looks for variables that look like ours and are not read.
func (d *visit) checkEnvironment(context.Context) []finding {
	const name = "environment"
	known := otherVariables()
	for _, key := range config.Keys() {
		known = append(known, key.Env())
	}
	var read []string
	var findings []finding
	for _, variable := range d.variables() {
		if slices.Contains(known, variable) {
			read = append(read, variable)
			continue
		}
		remedy := "unset it, or see: travel config --help"
		if near := nearest(variable, known); near != "" {
			remedy = "did you mean " + near + "?"
		}
		findings = append(findings, warned(name, quoteArg(variable)+" is no variable of this program and is not read", remedy, fact{"variable", variable}))
	}
	if len(findings) > 0 {
		return findings
	}
	if len(read) == 0 {
		return []finding{found(name, "no variable of this program is set", fact{"variables", []string{}})}
	}
	return []finding{found(name, "set: "+strings.Join(read, ", "), fact{"variables", read})}
}

// variables are the names of ours in the environment, set to something, in order.
func (d *visit) variables() []string {
	var names []string
	for _, variable := range d.app.env.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		if value != "" && strings.HasPrefix(strings.ToUpper(name), "TRAVEL_") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// nearest is the name that a slip of the hand turns into the word, or "".
func nearest(word string, names []string) string {
	best, distance := "", 4
	for _, name := range names {
		if d := editDistance(strings.ToUpper(word), name); d < distance {
			best, distance = name, d
		}
	}
	return best
}
