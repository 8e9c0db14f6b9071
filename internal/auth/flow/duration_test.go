package flow

import (
	"testing"
	"time"
)

func TestTimesAreToldInWords(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 seconds", -100 * time.Millisecond: "100ms", time.Second: "1 second", 59*time.Second + 600*time.Millisecond: "1 minute", 75 * time.Second: "1 minute 15 seconds",
		10 * time.Minute: "10 minutes", 2*time.Hour + 5*time.Minute + 3*time.Second: "2 hours 5 minutes", time.Hour + 59*time.Second: "1 hour",
		24 * time.Hour: "1 day", 24*time.Hour + 3*time.Second: "1 day", 51 * time.Hour: "2 days 3 hours", -90 * time.Minute: "1 hour 30 minutes",
	} {
		if got := InWords(d); got != want {
			t.Errorf("%s is %q, want %q", d, got, want)
		}
	}
}
