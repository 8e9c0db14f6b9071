package hotels

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// stayIn is a stay in a city, which goes by where it lies where it has no code.
func stayIn(city places.Place) query.Stay {
	spot := spotOf(city)
	if city.Code == "" {
		return query.Stay{Lat: spot.Lat, Lng: spot.Lng, Name: city.Name}
	}
	return query.Stay{City: city.Code, Name: city.Name, Spot: spot}
}

// givenAs says in which words a person gave the place of a stay in a city.
func givenAs(q *ask.Values, typed string, stay query.Stay) {
	wires := []string{"cityCode"}
	if stay.City == "" {
		wires = []string{"lat", "lng"}
	}
	for _, wire := range wires {
		q.GivenAs(wire, typed)
	}
}

// spotOf is the airport that was named in place of its city, as a search keeps it.
func spotOf(city places.Place) query.Spot {
	if city.Spot == nil {
		return query.Spot{}
	}
	return query.Spot{
		Code: strings.ToUpper(words.Stated(city.Spot.Code)), Name: places.ShortName(*city.Spot),
		Lat: words.Decimal(city.Spot.Latitude), Lng: words.Decimal(city.Spot.Longitude),
	}
}

// FromSpot is how far a hotel is from the point or the airport that a search was made around, in
// kilometres, by the hotel's own coordinates; nil where the search was for a city or a hotel, or the
// coordinates are not known.
func FromSpot(asked query.Stay, lat, lng *json.Number) *float64 {
	spot := asked.From()
	from, known := places.PointAt(new(json.Number(spot.Lat)), new(json.Number(spot.Lng)))
	to, knownToo := places.PointAt(lat, lng)
	if !known || !knownToo {
		return nil
	}
	return new(from.Kilometres(to))
}

// IsNearest tells whether hotels are wanted nearest first, in a traveler's word: around a point that
// is an order of no service.
func IsNearest(q *ask.Values) bool { return strings.EqualFold(q.Typed("sort"), ask.Nearest) }

// checkNearest refuses what an order that needs every page does not go with.
func checkNearest(view View, asked query.Stay) error {
	switch {
	case !IsNearest(view.Query) || asked.From().Lat == "":
		return nil
	case view.Life.Watch:
		return problem.UsageError{Text: "nearest first reads every page, and --watch follows one; leave --watch out, or give another --sort"}
	}
	return nil
}

// nearest sorts all hotels of a search by their distance from its point.
type nearest struct {
	asked query.Stay
	page  int // of them that is wanted, from 1
	shown int // how many of them a page has
}

// order is the order of a view that is made here, nil where the service makes it, and the view of the pages
// that it needs.
func order(view View, list recall.List) (View, func(*search.HotelSnapshot, [][]byte) ([][]byte, error), error) {
	asked := list.Asked()
	switch {
	case !IsNearest(view.Query):
		return view, nil, nil
	case asked.From().Lat == "":
		return view, func(s *search.HotelSnapshot, bodies [][]byte) ([][]byte, error) {
			s.Odd = append(s.Odd, nearCentre)
			return bodies, nil
		}, nil
	}
	n := &nearest{
		asked: asked, page: max(view.Query.Number("page"), 1),
		shown: cmp.Or(view.Pages.Rows(), view.Query.Number("pageSize"), desk.UsualRows),
	}
	view.Pages = desk.PagesOf(view.Query.Op())
	view.Pages.All = true
	view.Query = view.Query.Clone()
	view.Query.Unset("page")
	return view, n.sort, view.Query.SetTyped("pageSize", view.Pages.Widest)
}

// sort puts the nearest hotels of all pages that were read first, and leaves out those that are not on
// the page wanted. The body is one document with the rows in that order.
func (n *nearest) sort(s *search.HotelSnapshot, bodies [][]byte) ([][]byte, error) {
	results := *s.Results
	away, order := make([]*float64, len(results.Results)), make([]int, len(results.Results))
	lost := 0
	for i, card := range results.Results {
		order[i] = i
		if away[i] = FromSpot(n.asked, card.Lat, card.Lng); away[i] == nil {
			lost++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far(away[a]), far(away[b])) })
	all := len(order)
	from := min((n.page-1)*n.shown, all)
	to := min(from+n.shown, all)
	order = order[from:to]
	rows := make([]apiclient.HotelCard, len(order))
	for i, at := range order {
		rows[i] = results.Results[at]
	}
	body, err := desk.JoinPages(bodies, all)
	if err == nil {
		body, err = desk.OrderRows(body, order)
	}
	s.Odd = append(s.Odd, n.words(all, len(bodies), results.Metadata.TotalCandidates, lost))
	results.Results, results.Metadata.HasMore = rows, to < all
	results.Metadata.Page, results.Metadata.PageSize = n.page, n.shown
	s.Results = &results
	return [][]byte{body}, err
}

// words say what was sorted, and by what.
func (n *nearest) words(all, pages, total, lost int) string {
	text := fmt.Sprintf("nearest first: sorted here by the distance from %s, over %s", cmp.Or(n.asked.From().Name, n.asked.Place()), words.Counted(all, "hotel"))
	if total > all {
		text += " of " + words.Grouped(total)
	}
	if pages > 1 {
		text += fmt.Sprintf(" on %d pages", pages)
	}
	if lost > 0 {
		text += fmt.Sprintf("; %d without coordinates %s last", lost, map[bool]string{true: "comes", false: "come"}[lost == 1])
	}
	return text
}

// nearCentre says what nearest means where no point was given.
const nearCentre = "nearest is to the center of the city, by the service's own distances"

// far is a distance to sort by; one that is not known comes last.
func far(km *float64) float64 {
	if km == nil {
		return math.Inf(1)
	}
	return *km
}
