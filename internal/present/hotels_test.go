package present

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/hotelview"
)

func TestASearchIsNamedByWhatIsKnownOfIt(t *testing.T) {
	city := &apiclient.HotelResults{Results: []apiclient.HotelCard{{Name: "Sample House", CityName: new("Lisboa")}}}
	for want, asked := range map[string]query.Stay{
		"Lisbon LIS":                      {City: "LIS", Name: "Lisbon"},
		"Lisboa LIS":                      {City: "LIS"},
		"Lisboa":                          {},
		"Sample Field LIX, in Lisboa LIS": {City: "LIS", Spot: query.Spot{Code: "LIX", Name: "Sample Field"}},
		"Sample House":                    {HotelID: 17},
		"Within 10 km of 38.7,-9.1":       {Lat: "38.7", Lng: "-9.1"},
		"Within 2.5 km of -33.92,18.42":   {Lat: "-33.92", Lng: "18.42", Radius: "2.5"},
	} {
		if got := PlaceWords(asked, city); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestWhatAListDoesNotSayOfACohortIsTooLittle(t *testing.T) {
	row := recall.Row{N: 1, Offer: offer.Offer{Hotel: &offer.Hotel{Cohorts: map[string]offer.Score{"couple": {Value: "9", Count: "12"}}}}}
	if diff := cmp.Diff(&hotelview.Score{Value: "9", Count: "12"}, listedScore(row, apiclient.GuestCohortCouple)); diff != "" {
		t.Errorf("couples: -want +got\n%s", diff)
	}
	if s := listedScore(row, apiclient.GuestCohortSolo); s != nil {
		t.Errorf("solo travelers say %+v, and nothing was sent of them", s)
	}
}

func TestEveryOrderOfHotelsHasItsWords(t *testing.T) {
	op, _ := api.Find("getHotelSearchResults")
	sort, _ := op.Param("sort")
	for _, word := range append(sort.Enum, "") {
		read := ask.New("getHotelSearchResults", nil)
		for wire, value := range map[string]string{"sort": word, "guest-type": "couple"} {
			read.SetDefault(wire, "--"+wire, value)
		}
		if err := read.Err(); err != nil {
			t.Fatal(err)
		}
		if HotelOrder(read) == "" {
			t.Errorf("nothing says what --sort %q sorts by", word)
		}
	}
}
