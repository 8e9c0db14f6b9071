package sandbox

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/wire"
)

const stayInLisbon = `{"cityCode":"LIS","checkIn":"2026-12-11","checkOut":"2026-12-14"}`

// stay is stayInLisbon with members replaced or added, as JSON; a member
// written name:- is left out.
func stay(members ...string) string {
	var names, kept []string
	for _, member := range members {
		name, value, _ := strings.Cut(member, ":")
		names = append(names, name)
		if value != "-" {
			kept = append(kept, member)
		}
	}
	for part := range strings.SplitSeq(strings.Trim(stayInLisbon, "{}"), ",") {
		name, _, _ := strings.Cut(part, ":")
		if !strings.Contains(strings.Join(names, "|"), name) {
			kept = append(kept, part)
		}
	}
	return "{" + strings.Join(kept, ",") + "}"
}

// createStay starts a hotel search.
func (r *rig) createStay(content string) wire.HotelSearchCreated {
	r.t.Helper()
	a := r.send(http.MethodPost, "/v1/hotels/searches", content)
	if a.status != http.StatusCreated {
		r.t.Fatalf("create %s: status %d: %s", content, a.status, a.body)
	}
	return decode[wire.HotelSearchCreated](r.t, a)
}

// anyHotel is a hotel of Lisbon that has rates for the stay.
func (r *rig) anyHotel() int64 {
	r.t.Helper()
	id := r.createStay(stayInLisbon).SearchID
	r.advance(9 * time.Second)
	return decode[wire.HotelResults](r.t, r.get("/v1/hotels/searches/"+id+"/results")).Results[0].HotelID
}

func TestACreatedHotelSearchTellsMarketAndOccupancyAsPriced(t *testing.T) {
	r := newRig(t, Options{})
	none := []int{}
	for content, want := range map[string]wire.HotelSearchCreated{
		stayInLisbon:            {Occupancy: wire.Occupancy{Adults: 2, ChildrenAges: none, Rooms: 1}, SiteCode: "US", SiteCodeSource: "default"},
		stay(`"siteCode":"US"`): {Occupancy: wire.Occupancy{Adults: 2, ChildrenAges: none, Rooms: 1}, SiteCode: "US", SiteCodeSource: "explicit"},
		stay(`"siteCode":"PT"`, `"adults":3`, `"rooms":2`, `"children":2`): {
			Occupancy: wire.Occupancy{Adults: 3, ChildrenAges: []int{8, 8}, Rooms: 2}, SiteCode: "PT", SiteCodeSource: "explicit"},
		stay(`"children":2`, `"childrenAges":[17,0]`): {
			Occupancy: wire.Occupancy{Adults: 2, ChildrenAges: []int{17, 0}, Rooms: 1}, SiteCode: "US", SiteCodeSource: "default"},
		stay(`"childrenAges":[]`): {Occupancy: wire.Occupancy{Adults: 2, ChildrenAges: none, Rooms: 1}, SiteCode: "US", SiteCodeSource: "default"},
	} {
		got := r.createStay(content)
		if len(got.SearchID) > 96 || strings.Contains(got.SearchID, ":") {
			t.Errorf("searchId %q", got.SearchID)
		}
		got.SearchID = ""
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", content, diff)
		}
	}
}

func TestAHotelSearchHasExactlyOneDestination(t *testing.T) {
	r := newRig(t, Options{})
	hotel := `"hotelId":` + strconv.FormatInt(r.anyHotel(), 10)
	const one, none, half = "There is more than one destination; send only one of body fields cityCode, hotelId, and lat with lng.",
		"There is no destination; send body field cityCode, or hotelId, or lat with lng.", "Body fields lat and lng come together; only one was sent."
	for _, tt := range []struct {
		members []string
		status  int
		want    string
	}{
		{nil, 201, ""},
		{[]string{`"cityCode":-`, hotel}, 201, ""},
		{[]string{`"cityCode":-`, `"lat":38.7`, `"lng":-9.1`}, 201, ""},
		{[]string{`"cityCode":-`, `"lat":0`, `"lng":0`, `"radius":50`}, 201, ""},
		{[]string{`"radius":5`}, 201, ""}, // no point to be around: nothing to do
		{[]string{`"cityCode":-`}, 400, none},
		{[]string{`"cityCode":-`, `"radius":5`}, 400, none},
		{[]string{hotel}, 400, one},
		{[]string{`"lat":38.7`, `"lng":-9.1`}, 400, one},
		{[]string{`"cityCode":-`, hotel, `"lat":38.7`, `"lng":-9.1`}, 400, one},
		{[]string{`"cityCode":-`, `"lat":38.7`}, 400, half},
		{[]string{`"lng":-9.1`}, 400, half},
		{[]string{`"cityCode":"QQQ"`}, 400, `Body field cityCode has "QQQ", which is not a city with hotels.`},
		{[]string{`"cityCode":"LHR"`}, 400, `Body field cityCode has "LHR", which is an airport; its city is "LON".`},
		{[]string{`"cityCode":-`, `"hotelId":1`}, 404, "No hotel has the id 1."},
		{[]string{`"cityCode":-`, `"hotelId":9007199254740991`}, 404, "No hotel has the id 9007199254740991."},
	} {
		r.advance(time.Minute)
		r.token = r.signIn()
		a := r.send(http.MethodPost, "/v1/hotels/searches", stay(tt.members...))
		got := ""
		if a.status != http.StatusCreated {
			got = *a.problem(t).Detail
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || a.status != tt.status {
			t.Errorf("%s: status %d, want %d (-want +got):\n%s", stay(tt.members...), a.status, tt.status, diff)
		}
	}
}

func TestARadiusIsTenKilometresUnlessSent(t *testing.T) {
	r := newRig(t, Options{})
	for member, want := range map[string]float64{`"radius":-`: 10, `"radius":1`: 1, `"radius":50`: 50, `"radius":2.5`: 2.5} {
		id := r.createStay(stay(`"cityCode":-`, `"lat":38.7`, `"lng":-9.1`, member)).SearchID
		search, err := r.service.hotels.ids.ParseHotelSearch(id)
		if diff := cmp.Diff(&ids.Area{Lat: 38.7, Lng: -9.1, Radius: want}, search.Area); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", member, err, diff)
		}
	}
}

func TestRulesOnAStay(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct {
		name    string
		members []string
		want    string
	}{
		{"tonight", []string{`"checkIn":"2026-11-21"`}, ""},
		{"last night", []string{`"checkIn":"2026-11-20"`}, "Body field checkIn has 2026-11-20; it must not be before today, which is 2026-11-21 there."},
		{"years ahead", []string{`"checkIn":"2031-01-01"`, `"checkOut":"2031-01-02"`}, ""},
		{"no such first day", []string{`"checkIn":"2027-02-29"`}, "Body field checkIn has 2027-02-29, which is not a day of the calendar."},
		{"no such last day", []string{`"checkOut":"2027-13-01"`}, "Body field checkOut has 2027-13-01, which is not a day of the calendar."},
		{"out as in", []string{`"checkOut":"2026-12-11"`}, "Body field checkOut has 2026-12-11; it must be after checkIn, which is 2026-12-11."},
		{"out before in", []string{`"checkOut":"2026-12-10"`}, "Body field checkOut has 2026-12-10; it must be after checkIn, which is 2026-12-11."},
		{"a room for each adult", []string{`"rooms":2`}, ""},
		{"more rooms than adults", []string{`"rooms":3`}, "Body field rooms has 3; it must be at most adults, which is 2."},
		{"an age too few", []string{`"children":2`, `"childrenAges":[4]`},
			"Body field childrenAges has 1 ages; it must have as many as children, which is 2."},
		{"ages of no children", []string{`"childrenAges":[4]`}, "Body field childrenAges has 1 ages; it must have as many as children, which is 0."},
		{"no ages at all, but sent", []string{`"children":1`, `"childrenAges":[]`},
			"Body field childrenAges has 0 ages; it must have as many as children, which is 1."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r.advance(time.Minute)
			r.token = r.signIn()
			got := ""
			if a := r.send(http.MethodPost, "/v1/hotels/searches", stay(tt.members...)); a.status != http.StatusCreated {
				got = *a.problem(t).Detail
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestTodayIsCountedWhereTheHotelIs(t *testing.T) {
	r := newRig(t, Options{})
	r.advance(4 * time.Hour) // 12:30 UTC: already tomorrow in Kiritimati, still today in Honolulu
	r.token = r.signIn()
	for destination, want := range map[string]int{
		`"cityCode":"CXI"`:                        400,
		`"cityCode":"HNL"`:                        201,
		`"cityCode":-;"lat":1.98;"lng":-157.4`:    400, // near Kiritimati
		`"cityCode":-;"lat":21.3;"lng":-157.8`:    201, // near Honolulu
		`"cityCode":-;"lat":-22;"lng":-153`:       201, // the open ocean: the nearest city's day
		`"cityCode":"CXI";"checkIn":"2026-11-22"`: 201,
	} {
		members := strings.Split(destination, ";")
		if !strings.Contains(destination, "checkIn") {
			members = append(members, `"checkIn":"2026-11-21"`)
		}
		if a := r.send(http.MethodPost, "/v1/hotels/searches", stay(members...)); a.status != want {
			t.Errorf("%s: status %d, want %d: %s", destination, a.status, want, a.body)
		}
	}
}

func TestASearchForOneHotelSpendsItsOwnQuota(t *testing.T) {
	r := newRig(t, Options{})
	hotel := r.anyHotel() // one create for the city
	scoped := stay(`"cityCode":-`, `"hotelId":`+strconv.FormatInt(hotel, 10))
	for i := range 9 {
		if a := r.send(http.MethodPost, "/v1/hotels/searches", stayInLisbon); a.status != http.StatusCreated {
			t.Fatalf("search %d for a city: status %d: %s", i+2, a.status, a.body)
		}
	}
	refused := r.send(http.MethodPost, "/v1/hotels/searches", stayInLisbon)
	if refused.status != http.StatusTooManyRequests || refused.header.Get("X-RateLimit-Resource") != "createHotelSearch" {
		t.Errorf("search 11 for a city: status %d, headers %v", refused.status, refused.header)
	}
	for i := range 30 {
		a := r.send(http.MethodPost, "/v1/hotels/searches", scoped)
		if a.status != http.StatusCreated || !strings.Contains(a.header.Get("RateLimit"), `"createHotelSearchScoped"`) {
			t.Fatalf("search %d for a hotel: status %d, RateLimit %s", i+1, a.status, a.header.Get("RateLimit"))
		}
	}
	if a := r.send(http.MethodPost, "/v1/hotels/searches", scoped); a.status != http.StatusTooManyRequests {
		t.Errorf("search 31 for a hotel: status %d", a.status)
	}
}
