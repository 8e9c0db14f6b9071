package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
)

type flightsExperienceOptions struct {
	app    *app
	trip   string // as typed: a row number or an id
	params *params
	renew  renewal
}

func newFlightsExperience(a *app) *cobra.Command {
	o := &flightsExperienceOptions{app: a, params: newParams("getTripExperience", &dateBase{today: a.env.Now}), renew: a.renewal("the same trip")}
	cmd := &cobra.Command{
		Use:   "experience TRIP",
		Short: "Tell how a trip will feel, leg by leg",
		Long: `Tell what makes a trip restful or tiring, leg by leg: early hours, nights,
long and short stopovers, the aircraft, the carrier. The service gives no
score.

TRIP is a row number of the last list of trips, or a trip id. The service
confirms a short stopover, a new aircraft and a highly rated carrier, and
never denies them: "not confirmed" is not a no.`,
		Example: `  travel flights experience 1
  travel flights experience 3 --json`,
		Args:        arguments("TRIP", 1, 1),
		Annotations: map[string]string{"operationId": "getTripExperience"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.trip = args[0]
			return runFlightsExperience(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd, "tripId")
	o.renew.addFlag(cmd)
	a.completeRows(cmd, recall.Trips, 1)
	return cmd
}

func runFlightsExperience(ctx context.Context, o *flightsExperienceOptions) error {
	picked, err := o.app.pickTrip(o.trip, "travel flights experience --help")
	if err != nil {
		return err
	}
	if err := o.setSearch(&picked); err != nil {
		return err
	}
	if err := o.renew.checkTrip(&picked); err != nil {
		return err
	}
	answer, err := openTrip(ctx, o.params, &o.renew, &picked, o.read)
	if err != nil {
		return err
	}
	facts := newFacts("getTripExperience")
	facts.Next = append(facts.Next, "travel flights trip "+shellQuote(o.trip))
	table := experienceTable(answer.Value, picked.row)
	facts.Warnings = append(facts.Warnings, o.renew.record(&facts)...)
	table.Notes = append(table.Notes, facts.Warnings...)
	return o.app.answer(answer.Body, facts, table, table.Notes)
}

func (o *flightsExperienceOptions) read(ctx context.Context, picked picked) (*apiclient.Answer[apiclient.TripExperience], error) {
	call, err := newCall[apiclient.GetTripExperienceParams](ctx, o.app, o.params)
	if err != nil {
		return nil, err
	}
	answer, err := call.client.GetTripExperience(ctx, picked.id, &call.params)
	if err != nil {
		return nil, fmt.Errorf("read how the trip will feel: %w", err)
	}
	return answer, nil
}

// setSearch fills the search id that the service checks the trip against: the
// part of the trip's id before the first colon, unless --search says otherwise.
func (o *flightsExperienceOptions) setSearch(p *picked) error {
	own, err := searchOfTrip(p.id, o.trip, "travel flights experience --help")
	if err != nil {
		return err
	}
	return o.params.setOwnSearch(own)
}

// experienceTable has a row for each signal of each leg.
func experienceTable(e *apiclient.TripExperience, row int) grid.Table {
	t := grid.Table{
		Title: "How the trip will feel",
		Columns: []grid.Column{
			{Name: "LEG", Record: true}, {Name: "FROM", Record: true}, {Name: "TO", Record: true}, {Name: "STOPS", Record: true},
			{Name: "SIGNAL", Keep: 9}, {Name: "ANSWER", Keep: 9}, {Name: "A YES MEANS", Keep: 1},
		},
	}
	if row > 0 {
		t.Title = fmt.Sprintf("How trip %d will feel", row)
	}
	unconfirmed := false
	for i, leg := range e.Legs {
		stops := counted(leg.StopsCount, "stop")
		if leg.StopsCount == 0 {
			stops = "nonstop"
		}
		label := legLabel(i, len(e.Legs))
		t.Above = append(t.Above, strings.TrimSpace(fmt.Sprintf("%s   %s → %s   %s", strings.ToUpper(label), leg.DepartureAirportCode, leg.ArrivalAirportCode, stops)))
		for j, s := range signalsOf(leg) {
			if j > 0 {
				t.Above = append(t.Above, "")
			}
			unconfirmed = unconfirmed || s.answer.Text == notConfirmed
			t.Rows = append(t.Rows, []grid.Cell{
				{Text: fmt.Sprint(i + 1)}, {Text: leg.DepartureAirportCode}, {Text: leg.ArrivalAirportCode}, {Text: fmt.Sprint(leg.StopsCount)},
				{Text: s.name}, s.answer, {Text: s.meaning, Tone: canvas.Faint},
			})
		}
	}
	if unconfirmed {
		t.Notes = []string{`"not confirmed" is not a no: the service says yes or nothing.`}
	}
	return t
}

// signal is one comfort signal of a leg in words.
type signal struct {
	name    string
	answer  grid.Cell
	meaning string
}

const notConfirmed = "not confirmed"

// signalsOf are all signals of a leg, those that speak against it first.
func signalsOf(leg apiclient.ExperienceLeg) []signal {
	s := leg.Signals
	return []signal{
		{"early departure", burden(answerOf(s.EarlyDeparture)), "it leaves so early that sleep is lost"},
		{"late arrival", burden(answerOf(s.LateArrival)), "it lands so late that sleep is lost"},
		{"overnight", burden(answerOf(s.Overnight)), "a night falls into the leg"},
		{"long stopover", burden(answerOf(s.LongStopover)), "one stop is a long wait"},
		{"short stopover", shortStopover(leg), "a connection is tight"},
		{"new aircraft", confirmed(s.NewAircraft, canvas.Good), "the aircraft is known to be new"},
		{"highly rated carrier", confirmed(s.HighlyRatedCarrier, canvas.Good), "the carrier is known to be rated high"},
	}
}

// burden shows a signal that the service always answers and nobody hopes for.
func burden(a grid.Answer) grid.Cell {
	cell := a.Cell()
	if a == grid.Yes {
		cell.Tone = canvas.Warn
	}
	return cell
}

// confirmed shows a signal that is only ever sent as a yes.
func confirmed[T ~bool](yes *T, tone canvas.Tone) grid.Cell {
	if yes != nil && bool(*yes) {
		return grid.Cell{Text: "yes", Tone: tone}
	}
	return grid.Cell{Text: notConfirmed, Tone: canvas.Faint}
}

// shortStopover needs a stop to be short.
func shortStopover(leg apiclient.ExperienceLeg) grid.Cell {
	if leg.StopsCount == 0 && leg.Signals.ShortStopover == nil {
		return grid.Cell{Text: "no stop", Tone: canvas.Faint}
	}
	return confirmed(leg.Signals.ShortStopover, canvas.Warn)
}
