package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Hotel is the hotel that an argument names, with its row and list if it has them. A hotel given by id may have only the
// id.
type Hotel struct{ desk.Pick }

// Listed reports whether the hotel is in a list.
func (h Hotel) Listed() bool { return h.Row.ID != "" }

// Title returns the name of the hotel, or its id.
func (h Hotel) Title() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return "hotel " + h.ID
}

// Heading returns the title for the beginning of a line. A name stays as the service writes it.
func (h Hotel) Heading() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return words.UpperFirst(h.Title())
}

// namesHotel reports whether an argument is a row number, a hotel id or a kept hotel.
func namesHotel(text string) bool {
	if strings.HasPrefix(text, kept.Prefix) {
		return true
	}
	_, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimPrefix(text, "hotel:"), query.HotelIDPrefix), 10, 64)
	return err == nil
}

// Pick finds the hotel of a row number, an id or a listed name. label is the name of the argument in errors. It sends
// nothing.
func Pick(d *desk.Desk, label, text string) (Hotel, error) {
	p, err := d.Pick(desk.Argument{Kind: recall.Hotels, Label: label, Text: text})
	return Hotel{p}, err
}

// where is the place of a hotel search.
type where struct {
	stay query.Stay  // the place alone; none for a city that has to be looked up
	list recall.List // that a hotel was picked from by its row, else zero
}

// readPlace reads PLACE as far as that needs no request. A city is left to be looked up.
func readPlace(d *desk.Desk, text string, q *ask.Values) (where, error) {
	text = strings.TrimSpace(text)
	lat, lng, point := places.CutPoint(text)
	list, _, _ := d.Lists().Latest(recall.Hotels) // of a list that cannot be read, no name is known
	listed, _ := desk.Named(list, text)           // a part of a name is not enough where text may be a city
	switch {
	case point:
		if err := q.Set("lat", "LAT", lat); err != nil {
			return where{}, atPlace("LAT", err)
		}
		if err := q.Set("lng", "LNG", lng); err != nil {
			return where{}, atPlace("LNG", err)
		}
		return where{stay: query.Stay{Lat: q.Text("lat"), Lng: q.Text("lng")}}, nil
	case q.Has("radius"):
		return where{}, problem.Usagef("--radius is around a point; give PLACE as LAT,LNG, such as 38.71,-9.14")
	case namesHotel(text), len(listed) == 1:
		hotel, err := Pick(d, "PLACE", text)
		if err != nil {
			return where{}, atPlace("PLACE", err)
		}
		place := where{stay: query.Stay{HotelID: hotel.HotelID(), Name: hotel.Row.Label}, list: hotel.List}
		q.GivenAs("hotelId", text)
		q.SetTyped("hotelId", hotel.HotelID())
		return place, nil
	}
	if err := places.Check(d, "PLACE", text); err != nil {
		return where{}, atPlace("PLACE", err)
	}
	return where{}, nil
}

// settle resolves the locale and looks up the city of a place that needs it. It puts all of them into the request, and
// the terms into the parameters of its reads, too. The city is zero for a point or a hotel.
func (w *where) settle(
	ctx context.Context, d *desk.Desk, typed string, q, reads *ask.Values,
) (locale desk.Locale, city places.Place, err error) {
	if locale, err = d.Resolve(ctx, q, desk.LocaleOf(w.list.Terms)); err != nil {
		return locale, city, err
	}
	if !w.stay.Placed() {
		if city, err = places.At(d, locale).City(ctx, "PLACE", typed); err != nil {
			return locale, city, atPlace("PLACE", err)
		}
		w.stay = stayIn(city, q, typed)
	}
	reads.Repeat(q)
	switch place := w.stay; {
	case place.HotelID > 0:
		q.SetTyped("hotelId", place.HotelID)
	case place.City != "":
		q.SetTyped("cityCode", place.City)
	case !q.Has("lat"): // else it is a point as it was typed
		q.SetTyped("lat", place.Lat)
		q.SetTyped("lng", place.Lng)
	}
	return locale, city, cmp.Or(reads.Err(), q.Err())
}

// atPlace marks an error as one about the place, which the text of the error calls by the label.
func atPlace(label string, err error) error {
	return problem.FieldError{Err: err, Wire: "place", Label: label}
}

// argument is what errors call the argument for a hotel.
const argument = "HOTEL"

// NamedRequest asks for the hotel that an argument names.
type NamedRequest struct {
	Text   string // as typed
	Query  *ask.Values
	Agreed bool // to the search that a name may take
}

// Find finds the hotel of an argument, as Pick does. A hotel that is in no list is found by its whole name: the
// service gives its location, and a search around that point gives its id. This uses one of the traveler's
// searches, so Find asks first. It replaces the last list of hotels.
func Find(ctx context.Context, d *desk.Desk, r *NamedRequest) (Hotel, error) {
	hotel, err := Pick(d, argument, r.Text)
	name := utf8.ValidString(r.Text) && len(words.Fold(r.Text)) >= leastTyped && len([]rune(r.Text)) <= mostTyped
	if !errors.Is(err, desk.ErrUnlisted) || !name {
		return hotel, err
	}
	row, err := r.row(ctx, d)
	if err != nil {
		return Hotel{}, err
	}
	hotel, err = r.around(ctx, d, row)
	hotel.Typed = r.Text
	return hotel, err
}

// leastTyped is how long a hotel's name is at least, in bytes without accents: a letter is a slip.
// mostTyped is how long it may be, by the contract's query of getPlaces, in characters.
const (
	leastTyped = 2
	mostTyped  = 100
)

// row looks up the hotel with that name.
func (r *NamedRequest) row(ctx context.Context, d *desk.Desk) (apiclient.Place, error) {
	answer, err := d.Client().GetPlaces(ctx, &apiclient.GetPlacesParams{Query: r.Text, Types: []apiclient.PlaceType{apiclient.PlaceTypeHotel}})
	if err != nil {
		return apiclient.Place{}, fmt.Errorf("look up %s: %w", words.Quote(r.Text), err)
	}
	rows := slices.DeleteFunc(answer.Value.Results, func(p apiclient.Place) bool { return p.Type != apiclient.PlaceTypeHotel })
	called := slices.DeleteFunc(slices.Clone(rows), func(p apiclient.Place) bool { return !places.Called(p, r.Text) })
	switch {
	case len(called) == 1 && !answer.Value.Metadata.HasAmbiguity:
		return called[0], nil
	case len(called) == 0:
		return apiclient.Place{}, r.unknown("no hotel is called "+words.Quote(r.Text), rows)
	}
	several := problem.ChoiceError{Text: fmt.Sprintf("%s %s is several hotels", argument, words.Quote(r.Text)), Typed: r.Text}
	for _, p := range called {
		several.Candidates = append(several.Candidates, problem.Candidate{ID: places.Typed(p), Label: p.Name})
	}
	several.Hint = "give the name with its city, such as " + words.Shell(several.Candidates[0].ID)
	return apiclient.Place{}, several
}

// unknown returns the error for a name that no hotel has, with similar names.
func (r *NamedRequest) unknown(text string, near []apiclient.Place) error {
	e := problem.ChoiceError{
		Text: text, Hint: "name its city too, as in " + words.Quote("Hotel name, Lisbon"),
		Then: problem.Ways(problem.Do("or find it in a list", "createHotelSearch", "PLACE", "CHECKIN", "CHECKOUT")),
	}
	var names []string
	for _, p := range near[:min(len(near), 5)] {
		names = append(names, places.Typed(p))
		e.Candidates = append(e.Candidates, problem.Candidate{ID: places.Typed(p), Label: p.Name})
	}
	if len(names) > 0 {
		e.Hint, e.Then = "give the name as a whole, such as "+words.Shell(names[0]), nil
		e.Text += "; near by name: " + strings.Join(names, "; ")
	}
	return problem.Error{Class: problem.NotFound, Hint: e.Hint, Then: e.Then, Err: e}
}

// around finds the id of a hotel: in the last list, if that is of its city, or else by a search around it.
func (r *NamedRequest) around(ctx context.Context, d *desk.Desk, row apiclient.Place) (Hotel, error) {
	name := places.ShortName(row)
	last, _, _ := d.Lists().Latest(recall.Hotels)
	at, stands := places.PointOf(row)
	covers := false // whether the last search was made for its city, or within a kilometer of it
	if asked := last.Asked(); asked.City != "" {
		covers = asked.City == words.Stated(row.CityCode)
	} else if from, known := places.PointAt(new(json.Number(asked.Lat)), new(json.Number(asked.Lng))); known && stands {
		covers = from.Kilometres(at) <= 1
	}
	if exact, _ := desk.Named(last, name); len(exact) == 1 && covers {
		return Hotel{desk.PickOf(last, exact[0])}, nil
	}
	if !stands {
		return Hotel{}, r.unknown("the service does not say where "+name+" stands, so its id cannot be found", nil)
	}
	cost := name + " is in no list of yours: a search around it finds its id, which spends one of your searches" + d.LeftFor(ctx, desk.HotelSearches)
	if r.Agreed {
		d.Report.Spending(words.UpperFirst(cost) + ".")
	} else {
		left := problem.ChoiceError{Text: cost, Then: problem.Ways(problem.Step{Why: "to agree to it"}.Set("yes"))}
		if err := d.Agree(ctx, words.UpperFirst(cost)+". Go on?", left); err != nil {
			return Hotel{}, err
		}
	}
	list, err := r.search(ctx, d, row, last.Asked())
	if err != nil {
		return Hotel{}, err
	}
	if exact, _ := desk.Named(list, name); len(exact) == 1 {
		return Hotel{desk.PickOf(list, exact[0])}, nil
	}
	return Hotel{}, problem.ChoiceError{
		Text: "no single hotel of the search around it is called " + words.Quote(name),
		Then: problem.Ways(problem.Do("give the number of one", "getHotelSearchResults")),
	}
}

// search makes a search around a hotel, with the days and guests of the last list, or for a night a month ahead. It
// returns the list of all hotels there.
func (r *NamedRequest) search(ctx context.Context, d *desk.Desk, row apiclient.Place, asked query.Stay) (recall.List, error) {
	q := ask.New("createHotelSearch", r.Query.Days())
	day := d.Now().AddDate(0, 0, 30)
	in, out := day.Format(ask.ISO), day.AddDate(0, 0, 1).Format(ask.ISO)
	if asked.CheckIn != "" && query.CheckStay(d.Now(), asked.CheckIn, asked.CheckOut) == nil {
		in, out = asked.CheckIn, asked.CheckOut
	}
	q.SetTyped("checkIn", in)
	q.SetTyped("checkOut", out)
	q.SetTyped("radius", 1)
	fillGuests(q, asked)
	if _, err := d.Resolve(ctx, q, desk.LocaleOf(asked.Terms)); err != nil {
		return recall.List{}, err
	}
	view := desk.View{Query: ask.New("getHotelSearchResults", r.Query.Days()), Life: desk.Life{Wait: search.DefaultBudget}}
	view.Pages = desk.PagesOf(view.Query.Op())
	view.Pages.All = true
	point := words.Decimal(row.Latitude) + "," + words.Decimal(row.Longitude)
	made, err := Create(ctx, d, &SearchRequest{Place: point, Query: q, View: view})
	if err != nil {
		return recall.List{}, err
	}
	made.List.Stay.Name = "Around " + places.ShortName(row)
	found, err := Subject().Follow(ctx, d, made, made.View)
	if len(found.Bodies) == 0 {
		return recall.List{}, cmp.Or(err, errors.New("nothing came in"))
	}
	return hotelRows(found.Value, found.List, found.Locale), err
}
