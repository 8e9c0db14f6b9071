package desk

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/words"
)

// SystemLanguage returns the language that the system speaks to its user, by the names of POSIX, as a BCP 47 tag:
// "pt-BR" for LANG=pt_BR.UTF-8. It is "" if none is set, and for C and POSIX.
func SystemLanguage(getenv func(string) string) string {
	text := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	parts := regexp.MustCompile(`^([A-Za-z]{2,3})(?:_([A-Za-z]{2})|_\w*)?(?:[.@]|$)`).FindStringSubmatch(text)
	switch {
	case parts == nil:
		return ""
	case parts[2] == "":
		return strings.ToLower(parts[1])
	}
	return strings.ToLower(parts[1]) + "-" + strings.ToUpper(parts[2])
}

// Sourced is a value together with who chose it.
type Sourced struct {
	Value  string
	Source string // flag, env, config, list, account or default
	Sample bool   // the account is that of the sandbox's sample traveler: no one signed in
}

// The words for who chose a value, beside config's own.
const (
	FromFlag    = "flag"
	FromList    = "list" // repeated from the list that a row number points to
	FromAccount = "account"
	FromDefault = "default" // not sent; the service applies its own
)

// ServiceCurrency and ServiceLocale are what the service answers in when no one says, by the
// specification.
const (
	ServiceCurrency = "USD"
	ServiceLocale   = "en"
)

// Locale is the market, the currency and the language of a call, each with its source.
type Locale struct{ Site, Currency, Language Sourced }

// LocaleOf returns the locale that a list was made with. Each read sends it again, because the service does not
// inherit it.
func LocaleOf(t query.Terms) Locale {
	from := func(value string) Sourced {
		if value == "" {
			return Sourced{}
		}
		return Sourced{Value: value, Source: FromList}
	}
	return Locale{Site: from(t.SiteCode), Currency: from(t.Currency), Language: from(t.Locale)}
}

// Resolve fills in the parameters that were not given, from the list of a row, then from the environment and the
// profile, and the market from the account. What is still open is not sent. It returns the error of the parameters,
// see [ask.Values.Err].
func (d *Desk) Resolve(ctx context.Context, p *ask.Values, list Locale) (Locale, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Locale{}, err
	}
	pick := func(wire, key string, value Sourced) Sourced {
		set := cfg.Get(key)
		switch {
		case !p.Takes(wire):
			return Sourced{}
		case p.Has(wire):
			return Sourced{Value: p.Text(wire), Source: FromFlag}
		case value.Value == "" && set.Value != "":
			value = Sourced{Value: set.Value, Source: string(set.Source)}
		case value.Value == "":
			value = Sourced{Source: FromDefault}
		}
		p.SetDefault(wire, key, value.Value)
		return value
	}
	l := Locale{
		Currency: pick("currency", "currency", list.Currency), Language: pick("locale", "locale", list.Language), Site: list.Site,
	}
	if p.Takes("siteCode") {
		l.Site = pick("siteCode", "site-code", list.Site)
	}
	if p.Err() != nil || l.Site.Value != "" || !p.Takes("siteCode") {
		return l, p.Err()
	}
	if _, market := d.Deployment.Account(ctx); market != "" {
		_, sample := deployment.Sample(cfg)
		l.Site = Sourced{Value: market, Source: FromAccount, Sample: sample}
		p.SetDefault("siteCode", "site-code", market)
	}
	return l, p.Err()
}

// Take sets the market that the service used if none was sent.
func (l *Locale) Take(site string) {
	if l.Site.Value == "" {
		l.Site = Sourced{Value: site, Source: FromDefault}
	}
}

// Terms returns the values alone.
func (l Locale) Terms() query.Terms {
	return query.Terms{Currency: l.Currency.Value, Locale: l.Language.Value, SiteCode: l.Site.Value}
}

// Of returns a list in the currency and the language that someone chose.
func (l Locale) Of(list recall.List) recall.List {
	return list.InTerms(cmp.Or(l.Currency.Value, list.Terms.Currency), cmp.Or(l.Language.Value, list.Terms.Locale))
}

// Given returns the currency and the language that flags gave, of those that the next step takes too. They are
// repeated if no list repeats them.
func (l Locale) Given(takes ...string) (params []problem.Param) {
	for _, given := range []struct {
		name string
		by   Sourced
	}{{"currency", l.Currency}, {"locale", l.Language}} {
		if given.by.Source == FromFlag && slices.Contains(takes, given.name) {
			params = append(params, problem.Param{Name: given.name, Values: []string{given.by.Value}})
		}
	}
	return params
}

// Record writes the locale into the meta. Where no one chose a value, it takes the one that the service applied. What
// the operation does not take is left out.
func (l Locale) Record(m *Meta, currency, locale string) {
	fill := func(s Sourced, applied string) (string, string) {
		if s.Source == "" || s.Value != "" {
			return s.Value, s.Source
		}
		return applied, FromDefault
	}
	m.Currency, m.CurrencySource = fill(l.Currency, currency)
	m.Locale, m.LocaleSource = fill(l.Language, locale)
	m.SiteCode, m.SiteCodeSource = fill(l.Site, "")
}

// RecordLanguage writes only the language into the meta, for a call that takes no currency and no market.
func (l Locale) RecordLanguage(m *Meta) {
	Locale{Language: l.Language}.Record(m, "", ServiceLocale)
}

// inMiles are the countries whose signs count in miles.
var inMiles = []string{"US", "GB", "LR", "MM"}

// Unit returns the unit of distances. It depends on the region of the requested language, such as en-GB, or else on the
// market that someone chose. A default of the service says nothing about the traveler.
func (l Locale) Unit() words.Unit {
	region := l.Site.Value
	if l.Site.Source == FromDefault {
		region = ""
	}
	_, rest, _ := strings.Cut(l.Language.Value, "-")
	for part := range strings.SplitSeq(rest, "-") {
		if len(part) == 2 {
			region = part
		}
	}
	if slices.Contains(inMiles, strings.ToUpper(region)) {
		return words.Miles
	}
	return words.Kilometres
}

// CurrencyWarnings warns if prices are not in the requested currency or not in that of the list before, and if the
// service names something that is not a currency code, which no list keeps.
func CurrencyWarnings(got, asked, list string) []string {
	const notOne = ", which is not a currency code"
	switch {
	case !recall.IsCurrency(asked):
		return []string{"the service calls the currency of this answer " + words.Quote(asked) + notOne + "; the next command does not ask for it"}
	case !recall.IsCurrency(got):
		return []string{"the service says that these prices are in " + words.Quote(got) + notOne}
	case got != asked:
		return []string{"prices are in " + got + ": the service did not convert to " + asked}
	case list != "" && list != got:
		return []string{"prices are in " + got + "; the list they follow was in " + list}
	}
	return nil
}

// Days returns a reader of days as typed, in English, in the language of the settings and in that of the system.
func (d *Desk) Days() *ask.Days {
	return &ask.Days{Today: d.Now, Languages: func() []string {
		list := []string{d.Language}
		if cfg, err := d.Deployment.Config(); err == nil {
			list = append(list, cfg.Get("locale").Value)
		}
		return list
	}}
}

// Set reads a value of a request from text as a person types it. If it has several readings, the traveler is asked; if
// no one can answer, the error is a choice with all of them.
func (d *Desk) Set(ctx context.Context, q *ask.Values, wire, label, text string) error {
	return q.Ask(d.Reading(ctx), wire, label, text)
}

// Reading returns the function that asks the traveler which reading of a text is meant.
func (d *Desk) Reading(ctx context.Context) ask.Chooser {
	return func(several ask.SeveralError) (ask.Reading, error) {
		n, err := d.Choose(ctx, Choice{ChoiceError: several.Choice(), Title: several.Title()}, several)
		if err != nil {
			return ask.Reading{}, err
		}
		return several.Readings[n], nil
	}
}

// An End is the first or last day of a journey or a stay: its parameter and its argument.
type End struct{ Wire, Label string }

// SetDays reads the days of a journey or a stay as typed into a request. least is how many are required. The words of a
// day may be separate arguments if that has only one meaning.
func (d *Desk) SetDays(ctx context.Context, q *ask.Values, typed []string, least int, ends ...End) error {
	labels := make([]string, len(ends))
	for i, end := range ends {
		labels[i] = end.Label
	}
	texts, err := q.Days().Join(typed, labels, least)
	if err != nil {
		return err
	}
	for i, text := range texts {
		err := d.Set(ctx, q, ends[i].Wire, ends[i].Label, text)
		if several, ok := errors.AsType[ask.SeveralError](err); ok && several.Readings[0].First != "" {
			several.Typed = strings.Join(texts, " ")
			return several
		}
		if err != nil {
			return err
		}
	}
	return nil
}
