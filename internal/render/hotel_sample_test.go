package render

import (
	"time"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
)

func euro(amount string) offer.Money { return offer.Money{Amount: amount, Currency: "EUR"} }

func sampleStay() hotelview.Stay {
	return hotelview.Stay{CheckIn: time.Date(2026, 12, 11, 0, 0, 0, 0, time.UTC), CheckOut: time.Date(2026, 12, 14, 0, 0, 0, 0, time.UTC), Nights: 3}
}

// sampleHotelList has a hotel with everything, one whose tax comes on top, and one of which little
// is known.
func sampleHotelList() hotelview.HotelList {
	return hotelview.HotelList{
		StayList: hotelview.StayList{
			Place: "Lisbon", Stay: sampleStay(), Context: []string{"2 adults, 1 room", "EUR", "market PT (flag)"}, Status: "complete after 5.2 s",
			Notes: []string{"A remark about the list."}, Next: []string{"travel hotels rates 1", "travel hotels show 1"},
		},
		Total: 212, Order: "Best first, as the service ranks hotels.",
		Rows: []hotelview.HotelRow{
			{
				N: 1, HotelID: 9007199254740991, Name: "Sample Harbour House", Stars: "4", Score: &hotelview.Score{Value: "8.7", Count: "1204"},
				District: "Old Quarter", City: "Lisbon", Distance: "0.62", Seen: true, Refundable: new(euro("450")),
				Price:     hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("142"), Stay: euro("426"), LocalTax: new(euro("4"))}, USD: "497.2"},
				RateTypes: []string{"free_cancellation", "room_only"}, Badges: []string{"best value"}, Lat: "38.7", Lng: "-9.1", Page: "https://site.example/hotel/1",
			},
			{
				N: 2, HotelID: 17, Name: "Casa de Exemplo do São João das Janelas Verdes e Amarelas", Stars: "3", Score: &hotelview.Score{Value: "9", Count: "88"}, City: "Lisbon", Distance: "1.4",
				Price: hotelview.StayPrice{
					StayPrice: offer.StayPrice{
						Night: euro("119.5"), Stay: euro("358.5"), Tax: new(euro("7.17")), TaxInside: new(false), LocalTax: new(euro("0")),
					},
					Deal: &hotelview.StayDeal{Label: "Early offer", Percent: 20, Was: new(euro("149")), Promo: "EARLY"},
				},
			},
			{N: 3, HotelID: 18, Name: "見本ホテル 東京", Price: hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("1010"), Stay: offer.Money{Amount: "3536.51", Currency: "USD"}, Near: true}, USD: "3536.51", Deal: &hotelview.StayDeal{Percent: 5, Was: new(euro("1063"))}}},
		},
	}
}

// samplePriced is the list where price filters make the all-in night matter, and families are
// asked.
func samplePriced() hotelview.HotelList {
	v := sampleHotelList()
	v.AllIn, v.Guests, v.Locale = true, "FAMILIES", "de"
	v.Rows = v.Rows[:2]
	return v
}

func sampleRateList() hotelview.RateList {
	return hotelview.RateList{
		StayList: hotelview.StayList{
			Place: "Sample Harbour House", Stay: sampleStay(), Context: []string{"2 adults, 2 children (aged 4 and 9), 1 room", "EUR"}, Status: "held still after 8.4 s",
			Notes: []string{"A remark about the rates."}, Next: []string{"travel hotels booking-link 4a"},
		},
		Rows: []hotelview.RateRow{
			{
				Ref: "4a", RateID: "S:dbl.ro.nr", Room: "Double Room", Board: "room only", Refundable: grid.No, Cancellation: "non-refundable", Left: "2",
				Price: hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("142"), Stay: euro("426"), Tax: new(euro("8.04")), TaxInside: new(true), LocalTax: new(euro("4"))}},
			},
			{
				Ref: "4b", RateID: "S:dbl.bb.fc", Room: "Double Room with a View of the Harbour and of the Old Quarter", Board: "breakfast included", Refundable: grid.Yes, Cancellation: "free cancellation",
				Price: hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("165.5"), Stay: euro("496.5"), Tax: new(euro("9.36")), LocalTax: new(euro("4"))}},
			},
			{Ref: "4c", RateID: "S:x", Room: "Suite", Refundable: grid.Yes, Cancellation: "until the eve", Left: "12", Price: hotelview.StayPrice{StayPrice: offer.StayPrice{Night: euro("400"), Tax: new(euro("24")), TaxInside: new(false)}}},
		},
	}
}

func sampleHotelView() hotelview.HotelView {
	return hotelview.HotelView{
		HotelID: 392299429, Name: "Sample Harbour House", Kind: "Hotel", Brand: "Sample Houses", Chain: "Sample Stays", Stars: "4",
		Address: []string{"12 Example Street", "Old Quarter", "Lisbon", "Portugal"}, Lat: "38.71323", Lng: "-9.13005", Centre: "0.62", Airport: "7.6",
		About: "A house by the harbour, made up for this test. It stands where nothing stands.\nBreakfast is served until noon.",
		Guests: []hotelview.GuestScore{
			{Who: "all guests", Score: &hotelview.Score{Value: "8.7", Count: "1204"}}, {Who: "couples", Score: &hotelview.Score{Value: "9", Count: "1"}}, {Who: "families", Score: nil}, {Who: "business guests", Score: &hotelview.Score{Value: "0", Count: "12"}},
		},
		Offers: []string{"Free Wi-Fi", "24-hour reception", "Lift", "Wheelchair access", "Outdoor pool", "Breakfast", "Steam room"},
		Badges: []grid.Fact{{Label: "Guests love it", Value: "8.7 of 10 from 1,204 reviews"}, {Label: "Central"}},
		Voices: []hotelview.Voice{{Sentiment: "positive", Text: "The bed was so comfortable that we overslept"}, {Sentiment: "negative", Text: "Noise from the street"}, {Sentiment: "", Text: "We stayed for three nights"}},
		Images: []hotelview.ImageGroup{{Subject: "rooms", Count: 3, First: "https://img.example/rooms-1.svg"}, {Subject: "pool", Count: 2, First: "https://img.example/pool-1.svg"}},
		Page:   "https://site.example/hotel/392299429", Notes: []string{"In the list it was €142 a night."}, Next: []string{"travel hotels rates 1"},
	}
}

func sampleReviewList() hotelview.ReviewList {
	return hotelview.ReviewList{
		Hotel: "Sample Harbour House", First: 11, Count: "2 reviews shown of at least 150.", Notes: []string{`No review mentions "pool".`},
		Next: []string{"travel hotels reviews 1 --page 3"},
		Rows: []hotelview.ReviewRow{
			{
				Rating: "9.2", Title: "Better than expected", Posted: "2026-11-14", Guests: "couple", Country: "PT", Provider: "sample-opinions",
				Pros:  []string{"The station is two minutes away", "A playground just around the corner, and a long sentence that goes on until it has to be broken somewhere"},
				Cons:  []string{"The hob in the kitchen took for ever"},
				Notes: []string{"The nearest shop is open until late"},
			},
			{Rating: "10", Posted: "2026-11-01", Provider: "sample-opinions", Pros: []string{}},
		},
	}
}
