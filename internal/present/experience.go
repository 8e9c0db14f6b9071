package present

import (
	"fmt"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Experience builds the view of a trip's comfort signals. row is the trip's number, 0 if it has none.
func Experience(e *apiclient.TripExperience, row int) flightview.Experience {
	v := flightview.Experience{Table: grid.Table{
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
		first, noes := len(v.Shown), []string(nil)
		for _, s := range signalsOf(leg) {
			unconfirmed = unconfirmed || s.answer.Text == notConfirmed
			cells := []grid.Cell{
				{Text: fmt.Sprint(i + 1)}, {Text: leg.DepartureAirportCode}, {Text: leg.ArrivalAirportCode}, {Text: fmt.Sprint(leg.StopsCount)},
				{Text: s.name}, s.answer, {Text: s.meaning, Tone: canvas.Faint},
			}
			v.Rows = append(v.Rows, cells)
			switch s.answer.Text {
			case grid.No.String():
				noes = append(noes, s.name)
			case noStop: // the heading says so
			default:
				v.Shown = append(v.Shown, cells)
			}
		}
		rows := len(v.Shown) - first
		if rows == 0 {
			continue
		}
		v.Above, v.Below = append(v.Above, make([]string, rows)...), append(v.Below, make([]string, rows)...)
		way := strings.ToUpper(offer.Way(i, len(e.Legs)))
		v.Above[first] = strings.TrimSpace(fmt.Sprintf("%s   %s → %s   %s", way, leg.DepartureAirportCode, leg.ArrivalAirportCode, stops))
		if n := len(noes); n > 0 {
			v.Below[first+rows-1] = fmt.Sprintf("%d more %s a plain no: %s", n, words.IsAre(n), strings.Join(noes, ", "))
		}
	}
	if unconfirmed {
		v.Notes = []string{`"not confirmed" is not a no: the service says yes or nothing.`}
	}
	return v
}

// signal is one comfort signal of a leg.
type signal struct {
	name    string
	answer  grid.Cell
	meaning string
}

// Answers other than yes and no.
const (
	notConfirmed = "not confirmed"
	noStop       = "no stop"
)

// signalsOf returns all signals of a leg, drawbacks first.
func signalsOf(leg apiclient.ExperienceLeg) []signal {
	s := leg.Signals
	short := confirmed(s.ShortStopover, canvas.Warn)
	if leg.StopsCount == 0 && s.ShortStopover == nil {
		short.Text = noStop
	}
	return []signal{
		{"early departure", burden(grid.AnswerOf(&s.EarlyDeparture)), "it leaves so early that you lose sleep"},
		{"late arrival", burden(grid.AnswerOf(&s.LateArrival)), "it arrives so late that you lose sleep"},
		{"overnight", burden(grid.AnswerOf(&s.Overnight)), "the leg includes a night"},
		{"long stopover", burden(grid.AnswerOf(&s.LongStopover)), "one stop is a long wait"},
		{"short stopover", short, "a connection is tight"},
		{"new aircraft", confirmed(s.NewAircraft, canvas.Good), "the aircraft is new"},
		{"highly rated carrier", confirmed(s.HighlyRatedCarrier, canvas.Good), "the carrier is highly rated"},
	}
}

// burden shows a signal that the service always answers and that is a drawback.
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
