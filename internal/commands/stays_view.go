package commands

import (
	"encoding/json"
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// draw is the frame of a hotel search while its answers come in.
func (r staysRead) draw(last *search.HotelSnapshot) (list render.Ranked, status string) {
	if last == nil || last.Results.Metadata.SnapshotCandidateCount == 0 {
		return nil, "waiting for the first answers"
	}
	meta := last.Results.Metadata
	status = grouped(meta.TotalBeforeFilters) + " of " + counted(meta.SnapshotCandidateCount, "hotel") + " with a price"
	if len(last.Results.Results) == 0 {
		return nil, status
	}
	frame := stayList(*last, r, answerFacts{})
	if words := r.watchWords(*last); words != "" {
		r.mark(&frame, *last)
		status = "watching: " + words
	}
	return frame, status
}

// stayList makes the ranked list of a snapshot for a person. The service
// ranks; nothing is sorted here.
func stayList(s search.HotelSnapshot, r staysRead, facts answerFacts) hotelview.HotelList {
	results := s.Results
	list := hotelview.HotelList{
		Place:   placeWords(r, results),
		Stay:    stayOf(results.Stay, r.about),
		Context: stayWords(results.Stay, r.about, results.CurrencyCode, r.choice.site),
		Locale:  results.Metadata.Locale,
		AllIn:   r.pricesMatter(),
		Guests:  cohortNames[r.params.Text("guest-type")],
		Total:   results.Metadata.TotalCandidates,
		Status:  stayStatus(s.Progress),
		Notes:   append(facts.Warnings, r.priceNotes()...),
		Next:    facts.Next,
	}
	for i, card := range results.Results {
		row := hotelRow(card, firstStay(results)+i, r.params.Text("guest-type"))
		row.Unit = r.choice.unit()
		list.Rows = append(list.Rows, row)
	}
	return list
}

// pricesMatter tells whether the all-in night decides what is shown, or where.
func (r staysRead) pricesMatter() bool {
	sort := r.params.Text("sort")
	return r.params.Has("min-price") || r.params.Has("max-price") || sort == "price_asc" || sort == "price_desc"
}

// priceNotes say whose price is shown when filters choose the rate.
func (r staysRead) priceNotes() []string {
	if !r.params.Has("rate-types") && r.params.Text("refundable") != "true" {
		return nil
	}
	return []string{"Prices are those of the cheapest rate seen that the rate filters keep. A hotel that is missing may still have one."}
}

// placeWords name where hotels were looked for.
func placeWords(r staysRead, results *apiclient.HotelResults) string {
	switch {
	case r.about.PlaceName != "":
		return r.about.PlaceName
	case r.about.HotelID != 0 && len(results.Results) > 0:
		return results.Results[0].Name
	case strings.Contains(r.about.Place, ","):
		radius := r.about.Radius
		if radius == "" {
			radius = "10"
		}
		return "Within " + radius + " km of " + r.about.Place
	}
	for _, card := range results.Results {
		if name := stated(card.CityName); name != "" {
			return name
		}
	}
	return r.about.Place
}

// cohortNames head the column of a cohort's score.
var cohortNames = map[string]string{"business": "BUSINESS", "couple": "COUPLES", "family": "FAMILIES", "solo": "SOLO"}

func hotelRow(card apiclient.HotelCard, n int, cohort string) hotelview.HotelRow {
	row := hotelview.HotelRow{
		N: n, HotelID: card.HotelID, Name: card.Name, Page: card.PageURL,
		Price:    cardPrice(card.Price),
		Stars:    decimal(card.Star),
		Score:    scoreOf(card.Review),
		District: stated(card.DistrictName), City: stated(card.CityName), Distance: decimal(card.DistanceToCityCentre),
		Lat: decimal(card.Lat), Lng: decimal(card.Lng),
		Seen:      card.Refundable == apiclient.RefundableWitnessAvailable,
		RateTypes: card.RateTypes,
	}
	if cohort != "" {
		row.Score = scoreOf(reviewOf(card.ReviewsByGuestType, cohort))
	}
	if card.LowestRefundablePrice != nil && card.LowestRefundablePrice.Total != nil {
		row.Refundable = moneyOf(card.LowestRefundablePrice.Total, card.LowestRefundablePrice.Currency)
	}
	for _, badge := range card.Badges {
		row.Badges = append(row.Badges, strings.ReplaceAll(badge, "_", " "))
	}
	return row
}

// reviewOf is the score of one cohort, nil when it has none.
func reviewOf(by *apiclient.ReviewsByGuestType, cohort string) *apiclient.Review {
	if by == nil {
		return nil
	}
	switch apiclient.GuestCohort(cohort) {
	case apiclient.GuestCohortBusiness:
		return by.Business
	case apiclient.GuestCohortCouple:
		return by.Couple
	case apiclient.GuestCohortFamily:
		return by.Family
	case apiclient.GuestCohortSolo:
		return by.Solo
	}
	return nil
}

func scoreOf(r *apiclient.Review) *hotelview.Score {
	if r == nil {
		return nil
	}
	return &hotelview.Score{Value: r.Score.String(), Count: r.Count.String()}
}

// cardPrice is the price of a card, whose tax, if it has one, comes on top.
func cardPrice(p apiclient.HotelPrice) hotelview.StayPrice {
	return hotelview.StayPrice{
		Night: money.Money{Amount: p.AmountPerNight.String(), Currency: p.Currency},
		Stay:  moneyOf(p.Total, p.Currency),
		Tax:   moneyOf(p.TaxAmountPerNight, p.Currency), TaxInside: grid.No,
		LocalTax: moneyOf(p.LocalTaxPerNight, p.Currency),
		Deal:     dealOf(p.Deal, p.Currency),
	}
}

func dealOf(d *apiclient.Deal, currency string) *hotelview.StayDeal {
	if d == nil {
		return nil
	}
	return &hotelview.StayDeal{Label: stated(d.Label), Percent: d.PercentOff, Was: moneyOf(d.WasPerNight, currency), Promo: stated(d.PromoCode)}
}

func moneyOf(n *json.Number, currency string) *money.Money {
	if n == nil {
		return nil
	}
	return &money.Money{Amount: n.String(), Currency: currency}
}

// stayStatus says what ended the wait.
func stayStatus(s search.Progress) string {
	took := fmt.Sprintf("%.1f s", s.Elapsed.Seconds())
	switch s.Settle {
	case search.Converged:
		if s.Elapsed == 0 {
			return "complete"
		}
		return "settled after " + took
	case search.BudgetExhausted:
		return "still coming in when the wait ended after " + took
	case search.Interrupted:
		return "interrupted after " + took + "; more may come"
	}
	return "more may come"
}
