package present

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// HotelFrame returns a frame of a running hotel search: the list, nil before it has rows, and the status. read is
// the query of the read.
func HotelFrame(last *desk.Snapshot, read *ask.Values) (render.Ranked, string) {
	s, ok := hotelsOf(last)
	if !ok {
		return nil, waiting
	}
	meta := s.Results.Metadata
	status := HotelsSoFar(meta)
	if meta.SnapshotCandidateCount == 0 || len(s.Results.Results) == 0 {
		return nil, status
	}
	frame := Hotels(s, read, last.List, last.In, desk.Meta{})
	if text := HotelChanges(s, last.Watch); text != "" {
		MarkHotels(&frame, s, last.Watch)
		status = "watching: " + text
	}
	return frame, status
}

// HotelsSoFar returns the status of a running hotel search.
func HotelsSoFar(meta apiclient.HotelResultsMetadata) string {
	if meta.SnapshotCandidateCount == 0 {
		return waiting
	}
	return words.Grouped(max(meta.TotalBeforeFilters, 0)) + " of " + words.Counted(meta.SnapshotCandidateCount, "hotel") + " with a price"
}

func hotelsOf(last *desk.Snapshot) (search.HotelSnapshot, bool) {
	if last == nil {
		return search.HotelSnapshot{}, false
	}
	s, ok := last.Value.(search.HotelSnapshot)
	return s, ok
}

// MarkHotels marks each row of the snapshot's list that changed since the search settled.
func MarkHotels(list *hotelview.HotelList, s search.HotelSnapshot, w *desk.Watch) {
	found := Marks(w.Since(search.HotelListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[strconv.FormatInt(s.Results.Results[i].HotelID, 10)]
	}
}

// HotelChanges describes the changes since the search settled, or returns "" before that.
func HotelChanges(s search.HotelSnapshot, w *desk.Watch) string {
	return WatchWords(w, search.HotelListing(s.Results), s.Results.Metadata.Locale)
}

// Hotels builds the ranked list of a snapshot. The service ranks; nothing is sorted here. read is the query of the
// read.
func Hotels(s search.HotelSnapshot, read *ask.Values, of recall.List, in desk.Locale, meta desk.Meta) hotelview.HotelList {
	results, asked := s.Results, of.Asked()
	cohort := apiclient.GuestCohort(read.Text("guest-type"))
	list := hotelview.HotelList{
		Place:   PlaceWords(asked, results),
		Stay:    stayOf(results.Stay, asked),
		Context: HotelTerms(results.Stay, asked, results.CurrencyCode, in.Site),
		Locale:  results.Metadata.Locale,
		AllIn:   pricesMatter(read),
		Guests:  cohortHeads[cohort],
		View:    StayFilters(of.View, results.CurrencyCode).Heading(),
		Total:   results.Metadata.TotalCandidates,
		Of:      LeftOut(of.View, results.Metadata.TotalBeforeFilters),
		Order:   HotelOrder(read),
		Status:  hotelsWords(s.Progress, results.Metadata),
		Notes:   append(meta.Warnings, priceNotes(read)...),
		Next:    paste.Commands(meta.Next),
	}
	list.From = fromWords(asked.From())
	for i, card := range results.Results {
		list.Rows = append(list.Rows, HotelRow(card, hotels.FirstRow(results)+i, asked, cohort, in.Unit()))
	}
	labelled := slices.ContainsFunc(list.Rows, func(row hotelview.HotelRow) bool { return len(row.Badges) > 0 })
	if labelled && !byRate(read) { // else the rate note covers them
		list.Notes = append(list.Notes, LabelWords(list.Of, "hotel")...)
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

// hotelsWords returns the status of a hotel search. Hotels without a price are not in the list.
func hotelsWords(p search.Progress, m apiclient.HotelResultsMetadata) string {
	if p.Settle == search.BudgetExhausted && m.TotalBeforeFilters == 0 && m.SnapshotCandidateCount > 0 {
		return fmt.Sprintf("hotels had come in, but no price yet, when the wait ended after %.1f s", p.Elapsed.Seconds())
	}
	return statusWords(p, m.TotalBeforeFilters)
}

// pricesMatter reports whether the all-in price decides which hotels are shown, or in what order.
func pricesMatter(read *ask.Values) bool {
	sort := read.Text("sort")
	return slices.ContainsFunc(read.Filters(), ask.IsPrice) || sort == "price_asc" || sort == "price_desc"
}

// priceNotes says which price is shown if filters choose the rate.
func priceNotes(read *ask.Values) []string {
	if !byRate(read) {
		return nil
	}
	return []string{"Prices are those of the cheapest rate seen that the rate filters keep. A hotel that is missing may still have one."}
}

// byRate reports whether filters choose the rate that a hotel is priced by.
func byRate(read *ask.Values) bool {
	return read.Has("rate-types") || read.Text("refundable") == "true"
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
		Price:    stayPrice(search.CardPrice(card.Price), card.Price.TotalUsd, card.Price.Deal),
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
		if price := search.CardPrice(*p); price.Stay.Known() && !price.Near {
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
		return filteredWords(why, results, read)
	}
	return nil
}

// filteredWords says which filters removed every row and, if one of them is on the price, the range of prices.
func filteredWords(nothing *desk.Nothing, results *apiclient.HotelResults, read *ask.Values) []string {
	lines := NothingWords(nothing, "hotel", " a night")
	if len(lines) > 0 && slices.ContainsFunc(read.Filters(), ask.IsPrice) {
		lines = append(lines[:1:1], append(nightSpan(results.Metadata, results.CurrencyCode), lines[1:]...)...)
	}
	return lines
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
		list = append(list, MarketWords(site))
	}
	return list
}

// listedDays returns the days that a list priced.
func listedDays(asked query.Stay) string {
	return desk.DaysText(asked.CheckIn, asked.CheckOut)
}
