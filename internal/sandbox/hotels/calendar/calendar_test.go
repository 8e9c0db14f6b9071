package calendar

import (
	"testing"
	"time"
)

func TestADayIsCountedByTheClockOfItsZone(t *testing.T) {
	for _, tt := range []struct {
		at   string
		want string
	}{
		{"1970-01-01T00:00:00Z", "1970-01-01"},
		{"1969-12-31T23:59:59Z", "1969-12-31"},
		{"2026-11-21T23:30:00+14:00", "2026-11-21"},
		{"2026-11-22T00:30:00-11:00", "2026-11-22"},
		{"0001-01-01T00:00:00Z", "0001-01-01"},
	} {
		at, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		day := Of(at)
		if day.String() != tt.want || day.Weekday() != at.Weekday() {
			t.Errorf("%s is %s, a %s; want %s, a %s", tt.at, day, day.Weekday(), tt.want, at.Weekday())
		}
		if again, err := Parse(tt.want); err != nil || again != day {
			t.Errorf("%s was read as %d, %v; want %d", tt.want, again, err, day)
		}
	}
}

func TestWhatIsNoDayIsAnError(t *testing.T) {
	for _, text := range []string{"", "2027-02-30", "2027-2-3", "tomorrow", "2027-02-03T00:00:00Z"} {
		if day, err := Parse(text); err == nil {
			t.Errorf("%q was read as %s", text, day)
		}
	}
}
