package checkup

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/words"
)

// checkConfiguration reports the profile and where each setting comes from, or what is wrong with it.
func checkConfiguration(c *checker) []Finding {
	if c.bad != nil {
		return c.failed(c.bad)
	}
	chosen := c.cfg.Selected
	type placed struct {
		Key string `json:"key"`
		config.Setting
	}
	made := []placed{}
	var origins, useless []string
	for _, key := range config.Keys() {
		s := c.cfg.Get(key.Name)
		if s.Source != config.FromDefault {
			made = append(made, placed{key.Name, s})
			origins = append(origins, key.Name+" from "+s.Place)
		}
		// The built-in sandbox ignores the settings of a deployment, which is easily taken for an error.
		value := c.Input.Getenv(key.Env())
		if c.cfg.Embedded() && value != "" && key.Name != "api-url" && s.Value != value && c.Input.Flags[key.Name] == "" {
			useless = append(useless, key.Env())
		}
	}
	text := "profile " + chosen.Value + ", the built-in default"
	if chosen.Source != config.FromDefault {
		text = "profile " + chosen.Value + " from " + chosen.Place
	}
	text += "; " + cmp.Or(strings.Join(origins, ", "), "all settings have their defaults")
	findings := found(text, Fact{"profile", chosen.Value}, Fact{"profileSource", chosen.Source}, Fact{"settings", made})
	if len(useless) > 0 {
		findings = append(findings, warned(strings.Join(useless, ", ")+": no effect on the built-in sandbox",
			"name the deployment as well: export TRAVEL_API_URL=https://...", Fact{"variables", useless})...)
	}
	return findings
}

// checkEnvironment looks for variables whose names look like ours but are not read.
func checkEnvironment(c *checker) []Finding {
	known := []string{ // beside those of the settings
		"TRAVEL_PROFILE", "TRAVEL_TOKEN", "TRAVEL_CONFIG_DIR", "TRAVEL_STATE_DIR", "TRAVEL_DEBUG", "TRAVEL_LIST", "TRAVEL_SESSION",
	}
	for _, key := range config.Keys() {
		known = append(known, key.Env())
	}
	read := []string{}
	var findings []Finding
	for _, variable := range slices.Sorted(slices.Values(c.Environ())) {
		name, value, _ := strings.Cut(variable, "=")
		if value == "" || !strings.HasPrefix(strings.ToUpper(name), "TRAVEL_") {
			continue
		}
		if slices.Contains(known, name) {
			read = append(read, name)
			continue
		}
		remedy, distance := c.Words(problem.Do("unset it, or see", "help", "settings")), 4
		for _, near := range known {
			if d := words.EditDistance(strings.ToUpper(name), near); d < distance {
				remedy, distance = "did you mean "+near+"?", d
			}
		}
		findings = append(findings, warned(words.Quote(name)+" is not a known variable and is ignored", remedy, Fact{"variable", name})...)
	}
	switch {
	case len(findings) > 0:
		return findings
	case len(read) == 0:
		return found("no variable of this program is set", Fact{"variables", read})
	}
	return found("set: "+strings.Join(read, ", "), Fact{"variables", read})
}

// byToken reports whether a token of the environment is used, so that no login is needed.
func (c *checker) byToken() bool { return c.Input.Getenv("TRAVEL_TOKEN") != "" }

// checkCredentials opens the credential store of this profile, if it needs one, and no other.
func checkCredentials(c *checker) []Finding {
	if c.byToken() {
		token, api := c.Input.Getenv("TRAVEL_TOKEN"), c.cfg.Get("api-url").Value
		_, err := c.deployment.Who()
		switch {
		case !flow.IsToken(token):
			err = problem.Usagef("TRAVEL_TOKEN holds a character that no header can carry, such as a blank or a line break").
				Advise("set it again, without quotes or a line break in it")
		case strings.HasPrefix(token, sandbox.TokenPrefix) && !c.cfg.Embedded() && !onThisComputer(api):
			err = apiclient.ErrSandboxToken
		}
		if err != nil {
			return c.failed(err)
		}
		return found("TRAVEL_TOKEN, which comes before any login", Fact{"how", account.HowEnvironment})
	}
	status, err := c.login()
	facts := []Fact{{"how", status.How}, {"store", status.Store}}
	switch {
	case status.How == account.HowSample:
		return found("none needed: the sandbox signs in automatically, without the keyring", facts...)
	case err != nil && !errors.Is(err, flow.ErrLoginRequired):
		findings := c.failed(err, facts...)
		findings[0].Text, findings[0].Remedy = c.tilde(findings[0].Text), c.tilde(findings[0].Remedy)
		return findings
	}
	text := status.Store + " can be used"
	if setting := c.cfg.Get("credential-store"); setting.Value == "file" {
		text = status.Store + ", open to no one else, chosen by " + cmp.Or(setting.Place, string(setting.Source))
	}
	return found(c.tilde(text), facts...)
}

// checkAccount reports who is signed in, and the market and the scopes of the login.
func checkAccount(c *checker) []Finding {
	if c.byToken() {
		return skipped("TRAVEL_TOKEN does not say; " + c.Words(problem.Do("the service does", "getCurrentUser")))
	}
	status, err := c.login()
	switch {
	case errors.Is(err, flow.ErrLoginRequired) && !errors.Is(err, vault.ErrDamaged):
		return warned("no one is signed in", c.Words(problem.Do("run", "login")), Fact{"signedIn", false})
	case errors.Is(err, flow.ErrLoginRequired):
		return c.failed(err, Fact{"signedIn", false})
	case err != nil:
		return skipped("not known: the credentials cannot be read")
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
		more = warned(gap.Text, c.Words(gap.Way))
	}
	facts := []Fact{
		{"signedIn", true}, {"fullName", status.Name}, {"email", status.Email}, {"subject", status.Subject}, {"market", status.Market},
		{"marketSource", status.MarketSource}, {"scopes", status.Scopes},
	}
	// The scopes in the settings that the login did not get although the server offers them.
	asked := c.cfg.Get("scopes")
	lacking := slices.DeleteFunc(strings.Fields(asked.Value), func(scope string) bool {
		if asked.Source == config.FromDefault && !slices.Contains(status.Refused, scope) {
			return true // requested only if the API names it
		}
		return slices.Contains(status.Scopes, scope) || slices.Contains(status.LeftOut, scope) ||
			scope == "openid" && status.Subject != "" || scope == flow.ScopeOffline && status.Renewable
	})
	if len(lacking) > 0 && status.How == account.HowLogin && len(status.Scopes) > 0 {
		remedy := "the server was asked and did not grant it; if a call lacks it, ask those who run the service"
		if slices.ContainsFunc(lacking, func(scope string) bool { return !slices.Contains(status.Refused, scope) }) {
			remedy = c.Words(problem.Do("sign in again", "login"))
		}
		return append(warned(text+"; not granted: "+strings.Join(lacking, " "), remedy, facts...), more...)
	}
	if len(status.LeftOut) > 0 {
		facts = append(facts, Fact{"leftOut", status.LeftOut})
		text += "; not offered by the server: " + strings.Join(status.LeftOut, " ")
	}
	if len(status.Scopes) > 0 {
		text += "; scopes " + strings.Join(status.Scopes, " ")
	}
	return append(found(text, facts...), more...)
}

// checkAccess makes one call with the login, if there is one.
func checkAccess(c *checker) []Finding {
	status, err := c.login()
	if err != nil || status.How != account.HowLogin || c.byToken() {
		return nil
	}
	text, err := c.try()
	if err != nil {
		return c.failed(err)
	}
	return found(text)
}

// checkToken reports how long the access token lives and whether it can be renewed.
func checkToken(c *checker) []Finding {
	if c.byToken() {
		return skipped("TRAVEL_TOKEN is not decoded; " + c.Words(problem.Do("to see whether it is accepted", "getCurrentUser")))
	}
	status, err := c.login()
	switch {
	case errors.Is(err, flow.ErrLoginRequired):
		return skipped("there is none")
	case err != nil:
		return skipped("not known: the credentials cannot be read")
	case status.How == account.HowSample:
		return found("made for each command")
	}
	text, facts := status.TokenLife(c.Now()), []Fact{{"renewable", status.Renewable}}
	if status.Expires != nil {
		facts = append([]Fact{{"expires", status.Expires.UTC().Format(time.RFC3339)}}, facts...)
		if !status.Renewable && !status.Expires.After(c.Now()) {
			return c.failed(flow.ErrLoginRequired, facts...)
		}
	}
	if why, remedy := status.NoRenewal(); why != "" {
		return warned(text+": "+why, c.Words(remedy), facts...)
	}
	return found(text, facts...)
}
