package grid

import (
	"slices"
	"strings"

	"travel.example/travel/internal/money"
	"travel.example/travel/internal/render/canvas"
)

// Cell is one field of a row.
type Cell struct {
	Text string
	Tone canvas.Tone
	// Tail stands behind Text and stays when Text is cut; TSV and CSV do not have it.
	Tail string
	// Data is what TSV and CSV hold instead of Text, such as a bare amount; "" means Text.
	Data string
}

// Answer is what is known of a yes-or-no question.
type Answer uint8

// The answers. What is not stated is Unknown and never No.
const (
	Unknown Answer = iota
	Yes
	No
)

// AnswerOf reads an optional boolean; nil is Unknown.
func AnswerOf(b *bool) Answer {
	switch {
	case b == nil:
		return Unknown
	case *b:
		return Yes
	}
	return No
}

// String gives "yes", "no" or "not known".
func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "not known"
}

// Cell shows the answer: a yes in green, an unknown faint.
func (a Answer) Cell() Cell {
	return Cell{Text: a.String(), Tone: [...]canvas.Tone{Unknown: canvas.Faint, Yes: canvas.Good, No: canvas.Plain}[min(a, No)]}
}

// Stated shows what a seller says of an offer.
func (a Answer) Stated() Cell {
	if a == Unknown {
		return Cell{Text: NotStated, Tone: canvas.Faint}
	}
	return a.Cell()
}

// NotStated stands where a seller said nothing.
const NotStated = "not stated"

// OrNotStated shows text, or that a seller said nothing.
func OrNotStated(text string) Cell {
	if text == "" {
		return Cell{Text: NotStated, Tone: canvas.Faint}
	}
	return Cell{Text: text}
}

// doubtMark stands behind a price that cannot be right, and DoubtNote explains it.
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
