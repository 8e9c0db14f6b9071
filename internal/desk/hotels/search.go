// Package hotels is what a traveler can do with hotels: search and follow, read their rates and
// reviews, open and compare them, hand over to where a rate is booked, and search again for what has
// expired.
package hotels

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// View is how a list of hotels is read, by getHotelSearchResults.
type View = desk.View

// Found is what a search was found to hold.
type Found = desk.Found[*apiclient.HotelResults]

// SearchRequest is a hotel search to make. Place is a city by name or code, a point as LAT,LNG, or
// one hotel: its id, or its number or whole name in the last list.
type SearchRequest struct {
	Place string
	Query *ask.Values // of createHotelSearch, without the place
	View  View
}

// Asked is what is asked for, with the contract's defaults filled in and its place as it was typed.
func (r *SearchRequest) Asked() query.Stay {
	asked := linkedStay(r.Query)
	asked.City = r.Place
	asked.Terms = query.Terms{Currency: r.Query.Text("currency"), Locale: r.Query.Text("locale"), SiteCode: r.Query.Text("siteCode")}
	return asked
}

// check finds every mistake that can be known before a request, and sorts out the place as far as
// that needs none.
func (r *SearchRequest) check(d *desk.Desk) (where, error) {
	if err := query.CheckStay(d.Now(), r.Query.Text("checkIn"), r.Query.Text("checkOut")); err != nil {
		return where{}, err
	}
	if err := r.View.Pages.Apply(r.View.Query); err != nil {
		return where{}, err
	}
	if err := CheckView(r.View.Query); err != nil {
		return where{}, err
	}
	place, err := readPlace(d, r.Place, r.Query)
	if err != nil {
		return where{}, err
	}
	if err := fillGuests(r.Query, place.list.Asked()); err != nil {
		return where{}, err
	}
	if err := checkNearest(r.View, place.stay); err != nil {
		return where{}, err
	}
	return place, checkGuests(r.Query)
}

// Check finds every mistake that can be known before a request.
func Check(d *desk.Desk, r *SearchRequest) error {
	_, err := r.check(d)
	return err
}

// Create makes a search, once, and keeps it. It spends one of the traveler's searches. Every mistake
// that can be known before is a usage error, and nothing is sent then.
func Create(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Made, error) {
	ready, err := Prepare(ctx, d, r)
	if err != nil {
		return desk.Made{}, err
	}
	return ready.Search(ctx)
}

// Prepare checks a search and resolves its place. No search is made yet.
func Prepare(ctx context.Context, d *desk.Desk, r *SearchRequest) (desk.Ready, error) {
	var none desk.Ready
	view := r.View.Kept()
	place, err := r.check(d)
	if err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.Query, desk.LocaleOf(place.list.Terms))
	if err != nil {
		return none, err
	}
	if !place.stay.Placed() {
		city, err := places.At(d, locale).City(ctx, "PLACE", r.Place)
		if err != nil {
			return none, atPlace("PLACE", err)
		}
		place.stay = stayIn(city)
		if err := checkNearest(r.View, place.stay); err != nil {
			return none, err
		}
		givenAs(r.Query, r.Place, place.stay)
	}
	if err := r.View.Query.Repeat(r.Query); err != nil {
		return none, err
	}
	ready, err := prepare(d, recall.List{Kind: recall.Hotels, View: view}, r.Query, place.stay, locale)
	if err != nil {
		return none, err
	}
	keep := ready.Made
	ready.Made = func(created search.Created) desk.Made {
		made := keep(created)
		made.View = r.View
		if r.Query.Number("children") > 0 && !r.Query.Has("childrenAges") {
			made.Warnings = []string{noAges}
		}
		return made
	}
	return ready, nil
}

// create makes a search for a place and keeps it as that list.
func create(ctx context.Context, d *desk.Desk, list recall.List, q *ask.Values, place query.Stay, locale desk.Locale) (desk.Made, error) {
	ready, err := prepare(d, list, q, place, locale)
	if err != nil {
		return desk.Made{}, err
	}
	return ready.Search(ctx)
}

// prepare is a search for a place that is to be kept as that list.
func prepare(d *desk.Desk, list recall.List, q *ask.Values, place query.Stay, locale desk.Locale) (desk.Ready, error) {
	if err := setPlace(q, place); err != nil {
		return desk.Ready{}, err
	}
	request := ask.Request[apiclient.HotelSearchRequest](q)
	if err := d.NeedList(); err != nil {
		return desk.Ready{}, err
	}
	service, err := d.Service()
	if err != nil {
		return desk.Ready{}, err
	}
	return desk.Ready{
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := service.CreateHotels(ctx, request)
			return made, unknownHotel(err)
		},
		Made: func(made search.Created) desk.Made {
			asked := place.For(made.Occupancy)
			asked.CheckIn, asked.CheckOut, asked.Terms = request.CheckIn, request.CheckOut, locale.Terms()
			if request.Radius != nil {
				asked.Radius = request.Radius.String()
			}
			list.Stay, list.Terms = &asked, asked.Terms
			return d.Made(made, called, list, locale, q.Asked())
		},
	}, nil
}

// setPlace puts the place into a request.
func setPlace(q *ask.Values, place query.Stay) error {
	switch {
	case place.HotelID > 0:
		return q.SetTyped("hotelId", place.HotelID)
	case place.City != "":
		return q.SetTyped("cityCode", place.City)
	case q.Has("lat"): // a point as it was typed
		return nil
	}
	if err := q.SetTyped("lat", json.Number(place.Lat)); err != nil {
		return err
	}
	return q.SetTyped("lng", json.Number(place.Lng))
}

// Follow reads a search that was just made.
func Follow(ctx context.Context, d *desk.Desk, made desk.Made, view View) (Found, error) {
	return Subject().Follow(ctx, d, made, view)
}

// ResultsRequest is a search to read again.
type ResultsRequest = desk.ResultsRequest

// Results reads a search again, as [desk.Subject.Results].
func Results(ctx context.Context, d *desk.Desk, r *ResultsRequest) (Found, error) {
	return Subject().Results(ctx, d, r)
}

// noAges says what the service takes children for whose ages were not given.
const noAges = "the children's ages were not given, so each counts as 8 years old; give --children-ages for the real price"

// SetStay reads CHECKIN and CHECKOUT into a request; words for the second count from the first, as
// in +3d or 3 nights.
func SetStay(ctx context.Context, d *desk.Desk, q *ask.Values, typed []string) error {
	return d.SetDays(ctx, q, typed, 2, desk.End{Wire: "checkIn", Label: "CHECKIN"}, desk.End{Wire: "checkOut", Label: "CHECKOUT"})
}

// Who stays where no one says, and how old a child is, by the contract.
const (
	UsualAdults = 2
	usualAge    = 8
)

// checkGuests holds the rules that no single limit can: a room needs an adult, and ages, where they
// are given, are the children's. Ages alone say how many children there are.
func checkGuests(q *ask.Values) error {
	if err := checkRooms(q); err != nil {
		return err
	}
	ages := len(q.Texts("childrenAges"))
	if ages > 0 && !q.Has("children") {
		return q.SetTyped("children", ages)
	}
	if children := q.Number("children"); q.Has("childrenAges") && ages != children {
		return agesError(ages, children)
	}
	return nil
}

func agesError(ages, children int) error {
	return problem.UsageError{
		Text: fmt.Sprintf("--children-ages has %s for --children %d; give one age for each child", words.Counted(ages, "age"), children),
		Wire: "childrenAges", Plain: fmt.Sprintf("there are %s for %s; give one age for each child", words.Counted(ages, "age"), words.Plural(children, "child", "children")),
	}
}

// checkRooms wants an adult in each room.
func checkRooms(q *ask.Values) error {
	adults := UsualAdults
	if q.Has("adults") {
		adults = q.Number("adults")
	}
	if rooms := q.Number("rooms"); rooms > adults {
		return problem.UsageError{
			Text: fmt.Sprintf("--rooms %d is more than --adults %d; each room needs an adult", rooms, adults),
			Wire: "rooms", Plain: "there are more rooms than adults; each room needs an adult",
		}
	}
	return nil
}

// CheckView refuses combinations that the service refuses, or would answer with nothing.
func CheckView(q *ask.Values) error {
	switch judged := ask.JudgedByGuests(q); {
	case q.Has("guest-type") && !judged:
		return problem.UsageError{Text: "--guest-type " + q.Text("guest-type") + " does nothing alone; add --min-guest-rating or --sort guest_rating_desc"}
	case judged && !q.Has("guest-type"):
		which := "--sort guest_rating_desc"
		if q.Has("min-guest-rating") {
			which = "--min-guest-rating"
		}
		return problem.UsageError{Text: which + " needs --guest-type: whose rating is meant, business, couple, family or solo"}
	}
	return q.CheckSpans()
}

// fillGuests takes the guests of a list where the request does not say. Children that were given
// stand without the list's ages.
func fillGuests(q *ask.Values, asked query.Stay) error {
	if asked.Adults == 0 {
		return nil
	}
	if err := q.SetDefault("adults", "--adults", strconv.Itoa(asked.Adults)); err != nil {
		return err
	}
	if err := q.SetDefault("rooms", "--rooms", strconv.Itoa(max(asked.Rooms, 1))); err != nil {
		return err
	}
	if q.Has("children") || len(asked.ChildrenAges) == 0 {
		return nil
	}
	return q.SetDefault("childrenAges", "--children-ages", asked.Ages())
}

// checkLinkedGuests holds the rules of guests on a link: it names the age of every child, none of
// them above 17, and rooms have an adult each.
func checkLinkedGuests(q *ask.Values) error {
	children, ages := q.Number("children"), 0
	if q.Has("childrenAges") {
		for text := range strings.SplitSeq(q.Text("childrenAges"), ",") {
			if age, err := strconv.Atoi(text); err != nil || age > 17 {
				return problem.NotAccepted("--children-ages", text, "ages from 0 to 17, one for each child, with commas between", "")
			}
			ages++
		}
	}
	switch {
	case ages > 8:
		return problem.UsageError{Text: fmt.Sprintf("--children-ages has %d ages; give at most 8, one for each child", ages)}
	case ages > 0 && !q.Has("children"):
		if err := q.SetTyped("children", ages); err != nil {
			return err
		}
	case children > 0 && ages == 0:
		return problem.UsageError{Text: fmt.Sprintf("--children %d needs --children-ages: a link names the age of every child", children)}
	case ages != children:
		return agesError(ages, children)
	}
	return checkRooms(q)
}
