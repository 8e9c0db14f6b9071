package present

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// HotelFrame returns a frame of a running hotel search: the list, nil before it has rows, and the status. read is
// the query of the read.
func HotelFrame(last *desk.Snapshot, read *ask.Values) (render.Ranked, string) {
	s, ok := valueOf[search.HotelSnapshot](last)
	if !ok {
		return nil, waiting
	}
	meta := s.Results.Metadata
	status := HotelsSoFar(meta)
	if meta.SnapshotCandidateCount == 0 || len(s.Results.Results) == 0 {
		return nil, status
	}
	if text, _ := since(last.Watch, search.HotelListing(s.Results), meta.Locale); text != "" {
		status = "watching: " + text
	}
	return Hotels(s, read, last.List, last.In, desk.Meta{}, last.Watch), status
}

// HotelsSoFar returns the status of a running hotel search.
func HotelsSoFar(meta apiclient.HotelResultsMetadata) string {
	if meta.SnapshotCandidateCount == 0 {
		return waiting
	}
	return words.Grouped(max(meta.TotalBeforeFilters, 0)) + " of " + words.Counted(meta.SnapshotCandidateCount, "hotel") + " with a price"
}

// Hotels builds the ranked list of a snapshot, with the changes since its search settled if it is watched. The service
// ranks; nothing is sorted here. read is the query of the read.
func Hotels(
	s search.HotelSnapshot, read *ask.Values, of recall.List, in desk.Locale, meta desk.Meta, w *desk.Watch,
) hotelview.HotelList {
	results, asked := s.Results, of.Asked()
	cohort := apiclient.GuestCohort(read.Text("guest-type"))
	priced := read.Text("sort") == "price_asc" || read.Text("sort") == "price_desc"
	list := hotelview.HotelList{
		StayList: hotelview.StayList{
			Place:   PlaceWords(asked, results),
			Stay:    stayOf(results.Stay, asked),
			Context: HotelTerms(results.Stay, asked, results.CurrencyCode, in.Site),
			Locale:  results.Metadata.Locale,
			View:    StayFilters(of.View, results.CurrencyCode).Heading(),
			Status:  statusWords(s.Progress, results.Metadata.TotalBeforeFilters),
			Notes:   meta.Warnings,
			Next:    paste.Commands(meta.Next),
		},
		AllIn:  priced || slices.ContainsFunc(read.Filters(), ask.IsPrice), // which price filters and sorts use
		Guests: cohortHeads[cohort],
		Total:  results.Metadata.TotalCandidates,
		Of:     LeftOut(of.View, results.Metadata.TotalBeforeFilters),
		Order:  HotelOrder(read),
		From:   fromWords(asked.From()),
	}
	m := results.Metadata
	if s.Progress.Settle == search.BudgetExhausted && m.TotalBeforeFilters == 0 && m.SnapshotCandidateCount > 0 {
		seconds := s.Progress.Elapsed.Seconds()
		list.Status = fmt.Sprintf("hotels had come in, but no price yet, when the wait ended after %.1f s", seconds)
	}
	text, marks := since(w, search.HotelListing(results), list.Locale)
	for i, card := range results.Results {
		row := HotelRow(card, hotels.FirstRow(results)+i, asked, cohort, in.Unit())
		row.Mark = marks[strconv.FormatInt(card.HotelID, 10)]
		list.Rows = append(list.Rows, row)
	}
	labelled := slices.ContainsFunc(list.Rows, func(row hotelview.HotelRow) bool { return len(row.Badges) > 0 })
	if read.Has("rate-types") || read.Text("refundable") == "true" { // filters choose the rate that a hotel is priced by
		list.Notes = append(list.Notes, "Prices are those of the cheapest rate seen that the rate filters keep. A hotel that is missing may still have one.")
	} else if labelled {
		list.Notes = append(list.Notes, labelWords(list.Of, "hotel")...)
	}
	if text != "" {
		list.Status, list.Notes = watched(w, s.Progress, m.TotalBeforeFilters, text, list.Notes)
	}
	return list
}

// hotelOrders describes the sort orders.
var hotelOrders = map[apiclient.HotelSort]string{
	"":                                 bestHotels,
	apiclient.HotelSortRelevance:       bestHotels,
	apiclient.HotelSortPriceAsc:        "Lowest price a night first.",
	apiclient.HotelSortPriceDesc:       "Highest price a night first.",
	apiclient.HotelSortStarDesc:        "Most stars first.",
	apiclient.HotelSortReviewScoreDesc: "Highest score by all guests first.",
	apiclient.HotelSortDistanceAsc:     "Nearest to the city's center first.",
}

const bestHotels = "Best first, as the service ranks hotels."

// HotelOrder describes how the list of a read is sorted. Nearest first has a note of its own.
func HotelOrder(read *ask.Values) string {
	if hotels.IsNearest(read) {
		return ""
	}
	sort := apiclient.HotelSort(read.Text("sort"))
	if who := ask.GuestWords[read.Text("guest-type")]; sort == apiclient.HotelSortGuestRatingDesc && who != "" {
		return "Highest score of " + who + " first; hotels without one are last."
	}
	return hotelOrders[sort]
}

// statusWords returns the status of a search. More rows may come if it was read only once.
func statusWords(p search.Progress, came int) string {
	if p.Settle == search.Unsettled {
		return "more may come"
	}
	return p.Words(came)
}

// PlaceWords names the place that was searched. results may be empty.
func PlaceWords(asked query.Stay, results *apiclient.HotelResults) string {
	switch {
	case asked.City != "" && asked.Spot.Code != "":
		return strings.TrimSpace(asked.Spot.Name+" "+asked.Spot.Code) + ", in " + cityWords(asked, results)
	case asked.City != "":
		return cityWords(asked, results)
	case asked.Name != "":
		return asked.Name
	case asked.HotelID != 0 && len(results.Results) > 0:
		return results.Results[0].Name
	case asked.Lat != "":
		radius := asked.Radius
		if radius == "" {
			radius = "10"
		}
		return "Within " + radius + " km of " + asked.Place()
	}
	return listedCity(results)
}

// cityWords names the city that was searched, with its code.
func cityWords(asked query.Stay, results *apiclient.HotelResults) string {
	return strings.TrimSpace(cmp.Or(asked.Name, listedCity(results)) + " " + asked.City)
}

// listedCity returns the first city named in a list, or "" if there is none.
func listedCity(results *apiclient.HotelResults) string {
	for _, card := range results.Results {
		if name := words.Stated(card.CityName); name != "" {
			return name
		}
	}
	return ""
}

// fromWords names the point that distances are measured from, or returns "" for the center.
func fromWords(spot query.Spot) string {
	if spot.Lat == "" {
		return ""
	}
	return cmp.Or(spot.Code, "the point")
}

// cohortHeads are the column headings of a cohort's score.
var cohortHeads = map[apiclient.GuestCohort]string{
	apiclient.GuestCohortBusiness: "BUSINESS", apiclient.GuestCohortCouple: "COUPLES",
	apiclient.GuestCohortFamily: "FAMILIES", apiclient.GuestCohortSolo: "SOLO",
}

// HotelRow builds the row of one hotel. n is its number in the list, asked the stay that was searched, cohort the
// guests whose score is shown ("" for all guests), and unit the unit of distances.
func HotelRow(card apiclient.HotelCard, n int, asked query.Stay, cohort apiclient.GuestCohort, unit words.Unit) hotelview.HotelRow {
	row := hotelview.HotelRow{
		N: n, HotelID: card.HotelID, Name: card.Name, Page: card.PageURL,
		Price:    stayPrice(search.HotelPrice(card.Price), card.Price.TotalUsd, card.Price.Deal),
		Stars:    words.Decimal(card.Star),
		Score:    scoreOf(card.Review),
		District: words.Stated(card.DistrictName), City: words.Stated(card.CityName), Distance: words.Decimal(card.DistanceToCityCentre),
		Lat: words.Decimal(card.Lat), Lng: words.Decimal(card.Lng),
		Seen:      card.Refundable == apiclient.RefundableWitnessAvailable,
		RateTypes: card.RateTypes, Unit: unit,
	}
	if km := hotels.FromSpot(asked, card.Lat, card.Lng); km != nil {
		row.Away = strconv.FormatFloat(*km, 'f', 2, 64)
	}
	if cohort != "" {
		row.Score = scoreOf(hotels.ReviewOf(card.ReviewsByGuestType, cohort))
	}
	if p := card.LowestRefundablePrice; p != nil {
		if price := search.HotelPrice(*p); price.Stay.Known() && !price.Near {
			row.Refundable = new(price.Stay)
		}
	}
	for _, badge := range card.Badges {
		row.Badges = append(row.Badges, hotels.TermWords(badge))
	}
	return row
}

func scoreOf(r *apiclient.Review) *hotelview.Score {
	if r == nil {
		return nil
	}
	return &hotelview.Score{Value: r.Score.String(), Count: r.Count.String()}
}

// NoHotels says why a page is empty, because each reason needs a different next step, and which filter to remove to
// get results. why is the result of hotels.WhyNone, nil if filters are not the reason. It returns nil if the page
// has hotels. read is the query of the read.
func NoHotels(results *apiclient.HotelResults, why *desk.Nothing, read *ask.Values) []string {
	meta := results.Metadata
	switch hotels.ReasonOf(results) {
	case hotels.SoldOut:
		return []string{"No hotel can be booked on this service for these dates. Some may still have rooms."}
	case hotels.ComingIn:
		return []string{"No hotel with a price has arrived so far."}
	case hotels.PastTheEnd:
		pages := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
		return []string{fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, pages)}
	case hotels.Filtered:
		lines := NothingWords(why, "hotel", " a night")
		if len(lines) > 0 && slices.ContainsFunc(read.Filters(), ask.IsPrice) {
			lines = slices.Insert(lines, 1, nightSpan(meta, results.CurrencyCode)...)
		}
		return lines
	}
	return nil
}

// nightSpan returns the range of prices in which a price filter can find something.
func nightSpan(meta apiclient.HotelResultsMetadata, currency string) []string {
	span := meta.FilterOptions.PriceRange
	if span == nil {
		return nil
	}
	low, high := moneyOf(&span.Min, currency).Text(meta.Locale), moneyOf(&span.Max, currency).Text(meta.Locale)
	return []string{strings.Join([]string{"A night, all in, costs from", low, "to", high}, " ") + "."}
}

// stayOf returns the stay as priced, or as searched if the service does not state it.
func stayOf(priced *apiclient.Stay, asked query.Stay) hotelview.Stay {
	if priced != nil {
		return hotelview.Stay{CheckIn: words.Day(priced.CheckIn), CheckOut: words.Day(priced.CheckOut), Nights: priced.Nights}
	}
	stay := hotelview.Stay{CheckIn: words.Day(asked.CheckIn), CheckOut: words.Day(asked.CheckOut)}
	if !stay.CheckIn.IsZero() && stay.CheckOut.After(stay.CheckIn) {
		stay.Nights = int(stay.CheckOut.Sub(stay.CheckIn) / (24 * time.Hour))
	}
	return stay
}

// HotelTerms returns the party, currency and market that a stay is priced for.
func HotelTerms(priced *apiclient.Stay, asked query.Stay, currency string, site desk.Sourced) []string {
	var list []string
	party := asked.Occupancy()
	if priced != nil {
		party = priced.Occupancy
	}
	if party.Adults > 0 {
		list = append(list, query.Guests(party))
	}
	list = append(list, currency)
	if site.Value != "" {
		list = append(list, marketWords(site))
	}
	return list
}

// listedDays returns the days that a list priced.
func listedDays(asked query.Stay) string {
	return desk.DaysText(asked.CheckIn, asked.CheckOut)
}

// RateFrame returns a frame of a hotel's rates while they are loading: the list, nil before it has rows, and the
// status.
func RateFrame(last *desk.Snapshot, hotel hotels.Hotel) (render.Ranked, string) {
	s, ok := valueOf[search.RateSnapshot](last)
	if !ok || len(s.Results.Rates) == 0 {
		return nil, "waiting for the first rates"
	}
	status := words.Counted(len(s.Results.Rates), "rate") + " so far"
	if text, _ := since(last.Watch, search.RateListing(s.Results), s.Results.Metadata.Locale); text != "" {
		status = "watching: " + text
	}
	return Rates(s, hotel, last.List, last.Parts, last.In, desk.Meta{}, last.Watch), status
}

// Rates builds the view of a snapshot's rates, with their letters in the list, and the changes since it settled if it
// is watched. The service sorts.
func Rates(
	s search.RateSnapshot, hotel hotels.Hotel, of, listed recall.List, in desk.Locale, meta desk.Meta, w *desk.Watch,
) hotelview.RateList {
	rates, asked := s.Results, of.Asked()
	list := hotelview.RateList{StayList: hotelview.StayList{
		Place: hotel.Heading(), Stay: stayOf(rates.Stay, asked),
		Context: HotelTerms(rates.Stay, asked, rates.CurrencyCode, in.Site),
		Locale:  rates.Metadata.Locale, Status: statusWords(s.Progress, len(rates.Rates)),
		Notes: slices.DeleteFunc(slices.Clone(meta.Warnings), func(text string) bool { return text == hotels.SpentWarning }), // the user was warned before
		Next:  paste.Commands(meta.Next),
	}}
	switch {
	case len(rates.Rates) > 0:
	case rates.SearchComplete:
		list.Notes = append(list.Notes, "No room of this hotel can be booked on this service for these dates. It may still have rooms.")
	default:
		list.Notes = append(list.Notes, "No rates have arrived so far.")
	}
	text, marks := since(w, search.RateListing(rates), list.Locale)
	for _, rate := range rates.Rates {
		row := hotelview.RateRow{
			Ref: listed.Letter(rate.ID), Room: rate.RoomName, Board: hotels.TermWords(words.Stated(rate.Board)),
			Refundable:   grid.AnswerOf(&rate.Refundable),
			Cancellation: hotels.PolicyWords(words.Stated(rate.CancellationPolicy)),
			Left:         words.Decimal(rate.RoomsLeft),
			Price:        stayPrice(search.RatePrice(rate.Price), rate.Price.TotalUsd, rate.Price.Deal),
			Mark:         marks[rate.ID],
		}
		if apiclient.ValidRateID(rate.ID) { // otherwise it is never printed, because it may get pasted into a shell
			row.RateID = rate.ID
		}
		list.Rows = append(list.Rows, row)
	}
	if text != "" {
		list.Status, list.Notes = watched(w, s.Progress, len(rates.Rates), text, list.Notes)
	}
	return list
}

// stayPrice returns the price of a card or of a rate, with its deal.
func stayPrice(p offer.StayPrice, usd json.Number, deal *apiclient.Deal) hotelview.StayPrice {
	price := hotelview.StayPrice{StayPrice: p, USD: usd.String()}
	if deal != nil {
		was := moneyOf(deal.WasPerNight, p.Night.Currency)
		price.Deal = &hotelview.StayDeal{
			Label: words.Stated(deal.Label), Percent: deal.PercentOff, Was: was, Promo: words.Stated(deal.PromoCode),
		}
	}
	return price
}

func moneyOf(n *json.Number, currency string) *offer.Money {
	if n == nil {
		return nil
	}
	return &offer.Money{Amount: n.String(), Currency: currency}
}
