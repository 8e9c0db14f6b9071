package sandbox

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

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
		r.t.Fatalf("%s is no address of the site: %v", address, err)
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
		bookingLink: "", bookingLink + "&currency=USD": "USD", bookingLink + "&currency=XXX": "XXX",
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

// refused is a request and the detail of its refusal, empty for one that is
// accepted.
type refused struct{ name, target, want string }

func (r *rig) checkRefusals(cases []refused) {
	r.t.Helper()
	for _, tt := range cases {
		r.advance(time.Second)
		got := ""
		if a := r.get(tt.target); a.status != http.StatusOK {
			p := a.problem(r.t)
			if p.Code != wire.ErrorCodeValidationFailed {
				r.t.Errorf("%s: code %s", tt.name, p.Code)
			}
			got = *p.Detail
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			r.t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestTheSearchBesideATripIsTheOneInFrontOfIt(t *testing.T) {
	r := newRig(t, Options{})
	const want = `Query parameter searchId has "%s"; it must be the part of tripId before its first colon.`
	r.checkRefusals([]refused{
		{"the same", bookingLink + "&searchId=search", ""},
		{"another", bookingLink + "&searchId=other", strings.Replace(want, "%s", "other", 1)},
		{"a longer one", bookingLink + "&searchId=search:trip", strings.Replace(want, "%s", "search:trip", 1)},
		{"in another case", bookingLink + "&searchId=Search", strings.Replace(want, "%s", "Search", 1)},
		{"a trip without a search", strings.Replace(bookingLink, "search:trip", "trip", 1),
			`Query parameter tripId has "trip"; it must be a search id, a colon and a trip code, 256 characters at most.`},
	})
}

func TestOneToEightFareOptionsEachOnce(t *testing.T) {
	r := newRig(t, Options{})
	with := func(list string) string { return strings.Replace(bookingLink, "option-1", list, 1) }
	long := strings.Repeat("a", 256)
	const shape = `; it must be one to eight ids with commas between, each of the characters A-Z a-z 0-9 . _ : ~ = -.`
	r.checkRefusals([]refused{
		{"eight", with("a,b,c,d,e,f,g,h"), ""},
		{"nine", with("a,b,c,d,e,f,g,h,i"), `Query parameter fareOptionId has "a,b,c,d,e,f,g,h,i"` + shape},
		{"none", strings.Replace(bookingLink, "&fareOptionId=option-1", "", 1),
			`Query parameter fareOptionId is missing; it must be one to eight ids with commas between, each of the characters A-Z a-z 0-9 . _ : ~ = -.`},
		{"empty", with(""), `Query parameter fareOptionId has ""` + shape},
		{"an empty one among them", with("a,,b"), `Query parameter fareOptionId has "a,,b"` + shape},
		{"of 256 characters", with(long), ""},
		{"of 257 characters", with(long + "a"), "Query parameter fareOptionId has an id of 257 characters; each must be of 1 to 256."},
		{"the second of 257 characters", with("b," + long + "a"), "Query parameter fareOptionId has an id of 257 characters; each must be of 1 to 256."},
		{"eight of 256 characters, all different", with(eightLong()), ""},
		{"the same twice", with("a,b,a"), `Query parameter fareOptionId has "a" twice; send each id once.`},
		{"two in two parameters", bookingLink + "&fareOptionId=option-2", "Query parameter fareOptionId was sent twice; send it once."},
		{"a character that no id has", with("a%20b"), `Query parameter fareOptionId has "a b"` + shape},
	})
}

func eightLong() string {
	var ids []string
	for _, c := range "abcdefgh" {
		ids = append(ids, strings.Repeat(string(c), 256))
	}
	return strings.Join(ids, ",")
}

func TestALinkIsForDaysThatExistInTheirOrderAndForLapsThatThereAre(t *testing.T) {
	r := newRig(t, Options{})
	for _, base := range []string{bookingLink, searchLink} {
		r.checkRefusals([]refused{
			{"no such day", strings.Replace(base, "2026-12-21", "2027-02-30", 1), "Query parameter fromDate has 2027-02-30, which is no day of the calendar."},
			{"no such day back", base + "&toDate=2027-02-29", "Query parameter toDate has 2027-02-29, which is no day of the calendar."},
			{"back before out", base + "&toDate=2026-12-20", "Query parameter toDate has 2026-12-20; it must not be before fromDate, which is 2026-12-21."},
			{"back on the same day", base + "&toDate=2026-12-21", ""},
			{"more infants than adults", base + "&adults=2&infants=3", "Query parameter infants has 3; it must be at most adults, which is 2."},
			{"more infants than the one adult of no word", base + "&infants=2", "Query parameter infants has 2; it must be at most adults, which is 1."},
			{"as many", base + "&adults=8&infants=8", ""},
		})
	}
}

func TestASearchLinkRefusesDaysOnWhichNoSearchCanBeMade(t *testing.T) {
	r := newRig(t, Options{})
	on := func(day, from string) string {
		return strings.NewReplacer("2026-12-21", day, "DXB", from).Replace(searchLink)
	}
	r.checkRefusals([]refused{
		{"today in Dubai", on("2026-11-21", "DXB"), ""},
		{"yesterday", on("2026-11-20", "DXB"), "Query parameter fromDate has 2026-11-20; it must be from today, 2026-11-21, to 2027-11-21, 365 days ahead."},
		{"a year ahead", on("2027-11-21", "DXB"), ""},
		{"a day more", on("2027-11-22", "DXB"), "Query parameter fromDate has 2027-11-22; it must be from today, 2026-11-21, to 2027-11-21, 365 days ahead."},
		{"today somewhere, from a place not known", on("2026-11-20", "QQQ"), ""},
		{"the day before that", on("2026-11-19", "QQQ"), "Query parameter fromDate has 2026-11-19; it must be from today, 2026-11-20, to 2027-11-21, 365 days ahead."},
	})
	// A booking link is of a search that was made, on whatever day.
	r.checkRefusals([]refused{
		{"a booking link of yesterday", strings.Replace(bookingLink, "2026-12-21", "2026-11-20", 1), ""},
		{"a booking link of long ago", strings.Replace(bookingLink, "2026-12-21", "1999-12-31", 1), ""},
	})
}

// TestTheSandboxLinksWhatAnIndependentValidatorAccepts walks every parameter
// of both operations through good and bad values.
func TestTheSandboxLinksWhatAnIndependentValidatorAccepts(t *testing.T) {
	r := newRig(t, Options{})
	for _, base := range []string{bookingLink, searchLink} {
		for _, query := range []string{"", "&cabin=economy", "&cabin=premium_economy", "&cabin=business", "&cabin=first", "&cabin=deck", "&cabin=",
			"&adults=1", "&adults=9", "&adults=0", "&adults=10", "&adults=1.5", "&children=0", "&children=8", "&children=9", "&children=-1",
			"&adults=9&infants=8", "&infants=9", "&siteCode=AE", "&siteCode=ae", "&siteCode=ARE", "&currency=EUR", "&currency=eur", "&currency=",
			"&locale=en", "&locale=", "&locale=" + strings.Repeat("x", 35), "&locale=" + strings.Repeat("x", 36), "&fromCity=1", "&fromCity=yes",
			"&toCity=false", "&toCity=", "&toDate=2027-01-04", "&toDate=soon", "&toDate=", "&unknown=1"} {
			r.advance(time.Second)
			r.agree(t, http.MethodGet, base+query, "")
		}
		for _, name := range []string{"from", "to", "fromDate", "tripId", "fareOptionId"} {
			before, value, found := strings.Cut(base, name+"=")
			if !found {
				continue
			}
			_, after, _ := strings.Cut(value, "&")
			r.agree(t, http.MethodGet, before+after, "")
			r.agree(t, http.MethodGet, before+name+"=x&"+after, "")
			r.agree(t, http.MethodGet, before+name+"=&"+after, "")
		}
	}
	for _, fare := range []string{"a", "a:b", strings.Repeat("a", 256), strings.Repeat("a", 257), "a%20b"} {
		r.agree(t, http.MethodGet, strings.Replace(bookingLink, "fare-1", fare, 1), "")
	}
}
