package search

import (
	"slices"
	"testing"

	"travel.example/travel/internal/apiclient"
)

// The three forms in which the service tells of a trip give one print.
func TestACardAndItsTripAreTheSame(t *testing.T) {
	card := CardItinerary(apiclient.TripCard{Legs: []apiclient.CardLeg{{
		From: "DXB", To: "LHR", DepartsAt: "2026-12-25T06:45:00+04:00", ArrivesAt: "2026-12-25T14:20:00Z",
		Airlines: []apiclient.AirlineIdentity{{Code: "SA"}, {Code: "EX"}}, Via: []string{"AMM"},
		TransportTypes: []apiclient.TransportType{"TRAIN", "FLIGHT"},
	}}})
	detail := DetailItinerary(apiclient.TripDetail{Legs: []apiclient.DetailLeg{{
		From: apiclient.Airport{Code: "DXB"}, To: apiclient.Airport{Code: "LHR"},
		DepartsAt: "2026-12-25T06:45:00+04:00", ArrivesAt: "2026-12-25T14:20:00Z",
		Segments: []apiclient.DetailSegment{
			{Airline: apiclient.AirlineIdentity{Code: "EX"}, FlightNumber: "613", TransportType: "FLIGHT"},
			{Airline: apiclient.AirlineIdentity{Code: "SA"}, FlightNumber: "9", TransportType: "TRAIN"},
		},
	}}})
	if !card.Same(detail) || !detail.Numbered() || card.Numbered() {
		t.Errorf("card %+v, trip %+v", card, detail)
	}
	if want := []string{"EX 613", "SA 9"}; !slices.Equal(detail[0].Numbers, want) {
		t.Errorf("numbers %v, want %v", detail[0].Numbers, want)
	}
}

// An option is the same only with the same name and terms.
func TestOptionsAreNotTakenForEachOther(t *testing.T) {
	option := PrintOption(apiclient.FareOption{Name: "Lite", Refundable: true, Penalties: []apiclient.Penalty{{Type: "change", Policy: "fee"}}})
	for _, other := range []apiclient.FareOption{
		{Name: "Flex", Refundable: true, Penalties: []apiclient.Penalty{{Type: "change", Policy: "fee"}}},
		{Name: "Lite", Penalties: []apiclient.Penalty{{Type: "change", Policy: "fee"}}},
		{Name: "Lite", Refundable: true, Penalties: []apiclient.Penalty{{Type: "change", Policy: "free"}}},
		{Name: "Lite", Refundable: true, Exchangeable: true, Penalties: []apiclient.Penalty{{Type: "change", Policy: "fee"}}},
		{Name: "Lite", Refundable: true, Baggage: apiclient.Baggage{Checked: new("23 kg")}, Penalties: []apiclient.Penalty{{Type: "change", Policy: "fee"}}},
	} {
		if option.Same(PrintOption(other)) {
			t.Errorf("%+v is taken for %+v", PrintOption(other), option)
		}
	}
}
