package present

import (
	"encoding/json"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// cardPrice is the price of a card, whose tax, if it has one, comes on top.
func cardPrice(p apiclient.HotelPrice) hotelview.StayPrice {
	stay, near := stayMoney(p.Total, p.TotalUsd, p.Currency)
	return hotelview.StayPrice{
		Night: offer.Money{Amount: p.AmountPerNight.String(), Currency: p.Currency},
		Stay:  stay, Near: near, USD: p.TotalUsd.String(),
		Tax: moneyOf(p.TaxAmountPerNight, p.Currency), TaxInside: grid.No,
		LocalTax: moneyOf(p.LocalTaxPerNight, p.Currency),
		Deal:     dealOf(p.Deal, p.Currency),
	}
}

// ratePrice is the price of a rate, which says whether its tax is inside.
func ratePrice(p apiclient.RatePrice) hotelview.StayPrice {
	stay, near := stayMoney(p.Total, p.TotalUsd, p.Currency)
	return hotelview.StayPrice{
		Night: offer.Money{Amount: p.AmountPerNight.String(), Currency: p.Currency},
		Stay:  stay, Near: near, USD: p.TotalUsd.String(),
		Tax: moneyOf(p.TaxAmountPerNight, p.Currency), TaxInside: grid.AnswerOf(p.TaxInclusive),
		LocalTax: moneyOf(p.LocalTaxPerNight, p.Currency),
		Deal:     dealOf(p.Deal, p.Currency),
	}
}

// stayMoney is what a stay costs, and whether that is only near: in USD, of a price in another currency.
func stayMoney(total *json.Number, usd json.Number, currency string) (stay *offer.Money, near bool) {
	price, near := search.StayPrice(total, usd, currency)
	if price.Amount == "" {
		return nil, false
	}
	return new(price), near
}

func dealOf(d *apiclient.Deal, currency string) *hotelview.StayDeal {
	if d == nil {
		return nil
	}
	return &hotelview.StayDeal{Label: words.Stated(d.Label), Percent: d.PercentOff, Was: moneyOf(d.WasPerNight, currency), Promo: words.Stated(d.PromoCode)}
}

func moneyOf(n *json.Number, currency string) *offer.Money {
	if n == nil {
		return nil
	}
	return &offer.Money{Amount: n.String(), Currency: currency}
}
