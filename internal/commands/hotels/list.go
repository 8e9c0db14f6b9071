package hotels

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/words"
)

// list prints a list of hotels, as it comes in and when it is there.
type list struct {
	desk    *desk.Desk
	reports *cli.Reports
	out     *cli.Printer
	query   *params.Values // of the read
	facets  cli.FacetsFlag // print what the hotels can be filtered by instead of them
}

func listOf(run *cli.Run, read *params.Values) list {
	draw := func(last *desk.Snapshot) (render.Ranked, string) { return draw(last, read) }
	return list{desk: run.Desk(), reports: run.Reports(draw), out: run.Out(), query: read}
}

// addTo gives a command the flags of a list.
func (l *list) addTo(run *cli.Run, cmd *cobra.Command) {
	l.facets.AddTo(cmd, "hotels", facetFilters())
	run.Columns(cmd, hotelview.HotelList{}, func() render.View {
		if l.facets.On {
			return facetsTable(&apiclient.HotelResults{}, &l.facets)
		}
		return nil
	})
}

// usedMost are the flags of a list that people use most.
func usedMost() []cli.Used {
	return []cli.Used{
		{Flag: "max-price", About: "Highest price of a night, with taxes"},
		{Flag: "min-star", About: "Fewest stars, 1 to 5"},
		{Flag: "min-review-score", About: "Lowest score of all guests, 0 to 10"},
		{Flag: "amenities", About: "All of these, such as pool,spa"},
		{Flag: "refundable", About: "Free cancellation was seen"},
		{Flag: "sort", About: "Order: cheapest, nearest, central and others"},
		{Flag: "facets", About: "Print what can be filtered by, with counts"},
		{Flag: "limit", About: "Rows to print, over all pages"},
		{Flag: "page", About: "Page to print, from 1"},
		{Flag: "currency", About: "Currency of the prices, such as EUR"},
		{Flag: "watch", About: "Keep reading, and tell what changes"},
	}
}

// print follows a search, shows how it comes in, and prints what it was found to hold. What arrived
// before a fault is printed too; the error is then the fault.
func (l *list) print(ctx context.Context, view hotels.View, follow func(*desk.Desk) (hotels.Found, error)) error {
	found, err := follow(l.desk.Reporting(l.reports))
	if len(found.Bodies) == 0 {
		return err
	}
	if printErr := l.show(ctx, found, view); printErr != nil {
		return desk.Unprinted(printErr, found.Reread)
	}
	return err
}

// show prints the page, or the facets of the whole search.
func (l *list) show(ctx context.Context, found hotels.Found, view hotels.View) error {
	s := found.Value
	if l.facets.On {
		table := facetsTable(s.Results, &l.facets)
		table.Notes = append(table.Notes, cli.CountedWords(found.List.View)...)
		return l.out.Print(s.Body, found.Meta, table, table.Notes)
	}
	if l.out.Events() {
		return l.reports.Ended(s.Progress, found.Bodies, found.Rows, found.Meta)
	}
	if !l.out.Text() {
		return l.out.PrintPages(found.Bodies, found.Rows, found.Meta, nil, nil)
	}
	shown := hotelList(s, l.query, found.List, found.Locale, found.Meta)
	mark(&shown, s, found.Watch)
	if status, note := cli.WatchStatus(found.Watch, s.Progress, s.Results.Metadata.TotalBeforeFilters, watchWords(s, found.Watch)); status != "" {
		shown.Status, shown.Notes = status, append([]string{note}, shown.Notes...)
	}
	shown.Status = l.out.Spent(shown.Status)
	if !found.Watch.Over() {
		shown.Notes = append(shown.Notes, l.emptyWords(ctx, found, view)...)
	}
	return l.out.PrintPages(found.Bodies, found.Rows, found.Meta, shown, shown.Notes)
}

// draw is the frame of a hotel search while its answers come in.
func draw(last *desk.Snapshot, read *params.Values) (render.Ranked, string) {
	s, ok := snapshotOf(last)
	if !ok || s.Results.Metadata.SnapshotCandidateCount == 0 {
		return nil, "waiting for the first answers"
	}
	meta := s.Results.Metadata
	status := words.Grouped(meta.TotalBeforeFilters) + " of " + words.Counted(meta.SnapshotCandidateCount, "hotel") + " with a price"
	if len(s.Results.Results) == 0 {
		return nil, status
	}
	frame := hotelList(s, read, last.List, last.In, desk.Meta{})
	if text := watchWords(s, last.Watch); text != "" {
		mark(&frame, s, last.Watch)
		status = "watching: " + text
	}
	return frame, status
}

func snapshotOf(last *desk.Snapshot) (search.HotelSnapshot, bool) {
	if last == nil {
		return search.HotelSnapshot{}, false
	}
	s, ok := last.Value.(search.HotelSnapshot)
	return s, ok
}

// mark tells beside each row what changed since the search settled.
func mark(list *hotelview.HotelList, s search.HotelSnapshot, w *desk.Watch) {
	found := cli.Marks(w.Since(search.HotelListing(s.Results)), s.Results.Metadata.Locale)
	for i := range list.Rows {
		list.Rows[i].Mark = found[strconv.FormatInt(s.Results.Results[i].HotelID, 10)]
	}
}

// watchWords say what changed since the search settled, "" before it did.
func watchWords(s search.HotelSnapshot, w *desk.Watch) string {
	return cli.WatchWords(w, search.HotelListing(s.Results), s.Results.Metadata.Locale)
}

// hotelList makes the ranked list of a snapshot for a person. The service ranks; nothing is sorted
// here.
func hotelList(s search.HotelSnapshot, read *params.Values, of recall.List, in desk.Locale, meta desk.Meta) hotelview.HotelList {
	results, asked := s.Results, of.Asked()
	cohort := read.Text("guest-type")
	list := hotelview.HotelList{
		Place:   placeWords(asked, results),
		Stay:    stayOf(results.Stay, asked),
		Context: terms(results.Stay, asked, results.CurrencyCode, in.Site),
		Locale:  results.Metadata.Locale,
		AllIn:   pricesMatter(read),
		Guests:  cohortHeads[apiclient.GuestCohort(cohort)],
		View:    cli.ViewWords(of.View),
		Total:   results.Metadata.TotalCandidates,
		Of:      cli.LeftOut(of.View, results.Metadata.TotalBeforeFilters),
		Order:   orderWords(read),
		Status:  hotelsWords(s.Progress, results.Metadata),
		Notes:   append(meta.Warnings, priceNotes(read)...),
		Next:    meta.Next,
	}
	list.From = fromWords(asked.From())
	for i, card := range results.Results {
		row := hotelRow(card, hotels.FirstRow(results)+i, apiclient.GuestCohort(cohort))
		row.Unit = in.Unit()
		if km := hotels.FromSpot(asked, card.Lat, card.Lng); km != nil {
			row.Away = strconv.FormatFloat(*km, 'f', 2, 64)
		}
		list.Rows = append(list.Rows, row)
	}
	labelled := slices.ContainsFunc(list.Rows, func(row hotelview.HotelRow) bool { return len(row.Badges) > 0 })
	if labelled && !byRate(read) { // else they are given among those with such a rate
		list.Notes = append(list.Notes, cli.LabelWords(list.Of, "hotel")...)
	}
	return list
}

// orders say by what a list is sorted.
var orders = map[apiclient.HotelSort]string{
	"":                                 bestFirst,
	apiclient.HotelSortRelevance:       bestFirst,
	apiclient.HotelSortPriceAsc:        "Lowest price a night first.",
	apiclient.HotelSortPriceDesc:       "Highest price a night first.",
	apiclient.HotelSortStarDesc:        "Most stars first.",
	apiclient.HotelSortReviewScoreDesc: "Highest score of all guests first.",
	apiclient.HotelSortDistanceAsc:     "Nearest to the city's centre first.",
}

const bestFirst = "Best first, as the service ranks hotels."

// orderWords say by what the list of a read is sorted; that of nearest first has a note of its own.
func orderWords(read *params.Values) string {
	if hotels.IsNearest(read) {
		return ""
	}
	sort := apiclient.HotelSort(read.Text("sort"))
	if who := cohortHeads[apiclient.GuestCohort(read.Text("guest-type"))]; sort == apiclient.HotelSortGuestRatingDesc && who != "" {
		return "Highest score of " + strings.ToLower(who) + " first; hotels without one are last."
	}
	return orders[sort]
}

// statusWords say how a search stands; more may come to one that was read once.
func statusWords(p search.Progress, came int) string {
	if p.Settle == search.Unsettled {
		return "more may come"
	}
	return p.Words(came)
}

// hotelsWords say how a search for hotels stands: those without a price are not in the list.
func hotelsWords(p search.Progress, m apiclient.HotelResultsMetadata) string {
	if p.Settle == search.BudgetExhausted && m.TotalBeforeFilters == 0 && m.SnapshotCandidateCount > 0 {
		return fmt.Sprintf("hotels had come in, but no price yet, when the wait ended after %.1f s", p.Elapsed.Seconds())
	}
	return statusWords(p, m.TotalBeforeFilters)
}

// pricesMatter tells whether the all-in night decides what is shown, or where.
func pricesMatter(read *params.Values) bool {
	sort := read.Text("sort")
	return read.Has("min-price") || read.Has("max-price") || sort == "price_asc" || sort == "price_desc"
}

// priceNotes say whose price is shown when filters choose the rate.
func priceNotes(read *params.Values) []string {
	if !byRate(read) {
		return nil
	}
	return []string{"Prices are those of the cheapest rate seen that the rate filters keep. A hotel that is missing may still have one."}
}

// byRate tells whether filters choose the rate that a hotel is priced by.
func byRate(read *params.Values) bool {
	return read.Has("rate-types") || read.Text("refundable") == "true"
}

// placeWords name where hotels were looked for.
func placeWords(asked query.Stay, results *apiclient.HotelResults) string {
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

// cityWords name the city that was searched, with its code.
func cityWords(asked query.Stay, results *apiclient.HotelResults) string {
	return strings.TrimSpace(cmp.Or(asked.Name, listedCity(results)) + " " + asked.City)
}

// listedCity is the first city that a list names, "" where it names none.
func listedCity(results *apiclient.HotelResults) string {
	for _, card := range results.Results {
		if name := words.Stated(card.CityName); name != "" {
			return name
		}
	}
	return ""
}

// fromWords name what distances are from in a word or two, "" for the centre.
func fromWords(spot query.Spot) string {
	if spot.Lat == "" {
		return ""
	}
	return cmp.Or(spot.Code, "the point")
}

// cohortHeads head the column of a cohort's score.
var cohortHeads = map[apiclient.GuestCohort]string{
	apiclient.GuestCohortBusiness: "BUSINESS", apiclient.GuestCohortCouple: "COUPLES",
	apiclient.GuestCohortFamily: "FAMILIES", apiclient.GuestCohortSolo: "SOLO",
}

func hotelRow(card apiclient.HotelCard, n int, cohort apiclient.GuestCohort) hotelview.HotelRow {
	row := hotelview.HotelRow{
		N: n, HotelID: card.HotelID, Name: card.Name, Page: card.PageURL,
		Price:    cardPrice(card.Price),
		Stars:    words.Decimal(card.Star),
		Score:    scoreOf(card.Review),
		District: words.Stated(card.DistrictName), City: words.Stated(card.CityName), Distance: words.Decimal(card.DistanceToCityCentre),
		Lat: words.Decimal(card.Lat), Lng: words.Decimal(card.Lng),
		Seen:      card.Refundable == apiclient.RefundableWitnessAvailable,
		RateTypes: card.RateTypes,
	}
	if cohort != "" {
		row.Score = scoreOf(hotels.ReviewOf(card.ReviewsByGuestType, cohort))
	}
	if p := card.LowestRefundablePrice; p != nil {
		if stay, near := stayMoney(p.Total, p.TotalUsd, p.Currency); !near {
			row.Refundable = stay
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

// emptyWords say why a page is empty, because the reasons ask for different next steps, and which
// filter taken away would bring something back.
func (l *list) emptyWords(ctx context.Context, found hotels.Found, view hotels.View) []string {
	results := found.Value.Results
	meta := results.Metadata
	switch hotels.ReasonOf(results) {
	case hotels.SoldOut:
		return []string{"No hotel can be booked on this service for these days. That does not prove that none has a room."}
	case hotels.ComingIn:
		return []string{"No hotel with a price has come in so far."}
	case hotels.PastTheEnd:
		pages := (meta.TotalCandidates + meta.PageSize - 1) / max(meta.PageSize, 1)
		return []string{fmt.Sprintf("Page %d is past the last page, %d.", meta.Page, pages)}
	case hotels.Filtered:
		return l.filteredWords(hotels.WhyNone(ctx, l.desk, found, view), results)
	}
	return nil
}

// filteredWords say between which prices a filter could find something, where one of them is on the
// price.
func (l *list) filteredWords(nothing *desk.Nothing, results *apiclient.HotelResults) []string {
	lines := cli.NothingWords(nothing, "hotel", " a night")
	if len(lines) > 0 && (l.query.Has("min-price") || l.query.Has("max-price")) {
		lines = append(lines[:1:1], append(priceSpan(results.Metadata, results.CurrencyCode), lines[1:]...)...)
	}
	return lines
}

// priceSpan says between which prices a price filter can find something.
func priceSpan(meta apiclient.HotelResultsMetadata, currency string) []string {
	span := meta.FilterOptions.PriceRange
	if span == nil {
		return nil
	}
	low, high := moneyOf(&span.Min, currency).Text(meta.Locale), moneyOf(&span.Max, currency).Text(meta.Locale)
	return []string{strings.Join([]string{"A night, all in, costs from", low, "to", high}, " ") + "."}
}
