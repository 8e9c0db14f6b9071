package hotels

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/hotelview"
)

func TestASearchIsNamedByWhatIsKnownOfIt(t *testing.T) {
	city := &apiclient.HotelResults{Results: []apiclient.HotelCard{{Name: "Sample House", CityName: new("Lisboa")}}}
	for want, asked := range map[string]query.Stay{
		"Lisbon LIS":                    {City: "LIS", Name: "Lisbon"},
		"Lisboa":                        {City: "LIS"},
		"Sample House":                  {HotelID: 17},
		"Within 10 km of 38.7,-9.1":     {Lat: "38.7", Lng: "-9.1"},
		"Within 2.5 km of -33.92,18.42": {Lat: "-33.92", Lng: "18.42", Radius: "2.5"},
	} {
		if got := placeWords(asked, city); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWhatAListDoesNotSayOfACohortIsTooLittle(t *testing.T) {
	row := recall.Row{N: 1, Hotel: &recall.Hotel{Cohorts: map[string]recall.Score{"couple": {Value: "9", Count: "12"}}}}
	if diff := cmp.Diff(&hotelview.Score{Value: "9", Count: "12"}, listedScore(row, apiclient.GuestCohortCouple)); diff != "" {
		t.Errorf("couples: -want +got\n%s", diff)
	}
	if s := listedScore(row, apiclient.GuestCohortSolo); s != nil {
		t.Errorf("solo travelers say %+v, and nothing was sent of them", s)
	}
}
