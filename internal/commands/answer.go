package commands

import (
	"context"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/desk/search"
)

// answerFacts is what the client adds to a service's body under "travel".
type answerFacts struct {
	OperationID    string        `json:"operationId"`
	Settle         search.Stamp  `json:"settle,omitempty"`
	Reads          int           `json:"reads,omitempty"`
	Pages          int           `json:"pages,omitempty"` // whose rows results holds, when they are several
	ElapsedMS      int64         `json:"elapsedMs,omitempty"`
	SiteCode       string        `json:"siteCode,omitempty"`
	SiteCodeSource string        `json:"siteCodeSource,omitempty"` // flag, env, config, account or default
	Currency       string        `json:"currency,omitempty"`
	CurrencySource string        `json:"currencySource,omitempty"`
	Locale         string        `json:"locale,omitempty"`
	LocaleSource   string        `json:"localeSource,omitempty"`
	Watch          *watchFacts   `json:"watch,omitempty"`
	WorksUntil     string        `json:"worksUntil,omitempty"` // about, of a link; RFC 3339
	Renewed        *renewedFacts `json:"renewed,omitempty"`    // when the search was made in place of an expired one
	Warnings       []string      `json:"warnings"`
	Next           []string      `json:"next"`
}

// answer prints a service's answer. What the notes say stands below a table on
// a terminal; in a pipe the rows stay alone, and the notes go to stderr.
func (a *app) answer(body []byte, facts answerFacts, view render.View, notes []string) error {
	if err := a.out().Snapshot(body, facts, view); err != nil {
		return err
	}
	if a.text() && !(a.laidOut() && len(a.global.columns) == 0) {
		for _, note := range notes {
			a.notice("%s", note)
		}
	}
	return nil
}

// newFacts never leaves the lists out, so that a script can always read them.
func newFacts(operationID string) answerFacts {
	return answerFacts{OperationID: operationID, Warnings: []string{}, Next: []string{}}
}

// sourced is a value together with who chose it.
type sourced struct {
	value  string
	source string // flag, env, config, list, account or default
}

// The words for who chose a value, beside config's own.
const (
	fromFlag    = "flag"
	fromList    = "list" // repeated from the list that a row number points to
	fromAccount = "account"
	fromDefault = "default" // not sent; the service applies its own
)

// chosen are the market, currency and language of a call.
type chosen struct{ site, currency, locale sourced }

// choose fills what the flags left open: from the list a row came from, then
// from environment and profile, and for the market from the account. What is
// still open is not sent.
func (a *app) choose(ctx context.Context, p *params, list chosen) (chosen, error) {
	cfg, err := a.config()
	if err != nil {
		return chosen{}, err
	}
	pick := func(wire, key string, before sourced) (sourced, error) {
		if _, takes := p.Operation.Param(wire); !takes {
			return before, nil
		}
		if p.Has(wire) {
			return sourced{p.Text(wire), fromFlag}, nil
		}
		value := before
		if value.value == "" {
			value = configured(cfg, key)
		}
		return value, p.setDefault(wire, key, value.value)
	}
	var c chosen
	defer func() { a.unit = c.unit() }()
	if c.currency, err = pick("currency", "currency", list.currency); err != nil {
		return chosen{}, err
	}
	if c.locale, err = pick("locale", "locale", list.locale); err != nil {
		return chosen{}, err
	}
	if _, takes := p.Operation.Param("siteCode"); !takes {
		c.site = list.site
		return c, nil
	}
	if c.site, err = pick("siteCode", "site-code", list.site); err != nil || c.site.value != "" {
		return c, err
	}
	if market := a.accountMarket(ctx, cfg); market != "" {
		c.site = sourced{market, fromAccount}
		return c, p.setDefault("siteCode", "site-code", market)
	}
	return c, nil
}

// configured is a setting of environment or profile, if one says so.
func configured(cfg *config.Config, key string) sourced {
	s := cfg.Get(key)
	if s.Value == "" {
		return sourced{source: fromDefault}
	}
	return sourced{s.Value, string(s.Source)}
}

// take fills the market that the service made a search for, where none was sent.
func (c *chosen) take(site string) {
	if c.site.value == "" {
		c.site = sourced{site, fromDefault}
	}
}

// record writes the choice into the facts. Empty values take what the service
// said it applied.
func (c chosen) record(f *answerFacts, currency, locale string) {
	fill := func(s sourced, applied string) (string, string) {
		switch {
		case s.value != "":
			return s.value, s.source
		case applied == "" && s.source == "":
			return "", "" // the call takes none
		}
		return applied, fromDefault
	}
	f.Currency, f.CurrencySource = fill(c.currency, currency)
	f.Locale, f.LocaleSource = fill(c.locale, locale)
	if c.site.value != "" || c.site.source != "" {
		f.SiteCode, f.SiteCodeSource = fill(c.site, "")
	}
}

// currencyWarnings tell when prices did not come in the currency asked for,
// or in another one than the list before.
func currencyWarnings(got, asked, list string) []string {
	switch {
	case got != asked:
		return []string{"prices are in " + got + ": the service did not convert to " + asked}
	case list != "" && list != got:
		return []string{"prices are in " + got + "; the list they follow was in " + list}
	}
	return nil
}

// detailForPeople asks for the richer view where a person reads; a script gets
// the view it asks for.
func (a *app) detailForPeople(p *params) error {
	if !a.text() {
		return nil
	}
	return p.setDefault("view", "--view", string(apiclient.DetailViewDetail))
}
