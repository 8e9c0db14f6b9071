package desk

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
)

func TestWhatIsSharedSaysWhatItIsAndHowLongItWorks(t *testing.T) {
	what := Share{What: []string{"Flights Lisbon (LIS) to Madrid (MAD)"}, Price: "From €64 for 1 adult", Seen: noon}
	for name, test := range map[string]struct {
		link Link
		zone int // hours east
		want string
	}{
		"a search": {
			Link{URL: "https://site.example/s", Share: what}, 0,
			"Flights Lisbon (LIS) to Madrid (MAD)\nFrom €64 for 1 adult, seen on 21 Nov 2026, 12:00 UTC; prices change\nhttps://site.example/s",
		},
		"another zone": {
			Link{URL: "https://site.example/s", Share: what}, 14,
			"Flights Lisbon (LIS) to Madrid (MAD)\nFrom €64 for 1 adult, seen on 22 Nov 2026, 02:00 UTC+14:00; prices change\nhttps://site.example/s",
		},
		"no price": {
			Link{URL: "https://site.example/s", Share: Share{What: []string{"Hotels in Lisbon"}}}, 0,
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
			Link{URL: "https://site.example/\x1b]0;x\x07", Share: Share{What: []string{"a\x1b[31m\nb\u202e", ""}}}, 0,
			"a b\nhttps://site.example/",
		},
	} {
		now := noon.In(time.FixedZone("", test.zone*3600))
		if diff := cmp.Diff(test.want, test.link.ShareText(now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestDaysOfTwoYearsAreWrittenOut(t *testing.T) {
	for days, want := range map[[2]string]string{
		{"2026-12-11", "2026-12-14"}: "Fri 11 Dec to Mon 14 Dec 2026",
		{"2026-12-30", "2027-01-02"}: "Wed 30 Dec 2026 to Sat 2 Jan 2027",
		{"2026-12-11", ""}:           "Fri 11 Dec 2026",
	} {
		if got := DaysText(days[0], days[1]); got != want {
			t.Errorf("%v: %q, want %q", days, got, want)
		}
	}
}

func TestTheCheapestOfAListIsOfOneCurrency(t *testing.T) {
	eur := func(amount string) recall.Row {
		return recall.Row{Price: search.Price{Amount: amount, Currency: "EUR"}}
	}
	rows := []recall.Row{{}, eur("120.5"), {Price: search.Price{Amount: "9", Currency: "USD"}}, eur("99.95"), eur("100"), {Gone: true, Price: search.Price{Amount: "1", Currency: "EUR"}}}
	if got := Cheapest(rows); got.Amount != "99.95" {
		t.Errorf("got %+v", got)
	}
	if got := Cheapest(nil); got.Amount != "" {
		t.Errorf("got %+v of nothing", got)
	}
}
