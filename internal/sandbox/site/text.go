package site

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

// narrow is the space that some languages put between groups of digits; no line
// breaks at any of the spaces here.
const (
	narrow = "\u202f"
	fixed  = "\u00a0"
)

// marks is how a language writes numbers: between groups, and before decimals.
type marks struct{ group, decimal string }

// marksOf knows the usual marks of a language, and those of English for others.
func marksOf(locale string) marks {
	base, _, _ := strings.Cut(data.Load().Locale(locale), "-")
	switch base {
	case "de", "es", "it", "nl", "pt", "id", "tr", "da", "el", "ro", "hr", "sl", "sr", "vi":
		return marks{".", ","}
	case "fr", "ru", "pl", "cs", "sk", "sv", "nb", "no", "fi", "uk", "bg", "hu", "et", "lv", "lt", "ca":
		return marks{narrow, ","}
	}
	return marks{",", "."}
}

// money writes an amount with the code of its currency, as USD 1,234.50, the
// marks being those of the locale.
func money(amount float64, currency, locale string) string {
	digits := 2
	if c, ok := data.Load().Currency(currency); ok {
		digits = c.Digits
	}
	m := marksOf(locale)
	whole, decimals, _ := strings.Cut(strconv.FormatFloat(math.Abs(amount), 'f', digits, 64), ".")
	var b strings.Builder
	b.WriteString(currency + fixed)
	if amount < 0 {
		b.WriteString("−")
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(m.group)
		}
		b.WriteRune(digit)
	}
	if decimals != "" {
		b.WriteString(m.decimal + decimals)
	}
	return b.String()
}

// duration writes minutes as 11h 35m.
func duration(minutes int) string {
	switch h, m := minutes/60, minutes%60; {
	case h == 0:
		return fmt.Sprintf("%dm", m)
	case m == 0:
		return fmt.Sprintf("%dh", h)
	default:
		return fmt.Sprintf("%dh%s%02dm", h, fixed, m)
	}
}

// longDay writes a day as Fri 25 Dec 2026.
func longDay(t time.Time) string { return t.Format("Mon 2 Jan 2006") }

// dayOf reads YYYY-MM-DD as midnight UTC; other text gives the zero time.
func dayOf(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// stampOf reads a local time of the API, which carries its offset.
func stampOf(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// nights is how many local midnights lie between two moments.
func nights(from, to time.Time) int {
	day := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return int(day(to).Sub(day(from)).Hours() / 24)
}

// count writes a number of things: 1 stop, 2 stops.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// list joins words as a sentence does: a, b and c.
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// said is a text that may be absent.
func said(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// quoteOf is what a page asks the engine to answer in: dollars when the link
// leaves the currency open.
func quoteOf(currency, locale string) flights.Quote {
	q := flights.Quote{Currency: currency, CurrencySource: wire.ValueSourceExplicit, Locale: locale, LocaleSource: wire.ValueSourceExplicit}
	if currency == "" {
		q.Currency, q.CurrencySource = "USD", wire.ValueSourceDefault
	}
	return q
}

// priceNote says what the prices on a page cover, and in which currency they are.
func priceNote(quote flights.Quote, currency string) string {
	if quote.Currency != currency {
		return "There is no rate for " + quote.Currency + " here: prices are in " + currency + "."
	}
	if quote.CurrencySource == wire.ValueSourceDefault {
		return "The link names no currency: prices are in " + currency + "."
	}
	return "Prices are in " + currency + "."
}

// tripDays writes when a trip is: Fri 25 Dec 2026 to Fri 1 Jan 2027.
func tripDays(out, back string) string {
	if back == "" {
		return longDay(dayOf(out)) + ", one way"
	}
	return longDay(dayOf(out)) + " to " + longDay(dayOf(back))
}

// hostOf is the host that an address leads to.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// pathOf is the part of an address behind the host: pictures are loaded from
// wherever the page itself came from.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Path
}
