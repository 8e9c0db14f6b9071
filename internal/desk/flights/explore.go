package flights

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// ExploreRequest asks what the cheapest trip to each of several places costs.
type ExploreRequest struct {
	From string // a code or a name
	Date string // of departure, as typed; "" is 30 days from now
	Sources
	Nights   Nights      // between the flights, one number of them
	Query    *ask.Values // of createFlightSearch, without places and dates
	View     desk.View   // filters; its order and pages are not used
	MaxPrice string      // of a trip that counts, a decimal number in the currency of the prices; "" for any
	Sort     Order

	desk.Spending

	// Begin takes the answer before a search is made, and Told each cell that something has come of, by
	// its place among the places asked. Held takes each time in which no search is made. Each may be nil.
	Begin func(Explored)
	Told  func(i int, c Cell)
	Held  func(sweep.Hold)
}

// Order is how places are ranked.
type Order uint8

// The orders.
const (
	ByPrice Order = iota
	ByDuration
)

// Explored is what the cheapest trips from a place to others cost.
type Explored struct {
	Candidates
	Day, Back string        // YYYY-MM-DD; Back is "" for one way
	Nights    Nights        // that the stay has
	Goals     []Destination // that are asked, the nearest first
	MaxPrice  string
	Sort      Order
	Spent     int // searches that were made
	Saved     int // places that cost none
	Locale    desk.Locale
	Meta      desk.Meta
	View      []recall.Param // filters, as a list keeps them
	Base      query.Flight   // what all of them ask
}

// Destination is a place that was asked for, and the cheapest trip there.
type Destination struct {
	Candidate
	Query query.Flight
	Cell
}

// usualPlaces is how many places are asked where no one says.
const usualPlaces = 20

// Explore looks the cheapest trip to each of several places up. It spends a search for each that is not
// known yet; a person is asked before. What was found before a fault comes back with it.
func Explore(ctx context.Context, d *desk.Desk, r *ExploreRequest) (Explored, error) {
	if plan := d.Deployment.Plan(); plan != nil {
		plan.Lead()
	}
	e, err := r.explored(ctx, d)
	if err != nil {
		return Explored{}, err
	}
	asked := SurveyRequest{
		View: r.View, Spending: r.Spending, Held: r.Held, Told: r.Told,
		Thing: "this look around", Fewer: "fewer places cost fewer searches: --to with some of them, or --max-searches 7",
		Begin: func(cells []Cell) {
			if r.Begin != nil {
				begun := e
				begun.Goals = slices.Clone(e.Goals)
				begun.fill(cells)
				r.Begin(begun)
			}
		},
	}
	for _, goal := range e.Goals {
		asked.Queries = append(asked.Queries, goal.Query)
	}
	found, err := Survey(ctx, d, &asked)
	if found.Cells == nil {
		return Explored{}, err
	}
	e.fill(found.Cells)
	e.Spent, e.Saved = found.Spent, found.Saved
	e.Meta.Warn(found.Taken...)
	if found.Site != "" {
		e.Locale.Take(found.Site)
	}
	e.keep(d)
	e.Locale.Record(&e.Meta, cmp.Or(e.Currency(), desk.ServiceCurrency), desk.ServiceLocale)
	if best := e.Ranked(); len(best) > 0 && e.Goals[best[0]].Status == sweep.HasFound {
		e.Meta.Follow("travel explore open "+e.Goals[best[0]].Code, "travel flights calendar "+e.From.Code+" "+e.Goals[best[0]].Code)
	}
	return e, err
}

func (e *Explored) fill(cells []Cell) {
	for i := range e.Goals {
		e.Goals[i].Cell = cells[i]
	}
}

// explored finds the places and lays the searches out. Every mistake that can be known is a usage error,
// and nothing is sent then.
func (r *ExploreRequest) explored(ctx context.Context, d *desk.Desk) (Explored, error) {
	e := Explored{Nights: r.Nights, MaxPrice: r.MaxPrice, Sort: r.Sort}
	if err := r.days(ctx, d, &e); err != nil {
		return e, err
	}
	if err := r.check(); err != nil {
		return e, err
	}
	var err error
	if e.Locale, err = d.Resolve(ctx, r.Query, desk.Locale{}); err != nil {
		return e, err
	}
	most := usualPlaces
	if r.MaxSearches != nil {
		most = max(most, *r.MaxSearches)
	}
	e.Candidates, err = FindCandidates(ctx, d, &CandidatesRequest{From: r.From, Sources: r.Sources, Days: r.Query.Days(), Locale: e.Locale, Most: most})
	if err != nil {
		return e, err
	}
	places.Remember(d, e.From.Place)
	if e.Base, err = From(r.Query, r.View, r.From, e.From.Place); err != nil {
		return e, err
	}
	e.View, e.Meta = r.View.Kept(), desk.MetaOf(r.Query)
	for _, c := range e.List {
		e.Goals = append(e.Goals, Destination{Candidate: c, Query: Journey(e.Base, c.Place, e.Day, e.Back)})
	}
	return e, nil
}

// usualAhead is the day of departure where no one says.
const usualAhead = "+30d"

// days reads the day of departure and counts the return from it.
func (r *ExploreRequest) days(ctx context.Context, d *desk.Desk, e *Explored) error {
	if r.Nights.Return && r.Nights.Count() > 1 {
		return problem.Usagef("--nights %d-%d is a range; give one number of nights", r.Nights.Least, r.Nights.Most)
	}
	if err := d.Set(ctx, r.Query, "fromDate", "DATE", cmp.Or(r.Date, usualAhead)); err != nil {
		return err
	}
	e.Day = r.Query.Text("fromDate")
	if r.Nights.Return {
		e.Back = words.Day(e.Day).AddDate(0, 0, r.Nights.Least).Format(ask.ISO)
		if err := r.Query.SetTyped("toDate", e.Back); err != nil {
			return err
		}
	}
	if err := query.CheckTravel(d.Now(), e.Day, e.Back); err != nil {
		return err
	}
	return nil
}

func (r *ExploreRequest) check() error {
	if r.MaxPrice != "" {
		if n, ok := (offer.Money{Amount: r.MaxPrice}).Number(); !ok || n <= 0 || n > 1e12 {
			return problem.NotAccepted("--max-price", r.MaxPrice, "an amount such as 400, in the currency of the prices", "")
		}
	}
	if err := r.checkNonstop(); err != nil {
		return err
	}
	return CheckJourneys(r.Query, r.View, r.Nights)
}

// checkNonstop makes the filters of the trips and those of the places the same: a place with a nonstop
// flight is shown with the price of one, and an airline's place with a price of that airline.
func (r *ExploreRequest) checkNonstop() error {
	view := r.View.Query
	if stops := view.Texts("stops"); len(stops) == 1 && stops[0] == "0" {
		r.Nonstop = true
	}
	if r.Airline == "" || view.Has("airlines") {
		return nil
	}
	return view.Set("airlines", "--airline", r.Airline)
}

// Tally counts the places that are asked.
func (e Explored) Tally() sweep.Tally {
	return sweep.TallyOf(func(yield func(Cell) bool) {
		for _, goal := range e.Goals {
			if !yield(goal.Cell) {
				return
			}
		}
	})
}

// Currency is that of the prices, "" while none is known.
func (e Explored) Currency() string {
	for _, goal := range e.Goals {
		if goal.Status == sweep.HasFound {
			return goal.Got.Price.Currency
		}
	}
	return ""
}

// Over tells whether the trip costs more than is wanted. While its search runs, it may still fall.
func (e Explored) Over(g Destination) bool {
	limit, wanted := offer.Money{Amount: e.MaxPrice}.Number()
	amount, known := g.Got.Price.Number()
	return wanted && known && g.Status == sweep.HasFound && amount > limit
}

// Dear are the places that cost more than is wanted, the cheapest first.
func (e Explored) Dear() (list []Destination) {
	for _, goal := range e.Goals {
		if e.Over(goal) {
			list = append(list, goal)
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return comparePrices(a.Cell, b.Cell) < 0
	})
	return list
}

// PriceSpan is the lowest and the highest price that is shown.
func (e Explored) PriceSpan() (low, high float64) {
	for n, at := range e.Ranked() {
		amount, known := e.Goals[at].Got.Price.Number()
		if !known {
			continue
		}
		if n == 0 || amount < low {
			low = amount
		}
		high = max(high, amount)
	}
	return low, high
}

// Ranked are the places in the order in which they are shown, by their positions among the goals: those
// with a price that is wanted, by price or by time, then those whose search still runs, those with
// nothing, those that failed and those that were not asked, the nearest first. Those that cost too much
// are left out.
func (e Explored) Ranked() []int {
	var order []int
	for i, goal := range e.Goals {
		if !e.Over(goal) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := e.Goals[i], e.Goals[j]
		byPrice, byTime := comparePrices(a.Cell, b.Cell), cmp.Compare(a.Got.Minutes, b.Got.Minutes)
		if e.Sort == ByDuration {
			byPrice, byTime = byTime, byPrice
		}
		return cmp.Or(cmp.Compare(standing(a.Cell), standing(b.Cell)), byPrice, byTime)
	})
	return order
}

// Shown are the places as they are ranked, and behind them those that are not asked. A place's number is
// its position among them, from 1.
func (e Explored) Shown() (list []Destination) {
	for _, at := range e.Ranked() {
		list = append(list, e.Goals[at])
	}
	for _, c := range e.Rest {
		list = append(list, Destination{Candidate: c, Cell: Cell{Status: sweep.NotAsked}})
	}
	return list
}

func comparePrices(a, b Cell) int {
	x, _ := a.Got.Price.Number()
	y, _ := b.Got.Price.Number()
	return cmp.Or(cmp.Compare(a.Got.Price.Currency, b.Got.Price.Currency), cmp.Compare(x, y))
}

// standing is how far up a cell stands, by what is known of it.
func standing(c Cell) int {
	if c.Any && c.Status != sweep.Failed {
		return 0
	}
	return 1 + slices.Index([]sweep.Status{sweep.Coming, sweep.Nothing, sweep.Failed, sweep.NotAsked}, c.Status)
}

// The document of a look around, as a program reads it.
type (
	// ExploredDocument is all of it.
	ExploredDocument struct {
		From      string       `json:"from"`
		Day       string       `json:"day"`
		ReturnDay string       `json:"returnDay,omitempty"`
		Passport  string       `json:"passport,omitempty"` // whose list visa is from
		Currency  string       `json:"currency,omitempty"`
		Places    []PlaceJSON  `json:"places"` // as they are ranked, then those not asked
		LeftOut   leftJSON     `json:"leftOut"`
		MaxPrice  *json.Number `json:"maxPrice,omitempty"`
		OverPrice int          `json:"overPrice"` // places whose trip costs more than that, which are left out
		Over      []PlaceJSON  `json:"over"`      // those places
		NotAsked  int          `json:"notAsked"`  // places without a search
		Spent     int          `json:"spent"`     // searches
		Saved     int          `json:"saved"`     // places that cost none
		Unknown   int          `json:"unknown"`   // of the places asked, those without an answer
	}
	leftJSON struct {
		Visa      int `json:"visa"`
		Continent int `json:"continent"`
		Timetable int `json:"timetable"`
		NoCity    int `json:"noCity"`
	}
)

// PlaceJSON is a place as a program reads it. What is not known is null.
type PlaceJSON struct {
	Code      string        `json:"code"`
	Name      *string       `json:"name"`
	Country   *string       `json:"country"` // ISO 3166-1
	Status    sweep.Status  `json:"status"`  // found, nothing, coming, not_asked or failed
	Price     *json.Number  `json:"price"`   // whole party, fees included
	Currency  *string       `json:"currency"`
	TripID    *string       `json:"tripId"`
	SearchID  *string       `json:"searchId"`
	Settle    *search.Stamp `json:"settle"`
	AsOf      *time.Time    `json:"asOf"`
	Kept      bool          `json:"kept"` // an earlier command made the search
	Error     *string       `json:"error"`
	Minutes   *int          `json:"minutes"` // of all legs together
	Stops     *int          `json:"stops"`   // most on any leg
	Airlines  []string      `json:"airlines"`
	Departs   *string       `json:"departsAt"`
	Nonstop   *bool         `json:"nonstop"` // true where a nonstop flight is known, else null
	Visa      *string       `json:"visa"`    // listed, not_listed or own_country
	Latitude  *float64      `json:"latitude"`
	Longitude *float64      `json:"longitude"`
	Distance  *float64      `json:"distanceKm"` // from the start, along the great circle
}

// Body is the answer as one JSON document.
func (e Explored) Body() ([]byte, error) {
	doc := ExploredDocument{
		From: e.From.Code, Day: e.Day, ReturnDay: e.Back, Passport: e.Passport, Currency: e.Currency(), Places: []PlaceJSON{}, Over: []PlaceJSON{},
		LeftOut: leftJSON(e.Left), OverPrice: len(e.Dear()), NotAsked: e.NotAsked(), Spent: e.Spent, Saved: e.Saved, Unknown: e.Tally().Unknown(),
	}
	if e.MaxPrice != "" {
		doc.MaxPrice = daily.Number(offer.Money{Amount: e.MaxPrice})
	}
	for _, goal := range e.Shown() {
		doc.Places = append(doc.Places, goal.JSON())
	}
	for _, goal := range e.Dear() {
		doc.Over = append(doc.Over, goal.JSON())
	}
	return json.Marshal(doc)
}

// NotAsked is how many places have no search.
func (e Explored) NotAsked() int { return e.Tally().Of[sweep.NotAsked] + len(e.Rest) }

// JSON is the place as a program reads it.
func (g Destination) JSON() PlaceJSON {
	p := PlaceJSON{
		Code: g.Code, Name: daily.Stated(g.Name), Country: daily.Stated(g.Country), Status: g.Status, SearchID: daily.Stated(g.SearchID),
		Kept: g.Kept && g.SearchID != "", Airlines: []string{}, Visa: daily.Stated(string(g.Visa)),
	}
	if g.Kilometres != nil {
		p.Distance = new(math.Round(*g.Kilometres*10) / 10)
	}
	if g.Err != nil {
		p.Error = daily.Stated(g.Err.Error())
	}
	if g.Point != nil {
		p.Latitude, p.Longitude = &g.Point.Lat, &g.Point.Lng
	}
	if g.HasNonstop() {
		p.Nonstop = new(true)
	}
	if g.AsOf.IsZero() {
		return p
	}
	p.AsOf, p.Settle = new(g.AsOf.UTC()), &g.Settle
	if got := g.Got; g.Any {
		p.Price, p.Currency, p.TripID = daily.Number(got.Price), daily.Stated(got.Price.Currency), daily.Stated(got.TripID)
		p.Minutes, p.Stops, p.Departs = &got.Minutes, &got.Stops, daily.Stated(got.Departs)
		p.Airlines = append(p.Airlines, got.Airlines...)
	}
	return p
}

// HasNonstop tells whether a nonstop flight is known: the cheapest trip has no stop, or the timetable has
// one. False says nothing.
func (g Destination) HasNonstop() bool { return g.Nonstop || g.Any && g.Got.Stops == 0 }

// CountryName is the country of a place for a person, "" where it is not known.
func (g Destination) CountryName() string { return countries.Called(g.Country) }

// Label is what a place is called for a person.
func (c Candidate) Label() string { return cmp.Or(c.Name, c.Code) }

// OpenPlaceRequest is a place of the last look around to open.
type OpenPlaceRequest struct {
	Place   string // a code, a name or a row number of the list
	View    desk.View
	Renewal *desk.Renewal
}

// OpenPlace reads the trips to a place of the session's last look around, with its filters, the cheapest
// first. It spends none, unless its search has expired and the renewal says so.
func OpenPlace(ctx context.Context, d *desk.Desk, r *OpenPlaceRequest) (Trips, error) {
	list, found, err := d.Latest(recall.Goals)
	if err != nil {
		return Trips{}, err
	}
	if !found || list.Flight == nil {
		return Trips{}, d.NoList("there is no list of places to open one of", "make one: travel explore FROM --to LIST")
	}
	row, err := pickGoal(list, strings.TrimSpace(r.Place))
	if err != nil {
		return Trips{}, err
	}
	goal := row.Goal
	asked := Journey(*list.Flight, places.Place{Code: goal.Code, Name: goal.Name, City: goal.City}, list.Flight.FromDate, list.Flight.ToDate)
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, goal.Code, desk.FlightSearches, asked.Command())
	}
	return openFound(ctx, d, &desk.ResultsRequest{View: r.View, Renewal: r.Renewal}, list, row.Ref(), asked)
}

// pickGoal finds the row that was typed.
func pickGoal(list recall.List, typed string) (recall.Row, error) {
	n, _ := strconv.Atoi(typed)
	at := slices.IndexFunc(list.Rows, func(row recall.Row) bool {
		return row.Goal != nil && (row.N == n || strings.EqualFold(row.Goal.Code, typed) || words.Fold(row.Goal.Name) == words.Fold(typed) && words.Fold(typed) != "")
	})
	if at >= 0 {
		return list.Rows[at], nil
	}
	var codes []string
	for _, row := range list.Rows {
		if row.Goal != nil {
			codes = append(codes, row.Goal.Code)
		}
	}
	const most = 8
	have := strings.Join(codes[:min(len(codes), most)], ", ")
	if len(codes) > most {
		have += " and others"
	}
	return recall.Row{}, problem.Usagef("PLACE %s is not in the last list, which has rows 1 to %d: %s", words.Quote(typed), len(list.Rows), have)
}

// keep keeps the places in the order in which they are shown, so that each of them can be opened.
func (e Explored) keep(d *desk.Desk) {
	asked := Journey(e.Base, places.Place{}, e.Day, e.Back)
	list := recall.List{Kind: recall.Goals, Flight: &asked, Terms: asked.Terms, View: e.View}
	for _, goal := range e.Shown() {
		list.Rows = append(list.Rows, recall.Row{
			N: len(list.Rows) + 1, ID: goal.SearchID, Price: goal.Got.Price,
			Goal: &recall.Goal{Code: goal.Code, Name: goal.Name, City: goal.City, Made: goal.Made},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the places are not kept, so none can be opened: " + err.Error())
	}
}
