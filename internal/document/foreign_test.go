package document

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/testkit/need"
)

// Readers of calendars by other people find the instants of the trip, wherever they run: over a change to
// summer time, and in Kolkata, Casablanca and Dublin.
func TestForeignReadersFindTheInstantsOfTheTrip(t *testing.T) {
	node, program := need.Calendars(t)
	type read struct{ Summary, From, Until string }
	var r Report
	var want []read
	for _, s := range []offer.Segment{
		{From: "JFK", To: "DUB", Number: "EX 1", Departs: offer.Local("2027-03-27T21:30:00-04:00"), Arrives: offer.Local("2027-03-28T09:00:00+01:00")}, // lands on the day of the change
		{From: "DUB", To: "CMN", Number: "EX 2", Departs: offer.Local("2027-03-28T00:40:00Z"), Arrives: offer.Local("2027-03-28T04:30:00+01:00")},      // and leaves before it
		{From: "CMN", To: "DUB", Number: "EX 3", Departs: offer.Local("2027-02-10T10:00:00Z"), Arrives: offer.Local("2027-02-10T13:20:00Z")},           // in Ramadan, without summer time
		{From: "CCU", To: "DXB", Number: "EX 4", Departs: offer.Local("2027-10-30T23:45:00+05:30"), Arrives: offer.Local("2027-10-31T02:20:00+04:00")}, // Kolkata
		{From: "DXB", To: "LHR", Number: "EX 5", Departs: offer.Local("2027-10-31T00:10:00+04:00"), Arrives: offer.Local("2027-10-31T01:45:00Z")},      // after summer time has ended
	} {
		r.Trips = append(r.Trips, Trip{Legs: []Leg{{Leg: offer.Leg{From: s.From, To: s.To, Segments: []offer.Segment{s}}}}})
		const instant = "2006-01-02T15:04:05.000Z"
		want = append(want, read{s.Number + " " + s.From + " → " + s.To, s.Departs.At.UTC().Format(instant), s.Arrives.At.UTC().Format(instant)})
	}
	r.Made = made
	for _, zone := range []string{"America/New_York", "Europe/Dublin", "Pacific/Kiritimati"} {
		reader := exec.CommandContext(t.Context(), node, program)
		reader.Stdin, reader.Env = bytes.NewReader(r.Calendar().Text()), append(os.Environ(), "TZ="+zone)
		out, err := reader.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got [][]read
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][]read{want, want}, got); diff != "" {
			t.Errorf("in %s (-want +got):\n%s", zone, diff)
		}
	}
}
