package ics

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/testkit/need"
)

// read is an event as another parser reads it; until is the day after its last.
type read struct {
	UID, From, Until, Summary, Description, Stamp, Location string
	Sequence                                                int
}

// Other parsers read the same events, in any time zone.
func TestForeignReadersFindTheSame(t *testing.T) {
	node, program := need.Calendars(t)
	var want []read
	for _, e := range sample.Events {
		want = append(want, read{
			UID: e.UID, From: e.From.Format("2006-01-02"), Until: e.To.AddDate(0, 0, 1).Format("2006-01-02"),
			Summary: e.Summary, Description: e.Description, Stamp: "2026-11-21T08:30:00.000Z",
		})
	}
	want[0].Summary, want[0].Description = "Sample; day, \\ and more", "one\ntwo"
	foreign(t, node, program, sample, want)
}

// foreign compares the results of both parsers, in time zones far apart, with want.
func foreign(t *testing.T, node, program string, c Calendar, want []read) {
	t.Helper()
	for _, zone := range []string{"America/New_York", "Pacific/Kiritimati"} {
		reader := exec.CommandContext(t.Context(), node, program)
		reader.Stdin, reader.Env = bytes.NewReader(c.Text()), append(os.Environ(), "TZ="+zone)
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

// A moment is the same instant for other parsers: across the change to summer time in London, in Kolkata,
// Casablanca, Dublin and Kathmandu, and with an offset that has seconds. A moment without an offset keeps its local
// time.
func TestForeignReadersFindTheSameInstants(t *testing.T) {
	node, program := need.Calendars(t)
	c := Calendar{Stamp: sample.Stamp}
	var want []read
	for i, leg := range [][2]string{
		{"2027-03-27T21:05:00+00:00", "2027-03-28T09:40:00+01:00"}, // across the change to summer time in London
		{"2027-03-28T00:59:00+00:00", "2027-03-28T02:01:00+01:00"}, // and around it in Dublin
		{"2027-10-31T00:30:00+01:00", "2027-10-31T01:30:00+00:00"}, // and back, with the same local time twice
		{"2027-03-27T23:10:00+05:30", "2027-03-28T03:00:00+04:00"}, // Kolkata
		{"2027-02-07T01:00:00+01:00", "2027-02-07T05:00:00+00:00"}, // Casablanca, where the hour is removed for Ramadan
		{"2027-07-01T08:15:00+05:45", "2027-07-01T06:45:00-03:30"}, // Kathmandu, St. John's
		{"2027-07-01T23:59:00+14:00", "2027-07-01T00:01:00-11:00"}, // across the date line: it lands the day before
	} {
		e := Event{UID: string(rune('a'+i)) + "@travel", Start: moment(t, leg[0]), End: moment(t, leg[1]), Summary: "EX 1", Sequence: i, Location: "A; B, C", Tentative: true}
		c.Events = append(c.Events, e)
		instant := func(m Moment) string { return m.At.UTC().Format("2006-01-02T15:04:05.000Z") }
		want = append(want, read{
			UID: e.UID, From: instant(e.Start), Until: instant(e.End), Summary: e.Summary, Stamp: "2026-11-21T08:30:00.000Z", Sequence: i, Location: e.Location,
		})
	}
	foreign(t, node, program, c, want)

	// node-ical uses the first zone of a file for local times without one, so this one is in its own file.
	clock := time.Date(2027, 7, 1, 10, 0, 0, 0, time.UTC)
	alone := Calendar{Stamp: sample.Stamp, Events: []Event{{
		UID: "h@travel", Start: Moment{clock, true}, End: Moment{clock.Add(time.Hour), true}, Summary: "EX 2",
	}}}
	foreign(t, node, program, alone, []read{{
		UID: "h@travel", From: "2027-07-01T10:00:00", Until: "2027-07-01T11:00:00", Summary: "EX 2", Stamp: "2026-11-21T08:30:00.000Z",
	}})
}

func moment(t *testing.T, text string) Moment {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return Moment{At: at}
}
