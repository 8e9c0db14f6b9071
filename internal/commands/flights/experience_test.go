package flights

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
)

// A signal that is only ever confirmed is never answered with no.
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
	table := experienceTable(&apiclient.TripExperience{Legs: []apiclient.ExperienceLeg{
		{DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR", StopsCount: 2},
		{DepartureAirportCode: "LHR", ArrivalAirportCode: "DXB"},
	}}, 3)
	if len(table.Rows) != 14 || len(table.Above) != 14 || table.Title != "How trip 3 will feel" {
		t.Fatalf("%d rows, %d headings, title %q", len(table.Rows), len(table.Above), table.Title)
	}
	if diff := cmp.Diff([]string{"OUT   DXB → LHR   2 stops", "BACK   LHR → DXB   nonstop"}, []string{table.Above[0], table.Above[7]}); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	one := experienceTable(&apiclient.TripExperience{Legs: []apiclient.ExperienceLeg{{DepartureAirportCode: "DXB", ArrivalAirportCode: "LHR"}}}, 0)
	if one.Title != "How the trip will feel" || one.Above[0] != "DXB → LHR   nonstop" {
		t.Errorf("title %q, heading %q", one.Title, one.Above[0])
	}
}
