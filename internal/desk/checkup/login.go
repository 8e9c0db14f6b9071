package checkup

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
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
	return []string{"TRAVEL_PROFILE", "TRAVEL_TOKEN", "TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "TRAVEL_DEBUG", "TRAVEL_LIST", "TRAVEL_SESSION"}
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
	for _, variable := range variables(c.Environ()) {
		if slices.Contains(known, variable) {
			read = append(read, variable)
			continue
		}
		remedy := "unset it, or see: travel help settings"
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
func variables(environ []string) []string {
	var names []string
	for _, variable := range environ {
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

// checkCredentials asks the store that this profile uses, if any, and no other.
func (c *checker) checkCredentials(context.Context) []Finding {
	const name = "credentials"
	if c.byToken() {
		if err := c.tokenTrouble(); err != nil {
			return []Finding{c.failed(name, err)}
		}
		return []Finding{found(name, "TRAVEL_TOKEN, which comes before any login", Fact{"how", account.HowEnvironment})}
	}
	status, err := c.login()
	facts := []Fact{{"how", status.How}, {"store", status.Store}}
	switch {
	case status.How == account.HowSample:
		return []Finding{found(name, "none needed: the sandbox signs in by itself, and no keyring was asked", facts...)}
	case err != nil && !errors.Is(err, auth.ErrLoginRequired):
		f := c.failed(name, err, facts...)
		f.Text, f.Remedy = c.tilde(f.Text), c.tilde(f.Remedy)
		return []Finding{f}
	}
	text := status.Store + " can be used"
	if setting := c.cfg.Get("credential-store"); setting.Value == "file" {
		text = status.Store + ", open to no one else, chosen by " + chosenBy(setting)
	}
	return []Finding{found(name, c.tilde(text), facts...)}
}

// tokenTrouble tells why the token of the environment would not be sent.
func (c *checker) tokenTrouble() error {
	token := c.Input.Getenv("TRAVEL_TOKEN")
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return problem.UsageError{
			Text: "TRAVEL_TOKEN holds a character that no header can carry, such as a blank or a line break",
			Hint: "set it again, without quotes or a line break in it",
		}
	}
	if api := c.cfg.Get("api-url").Value; strings.HasPrefix(token, sandbox.TokenPrefix) && !c.cfg.Embedded() && !onThisComputer(api) {
		return apiclient.ErrSandboxToken
	}
	_, err := c.deployment.GivenToken()
	return err
}

// checkAccount tells who is signed in.
func (c *checker) checkAccount(context.Context) []Finding {
	const name = "account"
	if c.byToken() {
		return []Finding{skipped(name, "TRAVEL_TOKEN does not tell; the service does: travel whoami")}
	}
	status, err := c.login()
	switch {
	case neverIn(err):
		return []Finding{warned(name, "no one is signed in", "run: travel login", Fact{"signedIn", false})}
	case errors.Is(err, auth.ErrLoginRequired):
		return []Finding{c.failed(name, err, Fact{"signedIn", false})}
	case err != nil:
		return []Finding{skipped(name, "not known: the credentials cannot be read")}
	}
	who := cmp.Or(status.Email, status.Name, status.Subject)
	text := "signed in as " + who
	switch {
	case status.How == account.HowSample:
		text = "the sample traveler, " + who
	case who == "":
		text = account.Unnamed
	}
	var more []Finding
	set := c.cfg.Get("site-code").Value
	switch {
	case status.Market != "":
		text += "; market " + status.Market + " from the " + status.MarketClaim()
	case set != "":
		text += "; no market in the login, site-code says " + set
	default:
		gap := account.NoMarket(status.Locale)
		more = append(more, warned(name, gap.Text, gap.Hint))
	}
	facts := []Fact{{"signedIn", true}, {"fullName", status.Name}, {"email", status.Email}, {"subject", status.Subject}, {"market", status.Market},
		{"marketSource", status.MarketSource}, {"scopes", status.Scopes}}
	if lacking := c.lacking(status); len(lacking) > 0 {
		return append([]Finding{warned(name, text+"; not granted: "+strings.Join(lacking, " "), c.scopeRemedy(status, lacking), facts...)}, more...)
	}
	if len(status.LeftOut) > 0 {
		facts = append(facts, Fact{"leftOut", status.LeftOut})
		text += "; not offered by the server: " + strings.Join(status.LeftOut, " ")
	}
	if len(status.Scopes) > 0 {
		text += "; scopes " + strings.Join(status.Scopes, " ")
	}
	return append([]Finding{found(name, text, facts...)}, more...)
}

// scopeRemedy helps where the login lacks scopes: to ask for them, unless the server has said no.
func (c *checker) scopeRemedy(status account.Status, lacking []string) string {
	refused := func(scope string) bool { return slices.Contains(status.Refused, scope) }
	if slices.ContainsFunc(lacking, func(scope string) bool { return !refused(scope) }) {
		return "sign in again: travel login"
	}
	return "the server was asked and did not grant it; if a call lacks it, ask those who run the service"
}

// lacking are the scopes that the settings ask for and the login did not get, as far as the server
// offers them.
func (c *checker) lacking(status account.Status) []string {
	if status.How != account.HowLogin || len(status.Scopes) == 0 {
		return nil
	}
	asked := strings.Fields(c.cfg.Get("scopes").Value)
	return slices.DeleteFunc(asked, func(scope string) bool {
		return slices.Contains(status.Scopes, scope) || slices.Contains(status.LeftOut, scope) ||
			scope == "openid" && status.Subject != "" || scope == auth.ScopeOffline && status.Renewable
	})
}

// checkToken tells how long the access token lives and what comes then. It renews nothing.
func (c *checker) checkToken(context.Context) []Finding {
	const name = "token"
	if c.byToken() {
		return []Finding{skipped(name, "TRAVEL_TOKEN is not looked into; whether it is accepted tells: travel whoami")}
	}
	status, err := c.login()
	switch {
	case errors.Is(err, auth.ErrLoginRequired):
		return []Finding{skipped(name, "there is none")}
	case err != nil:
		return []Finding{skipped(name, "not known: the credentials cannot be read")}
	case status.How == account.HowSample:
		return []Finding{found(name, "made for each command")}
	}
	text, facts := status.TokenLife(c.Now()), []Fact{{"renewable", status.Renewable}}
	if status.Expires != nil {
		facts = append([]Fact{{"expires", status.Expires.UTC().Format(time.RFC3339)}}, facts...)
		if !status.Renewable && !status.Expires.After(c.Now()) {
			return []Finding{c.failed(name, auth.ErrLoginRequired, facts...).or("run: travel login")}
		}
	}
	if why, remedy := status.NoRenewal(); why != "" {
		return []Finding{warned(name, text+": "+why, remedy, facts...)}
	}
	return []Finding{found(name, text, facts...)}
}

// chosenBy names who chose a setting, for a sentence.
func chosenBy(s config.Setting) string {
	if s.Place == "" {
		return string(s.Source)
	}
	return s.Place
}
