package hotels

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
)

// where is where hotels are looked for.
type where struct {
	stay query.Stay  // the place alone; none for a city that has to be looked up
	list recall.List // that a hotel was picked from by its row, else zero
}

// readPlace sorts out what PLACE is, as far as that needs no request, and refuses what can be
// nothing. A city is left to be looked up.
func readPlace(d *desk.Desk, text string, q *params.Values) (where, error) {
	const help = "travel hotels search --help"
	text = strings.TrimSpace(text)
	lat, lng, point := strings.Cut(text, ",")
	switch {
	case point && isDecimal(lat) && isDecimal(lng):
		if err := q.Set("lat", "LAT", strings.TrimSpace(lat)); err != nil {
			return where{}, err
		}
		if err := q.Set("lng", "LNG", strings.TrimSpace(lng)); err != nil {
			return where{}, err
		}
		return where{stay: query.Stay{Lat: q.Text("lat"), Lng: q.Text("lng")}}, nil
	case q.Has("radius"):
		return where{}, problem.UsageError{Text: "--radius is around a point; give PLACE as LAT,LNG, such as 38.71,-9.14", Next: help}
	case namesHotel(text), isListed(d, text):
		hotel, err := Pick(d, "PLACE", text, help)
		if err != nil {
			return where{}, err
		}
		place := where{stay: query.Stay{HotelID: hotel.ID, Name: hotel.Row.Label}, list: hotel.List}
		return place, q.Set("hotelId", "PLACE", strconv.FormatInt(hotel.ID, 10))
	}
	return where{}, places.Check(d, "PLACE", text)
}

// isDecimal tells a number, as in coordinates, from a name.
func isDecimal(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}
