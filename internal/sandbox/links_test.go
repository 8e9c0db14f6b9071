package sandbox

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

const (
	bookingLink = "/v1/flights/fares/fare-1/booking-link?tripId=search:trip&fareOptionId=option-1&from=DXB&to=LON&fromDate=2026-12-21"
	searchLink  = "/v1/flights/search-link?from=DXB&to=LON&fromDate=2026-12-21"
)

// link is a built link, taken apart.
type link struct {
	Path    string
	Query   map[string]string
	Expires bool
}

func (r *rig) bookingLink(target string) link {
	r.t.Helper()
	a := r.get(target)
	if a.status != http.StatusOK {
		r.t.Fatalf("%s: status %d: %s", target, a.status, a.body)
	}
	got := decode[wire.BookingLink](r.t, a)
	return r.takeApart(got.BookingURL, bool(got.Expires))
}

func (r *rig) searchLink(target string) link {
	r.t.Helper()
	a := r.get(target)
	if a.status != http.StatusOK {
		r.t.Fatalf("%s: status %d: %s", target, a.status, a.body)
	}
	got := decode[wire.SearchLink](r.t, a)
	return r.takeApart(got.SearchURL, bool(got.Expires))
}

func (r *rig) takeApart(address string, expires bool) link {
	r.t.Helper()
	path, ok := strings.CutPrefix(address, BuiltinURL)
	u, err := url.Parse(path)
	if !ok || err != nil {
		r.t.Fatalf("%s is not an address of the site: %v", address, err)
	}
	l := link{Path: u.Path, Query: map[string]string{}, Expires: expires}
	for name, values := range u.Query() {
		l.Query[name] = strings.Join(values, " and ")
	}
	return l
}

func TestABookingLinkCarriesTheFareTheOptionsAndTheContext(t *testing.T) {
	r := newRig(t, Options{})
	plain := link{Path: "/checkout/flights/search:trip", Expires: true, Query: map[string]string{
		"fare": "fare-1", "branded_fare": "option-1", "from": "DXB", "to": "LON", "fromDate": "2026-12-21",
		"cabin": "economy", "adults": "1", "children": "0", "infants": "0", "siteCode": "US", "locale": "en",
	}}
	if diff := cmp.Diff(plain, r.bookingLink(bookingLink)); diff != "" {
		t.Errorf("with what is required alone (-want +got):\n%s", diff)
	}
	all := "/v1/flights/fares/a._:~=-Z9/booking-link?tripId=s._~=-1:t._:~=-1&searchId=s._~=-1&fareOptionId=b,a._:~=-Z9&from=DXB&to=LON&fromCity=0&toCity=1" +
		"&fromDate=2026-12-21&toDate=2027-01-04&cabin=premium_economy&adults=3&children=2&infants=3&siteCode=AE&currency=AED&locale=ar-AE"
	want := link{Path: "/checkout/flights/s._~=-1:t._:~=-1", Expires: true, Query: map[string]string{
		"fare": "a._:~=-Z9", "branded_fare": "b,a._:~=-Z9", "from": "DXB", "to": "LON", "fromCity": "false", "toCity": "true",
		"fromDate": "2026-12-21", "toDate": "2027-01-04", "cabin": "premium_economy", "adults": "3", "children": "2", "infants": "3",
		"siteCode": "AE", "currency": "AED", "locale": "ar-AE",
	}}
	if diff := cmp.Diff(want, r.bookingLink(all)); diff != "" {
		t.Errorf("with everything (-want +got):\n%s", diff)
	}
}

func TestASearchLinkCarriesTheSearchAndDoesNotExpire(t *testing.T) {
	r := newRig(t, Options{})
	plain := link{Path: "/flights/DXB-LON/2026-12-21", Query: map[string]string{
		"cabin": "economy", "adults": "1", "children": "0", "infants": "0", "siteCode": "US", "locale": "en",
	}}
	if diff := cmp.Diff(plain, r.searchLink(searchLink)); diff != "" {
		t.Errorf("with what is required alone (-want +got):\n%s", diff)
	}
	want := link{Path: "/flights/DXB-LON/2026-12-21/2027-01-04", Query: map[string]string{
		"fromCity": "true", "toCity": "false", "cabin": "first", "adults": "9", "children": "8", "infants": "8",
		"siteCode": "JP", "currency": "JPY", "locale": "ja & more",
	}}
	got := r.searchLink(searchLink + "&toDate=2027-01-04&fromCity=true&toCity=false&cabin=first&adults=9&children=8&infants=8&siteCode=JP&currency=JPY&locale=ja%20%26%20more")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("with everything (-want +got):\n%s", diff)
	}
}

func TestACurrencyThatIsNotSentIsLeftOutOfTheLink(t *testing.T) {
	r := newRig(t, Options{})
	for target, want := range map[string]string{
		bookingLink: "", bookingLink + "&currency=USD": "USD", bookingLink + "&currency=ZZZ": "ZZZ",
		searchLink: "", searchLink + "&currency=USD": "USD",
	} {
		read := r.searchLink
		if strings.Contains(target, "booking") {
			read = r.bookingLink
		}
		if got, sent := read(target).Query["currency"]; got != want || sent != (want != "") {
			t.Errorf("%s: currency %q, sent %v; want %q", target, got, sent, want)
		}
	}
}

func TestCityFlagsComeInFourFormsAndStayUnsaidWhenTheyWere(t *testing.T) {
	r := newRig(t, Options{})
	for sent, want := range map[string]string{"": "", "0": "false", "1": "true", "true": "true", "false": "false"} {
		for _, base := range []string{bookingLink, searchLink} {
			target := base
			if sent != "" {
				target += "&fromCity=" + sent + "&toCity=" + sent
			}
			read := r.searchLink
			if base == bookingLink {
				read = r.bookingLink
			}
			got := read(target).Query
			if got["fromCity"] != want || got["toCity"] != want {
				t.Errorf("%s: fromCity %q, toCity %q; want %q", target, got["fromCity"], got["toCity"], want)
			}
		}
	}
}
