package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/api/examples"
	"travel.example/travel/internal/sandbox/oauth"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/contracttest"
)

// values has a request's parameters by name, as text; body fields are JSON.
type values map[string]string

const leftOut = "-" // removes a parameter from a request

// companions has the other parameters that a parameter requires, by operation and parameter. They satisfy rules
// about several parameters, which no single limit expresses.
var companions = map[string]values{
	"createFlightSearch infants":             {"adults": "9"},
	"getFareBookingLink infants":             {"adults": "9"},
	"getFlightSearchLink infants":            {"adults": "9"},
	"createHotelSearch rooms":                {"adults": "9"},
	"getHotelSearchLink rooms":               {"adults": "9"},
	"createHotelSearch lat":                  {"cityCode": leftOut, "lng": "55"},
	"createHotelSearch lng":                  {"cityCode": leftOut, "lat": "25"},
	"createHotelSearch radius":               {"cityCode": leftOut, "lat": "25", "lng": "55"},
	"createHotelSearch hotelId":              {"cityCode": leftOut},
	"createHotelSearch childrenAges":         {"children": "1"},
	"getHotelSearchLink childrenAges":        {"children": "1"},
	"getHotelSearchResults guest-type":       {"sort": "guest_rating_desc"},
	"getHotelSearchResults min-guest-rating": {"guest-type": "solo"},
	"getNearbyPlaces latitude":               {"place": leftOut, "longitude": "55"},
	"getNearbyPlaces longitude":              {"place": leftOut, "latitude": "25"},
	"getCountryHolidays fromDate":            {"toDate": "2027-01-01"},
	"getCountryHolidays toDate":              {"fromDate": "2026-12-01"},
	"submitFeedback category":                {"rating": "5"},
	"submitFeedback version":                 {"rating": "5"},
}

// ruled has the parameters for which a value that satisfies the contract's schemas may break another rule. Those
// rules are tested with the refusals.
var ruled = map[string]bool{
	"createFlightSearch from": true, "createFlightSearch to": true,
	"createHotelSearch cityCode": true, "createHotelSearch childrenAges": true,
	"getHotelSearchLink children": true, "getHotelSearchLink childrenAges": true,
	"getHotelSearchResults sort": true, "getNearbyPlaces place": true,
	"getCountryHolidays countryCode": true, "getFlightSchedules from": true, "getFlightSchedules to": true,
	"getFlightTrip tripId": true, "getFlightTrip searchId": true, "getTripExperience searchId": true,
	"getFareOptions fareId": true, "getFareOptions currency": true,
	"getFareBookingLink searchId": true, "getFareBookingLink fareOptionId": true, "getHotelRateBookingLink searchId": true,
}

// candidates returns values for a parameter: at its limits, one step beyond them, and in other forms.
func candidates(p *api.Param) []string {
	all := append([]string{"x", "-1", "1.5", "a b", "moon", "TRUE"}, p.Enum...)
	number := func(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
	if p.HasMin {
		all = append(all, number(p.Min), number(p.Min-1))
	}
	if p.HasMax {
		all = append(all, number(p.Max), number(p.Max+1))
	}
	if p.MaxLen > 0 {
		all = append(all, strings.Repeat("é", p.MaxLen), strings.Repeat("é", p.MaxLen+1))
	}
	if p.Pattern != "" {
		all = append(all, "de", "DE", "DEU", "DXBX", "D1B", "9W", "2026-12-1", "21.12.2026", "2026-12-21T00:00:00Z",
			"0", "9999999", "12345678", "0-1439", "1380-120", " 360 - 720 ", "0-1440", "360", "2:4:9", "2:", "4,", "123",
			strings.Repeat("x", 256), strings.Repeat("x", 257), "x:"+strings.Repeat("y", 254), "x:"+strings.Repeat("y", 255))
	}
	switch p.In {
	case api.InPath:
		return all
	case api.InQuery:
		return append(all, "", "a/b")
	}
	fields := []string{"null", "true", `"1"`, `""`, "1.0", "[]", "[1]", "{}"}
	for _, text := range all {
		if p.Kind == api.String {
			text = strconv.Quote(text)
		}
		if p.List {
			text = "[" + text + "]"
		}
		if json.Valid([]byte(text)) {
			fields = append(fields, text)
		}
	}
	return fields
}

// TestEveryParameterAtItsLimitsAndBeyond sends each parameter of each operation with good and bad values. An
// independent validator decides which ones satisfy the contract's schemas, and the sandbox must agree: any other
// value is a 400 that names the parameter. All answers are checked as well.
func TestEveryParameterAtItsLimitsAndBeyond(t *testing.T) {
	total := 0
	for i := range api.Operations {
		op := &api.Operations[i]
		t.Run(op.ID, func(t *testing.T) {
			sampled(t, i)
			r := newRig(t, Options{QuotaScale: 1000})
			base := r.validRequests()[op.ID]
			if base == nil {
				t.Fatal("no example: give the operation one in api/examples")
			}
			for j := range op.Params {
				p := &op.Params[j]
				for _, value := range candidates(p) {
					r.agree(op, p, base, value)
					total++
				}
				if p.In != api.InPath {
					r.agree(op, p, base, leftOut)
				}
			}
			if a := r.send(op.Method, target(op, base)+"&unknown=1", bodyOf(op, base)); a.status != op.Success {
				t.Errorf("with a query parameter that the contract does not declare: status %d: %s", a.status, a.body)
			}
		})
	}
	t.Logf("%d requests", total)
}

// agree sends a request and compares the sandbox's verdict with the validator's.
func (r *rig) agree(op *api.Operation, p *api.Param, base values, value string) {
	r.t.Helper()
	key := op.ID + " " + p.Name
	given := maps.Clone(base)
	maps.Copy(given, companions[key])
	given[p.Name] = value
	verdict := r.verdict(op, given)
	a := r.send(op.Method, target(op, given), bodyOf(op, given))
	refused := a.status == http.StatusBadRequest
	if verdict != nil && !refused || verdict == nil && refused && !ruled[key] && value != leftOut {
		r.t.Errorf("%s %.60q: status %d: %s\nvalidator: %v", key, value, a.status, a.body, verdict)
	}
	if verdict != nil && refused && !strings.Contains(*a.problem(r.t).Detail, p.Name) {
		r.t.Errorf("%s %.60q: the detail does not name the parameter: %s", key, value, a.body)
	}
}

// verdict returns the validator's error for a request.
func (r *rig) verdict(op *api.Operation, given values) error {
	req, err := http.NewRequest(op.Method, r.origin.String()+target(op, given), nil)
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	verdict := r.judge.Request(req, []byte(bodyOf(op, given)))
	if errors.Is(verdict, contracttest.ErrNoOperation) {
		r.t.Fatal(verdict)
	}
	return verdict
}

// sampled skips three of four operations in a short run. Requests are sent by one goroutine, so any of them would
// reveal a race.
func sampled(t *testing.T, operation int) {
	t.Helper()
	if testing.Short() && operation%4 > 0 {
		t.Skip("one of four in a short run")
	}
}

// ids creates searches and replaces $SEARCH, $TRIP and so on with ids of their results.
func (r *rig) ids() *strings.Replacer {
	r.t.Helper()
	search := r.create(dubaiLondon)
	stays := r.createStay(`{"cityCode":"DXB","checkIn":"2026-12-21","checkOut":"2026-12-24"}`)
	r.advance(20 * time.Second) // all providers have answered
	cards := read[wire.HotelResults](r, "/v1/hotels/searches/"+stays+"/results").Results
	if len(cards) < 2 {
		r.t.Fatal("the search found fewer than two hotels")
	}
	hotel, other := strconv.FormatInt(cards[0].HotelID, 10), strconv.FormatInt(cards[1].HotelID, 10)
	scoped := r.createStay(`{"hotelId":` + hotel + `,"checkIn":"2026-12-21","checkOut":"2026-12-24"}`)
	r.advance(20 * time.Second)
	rates := read[wire.HotelRates](r, "/v1/hotels/"+hotel+"/rates?searchId="+scoped).Rates
	fares := r.faresOf(search)
	if len(rates) == 0 {
		r.t.Fatal("no rates")
	}
	fare := fares[wire.FareKindPlatform]
	return strings.NewReplacer("$SEARCH", search, "$TRIP", fare[:strings.LastIndex(fare, ":")], "$FARE", fare,
		"$AIRLINE", fares[wire.FareKindAirline], "$PARTNER", fares[wire.FareKindPartner],
		"$HOTELS", stays, "$HOTEL", hotel, "$OTHERHOTEL", other, "$SCOPED", scoped, "$RATE", rates[0].ID)
}

// faresOf opens trips of a settled search until it has a fare of every kind, with options for the platform fare.
func (r *rig) faresOf(searchID string) map[wire.FareKind]string {
	r.t.Helper()
	fares := map[wire.FareKind]string{}
	for _, card := range read[wire.FlightResults](r, "/v1/flights/searches/"+searchID+"/results?pageSize=50").Results {
		for _, f := range read[wire.TripDefault](r, "/v1/flights/trips/"+card.TripID+"?searchId="+searchID).Fares {
			if f.Kind != wire.FareKindPlatform || f.HasFareOptions {
				fares[f.Kind] = f.FareID
			}
		}
		if len(fares) == 3 {
			return fares
		}
	}
	r.t.Fatalf("the search has fares of %d kinds", len(fares))
	return nil
}

// validRequests returns a valid request for each operation, with valid ids.
func (r *rig) validRequests() map[string]values {
	r.t.Helper()
	ids := r.ids()
	all := map[string]values{}
	for _, e := range examples.All {
		request := values{}
		for name, value := range e.Request {
			request[name] = ids.Replace(value)
		}
		all[e.Operation] = request
	}
	return all
}

func target(op *api.Operation, given values) string {
	path, query := op.Path, url.Values{}
	for _, p := range op.Params {
		value, sent := given[p.Name]
		switch {
		case p.In == api.InPath:
			path = strings.Replace(path, "{"+p.Name+"}", url.PathEscape(value), 1)
		case p.In == api.InQuery && sent && value != leftOut:
			query.Set(p.Name, value)
		}
	}
	return path + "?" + query.Encode()
}

func bodyOf(op *api.Operation, given values) string {
	if !op.HasBody {
		return ""
	}
	fields := map[string]json.RawMessage{}
	for name, value := range given {
		if value != leftOut {
			fields[name] = json.RawMessage(value)
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(fmt.Errorf("%s %v: %w", op.ID, fields, err))
	}
	return string(text)
}

// TestEveryDeclaredStatusIsReached makes every operation answer with each status that the contract declares for
// it, and with no other. Upstream failures are injected; the request causes all others.
func TestEveryDeclaredStatusIsReached(t *testing.T) {
	for i := range api.Operations {
		op := &api.Operations[i]
		t.Run(op.ID, func(t *testing.T) {
			sampled(t, i)
			r := newRig(t, Options{})
			all := r.validRequests()
			for _, status := range lastingLast(op.Statuses) {
				a := r.reach(op, status, all)
				if a.status != status {
					t.Errorf("wanted %d, got %d: %s", status, a.status, a.body)
				}
				waits := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
				if has := a.header.Get("Retry-After") != ""; has != waits {
					t.Errorf("status %d: Retry-After is %q", status, a.header.Get("Retry-After"))
				}
			}
		})
	}
}

// lastingLast sorts the statuses that change a sandbox last: for a 404 a search expires, and for a 429 the quota
// is used up.
func lastingLast(statuses []int) []int {
	lasts := func(status int) bool { return status == http.StatusNotFound || status == http.StatusTooManyRequests }
	return slices.SortedStableFunc(slices.Values(statuses), func(a, b int) int {
		return map[bool]int{true: 1}[lasts(a)] - map[bool]int{true: 1}[lasts(b)]
	})
}

// reach makes an operation answer with a status. An upstream failure uses its own sandbox; all others share one.
func (r *rig) reach(op *api.Operation, status int, all map[string]values) answer {
	r.t.Helper()
	given, headers := maps.Clone(all[op.ID]), []string{}
	switch status {
	case http.StatusBadRequest:
		for j := 0; r.verdict(op, given) == nil; j++ {
			given[op.Params[0].Name] = candidates(&op.Params[0])[j]
		}
	case http.StatusUnauthorized:
		headers = append(headers, "Authorization: ")
	case http.StatusForbidden:
		weak, err := r.oauth.Issue(oauth.Accounts()[0], "profile")
		if err != nil {
			r.t.Fatal(err)
		}
		headers = append(headers, "Authorization: Bearer "+weak.AccessToken)
	case http.StatusNotFound: // an unknown hotel or an expired search
		switch {
		case op.ID == "createHotelSearch":
			given["cityCode"], given["hotelId"] = leftOut, "1"
		case strings.Contains(op.Path, "{hotelId}"):
			given["hotelId"] = "1"
		default:
			r.advance(11 * time.Minute)
			r.token = r.signIn()
		}
	case http.StatusConflict:
		given["searchId"] = all["getHotelSearchResults"]["searchId"]
	case http.StatusTooManyRequests:
		for r.get("/v1/user").status != status {
		}
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable:
		// The ids belong to another sandbox, but the fault replaces the answer anyway.
		code := map[int]string{500: "internal_error", 502: "bad_gateway", 503: "upstream_unavailable retry-after=5"}[status]
		r = newRig(r.t, Options{Faults: []string{fmt.Sprintf("%s=%d %s after-work", op.ID, status, code)}})
	}
	return r.send(op.Method, target(op, given), bodyOf(op, given), headers...)
}

// FuzzRequest sends arbitrary requests. The sandbox must neither fail nor break the contract.
func FuzzRequest(f *testing.F) {
	r := newRig(f, Options{})
	id := r.create(dubaiLondon)
	for _, target := range []string{"/health", "/v1/user", "/v1/places?query=a", "/v1/places/nearby?latitude=1&longitude=2",
		"/v1/flights/searches/" + id + "/results?stops=0,1", "/v1/flights/trips/" + id + ":a?searchId=" + id, "/v1/%2e%2e/a", "/authorize?a=b"} {
		f.Add("GET", target, "", "")
	}
	f.Add("POST", "/v1/flights/searches", "application/json", dubaiLondon)
	f.Add("POST", "/token", "application/x-www-form-urlencoded", "grant_type=refresh_token")
	handler := r.Handler()
	f.Fuzz(func(t *testing.T, method, target, contentType, body string) {
		req, err := http.NewRequestWithContext(t.Context(), method, BuiltinURL+target, strings.NewReader(body))
		if err != nil || !strings.HasPrefix(req.URL.Path, "/") {
			return // no client can send it
		}
		r.advance(time.Second / 4)
		token, _, err := r.SampleToken()
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		if w.Code >= 500 || w.Header().Get("X-Trace-Id") == "" {
			t.Errorf("status %d, headers %v: %s", w.Code, w.Header(), w.Body)
		}
		if _, err := r.judge.Operation(req); errors.Is(err, contracttest.ErrNoOperation) || w.Code == http.StatusNotFound {
			return
		}
		if err := r.judge.Response(req, w.Result(), w.Body.Bytes()); err != nil {
			t.Errorf("%s %s: %v\n%s", method, target, err, w.Body)
		}
	})
}
