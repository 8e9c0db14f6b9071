package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

// hotelPlace is where hotels are looked for: a city, one hotel, or a point.
type hotelPlace struct {
	cityCode string
	hotelID  int64
	lat, lng string          // decimal degrees
	name     string          // when it is known
	list     *recall.Context // that the hotel was picked from by its row, or nil
}

// text is the place as it can be typed again; "" for one hotel.
func (p hotelPlace) text() string {
	if p.lat != "" {
		return p.lat + "," + p.lng
	}
	return p.cityCode
}

// readPlace sorts out what PLACE is, as far as that needs no request, and
// refuses what can be nothing. A city is left for resolveCity.
func (a *app) readPlace(text string, body *params) (hotelPlace, error) {
	const help = "travel hotels search --help"
	text = strings.TrimSpace(text)
	lat, lng, point := strings.Cut(text, ",")
	switch {
	case point && isDecimal(lat) && isDecimal(lng):
		if err := body.set("lat", "LAT", strings.TrimSpace(lat)); err != nil {
			return hotelPlace{}, err
		}
		if err := body.set("lng", "LNG", strings.TrimSpace(lng)); err != nil {
			return hotelPlace{}, err
		}
		return hotelPlace{lat: body.Text("lat"), lng: body.Text("lng")}, nil
	case body.Has("radius"):
		return hotelPlace{}, misuse{Text: "--radius is around a point; give PLACE as LAT,LNG, such as 38.71,-9.14", Next: help}
	case namesHotel(text), a.listedHotel(text):
		hotel, err := a.pickHotel("PLACE", text, help)
		if err != nil {
			return hotelPlace{}, err
		}
		place := hotelPlace{hotelID: hotel.id, name: hotel.name}
		if hotel.row > 0 {
			place.list = &hotel.about
		}
		return place, body.set("hotelId", "PLACE", strconv.FormatInt(hotel.id, 10))
	}
	return hotelPlace{}, a.checkPlace("PLACE", text)
}

// isDecimal tells a number, as in coordinates, from a name.
func isDecimal(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// resolveCity turns a code or a name into a city. An airport stands for the
// city it serves. When several places match, the traveler chooses.
func (a *app) resolveCity(ctx context.Context, client *apiclient.Client, label, text string) (hotelPlace, error) {
	text = strings.TrimSpace(text)
	answer, err := client.GetPlaces(ctx, &apiclient.GetPlacesParams{
		Query: text,
		Types: []apiclient.PlaceType{apiclient.PlaceTypeCity, apiclient.PlaceTypeAirport},
	})
	if err != nil {
		return hotelPlace{}, fmt.Errorf("look up %s: %w", quoteArg(text), err)
	}
	if isCode(text) {
		return cityOfCode(strings.ToUpper(text), answer.Value.Results), nil
	}
	cities := withCities(answer.Value.Results)
	switch {
	case len(cities) == 0:
		return hotelPlace{}, choiceError{
			Text: fmt.Sprintf("%s %s matches no city", label, quoteArg(text)),
			Next: "another spelling, the nearest big city, or: travel places search " + shellQuote(text),
		}
	case !answer.Value.Metadata.HasAmbiguity:
		return hotelPlace{cityCode: *cities[0].Code, name: cities[0].Name}, nil
	}
	city, err := a.choosePlace(ctx, question{label: label, text: text, places: cities})
	return hotelPlace{cityCode: city.code, name: city.name}, err
}

// cityOfCode finds the city that a code names, or that its airport serves. A
// code that the answer does not hold is left to the service.
func cityOfCode(code string, places []apiclient.Place) hotelPlace {
	found := hotelPlace{cityCode: code}
	for _, p := range places {
		if p.Code == nil || !strings.EqualFold(*p.Code, code) {
			continue
		}
		if p.Type == apiclient.PlaceTypeCity {
			return hotelPlace{cityCode: code, name: p.Name}
		}
		if p.CityCode != nil && isCode(*p.CityCode) {
			found = hotelPlace{cityCode: strings.ToUpper(*p.CityCode)}
		}
	}
	return found
}

// withCities turns places into the cities they belong to, each once, under the
// city's own name where it is among them.
func withCities(all []apiclient.Place) []apiclient.Place {
	var found []apiclient.Place
	for _, p := range all {
		code := p.CityCode
		if p.Type == apiclient.PlaceTypeCity && p.Code != nil {
			code = p.Code
		}
		if code == nil || !isCode(*code) {
			continue
		}
		p.Code = new(strings.ToUpper(*code))
		at := slices.IndexFunc(found, func(f apiclient.Place) bool { return *f.Code == *p.Code })
		switch {
		case at < 0:
			found = append(found, p)
		case p.Type == apiclient.PlaceTypeCity && found[at].Type != p.Type:
			found[at] = p
		}
	}
	return found
}

// into fills the destination of a create.
func (p hotelPlace) into(r *apiclient.HotelSearchRequest) {
	switch {
	case p.hotelID != 0:
		r.HotelID = &p.hotelID
	case p.lat != "":
		r.Lat, r.Lng = new(json.Number(p.lat)), new(json.Number(p.lng))
	default:
		r.CityCode = &p.cityCode
	}
}
