package commands

import (
	"fmt"
	"slices"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// notSettled warns of a search whose answers may not all be in.
func (r *renewal) notSettled(stamp search.Stamp) {
	if stamp == search.BudgetExhausted {
		r.say("The new search had not settled when the wait ended; more may come.")
	}
}

// price records what has become of the price, and says it.
func (r *renewal) price(what string, was, now money.Money, locale string) {
	change := money.Change{Before: was, After: now}
	if r.facts.PriceAfter == nil { // the first is what the command is about
		r.facts.PriceBefore, r.facts.PriceAfter = priceOf(was), priceOf(now)
		r.facts.PriceChange = change.Difference()
	}
	text := upperFirst(what) + ": " + change.Text(locale) + "."
	if len(r.facts.words) == 0 {
		text = "Searched again. " + text
	}
	r.say(text)
}

// say adds a sentence for the traveler.
func (r *renewal) say(text string) { r.facts.words = append(r.facts.words, text) }

// record puts what came of a renewal beside the answer, and returns the
// sentences for a person; none when nothing was searched again.
func (r *renewal) record(facts *answerFacts) []string {
	if r.facts == nil {
		return nil
	}
	facts.Renewed = r.facts
	return r.facts.sentences()
}

// renewedFacts is what a script is told of a search that was made in place of
// another.
type renewedFacts struct {
	FromSearchID string     `json:"fromSearchId"`
	ToSearchID   string     `json:"toSearchId"`
	AgeSeconds   int        `json:"ageSeconds"`  // of the expired search
	Spent        bool       `json:"searchSpent"` // false when a search made before could be taken
	PriceBefore  *moneyFact `json:"priceBefore,omitempty"`
	PriceAfter   *moneyFact `json:"priceAfter,omitempty"`
	PriceChange  string     `json:"priceChange,omitempty"` // decimal text; absent when the prices cannot be compared
	RowsGone     []int      `json:"rowsGone,omitempty"`    // of the list, not found again

	words []string
}

type moneyFact struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

func priceOf(m money.Money) *moneyFact {
	if m.Amount == "" {
		return nil
	}
	return &moneyFact{m.Amount, m.Currency}
}

// gone notes a row that was not found again.
func (f *renewedFacts) gone(row int) { f.RowsGone = append(f.RowsGone, row) }

func (f *renewedFacts) sentences() []string {
	words := slices.Clone(f.words)
	if n := len(f.RowsGone); n > 0 {
		names := make([]string, 0, n)
		for _, row := range f.RowsGone {
			names = append(names, fmt.Sprint(row))
		}
		if n > 6 {
			names = append(names[:5], fmt.Sprintf("%d more", n-5))
		}
		words = append(words, fmt.Sprintf("%s of the list %s gone.", upperFirst(plainCount(n, "row"))+" "+joinAnd(names), isAre(n)))
	}
	return words
}

func plainCount(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
