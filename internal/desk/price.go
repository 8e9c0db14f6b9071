package desk

import (
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/money"
)

// PriceText is an amount as people of the locale write it.
func PriceText(p search.Price, locale string) string { return money.Money(p).Text(locale) }

// change is what has become of a price.
func change(was, now search.Price) money.Change {
	return money.Change{Before: money.Money(was), After: money.Money(now)}
}
