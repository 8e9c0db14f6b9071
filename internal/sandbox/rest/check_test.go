package rest

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/wire"
)

func operation(t testing.TB, id string) *api.Operation {
	t.Helper()
	op, ok := api.Find(id)
	if !ok {
		t.Fatalf("the contract has no operation %s", id)
	}
	return op
}

// get is a request with that query, and with path parameters as name, value.
func get(query string, path ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/?"+query, nil)
	for i := 0; i < len(path); i += 2 {
		r.SetPathValue(path[i], path[i+1])
	}
	return r
}

func post(contentType string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", contentType)
	return r
}

// detail is what the caller is told, empty for a request that is accepted.
func detail(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != wire.ErrorCodeValidationFailed {
		t.Fatalf("got %v, want a validation_failed", err)
	}
	return e.Detail
}

// queryCase is a query and the detail of its refusal, empty for one accepted.
type queryCase struct{ name, op, query, want string }

func checkQueries(t *testing.T, cases []queryCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			_, err := For(operation(t, tt.op)).Read(get(tt.query, "searchId", "a"), nil)
			if diff := cmp.Diff(tt.want, detail(t, err)); diff != "" {
				t.Errorf("detail (-want +got):\n%s", diff)
			}
		})
	}
}

func TestARefusalNamesTheParameterWhatWasGivenAndWhatIsAccepted(t *testing.T) {
	checkQueries(t, []queryCase{
		{"missing", "getPlaces", "", `Query parameter query is missing; it must be text of 1 to 100 characters.`},
		{"empty text", "getPlaces", "query=", `Query parameter query has ""; it must be text of 1 to 100 characters.`},
		{"longest text, in characters", "getPlaces", "query=" + strings.Repeat("%C3%A9", 100), ""},
		{"too long, and cut in the answer", "getPlaces", "query=" + strings.Repeat("a", 101),
			`Query parameter query has "` + strings.Repeat("a", 39) + `…; it must be text of 1 to 100 characters.`},
		{"not UTF-8", "getPlaces", "query=%ff", `Query parameter query has "\xff"; it must be text of 1 to 100 characters.`},
		{"malformed query", "getPlaces", "query=%zz", `The query string is not well-formed: invalid URL escape "%zz".`},
		{"scalar twice", "getPlaces", "query=a&query=a", `Query parameter query was sent twice; send it once.`},
		{"scalar three times", "getPlaces", "query=a&page=1&page=2&page=3", `Query parameter page was sent 3 times; send it once.`},
		{"below the least", "getPlaces", "query=a&page=0", `Query parameter page has "0"; it must be a whole number from 1 to 100.`},
		{"above the most", "getPlaces", "query=a&pageSize=51", `Query parameter pageSize has "51"; it must be a whole number from 1 to 50.`},
		{"at the bounds", "getPlaces", "query=a&page=100&pageSize=50", ""},
		{"fraction", "getPlaces", "query=a&page=1.5", `Query parameter page has "1.5"; it must be a whole number from 1 to 100.`},
		{"whole but written as a fraction", "getPlaces", "query=a&page=1.0", `Query parameter page has "1.0"; it must be a whole number from 1 to 100.`},
		{"with a plus", "getPlaces", "query=a&page=%2B1", `Query parameter page has "+1"; it must be a whole number from 1 to 100.`},
		{"with a space", "getPlaces", "query=a&page=1+", `Query parameter page has "1 "; it must be a whole number from 1 to 100.`},
		{"empty number", "getPlaces", "query=a&page=", `Query parameter page has ""; it must be a whole number from 1 to 100.`},
		{"past any integer", "getPlaces", "query=a&page=99999999999999999999", `Query parameter page has "99999999999999999999"; it must be a whole number from 1 to 100.`},
	})
}

func TestListsNumbersAndWordsKeepTheirRules(t *testing.T) {
	checkQueries(t, []queryCase{
		{"list with commas", "getPlaces", "query=a&types=city,airport", ""},
		{"list repeated and with commas", "getPlaces", "query=a&types=city,airport&types=state", ""},
		{"item off the list", "getPlaces", "query=a&types=city,planet",
			`Query parameter types has "planet"; each item must be one of city, airport, state, district, hotel.`},
		{"empty list", "getPlaces", "query=a&types=",
			`Query parameter types has an empty item; each item must be one of city, airport, state, district, hotel.`},
		{"list with a hole", "getFlightSearchResults", "stops=0,,1",
			`Query parameter stops has an empty item; each item must be a whole number from 0 to 9007199254740991.`},
		{"list of numbers", "getFlightSearchResults", "stops=0,1&stops=2", ""},
		{"list with a negative", "getFlightSearchResults", "stops=0,-1",
			`Query parameter stops has "-1"; each item must be a whole number from 0 to 9007199254740991.`},
		{"number of no kind", "getFlightSearchResults", "min-price=NaN", `Query parameter min-price has "NaN"; it must be a number of 0 or more.`},
		{"infinite number", "getFlightSearchResults", "min-price=1e400", `Query parameter min-price has "1e400"; it must be a number of 0 or more.`},
		{"hexadecimal number", "getFlightSearchResults", "min-price=0x10", `Query parameter min-price has "0x10"; it must be a number of 0 or more.`},
		{"decimal number", "getFlightSearchResults", "min-price=12.50&max-price=1e3", ""},
		{"off the list of words", "getFlightSearchResults", "sort=Price_asc",
			`Query parameter sort has "Price_asc"; it must be one of score_desc, price_asc, duration_asc, leg1_departure_time_asc, leg1_departure_time_desc, leg2_departure_time_asc, leg2_departure_time_desc.`},
		{"pattern not kept", "getFlightSearchResults", "currency=usd", `Query parameter currency has "usd"; it must be three uppercase letters.`},
		{"range not kept", "getFlightSearchResults", "outbound-departure-range=0-1440",
			`Query parameter outbound-departure-range has "0-1440"; it must be two minutes of the day from 0 to 1439 with a hyphen between, as in 360-720.`},
		{"empty range", "getFlightSearchResults", "outbound-departure-range=", ""},
		{"flag in each of its forms", "getFlightSearchResults", "same-airline=1", ""},
		{"flag in no form", "getFlightSearchResults", "same-airline=yes", `Query parameter same-airline has "yes"; it must be one of 0, 1, true, false.`},
		{"several at fault", "getFlightSearchResults", "page=0&pageSize=0&sort=x&currency=x&view=x",
			`Query parameter page has "0"; it must be a whole number from 1 to 100; ` +
				`query parameter pageSize has "0"; it must be a whole number from 1 to 50; ` +
				`query parameter sort has "x"; it must be one of score_desc, price_asc, duration_asc, leg1_departure_time_asc, leg1_departure_time_desc, leg2_departure_time_asc, leg2_departure_time_desc; ` +
				`query parameter currency has "x"; it must be three uppercase letters; and more.`},
		{"unknown is ignored", "getPlaces", "query=a&colour=red&query[]=b", ""},
		{"hidden characters are written out", "getPlaces", "query=a&page=%E2%80%AE1%1B[31m",
			`Query parameter page has "\u202e1\x1b[31m"; it must be a whole number from 1 to 100.`},
	})
}

func TestAPathParameterKeepsItsRules(t *testing.T) {
	for _, tt := range []struct{ name, op, param, value, want string }{
		{"hotel id", "getHotel", "hotelId", "9007199254740991", ""},
		{"hotel id past the integers", "getHotel", "hotelId", "9007199254740993",
			`Path parameter hotelId has "9007199254740993"; it must be a whole number from 1 to 9007199254740991.`},
		{"hotel id 0", "getHotel", "hotelId", "0", `Path parameter hotelId has "0"; it must be a whole number from 1 to 9007199254740991.`},
		{"hotel id with zeros before", "getHotel", "hotelId", "007", `Path parameter hotelId has "007"; it must be a whole number from 1 to 9007199254740991.`},
		{"search id with a slash", "getFlightSearchResults", "searchId", "a/b",
			`Path parameter searchId has "a/b"; it must be 1 to 256 of the characters A-Z a-z 0-9 . _ : ~ = -.`},
		{"search id of 256", "getFlightSearchResults", "searchId", strings.Repeat("a", 256), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := For(operation(t, tt.op)).Read(get("", tt.param, tt.value), nil)
			if diff := cmp.Diff(tt.want, detail(t, err)); diff != "" {
				t.Errorf("detail (-want +got):\n%s", diff)
			}
		})
	}
}

func TestABodyIsOneObjectOfDeclaredFieldsOfTheirTypes(t *testing.T) {
	const flight = `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"`
	const stay = `{"checkIn":"2026-12-21","checkOut":"2026-12-22"`
	for _, tt := range []struct{ name, op, body, want string }{
		{"least", "createFlightSearch", flight + `}`, ""},
		{"spaces around", "createFlightSearch", " \n" + flight + "}\t\n", ""},
		{"nothing", "createFlightSearch", ``, `The body is empty; it must be one JSON object.`},
		{"list", "createFlightSearch", `[]`, `The body is []; it must be one JSON object.`},
		{"null", "createFlightSearch", `null`, `The body is null; it must be one JSON object.`},
		{"text", "createFlightSearch", `"x"`, `The body is "x"; it must be one JSON object.`},
		{"two objects", "createFlightSearch", flight + `}{}`, `The body is not valid JSON in UTF-8.`},
		{"cut off", "createFlightSearch", flight, `The body is not valid JSON in UTF-8.`},
		{"not UTF-8", "createFlightSearch", flight + ",\"locale\":\"\xff\"}", `The body is not valid JSON in UTF-8.`},
		{"missing fields", "createFlightSearch", `{"to":"LHR"}`,
			`Body field from is missing; it must be three uppercase letters; body field fromDate is missing; it must be a date as YYYY-MM-DD.`},
		{"unknown field", "createFlightSearch", flight + `,"passengers":2}`,
			`Body field "passengers" is unknown; the fields are from, to, fromDate, adults, cabin, children, currency, infants, locale, siteCode, toDate.`},
		{"field in another case", "createFlightSearch", flight + `,"Adults":2}`,
			`Body field "Adults" is unknown; the fields are from, to, fromDate, adults, cabin, children, currency, infants, locale, siteCode, toDate.`},
		{"field twice", "createFlightSearch", flight + `,"adults":2,"adults":3}`, `Body field adults was sent twice; send it once.`},
		{"number as text", "createFlightSearch", flight + `,"adults":"2"}`, `Body field adults has "2"; it must be a whole number from 1 to 9.`},
		{"text as number", "createFlightSearch", flight + `,"locale":5}`, `Body field locale has 5; it must be text of 1 to 35 characters.`},
		{"fraction", "createFlightSearch", flight + `,"adults":1.5}`, `Body field adults has 1.5; it must be a whole number from 1 to 9.`},
		{"whole number as JSON allows", "createFlightSearch", flight + `,"adults":2.0,"children":1e0}`, ""},
		{"flag as number", "createFlightSearch", flight + `,"adults":true}`, `Body field adults has true; it must be a whole number from 1 to 9.`},
		{"null value", "createFlightSearch", flight + `,"toDate":null}`, `Body field toDate has null; it must be a date as YYYY-MM-DD.`},
		{"object value", "createFlightSearch", flight + `,"cabin":{"a":["b"]}}`,
			`Body field cabin has {\"a\":[\"b\"]}; it must be one of economy, premium_economy, business, first.`},
		{"list of ages", "createHotelSearch", stay + `,"childrenAges":[0,17]}`, ""},
		{"empty list of ages", "createHotelSearch", stay + `,"childrenAges":[]}`, ""},
		{"age out of range", "createHotelSearch", stay + `,"childrenAges":[3,18]}`,
			`Body field childrenAges has 18; each item must be a whole number from 0 to 17.`},
		{"too many ages", "createHotelSearch", stay + `,"childrenAges":[1,2,3,4,5,6,7,8,9]}`,
			`Body field childrenAges has 9 items; it must be a list of at most 8 items, each a whole number from 0 to 17.`},
		{"one age without a list", "createHotelSearch", stay + `,"childrenAges":3}`,
			`Body field childrenAges is 3; it must be a list of at most 8 items, each a whole number from 0 to 17.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := For(operation(t, tt.op)).Read(post("application/json"), []byte(tt.body))
			if diff := cmp.Diff(tt.want, detail(t, err)); diff != "" {
				t.Errorf("detail (-want +got):\n%s", diff)
			}
		})
	}
}

func TestABodyIsUncompressedJSON(t *testing.T) {
	body := []byte(`{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`)
	for contentType, want := range map[string]string{
		"application/json":                  "",
		"application/json; charset=UTF-8":   "",
		"Application/JSON":                  "",
		"":                                  `The Content-Type is ""; it must be application/json.`,
		"text/plain":                        `The Content-Type is "text/plain"; it must be application/json.`,
		"application/json; charset=utf-16":  `The charset is "utf-16"; it must be utf-8.`,
		"application/x-www-form-urlencoded": `The Content-Type is "application/x-www-form-urlencoded"; it must be application/json.`,
	} {
		_, err := For(operation(t, "createFlightSearch")).Read(post(contentType), body)
		if diff := cmp.Diff(want, detail(t, err)); diff != "" {
			t.Errorf("%q: detail (-want +got):\n%s", contentType, diff)
		}
	}
	r := post("application/json")
	r.Header.Set("Content-Encoding", "gzip")
	_, err := For(operation(t, "createFlightSearch")).Read(r, body)
	if want := `The Content-Encoding is "gzip"; send the body as it is.`; detail(t, err) != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestABodyOfMoreThan64KiBIsRefused(t *testing.T) {
	for size, want := range map[int]string{
		maxBody:     "",
		maxBody + 1: "The body is longer than 65536 bytes.",
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat(" ", size)))
		body, err := Body(httptest.NewRecorder(), r)
		if diff := cmp.Diff(want, detail(t, err)); diff != "" {
			t.Errorf("%d bytes: detail (-want +got):\n%s", size, diff)
		}
		if err == nil && len(body) != size {
			t.Errorf("%d bytes were read, want %d", len(body), size)
		}
	}
}

func TestEveryPatternOfTheContractHasWords(t *testing.T) {
	for _, op := range api.Operations {
		for _, p := range op.Params {
			if text := accepted(&p); strings.Contains(text, "text like") || text == "" {
				t.Errorf("%s %s is described as %q", op.ID, p.Name, text)
			}
		}
	}
}
