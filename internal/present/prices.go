package present

import (
	"encoding/json"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// stayPrice returns the price of a card or of a rate, with its deal.
func stayPrice(p offer.StayPrice, usd json.Number, deal *apiclient.Deal) hotelview.StayPrice {
	return hotelview.StayPrice{StayPrice: p, USD: usd.String(), Deal: dealOf(deal, p.Night.Currency)}
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
