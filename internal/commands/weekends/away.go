package weekends

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/weekends"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// away joins the long weekends with places and prices. A person sees the weekends before the question
// what may be spent.
func (o *options) away(ctx context.Context) (err error) {
	if o.file == toStdout {
		return problem.Usagef("--ics - and the trips of --from both go to stdout; give --ics a file, or leave --from out")
	}
	if o.request.To, err = o.lists.Places(); err != nil {
		return err
	}
	if o.request.Spending, err = o.spend.Spending(o.flags); err != nil {
		return err
	}
	if o.pairs {
		o.request.Pairs = weekends.AllPairs
	}
	var failed error // to write or print what is known first
	o.request.Free = func(w weekends.Weekends) {
		if o.file != "" {
			failed = o.write(w)
		}
		if o.out.Terminal().TTY && o.out.Format() == render.FormatText && !o.out.Events() {
			view := listView(w)
			view.Next = nil
			failed = cmp.Or(failed, o.out.Answer().Print(view))
			fmt.Fprintln(o.stdout)
		}
	}
	filling := &cli.Filling[weekends.Trips]{Reports: o.reports, Now: o.now, Draw: func(t weekends.Trips) (render.Ranked, int, int) {
		return tripsView(t), len(t.Cells) - t.Tally().Unknown(), len(t.Cells)
	}}
	o.request.Begin, o.request.Held = filling.Begin, filling.Held
	o.request.Told = func(i int, c flights.Cell) { filling.Change(told(i, c)) }
	t, err := weekends.Away(ctx, o.desk.Reporting(o.reports), &o.request)
	filling.End()
	if failed != nil || len(t.Cells) == 0 {
		return cmp.Or(failed, err)
	}
	if problem.ClassOf(err) == problem.Interrupted {
		t.Meta.Warn("It was interrupted; the same command goes on where it stopped.")
	}
	return cmp.Or(o.printTrips(t), err)
}

// tripEvent is a trip of which something has come.
type tripEvent struct {
	Event string `json:"event"` // trip
	weekends.TripJSON
}

// told changes a trip to what has come of it; the event is nil where nothing is new.
func told(i int, c flights.Cell) func(*weekends.Trips) any {
	return func(t *weekends.Trips) any {
		was := t.Cells[i].Cell
		t.Cells[i].Cell = c
		if was.SearchID == c.SearchID && was.Status == c.Status && was.Got.Price == c.Got.Price {
			return nil
		}
		return tripEvent{"trip", t.JSON(i)}
	}
}

func (o *options) printTrips(t weekends.Trips) error {
	body, err := t.Body()
	if err != nil {
		return err
	}
	if o.out.Events() {
		return o.reports.Settled(body, t.Meta)
	}
	view := tripsView(t)
	view.Status = o.out.Spent(cli.TallyWords(t.Tally(), "without a trip", t.Spent)) + ". Prices: whole party, fees included."
	view.Notes, view.Next = tripsNotes(t, o.now()), t.Meta.Next
	return o.out.Print(body, t.Meta, view, append([]string{view.Status}, view.Notes...))
}

// tripsView lays trips out for a person.
func tripsView(t weekends.Trips) priceview.Weekends {
	from := t.Candidates.From
	v := priceview.Weekends{
		Title:   "Away from " + strings.TrimSpace(from.Name+" "+from.Code),
		Context: []string{"on long weekends in " + countries.Named(t.Market), t.Party, strings.ReplaceAll(t.Base.Cabin, "_", " "), t.Currency()},
		View:    present.FiltersOf(t.View, t.Currency()).Line(),
		Locale:  t.Locale.Language.Value,
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
	best := t.Best()
	for i, trip := range t.Cells {
		v.Cells = append(v.Cells, awayView(t, trip))
		v.Cells[i].Cheapest = i == best
	}
	v.Best = cheapest(v.Cells, t.Currency())
	return v
}

func awayView(t weekends.Trips, trip weekends.Trip) priceview.Away {
	away := priceview.Away{Weekend: trip.Weekend - 1, Place: trip.Place, Within: grid.AnswerOf(t.Within(trip)), Cell: priceview.Cell{
		Day: words.Day(trip.Out), Back: words.Day(trip.Back), State: states()[trip.Status], Status: string(trip.Status),
		SearchID: trip.SearchID, Settle: string(trip.Settle), AsOf: trip.AsOf,
	}}
	if trip.Any {
		got := trip.Got
		away.Price = got.Price
		away.Trip = &priceview.Trip{ID: got.TripID, Airlines: got.Airlines, Names: got.Names, Departs: got.Departs, Minutes: got.Minutes, Stops: got.Stops}
	}
	if trip.Err != nil {
		away.Error = trip.Err.Error()
	}
	return away
}

func states() map[sweep.Status]priceview.State {
	return map[sweep.Status]priceview.State{
		sweep.NotAsked: priceview.NotAsked, sweep.Coming: priceview.Coming, sweep.HasFound: priceview.Found,
		sweep.Nothing: priceview.Nothing, sweep.Failed: priceview.Failed,
	}
}

// cheapest are the three cheapest trips, of a weekend and a place one each.
func cheapest(cells []priceview.Away, currency string) (best []priceview.Away) {
	var all []priceview.Away
	amount := func(a priceview.Away) float64 {
		n, _ := a.Price.Number()
		return n
	}
	for _, away := range cells {
		if away.State == priceview.Found && away.Price.Currency == currency && amount(away) > 0 {
			all = append(all, away)
		}
	}
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Compare(amount(a), amount(b)) < 0
	})
	for _, away := range all {
		same := func(b priceview.Away) bool { return b.Weekend == away.Weekend && b.Place == away.Place }
		if len(best) < 3 && !slices.ContainsFunc(best, same) {
			best = append(best, away)
		}
	}
	return best
}

// tripsNotes say what was saved and left out, and why a trip failed.
func tripsNotes(t weekends.Trips, now time.Time) []string {
	var notes []string
	add := func(text string) {
		if text != "" {
			notes = append(notes, text)
		}
	}
	add(cli.SavedWords(t.Tally(), t.Saved, now))
	if t.NotAsked > 0 {
		more := min(2*len(t.Cells), len(t.Cells)+t.NotAsked)
		add(fmt.Sprintf("%s not asked; --max-searches %d asks for more.", words.Plural(t.NotAsked, "other trip was", "other trips were"), more))
	}
	if left := t.Left.Words(); left != "" {
		add("Left out: " + left + ".")
	}
	for _, trip := range t.Cells {
		if trip.Err != nil {
			add(fmt.Sprintf("Weekend %d in %s failed: %s", trip.Weekend, t.List[trip.Place].Code, trip.Err))
			add("The same command tries again what has failed.")
			break
		}
	}
	return append(notes, t.Meta.Warnings...)
}
