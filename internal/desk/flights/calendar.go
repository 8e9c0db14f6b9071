package flights

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// CalendarRequest asks for the price of the cheapest trip on each day.
type CalendarRequest struct {
	From, To string // codes or names
	Nights   Nights
	daily.Request[Calendar]
}

// Calendar has the price of the cheapest trip on each day.
type Calendar struct {
	From, To places.Place
	Nights   Nights
	daily.Calendar
}

// PriceCalendar looks up the cheapest trip on each day. It makes a search for each day without a known price, after
// asking if there are many. It finds mistakes before anything is sent. If it fails midway, it returns the results so
// far.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal := Calendar{Nights: r.Nights}
	var err error
	if cal.Window, err = r.WindowOf(ctx, d, r.Query.Days()); err != nil {
		return Calendar{}, err
	}
	if r.When != "" { // leave out days for which flights cannot be searched yet
		cal.Window = cal.Window.Until(query.LastTravel(d.Now()))
	}
	days := cal.Window.Days()
	if err := cmp.Or(places.CheckRoute(d, r.From, r.To), CheckJourneys(r.Query, r.View, r.Nights)); err != nil {
		return Calendar{}, err
	}
	for _, day := range []string{days[0], days[len(days)-1]} {
		if err := query.CheckTravel(d.Now(), day, ""); err != nil {
			return Calendar{}, problem.Usagef("%s", strings.Replace(err.Error(), "DATE ", "WHEN: ", 1))
		}
	}
	if err := r.CheckCells(len(days), r.Nights.Count()); err != nil {
		return Calendar{}, err
	}
	if cal.Locale, err = d.Resolve(ctx, r.Query, desk.Locale{}); err != nil {
		return Calendar{}, err
	}
	if cal.From, cal.To, err = places.At(d, cal.Locale).Route(ctx, r.From, r.To, true); err != nil {
		return Calendar{}, err
	}
	setRoute(r.Query, r.From, r.To, cal.From, cal.To)
	if err := Begin(&cal.Survey, recall.Days, r.Query, r.View, r.From, cal.From); err != nil {
		return Calendar{}, err
	}
	places.Remember(d, cal.From, cal.To)
	asked := cal.Base.Flight
	asked.ToCity, asked.ToName = cal.To.City, cal.To.Name
	for _, day := range days {
		for n := range cal.Nights.Count() {
			at := sweep.At{Day: day}
			if cal.Nights.Return {
				at.Nights = cal.Nights.Least + n
				at.Back = words.Day(day).AddDate(0, 0, at.Nights).Format(ask.ISO)
			}
			cal.Cells = append(cal.Cells, sweep.Cell{At: at})
		}
	}
	asked.FromDate, asked.ToDate = cal.Cells[0].Day, cal.Cells[0].Back
	ends := []places.Place{cal.From, cal.To}
	err = daily.Run(ctx, d, &cal, &cal.Calendar, Cheap(), &r.Request, ends, "flights.calendar.open")
	return cal, err
}

// CellJSON is the JSON of a cell. The price is for the whole party, fees included.
type CellJSON struct {
	daily.CellJSON
	Back     string   `json:"returnDay,omitempty"`
	TripID   *string  `json:"tripId"`
	Departs  string   `json:"departsAt,omitempty"`
	Minutes  int      `json:"durationMinutes,omitempty"`
	Stops    *int     `json:"stops,omitempty"`
	Airlines []string `json:"airlines,omitempty"`
}

// CellDocument returns the JSON of a cell.
func CellDocument(c sweep.Cell, level sweep.Level) CellJSON {
	cell := CellJSON{CellJSON: daily.CellDocument(c, level), Back: c.Back}
	if got := c.Trip; !c.AsOf.IsZero() && c.Any {
		cell.TripID, cell.Stops = desk.Stated(got.TripID), &got.Stops
		cell.Departs, cell.Minutes, cell.Airlines = got.Departs, got.Minutes, got.Airlines
	}
	return cell
}

// CalendarDocument is the JSON of a calendar.
type CalendarDocument struct {
	From string `json:"from"`
	To   string `json:"to"`
	daily.Document[CellJSON]
}

// Body returns the calendar as JSON.
func (c Calendar) Body() ([]byte, error) {
	return json.Marshal(CalendarDocument{c.From.Code, c.To.Code, daily.DocumentOf(&c.Calendar, CellDocument)})
}

// OpenDay reads the trips of a day of the last calendar, with its filters and the cheapest first. day is a date or a
// day of the month; nights is nil if not given. It makes no new search, unless the old one has expired and the renewal
// allows it; the calendar then has the new price.
func OpenDay(ctx context.Context, d *desk.Desk, day string, nights *int, r *desk.ResultsRequest) (Trips, error) {
	first := problem.Do("make one", "flights.calendar", "FROM", "TO")
	days, row, err := daily.Pick(ctx, d, r.View.Query.Days(), recall.Days, first, day, nights)
	if err != nil {
		return Trips{}, err
	}
	return Cheap().Open(ctx, d, r, days, row, daily.StayWords(*row.Day))
}

// Nights is a range of nights between the flights. The zero value is a one-way trip.
type Nights struct {
	Least, Most int
	Return      bool
}

// Count returns the number of different stays.
func (n Nights) Count() int { return n.Most - n.Least + 1 }

// ParseNights reads a number such as 7 or a range such as 3-5 or 3..5.
func ParseNights(text string) (Nights, error) {
	first, last, ranged := strings.Cut(strings.Replace(text, "..", "-", 1), "-")
	if !ranged {
		last = first
	}
	least, _ := strconv.Atoi(first)
	most, _ := strconv.Atoi(last)
	if !words.IsDigits(first) || !words.IsDigits(last) || most < least || most > daily.MostNights {
		return Nights{}, problem.NotAccepted("--nights", text, "a number of nights up to 180, or two such as 3-5")
	}
	return Nights{Least: least, Most: most, Return: true}, nil
}
