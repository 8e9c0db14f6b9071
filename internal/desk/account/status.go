package account

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
)

// Unnamed is a login whose account is not known.
const Unnamed = "signed in; the sign-in server does not say as whom"

// Gap is what a login does not tell, in a sentence without a full stop, and what to do about it, which may
// be "".
type Gap struct {
	Text string
	Way  problem.Step
}

// exampleMarket stands in a command where nothing tells which market is meant.
const exampleMarket = "DE"

// Gaps are what a login that was just made at the desk's service does not tell: who it is, and the market,
// unless one is set. The region of the account's language is offered as one, for the person to set: many
// use a language of another country.
func Gaps(d *desk.Desk, made flow.Account) ([]Gap, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	set := func(key string) bool { return cfg.Get(key).Value != "" }
	var gaps []Gap
	if made.Subject == "" {
		gap := Gap{Text: Unnamed}
		switch {
		case set("authorize-url") && set("token-url") && !(set("issuer") && set("jwks-url")):
			gap.Way.Why = "where endpoints are set, that takes issuer and jwks-url as well"
		case !slices.Contains(made.Scopes, "openid") && !slices.Contains(strings.Fields(cfg.Get("scopes").Value), "openid"):
			gap.Way = problem.Do("that takes the scope openid", "login").Set("scope", "openid")
		}
		gaps = append(gaps, gap)
	}
	if made.Market != "" || set("site-code") {
		return gaps, nil
	}
	return append(gaps, NoMarket(made.Locale)), nil
}

// NoMarket is the gap of an account without a market, whose language has that tag or "".
func NoMarket(locale string) Gap {
	gap := Gap{Text: "no market in the login, so the service takes its own", Way: problem.Do("set one, for instance", "config.set", "site-code", exampleMarket)}
	if region := flow.Region(locale); region != "" {
		gap.Way = problem.Do("your locale says "+locale+"; if that is your market", "config.set", "site-code", region)
	}
	return gap
}

// MarketClaim says where the market came from: "claim country_code", with "of userinfo" behind it where the
// id_token lacked one.
func (s Status) MarketClaim() string {
	if claim, ok := strings.CutPrefix(s.MarketSource, flow.FromUserinfo); ok {
		return "claim " + claim + " of userinfo"
	}
	return "claim " + s.MarketSource
}

// TokenLife says how long the access token is still valid, and whether it can be renewed. It returns "" for a
// token without a known end that is not part of a login.
func (s Status) TokenLife(now time.Time) string {
	then := "cannot be renewed"
	if s.Renewable {
		then = "renewed when needed"
	}
	switch {
	case s.Expires == nil && s.How != HowLogin:
		return ""
	case s.Expires == nil:
		return "the server gave it no end; " + then
	case !now.Before(*s.Expires):
		return "run out; " + then
	}
	life := inMinutes(s.Expires.Sub(now)) + " left"
	if !s.Renewable {
		life += ", until " + moment(*s.Expires, now)
	}
	return life + "; " + then
}

// inMinutes formats a duration in minutes, or in larger units from two hours on.
func inMinutes(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than a minute"
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	}
	return flow.InWords(d.Truncate(time.Minute))
}

// NoRenewal says why the login cannot be renewed, and what usually helps; both are "" where it can be, or
// was not made by SignIn.
func (s Status) NoRenewal() (why string, remedy problem.Step) {
	if s.How != HowLogin || s.Renewable {
		return "", problem.Step{}
	}
	return noRenewal(s.Offline)
}

func noRenewal(offline flow.Offline) (why string, remedy problem.Step) {
	const gaveNone = "the server gave no refresh token"
	ask := problem.Do("this usually brings one", "login").Set("scope", flow.ScopeOffline)
	operator := problem.Step{Why: "ask those who run it to allow refresh tokens for this client"}
	switch offline {
	case flow.OfflineUnasked:
		return gaveNone, ask.For("ask for one")
	case flow.OfflineAsked:
		return gaveNone + ", though " + flow.ScopeOffline + " was asked for", operator
	case flow.OfflineNotOffered:
		return gaveNone + " and does not offer " + flow.ScopeOffline, operator
	}
	return gaveNone, ask
}

// Ending says when a sign-in ends that cannot be renewed, and what usually helps. It returns nil for one that can be.
func Ending(s auth.SignedIn, now time.Time) []problem.Step {
	if s.Renewable {
		return nil
	}
	end := "this sign-in cannot be renewed"
	if s.Expires != nil {
		end = fmt.Sprintf("this sign-in ends at %s (in %s) and cannot be renewed", moment(*s.Expires, now), flow.InWords(s.Expires.Sub(now).Round(time.Minute)))
	}
	why, remedy := noRenewal(s.Offline)
	return []problem.Step{{Why: end + ": " + why}, remedy}
}

// moment is a time of today, or with its day.
func moment(at, now time.Time) string {
	at = at.In(now.Location())
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return offer.Clock(at)
	}
	return at.Format("2006-01-02 ") + offer.Clock(at)
}
