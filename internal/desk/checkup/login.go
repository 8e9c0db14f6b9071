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
)

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
	if api := c.cfg.Get("api-url").Value; strings.HasPrefix(token, sandbox.TokenPrefix) && !c.embedded() && !onThisComputer(api) {
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
	if status.How == account.HowSample {
		text = "the sample traveler, " + who
	}
	if status.Market == "" {
		text += "; the login names no market, so the service takes its own"
	} else {
		text += "; market " + status.Market + " from the claim " + status.MarketSource
	}
	facts := []Fact{{"signedIn", true}, {"fullName", status.Name}, {"email", status.Email}, {"subject", status.Subject}, {"market", status.Market},
		{"marketSource", status.MarketSource}, {"scopes", status.Scopes}}
	if lacking := c.lacking(status); len(lacking) > 0 {
		return []Finding{warned(name, text+"; not granted: "+strings.Join(lacking, " "), "sign in again: travel login", facts...)}
	}
	if len(status.Scopes) > 0 {
		text += "; scopes " + strings.Join(status.Scopes, " ")
	}
	return []Finding{found(name, text, facts...)}
}

// lacking are the scopes that the settings ask for and the login did not get.
func (c *checker) lacking(status account.Status) []string {
	if status.How != account.HowLogin || len(status.Scopes) == 0 {
		return nil
	}
	asked := strings.Fields(c.cfg.Get("scopes").Value)
	return slices.DeleteFunc(asked, func(scope string) bool { return slices.Contains(status.Scopes, scope) })
}

// checkToken tells how long the access token lives and what comes then. It
// renews nothing.
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
	case status.Expires == nil:
		return []Finding{found(name, "the sign-in server gave it no end", Fact{"renewable", status.Renewable})}
	}
	left := status.Expires.Sub(c.Now())
	facts := []Fact{{"expires", status.Expires.UTC().Format(time.RFC3339)}, {"renewable", status.Renewable}}
	text := status.TokenLife(c.Now())
	if left <= 0 && !status.Renewable {
		return []Finding{c.failed(name, auth.ErrLoginRequired, facts...).or("run: travel login")}
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
