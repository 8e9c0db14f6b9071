package sweep

import (
	"cmp"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/quota"
)

// A Cost is what a survey would spend, as far as is known.
type Cost struct {
	Searches int
	Windows  []quota.Window // that they are counted in and that are running
	Takes    time.Duration  // about, until all have settled
	// Now is how many can be made without a wait that is longer than the longest one.
	Now int

	settles time.Duration // about how long one takes
}

// settles is about how long a search of a usual service takes.
const settles = 8 * time.Second

// usual are the quotas of a service that has not told its own, so many times those of the contract.
func usual(operation string, times int) []quota.Window {
	minute := int64(10 * times)
	if operation == "createHotelSearchScoped" {
		minute *= 3
	}
	return []quota.Window{
		{Name: operation, Limit: minute, Seconds: 60, Left: minute},
		{Name: operation + "-hour", Limit: 10 * minute, Seconds: 3600, Left: 10 * minute},
	}
}

// CostOf reckons what so many searches cost.
func CostOf(n int, operation string, windows []quota.Window, ease apiclient.Ease, now time.Time, longest time.Duration) Cost {
	c := Cost{Searches: n, settles: settles / time.Duration(ease.Pace)}
	var counted []quota.Window
	for _, w := range windows {
		if !w.Of(operation) {
			continue
		}
		counted = append(counted, w)
		if w.Running(now) {
			c.Windows = append(c.Windows, w)
		}
	}
	if len(counted) == 0 {
		counted = usual(operation, ease.Quotas)
	}
	c.Now = n
	for _, w := range counted {
		wait, free := reckon(n, w, now)
		c.Takes = max(c.Takes, wait)
		if wait > longest && free < c.Now && w.Seconds > int64(longest.Seconds()) {
			c.Now = free
		}
	}
	if n > 0 {
		c.Takes += c.settles
	}
	return c
}

// Among is what it costs where only so many searches are under way at once, each for so long; 0 is as long
// as one takes to settle.
func (c Cost) Among(parallel int, each time.Duration) Cost {
	each = cmp.Or(each, c.settles)
	c.Takes = max(c.Takes, time.Duration((c.Searches+parallel-1)/parallel)*each)
	return c
}

// reckon is how long the last of n searches waits for a window, and how many go before it begins again.
func reckon(n int, w quota.Window, now time.Time) (time.Duration, int) {
	left, resets := int(w.Left), w.Resets.Sub(now)
	if !w.Running(now) {
		left, resets = int(w.Limit), time.Duration(w.Seconds)*time.Second
	}
	if n <= left || w.Limit <= 0 {
		return 0, n
	}
	rounds := (n - left - 1) / int(w.Limit)
	return resets + time.Duration(rounds)*time.Duration(w.Seconds)*time.Second, left
}
