package sweep_test

import (
	"testing"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/sweep"
)

var usual = apiclient.Ease{Pace: 1, Quotas: 1}

// The searches of one hotel have a larger quota of their own.
func TestSearchesOfOneHotelCostLessTime(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	if one, city := sweep.CostOf(31, "createHotelSearchScoped", nil, usual, now, time.Hour), sweep.CostOf(31, "createHotelSearch", nil, usual, now, time.Hour); one.Takes != 68*time.Second || city.Takes != 188*time.Second {
		t.Errorf("of one hotel %s, of a city %s", one.Takes, city.Takes)
	}
}

func TestCost(t *testing.T) {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	window := func(name string, seconds, limit, left int64, resets time.Duration) quota.Window {
		return quota.Window{Name: name, Seconds: seconds, Limit: limit, Left: left, Resets: now.Add(resets)}
	}
	const longest = 75 * time.Second
	for _, tt := range []struct {
		name    string
		n       int
		windows []quota.Window
		takes   time.Duration
		now     int
	}{
		{"nothing to do", 0, nil, 0, 0},
		{"the first ever", 10, nil, 8 * time.Second, 10},
		{"a month by the usual quotas", 31, nil, 3*time.Minute + 8*time.Second, 31},
		{"a minute that is nearly over", 12, []quota.Window{window("search", 60, 10, 4, 20*time.Second)}, 28 * time.Second, 12},
		{"a minute that is over", 12, []quota.Window{window("search", 60, 10, 0, -time.Second)}, 68 * time.Second, 12},
		{"the hour is short", 31, []quota.Window{
			window("search", 60, 10, 10, time.Minute), window("search-hour", 3600, 100, 22, 40*time.Minute),
		}, 40*time.Minute + 8*time.Second, 22},
		{"the day is used up", 5, []quota.Window{window("search-day", 86400, 500, 0, 7*time.Hour)}, 7*time.Hour + 8*time.Second, 0},
		{"of another operation", 5, []quota.Window{window("other", 60, 1, 0, time.Hour)}, 8 * time.Second, 5},
		{"no limit was said", 500, []quota.Window{window("search", 0, 0, 3, time.Hour)}, 8 * time.Second, 500},
	} {
		got := sweep.CostOf(tt.n, "search", tt.windows, usual, now, longest)
		if got.Takes != tt.takes || got.Now != tt.now {
			t.Errorf("%s: %+v; want %s and %d now", tt.name, got, tt.takes, tt.now)
		}
	}
}
