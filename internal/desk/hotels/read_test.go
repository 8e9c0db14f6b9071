package hotels

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
)

// What a list says of a hotel is kept as it was sent, and what it does not say is not there.
func TestWhatAListSaysOfAHotelIsKept(t *testing.T) {
	number := func(s string) *json.Number { return new(json.Number(s)) }
	row := hotelRow(3, apiclient.HotelCard{
		HotelID: 17, Name: "Sample House", PageURL: "https://site.example/hotel/17", Refundable: apiclient.RefundableWitnessUnknown,
		Review:             &apiclient.Review{Score: "8.70", Count: "1204"},
		ReviewsByGuestType: &apiclient.ReviewsByGuestType{Couple: &apiclient.Review{Score: "9", Count: "12"}},
		Price:              apiclient.HotelPrice{AmountPerNight: "142.00", TotalUsd: "461.20", Currency: "EUR", LocalTaxPerNight: number("4.50"), TaxAmountPerNight: number("1")},
	})
	want := recall.Row{
		N: 3, Offer: offer.Offer{ID: "17", Label: "Sample House", Price: offer.Money{Amount: "142.00", Currency: "EUR"},
			Hotel: &offer.Hotel{
				Page: "https://site.example/hotel/17", Stay: "461.20", StayIn: "USD", AllIn: "147.5",
				Score: &offer.Score{Value: "8.70", Count: "1204"}, Cohorts: map[string]offer.Score{"couple": {Value: "9", Count: "12"}},
			}},
	}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	facts := map[string]string{
		"page": "https://site.example/hotel/17", "night": "142.00", "currency": "EUR", "stay": "461.20", "stay currency": "USD", "allIn": "147.5",
		"free cancellation": "not seen", "score": "8.70/1204", "score of couple": "9/12",
	}
	if diff := cmp.Diff(facts, said(row)); diff != "" {
		t.Errorf("for a program: -want +got\n%s", diff)
	}
}
