package sandbox

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// TestTheSandboxRefusesTheHotelRequestsThatAnIndependentValidatorRefuses is the
// same as its namesake for flights: the validator knows the schemas, and the
// rules beyond them have tests of their own.
func TestTheSandboxRefusesTheHotelRequestsThatAnIndependentValidatorRefuses(t *testing.T) {
	r := newRig(t, Options{})
	hotel := fmt.Sprintf("/v1/hotels/%d", r.anyHotel())
	id := r.createStay(stay(`"cityCode":-`, `"hotelId":`+strings.TrimPrefix(hotel, "/v1/hotels/"))).SearchID
	r.advance(9 * time.Second)
	rate := decode[wire.HotelRates](t, r.get(hotel+"/rates?searchId="+id)).Rates[0].ID
	long := strings.Repeat("x", 36)
	const dates = "checkIn=2026-12-11&checkOut=2026-12-14"
	for target, queries := range map[string][]string{
		"/v1/hotels/searches/" + id + "/results?": {"", "page=1", "page=100", "page=0", "page=101", "page=1.5", "page=x", "pageSize=1", "pageSize=50",
			"pageSize=51", "pageSize=0", "sort=relevance", "sort=price_asc", "sort=price_desc", "sort=star_desc", "sort=review_score_desc",
			"sort=distance_asc", "sort=score_desc", "sort=", "guest-type=business&sort=guest_rating_desc", "guest-type=group&sort=guest_rating_desc",
			"min-star=1", "min-star=5", "min-star=0", "min-star=6", "max-star=1", "max-star=5", "max-star=2.5", "min-review-score=0", "min-review-score=10",
			"min-review-score=10.1", "min-review-score=-1", "min-review-score=NaN", "guest-type=solo&min-guest-rating=0", "guest-type=solo&min-guest-rating=11",
			"min-price=0", "min-price=1000000", "min-price=1000000.01", "max-price=-0.01", "max-price=99.5", "max-price=1e3", "refundable=0",
			"refundable=1", "refundable=true", "refundable=false", "refundable=yes", "refundable=", "deals-only=1", "deals-only=TRUE", "rate-types=x",
			"rate-types=a,b&rate-types=c", "amenities=pool", "amenities=%C3%A9", "property-types=hotel", "brands=a", "chains=a", "districts=a,b",
			"view=card", "view=detail", "currency=EUR", "currency=eur", "currency=", "locale=fr", "locale=", "locale=" + long, "unknown=1"},
		"/v1/hotels/searches/a%20b/results?": {""},
		hotel + "?":                          {"", "view=default", "view=detail", "view=card", "locale=pt", "locale=", "locale=" + long, "currency=EUR&unknown=1"},
		"/v1/hotels/x?":                      {""},
		"/v1/hotels/1.5?":                    {""},
		"/v1/hotels/0?":                      {""},
		"/v1/hotels/-1?":                     {""},
		"/v1/hotels/9007199254740992?":       {""},
		hotel + "/reviews?": {"", "page=100", "page=101", "pageSize=50", "pageSize=51", "sort=posted_at_desc", "sort=rating_desc", "sort=rating_asc",
			"sort=newest", "topics=bed", "topics=bed,staff&topics=x", "guest-type=couple", "guest-type=family_with_children", "guest-type=solo_traveller",
			"guest-type=extended_group", "guest-type=business", "guest-type=solo", "view=default", "view=detail", "view=card", "locale=de", "locale=" + long},
		hotel + "/rates?searchId=" + id + "&": {"", "currency=KWD", "currency=dinar", "locale=ar", "locale="},
		hotel + "/rates?":                     {"", "searchId=a%20b", "searchId="},
		hotel + "/rates/" + url.PathEscape(rate) + "/booking-link?": {"", "searchId=" + id, "searchId=a%20b", "locale=fr", "locale=", "guests=2", "guests=2:4:9",
			"guests=0", "guests=2:", "guests=2:x", "guests=" + strings.Repeat("1", 64), "guests=" + strings.Repeat("1", 65), "countryCode=AE", "countryCode=ae",
			"countryCode=ARE", "siteCode=AE", "siteCode=A"},
		hotel + "/rates/" + strings.Repeat("r", 256) + "/booking-link?": {""},
		hotel + "/rates/" + strings.Repeat("r", 257) + "/booking-link?": {""},
		"/v1/hotels/search-link?": {"", dates, "cityCode=LIS", "cityCode=LIS&" + dates, "cityCode=lis&" + dates, "cityCode=LISB&" + dates,
			"cityCode=LIS&checkIn=11.12.2026&checkOut=2026-12-14"},
		"/v1/hotels/search-link?cityCode=LIS&" + dates + "&": {"adults=1", "adults=9", "adults=0", "adults=10", "children=0", "children=9", "children=-1",
			"children=1&childrenAges=4", "children=2&childrenAges=4,17", "children=1&childrenAges=4,", "children=1&childrenAges=x", "children=1&childrenAges=123",
			"rooms=1", "rooms=2", "rooms=0", "rooms=5", "currency=EUR", "currency=eur", "locale=en", "locale=", "siteCode=AE", "siteCode=ae"},
	} {
		for _, query := range queries {
			r.agree(t, http.MethodGet, target+query, "")
		}
		r.advance(15 * time.Second) // the general quota
	}
}

func TestTheSandboxRefusesTheHotelBodiesThatAnIndependentValidatorRefuses(t *testing.T) {
	r := newRig(t, Options{})
	for _, members := range []string{
		`"adults":1`, `"adults":9`, `"adults":0`, `"adults":10`, `"adults":1.5`, `"adults":"1"`, `"adults":null`, `"adults":2.0`,
		`"children":0`, `"children":8`, `"children":9`, `"children":-1`, `"rooms":1`, `"rooms":2`, `"rooms":0`, `"rooms":5`,
		`"children":1;"childrenAges":[17]`, `"children":1;"childrenAges":[18]`, `"children":1;"childrenAges":[-1]`, `"children":1;"childrenAges":["4"]`,
		`"children":1;"childrenAges":[1.5]`, `"childrenAges":[]`, `"childrenAges":null`, `"childrenAges":4`, `"children":8;"childrenAges":[0,1,2,3,4,5,6,7]`,
		`"children":8;"childrenAges":[0,1,2,3,4,5,6,7,8]`, `"currency":"EUR"`, `"currency":"eur"`, `"locale":"en"`, `"locale":""`, `"siteCode":"AE"`, `"siteCode":"ae"`,
		`"cityCode":"lis"`, `"cityCode":"LISB"`, `"cityCode":null`, `"cityCode":-`, `"cityCode":-;"lat":38.7`, `"cityCode":-;"lng":-9.1`, `"lat":38.7;"lng":-9.1`,
		`"cityCode":-;"lat":38.7;"lng":-9.1`, `"cityCode":-;"lat":90;"lng":180`, `"cityCode":-;"lat":90.1;"lng":180`, `"cityCode":-;"lat":-90;"lng":-180.1`,
		`"cityCode":-;"lat":"38";"lng":-9`, `"cityCode":-;"lat":38;"lng":-9;"radius":1`, `"cityCode":-;"lat":38;"lng":-9;"radius":50`,
		`"cityCode":-;"lat":38;"lng":-9;"radius":0.9`, `"cityCode":-;"lat":38;"lng":-9;"radius":50.1`, `"radius":3`, `"radius":300`,
		`"cityCode":-;"hotelId":0`, `"cityCode":-;"hotelId":-1`, `"cityCode":-;"hotelId":9007199254740992`, `"cityCode":-;"hotelId":1.5`, `"cityCode":-;"hotelId":"98"`,
		`"cityCode":-;"hotelId":98`, `"hotelId":98`, `"hotelId":98;"cityCode":-;"lat":1;"lng":1`,
		`"checkIn":-`, `"checkOut":-`, `"checkIn":"2026-12-1"`, `"checkOut":20261214`, `"checkIn":null`, `"guests":2`, `"":1`,
	} {
		r.advance(time.Minute)
		r.agree(t, http.MethodPost, "/v1/hotels/searches", stay(strings.Split(members, ";")...))
	}
	for _, whole := range []string{`{}`, `[]`, `null`, `{`, stayInLisbon} {
		r.advance(time.Minute)
		r.agree(t, http.MethodPost, "/v1/hotels/searches", whole)
	}
}

// TestEveryReadOfManyHotelSearchesKeepsTheContract asserts on its own only
// that hotels are found: all traffic of a rig is judged on the way.
func TestEveryReadOfManyHotelSearchesKeepsTheContract(t *testing.T) {
	r := newRig(t, Options{})
	for _, content := range []string{
		stayInLisbon,
		`{"cityCode":"LON","checkIn":"2026-11-21","checkOut":"2026-11-22","adults":1,"siteCode":"GB"}`,
		`{"cityCode":"MLE","checkIn":"2026-12-29","checkOut":"2027-01-12","children":3,"childrenAges":[0,7,15],"siteCode":"DE","currency":"EUR"}`,
		`{"lat":35.68,"lng":139.69,"checkIn":"2027-04-01","checkOut":"2027-06-30","adults":6,"rooms":3}`,
		`{"cityCode":"USH","checkIn":"2027-07-01","checkOut":"2027-07-08","adults":4,"rooms":4,"children":8}`,
	} {
		r.advance(time.Minute)
		r.token = r.signIn()
		results := "/v1/hotels/searches/" + r.createStay(content).SearchID + "/results"
		for range 9 { // while sources answer, one after the other
			r.get(results)
			r.advance(time.Second)
		}
		for _, query := range []string{"?sort=price_asc&currency=JPY&locale=ja", "?sort=distance_asc&currency=KWD&locale=ar&pageSize=50", "?refundable=1&currency=ZZZ&locale=xx",
			"?guest-type=family&sort=guest_rating_desc", "?rate-types=breakfast_included&deals-only=true", "?page=100", "?amenities=nothing"} {
			r.get(results + query)
		}
		cards := decode[wire.HotelResults](t, r.get(results)).Results
		if len(cards) == 0 {
			t.Errorf("%s found nothing", content)
		}
		for _, card := range cards[:min(2, len(cards))] {
			hotel := fmt.Sprintf("/v1/hotels/%d", card.HotelID)
			scoped := stay(`"cityCode":-`, fmt.Sprintf(`"hotelId":%d`, card.HotelID))
			search := r.createStay(scoped).SearchID
			targets := []string{hotel, hotel + "?view=detail&locale=fr", hotel + "/reviews", hotel + "/reviews?view=detail&topics=bed&pageSize=50"}
			for range 4 {
				targets = append(targets, hotel+"/rates?searchId="+search+"&currency=BHD&locale=zh-Hant")
			}
			for _, target := range targets {
				if a := r.get(target); a.status != http.StatusOK {
					t.Errorf("%s: status %d: %s", target, a.status, a.body)
				}
				r.advance(time.Second)
			}
		}
	}
}
