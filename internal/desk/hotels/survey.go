package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// survey returns the survey for the price of a night, in one hotel or in all hotels of a place.
func survey(hotel bool) desk.SurveyOf[*apiclient.HotelResults] {
	of := desk.SurveyOf[*apiclient.HotelResults]{
		Subject: Subject(), Operation: desk.HotelSearches, Found: nightOf, Further: middle,
		Lives: search.HotelsLast - time.Minute, // so that there is time left to read it
	}
	if hotel {
		of.Operation = desk.OneHotelSearches
	}
	return of
}

// nightOf returns the cheapest night of a read sorted by price.
func nightOf(s search.HotelSnapshot, now time.Time) sweep.Found {
	f := sweep.Found{AsOf: now, Settle: s.Settle, Whole: s.Whole, Night: offer.Night{Hotels: s.Results.Metadata.TotalCandidates}}
	if len(s.Results.Results) == 0 {
		return f
	}
	card := s.Results.Results[0]
	f.Any = true
	price := search.HotelPrice(card.Price)
	allIn, _ := price.AllIn()
	f.Price, f.Night.AllIn, f.Night.Total = price.Night, allIn.Amount, price.Stay
	f.Night.HotelID, f.Night.Stars = card.HotelID, words.Decimal(card.Star)
	const longest = 200 // bytes of a name to save
	if len(card.Name) <= longest {
		f.Night.Name = card.Name
	}
	if f.Night.Hotels == 1 {
		f.Night.Median, f.Night.MedianID = f.Price, card.HotelID
	}
	return f
}

// middle reads the hotel in the middle, by price. Of an even number of hotels, it is the cheaper of the two. If the
// read fails, the median stays unknown. If it is interrupted, the search counts as not settled, so that another
// command continues to read it.
func middle(ctx context.Context, s search.Service, searchID string, w *desk.Wording, f *sweep.Found) error {
	page, size, row := middleOf(f.Night.Hotels)
	if !f.Any || f.Night.MedianID != 0 || size > widestPage {
		return nil
	}
	q := w.Page(page)
	q.SetTyped("pageSize", size)
	shown, err := Subject().Reader(s, searchID, q).Read(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		f.Whole = ""
		return err
	case err == nil && row < len(shown.Results.Results):
		card := shown.Results.Results[row]
		f.Night.Median, f.Night.MedianID = search.HotelPrice(card.Price).Night, card.HotelID
	}
	return nil
}

// Limits of pages in the contract.
const (
	widestPage = 50
	lastPage   = 100
)

// middleOf returns the page, the page size and the row (from 0) of the hotel in the middle.
func middleOf(hotels int) (page, size, row int) {
	at := max(hotels-1, 0) / 2
	size = at/lastPage + 1
	return at/size + 1, size, at % size
}

// CalendarRequest asks for the price of a night, by date of arrival.
type CalendarRequest struct {
	Place  string // as for a search
	Nights int
	daily.Request[Calendar]
}

// Calendar has the price of a night, by date of arrival.
type Calendar struct {
	Nights int
	daily.Calendar
}

// PriceCalendar looks up the price of a night for each date of arrival, in the cheapest hotel and in the one in the
// middle. It makes a search for each day without a known price, after asking if there are many. It finds mistakes
// before anything is sent. If it fails midway, it returns the results so far.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal := Calendar{Nights: r.Nights}
	if r.Nights < 1 || r.Nights > daily.MostNights {
		return Calendar{}, problem.NotAccepted("--nights", strconv.Itoa(r.Nights), "a number of nights from 1 to "+strconv.Itoa(daily.MostNights))
	}
	var err error
	if cal.Window, err = r.WindowOf(ctx, d, r.Query.Days()); err != nil {
		return Calendar{}, err
	}
	days := cal.Window.Days()
	if err := cmp.Or(r.CheckCells(len(days), 1), CheckView(r.View.Query)); err != nil {
		return Calendar{}, err
	}
	at, err := readPlace(d, r.Place, r.Query)
	if err != nil {
		return Calendar{}, err
	}
	fillGuests(r.Query, at.list.Asked())
	if err := checkGuests(r.Query); err != nil {
		return Calendar{}, err
	}
	var city places.Place
	placed := at.stay.Placed()
	if cal.Locale, city, err = at.settle(ctx, d, r.Place, r.Query, r.View.Query); err != nil {
		return Calendar{}, err
	}
	var ends []places.Place // whose holidays are marked
	if !placed {
		ends = append(ends, city)
	} else if code := at.list.Asked().City; code != "" { // the city of the list
		ends = append(ends, places.Place{Code: code, City: true})
	}
	cal.Meta = desk.MetaOf(r.Query)
	if r.Query.Number("children") > 0 && !r.Query.Has("childrenAges") {
		cal.Meta.Warn(noAges)
	}
	guests := stayOf(r.Query)
	stay := at.stay.For(guests.Occupancy())
	stay.Radius, stay.Terms = guests.Radius, cal.Locale.Terms()
	for _, day := range days {
		out := words.Day(day).AddDate(0, 0, r.Nights).Format(ask.ISO)
		cal.Cells = append(cal.Cells, sweep.Cell{At: sweep.At{Day: day, Nights: r.Nights, Back: out}})
	}
	stay.CheckIn, stay.CheckOut = cal.Cells[0].Day, cal.Cells[0].Back
	cal.Base = recall.List{Kind: recall.Nights, Stay: &stay, Terms: stay.Terms, View: r.View.Query.View()}
	err = daily.Run(ctx, d, &cal, &cal.Calendar, survey(stay.HotelID > 0), &r.Request, ends, "hotels.calendar.open")
	return cal, err
}

// CellJSON is the JSON of a date of arrival. Prices are for a night, all rooms and guests, before taxes on top.
// Unknown values are null.
type CellJSON struct {
	daily.CellJSON
	CheckOut string       `json:"checkOut"`
	Median   *json.Number `json:"median"`
	MedianID *int64       `json:"medianHotelId"`
	Hotels   *int         `json:"hotels"` // number of hotels that pass the filters
	HotelID  *int64       `json:"hotelId"`
	Name     *string      `json:"hotelName"`
	Stars    *json.Number `json:"stars"`
	AllIn    *json.Number `json:"allIn"` // a night with known taxes on top
	Total    *json.Number `json:"total"` // for the stay, without local tax
	TotalIn  *string      `json:"totalCurrency"`
}

// CellDocument returns the JSON of a cell.
func CellDocument(c sweep.Cell, level sweep.Level) CellJSON {
	cell := CellJSON{CellJSON: daily.CellDocument(c, level), CheckOut: c.Back}
	if c.AsOf.IsZero() {
		return cell
	}
	got := c.Night
	cell.Hotels = &got.Hotels
	if !c.Any {
		return cell
	}
	cell.HotelID, cell.Name = &got.HotelID, desk.Stated(got.Name)
	cell.Median, cell.Total, cell.TotalIn = desk.Number(got.Median.Amount), desk.Number(got.Total.Amount), desk.Stated(got.Total.Currency)
	cell.AllIn, cell.Stars = desk.Number(got.AllIn), desk.Number(got.Stars)
	if got.MedianID != 0 {
		cell.MedianID = &got.MedianID
	}
	return cell
}

// CalendarDocument is the JSON of a calendar.
type CalendarDocument struct {
	Place  string `json:"place"` // a city's code, LAT,LNG, or "" for a hotel
	Hotel  *int64 `json:"hotelId,omitempty"`
	Nights int    `json:"nights"`
	daily.Document[CellJSON]
}

// Body returns the calendar as JSON.
func (c Calendar) Body() ([]byte, error) {
	asked := c.Base.Asked()
	return json.Marshal(CalendarDocument{asked.Place(), query.Optional(asked.HotelID), c.Nights, daily.DocumentOf(&c.Calendar, CellDocument)})
}

// OpenDay reads the hotels of a day of the last calendar, with its filters and the cheapest first. day is a date or a
// day of the month. It makes no new search, unless the old one has expired and the renewal allows it; the calendar
// then has the new price.
func OpenDay(ctx context.Context, d *desk.Desk, day string, r *desk.ResultsRequest) (Found, error) {
	first := problem.Do("make one", "hotels.calendar", "PLACE")
	days, row, err := daily.Pick(ctx, d, r.View.Query.Days(), recall.Nights, first, day, nil)
	if err != nil {
		return Found{}, err
	}
	return survey(days.Asked().HotelID > 0).Open(ctx, d, r, days, row, daily.StayWords(*row.Day))
}
