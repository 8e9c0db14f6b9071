package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/wire"
)

const lisbon = `{"cityCode":"LIS","checkIn":"2026-12-11","checkOut":"2026-12-14"}`

func TestACreatedSearchTellsMarketAndOccupancyAndWhoChoseThem(t *testing.T) {
	r := newRig(t, Options{})
	for market, want := range map[string]wire.FlightSearchCreated{
		"":                 {SiteCode: "US", SiteCodeSource: wire.ValueSourceDefault},
		`"siteCode":"US",`: {SiteCode: "US", SiteCodeSource: wire.ValueSourceExplicit},
		`"siteCode":"AE",`: {SiteCode: "AE", SiteCodeSource: wire.ValueSourceExplicit},
	} {
		got := decode[wire.FlightSearchCreated](t, r.send(http.MethodPost, "/v1/flights/searches", with(dubaiLondon, "{", "{"+market)))
		if len(got.SearchID) != 55 || strings.Contains(got.SearchID, ":") {
			t.Errorf("searchId %q", got.SearchID)
		}
		want.SearchID = got.SearchID
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", market, diff)
		}
	}
	usual := wire.Occupancy{Adults: 2, ChildrenAges: []int{}, Rooms: 1}
	for members, want := range map[string]wire.HotelSearchCreated{
		"":                   {Occupancy: usual, SiteCode: "US", SiteCodeSource: "default"},
		`"siteCode":"US",`:   {Occupancy: usual, SiteCode: "US", SiteCodeSource: "explicit"},
		`"childrenAges":[],`: {Occupancy: usual, SiteCode: "US", SiteCodeSource: "default"},
		`"siteCode":"PT","adults":3,"rooms":2,"children":2,`: {
			Occupancy: wire.Occupancy{Adults: 3, ChildrenAges: []int{8, 8}, Rooms: 2}, SiteCode: "PT", SiteCodeSource: "explicit"},
		`"children":2,"childrenAges":[17,0],`: {
			Occupancy: wire.Occupancy{Adults: 2, ChildrenAges: []int{17, 0}, Rooms: 1}, SiteCode: "US", SiteCodeSource: "default"},
	} {
		got := decode[wire.HotelSearchCreated](t, r.send(http.MethodPost, "/v1/hotels/searches", with(lisbon, "{", "{"+members)))
		if len(got.SearchID) > 96 || strings.Contains(got.SearchID, ":") {
			t.Errorf("searchId %q", got.SearchID)
		}
		want.SearchID = got.SearchID
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", members, diff)
		}
	}
}

func TestARadiusIsTenKilometersUnlessSent(t *testing.T) {
	r := newRig(t, Options{})
	for member, want := range map[string]float64{"": 10, `"radius":1,`: 1, `"radius":2.5,`: 2.5} {
		id := r.createStay(with(lisbon, `"cityCode":"LIS",`, `"lat":38.7,"lng":-9.1,`+member))
		search, err := r.service.ids.ParseHotelSearch(id)
		if diff := cmp.Diff(&ids.Area{Lat: 38.7, Lng: -9.1, Radius: want}, search.Area); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", member, err, diff)
		}
	}
}

func TestAYearAheadIsTheSameDateNextYear(t *testing.T) {
	for today, want := range map[string]string{
		"2026-11-21T23:59:59Z": "2027-11-21", "2027-03-01T00:00:00Z": "2028-03-01",
		"2028-02-29T12:00:00Z": "2029-02-28", "2026-11-21T23:00:00-05:00": "2027-11-22",
	} {
		at, err := time.Parse(time.RFC3339, today)
		if err != nil {
			t.Fatal(err)
		}
		if got := yearAhead(at).Format(time.DateOnly); got != want {
			t.Errorf("a year from %s is %s, want %s", today, got, want)
		}
	}
}

// allTrips returns the ids of every trip of a search at this moment, and the number of trips in the metadata.
func (r *rig) allTrips(results string) (ids []string, total int) {
	r.t.Helper()
	for page := 1; ; page++ {
		got := read[wire.FlightResults](r, results+"?sort=leg1_departure_time_asc&pageSize=50&page="+strconv.Itoa(page))
		for _, card := range got.Results {
			ids = append(ids, card.TripID)
		}
		if !got.Metadata.HasMore {
			return ids, got.Metadata.SnapshotTripCount
		}
	}
}

// TestASearchGrowsAndNeverLosesATrip reads all pages of a search while sellers answer. With a pace of three, each
// moment has the same trips as the usual pace after three times as long.
func TestASearchGrowsAndNeverLosesATrip(t *testing.T) {
	found := map[int][]int{} // number of trips at each moment, by pace
	for pace, step := range map[int]time.Duration{1: 1500 * time.Millisecond, 3: 500 * time.Millisecond} {
		r := newRig(t, Options{Pace: pace, QuotaScale: 100})
		results := "/v1/flights/searches/" + r.create(`{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`) + "/results"
		var seen []string
		for moment := range 7 {
			ids, total := r.allTrips(results)
			if len(ids) != total {
				t.Errorf("pace %d, moment %d: %d trips on all pages, metadata says %d", pace, moment, len(ids), total)
			}
			for _, id := range seen {
				if !slices.Contains(ids, id) {
					t.Fatalf("pace %d, moment %d: trip %s is gone", pace, moment, id)
				}
			}
			seen = ids
			found[pace] = append(found[pace], total)
			r.advance(step)
		}
	}
	usual := found[1]
	if !slices.Equal(usual, found[3]) || usual[0] != 0 || usual[2] == 0 || usual[2] >= usual[6] {
		t.Errorf("trips at a pace of 1 and of 3: %v", found)
	}
}

// TestEveryReadOfManySearchesKeepsTheContract itself checks only that a search finds something and loses nothing
// while providers answer. The rig checks all traffic against the contract.
func TestEveryReadOfManySearchesKeepsTheContract(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	const flights, stays = "/v1/flights/searches", "/v1/hotels/searches"
	options := 0
	for _, search := range []struct{ target, body string }{
		{flights, dubaiLondon},
		{flights, `{"from":"LON","to":"NYC","fromDate":"2026-12-24","adults":9,"children":8,"infants":8}`},
		{flights, `{"from":"SYD","to":"LHR","fromDate":"2027-03-01","toDate":"2027-03-29","cabin":"business","adults":2,"children":2,"infants":1,"siteCode":"AU"}`},
		{flights, `{"from":"BGO","to":"CUZ","fromDate":"2027-06-15","toDate":"2027-07-15"}`},
		{stays, lisbon},
		{stays, `{"cityCode":"LON","checkIn":"2026-11-21","checkOut":"2026-11-22","adults":1,"siteCode":"GB"}`},
		{stays, `{"cityCode":"MLE","checkIn":"2026-12-29","checkOut":"2027-01-12","children":3,"childrenAges":[0,7,15],"siteCode":"DE","currency":"EUR"}`},
		{stays, `{"lat":35.68,"lng":139.69,"checkIn":"2027-04-01","checkOut":"2027-06-30","adults":6,"rooms":3}`},
		{stays, `{"cityCode":"USH","checkIn":"2027-07-01","checkOut":"2027-07-08","adults":4,"rooms":4,"children":8}`},
	} {
		id := r.created(search.target, search.body)
		results := search.target + "/" + id + "/results"
		found := 0
		for range 9 { // while providers answer one after the other
			m := lenient[struct {
				Metadata struct{ SnapshotTripCount, SnapshotCandidateCount int }
			}](t, r.get(results)).Metadata
			if m.SnapshotTripCount+m.SnapshotCandidateCount < found {
				t.Errorf("%s: %+v after %d", search.body, m, found)
			}
			found = m.SnapshotTripCount + m.SnapshotCandidateCount
			r.advance(time.Second)
		}
		if found == 0 {
			t.Errorf("%s found nothing", search.body)
		}
		for _, query := range []string{
			"?sort=price_asc&currency=JPY&locale=ja", "?currency=KWD&locale=ar&pageSize=50", "?currency=ZZZ&locale=xx", "?page=100",
		} {
			lenient[any](t, r.get(results+query))
		}
		if search.target == stays {
			r.readHotels(results)
		} else {
			options += r.readTrips(results, id)
		}
	}
	if options == 0 {
		t.Error("no fare has options")
	}
}

// readTrips reads some trips of a search in every way and returns the number of options of their fares.
func (r *rig) readTrips(results, searchID string) (options int) {
	r.t.Helper()
	cards := read[wire.FlightResults](r, results+"?booking-types=platform&max-duration=100000").Results
	for _, card := range cards[:min(3, len(cards))] {
		target := "/v1/flights/trips/" + card.TripID
		read[wire.TripDetail](r, target+"?searchId="+searchID+"&view=detail&currency=BHD&locale=zh-Hant")
		read[wire.TripExperience](r, target+"/experience")
		for _, f := range read[wire.TripDefault](r, target+"?searchId="+searchID+"&currency=EUR&locale=fr").Fares {
			if f.HasFareOptions {
				options += len(read[wire.FareOptions](r, "/v1/flights/fares/"+f.FareID+"/options?currency=JPY").Options)
			}
		}
	}
	return options
}

// readHotels reads some hotels of a complete search in every way.
func (r *rig) readHotels(results string) {
	r.t.Helper()
	last := read[wire.HotelResults](r, results)
	if !last.SearchComplete {
		r.t.Errorf("%s is not complete", results)
	}
	for _, card := range last.Results[:min(2, len(last.Results))] {
		hotel := fmt.Sprintf("/v1/hotels/%d", card.HotelID)
		search := r.createStay(with(lisbon, `"cityCode":"LIS"`, fmt.Sprintf(`"hotelId":%d`, card.HotelID)))
		for range 4 {
			read[wire.HotelRates](r, hotel+"/rates?searchId="+search+"&currency=BHD&locale=zh-Hant")
			r.advance(2 * time.Second)
		}
	}
}

func TestPricedReadsTellWhoChoseCurrencyAndLanguage(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	ids := r.ids()
	for query, want := range map[string]wire.PricedReadMetadata{
		"":                       {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "en", LocaleSource: "default"},
		"currency=USD&locale=en": {CurrencyCode: "USD", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "explicit"},
		"currency=JPY":           {CurrencyCode: "JPY", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "default"},
		"locale=de":              {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "de", LocaleSource: "explicit"},
	} {
		for _, target := range []string{
			"/v1/flights/searches/$SEARCH/results?", "/v1/flights/trips/$TRIP?searchId=$SEARCH&", "/v1/flights/fares/$FARE/options?",
			"/v1/hotels/searches/$HOTELS/results?", "/v1/hotels/$HOTEL/rates?searchId=$SCOPED&",
		} {
			a := r.get(ids.Replace(target) + query)
			got := lenient[struct{ Metadata wire.PricedReadMetadata }](t, a).Metadata
			if diff := cmp.Diff(want, got); diff != "" || !strings.Contains(string(a.body), `"currency":"`+want.CurrencyCode+`"`) {
				t.Errorf("%s%s (-want +got):\n%s", target, query, diff)
			}
		}
	}
}

func TestEveryParameterOfResultsChangesThem(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	ids := r.ids()
	flight, stay := ids.Replace("/v1/flights/searches/$SEARCH/results?pageSize=50&"), ids.Replace("/v1/hotels/searches/$HOTELS/results?pageSize=50&")
	district := lenient[struct {
		Metadata struct {
			FilterOptions struct{ Districts []struct{ Name string } }
		}
	}](t, r.get(stay)).Metadata.FilterOptions.Districts[0].Name
	dearer := lenient[struct {
		Results []struct{ Price struct{ Total json.Number } }
	}](t, r.get(flight+"sort=price_asc&page=3")).Results[0].Price.Total.String()
	type results struct {
		Metadata struct{ TotalCandidates int }
		Results  []struct {
			TripID  string
			HotelID int64
		}
	}
	all := map[string][]string{
		flight: {"airlines=EK", "airlines=EK,BA&airlines-match=all", "same-airline=1", "alliances=oneworld", "stops=0", "stops=0,1", "min-price=" + dearer,
			"max-price=" + dearer, "max-duration=1200", "min-stopover-duration=180", "max-stopover-duration=180", "outbound-departure-blocks=morning",
			"outbound-departure-range=360-720", "outbound-arrival-blocks=afternoon,night", "outbound-arrival-range=1200-60",
			"return-departure-blocks=morning", "return-departure-range=1-600", "return-arrival-blocks=night", "return-arrival-range=1-600",
			"outbound-min-duration=600", "outbound-max-duration=600", "return-min-duration=600", "return-max-duration=600",
			"booking-types=platform", "booking-sites=platform", "stopover-airports=IST", "aircraft=388"},
		stay: {"min-star=5", "max-star=3", "min-review-score=8.5", "guest-type=family&min-guest-rating=8", "min-price=250", "max-price=150",
			"refundable=true", "refundable=1&rate-types=room_only", "rate-types=half_board", "deals-only=1", "amenities=sauna", "property-types=apartment",
			"brands=example", "chains=sample", "districts=" + with(district, " ", "%20")},
	}
	const elsewhere = "page pageSize sort currency locale view" // tested below and with all priced reads; view has one value
	asksWithAll(t, "getFlightSearchResults", all[flight], elsewhere)
	asksWithAll(t, "getHotelSearchResults", all[stay], elsewhere)
	for target, queries := range all {
		whole := lenient[results](t, r.get(target))
		for _, query := range queries {
			if n := lenient[results](t, r.get(target+query)).Metadata.TotalCandidates; n == 0 || n >= whole.Metadata.TotalCandidates {
				t.Errorf("%.12s: %s keeps %d of %d", target, query, n, whole.Metadata.TotalCandidates)
			}
		}
		for _, query := range []string{"sort=price_asc", "page=2", "pageSize=7"} {
			changed := lenient[results](t, r.get(strings.TrimSuffix(target, "pageSize=50&")+query))
			if cmp.Equal(changed.Results, whole.Results) || changed.Metadata != whole.Metadata {
				t.Errorf("%.12s: %s changes nothing, or %d candidates to %d", target, query,
					whole.Metadata.TotalCandidates, changed.Metadata.TotalCandidates)
			}
		}
	}
}

// asksWithAll fails unless each query parameter of an operation is in one of the queries or in elsewhere.
func asksWithAll(t *testing.T, operation string, queries []string, elsewhere string) {
	t.Helper()
	op, _ := api.Find(operation)
	for i := range op.Params {
		p := &op.Params[i]
		if p.In == api.InQuery && !slices.Contains(strings.Fields(elsewhere), p.Name) &&
			!strings.Contains("&"+strings.Join(queries, "&"), "&"+p.Name+"=") {
			t.Errorf("%s: nothing is asked with %s", operation, p.Name)
		}
	}
}

// TestEveryParameterOfAReadChangesIt leaves out rates, which have only the parameters of every priced read.
func TestEveryParameterOfAReadChangesIt(t *testing.T) {
	r := newRig(t, Options{QuotaScale: 100})
	all := r.ids()
	reviews := []string{"view=detail", "sort=rating_asc", "topics=bed", "guest-type=couple", "page=2", "pageSize=3"}
	asksWithAll(t, "getHotelReviews", reviews, "locale") // reviews stay in the language of their authors
	for base, queries := range map[string][]string{
		"/v1/hotels/$HOTEL/reviews?":                                reviews,
		"/v1/places?query=london":                                   {"types=airport", "locale=ja", "page=2", "pageSize=1", "pageSize=1&page=2"},
		"/v1/places/nearby?place=LHR":                               {"types=city", "types=city&locale=ja", "pageSize=2"},
		"/v1/places/nearby?latitude=25.25&longitude=55.36":          {"types=city", "locale=ar", "pageSize=1"},
		"/v1/countries/DE/visa-free-destinations?":                  {"locale=fr", "page=2", "pageSize=10", "pageSize=10&page=2"},
		"/v1/countries/JP/holidays?":                                {"locale=ja", "fromDate=2026-05-05&toDate=2026-05-06"},
		"/v1/hotels/search-link?" + strings.Split(stayLink, "?")[1]: {"adults=1", "children=1&childrenAges=3", "rooms=2", "currency=EUR", "locale=pt", "siteCode=PT"},
		"/v1/flights/schedules?from=LHR&to=DXB":                     {"airline=BA", "page=2", "pageSize=30", "siteCode=AE", "siteCode=US"},
		"/v1/flights/trips/$TRIP?searchId=$SEARCH":                  {"view=detail"},
		"/v1/hotels/$HOTEL?":                                        {"view=detail", "locale=ar"},
	} {
		base = all.Replace(base)
		seen := map[string]string{string(r.get(base).body): base}
		for _, query := range queries {
			a := r.get(base + "&" + query)
			if same, found := seen[string(a.body)]; found || a.status != http.StatusOK {
				t.Errorf("%s&%s: status %d, the same as %s", base, query, a.status, same)
			}
			seen[string(a.body)] = query
		}
	}
}

func TestASearchExpiresForGood(t *testing.T) {
	r := newRig(t, Options{})
	ids := r.ids()
	for _, tt := range []struct {
		targets  []string
		expired  string
		lifetime time.Duration
	}{
		{[]string{"/v1/flights/searches/$SEARCH/results", "/v1/flights/trips/$TRIP?searchId=$SEARCH", "/v1/flights/trips/$TRIP/experience",
			"/v1/flights/fares/$FARE/options"}, "This flight search has expired: it lived 6 minutes, until 2026-11-21T08:36:00Z. Create a new one.", flights.Lifetime},
		{[]string{"/v1/hotels/searches/$HOTELS/results"},
			"This hotel search has expired: it lived 10 minutes, until 2026-11-21T08:40:00Z. Create a new one.", 10 * time.Minute},
		{[]string{"/v1/hotels/$HOTEL/rates?searchId=$SCOPED"},
			"This hotel search has expired: it lived 10 minutes, until 2026-11-21T08:40:20Z. Create a new one.", 10*time.Minute + 20*time.Second},
	} {
		for _, target := range tt.targets {
			for before, want := range map[time.Duration]string{time.Millisecond: "", 0: tt.expired} {
				r.advance(morning.Add(tt.lifetime - before).Sub(r.clock.now()))
				r.token = r.signIn()
				r.check(t, []refusal{{ids.Replace(target), strings.TrimSuffix("404 "+want, "404 ")}})
			}
		}
	}
	r.advance(-time.Hour) // setting the clock back does not end a search
	r.token = r.signIn()
	if a := r.get(ids.Replace("/v1/flights/searches/$SEARCH/results")); a.status != http.StatusOK {
		t.Errorf("status %d: %s", a.status, a.body)
	}
}

func TestSchedulesTellHowTheRouteAndTheMarketWereUnderstood(t *testing.T) {
	r := newRig(t, Options{})
	got := read[wire.ScheduleResults](r, "/v1/flights/schedules?from=LHR&to=DXB&siteCode=AE&page=2&pageSize=5")
	want := wire.ScheduleResultsMetadata{
		Page: 2, PageSize: 5, ResultCount: 5, TotalCandidates: got.Metadata.TotalCandidates, HasMore: true, Coverage: wire.CoverageComplete,
		From: wire.ScheduleEndpoint{Requested: "LHR", ResolvedCityCode: "LON"}, To: wire.ScheduleEndpoint{Requested: "DXB", ResolvedCityCode: "DXB"},
		SiteCode: "AE", SiteCodeSource: "explicit",
	}
	if diff := cmp.Diff(want, got.Metadata); diff != "" || len(got.Results) != 5 {
		t.Errorf("%d rows (-want +got):\n%s", len(got.Results), diff)
	}
}

// TestTheHolidaysAheadBeginToday uses the date in the market.
func TestTheHolidaysAheadBeginToday(t *testing.T) {
	r := newRig(t, Options{})
	r.advance(time.Date(2026, 11, 22, 4, 30, 0, 0, time.UTC).Sub(morning))
	r.token = r.signIn()
	for market, want := range map[string]string{"US": "2026-11-21", "GB": "2026-11-22", "JP": "2026-11-22"} {
		if got := read[wire.HolidayResults](r, "/v1/countries/"+market+"/holidays").Metadata.From; got != want {
			t.Errorf("%s: today is %s, want %s", market, got, want)
		}
	}
}
