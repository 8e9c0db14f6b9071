package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// rateList lays the rates of a snapshot out for a person. The service sorts.
func rateList(s search.RateSnapshot, hotel pickedHotel, about recall.Context, choice chosen, facts answerFacts) hotelview.RateList {
	rates := s.Rates
	list := hotelview.RateList{
		Hotel: upperFirst(hotel.title()), Stay: stayOf(rates.Stay, about),
		Context: stayWords(rates.Stay, about, rates.CurrencyCode, choice.site),
		Locale:  rates.Metadata.Locale, Status: stayStatus(s.Progress),
		Next: facts.Next,
	}
	for _, text := range facts.Warnings {
		if !strings.Contains(text, "spends one") { // said already, before the search
			list.Notes = append(list.Notes, text)
		}
	}
	if len(rates.Rates) == 0 {
		list.Notes = append(list.Notes, noRates(rates))
	}
	for i, rate := range rates.Rates {
		list.Rows = append(list.Rows, rateRow(rate, i+1))
	}
	return list
}

func noRates(r *apiclient.HotelRates) string {
	if r.SearchComplete {
		return "No room of this hotel can be booked on this service for these days. That does not prove that it is full."
	}
	return "No rate has come in so far."
}

func rateRow(rate apiclient.Rate, n int) hotelview.RateRow {
	p := rate.Price
	return hotelview.RateRow{
		N: n, RateID: sendableRate(rate.ID), Room: rate.RoomName, Board: wordsOf(stated(rate.Board)),
		Refundable:   answerOf(rate.Refundable),
		Cancellation: policyWords(stated(rate.CancellationPolicy)),
		Left:         decimal(rate.RoomsLeft),
		Price: hotelview.StayPrice{
			Night: money.Money{Amount: p.AmountPerNight.String(), Currency: p.Currency},
			Stay:  moneyOf(p.Total, p.Currency),
			Tax:   moneyOf(p.TaxAmountPerNight, p.Currency), TaxInside: grid.AnswerOf(p.TaxInclusive),
			LocalTax: moneyOf(p.LocalTaxPerNight, p.Currency),
			Deal:     dealOf(p.Deal, p.Currency),
		},
	}
}

// sendableRate is a rate id that may be sent back, or "".
func sendableRate(id string) string {
	if !apiclient.ValidRateID(id) {
		return ""
	}
	return id
}

// policyWords say how a rate can be cancelled; a policy newer than this client
// keeps its own words.
func policyWords(code string) string {
	if code == "non_refundable" {
		return "non-refundable"
	}
	return wordsOf(code)
}

// wordsOf turns a code such as breakfast_included into words.
func wordsOf(code string) string { return strings.ReplaceAll(code, "_", " ") }

// ratesNext are the commands that usually follow.
func ratesNext(r *apiclient.HotelRates, hotel pickedHotel) []string {
	var next []string
	if first := slices.IndexFunc(r.Rates, func(rate apiclient.Rate) bool { return apiclient.ValidRateID(rate.ID) }); first >= 0 {
		next = append(next, fmt.Sprintf("travel hotels booking-link %d", first+1))
	}
	return append(next, "travel hotels reviews "+hotel.argument(), "travel hotels show "+hotel.argument())
}

// remember keeps the rates, so that a number stands for a rate id.
func (o *hotelsRatesOptions) remember(r *apiclient.HotelRates, hotel pickedHotel, about recall.Context, choice chosen) error {
	lists, err := o.app.lists()
	if err != nil {
		return err
	}
	about.HotelID, about.SearchID = hotel.id, r.SearchID
	about.PlaceName = hotel.name
	about.Currency, about.Locale = cmp.Or(choice.currency.value, r.Metadata.CurrencyCode), choice.locale.value
	about = withStay(about, r.Stay)
	list := recall.List{Kind: recall.Rates, Made: o.app.env.Now(), Context: about}
	for i, rate := range r.Rates {
		if !apiclient.ValidRateID(rate.ID) {
			continue // never offered for reuse
		}
		list.Rows = append(list.Rows, rateListRow(i+1, rate, hotel.facts["page"]))
	}
	return lists.Save(list)
}

// rateListRow is a rate as a list keeps it, with what finds it again.
func rateListRow(n int, rate apiclient.Rate, page string) recall.Row {
	row := rateRow(rate, n)
	price := rateMoney(rate)
	facts := map[string]string{
		"board": row.Board, "refundable": row.Refundable.String(), "cancellation": row.Cancellation,
		"night": row.Price.Night.Amount, "currency": row.Price.Night.Currency, "page": page,
		"price": price.Amount, printFact: search.Keep(search.PrintRate(rate)),
	}
	return recall.Row{N: n, ID: rate.ID, Label: fmt.Sprintf("%s, %s", rate.RoomName, row.Board), Facts: facts}
}

// rateMoney is what the stay costs, or a night of it where the service does not
// state the stay.
func rateMoney(rate apiclient.Rate) money.Money {
	amount := rate.Price.AmountPerNight
	if rate.Price.Total != nil {
		amount = *rate.Price.Total
	}
	return money.Money{Amount: amount.String(), Currency: rate.Price.Currency}
}
