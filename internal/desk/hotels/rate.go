package hotels

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// rateRow is a rate of a hotel as a list keeps it, with what finds it again.
func rateRow(n int, rate apiclient.Rate, hotel recall.Rate, locale string) recall.Row {
	terms := search.PrintRate(rate)
	label := rate.RoomName
	if terms.Board != "" {
		label += ", " + TermWords(terms.Board)
	}
	hotel.Charges, hotel.Print, hotel.PerNight = ChargeWords(rate.Price, locale), terms, rate.Price.Total == nil
	return recall.Row{N: n, ID: rate.ID, Label: label, Price: RatePrice(rate), Rate: &hotel}
}

// ChargeWords say which taxes are in a price and which come on top: "$8 tax a night included, city tax not known".
func ChargeWords(p apiclient.RatePrice, locale string) string {
	night := func(n *json.Number, what string) string {
		return offer.Money{Amount: n.String(), Currency: p.Currency}.Text(locale) + " " + what + " a night"
	}
	nothing := func(n *json.Number) bool { return strings.Trim(n.String(), "0.") == "" }
	var parts []string
	switch tax := p.TaxAmountPerNight; {
	case tax == nil || nothing(tax):
	case p.TaxInclusive == nil:
		parts = append(parts, night(tax, "tax")+", not stated whether included")
	case *p.TaxInclusive:
		parts = append(parts, night(tax, "tax")+" included")
	default:
		parts = append(parts, night(tax, "tax")+" on top")
	}
	switch tax := p.LocalTaxPerNight; {
	case tax == nil:
		parts = append(parts, "city tax not known")
	case nothing(tax):
		parts = append(parts, "no city tax")
	default:
		parts = append(parts, night(tax, "city tax")+" on top")
	}
	return strings.Join(parts, ", ")
}

// ListedRates are the rates of a hotel as a list keeps them, so that a number stands for a rate id: those
// of a search that is read in a currency and a language.
func ListedRates(hotel Hotel, of recall.List, in desk.Locale, rates *apiclient.HotelRates) recall.List {
	list, known := stayed(of, rates.Stay), recall.Rate{}
	asked := list.Asked()
	asked.HotelID, asked.Name, list.Stay = hotel.ID, hotel.Row.Label, &asked
	list = list.InTerms(cmp.Or(in.Currency.Value, rates.Metadata.CurrencyCode), in.Language.Value)
	list.Kind, list.Search.ID = recall.Rates, rates.SearchID
	if hotel.Row.Hotel != nil { // else its own page is not known
		known.Page = hotel.Row.Hotel.Page
	}
	if around := hotel.List.Asked(); around.City != "" {
		known.City = around.Name
	}
	for i, rate := range rates.Rates {
		if apiclient.ValidRateID(rate.ID) { // else it is never offered for reuse
			list.Rows = append(list.Rows, rateRow(i+1, rate, known, list.Terms.Locale))
		}
	}
	return list
}

// SameRate is the position of a rate among those of another search for the same hotel and stay, -1 where
// it is not among them.
func SameRate(was apiclient.Rate, now *apiclient.HotelRates) int {
	all := Candidates(now)
	at := search.Find(search.PrintRate(was), RatePrice(was), all)
	return slices.IndexFunc(now.Rates, func(rate apiclient.Rate) bool { return at >= 0 && rate.ID == all[at].ID })
}

// RatePrice is what the stay costs.
func RatePrice(rate apiclient.Rate) offer.Money {
	price, _ := search.StayPrice(rate.Price.Total, rate.Price.TotalUsd, rate.Price.Currency)
	return price
}

// PolicyWords say how a rate can be cancelled; a policy newer than this client keeps its own words.
func PolicyWords(code string) string {
	if code == "non_refundable" {
		return "non-refundable"
	}
	return TermWords(code)
}

// TermWords turn a code such as breakfast_included into words.
func TermWords(code string) string { return strings.ReplaceAll(code, "_", " ") }

// chosen are the filters of a list of hotels that can be judged by a rate alone. Amounts are of a night
// with all that comes on top, in that currency.
type chosen struct {
	filters    []string // as they were typed
	refundable bool
	types      []string // words such as breakfast_included
	least      string   // decimal text, "" for no limit
	most       string
	currency   string
}

// chosenOf are the filters of a list that its rates can be judged by.
func chosenOf(list recall.List) chosen {
	c := chosen{currency: list.Terms.Currency}
	for _, p := range list.View {
		switch {
		case p.Name == "refundable":
			c.refundable = slices.Contains(p.Values, "true")
		case p.Name == "rate-types":
			c.types = p.Values
		case ask.IsPrice(p.Name) && strings.HasPrefix(p.Name, "min-"):
			c.least = p.Values[0]
		case ask.IsPrice(p.Name):
			c.most = p.Values[0]
		default:
			continue
		}
		c.filters = append(c.filters, p.Typed)
	}
	return c
}

// keep tells whether a rate is what the traveler chose among hotels. What cannot be judged keeps it.
func (c chosen) keep(rate apiclient.Rate) bool {
	if c.refundable && !rate.Refundable {
		return false
	}
	for _, word := range c.types {
		if !hasType(rate, word) {
			return false
		}
	}
	night, ok := allInRate(rate.Price)
	if !ok || rate.Price.Currency != c.currency {
		return true
	}
	return within(night, c.least, c.most)
}

// hasType tells whether a rate is of a type that filters know: its cancellation or its meals. A rate
// that does not say its meals is not turned down for them.
func hasType(rate apiclient.Rate, word string) bool {
	switch board := words.Stated(rate.Board); strings.ToLower(word) {
	case "free_cancellation":
		return rate.Refundable
	case "non_refundable":
		return !rate.Refundable
	default:
		return board == "" || strings.EqualFold(board, word)
	}
}

// allInRate is a night of a rate with all that comes on top of it, as far as that is known.
func allInRate(p apiclient.RatePrice) (float64, bool) {
	parts := []offer.Money{{Amount: p.AmountPerNight.String(), Currency: p.Currency}}
	if p.TaxAmountPerNight != nil && (p.TaxInclusive == nil || !*p.TaxInclusive) {
		parts = append(parts, offer.Money{Amount: p.TaxAmountPerNight.String(), Currency: p.Currency})
	}
	if p.LocalTaxPerNight != nil {
		parts = append(parts, offer.Money{Amount: p.LocalTaxPerNight.String(), Currency: p.Currency})
	}
	sum, ok := offer.Sum(parts)
	night, err := strconv.ParseFloat(sum.Amount, 64)
	return night, ok && err == nil
}

// within tells whether an amount is between two limits in decimal text, "" for none.
func within(amount float64, least, most string) bool {
	low, errLow := strconv.ParseFloat(least, 64)
	high, errHigh := strconv.ParseFloat(most, 64)
	return (errLow != nil || amount >= low) && (errHigh != nil || amount <= high)
}
