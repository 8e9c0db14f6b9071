package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// stayPrice is what a stay costs, in words.
type stayPrice struct {
	Night  string
	Total  string
	Was    string   // price of a night before a deal
	Deal   string   // what the deal is
	Extras []string // charges beside the price, and taxes in it
}

// priceOf writes the price of a rate, or of a card.
func priceOf(p wire.RatePrice, nights int, locale string) stayPrice {
	write := func(amount float64) string { return money(amount, p.Currency, locale) }
	out := stayPrice{Night: write(p.AmountPerNight)}
	if p.Total != nil {
		out.Total = write(*p.Total)
	}
	if tax := p.TaxAmountPerNight; tax != nil && *tax > 0 {
		words := "includes " + write(*tax) + " tax a night"
		if p.TaxInclusive == nil || !*p.TaxInclusive {
			words = "plus " + write(*tax) + " tax a night"
		}
		out.Extras = append(out.Extras, words)
	}
	switch {
	case p.LocalTaxPerNight == nil:
		out.Extras = append(out.Extras, "city tax not stated")
	case *p.LocalTaxPerNight > 0:
		words := "plus " + write(*p.LocalTaxPerNight) + " city tax a night, paid at the hotel"
		if p.TotalLocalTax != nil && nights > 1 {
			words += " (" + write(*p.TotalLocalTax) + " in all)"
		}
		out.Extras = append(out.Extras, words)
	}
	if d := p.Deal; d != nil {
		out.Deal = strings.TrimSpace(said(d.Label) + " −" + strconv.Itoa(d.PercentOff) + fixed + "%")
		if d.PromoCode != nil {
			out.Deal += ", code " + *d.PromoCode
		}
		if d.WasPerNight != nil {
			out.Was = write(*d.WasPerNight)
		}
	}
	return out
}

// cardPrice converts the price of a card to that of a rate. A card names a tax only
// where it comes on top.
func cardPrice(p wire.HotelPrice) wire.RatePrice {
	return wire.RatePrice{
		AmountPerNight: p.AmountPerNight, Total: p.Total, TotalUsd: p.TotalUsd, Currency: p.Currency, Deal: p.Deal,
		TaxAmountPerNight: p.TaxAmountPerNight, TaxInclusive: new(false),
		LocalTaxPerNight: p.LocalTaxPerNight, TotalLocalTax: p.TotalLocalTax,
	}
}

// score is what guests say.
type score struct {
	Value string // 8.7
	Count string // 1,204 reviews
}

func scoreOf(r *wire.Review, locale string) *score {
	if r == nil {
		return nil
	}
	digits := strconv.Itoa(int(r.Count))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + marksOf(locale).group + digits[i:]
	}
	word := " reviews"
	if int(r.Count) == 1 {
		word = " review"
	}
	return &score{Value: strings.Replace(fmt.Sprintf("%.1f", r.Score), ".", marksOf(locale).decimal, 1), Count: digits + word}
}

// stars draws a hotel's class, and nothing for one without.
func stars(star *float64) string {
	if star == nil {
		return ""
	}
	return strings.Repeat("★", int(*star))
}

// starWords is the same in words.
func starWords(star *float64) string {
	if star == nil {
		return ""
	}
	return count(int(*star), "star", "stars")
}

// words writes an id of the API as a person would: breakfast_included.
func words(id string) string {
	text := strings.ReplaceAll(id, "_", " ")
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// guests writes who stays: 2 adults, children of 4 and 9.
func guests(g links.Guests) string {
	text := count(g.Adults, "adult", "adults")
	if len(g.Ages) == 0 {
		return text
	}
	var ages []string
	for _, age := range slices.Sorted(slices.Values(g.Ages)) {
		ages = append(ages, strconv.Itoa(age))
	}
	noun := "a child of "
	if len(ages) > 1 {
		noun = "children of "
	}
	return text + ", " + noun + list(ages)
}

// nightsOf is how many nights a stay has.
func nightsOf(checkIn, checkOut string) int { return nights(dayOf(checkIn), dayOf(checkOut)) }

// stayDays writes when a stay is: Fri 11 Dec 2026 to Mon 14 Dec 2026.
func stayDays(checkIn, checkOut string) string {
	return longDay(dayOf(checkIn)) + " to " + longDay(dayOf(checkOut))
}

// kilometres writes a distance.
func kilometres(km *float64, locale string) string {
	if km == nil {
		return ""
	}
	return strings.Replace(fmt.Sprintf("%.1f", *km), ".", marksOf(locale).decimal, 1) + fixed + "km"
}

// hotelQuote is what a page asks the hotel engine to answer in.
func hotelQuote(currency, locale string) hotels.Quote {
	return hotels.Quote(quoteOf(currency, locale))
}

// todayIn is today in a time zone, as midnight UTC.
func todayIn(zone *time.Location, at time.Time) time.Time {
	local := at.In(zone)
	return time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
}
