package grid

import (
	"slices"
	"strings"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/money"
)

// doubtMark stands behind a price that cannot be right, and doubtNote explains it.
const (
	doubtMark = " ?"
	DoubtNote = "Prices marked ? are shown as the service sent them; they cannot be right."
)

// Amounts writes amounts that stand under each other in the letters of the canvas.
func Amounts(c canvas.Canvas, amounts []money.Money, locale string) []string {
	if !c.Unicode {
		return money.ASCIITexts(amounts, locale)
	}
	return money.Texts(amounts, locale)
}

// PriceCells gives cells of amounts under each other; one that cannot be right is marked.
func PriceCells(c canvas.Canvas, amounts []money.Money, locale string) []Cell {
	out := make([]Cell, len(amounts))
	marked := slices.ContainsFunc(amounts, money.Money.Doubtful)
	for i, text := range Amounts(c, amounts, locale) {
		out[i] = Cell{Text: text, Tone: canvas.Strong}
		switch {
		case amounts[i].Doubtful():
			out[i] = Cell{Text: text + doubtMark, Tone: canvas.Warn}
		case marked:
			out[i].Text += strings.Repeat(" ", len(doubtMark))
		}
	}
	return out
}

// Amount writes one amount for this canvas.
func Amount(c canvas.Canvas, m money.Money, locale string) string {
	return Amounts(c, []money.Money{m}, locale)[0]
}
