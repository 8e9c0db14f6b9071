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
		"LON": {Code: "LON", City: true, CityCode: "LON", Name: "London"},
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

func TestASuggestionBeginsAsItIsTyped(t *testing.T) {
	for _, test := range []struct {
		s     Suggestion
		typed string
		want  bool
	}{
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "lh", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "LHR", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "heath", true},
		{Suggestion{Typed: "LHR", Name: "London Heathrow"}, "don", false},
		{Suggestion{Typed: "GRU", Name: "São Paulo"}, " sao p", true},
		{Suggestion{Typed: "GRU", Name: "São Paulo"}, "gruu", false},
		{Suggestion{Typed: "QQQ"}, "", true},
		{Suggestion{Typed: "Ouro Preto", Name: "Ouro Preto"}, "pre", true},
		{Suggestion{Typed: "東京", Name: "東京"}, "東", true},
		{Suggestion{Typed: "東京", Name: "東京"}, "e", false},
	} {
		if got := test.s.Begins(test.typed); got != test.want {
			t.Errorf("%q begins %+v: %t", test.typed, test.s, got)
		}
	}
}
