package watch

import (
	"errors"
	"math/big"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
)

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
	Kind    RuleKind     `json:"kind" words:"below,drop,any"`
	Price   *offer.Money `json:"price,omitempty"`   // the limit of below, in the currency of the offer
	Percent string       `json:"percent,omitempty"` // of drop: decimal text above 0 and below 100
}

// Typed is a rule as it was typed; at most one of it may be given, and none is Any.
type Typed struct {
	Below string // "380", "380.50" or "380 EUR"
	Drop  string // "5%" or "5"
	Any   bool
}

// Rule reads the rule for an offer at that price. A mistake is a usage error.
func (t Typed) Rule(price offer.Money) (Rule, error) {
	given := 0
	for _, is := range []bool{t.Below != "", t.Drop != "", t.Any} {
		if is {
			given++
		}
	}
	switch {
	case given > 1:
		return Rule{}, problem.Usagef("--below, --drop and --any exclude each other; give one of them")
	case t.Below != "":
		rule, err := belowRule(t.Below, price)
		if err == nil && rule.Price.Floor() != *rule.Price { // which no price has, and no view shows
			return Rule{}, problem.NotAccepted("--below", t.Below, "a price in whole units of "+price.Currency+" and their parts, such as "+price.Amount, "")
		}
		return rule, err
	case t.Drop != "":
		return dropRule(t.Drop, price)
	}
	return Rule{Kind: Any}, nil
}

func belowRule(typed string, price offer.Money) (Rule, error) {
	if price.Currency == "" {
		return Rule{}, problem.Usagef("--below needs a price to compare with, and that of this offer is not known").
			Advise("give --any, or list the offer again")
	}
	amount, currency := parted(typed)
	want := "a price above 0 in " + price.Currency + ", such as " + price.Amount
	limit, ok := offer.Decimal(amount)
	switch {
	case !ok:
		return Rule{}, problem.NotAccepted("--below", typed, want, "")
	case currency != "" && currency != price.Currency:
		return Rule{}, problem.Usagef("--below %s is in %s, and the offer is in %s; give a price in %s", typed, currency, price.Currency, price.Currency).
			Advise("for another currency, search in it and watch that offer: --currency " + currency)
	case limit.Sign() <= 0:
		return Rule{}, problem.NotAccepted("--below", typed, want, "")
	}
	return Rule{Kind: Below, Price: &offer.Money{Amount: amount, Currency: price.Currency}}, nil
}

func dropRule(typed string, price offer.Money) (Rule, error) {
	if known(price) == (offer.Money{}) {
		return Rule{}, problem.Usagef("--drop needs a price to compare with, and that of this offer is not known").
			Advise("give --any, or list the offer again")
	}
	percent := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(typed), "%"))
	share, ok := offer.Decimal(percent)
	if !ok || share.Sign() <= 0 || share.Cmp(big.NewRat(100, 1)) >= 0 {
		return Rule{}, problem.NotAccepted("--drop", typed, "a percentage above 0 and below 100, such as 5%", "")
	}
	return Rule{Kind: Drop, Percent: percent}, nil
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

// check refuses a rule that no one could have typed for that offer.
func (r Rule) check(price offer.Money) error {
	switch r.Kind {
	case Below:
		if r.Price == nil || r.Percent != "" || r.Price.Currency != price.Currency {
			return errors.New("its rule has no limit in the currency of the offer")
		}
		_, err := belowRule(r.Price.Amount, price)
		return err
	case Drop:
		if r.Price != nil {
			return errors.New("its rule has a limit and a percentage")
		}
		_, err := dropRule(r.Percent, price)
		return err
	case Any:
		if r.Price == nil && r.Percent == "" {
			return nil
		}
	}
	return errors.New("its rule is not one")
}

// target is the price that the rule waits for, for an offer that had that price at first.
func (r Rule) target(first offer.Money) (offer.Money, bool) {
	switch r.Kind {
	case Below:
		return *r.Price, true
	case Drop:
		was, ok := offer.Decimal(first.Amount)
		share, fine := offer.Decimal(r.Percent)
		if !ok || !fine {
			return offer.Money{}, false
		}
		left := new(big.Rat).Quo(new(big.Rat).Sub(big.NewRat(100, 1), share), big.NewRat(100, 1))
		const decimals = 6 // enough for any currency and any percentage that means something
		text := new(big.Rat).Mul(was, left).FloatString(decimals)
		return offer.Money{Amount: strings.TrimSuffix(strings.TrimRight(text, "0"), "."), Currency: first.Currency}, true
	}
	return offer.Money{}, false
}

// met tells whether a price is what the rule waits for. One in another currency never is.
func (r Rule) met(first, now offer.Money) bool {
	target, ok := r.target(first)
	if !ok {
		return false
	}
	gap := offer.Change{Before: target, After: now}.Difference()
	switch {
	case gap == "":
		return false
	case strings.Trim(gap, "-0.") == "":
		return r.Kind == Drop
	}
	return strings.HasPrefix(gap, "-")
}

// Same tells whether two rules wait for the same.
func (r Rule) Same(o Rule) bool {
	a, b := priced(r.Price), priced(o.Price)
	return r.Kind == o.Kind && r.Percent == o.Percent && a == b
}

// priced is a price that may not be known.
func priced(a *offer.Money) offer.Money {
	if a == nil {
		return offer.Money{}
	}
	return *a
}
