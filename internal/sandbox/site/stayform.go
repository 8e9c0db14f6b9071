package site

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// stayFields is what the form of a stay holds.
type stayFields struct {
	Action   string
	AskCity  bool // the form asks for a city as well
	City     string
	CheckIn  string // YYYY-MM-DD or empty
	CheckOut string
	First    string // day of arrival that can be searched for
	Adults   []choice
	Rooms    []choice
	Ages     string // 4, 9
	Hidden   []field
}

// stayFieldsOf fills the form of a city's or a hotel's page; city is empty on
// a hotel's.
func (s *Site) stayFieldsOf(action, city string, stay links.Stay, at time.Time) stayFields {
	zone := time.UTC
	if c, ok := s.options.Hotels().City(city); ok {
		zone = data.Load().Zone(c.Zone)
	}
	var ages []string
	for _, age := range stay.Ages {
		ages = append(ages, strconv.Itoa(age))
	}
	fields := stayFields{
		Action: action, AskCity: action == "/hotels", City: city, CheckIn: stay.CheckIn, CheckOut: stay.CheckOut,
		First:  todayIn(zone, at).Format(time.DateOnly),
		Adults: numbers(1, links.MaxAdults, cmp.Or(stay.Adults, 2)), Rooms: numbers(1, links.MaxRooms, cmp.Or(stay.Rooms, 1)),
		Ages:   strings.Join(ages, ", "),
		Hidden: []field{{"siteCode", cmp.Or(stay.Site, "US")}, {"locale", cmp.Or(stay.Locale, "en")}},
	}
	if stay.Currency != "" {
		fields.Hidden = append(fields.Hidden, field{"currency", stay.Currency})
	}
	return fields
}

// hotelFilter is the order and the filters of a page of hotels.
type hotelFilter struct {
	Action    string
	Hidden    []field
	Sorts     []choice
	Stars     []choice
	Free      bool
	Breakfast bool
	Page      int

	sort, stars string
}

func readHotelFilter(query url.Values) hotelFilter {
	filter := hotelFilter{Page: readPage(query), Free: query.Get("free") == "1", Breakfast: query.Get("breakfast") == "1"}
	filter.Sorts, filter.sort = choose(query.Get("sort"), []choice{
		{Value: string(wire.HotelSortRelevance), Text: "Best first"},
		{Value: string(wire.HotelSortPriceAsc), Text: "Cheapest first"},
		{Value: string(wire.HotelSortStarDesc), Text: "Most stars first"},
		{Value: string(wire.HotelSortReviewScoreDesc), Text: "Best liked first"},
		{Value: string(wire.HotelSortDistanceAsc), Text: "Most central first"},
	})
	filter.Stars, filter.stars = choose(query.Get("stars"), []choice{
		{Value: "", Text: "Any"}, {Value: "3", Text: "3 or more"}, {Value: "4", Text: "4 or more"}, {Value: "5", Text: "5"},
	})
	return filter
}

func (f hotelFilter) params() hotels.ResultsParams {
	p := hotels.ResultsParams{Page: f.Page, PageSize: filterPageSize, Sort: wire.HotelSort(f.sort), Refundable: f.Free}
	if least, err := strconv.Atoi(f.stars); err == nil {
		p.MinStar = &least
	}
	if f.Breakfast {
		p.RateTypes = []string{"breakfast_included"}
	}
	return p
}

// suffix is what the filter adds to the query of an address.
func (f hotelFilter) suffix(page int) string {
	query := url.Values{}
	if f.sort != string(wire.HotelSortRelevance) {
		query.Set("sort", f.sort)
	}
	if f.stars != "" {
		query.Set("stars", f.stars)
	}
	if f.Free {
		query.Set("free", "1")
	}
	if f.Breakfast {
		query.Set("breakfast", "1")
	}
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	if len(query) == 0 {
		return ""
	}
	return "&" + query.Encode()
}
