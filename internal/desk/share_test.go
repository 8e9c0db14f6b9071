package desk

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
)

func TestWhatIsSharedSaysWhatItIsAndHowLongItWorks(t *testing.T) {
	what := &Booking{
		Of: OfFlights, From: "LIS", FromName: "Lisbon", To: "MAD", ToName: "Madrid", Start: "2026-12-01",
		Price: offer.Money{Amount: "64", Currency: "EUR"}, AtLeast: true, Covers: "for 1 adult", SeenAt: noon, Locale: "en",
	}
	for name, test := range map[string]struct {
		link Link
		zone int // hours east
		want string
	}{
		"a search": {
			Link{URL: "https://site.example/s", Booking: what}, 0,
			"Flights Lisbon (LIS) to Madrid (MAD), Tue 1 Dec 2026, one way\nFrom €64 for 1 adult, seen on 21 Nov 2026, 12:00 UTC; prices change\nhttps://site.example/s",
		},
		"another zone": {
			Link{URL: "https://site.example/s", Booking: what}, 14,
			"Flights Lisbon (LIS) to Madrid (MAD), Tue 1 Dec 2026, one way\nFrom €64 for 1 adult, seen on 22 Nov 2026, 02:00 UTC+14:00; prices change\nhttps://site.example/s",
		},
		"no price": {
			Link{URL: "https://site.example/s", Booking: &Booking{Of: OfHotels, City: "Lisbon"}}, 0,
			"Hotels in Lisbon\nhttps://site.example/s",
		},
		"what lasts goes before a checkout": {
			Link{URL: "https://site.example/checkout", Life: LinkLife{Created: noon, Lasts: HotelLinkLasts}, Lasting: "https://site.example/hotel", Search: "https://site.example/lis"}, 0,
			"https://site.example/hotel\nAll hotels there for the same days and guests:\nhttps://site.example/lis",
		},
		"only a checkout": {
			Link{URL: "https://site.example/checkout", Life: LinkLife{Created: noon, Lasts: HotelLinkLasts}}, 0,
			"This link works until about 21 Nov 2026, 12:10 UTC only:\nhttps://site.example/checkout",
		},
		"a checkout of unknown age": {
			Link{URL: "https://site.example/checkout", Life: LinkLife{Lasts: HotelLinkLasts}}, 0,
			"This link works for a few minutes only:\nhttps://site.example/checkout",
		},
		"a seller": {
			Link{URL: "https://agency.example/x", Owner: ProviderLink}, 0,
			"The seller's page; how long this link works is not known:\nhttps://agency.example/x",
		},
		"hostile words": {
			Link{URL: "https://site.example/\x1b]0;x\x07", Booking: &Booking{Of: OfHotel, Hotel: "a\x1b[31m\nb\u202e"}}, 0,
			"a b\nhttps://site.example/",
		},
	} {
		now := noon.In(time.FixedZone("", test.zone*3600))
		if diff := cmp.Diff(test.want, test.link.ShareText(now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestTheCheapestOfAListIsOfOneCurrency(t *testing.T) {
	eur := func(amount string) recall.Row {
		return recall.Row{Offer: offer.Offer{Price: offer.Money{Amount: amount, Currency: "EUR"}}}
	}
	rows := []recall.Row{{}, eur("120.5"), {Offer: offer.Offer{Price: offer.Money{Amount: "9", Currency: "USD"}}}, eur("99.95"), eur("100"), {Offer: offer.Offer{Gone: true, Price: offer.Money{Amount: "1", Currency: "EUR"}}}}
	if got := Cheapest(rows); got.Amount != "99.95" {
		t.Errorf("got %+v", got)
	}
	if got := Cheapest(nil); got.Amount != "" {
		t.Errorf("got %+v of nothing", got)
	}
}
