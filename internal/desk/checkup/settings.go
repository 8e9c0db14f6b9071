package checkup

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/words"
)

// placedSetting is a setting that someone made, for --json.
type placedSetting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"`
	Place  string `json:"place"`
}

// checkConfiguration tells the profile and who set what, or what is wrong with it.
func (c *checker) checkConfiguration(context.Context) []Finding {
	const name = "configuration"
	if c.bad != nil {
		return []Finding{c.failed(name, c.bad)}
	}
	chosen := c.cfg.Selected()
	made := []placedSetting{}
	var origins []string
	for _, key := range config.Keys() {
		s := c.cfg.Get(key.Name)
		if s.Source == config.FromDefault {
			continue
		}
		made = append(made, placedSetting{key.Name, s.Value, string(s.Source), s.Place})
		origins = append(origins, key.Name+" from "+s.Place)
	}
	text := "profile " + chosen.Value + ", the built-in default"
	if chosen.Source != config.FromDefault {
		text = "profile " + chosen.Value + " from " + chosen.Place
	}
	if len(origins) > 0 {
		text += "; " + strings.Join(origins, ", ")
	} else {
		text += "; every setting has its default"
	}
	facts := []Fact{{"profile", chosen.Value}, {"profileSource", chosen.Source}, {"settings", made}}
	findings := []Finding{found(name, text, facts...)}
	if c.cfg.Embedded() {
		findings = append(findings, c.uselessVariables(name)...)
	}
	return findings
}

// uselessVariables are settings of another deployment where none is named: the built-in sandbox
// ignores them, which is easily taken for a fault of it.
func (c *checker) uselessVariables(name string) []Finding {
	var set []string
	for _, key := range config.Keys() {
		value := c.Input.Getenv(key.Env())
		fixed := c.cfg.Get(key.Name).Value != value && c.Input.Flags[key.Name] == ""
		if value != "" && key.Name != "api-url" && fixed {
			set = append(set, key.Env())
		}
	}
	if len(set) == 0 {
		return nil
	}
	return []Finding{warned(name, strings.Join(set, ", ")+": without effect on the built-in sandbox",
		"name the deployment as well: export TRAVEL_API_URL=https://...", Fact{"variables", set})}
}

// otherVariables are those that are read beside those of the settings.
func otherVariables() []string {
	return []string{"TRAVEL_PROFILE", "TRAVEL_TOKEN", "TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "TRAVEL_DEBUG", "TRAVEL_SESSION"}
}

// checkEnvironment looks for variables that look like ours and are not read.
func (c *checker) checkEnvironment(context.Context) []Finding {
	const name = "environment"
	known := otherVariables()
	for _, key := range config.Keys() {
		known = append(known, key.Env())
	}
	var read []string
	var findings []Finding
	for _, variable := range c.variables() {
		if slices.Contains(known, variable) {
			read = append(read, variable)
			continue
		}
		remedy := "unset it, or see: travel config --help"
		if near := nearest(variable, known); near != "" {
			remedy = "did you mean " + near + "?"
		}
		findings = append(findings, warned(name, words.Quote(variable)+" is not a variable of this program and is not read", remedy, Fact{"variable", variable}))
	}
	if len(findings) > 0 {
		return findings
	}
	if len(read) == 0 {
		return []Finding{found(name, "no variable of this program is set", Fact{"variables", []string{}})}
	}
	return []Finding{found(name, "set: "+strings.Join(read, ", "), Fact{"variables", read})}
}

// variables are the names of ours in the environment, set to something, in order.
func (c *checker) variables() []string {
	var names []string
	for _, variable := range c.Environ() {
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
		if d := words.EditDistance(strings.ToUpper(word), name); d < distance {
			best, distance = name, d
		}
	}
	return best
}
