package query

import (
	"testing"
	"time"
)

// A day is refused only where it is more than a year ahead on the whole earth: which day it is at the
// service is not known here.
func TestTheLastDayIsTheOneOfWhereItIsLatest(t *testing.T) {
	for now, want := range map[string]string{
		"2026-11-21T08:00:00Z": "2027-11-21", "2026-11-21T10:00:00Z": "2027-11-22",
		"2026-11-21T23:30:00-11:00": "2027-11-23", "2028-01-10T00:00:00Z": "2029-01-10",
	} {
		at, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		if got := LastTravel(at); got != want {
			t.Errorf("at %s the last day is %s, want %s", now, got, want)
		}
	}
}
