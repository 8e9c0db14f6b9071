package desk_test

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/transport"
)

// inBubble opens a desk for the face over the built-in sandbox, in the time of a bubble.
func (f *face) inBubble(t *testing.T, home string) *desk.Desk {
	return f.inBubbleTold(t, home, nil)
}

// inBubbleTold is inBubble, with every request told to a log where there is one.
func (f *face) inBubbleTold(t *testing.T, home string, log io.Writer) *desk.Desk {
	debug := map[bool]string{true: "-"}[log != nil]
	getenv := func(name string) string { return map[string]string{"TRAVEL_SANDBOX_PACE": "1"}[name] } // usual quotas and waits
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: time.Now, Wait: transport.Wait, Stderr: log,
		Debug: func() (name, from string) { return debug, "the test" },
	})
	t.Cleanup(place.Close)
	return desk.Open(desk.Options{Deployment: place, Session: ofFace, Now: time.Now, Wait: transport.Wait, Ask: f, Report: f})
}

func month(t *testing.T, d *desk.Desk) *flights.CalendarRequest {
	r := &flights.CalendarRequest{From: "DXB", To: "LHR"}
	r.Query, r.View.Query = given(t, d, "createFlightSearch"), given(t, d, "getFlightSearchResults")
	r.Spending = desk.Spending{MaxAge: 30 * time.Minute, Longest: 75 * time.Second}
	return r
}

// A month of 31 days takes 31 searches and little more time than their quota, and each of its prices is
// that of the cheapest trip of the day's own list.
func TestAMonthOfPrices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, log := &face{}, &requests{}
		d := f.inBubbleTold(t, t.TempDir(), log)
		began, ten := time.Now(), time.Duration(0)
		r := month(t, d)
		known := 0
		r.Told = func(_ int, c sweep.Cell) {
			if c.Status == sweep.HasFound {
				if known++; known == 10 {
					ten = time.Since(began)
				}
			}
		}
		cal, err := flights.PriceCalendar(t.Context(), d, r)
		must(t, err)
		took := time.Since(began)
		if cal.Spent != 31 || cal.Tally().Unknown() != 0 || len(f.asked) != 1 {
			t.Fatalf("%d searches, %d unknown, asked %q", cal.Spent, cal.Tally().Unknown(), f.asked)
		}
		if ten > 15*time.Second || took > 205*time.Second {
			t.Errorf("the tenth came after %s, all after %s", ten, took)
		}
		log.check(t)
		for _, cell := range cal.Cells {
			if got, want := amountOf(t, cell.Price.Amount), cheapestIn(t, d, cell.SearchID); got != want {
				t.Errorf("%s: the calendar says %v, the list of the day %v", cell.Day, got, want)
			}
		}
	})
}

// requests are the times of the requests in a log of them.
type requests struct {
	mu   sync.Mutex
	sent []time.Time
}

func (r *requests) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for line := range strings.Lines(string(text)) {
		at, rest, _ := strings.Cut(line, " ")
		if sent, err := time.Parse(time.RFC3339Nano, at); err == nil && strings.HasPrefix(rest, "> ") {
			r.sent = append(r.sent, sent)
		}
	}
	return len(text), nil
}

// check holds all requests of a month to the quota that the service has for everything, 300 a minute.
func (r *requests) check(t *testing.T) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	slices.SortFunc(r.sent, time.Time.Compare)
	most, from := 0, 0
	for i, at := range r.sent {
		for at.Sub(r.sent[from]) >= time.Minute {
			from++
		}
		most = max(most, i-from+1)
	}
	if most > 300 || len(r.sent) < 100 {
		t.Errorf("%d requests in a minute, %d in all", most, len(r.sent))
	}
	t.Logf("%d requests in a minute at most, %d in all", most, len(r.sent))
}

func amountOf(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	must(t, err)
	return n
}

// cheapestIn is the lowest price among all trips of a search, page by page in the service's own order.
func cheapestIn(t *testing.T, d *desk.Desk, searchID string) float64 {
	t.Helper()
	client := d.Client()
	lowest := math.Inf(1)
	for page, more := 1, true; more; page++ {
		answer, err := client.GetFlightSearchResults(t.Context(), searchID, &apiclient.GetFlightSearchResultsParams{Page: &page, PageSize: new(50)})
		must(t, err)
		for _, card := range answer.Value.Results {
			lowest = min(lowest, amountOf(t, card.Price.Total.String()))
		}
		more = answer.Value.Metadata.HasMore
	}
	return lowest
}

// What was interrupted is gone on with: no search is made twice.
func TestACalendarGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, home := &face{}, t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(64*time.Second, cancel)
		d := f.inBubble(t, home)
		half, err := flights.PriceCalendar(ctx, d, month(t, d))
		if !errors.Is(err, context.Canceled) || half.Spent != 20 {
			t.Fatalf("interrupted after %d searches: %v", half.Spent, err)
		}
		d = f.inBubble(t, home)
		whole, err := flights.PriceCalendar(t.Context(), d, month(t, d))
		must(t, err)
		if half.Spent+whole.Spent != 31 || whole.Tally().Unknown() != 0 || whole.Saved != 20 {
			t.Errorf("%d and %d searches, %d saved, %d unknown", half.Spent, whole.Spent, whole.Saved, whole.Tally().Unknown())
		}
		again, err := flights.PriceCalendar(t.Context(), d, month(t, d))
		must(t, err)
		if again.Spent != 0 || again.Tally().Unknown() != 0 {
			t.Errorf("then %d more searches, %d unknown", again.Spent, again.Tally().Unknown())
		}
	})
}

// A wait that is longer than anyone agreed to ends it, with what is there and when to go on.
func TestACalendarBeyondTheQuotaSaysWhenToGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &face{}
		d := f.inBubble(t, t.TempDir())
		r := month(t, d)
		r.When, r.Longest, r.Yes = "+1d..+12d", 5*time.Second, true
		cal, err := flights.PriceCalendar(t.Context(), d, r)
		if problem.ClassOf(err) != problem.Wait || cal.Spent != 10 || cal.Tally().Unknown() != 2 {
			t.Fatalf("%d searches, %d unknown: %v", cal.Spent, cal.Tally().Unknown(), err)
		}
		want := "the searches this minute are used up; 2 of 12 prices are not known"
		if err.Error() != want || !strings.HasPrefix(problem.AdviceOf(err), "go on with the same command after ") {
			t.Errorf("it says %q, %q", err, problem.AdviceOf(err))
		}
		if len(f.asked) > 0 || len(f.spent) != 1 || !strings.Contains(f.spent[0], "the quota lets 10 of them through now") {
			t.Errorf("asked %q, said %q", f.asked, f.spent)
		}
	})
}
