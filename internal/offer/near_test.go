package offer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tripRow is a trip from Dubai to London on the day of the tests.
func tripRow(id, amount, carrier, departs, arrives string) Offer {
	leg := LegPrint{
		From: "DXB", Departs: "2026-12-25T" + departs, To: "LHR", Arrives: "2026-12-25T" + arrives, Carriers: []string{carrier},
	}
	return Offer{ID: id, Price: Money{Amount: amount, Currency: "USD"}, Trip: Itinerary{leg}}
}

// near returns the ids of the rows near an offer, and why they are.
func near(want Offer, rows []Offer) (out []string) {
	for _, n := range Near(want, rows) {
		out = append(out, n.ID+": "+n.Why)
	}
	return out
}

// In whatever order a search lists its trips, the same ones are near.
func TestShufflingNeverChangesWhatIsNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var all []Offer
	for i := range 120 {
		carrier, departs := []string{"EX", "SA", "MA"}[i%3], fmt.Sprintf("%02d:%02d", i%24, i%4*15)
		all = append(all, tripRow(fmt.Sprintf("t%03d", i), fmt.Sprint(300+i%40), carrier, departs, "23:10"))
	}
	for _, want := range []Offer{all[0], all[17], all[119], tripRow("gone", "333", "EX", "06:20", "23:10")} {
		first := near(want, all)
		for range 20 {
			mixed := slices.Clone(all)
			random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if diff := cmp.Diff(first, near(want, mixed)); diff != "" {
				t.Fatalf("%s: near, -before +after shuffling:\n%s", want.ID, diff)
			}
		}
	}
}

// What is near comes way by way, least far first, and nothing twice.
func TestNearTripsAreTheSameAirlineThenTheHourThenThePrice(t *testing.T) {
	got := near(tripRow("want", "300", "EX", "06:45", "14:20"), []Offer{
		tripRow("cheap", "200", "MA", "20:00", "23:00"),
		tripRow("hour", "500", "SA", "06:05", "13:00"),
		tripRow("late", "400", "EX", "18:45", "23:20"),
		tripRow("soon", "450", "EX", "07:45", "15:20"),
		tripRow("dear", "900", "MA", "21:00", "23:30"),
	})
	want := []string{
		"soon: same airline", "late: same airline", "hour: same hour", "cheap: next cheapest", "dear: next cheapest",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
