package answers

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/words"
)

// What the desk puts together itself, as tools call it.
const (
	PriceCalendar = "price_calendar"
	HotelCalendar = "hotel_price_calendar"
	Destinations  = "explore_destinations"
	LongWeekends  = "long_weekends"
)

// SellersLink is the body of a link to a seller's own page, {"handoffUrl": ...}.
const SellersLink = "sellers_link"

// found is the cheapest trip of a day or to a place, as the desk writes it.
type found struct {
	Status   string       `json:"status"`
	Price    *json.Number `json:"price"`
	Currency *string      `json:"currency"`
	TripID   *string      `json:"tripId"`
	Departs  string       `json:"departsAt"`
	Duration int          `json:"durationMinutes"`
	Minutes  int          `json:"minutes"`
	Stops    *int         `json:"stops"`
	Airlines []string     `json:"airlines"`
	Error    *string      `json:"error"`
}

// parts are what is known of it in words.
func (f found) parts() []string {
	if f.Price == nil || f.Currency == nil {
		return []string{strings.ReplaceAll(f.Status, "_", " "), words.Stated(f.Error)}
	}
	stops := ""
	if f.Stops != nil {
		stops = figure.Stops(*f.Stops)
	}
	return []string{
		desk.PriceText(search.Price{Amount: f.Price.String(), Currency: *f.Currency}, desk.ServiceLocale),
		figure.Span(max(f.Duration, f.Minutes)), stops, strings.Join(f.Airlines, ", "), id("tripId", words.Stated(f.TripID)),
	}
}

func calendarSheet(c struct {
	From, To string
	Unknown  int
	Cells    []struct {
		found
		Day    string `json:"day"`
		Return string `json:"returnDay"`
	}
}) sheet {
	s := sheet{about: []string{"The cheapest flight of each day, " + c.From + " to " + c.To + "."}, total: len(c.Cells), notes: []string{partyPrices}}
	if c.Unknown > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s not known: call again, with maxSearches for more at once.", words.Counted(c.Unknown, "day")))
	}
	for _, cell := range c.Cells {
		day := cell.Day
		if cell.Return != "" {
			day += " to " + cell.Return
		}
		s.rows = append(s.rows, line(append([]string{day}, cell.parts()...)...))
	}
	return s
}

func nightsSheet(c struct {
	Place   string
	Hotel   *int64 `json:"hotelId"`
	Nights  int
	Unknown int
	Cells   []struct {
		Status   string       `json:"status"`
		Day      string       `json:"day"`
		CheckOut string       `json:"checkOut"`
		Price    *json.Number `json:"price"`
		Median   *json.Number `json:"median"`
		Currency *string      `json:"currency"`
		Hotels   *int         `json:"hotels"`
		HotelID  *int64       `json:"hotelId"`
		Name     *string      `json:"hotelName"`
		Error    *string      `json:"error"`
	}
}) sheet {
	where := c.Place
	if c.Hotel != nil {
		where = "hotel " + strconv.FormatInt(*c.Hotel, 10)
	}
	s := sheet{
		about: []string{"What a night costs by the day of arrival, " + clean.Line(where) + ", stays of " + words.Counted(c.Nights, "night") + "."}, total: len(c.Cells),
		notes: []string{"Prices are of a night, all rooms, for all guests, before taxes on top."},
	}
	if c.Unknown > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s not known: call again, with maxSearches for more at once.", words.Counted(c.Unknown, "day")))
	}
	for _, cell := range c.Cells {
		row := []string{cell.Day + " to " + cell.CheckOut}
		switch {
		case cell.Price == nil || cell.Currency == nil || cell.HotelID == nil:
			row = append(row, strings.ReplaceAll(cell.Status, "_", " "), words.Stated(cell.Error))
		default:
			price := func(amount *json.Number) string {
				return desk.PriceText(search.Price{Amount: amount.String(), Currency: *cell.Currency}, desk.ServiceLocale)
			}
			row = append(row, "from "+price(cell.Price))
			if cell.Median != nil {
				row = append(row, "in the middle "+price(cell.Median))
			}
			if cell.Hotels != nil {
				row = append(row, words.Counted(*cell.Hotels, "hotel"))
			}
			row = append(row, "cheapest: "+words.Stated(cell.Name), id("hotelId", strconv.FormatInt(*cell.HotelID, 10)))
		}
		s.rows = append(s.rows, line(row...))
	}
	return s
}

func exploreSheet(e struct {
	From, Day, ReturnDay string
	Unknown              int
	Places               []struct {
		found
		Code    string  `json:"code"`
		Name    *string `json:"name"`
		Country *string `json:"country"`
	}
}) sheet {
	s := sheet{about: []string{"From " + e.From + ", " + desk.DaysText(e.Day, e.ReturnDay) + ", the cheapest flight to each place."}, total: len(e.Places), notes: []string{partyPrices}}
	if e.Unknown > 0 {
		s.notes = append(s.notes, fmt.Sprintf("%s not known: call again, with maxSearches for more at once.", words.Counted(e.Unknown, "place")))
	}
	for _, p := range e.Places {
		s.rows = append(s.rows, line(append([]string{strings.TrimSpace(p.Code + " " + words.Stated(p.Name) + " " + words.Stated(p.Country))}, p.parts()...)...))
	}
	return s
}

func weekendSheet(w struct {
	Market   string
	Weekends []struct {
		From, To string
		Days     int
		TakeOff  []string
		Holidays []struct{ Name string }
	}
}) sheet {
	s := sheet{about: []string{"Long weekends of market " + w.Market + "."}, total: len(w.Weekends)}
	for _, one := range w.Weekends {
		var names []string
		for _, h := range one.Holidays {
			names = append(names, h.Name)
		}
		off := ""
		if len(one.TakeOff) > 0 {
			off = "take off " + words.And(one.TakeOff)
		}
		s.rows = append(s.rows, line(desk.DaysText(one.From, one.To), words.Counted(one.Days, "day"), words.And(names), off))
	}
	return s
}
