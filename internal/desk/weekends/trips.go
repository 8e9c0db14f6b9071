package weekends

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
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
	desk.SurveyRequest[Trips, flights.Cheapest]

	// Free takes the long weekends as soon as they are known. It may be nil.
	Free func(Weekends)
}

// Trips are what it costs to go away on long weekends. The cells are weekend by weekend as they are ranked, the nearest
// place first.
type Trips struct {
	Weekends
	flights.Candidates
	Budget   string
	NotAsked int // trips beyond the searches that may be made
	flights.Survey
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
	if t.Weekends, err = Ahead(ctx, d, r.Query, &r.Request); err != nil {
		return Trips{}, err
	}
	if r.Free != nil {
		r.Free(t.Weekends)
	}
	if err := r.layOut(ctx, d, &t); err != nil {
		return Trips{}, err
	}
	of := flights.Cheap()
	of.Thing, of.Plural = "going away on these weekends", "trips"
	of.Fewer = "fewer weekends or places cost fewer searches: --when with a month, --to with some places, or --max-searches 7"
	err = desk.RunSurvey(ctx, d, &t, of, &r.SurveyRequest)
	if best := t.Cheapest(); len(best) > 0 {
		goal := t.Cells[best[0]].Goal
		t.Survey.Meta.Follow("travel weekends open " + strconv.Itoa(goal.Weekend) + " " + goal.Code)
	}
	return t, err
}

// check reads what can be read before anything is sent.
func (r *TripsRequest) check(ctx context.Context, d *desk.Desk) error {
	if err := flights.CheckAmount("--budget", r.Budget, "for the whole party in the currency of the prices"); err != nil {
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
		return problem.NotAccepted("--leave-after", r.LeaveAfter, "a time of day such as 17 or 17:30")
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
		From: r.From, Label: "--from", Sources: r.Sources, Days: r.Query.Days(), Locale: t.Weekends.Locale, Most: r.places(len(t.Rows), most),
	})
	if err != nil {
		return err
	}
	places.Remember(d, t.Candidates.From.Place)
	if t.Base, err = flights.From(r.Query, r.View, r.From, t.Candidates.From.Place); err != nil {
		return err
	}
	t.Base.Kind, t.Survey.Locale, t.Survey.Meta = recall.Breaks, t.Weekends.Locale, desk.MetaOf(r.Query)
	t.Survey.Meta.Warn(t.Weekends.Meta.Warnings...)
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
func (t *Trips) journeys(now time.Time, which Pairs) (all []flights.Cell) {
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
			for _, place := range t.List {
				trip := flights.Away(place, iso(out), iso(back))
				trip.Goal.Weekend = i + 1
				all = append(all, trip)
			}
		}
	}
	return all
}

// Place is where a trip goes, by its position among the candidates.
func (t *Trips) Place(trip flights.Cell) int {
	return slices.IndexFunc(t.List, func(c flights.Candidate) bool { return c.Code == trip.Goal.Code })
}

// Within tells whether a trip is within the budget; nil where there is none, or no price yet.
func (t *Trips) Within(trip flights.Cell) *bool {
	limit, ok := offer.Money{Amount: t.Budget}.Number()
	amount, priced := trip.Got.Price.Number()
	if !ok || !priced || !trip.Any {
		return nil
	}
	return new(amount <= limit)
}

// TripsDocument is the long weekends and the trips, as a program reads them.
type TripsDocument struct {
	Document
	Origin   string       `json:"from"`
	Budget   *json.Number `json:"budget"` // of the whole party
	Currency string       `json:"currency,omitempty"`
	Trips    []TripJSON   `json:"trips"`
	LeftOut  leftJSON     `json:"leftOut"`
	NotAsked int          `json:"notAsked"` // trips without a search
	desk.SumJSON
}

type leftJSON flights.Left // the name that the schema has

// TripJSON is a trip as a program reads it. What is not known is null.
type TripJSON struct {
	Weekend int     `json:"weekend"` // its number
	From    string  `json:"from"`    // the day out
	To      string  `json:"to"`      // the day back
	Place   string  `json:"place"`
	Name    *string `json:"placeName"`
	Country *string `json:"country"` // ISO 3166-1
	Within  *bool   `json:"withinBudget"`
	flights.TripJSON
}

// Body is the answer as one JSON document.
func (t *Trips) Body() ([]byte, error) {
	doc := TripsDocument{
		Document: t.document(), Origin: t.Candidates.From.Code, Budget: desk.Number(t.Budget), Currency: t.Currency(), Trips: []TripJSON{},
		LeftOut: leftJSON(t.Left), NotAsked: t.NotAsked + t.Tally().Of[sweep.NotAsked], SumJSON: t.Sum(),
	}
	for _, trip := range t.Cells {
		doc.Trips = append(doc.Trips, t.JSON(trip))
	}
	return json.Marshal(doc)
}

// JSON is a trip as a program reads it.
func (t *Trips) JSON(trip flights.Cell) TripJSON {
	place := t.List[t.Place(trip)]
	return TripJSON{
		Weekend: trip.Goal.Weekend, From: trip.Day, To: trip.Back, Place: place.Code, Name: desk.Stated(place.Name), Country: desk.Stated(place.Country),
		Within: t.Within(trip), TripJSON: flights.TripDocument(trip),
	}
}
