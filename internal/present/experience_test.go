package present

import (
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/canvas"
)

// A signal that is only ever confirmed is never shown as no.
func TestASignalThatIsAbsentIsNotConfirmed(t *testing.T) {
	tests := map[string]struct {
		leg  apiclient.ExperienceLeg
		want []string
	}{
		"nothing": {apiclient.ExperienceLeg{StopsCount: 1}, []string{"no", "no", "no", "no", notConfirmed, notConfirmed, notConfirmed}},
		"nonstop": {apiclient.ExperienceLeg{}, []string{"no", "no", "no", "no", "no stop", notConfirmed, notConfirmed}},
		"everything": {apiclient.ExperienceLeg{StopsCount: 1, Signals: apiclient.LegSignals{
			EarlyDeparture: true, LateArrival: true, Overnight: true, LongStopover: true,
			ShortStopover: new(apiclient.LegSignalsShortStopoverTrue), NewAircraft: new(apiclient.LegSignalsNewAircraftTrue),
			HighlyRatedCarrier: new(apiclient.LegSignalsHighlyRatedCarrierTrue),
		}}, []string{"yes", "yes", "yes", "yes", "yes", "yes", "yes"}},
		"a no where only yes may come": {apiclient.ExperienceLeg{StopsCount: 1, Signals: apiclient.LegSignals{
			NewAircraft: new(apiclient.LegSignalsNewAircraft(false)),
		}}, []string{"no", "no", "no", "no", notConfirmed, notConfirmed, notConfirmed}},
	}
	for name, test := range tests {
		var got []string
		for _, s := range signalsOf(test.leg) {
			got = append(got, s.answer.Text)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

func TestEachLegHasItsHeadingAndAllSignals(t *testing.T) {
	table := Experience(&apiclient.TripExperience{Legs: []apiclient.ExperienceLeg{
		{DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR", StopsCount: 2},
		{DepartureAirportCode: "LHR", ArrivalAirportCode: "DXB"},
	}}, 3)
	if len(table.Rows) != 14 || len(table.Records().Rows) != 14 || table.Title != "How trip 3 will feel" {
		t.Fatalf("%d rows, %d records, title %q", len(table.Rows), len(table.Records().Rows), table.Title)
	}
	if diff := cmp.Diff([]string{"OUT   DXB → LHR   2 stops", "BACK   LHR → DXB   nonstop"}, []string{table.Above[0], table.Above[3]}); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	one := Experience(&apiclient.TripExperience{Legs: []apiclient.ExperienceLeg{{DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR"}}}, 0)
	if one.Title != "How the trip will feel" || one.Above[0] != "DXB → LHR   nonstop" {
		t.Errorf("title %q, heading %q", one.Title, one.Above[0])
	}
}

// Confirmed and open signals are shown; the plain noes of a leg share a line.
func TestThePlainNoesOfALegShareALine(t *testing.T) {
	v := Experience(&apiclient.TripExperience{Legs: []apiclient.ExperienceLeg{
		{DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR", StopsCount: 1, Signals: apiclient.LegSignals{
			EarlyDeparture: true, Overnight: true, LongStopover: true, NewAircraft: new(apiclient.LegSignalsNewAircraftTrue),
		}},
		{DepartureAirportCode: "LHR", ArrivalAirportCode: "DXB"},
	}}, 1)
	got := v.Lines(canvas.New(io.Discard, canvas.Terminal{TTY: true, Width: 60, Unicode: true}))
	want := []string{
		"How trip 1 will feel", "",
		" SIGNAL                ANSWER",
		"OUT   DXB → LHR   1 stop",
		" early departure       yes",
		" overnight             yes",
		" long stopover         yes",
		" short stopover        not confirmed",
		" new aircraft          yes",
		" highly rated carrier  not confirmed",
		"                       1 more is a plain no: late arrival",
		"BACK   LHR → DXB   nonstop",
		" new aircraft          not confirmed",
		" highly rated carrier  not confirmed",
		"                       4 more are a plain no: early",
		"                       departure, late arrival, overnight,",
		"                       long stopover",
		"Left out for width: A YES MEANS · a wider window shows it", "",
		`"not confirmed" is not a no: the service says yes or`, "nothing.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
