package weekends

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/words"
)

// away combines the long weekends with places and prices. A person sees the weekends before being asked how many
// searches to use.
func (o *options) away(ctx context.Context) (err error) {
	if o.file == toStdout {
		return problem.Usagef("--ics - and the trips of --from both go to stdout; give --ics a file, or leave --from out")
	}
	if o.request.To, err = o.lists.Places(); err != nil {
		return err
	}
	if o.request.Spending, err = o.spend.Spending(o.Flags); err != nil {
		return err
	}
	if o.pairs {
		o.request.Pairs = weekends.AllPairs
	}
	var failed error // from writing or printing the weekends first
	o.request.Free = func(w weekends.Weekends) {
		if o.file != "" {
			failed = o.write(w)
		}
		if o.Out().Terminal().TTY && o.Out().Format() == render.FormatText && !o.Out().Events() {
			view := listView(w)
			view.Next = nil
			failed = cmp.Or(failed, o.Out().Answer().Print(view))
			fmt.Fprintln(o.Env.Stdout)
		}
	}
	survey := cli.Survey[weekends.Trips, flights.Cheapest, *weekends.Trips]{
		Run: o.Run, Name: "It", Prices: "Prices: whole party, fees included.", None: "without a trip",
		View: tripsView, Notes: tripsNotes,
		Event: func(t *weekends.Trips, i int) any { return tripEvent{"trip", t.JSON(t.Cells[i])} },
	}
	return survey.Show(&o.request.SurveyRequest, func(d *desk.Desk) (weekends.Trips, error) {
		t, err := weekends.Away(ctx, d, &o.request)
		if failed != nil {
			return weekends.Trips{}, failed
		}
		return t, err
	})
}

// tripEvent is printed for a trip with new data.
type tripEvent struct {
	Event string `json:"event"` // always "trip"
	weekends.TripJSON
}

// tripsView lays out trips.
func tripsView(t *weekends.Trips, foot cli.Foot) cli.View {
	from, asked := t.Candidates.From, t.Base.Flight
	v := priceview.Weekends{
		Title:   "Away from " + strings.TrimSpace(from.Name+" "+from.Code),
		Context: []string{"on long weekends in " + countries.Named(t.Market), asked.Party(), strings.ReplaceAll(asked.Cabin, "_", " "), t.Currency()},
		View:    present.FiltersOf(t.Base.View, t.Currency()).Line(),
		Locale:  t.Survey.Locale.Language.Value,
		Status:  foot.Status, Notes: foot.Notes, Next: foot.Next,
	}
	if t.Budget != "" {
		v.Budget = offer.Money{Amount: t.Budget, Currency: t.Currency()}
		v.Context = append(v.Context, "budget "+t.Budget)
	}
	for _, row := range t.Rows {
		v.Rows = append(v.Rows, priceview.Weekend{From: row.From, To: row.To, DaysOff: len(row.Off)})
	}
	for _, place := range t.List {
		v.Places = append(v.Places, priceview.Place{Code: place.Code, Name: place.Name, Country: place.Country})
	}
	for _, trip := range t.Cells {
		v.Cells = append(v.Cells, awayView(t, trip))
	}
	for n, i := range t.Cheapest() {
		away := &v.Cells[i]
		away.Cheapest = n == 0
		same := func(b priceview.Away) bool { return b.Weekend == away.Weekend && b.Place == away.Place }
		if len(v.Best) < 3 && !slices.ContainsFunc(v.Best, same) { // of a weekend and a place one each
			v.Best = append(v.Best, *away)
		}
	}
	return v
}

func awayView(t *weekends.Trips, trip flights.Cell) priceview.Away {
	away := priceview.Away{Weekend: trip.Goal.Weekend - 1, Place: t.Place(trip), Within: grid.AnswerOf(t.Within(trip)), Cell: calendars.Cell(trip)}
	if trip.Any {
		away.Trip = calendars.Trip(trip.Got)
	}
	return away
}

// tripsNotes says what was saved and left out, and why trips failed.
func tripsNotes(t *weekends.Trips, saved string) (notes []string) {
	add := func(text string) { notes = append(notes, text) }
	if saved != "" {
		add(saved)
	}
	if t.NotAsked > 0 {
		more := min(2*len(t.Cells), len(t.Cells)+t.NotAsked)
		add(fmt.Sprintf("%s not searched; --max-searches %d searches more.", words.Plural(t.NotAsked, "other trip was", "other trips were"), more))
	}
	if left := t.Left.Words(); left != "" {
		add("Left out: " + left + ".")
	}
	for _, trip := range t.Cells {
		if trip.Err != nil {
			add(fmt.Sprintf("Weekend %d in %s failed: %s", trip.Goal.Weekend, trip.Goal.Code, trip.Err))
			add("The same command tries again what has failed.")
			break
		}
	}
	return notes
}
