package document

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/words"
)

var made = time.Date(2026, 11, 22, 15, 5, 0, 0, time.FixedZone("", 3600))

func flightReport(at time.Time) Report {
	leg := Leg{Leg: offer.Leg{From: "DXB", To: "LHR", Departs: offer.Local("2027-03-27T21:05:00+04:00"), Arrives: offer.Local("2027-03-28T02:40:00+01:00"), Segments: []offer.Segment{{
		From: "DXB", FromName: "Dubai", To: "LHR", ToName: "Heathrow", Departs: offer.Local("2027-03-27T21:05:00+04:00"), Arrives: offer.Local("2027-03-28T02:40:00+01:00"),
		Number: "EX 613", Carrier: "Royal Example", Operator: "Sample Air",
	}}}}
	price := offer.Money{Amount: "412", Currency: "USD"}
	return Report{Title: "Dubai to London", Made: at, Trips: []Trip{
		{Offer: Offer{Name: "Trip 1", AsOf: made, Party: "2 adults", Note: "the cheap one", Link: "https://travel.example/s"}, Price: price, Legs: []Leg{leg}},
		{Offer: Offer{Name: "Trip 2", AsOf: made}, Price: offer.Money{Amount: "500", Currency: "USD"}, Legs: []Leg{leg}},
		{Offer: Offer{Name: "Trip 3"}, Legs: []Leg{{Leg: offer.Leg{From: "DXB", To: "BOM", Departs: offer.Local("2027-05-01T10:00"), Arrives: offer.Local("2027-05-01T14:40"), Airlines: []string{"EX"}}}, {Leg: offer.Leg{From: "BOM", To: "DXB"}}}},
	}, Hotels: []Hotel{
		{Offer: Offer{Party: "2 adults, 1 room", AsOf: made}, ID: 7, Called: "Sample House", City: "London", CheckIn: "2027-03-28", CheckOut: "2027-03-30", Stay: offer.Money{Amount: "300", Currency: "USD"}},
		{Called: "No days"},
	}}
}

// Each flight is there once, at the times that were sent, however many trips have it; a flight whose offset
// was not sent keeps its clock; a stay is its days, the one of leaving with them; and what has no time or day
// is left out.
func TestAReportIsACalendar(t *testing.T) {
	got := flightReport(made).Calendar()
	moment := func(text string) ics.Moment { return ics.Moment{At: words.Moment(text)} }
	floating := func(text string) ics.Moment { return ics.Moment{At: words.Moment(text), Floating: true} }
	want := ics.Calendar{Name: "Dubai to London", Stamp: made, Events: []ics.Event{
		{
			UID: "", Sequence: 91289100, Tentative: true, URL: "https://travel.example/s", Summary: "EX 613 DXB → LHR", Location: "Dubai (DXB)",
			Start: moment("2027-03-27T21:05:00+04:00"), End: moment("2027-03-28T02:40:00+01:00"),
			Description: "Dubai (DXB), Sat 27 Mar 2027 21:05\nHeathrow (LHR), Sun 28 Mar 2027 02:40\nRoyal Example, flown by Sample Air\nPlanned with travel; nothing is booked.\n" +
				"Trip 1: $412 for 2 adults, seen on 22 Nov 2026, 15:05 UTC+01:00; prices change.\nthe cheap one\nTrip 2: $500, seen on 22 Nov 2026, 15:05 UTC+01:00; prices change.",
		},
		{
			Sequence: 91289100, Tentative: true, Summary: "EX DXB → BOM", Location: "DXB", Start: floating("2027-05-01T10:00"), End: floating("2027-05-01T14:40"),
			Description: "DXB, Sat 1 May 2027 10:00\nBOM, Sat 1 May 2027 14:40\nEX\nTimes are local to each airport; the service did not send their zones.\nPlanned with travel; nothing is booked.\nTrip 3",
		},
		{
			Sequence: 91289100, Tentative: true, Summary: "Hotel: Sample House", Location: "Sample House, London",
			From: time.Date(2027, 3, 28, 0, 0, 0, 0, time.UTC), To: time.Date(2027, 3, 30, 0, 0, 0, 0, time.UTC),
			Description: "2 nights: Sun 28 Mar to Tue 30 Mar 2027.\n2 adults, 1 room\nPlanned with travel; nothing is booked.\n" +
				"$300 for the stay, seen on 22 Nov 2026, 15:05 UTC+01:00; prices change.",
		},
	}}
	seen := map[string]bool{}
	for i := range got.Events {
		if seen[got.Events[i].UID] || !strings.HasSuffix(got.Events[i].UID, "@travel") {
			t.Errorf("the UID %q", got.Events[i].UID)
		}
		seen[got.Events[i].UID] = true
		got.Events[i].UID = ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A later report updates what an earlier one put into a calendar: the same UIDs, a higher number. Another
// price, name or search does not make another event; another day does.
func TestALaterReportUpdatesTheFirst(t *testing.T) {
	first := flightReport(made).Calendar()
	changed := flightReport(made.Add(time.Second))
	changed.Trips[0].Price, changed.Trips[0].Name, changed.Hotels[0].Called = offer.Money{Amount: "1", Currency: "EUR"}, "honeymoon", "Renamed House"
	second := changed.Calendar()
	for i, e := range first.Events {
		if later := second.Events[i]; later.UID != e.UID || later.Sequence != e.Sequence+1 || !second.Stamp.After(first.Stamp) {
			t.Errorf("%s is %s of %d in the second, %s of %d in the first", e.Summary, later.UID, later.Sequence, e.UID, e.Sequence)
		}
	}
	changed.Hotels[0].CheckOut = "2027-03-31"
	if other := changed.Calendar(); other.Events[2].UID == first.Events[2].UID {
		t.Error("a stay of other days is the same event")
	}
}

// A time is told in the zone of who made the report, with its offset.
func TestAsOfTellsTheZone(t *testing.T) {
	at := time.Date(2026, 11, 22, 14, 5, 0, 0, time.UTC)
	for want, zone := range map[string]*time.Location{
		"22 Nov 2026, 14:05 UTC": time.UTC, "22 Nov 2026, 19:35 UTC+05:30": time.FixedZone("", 5*3600+1800), "22 Nov 2026, 04:05 UTC-10:00": time.FixedZone("", -36000),
	} {
		if got := offer.AsOf(at, made.In(zone)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := offer.AsOf(time.Time{}, made); got != "" {
		t.Errorf("a time that is not known is %q", got)
	}
}

// The distances are those of the great circle on a sphere, to a kilometre.
func TestDistances(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Point
		want float64
	}{
		{"a quarter of the earth", Point{0, 0}, Point{0, 90}, 10008},
		{"pole to pole", Point{90, 0}, Point{-90, 170}, 20015},
		{"over the date line", Point{0, 179.5}, Point{0, -179.5}, 111},
		{"nowhere", Point{51.5, -0.1}, Point{51.5, -0.1}, 0},
	} {
		if got := c.a.Kilometres(c.b); math.Abs(got-c.want) > 1 {
			t.Errorf("%s: %.1f km, want %.0f", c.name, got, c.want)
		}
	}
}
