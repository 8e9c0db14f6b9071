package desk

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
)

// Typed values and their text are one: both are kept, checked and sent alike.
func TestValuesAndTextAreKeptAlike(t *testing.T) {
	typed, read := NewParams("getFlightSearchResults"), NewParams("getFlightSearchResults")
	for _, err := range []error{
		typed.Set("stops", 0, 1), typed.Set("max-price", json.Number("412.50")), typed.Set("min-price", 7),
		typed.Set("same-airline", false), typed.Set("airlines", "EK", "BA"), typed.Set("page", int64(2)),
		read.SetText("stops", "0"), read.SetText("stops", "1"), read.SetText("max-price", "412.50"), read.SetText("min-price", "7"),
		read.SetText("same-airline", "no"), read.SetText("airlines", "EK, BA"), read.SetText("page", "2"),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	want := apiclient.GetFlightSearchResultsParams{
		Stops: []int{0, 1}, MaxPrice: new(json.Number("412.50")), MinPrice: new(json.Number("7")),
		SameAirline: new(apiclient.BooleanFlagFalse), Airlines: []string{"EK", "BA"}, Page: new(2),
	}
	for name, p := range map[string]Params{"typed": typed, "text": read} {
		if diff := cmp.Diff(want, Request[apiclient.GetFlightSearchResultsParams](p)); diff != "" {
			t.Errorf("%s, -want +got:\n%s", name, diff)
		}
		if got := p.Int("page"); got != 2 || p.Int("pageSize") != 0 {
			t.Errorf("%s: page %d", name, got)
		}
		if diff := cmp.Diff([]string{"page", "stops", "airlines", "same-airline", "min-price", "max-price"}, p.Names(), cmpUnordered); diff != "" {
			t.Errorf("%s, names, -want +got:\n%s", name, diff)
		}
	}
}

// cmpUnordered compares lists of names as sets.
var cmpUnordered = cmp.Transformer("set", func(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
})

// A value of another type or beyond a limit is refused, with the name, what was
// given and what is accepted, and changes nothing.
func TestAValueThatDoesNotFitIsRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []any
		want   ParamError
	}{
		{"page", []any{0}, ParamError{"page", "0", "a whole number from 1 to 100"}},
		{"page", []any{"1"}, ParamError{"page", "1", "a whole number from 1 to 100"}},
		{"page", []any{1, 2}, ParamError{"page", "1 2", "one value"}},
		{"page", nil, ParamError{"page", "", "a whole number from 1 to 100"}},
		{"same-airline", []any{"true"}, ParamError{"same-airline", "true", "true or false"}},
		{"max-price", []any{json.Number("NaN")}, ParamError{"max-price", "NaN", "a number of 0 or more"}},
		{"sort", []any{"PRICE_ASC"}, ParamError{Name: "sort", Given: "PRICE_ASC"}},
		{"stops", []any{1, -1}, ParamError{"stops", "-1", "a whole number of 0 or more, one or more with commas between"}},
		{"airlines", []any{"\xff"}, ParamError{Name: "airlines", Given: "\xff"}},
	} {
		p := NewParams("getFlightSearchResults")
		err := p.Set(tt.name, tt.values...)
		got, ok := errors.AsType[*ParamError](err)
		if !ok || p.Has(tt.name) {
			t.Errorf("%s %v: %v", tt.name, tt.values, err)
			continue
		}
		if tt.want.Want == "" {
			tt.want.Want = got.Want
		}
		if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("%s %v, -want +got:\n%s", tt.name, tt.values, diff)
		}
	}
	if err := NewParams("getHealth").Set("page", 1); err == nil {
		t.Error("a parameter of another operation was taken")
	}
	p := NewParams("createFlightSearch")
	for _, day := range []string{"2026-02-30", "tomorrow", "2026-1-1"} {
		if err := p.SetText("fromDate", day); err == nil {
			t.Errorf("the day %s was taken", day)
		}
	}
}

// A copy and its original do not see what is given to the other.
func TestACopyStandsAlone(t *testing.T) {
	p := NewParams("getFlightSearchResults")
	// Twice, so that the list has room behind its end.
	if err := errors.Join(p.SetText("airlines", "EK,LH,AF"), p.SetText("airlines", "TP")); err != nil {
		t.Fatal(err)
	}
	one, two := p.Clone(), p.Clone()
	if err := errors.Join(one.SetText("airlines", "BA"), two.SetText("airlines", "QR")); err != nil {
		t.Fatal(err)
	}
	two.Unset("page")
	if err := errors.Join(one.SetDefault("airlines", "XX"), one.SetDefault("cabin", "economy"), one.SetDefault("page", 3)); err != nil || one.Int("page") != 3 {
		t.Errorf("page %d, %v", one.Int("page"), err)
	}
	p.Unset("airlines")
	got := fmt.Sprint(p.Texts("airlines"), one.Texts("airlines"), two.Texts("airlines"))
	if got != "[] [EK LH AF TP BA] [EK LH AF TP QR]" || p.Has("airlines") {
		t.Error(got)
	}
}

// requests are the generated structs that operations take, by operationId.
var requests = map[string]func(Params) any{
	"submitFeedback":          request[apiclient.Feedback],
	"getPlaces":               request[apiclient.GetPlacesParams],
	"getNearbyPlaces":         request[apiclient.GetNearbyPlacesParams],
	"getCountryHolidays":      request[apiclient.GetCountryHolidaysParams],
	"getVisaFreeDestinations": request[apiclient.GetVisaFreeDestinationsParams],
	"createFlightSearch":      request[apiclient.FlightSearchRequest],
	"getFlightSearchResults":  request[apiclient.GetFlightSearchResultsParams],
	"getFlightTrip":           request[apiclient.GetFlightTripParams],
	"getTripExperience":       request[apiclient.GetTripExperienceParams],
	"getFareOptions":          request[apiclient.GetFareOptionsParams],
	"getFareBookingLink":      request[apiclient.GetFareBookingLinkParams],
	"getFlightSearchLink":     request[apiclient.GetFlightSearchLinkParams],
	"getFlightSchedules":      request[apiclient.GetFlightSchedulesParams],
	"createHotelSearch":       request[apiclient.HotelSearchRequest],
	"getHotelSearchResults":   request[apiclient.GetHotelSearchResultsParams],
	"getHotelSearchLink":      request[apiclient.GetHotelSearchLinkParams],
	"getHotel":                request[apiclient.GetHotelParams],
	"getHotelRates":           request[apiclient.GetHotelRatesParams],
	"getHotelRateBookingLink": request[apiclient.GetHotelRateBookingLinkParams],
	"getHotelReviews":         request[apiclient.GetHotelReviewsParams],
}

func request[T any](p Params) any { return Request[T](p) }

// Every parameter of the table has a member in the request of its operation, and
// every member is filled.
func TestEveryParameterFillsItsMember(t *testing.T) {
	for i := range api.Operations {
		op := &api.Operations[i]
		p, members := NewParams(op.ID), 0
		for _, param := range op.Params {
			if param.In == api.InPath {
				continue
			}
			members++
			var value any = "x"
			switch param.Kind {
			case api.Integer:
				value = int64(7)
			case api.Number:
				value = json.Number("7.5")
			case api.Boolean:
				value = true
			}
			p.values[param.Name] = []any{value} // whatever its pattern
		}
		filledBy, ok := requests[op.ID]
		if !ok {
			if members > 0 {
				t.Errorf("%s has no request", op.ID)
			}
			continue
		}
		filled := reflect.ValueOf(filledBy(p))
		if filled.NumField() != members {
			t.Errorf("%s: %d members, %d parameters", op.ID, filled.NumField(), members)
		}
		for field, member := range filled.Fields() {
			if member.IsZero() {
				t.Errorf("%s: %s is not filled", op.ID, field.Name)
			}
		}
	}
}
