package sandbox

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/contracttest"
	"travel.example/travel/internal/sandbox/wire"
)

// body is dubaiLondon with one member replaced or added, as JSON.
func body(member string) string {
	name, _, _ := strings.Cut(member, ":")
	kept := []string{member}
	for part := range strings.SplitSeq(strings.Trim(dubaiLondon, "{}"), ",") {
		if !strings.HasPrefix(part, name+":") {
			kept = append(kept, part)
		}
	}
	return "{" + strings.Join(kept, ",") + "}"
}

// TestTheSandboxRefusesWhatAnIndependentValidatorRefuses sends good and bad
// requests of every operation. The validator says which are within the
// contract's schemas, and the sandbox must agree. Rules that no schema holds have
// tests of their own.
func TestTheSandboxRefusesWhatAnIndependentValidatorRefuses(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second) // every seller has answered
	results := "/v1/flights/searches/" + id + "/results?"
	found := decode[wire.FlightResults](t, r.get(results)).Results
	if len(found) == 0 {
		t.Fatal("the search found nothing")
	}
	trip := "/v1/flights/trips/" + found[0].TripID + "?searchId=" + id + "&"
	for target, queries := range map[string][]string{
		"/v1/places?": {"query=dubai", "query=", "", "query=a&page=1", "query=a&page=0", "query=a&page=100", "query=a&page=101",
			"query=a&page=x", "query=a&page=1.5", "query=a&page=-1", "query=a&pageSize=50", "query=a&pageSize=51", "query=a&types=city",
			"query=a&types=city,airport,state,district,hotel", "query=a&types=city&types=hotel", "query=a&types=moon", "query=a&types=City",
			"query=a&locale=de", "query=a&locale=", "query=a&locale=" + strings.Repeat("x", 35), "query=a&locale=" + strings.Repeat("x", 36),
			"query=" + strings.Repeat("a", 100), "query=" + strings.Repeat("a", 101), "query=%F0%9F%9B%AB", "query=%00"},
		"/v1/places/nearby?": {"place=DXB", "place=LON&types=city&pageSize=3", "latitude=25&longitude=55", "latitude=-90&longitude=180",
			"latitude=91&longitude=0", "latitude=0&longitude=181", "latitude=x&longitude=0", "latitude=1e1&longitude=0", "place=", "place=DXB&pageSize=0",
			"place=DXB&locale=ja"},
		results: {"", "page=100&pageSize=50", "page=0", "pageSize=51", "sort=score_desc", "sort=price_asc", "sort=duration_asc", "sort=leg1_departure_time_asc",
			"sort=leg1_departure_time_desc", "sort=leg2_departure_time_asc", "sort=leg2_departure_time_desc", "sort=best", "sort=",
			"airlines=EK", "airlines=EK,BA&airlines=LH", "airlines-match=any", "airlines-match=all&airlines=EK", "airlines-match=some",
			"same-airline=0", "same-airline=1", "same-airline=true", "same-airline=false", "same-airline=yes", "same-airline=TRUE",
			"alliances=star", "stops=0", "stops=0,1", "stops=0&stops=2", "stops=-1", "stops=one", "stops=0.5", "stops=9007199254740991",
			"min-price=0", "min-price=-1", "min-price=99.95", "max-price=1e6", "max-price=abc", "max-duration=1", "max-duration=0",
			"min-stopover-duration=0", "min-stopover-duration=1234567", "min-stopover-duration=12345678", "max-stopover-duration=-5",
			"outbound-departure-blocks=morning,night", "outbound-departure-blocks=noon", "outbound-departure-range=0-1439",
			"outbound-departure-range=1380-120", "outbound-departure-range=%20360%20-%20720%20", "outbound-departure-range=0-1440",
			"outbound-departure-range=360", "outbound-arrival-blocks=midnight", "outbound-arrival-range=1-2", "return-departure-blocks=afternoon",
			"return-departure-range=1-2", "return-arrival-blocks=night", "return-arrival-range=1-2", "return-arrival-range=a-b",
			"outbound-min-duration=60", "outbound-max-duration=600", "return-min-duration=60", "return-max-duration=600", "return-max-duration=six",
			"booking-types=platform", "booking-types=platform,airline", "booking-types=partner", "booking-sites=x", "stopover-airports=IST",
			"aircraft=77W", "currency=EUR", "currency=eur", "currency=EURO", "locale=fr", "view=card", "view=detail"},
		trip: {"", "currency=JPY", "currency=yen", "locale=ja", "view=default", "view=detail", "view=card"},
		"/v1/flights/trips/" + id + ":none?searchId=" + id + "&": {"", "view=detail"},
		"/v1/flights/trips/" + id + ":none?":                     {"", "searchId=a%20b"},
		"/v1/flights/trips/a%20b?searchId=a&":                    {""},
		"/v1/flights/searches/a%C3%A9/results?":                  {""},
		"/v1/user?":                                              {"", "unknown=1"},
		"/health?":                                               {"", "unknown=1"},
	} {
		for _, query := range queries {
			r.agree(t, http.MethodGet, target+query, "")
		}
	}
}

func TestTheSandboxRefusesTheBodiesThatAnIndependentValidatorRefuses(t *testing.T) {
	r := newRig(t, Options{})
	for _, member := range []string{
		`"cabin":"economy"`, `"cabin":"premium_economy"`, `"cabin":"business"`, `"cabin":"first"`, `"cabin":"deck"`, `"cabin":1`,
		`"adults":1`, `"adults":9`, `"adults":0`, `"adults":10`, `"adults":1.5`, `"adults":"1"`, `"adults":null`, `"adults":true`, `"adults":[1]`,
		`"adults":2.0`, `"adults":1e0`, `"children":0`, `"children":8`, `"children":9`, `"children":-1`, `"infants":0`, `"infants":1`, `"infants":9`,
		`"currency":"EUR"`, `"currency":"eur"`, `"currency":""`, `"locale":"en"`, `"locale":""`, `"locale":"` + strings.Repeat("x", 36) + `"`,
		`"siteCode":"AE"`, `"siteCode":"ae"`, `"siteCode":"ARE"`, `"from":"dxb"`, `"from":"DXBB"`, `"from":null`, `"to":7`,
		`"fromDate":"2026-12-1"`, `"fromDate":"21.12.2026"`, `"fromDate":20261221`, `"toDate":null`, `"toDate":"soon"`, `"toDate":""`,
		`"passengers":2`, `"Adults":1`, `"":1`, `"\u0000":1`,
	} {
		r.advance(time.Minute)
		r.agree(t, http.MethodPost, "/v1/flights/searches", body(member))
	}
	for _, whole := range []string{`{}`, `[]`, `null`, `1`, `"x"`, `{"from":"DXB"}`, `{`, `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`} {
		r.advance(time.Minute)
		r.agree(t, http.MethodPost, "/v1/flights/searches", whole)
	}
}

// TestEveryReadOfManySearchesKeepsTheContract asserts on its own only
// that trips are found: all traffic of a rig is judged on the way.
func TestEveryReadOfManySearchesKeepsTheContract(t *testing.T) {
	r := newRig(t, Options{})
	for _, content := range []string{
		dubaiLondon,
		`{"from":"LON","to":"NYC","fromDate":"2026-12-24"}`,
		`{"from":"SYD","to":"LHR","fromDate":"2027-03-01","toDate":"2027-03-29","cabin":"business","adults":2,"children":2,"infants":1,"siteCode":"AU"}`,
		`{"from":"TYO","to":"HNL","fromDate":"2027-11-21","cabin":"first"}`,
		`{"from":"FRA","to":"CDG","fromDate":"2026-11-21","cabin":"premium_economy","locale":"de","currency":"EUR"}`,
		`{"from":"BGO","to":"CUZ","fromDate":"2027-06-15","toDate":"2027-07-15"}`,
	} {
		r.advance(time.Minute)
		r.token = r.signIn()
		id := r.create(content)
		results := "/v1/flights/searches/" + id + "/results"
		for range 9 { // while sellers answer, one after the other
			r.get(results)
			r.advance(time.Second)
		}
		var last wire.FlightResults
		for _, query := range []string{"?sort=price_asc&currency=JPY&locale=ja", "?sort=duration_asc&currency=KWD&locale=ar&pageSize=50",
			"?sort=leg2_departure_time_desc&currency=ZZZ&locale=xx", "?stops=0&pageSize=1", "?page=100", "?booking-types=platform&max-duration=100000",
			"?outbound-departure-blocks=morning&return-arrival-range=1380-120", "?pageSize=50"} {
			last = decode[wire.FlightResults](t, r.get(results+query))
		}
		if len(last.Results) == 0 {
			t.Errorf("%s found nothing", content)
		}
		for _, card := range last.Results[:min(3, len(last.Results))] {
			target := "/v1/flights/trips/" + card.TripID + "?searchId=" + id
			for _, query := range []string{"", "&currency=EUR&locale=fr", "&view=detail", "&view=detail&currency=BHD&locale=zh-Hant"} {
				if a := r.get(target + query); a.status != http.StatusOK {
					t.Errorf("%s: status %d: %s", target+query, a.status, a.body)
				}
			}
		}
	}
}

// agree sends a request and compares the sandbox's verdict with the validator's.
func (r *rig) agree(t *testing.T, method, target, content string) {
	t.Helper()
	r.token = r.signIn()
	req, err := http.NewRequest(method, r.origin.String()+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	verdict := r.judge.Request(req, []byte(content))
	if errors.Is(verdict, contracttest.ErrNoOperation) {
		t.Fatal(verdict)
	}
	if undeclared(req) {
		verdict = nil // what the contract does not declare is ignored, see rest.Check
	}
	a := r.send(method, target, content)
	if refused := a.status == http.StatusBadRequest; refused != (verdict != nil) {
		t.Errorf("%s %s %s: status %d: %s\nvalidator: %v", method, target, content, a.status, a.body, verdict)
	}
}

func undeclared(r *http.Request) bool {
	query, err := url.ParseQuery(r.URL.RawQuery)
	return err == nil && query.Has("unknown")
}
