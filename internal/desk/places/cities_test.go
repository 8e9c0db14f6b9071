package places

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
)

func TestAnAirportStandsForItsCity(t *testing.T) {
	code := func(s string) *string { return &s }
	all := []apiclient.Place{
		{Name: "Heathrow", Type: apiclient.PlaceTypeAirport, Code: code("LHR"), CityCode: code("lon")},
		{Name: "London", Type: apiclient.PlaceTypeCity, Code: code("LON")},
		{Name: "Gatwick", Type: apiclient.PlaceTypeAirport, Code: code("LGW"), CityCode: code("LON")},
		{Name: "Nowhere", Type: apiclient.PlaceTypeAirport, Code: code("NOW")},
	}
	for text, want := range map[string]Place{
		"LHR": {Code: "LON"},
		"LON": {Code: "LON", City: true, Name: "London"},
		"NOW": {Code: "NOW"},
		"XXX": {Code: "XXX"},
	} {
		if got := cityOfCode(text, all); got != want {
			t.Errorf("%s is %+v, want %+v", text, got, want)
		}
	}
	var found []string
	for _, p := range withCities(all) {
		found = append(found, *p.Code+" "+p.Name)
	}
	if diff := cmp.Diff([]string{"LON London"}, found); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
