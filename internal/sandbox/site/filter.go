package site

import (
	"maps"
	"net/url"
	"slices"
	"strconv"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// choice is one entry of a select.
type choice struct {
	Value, Text string
	Chosen      bool
}

// field is a hidden value that a form sends along.
type field struct{ Name, Value string }

// flightFilter is the order and the filters of a results page.
type flightFilter struct {
	Action string
	Hidden []field
	Sorts  []choice
	Stops  []choice
	Here   bool // only trips that this site's checkout takes
	Page   int

	sort, stops string
}

const (
	filterPageSize = 20
	maxPage        = 100
)

// readFlightFilter reads what a visitor chose; it leaves unknown values
// at the default, since the page shows what is chosen.
func readFlightFilter(query url.Values) flightFilter {
	filter := flightFilter{Page: readPage(query), Here: query.Get("here") == "1"}
	filter.Sorts, filter.sort = choose(query.Get("sort"), []choice{
		{Value: string(wire.FlightSortScoreDesc), Text: "Best first"},
		{Value: string(wire.FlightSortPriceAsc), Text: "Cheapest first"},
		{Value: string(wire.FlightSortDurationAsc), Text: "Fastest first"},
		{Value: string(wire.FlightSortLeg1DepartureTimeAsc), Text: "Earliest out"},
		{Value: string(wire.FlightSortLeg1DepartureTimeDesc), Text: "Latest out"},
	})
	filter.Stops, filter.stops = choose(query.Get("stops"), []choice{
		{Value: "", Text: "Any number"},
		{Value: "0", Text: "Nonstop only"},
		{Value: "1", Text: "One at most"},
	})
	return filter
}

// choose marks what was asked for, or the first.
func choose(wanted string, from []choice) ([]choice, string) {
	at := 0
	for i, c := range from {
		if c.Value == wanted {
			at = i
		}
	}
	from[at].Chosen = true
	return from, from[at].Value
}

func readPage(query url.Values) int {
	n, err := strconv.Atoi(query.Get("page"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), maxPage)
}

func (f flightFilter) params() flights.ResultsParams {
	p := flights.ResultsParams{Page: f.Page, PageSize: filterPageSize, Sort: wire.FlightSort(f.sort)}
	switch f.stops {
	case "0":
		p.Stops = []int{0}
	case "1":
		p.Stops = []int{0, 1}
	}
	if f.Here {
		p.BookingTypes = []wire.BookingType{wire.BookingTypePlatform}
	}
	return p
}

// suffix is what the filter adds to the query of an address.
func (f flightFilter) suffix(page int) string {
	query := url.Values{}
	if f.sort != string(wire.FlightSortScoreDesc) {
		query.Set("sort", f.sort)
	}
	if f.stops != "" {
		query.Set("stops", f.stops)
	}
	if f.Here {
		query.Set("here", "1")
	}
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	if len(query) == 0 {
		return ""
	}
	return "&" + query.Encode()
}

// hidden fills in where the filter's form leads and what it sends along.
func (f *flightFilter) hidden(to links.Flights, searchID string) {
	f.Action, f.Hidden = formOf(to.Path() + "&search=" + searchID)
}

// formOf takes an address apart for a form that adds to its query: a form of
// method GET drops the query of its action.
func formOf(address string) (action string, hidden []field) {
	u, err := url.Parse(address)
	if err != nil {
		return address, nil
	}
	query := u.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		hidden = append(hidden, field{Name: name, Value: query.Get(name)})
	}
	return u.Path, hidden
}

// pager leads from page to page.
type pager struct {
	Page, Last     int
	Previous, Next string
}

func pagerOf(page, rows, size int, path func(int) string) pager {
	p := pager{Page: page, Last: max(1, min(maxPage, (rows+size-1)/size))}
	if page > 1 {
		p.Previous = path(min(page-1, p.Last))
	}
	if page < p.Last {
		p.Next = path(page + 1)
	}
	return p
}
