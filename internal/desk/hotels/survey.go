package hotels

import (
	"context"
	"encoding/json"
	"slices"
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

// A Night is what the hotels of a search cost, of those that pass the filters: the cheapest of them, and
// the one in the middle. Prices are of a night in all rooms for all guests, as the service orders hotels
// by, without what comes on top.
type Night struct {
	HotelID int64       `json:"hotelId,omitempty"` // 0 where none passes
	Name    string      `json:"name,omitempty"`    // foreign text
	Stars   string      `json:"stars,omitempty"`
	Price   offer.Money `json:"price,omitzero"`
	AllIn   string      `json:"allIn,omitempty"` // with what comes on top, as far as that is known
	Total   offer.Money `json:"total,omitzero"`  // of the stay, without local tax; in USD where it is told in nothing else
	Locale  string      `json:"locale,omitempty"`

	Hotels   int         `json:"hotels"` // that pass
	Median   offer.Money `json:"median,omitzero"`
	MedianID int64       `json:"medianId,omitempty"` // of the hotel that costs it
}

// Cost is the price of the cheapest.
func (n Night) Cost() offer.Money { return n.Price }

// surveyLives is how long a search can be read for sure, of about ten minutes.
const surveyLives = search.HotelsLast - time.Minute

// maxName bounds a name that is kept, in bytes.
const maxName = 200

// survey looks for the price of a night in each search: of one hotel, or of all in a place.
func survey(hotel bool) desk.SurveyOf[*apiclient.HotelResults, Night] {
	of := desk.SurveyOf[*apiclient.HotelResults, Night]{
		Subject: Subject(), Operation: desk.HotelSearches, Lives: surveyLives, Refused: unknownHotel, Found: nightOf, Further: middle,
		Params: func(q *ask.Values) any { return ask.Request[apiclient.GetHotelSearchResultsParams](q) },
		Search: func(base recall.List, at sweep.At) recall.List {
			stay := base.Asked()
			stay.CheckIn, stay.CheckOut = at.Day, at.Back
			return recall.List{Stay: &stay}
		},
		Question: func(list recall.List) any {
			all := *list.Stay
			all.CheckIn, all.CheckOut = "", ""
			return all.Request()
		},
	}
	if hotel {
		of.Operation = desk.OneHotelSearches
	}
	return of
}

// nightOf is what a read shows, whose rows are by price.
func nightOf(s search.HotelSnapshot, now time.Time) sweep.Found[Night] {
	f := sweep.Found[Night]{AsOf: now, Settle: s.Settle, Whole: s.Whole, Got: Night{Hotels: s.Results.Metadata.TotalCandidates}}
	if len(s.Results.Results) == 0 {
		return f
	}
	card := s.Results.Results[0]
	f.Any = true
	price := search.CardPrice(card.Price)
	allIn, _ := price.AllIn()
	f.Got.HotelID, f.Got.Stars, f.Got.Price, f.Got.AllIn = card.HotelID, words.Decimal(card.Star), price.Night, allIn.Amount
	f.Got.Total = price.Stay
	f.Got.Locale = s.Results.Metadata.Locale
	if len(card.Name) <= maxName {
		f.Got.Name = card.Name
	}
	if f.Got.Hotels == 1 {
		f.Got.Median, f.Got.MedianID = f.Got.Price, card.HotelID
	}
	return f
}

// middle reads the hotel in the middle of all that pass, in the order of their prices; of an even number
// the lower one. A read that failed leaves it open. One that was interrupted leaves the whole search
// open, so that another command reads it on.
func middle(ctx context.Context, s search.Service, searchID string, w *desk.Wording, f *sweep.Found[Night]) error {
	page, size, row := middleOf(f.Got.Hotels)
	if !f.Any || f.Got.MedianID != 0 || size > widestPage {
		return nil
	}
	q := w.Page(page)
	if err := q.SetTyped("pageSize", size); err != nil {
		return err
	}
	shown, err := Subject().Reader(s, searchID, q).Read(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		f.Whole = ""
		return err
	case err == nil && row < len(shown.Results.Results):
		card := shown.Results.Results[row]
		f.Got.Median, f.Got.MedianID = search.CardPrice(card.Price).Night, card.HotelID
	}
	return nil
}

// Pages of results, by the contract.
const (
	widestPage = 50
	lastPage   = 100
)

// middleOf is where the one in the middle of so many hotels stands: on which page of how many rows, as few
// as there are pages enough for, and in which of them, from 0.
func middleOf(hotels int) (page, size, row int) {
	at := max(hotels-1, 0) / 2
	size = at/lastPage + 1
	return at/size + 1, size, at % size
}

// CalendarRequest asks what a night costs, by the day of arrival.
type CalendarRequest struct {
	Place  string // as for a search
	Nights int
	daily.Request[Calendar, Night]
}

// Calendar is what a night costs, by the day of arrival.
type Calendar struct {
	Nights int
	daily.Calendar[Night]
}

// CalendarCell is a day of arrival.
type CalendarCell = sweep.Cell[Night]

// PriceCalendar looks up what a night costs for each day of arrival: in the cheapest hotel, and in the
// one in the middle. It makes a search for each day that is not known yet; a person is asked before.
// What was found before a fault comes back with it.
func PriceCalendar(ctx context.Context, d *desk.Desk, r *CalendarRequest) (Calendar, error) {
	cal, ends, err := r.calendar(ctx, d)
	if err != nil {
		return Calendar{}, err
	}
	of := survey(cal.Base.Asked().HotelID > 0)
	err = daily.Run(ctx, d, &cal, &cal.Calendar, of, &r.Request, ends, "travel hotels calendar open")
	return cal, err
}

// calendar resolves the place and lays the days out, and returns the city whose holidays are marked, if
// there is one. Every mistake that can be known is a usage error, and nothing is sent then.
func (r *CalendarRequest) calendar(ctx context.Context, d *desk.Desk) (Calendar, []places.Place, error) {
	cal := Calendar{Nights: r.Nights}
	at, err := r.check(ctx, d, &cal)
	if err != nil {
		return cal, nil, err
	}
	if cal.Locale, err = d.Resolve(ctx, r.Query, desk.LocaleOf(at.list.Terms)); err != nil {
		return cal, nil, err
	}
	var ends []places.Place
	if !at.stay.Placed() {
		city, err := places.At(d, cal.Locale).City(ctx, "PLACE", r.Place)
		if err != nil {
			return cal, nil, err
		}
		at.stay = stayIn(city, r.Query, r.Place)
		ends = append(ends, city)
	} else if code := at.list.Asked().City; code != "" { // the city that the hotel was listed in
		ends = append(ends, places.Place{Code: code, City: true})
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return cal, nil, err
	}
	if err := setPlace(r.Query, at.stay); err != nil {
		return cal, nil, err
	}
	cal.Meta = desk.MetaOf(r.Query)
	if r.Query.Number("children") > 0 && !r.Query.Has("childrenAges") {
		cal.Meta.Warn(noAges)
	}
	stay := asked(at.stay, ask.Request[apiclient.HotelSearchRequest](r.Query))
	stay.Terms = cal.Locale.Terms()
	for _, day := range cal.Window.Days() {
		out := words.Day(day).AddDate(0, 0, r.Nights).Format(ask.ISO)
		cal.Cells = append(cal.Cells, CalendarCell{At: sweep.At{Day: day, Nights: r.Nights, Back: out}})
	}
	stay.CheckIn, stay.CheckOut = cal.Cells[0].Day, cal.Cells[0].Back
	cal.Base = recall.List{Kind: recall.Nights, Stay: &stay, Terms: stay.Terms, View: r.View.Query.View()}
	return cal, ends, nil
}

// check finds every mistake that can be known before a request, and sorts out days and place.
func (r *CalendarRequest) check(ctx context.Context, d *desk.Desk, cal *Calendar) (where, error) {
	if r.Nights < 1 || r.Nights > daily.MostNights {
		return where{}, problem.NotAccepted("--nights", strconv.Itoa(r.Nights), "a number of nights from 1 to "+strconv.Itoa(daily.MostNights))
	}
	var err error
	if cal.Window, err = r.WindowOf(ctx, d, r.Query.Days()); err != nil {
		return where{}, err
	}
	if err := r.CheckCells(len(cal.Window.Days()), 1); err != nil {
		return where{}, err
	}
	if err := CheckView(r.View.Query); err != nil {
		return where{}, err
	}
	at, err := readPlace(d, r.Place, r.Query)
	if err != nil {
		return at, err
	}
	if err := fillGuests(r.Query, at.list.Asked()); err != nil {
		return at, err
	}
	return at, checkGuests(r.Query)
}

// asked is the stay that a request stands for, with the contract's defaults filled in.
func asked(place query.Stay, r apiclient.HotelSearchRequest) query.Stay {
	place.Adults, place.Rooms, place.ChildrenAges = UsualAdults, 1, r.ChildrenAges
	if r.Adults != nil {
		place.Adults = *r.Adults
	}
	if r.Rooms != nil {
		place.Rooms = *r.Rooms
	}
	if r.Children != nil && len(place.ChildrenAges) == 0 {
		place.ChildrenAges = slices.Repeat([]int{usualAge}, *r.Children)
	}
	if r.Radius != nil {
		place.Radius = r.Radius.String()
	}
	return place
}

// CellJSON is a day of arrival as a program reads it. The price is that of a night in the cheapest hotel,
// the median that of a night in the hotel in the middle: all rooms, all guests, without what comes on
// top. What is not known is null.
type CellJSON struct {
	daily.CellJSON
	CheckOut string       `json:"checkOut"`
	Median   *json.Number `json:"median"`
	MedianID *int64       `json:"medianHotelId"`
	Hotels   *int         `json:"hotels"` // that pass the filters; the median is of all of them
	HotelID  *int64       `json:"hotelId"`
	Name     *string      `json:"hotelName"`
	Stars    *json.Number `json:"stars"`
	AllIn    *json.Number `json:"allIn"` // a night with what comes on top, as far as that is known
	Total    *json.Number `json:"total"` // the stay, without local tax
	TotalIn  *string      `json:"totalCurrency"`
}

// CellDocument is a cell as a program reads it.
func CellDocument(c CalendarCell, level daily.Level) CellJSON {
	cell := CellJSON{CellJSON: daily.CellDocument(c, level), CheckOut: c.Back}
	if c.AsOf.IsZero() {
		return cell
	}
	got := c.Got
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

// CalendarDocument is a calendar as a program reads it.
type CalendarDocument struct {
	Place  string `json:"place"` // a city's code, LAT,LNG, or "" for a hotel
	Hotel  *int64 `json:"hotelId,omitempty"`
	Nights int    `json:"nights"`
	daily.Document[CellJSON]
}

// Body is the calendar as one JSON document.
func (c Calendar) Body() ([]byte, error) {
	asked := c.Base.Asked()
	return json.Marshal(CalendarDocument{asked.Place(), query.Optional(asked.HotelID), c.Nights, daily.DocumentOf(&c.Calendar, CellDocument)})
}

// OpenDay reads the hotels of a day of the session's last calendar, with its filters and the cheapest first. day is a
// date or the day of the month alone. It makes no search, unless that one has expired and the renewal says so; the
// calendar then has the new price.
func OpenDay(ctx context.Context, d *desk.Desk, day string, r *desk.ResultsRequest) (Found, error) {
	door := daily.Door{Kind: recall.Nights, Make: "travel hotels calendar PLACE", Typed: day}
	days, row, err := door.Pick(ctx, d, r.View.Query.Days())
	if err != nil {
		return Found{}, err
	}
	return survey(days.Asked().HotelID > 0).Open(ctx, d, r, days, row, daily.StayWords(*row.Day))
}
