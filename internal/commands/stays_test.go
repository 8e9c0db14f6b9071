package commands

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render/hotelview"
)

func TestAnotherCurrencyIsSaid(t *testing.T) {
	for _, test := range []struct {
		got, asked, list string
		want             []string
	}{
		{"EUR", "EUR", "EUR", nil},
		{"EUR", "EUR", "", nil},
		{"USD", "XTS", "XTS", []string{"prices are in USD: the service did not convert to XTS"}},
		{"USD", "USD", "EUR", []string{"prices are in USD; the list they follow was in EUR"}},
	} {
		if diff := cmp.Diff(test.want, currencyWarnings(test.got, test.asked, test.list)); diff != "" {
			t.Errorf("%+v: -want +got\n%s", test, diff)
		}
	}
}

// What a list says of a hotel is kept as it was sent, and what it does not say
// is not there.
func TestWhatAListSaysOfAHotelIsKept(t *testing.T) {
	number := func(s string) *json.Number { return new(json.Number(s)) }
	card := apiclient.HotelCard{
		HotelID: 17, Name: "Sample House", PageURL: "https://site.example/hotel/17", Refundable: apiclient.RefundableWitnessUnknown,
		Review:             &apiclient.Review{Score: "8.70", Count: "1204"},
		ReviewsByGuestType: &apiclient.ReviewsByGuestType{Couple: &apiclient.Review{Score: "9", Count: "12"}},
		Price:              apiclient.HotelPrice{AmountPerNight: "142.00", Currency: "EUR", LocalTaxPerNight: number("4.50"), TaxAmountPerNight: number("1")},
	}
	want := map[string]string{
		"page": "https://site.example/hotel/17", "night": "142.00", "currency": "EUR", "allIn": "147.5",
		"free cancellation": "not seen", "score": "8.70/1204", "score of couple": "9/12",
	}
	got := hotelRowFacts(card)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff(&hotelview.Score{Value: "9", Count: "12"}, readScore(got["score of couple"])); diff != "" {
		t.Errorf("couples: -want +got\n%s", diff)
	}
	if s := readScore(got["score of solo"]); s != nil {
		t.Errorf("solo travelers say %+v, and nothing was sent of them", s)
	}
}

func TestASearchIsNamedByWhatIsKnownOfIt(t *testing.T) {
	city := &apiclient.HotelResults{Results: []apiclient.HotelCard{{Name: "Sample House", CityName: new("Lisboa")}}}
	for want, about := range map[string]recall.Context{
		"Lisbon":                        {Place: "LIS", PlaceName: "Lisbon"},
		"Lisboa":                        {Place: "LIS"},
		"Sample House":                  {HotelID: 17},
		"Within 10 km of 38.7,-9.1":     {Place: "38.7,-9.1"},
		"Within 2.5 km of -33.92,18.42": {Place: "-33.92,18.42", Radius: "2.5"},
	} {
		if got := placeWords(staysRead{about: about}, city); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestASearchAtHandIsForTheSameStay(t *testing.T) {
	list := recall.Context{CheckIn: "2026-12-11", CheckOut: "2026-12-14", Adults: 2, Rooms: 1, ChildrenAges: []int{4}, SiteCode: "PT", Currency: "EUR"}
	changed := map[string]func(*recall.Context){
		"check-in":  func(c *recall.Context) { c.CheckIn = "2026-12-12" },
		"check-out": func(c *recall.Context) { c.CheckOut = "2026-12-15" },
		"adults":    func(c *recall.Context) { c.Adults = 1 },
		"rooms":     func(c *recall.Context) { c.Rooms = 2 },
		"ages":      func(c *recall.Context) { c.ChildrenAges = []int{5} },
		"market":    func(c *recall.Context) { c.SiteCode = "GB" },
	}
	for name, change := range changed {
		other := list
		change(&other)
		if sameStay(list, other) {
			t.Errorf("another %s is taken for the same stay", name)
		}
	}
	other := list
	other.Currency, other.SearchID = "USD", "S"
	if !sameStay(list, other) {
		t.Error("another currency is only another read of the same stay")
	}
}
