package commands

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
	"travel.example/travel/internal/sandbox"
)

// checkCredentials asks the store that this profile uses, if any, and no other.
func (d *visit) checkCredentials(context.Context) []finding {
	const name = "credentials"
	if d.byToken() {
		if err := d.tokenTrouble(); err != nil {
			return []finding{failed(name, err)}
		}
		return []finding{found(name, "TRAVEL_TOKEN, which comes before any login", fact{"how", "environment"})}
	}
	status, err := d.login()
	facts := []fact{{"how", status.How}, {"store", status.Store}}
	switch {
	case status.How == "sample":
		return []finding{found(name, "none needed: the sandbox signs in by itself, and no keyring was asked", facts...)}
	case err != nil && !errors.Is(err, auth.ErrLoginRequired):
		f := failed(name, err, facts...)
		f.text, f.remedy = d.people(f.text), d.people(here(f.remedy))
		return []finding{f}
	}
	text := status.Store + " can be used"
	if setting := d.cfg.Get("credential-store"); setting.Value == "file" {
		text = status.Store + ", open to nobody else, chosen by " + chosenBy(setting)
	}
	return []finding{found(name, d.people(text), facts...)}
}

// tokenTrouble tells why the token of the environment would not be sent.
func (d *visit) tokenTrouble() error {
	token := d.app.env.Getenv("TRAVEL_TOKEN")
	if strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return misuse{
			Text: "TRAVEL_TOKEN holds a character that no header can carry, such as a blank or a line break",
			Hint: "set it again, without quotes or a line break in it",
		}
	}
	if api := d.cfg.Get("api-url").Value; strings.HasPrefix(token, sandbox.TokenPrefix) && !d.embedded() && !onThisComputer(api) {
		return apiclient.ErrSandboxToken
	}
	return foreignToSandbox(d.cfg, token)
}

// checkAccount tells who is signed in.
func (d *visit) checkAccount(context.Context) []finding {
	const name = "account"
	if d.byToken() {
		return []finding{skipped(name, "TRAVEL_TOKEN does not tell; the service does: travel whoami")}
	}
	status, err := d.login()
	switch {
	case neverIn(err):
		return []finding{warned(name, "nobody is signed in", "run: travel login", fact{"signedIn", false})}
	case errors.Is(err, auth.ErrLoginRequired):
		return []finding{failed(name, err, fact{"signedIn", false})}
	case err != nil:
		return []finding{skipped(name, "not known: the credentials cannot be read")}
	}
	who := cmp.Or(status.Email, status.Name, status.Subject)
	text := "signed in as " + who
	if status.How == "sample" {
		text = "the sample traveler, " + who
	}
	if status.Market == "" {
		text += "; the login names no market, so the service takes its own"
	} else {
		text += "; market " + status.Market + " from the claim " + status.MarketSource
	}
	facts := []fact{{"signedIn", true}, {"fullName", status.Name}, {"email", status.Email}, {"subject", status.Subject}, {"market", status.Market},
		{"marketSource", status.MarketSource}, {"scopes", status.Scopes}}
	if lacking := d.lacking(status); len(lacking) > 0 {
		return []finding{warned(name, text+"; not granted: "+strings.Join(lacking, " "), "sign in again: travel login", facts...)}
	}
	if len(status.Scopes) > 0 {
		text += "; scopes " + strings.Join(status.Scopes, " ")
	}
	return []finding{found(name, text, facts...)}
}

// lacking are the scopes that the settings ask for and the login did not get.
func (d *visit) lacking(status loginStatus) []string {
	if status.How != "login" || len(status.Scopes) == 0 {
		return nil
	}
	asked := strings.Fields(d.cfg.Get("scopes").Value)
	return slices.DeleteFunc(asked, func(scope string) bool { return slices.Contains(status.Scopes, scope) })
}

// checkToken tells how long the access token lives and what comes then. It
// renews nothing.
func (d *visit) checkToken(context.Context) []finding {
	const name = "token"
	if d.byToken() {
		return []finding{skipped(name, "TRAVEL_TOKEN is not looked into; whether it is accepted tells: travel whoami")}
	}
	status, err := d.login()
	switch {
	case errors.Is(err, auth.ErrLoginRequired):
		return []finding{skipped(name, "there is none")}
	case err != nil:
		return []finding{skipped(name, "not known: the credentials cannot be read")}
	case status.How == "sample":
		return []finding{found(name, "made for each command")}
	case status.Expires == nil:
		return []finding{found(name, "the sign-in server gave it no end", fact{"renewable", status.Renewable})}
	}
	left := status.Expires.Sub(d.app.env.Now())
	facts := []fact{{"expires", status.Expires.UTC().Format(time.RFC3339)}, {"renewable", status.Renewable}}
	words := status.lifeWords(left)
	if left <= 0 && !status.Renewable {
		return []finding{failed(name, auth.ErrLoginRequired, facts...).or("run: travel login")}
	}
	return []finding{found(name, words, facts...)}
}

// chosenBy names who chose a setting, for a sentence.
func chosenBy(s config.Setting) string {
	if s.Place == "" {
		return string(s.Source)
	}
	return s.Place
}
