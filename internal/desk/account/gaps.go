package account

import (
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/desk"
)

// Unnamed is a login whose account is not known.
const Unnamed = "signed in; the sign-in server does not say as whom"

// Gap is what a login does not tell, in a sentence without a full stop, and what to do about it, which may
// be "".
type Gap struct{ Text, Hint string }

// exampleMarket stands in a command where nothing tells which market is meant.
const exampleMarket = "DE"

// Gaps are what a login that was just made at the desk's service does not tell: who it is, and the market,
// unless one is set. The region of the account's language is offered as one, for the person to set: many
// use a language of another country.
func Gaps(d *desk.Desk, made auth.Account) ([]Gap, error) {
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
			gap.Hint = "where endpoints are set, that takes issuer and jwks-url as well"
		case !slices.Contains(made.Scopes, "openid") && !slices.Contains(strings.Fields(cfg.Get("scopes").Value), "openid"):
			gap.Hint = "that takes the scope openid: travel login --scope openid"
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
	gap := Gap{Text: "no market in the login, so the service takes its own", Hint: "set one, for instance: travel config set site-code " + exampleMarket}
	if region := auth.Region(locale); region != "" {
		gap.Hint = fmt.Sprintf("your locale says %s; if that is your market: travel config set site-code %s", locale, region)
	}
	return gap
}

// MarketClaim says where the market came from: "claim country_code", with "of userinfo" behind it where the
// id_token lacked one.
func (s Status) MarketClaim() string {
	if claim, ok := strings.CutPrefix(s.MarketSource, auth.FromUserinfo); ok {
		return "claim " + claim + " of userinfo"
	}
	return "claim " + s.MarketSource
}
