package desk

import (
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render"
)

// PriceText is an amount as people of the locale write it.
func PriceText(p search.Price, locale string) string { return render.Money(p).Text(locale) }

// priceChange is what has become of a price.
type priceChange struct{ was, now search.Price }

// difference is what is paid more now, as decimal text; "" where the prices cannot be compared.
func (c priceChange) difference() string {
	return render.Change{Before: render.Money(c.was), After: render.Money(c.now)}.Difference()
}

// text says the change in words.
func (c priceChange) text(locale string) string {
	return render.Change{Before: render.Money(c.was), After: render.Money(c.now)}.Text(locale)
}

// clean takes from foreign text what a terminal would obey or hide.
func clean(text string) string { return render.Clean(text) }
