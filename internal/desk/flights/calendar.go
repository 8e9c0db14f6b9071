package flights

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// CalendarRequest asks what the cheapest trip of each day costs.
type CalendarRequest struct {
	From, To string // codes or names
	Nights   Nights
	Query    *ask.Values // of createFlightSearch, without places and dates
	View     desk.View   // filters; its order and pages are not used
	daily.Request[Cheapest]

	// Begin takes the calendar before a search is made. It may be nil.
	Begin func(Calendar)
}

// Calendar is what the cheapest trips of some days cost.
type Calendar struct {
	From, To places.Place
	Nights   Nights
	Asked    query.Flight // on the first day
	daily.Calendar[Cheapest]
}

// CalendarCell is a day of a calendar.
type CalendarCell = daily.Cell[Cheapest]

// PriceCalendar looks the cheapest trip of each day up. It spends a search for each day that is not
// known yet; a person is asked before. What was found before a fault comes back with it.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal, err := r.calendar(ctx, d)
	if err != nil {
		return Calendar{}, err
	}
	site := ""
	s, err := survey(ctx, d, cal.queries(), r.View, func(made search.Created) { site = made.SiteCode })
	if err != nil {
		return Calendar{}, err
	}
	begun := false
	err = cal.Fill(ctx, d, &r.Request, s, []places.Place{cal.From, cal.To}, func() {
		if begun = true; r.Begin != nil {
			own := cal
			own.Cells = append([]CalendarCell(nil), cal.Cells...)
			r.Begin(own)
		}
	})
	if !begun {
		return Calendar{}, err
	}
	cal.Finish(d, recall.List{Kind: recall.Days, Flight: &cal.Asked, Terms: cal.Asked.Terms}, site, "travel flights calendar open")
	return cal, err
}

// calendar resolves the places and lays the days out. Every mistake that can be known is a usage
// error, and nothing is sent then.
func (r *CalendarRequest) calendar(ctx context.Context, d *desk.Desk) (Calendar, error) {
	cal := Calendar{Nights: r.Nights}
	cal.View = r.View.Kept()
	var err error
	if cal.Window, err = r.WindowOf(ctx, d, r.Query.Days()); err != nil {
		return cal, err
	}
	if r.When != "" { // a month, and the days around one, end where flights are not searched any more
		cal.Window = cal.Window.Until(query.LastTravel(d.Now()))
	}
	if err := r.check(d, cal.Window.Days()); err != nil {
		return cal, err
	}
	if cal.Locale, err = d.Resolve(ctx, r.Query, desk.Locale{}); err != nil {
		return cal, err
	}
	if cal.From, cal.To, err = places.At(d, cal.Locale).Route(ctx, r.From, r.To, true); err != nil {
		return cal, err
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return cal, err
	}
	if err := setRoute(r.Query, r.From, r.To, cal.From, cal.To); err != nil {
		return cal, err
	}
	places.Remember(d, cal.From, cal.To)
	cal.Meta = desk.MetaOf(r.Query)
	cal.Asked = query.OfFlight(ask.Request[apiclient.FlightSearchRequest](r.Query))
	cal.Asked.FromCity, cal.Asked.ToCity, cal.Asked.FromName, cal.Asked.ToName = cal.From.City, cal.To.City, cal.From.Name, cal.To.Name
	cal.layOut()
	return cal, nil
}

// layOut makes the cells, a search each.
func (c *Calendar) layOut() {
	for _, day := range c.Window.Days() {
		for n := range c.Nights.Count() {
			cell := CalendarCell{Day: day}
			if c.Nights.Return {
				cell.Nights = c.Nights.Least + n
				cell.Back = words.Day(day).AddDate(0, 0, cell.Nights).Format(ask.ISO)
			}
			c.Cells = append(c.Cells, cell)
		}
	}
	c.Asked.FromDate, c.Asked.ToDate = c.Cells[0].Day, c.Cells[0].Back
}

// queries are the searches of the cells.
func (c *Calendar) queries() []query.Flight {
	all := make([]query.Flight, len(c.Cells))
	for i, cell := range c.Cells {
		all[i] = c.Asked
		all[i].FromDate, all[i].ToDate = cell.Day, cell.Back
	}
	return all
}

func (r *CalendarRequest) check(d *desk.Desk, days []string) error {
	if err := places.CheckRoute(d, r.From, r.To); err != nil {
		return err
	}
	if err := CheckJourneys(r.Query, r.View, r.Nights); err != nil {
		return err
	}
	for _, day := range []string{days[0], days[len(days)-1]} {
		if err := query.CheckTravel(d.Now(), day, ""); err != nil {
			return problem.Usagef("%s", strings.Replace(err.Error(), "DATE ", "WHEN: ", 1))
		}
	}
	return r.CheckCells(len(days), r.Nights.Count())
}

// CellJSON is a cell as a program reads it: the price is of the whole party, fees included.
type CellJSON struct {
	daily.CellJSON
	Back     string   `json:"returnDay,omitempty"`
	TripID   *string  `json:"tripId"`
	Departs  string   `json:"departsAt,omitempty"`
	Minutes  int      `json:"durationMinutes,omitempty"`
	Stops    *int     `json:"stops,omitempty"`
	Airlines []string `json:"airlines,omitempty"`
}

// CellDocument is a cell as a program reads it.
func CellDocument(c CalendarCell, level daily.Level) CellJSON {
	cell := CellJSON{CellJSON: c.JSON(level), Back: c.Back}
	if !c.AsOf.IsZero() && c.Any {
		got := c.Got
		cell.TripID, cell.Stops = daily.Stated(got.TripID), &got.Stops
		cell.Departs, cell.Minutes, cell.Airlines = got.Departs, got.Minutes, got.Airlines
	}
	return cell
}

// CalendarDocument is a calendar as a program reads it.
type CalendarDocument struct {
	From string `json:"from"`
	To   string `json:"to"`
	daily.Document[CellJSON]
}

// Body is the calendar as one JSON document.
func (c Calendar) Body() ([]byte, error) {
	return json.Marshal(CalendarDocument{c.From.Code, c.To.Code, daily.DocumentOf(c.Calendar, CellDocument)})
}

// OpenRequest is a day of the last calendar to open.
type OpenRequest struct {
	Day     string // as typed: a day, or the day of the month alone
	Nights  *int   // nil where no one said
	View    desk.View
	Renewal *desk.Renewal
}

// OpenDay reads the trips of a day of the session's last calendar, with its filters, the cheapest first.
// It spends none, unless its search has expired and the renewal says so; the calendar then has the new
// price.
func OpenDay(ctx context.Context, d *desk.Desk, r *OpenRequest) (Trips, error) {
	door := daily.Door{Kind: recall.Days, Make: "travel flights calendar FROM TO", Typed: r.Day, Nights: r.Nights}
	days, row, err := door.Pick(ctx, d, r.View.Query.Days())
	if err != nil {
		return Trips{}, err
	}
	asked := *days.Flight
	asked.FromDate, asked.ToDate = row.Day.Day, row.Day.Back
	if row.ID == "" {
		return Trips{}, d.NotAsked(ctx, daily.StayWords(*row.Day), desk.FlightSearches, asked.Command())
	}
	r.Renewal = r.Renewal.At(d)
	trips, err := openFound(ctx, d, &desk.ResultsRequest{View: r.View, Renewal: r.Renewal}, days, row.Ref(), asked)
	if err == nil && r.Renewal.To() != "" {
		if err := r.renewed(ctx, d, days, *row.Day, trips); err != nil {
			d.Report.Notice("the calendar does not have the new price: " + err.Error())
		}
	}
	return trips, err
}

// renewed gives the calendar the search that was made in place of a day's.
func (r *OpenRequest) renewed(ctx context.Context, d *desk.Desk, days recall.List, day recall.Day, trips Trips) error {
	view := desk.View{Query: ask.New("getFlightSearchResults", r.View.Query.Days())}
	view.Continue(days)
	if _, err := d.Resolve(ctx, view.Query, desk.LocaleOf(days.Terms)); err != nil {
		return err
	}
	asked := *days.Flight
	asked.FromDate, asked.ToDate = day.Day, day.Back
	s, err := survey(ctx, d, []query.Flight{asked}, view, func(search.Created) {})
	if err != nil {
		return err
	}
	made := search.Created{SearchID: r.Renewal.To(), At: trips.List.Search.Created}
	return daily.Renewed(ctx, d, days.Kind, day, made, trips.Value.Progress, s)
}

// openFound reads a search of a survey as a list of trips, with the survey's filters and the cheapest
// first where no one says.
func openFound(ctx context.Context, d *desk.Desk, r *desk.ResultsRequest, survey recall.List, found search.Ref, asked query.Flight) (Trips, error) {
	list := recall.List{Kind: recall.Trips, Flight: &asked, Terms: survey.Terms, View: daily.Cheapest(survey.View), Search: found}
	return Subject().ResultsOf(ctx, d, r, list)
}

// Nights is how many nights there may be between the two flights. The zero value is one way.
type Nights struct {
	Least, Most int
	Return      bool
}

// Count is how many stays there are.
func (n Nights) Count() int { return n.Most - n.Least + 1 }

var nightsForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,3})(?:(?:-|\.\.)(\d{1,3}))?$`) })

// ParseNights reads 7 or 3-5.
func ParseNights(text string) (Nights, error) {
	m := nightsForm().FindStringSubmatch(text)
	if m == nil {
		return Nights{}, notNights(text)
	}
	least, _ := strconv.Atoi(m[1])
	most := least
	if m[2] != "" {
		most, _ = strconv.Atoi(m[2])
	}
	if most < least || most > daily.MostNights {
		return Nights{}, notNights(text)
	}
	return Nights{Least: least, Most: most, Return: true}, nil
}

func notNights(text string) error {
	return problem.NotAccepted("--nights", text, "a number of nights up to 180, or two such as 3-5", "")
}
