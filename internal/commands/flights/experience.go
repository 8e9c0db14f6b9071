package flights

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

type experienceOptions struct {
	desk    *desk.Desk
	out     *cli.Printer
	request flights.TripRequest
}

func newExperience(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getTripExperience")
	o := &experienceOptions{desk: run.Desk(), out: run.Out(), request: flights.TripRequest{Query: read}}
	cmd.Long = `Tell what makes a trip restful or tiring, leg by leg: early hours, nights,
long and short stopovers, the aircraft, the carrier. The service gives no
score. People see what is confirmed or open, and a line of what is a plain no;
text into a pipe, --tsv and --csv have every signal.

TRIP is a row number of the last list of trips, or a trip id. The service
confirms a short stopover, a new aircraft and a highly rated carrier, and
never denies them: "not confirmed" is not a no.`
	cmd.Example = `  travel flights experience 1
  travel flights experience 3 --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		o.request.Trip = args[0]
		return runExperience(cmd.Context(), o)
	}
	cli.AddParams(cmd, read, "tripId")
	o.request.Renewal = run.Renewal(cmd, "the same trip")
	run.Completion().Rows(cmd, recall.Trips, 1)
	return cmd
}

func runExperience(ctx context.Context, o *experienceOptions) error {
	answer, pick, err := flights.Experience(ctx, o.desk, &o.request)
	if err != nil {
		return err
	}
	table := experienceTable(answer.Value, pick.N)
	table.Notes = append(table.Notes, answer.Meta.Warnings...)
	return o.out.Print(answer.Bodies[0], answer.Meta, table, table.Notes)
}

// experience is how the legs of a trip will feel.
type experience struct {
	grid.Table // a row for each signal of each leg, for scripts
	legs       []legFeel
}

// legFeel is what is to be said of one leg, without its plain noes.
type legFeel struct {
	heading string
	rows    [][]grid.Cell
	noes    []string
}

// experienceTable makes the view of a trip's signals; row is the trip's number, 0 if it has none.
func experienceTable(e flights.Experienced, row int) experience {
	v := experience{Table: grid.Table{
		Title: "How the trip will feel",
		Columns: []grid.Column{
			{Name: "LEG", Record: true}, {Name: "FROM", Record: true}, {Name: "TO", Record: true}, {Name: "STOPS", Record: true},
			{Name: "SIGNAL", Keep: 9}, {Name: "ANSWER", Keep: 9}, {Name: "A YES MEANS", Keep: 1},
		},
	}}
	if row > 0 {
		v.Title = fmt.Sprintf("How trip %d will feel", row)
	}
	unconfirmed := false
	for i, leg := range e.Legs {
		stops := words.Counted(leg.StopsCount, "stop")
		if leg.StopsCount == 0 {
			stops = "nonstop"
		}
		label := flights.Way(i, len(e.Legs))
		feel := legFeel{heading: strings.TrimSpace(fmt.Sprintf("%s   %s → %s   %s", strings.ToUpper(label), leg.DepartureAirportCode, leg.ArrivalAirportCode, stops))}
		for _, s := range append(signalsOf(leg), furtherOf(e, i)...) {
			unconfirmed = unconfirmed || s.answer.Text == notConfirmed
			cells := []grid.Cell{
				{Text: fmt.Sprint(i + 1)}, {Text: leg.DepartureAirportCode}, {Text: leg.ArrivalAirportCode}, {Text: fmt.Sprint(leg.StopsCount)},
				{Text: s.name}, s.answer, {Text: s.meaning, Tone: canvas.Faint},
			}
			v.Rows = append(v.Rows, cells)
			switch s.answer.Text {
			case grid.No.String():
				feel.noes = append(feel.noes, s.name)
			case noStop: // the heading says so
			default:
				feel.rows = append(feel.rows, cells)
			}
		}
		v.legs = append(v.legs, feel)
	}
	if unconfirmed {
		v.Notes = []string{`"not confirmed" is not a no: the service says yes or nothing.`}
	}
	return v
}

// Lines gives the layout for a person: of each leg what is confirmed or open, and in one line what is
// a plain no.
func (v experience) Lines(c canvas.Canvas) []string {
	t := v.Table
	t.Rows = nil
	for _, leg := range v.legs {
		at := len(t.Rows)
		t.Rows = append(t.Rows, leg.rows...)
		t.Above = append(t.Above, make([]string, len(t.Rows)-at)...)
		t.Below = append(t.Below, make([]string, len(t.Rows)-at)...)
		if len(leg.rows) == 0 {
			continue
		}
		t.Above[at] = leg.heading
		if n := len(leg.noes); n > 0 {
			t.Below[len(t.Rows)-1] = fmt.Sprintf("%d more %s a plain no: %s", n, words.IsAre(n), strings.Join(leg.noes, ", "))
		}
	}
	return t.Lines(c)
}

// signal is one comfort signal of a leg in words.
type signal struct {
	name    string
	answer  grid.Cell
	meaning string
}

// The answers that are not a yes or a no.
const (
	notConfirmed = "not confirmed"
	noStop       = "no stop"
)

// signalsOf are all signals of a leg, those that speak against it first.
func signalsOf(leg apiclient.ExperienceLeg) []signal {
	s := leg.Signals
	return []signal{
		{"early departure", burden(grid.AnswerOf(&s.EarlyDeparture)), "it leaves so early that sleep is lost"},
		{"late arrival", burden(grid.AnswerOf(&s.LateArrival)), "it lands so late that sleep is lost"},
		{"overnight", burden(grid.AnswerOf(&s.Overnight)), "a night falls into the leg"},
		{"long stopover", burden(grid.AnswerOf(&s.LongStopover)), "one stop is a long wait"},
		{"short stopover", shortStopover(leg), "a connection is tight"},
		{"new aircraft", confirmed(s.NewAircraft, canvas.Good), "the aircraft is known to be new"},
		{"highly rated carrier", confirmed(s.HighlyRatedCarrier, canvas.Good), "the carrier is known to be rated high"},
	}
}

// furtherOf are the signals of a leg that the contract does not name.
func furtherOf(e flights.Experienced, leg int) (list []signal) {
	if leg < len(e.Further) {
		for _, name := range e.Further[leg] {
			list = append(list, signal{name, grid.Yes.Cell(), "the service's own word"})
		}
	}
	return list
}

// burden shows a signal that the service always answers and no one hopes for.
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
		return grid.Cell{Text: noStop, Tone: canvas.Faint}
	}
	return confirmed(leg.Signals.ShortStopover, canvas.Warn)
}
