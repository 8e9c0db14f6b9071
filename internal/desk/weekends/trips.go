package weekends

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
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

// TripsRequest asks for the prices of trips on long weekends.
type TripsRequest struct {
	Request
	From string // a code or a name
	flights.Sources
	Budget     string // for the whole party, in the currency of the prices; "" for none
	LeaveAfter string // the earliest local time of departure; "" for any
	AllPairs   bool   // also leave on the first day instead of the eve, and return a day before the last
	desk.SurveyRequest[Trips]

	// Free receives the long weekends before any search. It may be nil.
	Free func(Weekends)
}

// Trips are the prices of trips on long weekends. The cells are sorted by weekend, then by distance.
type Trips struct {
	Weekends
	flights.Candidates
	Budget   string
	NotAsked int // trips left out because of the limit on searches
	desk.Survey
}

// Away looks up the prices of trips on the coming long weekends. It makes a search for each weekend, place and pair of
// days without a known price, after asking if there are many. If it fails midway, it returns the results so far.
func Away(ctx context.Context, d *desk.Desk, r *TripsRequest) (Trips, error) {
	if plan := d.Deployment.Plan(); plan != nil {
		plan.Lead()
	}
	t := Trips{Budget: r.Budget}
	if err := flights.CheckAmount("--budget", r.Budget, "for the whole party in the currency of the prices"); err != nil {
		return Trips{}, err
	}
	if r.LeaveAfter != "" {
		after, ok := ask.ParseClock("after " + r.LeaveAfter)
		if !ok {
			return Trips{}, problem.NotAccepted("--leave-after", r.LeaveAfter, "a time of day such as 17 or 17:30")
		}
		const wire = "outbound-departure-range"
		span := fmt.Sprintf("%02d:%02d-24", after.From/60, after.From%60)
		if err := r.View.Query.Set(wire, "--leave-after", span); err != nil {
			return Trips{}, err
		}
		r.View.Query.TypedAs(wire, "--depart "+span)
	}
	candidates := flights.CandidatesRequest{From: r.From, Label: "--from", Sources: r.Sources, Days: r.Query.Days()}
	err := cmp.Or(candidates.Check(ctx, d), flights.CheckJourneys(r.Query, r.View, flights.Nights{Return: true, Least: 1, Most: 1}))
	if err != nil {
		return Trips{}, err
	}
	if t.Weekends, err = Ahead(ctx, d, r.Query, &r.Request); err != nil {
		return Trips{}, err
	}
	if r.Free != nil {
		r.Free(t.Weekends)
	}
	if len(t.Rows) == 0 {
		return Trips{}, problem.Usagef("no long weekend is left to go away on").
			Next(problem.Step{Why: "other days"}.Set("when", "WHEN"), problem.Step{Why: "more days off"}.Set("bridge", "N"))
	}
	searches := 20
	if r.MaxSearches != nil && *r.MaxSearches > 0 { // 0 shows known prices
		searches = *r.MaxSearches
	}
	// Search all places that were named, or as many of the others as leave searches for several weekends.
	const fewest = 5
	candidates.Locale, candidates.Most = t.Weekends.Locale, searches
	if len(r.To) == 0 || r.Near != "" {
		candidates.Most = min(searches, max(searches/len(t.Rows), fewest))
	}
	if t.Candidates, err = flights.FindCandidates(ctx, d, &candidates); err != nil {
		return Trips{}, err
	}
	places.Remember(d, t.Candidates.From)
	if err := flights.Begin(&t.Survey, recall.Breaks, r.Query, r.View, r.From, t.Candidates.From); err != nil {
		return Trips{}, err
	}
	t.Survey.Locale = t.Weekends.Locale
	t.Survey.Meta.Warn(t.Weekends.Meta.Warnings...)
	all := t.journeys(d.Now(), r.AllPairs)
	t.Cells = all[:min(len(all), searches)]
	t.NotAsked = len(all) - len(t.Cells) + len(t.Rest)*len(t.Rows)
	if len(all) == 0 {
		return Trips{}, problem.Usagef("no long weekend is left that flights are searched for").
			Next(problem.Step{Why: "flights are searched for a year ahead; give earlier days"}.Set("when", "WHEN"))
	}
	of, fewer := flights.Cheap(), problem.Step{Why: "fewer weekends or places cost fewer searches"}
	of.Thing, of.Plural = "going away on these weekends", "trips"
	of.Fewer = fewer.Set("when", "MONTH").Set("to", "LIST").Set("maxSearches", "7")
	err = desk.RunSurvey(ctx, d, &t, of, &r.SurveyRequest)
	if best := t.Cheapest(); len(best) > 0 {
		goal := t.Cells[best[0]].Goal
		t.Survey.Meta.Follow(problem.Do("", "weekends.open", strconv.Itoa(goal.Weekend), goal.Code))
	}
	return t, err
}

// journeys returns the trips of each weekend to each place. Trips from the eve to the last day come first.
func (t *Trips) journeys(now time.Time, allPairs bool) (all []sweep.Cell) {
	today, last := words.Day(now.Format(ask.ISO)), query.LastTravel(now)
	pairs := [][2]int{{0, 0}, {1, 0}, {0, -1}, {1, -1}} // days after the eve and the last day
	if !allPairs {
		pairs = pairs[:1]
	}
	for _, pair := range pairs {
		for i, row := range t.Rows {
			out, back := row.Eve().AddDate(0, 0, pair[0]), row.To.AddDate(0, 0, pair[1])
			switch {
			case out.Before(today) && pair[0] > 0:
				continue // the trip that leaves on the eve leaves today, too
			case out.Before(today):
				out = today
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

// Place returns the index of the destination among the candidates.
func (t *Trips) Place(trip sweep.Cell) int {
	return slices.IndexFunc(t.List, func(c flights.Candidate) bool { return c.Code == trip.Goal.Code })
}

// Within reports whether a trip is within the budget. It returns nil if there is no budget or no price.
func (t *Trips) Within(trip sweep.Cell) *bool {
	limit, ok := offer.Money{Amount: t.Budget}.Number()
	amount, priced := trip.Price.Number()
	if !ok || !priced || !trip.Any {
		return nil
	}
	return new(amount <= limit)
}

// TripsDocument is the JSON of long weekends with trips.
type TripsDocument struct {
	Document
	Origin   string       `json:"from"`
	Budget   *json.Number `json:"budget"` // for the whole party
	Currency string       `json:"currency,omitempty"`
	Trips    []TripJSON   `json:"trips"`
	LeftOut  leftJSON     `json:"leftOut"`
	NotAsked int          `json:"notAsked"` // trips without a search
	desk.SumJSON
}

type leftJSON flights.Left // keeps its name in the schema

// TripJSON is the JSON of a trip. Unknown values are null.
type TripJSON struct {
	Weekend int     `json:"weekend"` // its number
	From    string  `json:"from"`    // the day of departure
	To      string  `json:"to"`      // the day of return
	Place   string  `json:"place"`
	Name    *string `json:"placeName"`
	Country *string `json:"country"` // ISO 3166-1
	Within  *bool   `json:"withinBudget"`
	flights.TripJSON
}

// Body returns the answer as JSON.
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

// JSON returns the JSON of a trip.
func (t *Trips) JSON(trip sweep.Cell) TripJSON {
	place := t.List[t.Place(trip)]
	return TripJSON{
		Weekend: trip.Goal.Weekend, From: trip.Day, To: trip.Back, Place: place.Code, Name: desk.Stated(place.Name), Country: desk.Stated(place.Country),
		Within: t.Within(trip), TripJSON: flights.TripDocument(trip),
	}
}
