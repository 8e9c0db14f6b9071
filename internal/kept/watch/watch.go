// Package watch is what a traveler watches: a kept offer, the rule that waits for a price of it, and what passes
// found of it.
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

// Watch is an offer that is watched, with what its rule waits for.
type Watch struct {
	N     int        `json:"n"`              // from 1; the number stays, and no other watch ever gets it
	Name  string     `json:"name,omitempty"` // of the kept offer that it was added as, "" where there is none
	At    time.Time  `json:"at"`             // when it was added
	Offer kept.Offer `json:"offer"`
	Rule  Rule       `json:"rule"`
}

// Price is what is watched, as it was when the watch was added: what the trip or the fare costs the whole
// party, what the whole stay costs all guests. It is the zero value where that was not known.
func (w Watch) Price() offer.Money {
	p := w.Offer.Row.Price
	if w.Offer.Kind == recall.Hotels {
		stay := cmp.Or(w.Offer.Row.Hotel, &recall.Hotel{})
		p = offer.Money{Amount: stay.Stay, Currency: cmp.Or(stay.StayIn, p.Currency)}
	}
	if p.Amount == "" || p.Currency == "" {
		return offer.Money{}
	}
	return p
}

// Title names what is watched, for a person: "LIS–MAD, I2, 11:40–14:05"; it may hold foreign text.
func (w Watch) Title() string {
	return strings.TrimSuffix(w.Offer.What()+", "+w.Offer.Which(), ", ")
}

// Word is the word for what is watched: trip, fare, hotel or rate.
func (w Watch) Word() string { return kept.Word(w.Offer.Kind) }

// Day is the first day of the offer, YYYY-MM-DD: of departure, or of arrival at the hotel.
func (w Watch) Day() string {
	first, _ := w.Offer.Days()
	return first
}

// Command is the command line that makes the search of the offer.
func (w Watch) Command() string {
	switch {
	case w.Offer.Kind == recall.Rates:
		return w.Offer.List.Stay.RatesCommand(w.Offer.List.Stay.HotelID)
	case w.Offer.List.Stay != nil:
		return w.Offer.List.Stay.Command()
	}
	return w.Offer.List.Flight.Command()
}

// Over tells whether the day of the offer has passed somewhere on earth.
func (w Watch) Over(now time.Time) bool {
	return w.Day() < now.Add(14*time.Hour).UTC().Format(time.DateOnly)
}

// Target is the price that the rule waits for: one that is below it, or for a drop one that is not above it. There
// is none where every change counts, and for a drop where the price at adding is not known. That of a drop is cut
// to the smallest unit of its currency, since a price above it does not fire.
func (w Watch) Target() offer.Money {
	return w.Rule.target(w.Price()).Floor()
}

// Terms are the currency and the language that the offer is read in: those of its list, so that the name of
// a room stays the same.
func (w Watch) Terms() query.Terms {
	t := w.Offer.List.Terms
	t.Currency, t.SiteCode = cmp.Or(t.Currency, w.Offer.Row.Price.Currency), ""
	return t
}

// RuleKind is what a rule waits for.
type RuleKind string

// The kinds of rule.
const (
	Below RuleKind = "below" // a price below a limit
	Drop  RuleKind = "drop"  // a price that is so much below the one at adding, or more
	Any   RuleKind = "any"   // any change of the price, and that the offer is gone or back
)

// Rule is what a watch waits for. It fires when it becomes true, and not again before it was false in
// between: for a price below a limit it was false while the price was not, or while the offer was gone.
type Rule struct {
	Kind    RuleKind    `json:"kind" words:"below,drop,any"`
	Price   offer.Money `json:"price,omitzero"`    // the limit of below, in the currency of the offer
	Percent string      `json:"percent,omitempty"` // of drop: decimal text above 0 and below 100
}

// Typed is a rule as it was typed; at most one of it may be given, and none is Any.
type Typed struct {
	Below string // "380", "380.50" or "380 EUR"
	Drop  string // "5%" or "5"
	Any   bool
}

// Rule reads the rule for an offer at that price. A mistake is a usage error.
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
		case below.Floor() != below: // which no price has, and no view shows
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

// parted takes a currency's code off an amount: "380 EUR", "EUR380".
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

// target is the price that the rule waits for, for an offer that had that price at first; zero where there is none.
func (r Rule) target(first offer.Money) offer.Money {
	was, known := offer.Decimal(first.Amount)
	share, ok := offer.Decimal(r.Percent)
	if r.Kind != Drop || !known || !ok {
		return r.Price // of below
	}
	left := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(100, 1), share), big.NewRat(100, 1))
	const decimals = 6 // enough for any currency and any percentage that means something
	text := new(big.Rat).Mul(was, left).FloatString(decimals)
	return offer.Money{Amount: strings.TrimSuffix(strings.TrimRight(text, "0"), "."), Currency: first.Currency}
}

// met tells whether a price is what the rule waits for. One in another currency never is.
func (r Rule) met(first, now offer.Money) bool {
	gap := offer.Change{Before: r.target(first), After: now}.Difference()
	if gap != "" && strings.Trim(gap, "-0.") == "" {
		return r.Kind == Drop
	}
	return strings.HasPrefix(gap, "-")
}
