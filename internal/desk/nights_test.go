package desk_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/sweep"
)

func nights(t *testing.T, d *desk.Desk, filters ...string) *hotels.CalendarRequest {
	r := &hotels.CalendarRequest{Place: "LIS", Nights: 2}
	r.Query, r.View.Query = given(t, d, "createHotelSearch"), given(t, d, "getHotelSearchResults", filters...)
	r.Spending = desk.Spending{MaxAge: 30 * time.Minute, Longest: 75 * time.Second}
	return r
}

// A month of 31 days takes 31 searches and little more time than their quota. The price of each day is
// that of the cheapest hotel of the day's own list, and its median that of the hotel in the middle.
func TestAMonthOfNights(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, log := &face{}, &requests{}
		d := f.inBubbleTold(t, t.TempDir(), log)
		began, ten := time.Now(), time.Duration(0)
		r := nights(t, d)
		known := 0
		r.Told = func(_ int, c sweep.Cell) {
			if c.Status == sweep.HasFound {
				if known++; known == 10 {
					ten = time.Since(began)
				}
			}
		}
		cal, err := hotels.PriceCalendar(t.Context(), d, r)
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
			list := nightsIn(t, d, cell.SearchID)
			if got := amountOf(t, cell.Price.Amount); got != list[0] || cell.Night.Hotels != len(list) {
				t.Errorf("%s: the calendar says %v of %d hotels, the list of the day %v of %d", cell.Day, got, cell.Night.Hotels, list[0], len(list))
			}
			if got, want := amountOf(t, cell.Night.Median.Amount), list[(len(list)-1)/2]; got != want || cell.Night.MedianID == 0 {
				t.Errorf("%s: the calendar says the median is %v, the list of the day %v", cell.Day, got, want)
			}
		}
	})
}

// nightsIn are the nights of all hotels of a search, in the order of their prices.
func nightsIn(t *testing.T, d *desk.Desk, searchID string) (list []float64) {
	t.Helper()
	client := d.Client()
	for page, more := 1, true; more; page++ {
		answer, err := client.GetHotelSearchResults(t.Context(), searchID, &apiclient.GetHotelSearchResultsParams{
			Page: &page, PageSize: new(50), Sort: new(apiclient.HotelSortPriceAsc),
		})
		must(t, err)
		for _, card := range answer.Value.Results {
			list = append(list, amountOf(t, card.Price.AmountPerNight.String()))
		}
		more = answer.Value.Metadata.HasMore
	}
	return list
}

// What was interrupted is gone on with: no search is made twice, and no day is left without its median.
func TestACalendarOfNightsGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, home := &face{}, t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(64*time.Second, cancel)
		d := f.inBubble(t, home)
		half, err := hotels.PriceCalendar(ctx, d, nights(t, d, "min-star", "3"))
		if !errors.Is(err, context.Canceled) || half.Spent != 20 {
			t.Fatalf("interrupted after %d searches: %v", half.Spent, err)
		}
		d = f.inBubble(t, home)
		whole, err := hotels.PriceCalendar(t.Context(), d, nights(t, d, "min-star", "3"))
		must(t, err)
		if half.Spent+whole.Spent != 31 || whole.Tally().Unknown() != 0 || whole.Saved != 20 {
			t.Errorf("%d and %d searches, %d saved, %d unknown", half.Spent, whole.Spent, whole.Saved, whole.Tally().Unknown())
		}
		for _, cell := range whole.Cells {
			if cell.Night.MedianID == 0 || cell.Night.Stars < "3" {
				t.Errorf("%s: %+v", cell.Day, cell.Night)
			}
		}
	})
}

// A day that was renewed goes back into the calendar, which is not asked for it again.
func TestARenewedNightGoesBackIntoTheCalendar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &face{}
		d := f.inBubble(t, t.TempDir())
		ask := func(day string) *hotels.CalendarRequest {
			r := nights(t, d, "min-star", "4")
			r.When = day
			return r
		}
		day := time.Now().AddDate(0, 0, 20).Format(time.DateOnly)
		before, err := hotels.PriceCalendar(t.Context(), d, ask(day))
		must(t, err)
		time.Sleep(31 * time.Minute)
		renewed, err := hotels.OpenDay(t.Context(), d, day, &desk.ResultsRequest{
			View: desk.View{Query: given(t, d, "getHotelSearchResults", "min-star", "5")}, Renewal: &desk.Renewal{Given: true},
		})
		must(t, err)
		after, err := hotels.PriceCalendar(t.Context(), d, ask(day))
		must(t, err)
		cell := after.Cells[0]
		if after.Spent != 0 || cell.SearchID == before.Cells[0].SearchID || cell.SearchID != renewed.List.Search.ID {
			t.Fatalf("%d searches, %s after %s; the renewed one is %s", after.Spent, cell.SearchID, before.Cells[0].SearchID, renewed.List.Search.ID)
		}
		if got := cell.Night; got.Stars != "4" && got.Stars != "5" || cell.Status != sweep.HasFound || got.MedianID == 0 {
			t.Errorf("it is %+v", cell)
		}
		list, _, err := d.Lists().Latest(recall.Nights)
		must(t, err)
		if row := list.Rows[0]; row.ID != cell.SearchID || row.Day.Made.IsZero() {
			t.Errorf("its row is %+v", row)
		}
	})
}
