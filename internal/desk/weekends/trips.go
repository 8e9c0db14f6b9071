package weekends

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Pairs are the days on which one leaves and comes back for a long weekend.
type Pairs uint8

// The pairs.
const (
	EveToLast Pairs = iota // out on the eve, back on the last day
	AllPairs               // out on the eve or the first day, back on the last day or the one before
)

// TripsRequest asks what it costs to go away on long weekends.
type TripsRequest struct {
	Request
	From string // a code or a name
	flights.Sources
	Budget     string // of a whole party, a decimal number in the currency of the prices; "" for none
	LeaveAfter string // a time of day, local, before which no flight out leaves; "" for any
	Pairs      Pairs
	View       desk.View // filters; its order and pages are not used
	desk.Spending

	// Free takes the long weekends as soon as they are known. Begin takes the answer before a search is
	// made, and Told each cell that something has come of, by its place among the trips. Held takes each
	// time in which no search is made. Each may be nil.
	Free  func(Weekends)
	Begin func(Trips)
	Told  func(i int, c flights.Cell)
	Held  func(sweep.Hold)
}

// Trips are what it costs to go away on long weekends.
type Trips struct {
	Weekends
	flights.Candidates
	Budget   string
	Cells    []Trip // that are asked: weekend by weekend as they are ranked, the nearest place first
	NotAsked int    // trips beyond the searches that may be made
	Spent    int    // searches that were made
	Saved    int    // trips that cost none
	Party    string // in words
	View     []recall.Param
	Base     query.Flight // what all of them ask
}

// Trip is a journey on a long weekend.
type Trip struct {
	Weekend   int // its number, from 1
	Place     int // by its position among the candidates
	Out, Back string
	Query     query.Flight
	flights.Cell
}

// usualSearches is how many trips are asked where no one says.
const usualSearches = 20

// Away looks up what it costs to go away on the long weekends ahead. It spends a search for each weekend,
// place and pair of days that is not known yet; a person is asked before. What was found before a fault
// comes back with it.
func Away(ctx context.Context, d *desk.Desk, r *TripsRequest) (Trips, error) {
	if plan := d.Deployment.Plan(); plan != nil {
		plan.Lead()
	}
	t := Trips{Budget: r.Budget}
	if err := r.check(ctx, d); err != nil {
		return Trips{}, err
	}
	var err error
	if t.Weekends, err = Ahead(ctx, d, &r.Request); err != nil {
		return Trips{}, err
	}
	if r.Free != nil {
		r.Free(t.Weekends)
	}
	if err := r.layOut(ctx, d, &t); err != nil {
		return t, err
	}
	asked := flights.SurveyRequest{
		View: r.View, Spending: r.Spending, Told: r.Told, Held: r.Held, Thing: "going away on these weekends",
		Fewer: "fewer weekends or places cost fewer searches: --when with a month, --to with some places, or --max-searches 7",
		Begin: func(cells []flights.Cell) {
			if r.Begin != nil {
				begun := t
				begun.Cells = slices.Clone(t.Cells)
				begun.fill(cells)
				r.Begin(begun)
			}
		},
	}
	for _, trip := range t.Cells {
		asked.Queries = append(asked.Queries, trip.Query)
	}
	found, err := flights.Survey(ctx, d, &asked)
	if found.Cells == nil {
		t.Cells = nil
		return t, err
	}
	t.fill(found.Cells)
	t.Spent, t.Saved = found.Spent, found.Saved
	t.Meta.Warn(found.Taken...)
	if found.Site != "" {
		t.Locale.Take(found.Site)
	}
	t.keep(d)
	t.Locale.Record(&t.Meta, cmp.Or(t.Currency(), desk.ServiceCurrency), desk.ServiceLocale)
	t.Meta.Next = nil
	if best := t.Best(); best >= 0 {
		t.Meta.Follow("travel weekends open " + strconv.Itoa(t.Cells[best].Weekend) + " " + t.List[t.Cells[best].Place].Code)
	}
	return t, err
}

func (t *Trips) fill(cells []flights.Cell) {
	for i := range t.Cells {
		t.Cells[i].Cell = cells[i]
	}
}

// check reads what can be read before anything is sent.
func (r *TripsRequest) check(ctx context.Context, d *desk.Desk) error {
	if err := r.checkBudget(); err != nil {
		return err
	}
	if err := r.leave(); err != nil {
		return err
	}
	if err := (&flights.CandidatesRequest{From: r.From, Label: "--from", Sources: r.Sources, Days: r.Query.Days()}).Check(ctx, d); err != nil {
		return err
	}
	return flights.CheckJourneys(r.Query, r.View, flights.Nights{Return: true, Least: 1, Most: 1})
}

func (r *TripsRequest) checkBudget() error {
	if r.Budget == "" {
		return nil
	}
	if n, ok := (offer.Money{Amount: r.Budget}).Number(); !ok || n <= 0 || n > 1e12 {
		return problem.NotAccepted("--budget", r.Budget, "an amount such as 400, for the whole party in the currency of the prices", "")
	}
	return nil
}

// leave makes a filter of the time before which no flight out leaves.
func (r *TripsRequest) leave() error {
	if r.LeaveAfter == "" {
		return nil
	}
	text := strings.TrimSpace(r.LeaveAfter)
	at, err := time.Parse("15:04", text)
	if hour, whole := strconv.Atoi(text); err != nil && whole == nil && hour >= 0 && hour < 24 {
		at, err = time.Date(0, 1, 1, hour, 0, 0, 0, time.UTC), nil
	}
	if err != nil {
		return problem.NotAccepted("--leave-after", r.LeaveAfter, "a time of day such as 17 or 17:30", "")
	}
	const wire = "outbound-departure-range"
	span := at.Format("15:04") + "-24"
	if err := r.View.Query.Set(wire, "--leave-after", span); err != nil {
		return err
	}
	r.View.Query.TypedAs(wire, "--depart "+span)
	return nil
}

// layOut finds the places and lays the searches out.
func (r *TripsRequest) layOut(ctx context.Context, d *desk.Desk, t *Trips) error {
	most := usualSearches
	if r.MaxSearches != nil && *r.MaxSearches > 0 { // with 0 what is known is shown
		most = *r.MaxSearches
	}
	if len(t.Rows) == 0 {
		return problem.Usagef("no long weekend is left to go away on").Advise("other days: --when; more days off: --bridge")
	}
	var err error
	t.Candidates, err = flights.FindCandidates(ctx, d, &flights.CandidatesRequest{
		From: r.From, Label: "--from", Sources: r.Sources, Days: r.Query.Days(), Locale: t.Locale, Most: r.places(len(t.Rows), most),
	})
	if err != nil {
		return err
	}
	places.Remember(d, t.Candidates.From.Place)
	if t.Base, err = flights.From(r.Query, r.View, r.From, t.Candidates.From.Place); err != nil {
		return err
	}
	t.View, t.Party = r.View.Kept(), t.Base.Party()
	warnings := t.Meta.Warnings
	t.Meta = desk.MetaOf(r.Query)
	t.Meta.Warn(warnings...)
	all := t.journeys(d.Now(), r.Pairs)
	t.Cells = all[:min(len(all), most)]
	t.NotAsked = len(all) - len(t.Cells) + len(t.Rest)*len(t.Rows)
	if len(all) == 0 {
		return problem.Usagef("no long weekend is left that flights are searched for").
			Advise("flights are searched for a year ahead: give earlier days with --when")
	}
	return nil
}

// fewestPlaces is how many places are asked at least, where there are so many and too few searches for
// each weekend and place.
const fewestPlaces = 5

// places is how many places are asked with so many searches: all that are named; of others so many that
// several weekends have a price.
func (r *TripsRequest) places(weekends, searches int) int {
	if len(r.To) > 0 && r.Near == "" {
		return searches
	}
	return min(searches, max(searches/weekends, fewestPlaces))
}

// journeys are the trips of each weekend to each place, the usual pair of days of all before the others.
func (t *Trips) journeys(now time.Time, which Pairs) (all []Trip) {
	today, last := now.Format(ask.ISO), query.LastTravel(now)
	for pair := range 4 {
		if pair > 0 && which != AllPairs {
			break
		}
		for i, row := range t.Rows {
			out, back := row.Eve().AddDate(0, 0, pair&1), row.To.AddDate(0, 0, -(pair>>1))
			if first := words.Day(today); out.Before(first) {
				if pair&1 == 1 {
					continue // it is the usual pair then
				}
				out = first
			}
			if iso(out) > last || !back.After(out) {
				continue
			}
			for at, place := range t.List {
				all = append(all, Trip{
					Weekend: i + 1, Place: at, Out: iso(out), Back: iso(back), Query: flights.Journey(t.Base, place.Place, iso(out), iso(back)),
				})
			}
		}
	}
	return all
}

// Tally counts the trips that are asked.
func (t Trips) Tally() sweep.Tally {
	return sweep.TallyOf(func(yield func(flights.Cell) bool) {
		for _, trip := range t.Cells {
			if !yield(trip.Cell) {
				return
			}
		}
	})
}

// Currency is that of the prices, "" while none is known.
func (t Trips) Currency() string {
	for _, trip := range t.Cells {
		if trip.Any {
			return trip.Got.Price.Currency
		}
	}
	return ""
}

// Within tells whether a trip is within the budget; nil where there is none, or no price yet.
func (t Trips) Within(trip Trip) *bool {
	limit, ok := offer.Money{Amount: t.Budget}.Number()
	amount, priced := trip.Got.Price.Number()
	if !ok || !priced || !trip.Any {
		return nil
	}
	return new(amount <= limit)
}

// Best is the cheapest trip, by its place among them, -1 where none is known. One that is cheaper than
// another currency's cannot be told.
func (t Trips) Best() int {
	best, least := -1, 0.0
	for i, trip := range t.Cells {
		amount, ok := trip.Got.Price.Number()
		if !ok || trip.Status != sweep.HasFound || trip.Got.Price.Currency != t.Currency() {
			continue
		}
		if best < 0 || amount < least {
			best, least = i, amount
		}
	}
	return best
}

// keep keeps the trips, so that each of them can be opened.
func (t Trips) keep(d *desk.Desk) {
	asked := t.Base
	list := recall.List{Kind: recall.Breaks, Flight: &asked, Terms: asked.Terms, View: t.View}
	for i, trip := range t.Cells {
		place := t.List[trip.Place]
		list.Rows = append(list.Rows, recall.Row{
			N: i + 1, ID: trip.SearchID, Price: trip.Got.Price,
			Day:  &recall.Day{Day: trip.Out, Back: trip.Back, Made: trip.Made},
			Goal: &recall.Goal{Code: place.Code, Name: place.Name, City: place.City, Made: trip.Made, Weekend: trip.Weekend},
		})
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the trips are not kept, so none can be opened: " + err.Error())
	}
}

type (
	// TripsDocument is the long weekends and the trips, as a program reads them.
	TripsDocument struct {
		Document
		Origin   string       `json:"from"`
		Budget   *json.Number `json:"budget"` // of the whole party
		Currency string       `json:"currency,omitempty"`
		Trips    []TripJSON   `json:"trips"`
		LeftOut  leftJSON     `json:"leftOut"`
		NotAsked int          `json:"notAsked"` // trips without a search
		Spent    int          `json:"spent"`    // searches
		Saved    int          `json:"saved"`    // trips that cost none
		Unknown  int          `json:"unknown"`  // of the trips asked, those without an answer
	}
	// leftJSON is how many places were left out.
	leftJSON struct {
		Visa      int `json:"visa"`
		Continent int `json:"continent"`
		Timetable int `json:"timetable"`
		NoCity    int `json:"noCity"`
	}
)

// TripJSON is a trip as a program reads it. What is not known is null.
type TripJSON struct {
	Weekend  int           `json:"weekend"` // its number
	From     string        `json:"from"`    // the day out
	To       string        `json:"to"`      // the day back
	Place    string        `json:"place"`
	Name     *string       `json:"placeName"`
	Country  *string       `json:"country"` // ISO 3166-1
	Status   sweep.Status  `json:"status"`  // found, nothing, coming, not_asked or failed
	Price    *json.Number  `json:"price"`   // whole party, fees included
	Currency *string       `json:"currency"`
	Within   *bool         `json:"withinBudget"`
	TripID   *string       `json:"tripId"`
	SearchID *string       `json:"searchId"`
	Settle   *search.Stamp `json:"settle"`
	AsOf     *time.Time    `json:"asOf"`
	Kept     bool          `json:"kept"` // an earlier command made the search
	Error    *string       `json:"error"`
	Minutes  *int          `json:"minutes"` // of both ways together
	Stops    *int          `json:"stops"`   // most on any leg
	Airlines []string      `json:"airlines"`
	Departs  *string       `json:"departsAt"`
}

// Body is the answer as one JSON document.
func (t Trips) Body() ([]byte, error) {
	doc := TripsDocument{
		Document: t.document(), Origin: t.Candidates.From.Code, Currency: t.Currency(), Trips: []TripJSON{}, LeftOut: leftJSON(t.Left),
		NotAsked: t.NotAsked + t.Tally().Of[sweep.NotAsked], Spent: t.Spent, Saved: t.Saved, Unknown: t.Tally().Unknown(),
	}
	if t.Budget != "" {
		doc.Budget = daily.Number(offer.Money{Amount: t.Budget})
	}
	for i := range t.Cells {
		doc.Trips = append(doc.Trips, t.JSON(i))
	}
	return json.Marshal(doc)
}

// JSON is a trip as a program reads it.
func (t Trips) JSON(at int) TripJSON {
	trip := t.Cells[at]
	place := t.List[trip.Place]
	out := TripJSON{
		Weekend: trip.Weekend, From: trip.Out, To: trip.Back, Place: place.Code, Name: daily.Stated(place.Name), Country: daily.Stated(place.Country),
		Status: trip.Status, SearchID: daily.Stated(trip.SearchID), Kept: trip.Kept && trip.SearchID != "", Within: t.Within(trip), Airlines: []string{},
	}
	if trip.Err != nil {
		out.Error = daily.Stated(trip.Err.Error())
	}
	if trip.AsOf.IsZero() {
		return out
	}
	out.AsOf, out.Settle = new(trip.AsOf.UTC()), &trip.Settle
	if got := trip.Got; trip.Any {
		out.Price, out.Currency, out.TripID = daily.Number(got.Price), daily.Stated(got.Price.Currency), daily.Stated(got.TripID)
		out.Minutes, out.Stops, out.Departs = &got.Minutes, &got.Stops, daily.Stated(got.Departs)
		out.Airlines = append(out.Airlines, got.Airlines...)
	}
	return out
}
