package ics

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/need"
)

// read is an event as a reader by other people tells it: until is the day behind its last.
type read struct{ UID, From, Until, Summary, Description, Stamp string }

// Readers by other people find in the file what was written, wherever they run.
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
	for _, zone := range []string{"America/New_York", "Pacific/Kiritimati"} {
		reader := exec.CommandContext(t.Context(), node, program)
		reader.Stdin, reader.Env = bytes.NewReader(sample.Text()), append(os.Environ(), "TZ="+zone)
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
