package daily

import (
	"context"
	"sync"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/words"
)

// Holiday is a public holiday of a market, from one day to another (YYYY-MM-DD), both among them. Its
// name is foreign text.
type Holiday struct{ Country, Name, From, To string }

// Marks are what the days are marked with.
type Marks struct {
	Markets  []string       // the country of each place, "" where it is not known
	Holidays []Holiday      // of all of them, in the window
	Weekend  []time.Weekday // of the first country
	Begins   time.Weekday   // its week
}

// holidaysTake is the longest that a calendar waits for its holidays, which are only marks.
const holidaysTake = 5 * time.Second

// MarksOf finds the holidays of the places' countries out, which spends no search. Without them a
// calendar is as good, so that a fault is said and no failure.
func MarksOf(ctx context.Context, d *desk.Desk, in desk.Locale, w ask.Window, ends ...places.Place) Marks {
	soon, cancel := context.WithTimeout(ctx, holidaysTake)
	defer cancel()
	m := Marks{Weekend: countries.UsualWeekend(), Markets: make([]string, len(ends))}
	found := make([]countries.Calendar, len(ends))
	var lost error
	var mu sync.Mutex
	var reads sync.WaitGroup
	for i, place := range ends {
		reads.Go(func() {
			market := places.At(d, in).Country(soon, place)
			if m.Markets[i] = market; market == "" {
				return
			}
			of, err := countries.Between(soon, d, market, w.From, w.To, in)
			mu.Lock()
			defer mu.Unlock()
			if found[i] = of; err != nil {
				lost = err
			}
		})
	}
	reads.Wait()
	switch {
	case lost == nil || ctx.Err() != nil:
	case soon.Err() != nil:
		d.Report.Notice("holidays are not marked: the service did not tell them in " + words.Age(holidaysTake))
	default:
		d.Report.Notice("holidays are not all marked: " + lost.Error())
	}
	if len(found) > 0 && found[0].HolidayResults != nil {
		m.Weekend = found[0].Weekend
	}
	m.Begins = countries.WeekStart(m.Weekend)
	m.add(found)
	return m
}

// add adds the holidays of each market once.
func (m *Marks) add(found []countries.Calendar) {
	seen := map[string]bool{}
	for _, of := range found {
		if of.HolidayResults == nil || seen[of.Market] {
			continue
		}
		seen[of.Market] = true
		for n, h := range of.Results {
			if of.Days[n] != (countries.Span{}) {
				m.Holidays = append(m.Holidays, Holiday{of.Market, h.Name, h.StartDate, h.EndDate})
			}
		}
	}
}
