// Package watch defines watches: an offer, the rule that decides when the traveler is notified, and the history of
// what each pass found.
package watch

import (
	"cmp"
	"math/big"
	"strings"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
)

// Watch is an offer that is watched, and the rule that decides when it fires.
type Watch struct {
	N     int        `json:"n"`              // from 1; never reused for another watch
	Name  string     `json:"name,omitempty"` // of the kept offer that it was added from, or ""
	At    time.Time  `json:"at"`             // when it was added
	Offer kept.Offer `json:"offer"`
	Rule  Rule       `json:"rule"`
}

// Price returns the price at the time the watch was added: of a trip or a fare for the whole party, of a hotel or a
// rate for the whole stay. It is zero if that price is unknown.
func (w Watch) Price() offer.Money {
	p := w.Offer.Row.Price
	if w.Offer.Kind == recall.Hotels {
		stay := cmp.Or(w.Offer.Row.Hotel, &offer.Hotel{})
		p = offer.Money{Amount: stay.Stay, Currency: cmp.Or(stay.StayIn, p.Currency)}
	}
	if p.Amount == "" || p.Currency == "" {
		return offer.Money{}
	}
	return p
}

// Title describes the offer for a person: "LIS–MAD, I2, 11:40–14:05". It may hold foreign text.
func (w Watch) Title() string {
	return strings.TrimSuffix(w.Offer.What()+", "+w.Offer.Which(), ", ")
}

// Word returns the kind of the offer: trip, fare, hotel or rate.
func (w Watch) Word() string { return kept.Word(w.Offer.Kind) }

// Day returns the day of departure or check-in, YYYY-MM-DD.
func (w Watch) Day() string {
	first, _ := w.Offer.Days()
	return first
}

// Again returns the step that searches for the offer.
func (w Watch) Again() problem.Step {
	switch {
	case w.Offer.Kind == recall.Rates:
		return w.Offer.List.Stay.Rates(w.Offer.List.Stay.HotelID)
	case w.Offer.List.Stay != nil:
		return w.Offer.List.Stay.Again()
	}
	return w.Offer.List.Flight.Again()
}

// Over reports whether the day of the offer has passed somewhere on earth.
func (w Watch) Over(now time.Time) bool {
	return w.Day() < now.Add(14*time.Hour).UTC().Format(time.DateOnly)
}

// Target returns the limit of the rule: a "below" rule fires under it, a "drop" rule at or under it. It is zero for a
// rule that fires on any change. The limit of a drop is rounded down to the smallest unit of its currency.
func (w Watch) Target() offer.Money {
	return w.Rule.target(w.Price()).Floor()
}

// Terms returns the currency and language to read the offer in: those of its list, because the names of rooms depend
// on them.
func (w Watch) Terms() query.Terms {
	t := w.Offer.List.Terms
	t.Currency, t.SiteCode = cmp.Or(t.Currency, w.Offer.Row.Price.Currency), ""
	return t
}

// RuleKind is the condition of a rule.
type RuleKind string

// The kinds of rule.
const (
	Below RuleKind = "below" // a price below a limit
	Drop  RuleKind = "drop"  // a price at least this far below the one at adding
	Any   RuleKind = "any"   // any change of the price, or the offer is gone or back
)

// Rule decides when a watch fires: when its condition becomes true. It fires again only after the condition was false
// in between. The condition of a limit is false while the offer is gone.
type Rule struct {
	Kind    RuleKind    `json:"kind" words:"below,drop,any"`
	Price   offer.Money `json:"price,omitzero"`    // the limit of below, in the currency of the offer
	Percent string      `json:"percent,omitempty"` // of drop: decimal text above 0 and below 100
}

// Typed is a rule as typed on the command line. At most one field may be set; none means Any.
type Typed struct {
	Below string // "380", "380.50" or "380 EUR"
	Drop  string // "5%" or "5"
	Any   bool
}

// Rule parses the rule for an offer that costs price now. Its errors are usage errors.
func (t Typed) Rule(price offer.Money) (Rule, error) {
	wrong := func(err error) (Rule, error) { return Rule{}, err }
	const unknown = "%s needs a price to compare with, and that of this offer is not known"
	switch {
	case t.Below != "" && (t.Drop != "" || t.Any), t.Drop != "" && t.Any:
		return wrong(problem.Usagef("--below, --drop and --any exclude each other; give one of them"))
	case t.Below != "" && price == offer.Money{}:
		return wrong(problem.Usagef(unknown, "--below").Advise("give --any, or list the offer again"))
	case t.Drop != "" && price == offer.Money{}:
		return wrong(problem.Usagef(unknown, "--drop").Advise("give --any, or list the offer again"))
	case t.Below != "":
		amount, currency := parted(t.Below)
		limit, ok := offer.Decimal(amount)
		below := offer.Money{Amount: amount, Currency: price.Currency}
		switch {
		case ok && currency != "" && currency != price.Currency:
			return wrong(problem.Usagef("--below %s is in %s, and the offer is in %s; give a price in %s", t.Below, currency, price.Currency, price.Currency).
				Advise("for another currency, search in it and watch that offer: --currency " + currency))
		case !ok || limit.Sign() <= 0:
			want := "a price above 0 in " + price.Currency + ", such as " + price.Amount
			return wrong(problem.NotAccepted("--below", t.Below, want))
		case below.Floor() != below: // no price has so many decimals
			want := "a price in whole units of " + price.Currency + " and their parts, such as " + price.Amount
			return wrong(problem.NotAccepted("--below", t.Below, want))
		}
		return Rule{Kind: Below, Price: below}, nil
	case t.Drop != "":
		percent := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(t.Drop), "%"))
		share, ok := offer.Decimal(percent)
		if !ok || share.Sign() <= 0 || share.Cmp(big.NewRat(100, 1)) >= 0 {
			return wrong(problem.NotAccepted("--drop", t.Drop, "a percentage above 0 and below 100, such as 5%"))
		}
		return Rule{Kind: Drop, Percent: percent}, nil
	}
	return Rule{Kind: Any}, nil
}

// parted splits a currency code from an amount such as "380 EUR" or "EUR380".
func parted(typed string) (amount, currency string) {
	letter := func(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }
	amount = strings.TrimSpace(typed)
	if head := strings.TrimLeftFunc(amount, letter); len(amount)-len(head) == 3 {
		return strings.TrimSpace(head), strings.ToUpper(amount[:3])
	}
	if head := strings.TrimRightFunc(amount, letter); len(amount)-len(head) == 3 {
		return strings.TrimSpace(head), strings.ToUpper(amount[len(head):])
	}
	return amount, ""
}

// target returns the limit of the rule for an offer that first cost that much; zero if it has none.
func (r Rule) target(first offer.Money) offer.Money {
	was, known := offer.Decimal(first.Amount)
	share, ok := offer.Decimal(r.Percent)
	if r.Kind != Drop || !known || !ok {
		return r.Price // of below
	}
	left := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(100, 1), share), big.NewRat(100, 1))
	const decimals = 6 // enough for any currency and any sensible percentage
	text := new(big.Rat).Mul(was, left).FloatString(decimals)
	return offer.Money{Amount: strings.TrimSuffix(strings.TrimRight(text, "0"), "."), Currency: first.Currency}
}

// met reports whether a price meets the condition of the rule. A price in another currency never does.
func (r Rule) met(first, now offer.Money) bool {
	gap := offer.Change{Before: r.target(first), After: now}.Difference()
	if gap != "" && strings.Trim(gap, "-0.") == "" {
		return r.Kind == Drop
	}
	return strings.HasPrefix(gap, "-")
}
