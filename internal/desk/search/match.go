package search

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
)

// Price is decimal text in a currency, as the service sent it.
type Price struct{ Amount, Currency string }

// Print is what stays the same of an offer from one search to the next; ids
// and prices do not.
type Print[P any] interface{ Same(other P) bool }

// Candidate is an offer of the new search.
type Candidate[P any] struct {
	ID    string
	Print P
	Price Price
}

// Find returns the position of the very same offer, or -1. Of several the one
// whose price is nearest to what it was is taken, whatever their order.
func Find[P Print[P]](want P, was Price, all []Candidate[P]) int {
	best := -1
	for i, c := range all {
		if want.Same(c.Print) && (best < 0 || nearer(was, c, all[best])) {
			best = i
		}
	}
	return best
}

func nearer[P any](was Price, a, b Candidate[P]) bool {
	order := gap(was, a.Price).Cmp(gap(was, b.Price))
	return cmp.Or(order, strings.Compare(a.Price.Currency, b.Price.Currency), amount(a.Price).Cmp(amount(b.Price)), strings.Compare(a.ID, b.ID)) < 0
}

// gap is how far two prices are apart; those of two currencies are not
// compared, and as good as equal.
func gap(a, b Price) *big.Rat {
	if a.Currency != b.Currency {
		return new(big.Rat)
	}
	gap := new(big.Rat).Sub(amount(a), amount(b))
	return gap.Abs(gap)
}

// amount reads a price; what is no plain decimal number is dearer than all.
func amount(p Price) *big.Rat {
	const longest = 40 // an honest price is shorter, and an exponent costs memory
	if len(p.Amount) <= longest && !strings.ContainsAny(p.Amount, "eE/_xXpP") {
		if n, ok := new(big.Rat).SetString(p.Amount); ok {
			return n
		}
	}
	return new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 256))
}

// Near is an offer that is like the one that is gone.
type Near struct {
	Index int    // among the candidates
	Why   string // in words, such as "same airline"
}

// way is one way of being near: which offers are, and how far each is off.
type way[P any] struct {
	why  string
	most int
	near func(P) bool
	far  func(P) int
}

// nearest gathers, way by way, the offers that are least far, then cheapest.
// None is named twice.
func nearest[P any](all []Candidate[P], ways ...way[P]) []Near {
	var found []Near
	prices := make([]*big.Rat, len(all))
	for i, c := range all {
		prices[i] = amount(c.Price)
	}
	for _, w := range ways {
		var fits []int
		for i, c := range all {
			taken := slices.ContainsFunc(found, func(n Near) bool { return n.Index == i })
			if !taken && w.near(c.Print) {
				fits = append(fits, i)
			}
		}
		slices.SortFunc(fits, func(i, j int) int {
			a, b := all[i], all[j]
			return cmp.Or(cmp.Compare(w.far(a.Print), w.far(b.Print)), // ids make the order certain
				strings.Compare(a.Price.Currency, b.Price.Currency), prices[i].Cmp(prices[j]), strings.Compare(a.ID, b.ID))
		})
		for _, i := range fits[:min(len(fits), w.most)] {
			found = append(found, Near{Index: i, Why: w.why})
		}
	}
	return found
}

func anyOffer[P any](P) bool { return true }
func alike[P any](P) int     { return 0 }

// Keep writes a print as text that a list can hold.
func Keep[P any](print P) string {
	text, err := json.Marshal(print)
	if err != nil {
		return "" // prints are plain data
	}
	return string(text)
}

// Kept reads it back; text that Keep did not write is no print.
func Kept[P any](text string) (P, bool) {
	var print P
	if text == "" || json.Unmarshal([]byte(text), &print) != nil {
		var none P
		return none, false
	}
	return print, true
}
