package canvas

import (
	"io"
	"testing"
)

func TestEveryNumberOfACountIsGrouped(t *testing.T) {
	c := New(io.Discard, Terminal{Width: 80})
	numbers := make([]int, 1500)
	for i := range numbers {
		numbers[i] = i + 1
	}
	for want, got := range map[string]string{
		"0 trips.":                               c.CountLine("trip", -1150, -3, nil, ""),
		"2,000 trips, 1,500 shown.":              c.CountLine("trip", 2000, 0, numbers, ""),
		"2,000 trips, 1,001 to 1,500 shown, ok.": c.CountLine("trip", 2000, 0, numbers[1000:], "ok"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
