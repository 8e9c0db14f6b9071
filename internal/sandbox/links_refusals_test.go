package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

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
			{"no such day", strings.Replace(base, "2026-12-21", "2027-02-30", 1), "Query parameter fromDate has 2027-02-30, which is not a day of the calendar."},
			{"no such day back", base + "&toDate=2027-02-29", "Query parameter toDate has 2027-02-29, which is not a day of the calendar."},
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
		{"yesterday", on("2026-11-20", "DXB"), "Query parameter fromDate has 2026-11-20; it must be from today, 2026-11-21, to 2027-11-21, a year ahead."},
		{"a year ahead", on("2027-11-21", "DXB"), ""},
		{"a day more", on("2027-11-22", "DXB"), "Query parameter fromDate has 2027-11-22; it must be from today, 2026-11-21, to 2027-11-21, a year ahead."},
		{"today somewhere, from a place not known", on("2026-11-20", "QQQ"), ""},
		{"the day before that", on("2026-11-19", "QQQ"), "Query parameter fromDate has 2026-11-19; it must be from today, 2026-11-20, to 2027-11-21, a year ahead."},
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
