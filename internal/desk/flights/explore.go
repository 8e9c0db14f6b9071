package flights

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// ExploreRequest asks what the cheapest trip to each of several places costs.
type ExploreRequest struct {
	From string // a code or a name
	Date string // of departure, as typed; "" is 30 days from now
	Sources
	Nights   Nights      // between the flights, one number of them
	Query    *ask.Values // of createFlightSearch, without places and dates
	View     View        // filters; its order and pages are not used
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
		return problem.UsageError{Text: fmt.Sprintf("--nights %d-%d is a range; give one number of nights", r.Nights.Least, r.Nights.Most)}
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
		if n, err := strconv.ParseFloat(r.MaxPrice, 64); err != nil || n <= 0 || n > 1e12 {
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
	limit, err := strconv.ParseFloat(e.MaxPrice, 64)
	amount, known := Amount(g.Cell)
	return err == nil && known && g.Status == sweep.HasFound && amount > limit
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

// Amount is the price of a cell as a number, to compare it with others; false where there is none.
func Amount(c Cell) (float64, bool) {
	amount, err := strconv.ParseFloat(c.Got.Price.Amount, 64)
	return amount, err == nil
}

// PriceSpan is the lowest and the highest price that is shown.
func (e Explored) PriceSpan() (low, high float64) {
	for n, at := range e.Ranked() {
		amount, known := Amount(e.Goals[at].Cell)
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
	x, _ := Amount(a)
	y, _ := Amount(b)
	return cmp.Or(cmp.Compare(a.Got.Price.Currency, b.Got.Price.Currency), cmp.Compare(x, y))
}

// standing is how far up a cell stands, by what is known of it.
func standing(c Cell) int {
	if c.Any && c.Status != sweep.Failed {
		return 0
	}
	return 1 + slices.Index([]sweep.Status{sweep.Coming, sweep.Nothing, sweep.Failed, sweep.NotAsked}, c.Status)
}
