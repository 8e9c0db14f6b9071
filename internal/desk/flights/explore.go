package flights

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// ExploreRequest asks for the price of the cheapest trip to each of several places.
type ExploreRequest struct {
	From string // a code or a name
	Date string // of departure as typed; "" is in 30 days
	Sources
	Nights   Nights // between the flights, a single number
	MaxPrice string // of a trip, in the currency of the prices; "" for any
	Sort     string // "duration", or "price" for the lowest first
	desk.SurveyRequest[Explored]
}

// Explored has the price of the cheapest trip to each of several places. The cells belong to the candidates in List.
type Explored struct {
	Candidates
	Day, Back string // YYYY-MM-DD; Back is "" for one way
	MaxPrice  string
	Sort      string
	desk.Survey
}

// Destination is a place with the cheapest trip there.
type Destination struct {
	Candidate
	sweep.Cell
}

// Goal returns the destination of a cell.
func (e *Explored) Goal(at int) Destination { return Destination{e.List[at], e.Cells[at]} }

// The default number of places to search, and the default date of departure.
const (
	usualPlaces = 20
	usualAhead  = "+30d"
)

// Explore looks up the cheapest trip to each of several places. It makes a search for each place without a known
// price, after asking if there are many. It finds mistakes before anything is sent. If it fails midway, it returns the
// results so far.
func Explore(ctx context.Context, d *desk.Desk, r *ExploreRequest) (Explored, error) {
	if plan := d.Deployment.Plan(); plan != nil {
		plan.Lead()
	}
	e := Explored{MaxPrice: r.MaxPrice, Sort: r.Sort}
	if r.Nights.Return && r.Nights.Count() > 1 {
		return Explored{}, problem.Usagef("--nights %d-%d is a range; give one number of nights", r.Nights.Least, r.Nights.Most)
	}
	if err := d.Set(ctx, r.Query, "fromDate", "DATE", cmp.Or(r.Date, usualAhead)); err != nil {
		return Explored{}, err
	}
	e.Day = r.Query.Text("fromDate")
	if r.Nights.Return {
		e.Back = words.Day(e.Day).AddDate(0, 0, r.Nights.Least).Format(ask.ISO)
		r.Query.SetTyped("toDate", e.Back)
	}
	err := cmp.Or(
		query.CheckTravel(d.Now(), e.Day, e.Back), CheckAmount("--max-price", r.MaxPrice, "in the currency of the prices"),
	)
	// Trips and places have the same filters, so that a place with a nonstop flight shows the price of one.
	view := r.View.Query
	if stops := view.Texts("stops"); len(stops) == 1 && stops[0] == "0" {
		r.Nonstop = true
	}
	if r.Airline != "" && !view.Has("airlines") {
		err = cmp.Or(err, view.Set("airlines", "--airline", r.Airline))
	}
	if err = cmp.Or(err, CheckJourneys(r.Query, r.View, r.Nights)); err != nil {
		return Explored{}, err
	}
	if e.Locale, err = d.Resolve(ctx, r.Query, desk.Locale{}); err != nil {
		return Explored{}, err
	}
	most := usualPlaces
	if r.MaxSearches != nil {
		most = max(most, *r.MaxSearches)
	}
	e.Candidates, err = FindCandidates(ctx, d, &CandidatesRequest{From: r.From, Sources: r.Sources, Days: r.Query.Days(), Locale: e.Locale, Most: most})
	if err != nil {
		return Explored{}, err
	}
	places.Remember(d, e.From)
	if err := Begin(&e.Survey, recall.Goals, r.Query, r.View, r.From, e.From); err != nil {
		return Explored{}, err
	}
	e.Base.Flight.FromDate, e.Base.Flight.ToDate = e.Day, e.Back
	for _, c := range e.List {
		e.Cells = append(e.Cells, Away(c, e.Day, e.Back))
	}
	of := Cheap()
	of.Thing, of.Plural = "this look around", "places"
	of.Fewer = problem.Step{Why: "fewer places cost fewer searches"}.Set("to", "LIST").Set("maxSearches", "7")
	err = desk.RunSurvey(ctx, d, &e, of, &r.SurveyRequest)
	e.warnOfCurrencies()
	if best := e.Ranked(); len(best) > 0 && e.Cells[best[0]].Status == sweep.HasFound {
		code := e.List[best[0]].Code
		e.Meta.Follow(problem.Do("", "explore.open", code), problem.Do("", "flights.calendar", e.From.Code, code))
	}
	return e, err
}

// Over reports whether a trip costs more than wanted. The price may still fall while its search runs. A price in
// another currency than the first cannot be compared, so it is never over.
func (e *Explored) Over(g Destination) bool {
	limit, wanted := offer.Money{Amount: e.MaxPrice}.Number()
	amount, known := g.Price.Number()
	return wanted && known && g.Status == sweep.HasFound && amount > limit && g.Price.Currency == e.Currency()
}

// warnOfCurrencies warns of places whose prices the limit could not be compared with.
func (e *Explored) warnOfCurrencies() {
	var other []string
	for at, c := range e.Cells {
		if c.Any && c.Status == sweep.HasFound && c.Price.Currency != e.Currency() {
			other = append(other, e.List[at].Code)
		}
	}
	if e.MaxPrice != "" && len(other) > 0 {
		e.Meta.Warn(fmt.Sprintf("--max-price %s is in %s and was not applied to places priced in another currency: %s",
			e.MaxPrice, e.Currency(), words.And(other)))
	}
}

// Dear returns the places that cost more than wanted, cheapest first.
func (e *Explored) Dear() (list []Destination) {
	for at := range e.Cells {
		if goal := e.Goal(at); e.Over(goal) {
			list = append(list, goal)
		}
	}
	slices.SortStableFunc(list, func(a, b Destination) int { return comparePrices(a.Cell, b.Cell) })
	return list
}

// Ranked returns the indexes of the cells in the order to show them: first those with a price, by price or duration,
// then those with a running search, without a trip, failed, and not searched. It leaves out trips that cost more than
// wanted.
func (e *Explored) Ranked() []int {
	var order []int
	for at := range e.Cells {
		if !e.Over(e.Goal(at)) {
			order = append(order, at)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := e.Cells[i], e.Cells[j]
		byPrice, byTime := comparePrices(a, b), cmp.Compare(a.Trip.Minutes, b.Trip.Minutes)
		if e.Sort == "duration" {
			byPrice, byTime = byTime, byPrice
		}
		return cmp.Or(cmp.Compare(standing(a), standing(b)), byPrice, byTime)
	})
	return order
}

// Shown returns the ranked places, followed by those that are not searched. The number of a place is its position in
// this list, from 1.
func (e *Explored) Shown() (list []Destination) {
	for _, at := range e.Ranked() {
		list = append(list, e.Goal(at))
	}
	for _, c := range e.Rest {
		goal := Destination{Candidate: c, Cell: Away(c, e.Day, e.Back)}
		goal.Status = sweep.NotAsked
		list = append(list, goal)
	}
	return list
}

func comparePrices(a, b sweep.Cell) int {
	x, _ := a.Price.Number()
	y, _ := b.Price.Number()
	return cmp.Or(cmp.Compare(a.Price.Currency, b.Price.Currency), cmp.Compare(x, y))
}

// standing returns the position of a cell by status.
func standing(c sweep.Cell) int {
	if c.Any && c.Status != sweep.Failed {
		return 0
	}
	return 1 + slices.Index([]sweep.Status{sweep.Coming, sweep.Nothing, sweep.Failed, sweep.NotAsked}, c.Status)
}

// ExploredDocument is the JSON of explored places.
type ExploredDocument struct {
	From      string       `json:"from"`
	Day       string       `json:"day"`
	ReturnDay string       `json:"returnDay,omitempty"`
	Passport  string       `json:"passport,omitempty"` // the passport that visa is about
	Currency  string       `json:"currency,omitempty"`
	Places    []PlaceJSON  `json:"places"` // ranked places, then those not searched
	LeftOut   leftJSON     `json:"leftOut"`
	MaxPrice  *json.Number `json:"maxPrice,omitempty"`
	OverPrice int          `json:"overPrice"` // number of places that cost more
	Over      []PlaceJSON  `json:"over"`      // the places that cost more
	NotAsked  int          `json:"notAsked"`  // places without a search
	desk.SumJSON
}

type leftJSON Left // keeps its name in the schema

// PlaceJSON is the JSON of a place. Unknown values are null.
type PlaceJSON struct {
	Code    string  `json:"code"`
	Name    *string `json:"name"`
	Country *string `json:"country"` // ISO 3166-1
	TripJSON
	Nonstop   *bool    `json:"nonstop"` // true if a nonstop flight is known, else null
	Visa      *string  `json:"visa"`    // listed, not_listed or own_country
	Latitude  *float64 `json:"latitude"`
	Longitude *float64 `json:"longitude"`
	Distance  *float64 `json:"distanceKm"` // great-circle distance from the start
}

// Body returns the answer as JSON.
func (e *Explored) Body() ([]byte, error) {
	doc := ExploredDocument{
		From: e.From.Code, Day: e.Day, ReturnDay: e.Back, Passport: e.Passport, Currency: e.Currency(), Places: []PlaceJSON{}, Over: []PlaceJSON{},
		LeftOut: leftJSON(e.Left), OverPrice: len(e.Dear()), NotAsked: e.NotAsked(), SumJSON: e.Sum(), MaxPrice: desk.Number(e.MaxPrice),
	}
	for _, goal := range e.Shown() {
		doc.Places = append(doc.Places, goal.JSON())
	}
	for _, goal := range e.Dear() {
		doc.Over = append(doc.Over, goal.JSON())
	}
	return json.Marshal(doc)
}

// ListRows returns the rows of the list of places, in the order shown.
func (e *Explored) ListRows() (rows []recall.Row) {
	for i, goal := range e.Shown() {
		rows = append(rows, desk.RowOf(i+1, goal.Cell))
	}
	return rows
}

// NotAsked returns the number of places without a search.
func (e *Explored) NotAsked() int { return e.Tally().Of[sweep.NotAsked] + len(e.Rest) }

// JSON returns the JSON of a place.
func (g Destination) JSON() PlaceJSON {
	p := PlaceJSON{
		Code: g.Code, Name: desk.Stated(g.Name), Country: desk.Stated(g.Country), TripJSON: TripDocument(g.Cell), Visa: desk.Stated(string(g.Visa)),
	}
	if g.Kilometres != nil {
		p.Distance = new(math.Round(*g.Kilometres*10) / 10)
	}
	if g.Point != nil {
		p.Latitude, p.Longitude = &g.Point.Lat, &g.Point.Lng
	}
	if g.HasNonstop() {
		p.Nonstop = new(true)
	}
	return p
}

// HasNonstop reports whether a nonstop flight is known, from the cheapest trip or the timetable. There may be one even
// if it is false.
func (g Destination) HasNonstop() bool { return g.Nonstop || g.Any && g.Trip.Stops == 0 }

// OpenPlace reads the trips to a place of the last list of places, with its filters and the cheapest first. place is a
// code, a name or a row number. It makes no new search, unless the old one has expired and the renewal allows it.
func OpenPlace(ctx context.Context, d *desk.Desk, place string, r *desk.ResultsRequest) (Trips, error) {
	first := problem.Do("make one", "explore", "FROM").Set("to", "LIST")
	list, err := d.LastSurvey(recall.Goals, "there is no list of places to open one of", first)
	if err != nil {
		return Trips{}, err
	}
	typed := strings.TrimSpace(place)
	n, _ := strconv.Atoi(typed)
	var codes []string
	for _, row := range list.Rows {
		if row.N == n || isGoal(row, typed) {
			return Cheap().Open(ctx, d, r, list, row, row.Goal.Code)
		}
		codes = append(codes, row.Goal.Code)
	}
	return Trips{}, problem.Usagef("PLACE %s is not in the last list, which has rows 1 to %d: %s",
		words.Quote(typed), len(codes), strings.Join(codes, ", "))
}
