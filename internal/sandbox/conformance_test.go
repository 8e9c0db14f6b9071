package sandbox

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/api/examples"
	"travel.example/travel/internal/sandbox/wire"
)

// values are a request's parameters by name, as text; body fields are JSON.
type values map[string]string

// requestCase is one request of the walk, and whether it is within the contract.
type requestCase struct {
	name  string
	given values
	good  bool
}

// companions are what else a parameter needs to be allowed, by operation and
// parameter: rules on several parameters that no single limit holds.
var companions = map[string]values{
	"createFlightSearch infants": {"adults": "9"}, "getFareBookingLink infants": {"adults": "9"}, "getFlightSearchLink infants": {"adults": "9"},
	"createHotelSearch rooms": {"adults": "9"}, "getHotelSearchLink rooms": {"adults": "9"},
	"createHotelSearch lat": {"cityCode": "", "lng": "55"}, "createHotelSearch lng": {"cityCode": "", "lat": "25"},
	"createHotelSearch radius":                    {"cityCode": "", "lat": "25", "lng": "55"},
	"createHotelSearch hotelId":                   {"cityCode": ""},
	"createHotelSearch childrenAges":              {"children": "1"},
	"getHotelSearchLink children":                 {"childrenAges": "1,2,3,4,5,6,7,8"},
	"getHotelSearchLink childrenAges":             {"children": "1"},
	"getHotelSearchResults guest-type":            {"sort": "guest_rating_desc"},
	"getHotelSearchResults min-guest-rating":      {"guest-type": "solo"},
	"getHotelSearchResults sort":                  {"guest-type": ""},
	"getNearbyPlaces latitude":                    {"place": "", "longitude": "55"},
	"getNearbyPlaces longitude":                   {"place": "", "latitude": "25"},
	"getCountryHolidays fromDate":                 {"toDate": "2027-01-01"},
	"getCountryHolidays toDate":                   {"fromDate": "2026-12-01"},
	"getFareBookingLink searchId":                 {},
	"submitFeedback category":                     {"rating": "5"},
	"submitFeedback version":                      {"rating": "5"},
	"getHotelRateBookingLink searchId":            {},
	"getFlightSearchResults return-arrival-range": {},
}

// ruled are limits that another rule of the specification does not let be reached
// by a parameter alone; they have tests of their own.
var ruled = map[string]bool{
	"getHotelSearchLink children 0": true, "getHotelSearchLink children 8": true,
	"createHotelSearch hotelId 1": true, "createHotelSearch hotelId 9007199254740991": true, // 404: no such hotel
	"getHotel hotelId 1": true, "getHotel hotelId 9007199254740991": true,
	"getHotelRates hotelId 1": true, "getHotelRates hotelId 9007199254740991": true,
	"getHotelReviews hotelId 1": true, "getHotelReviews hotelId 9007199254740991": true,
	"getHotelRateBookingLink hotelId 1": true, "getHotelRateBookingLink hotelId 9007199254740991": true,
	"getHotelSearchResults sort guest_rating_desc":      true, // wants guest-type
	"getNearbyPlaces place " + strings.Repeat("x", 100): true, // no such place
}

// TestEveryParameterAtItsLimitsAndBeyond walks the contract: each parameter of
// each operation at its least, greatest, shortest, longest and each of its words, and
// one step beyond each. What is beyond is a 400 that names the parameter. All
// answers are checked against the contract on the way.
func TestEveryParameterAtItsLimitsAndBeyond(t *testing.T) {
	total := 0
	for i := range api.Operations {
		op := &api.Operations[i]
		t.Run(op.ID, func(t *testing.T) {
			sampled(t, i)
			w := newWalk(t)
			for j := range op.Params {
				for _, c := range limitCases(&op.Params[j]) {
					w.try(op, &op.Params[j], c)
				}
			}
			w.leaveOut(op)
			total += w.cases
		})
	}
	t.Logf("%d requests at a limit or beyond it", total)
}

// sampled leaves three of four operations out of a short run: one goroutine asks, so a race would
// show with any.
func sampled(t *testing.T, operation int) {
	t.Helper()
	if testing.Short() && operation%4 > 0 {
		t.Skip("one of four in a short run")
	}
}

// walk sends requests, and lets time pass so that no quota runs out.
type walk struct {
	*rig
	t     *testing.T
	cases int
	base  map[string]values
}

func newWalk(t *testing.T) *walk {
	w := &walk{rig: newRig(t, Options{}), t: t}
	w.base = w.rig.validRequests(t)
	return w
}

// validRequests has a good request for each operation, with ids that are valid.
func (r *rig) validRequests(t *testing.T) map[string]values {
	t.Helper()
	search := r.create(dubaiLondon)
	hotels := decode[wire.HotelSearchCreated](t, r.send(http.MethodPost, "/v1/hotels/searches",
		`{"cityCode":"DXB","checkIn":"2026-12-21","checkOut":"2026-12-24"}`)).SearchID
	r.advance(20 * time.Second) // every seller has answered
	trips := decode[wire.FlightResults](t, r.get("/v1/flights/searches/"+search+"/results?booking-types=platform")).Results
	cards := decode[wire.HotelResults](t, r.get("/v1/hotels/searches/"+hotels+"/results")).Results
	if len(trips) == 0 || len(cards) == 0 {
		t.Fatal("the searches found nothing")
	}
	trip := trips[0].TripID
	fare := ""
	for _, f := range decode[wire.TripDefault](t, r.get("/v1/flights/trips/"+trip+"?searchId="+search)).Fares {
		if f.Kind == wire.FareKindPlatform && f.HasFareOptions {
			fare = f.FareID
		}
	}
	hotel := strconv.FormatInt(cards[0].HotelID, 10)
	scoped := decode[wire.HotelSearchCreated](t, r.send(http.MethodPost, "/v1/hotels/searches",
		`{"hotelId":`+hotel+`,"checkIn":"2026-12-21","checkOut":"2026-12-24"}`)).SearchID
	r.advance(20 * time.Second)
	rates := decode[wire.HotelRates](t, r.get("/v1/hotels/"+hotel+"/rates?searchId="+scoped)).Rates
	if fare == "" || len(rates) == 0 {
		t.Fatal("no platform fare with options, or no rate")
	}
	ids := strings.NewReplacer("$SEARCH", search, "$TRIP", trip, "$FARE", fare, "$HOTELS", hotels,
		"$HOTEL", hotel, "$SCOPED", scoped, "$RATE", rates[0].ID)
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

// example is a copy of the operation's good request.
func (w *walk) example(op *api.Operation) values {
	w.t.Helper()
	given, err := exampleOf(w.base, op.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return given
}

// exampleOf copies the good request of an operation; it is an error that names
// the operation when there is none.
func exampleOf(base map[string]values, id string) (values, error) {
	given, ok := base[id]
	if !ok {
		return nil, fmt.Errorf("%s has no example: give it one in api/examples", id)
	}
	return maps.Clone(given), nil
}

func TestAnOperationWithoutAnExampleIsNamed(t *testing.T) {
	if _, err := exampleOf(map[string]values{"getPlaces": {}}, "getAirlineInfo"); err == nil || !strings.Contains(err.Error(), "getAirlineInfo has no example") {
		t.Errorf("got %v", err)
	}
	if given, err := exampleOf(map[string]values{"getHealth": {}}, "getHealth"); err != nil || given == nil {
		t.Errorf("an example without parameters: %v, %v", given, err)
	}
}

// try sends one case. A request beyond a limit must be refused, one at it must
// not be, unless another rule stands in the way.
func (w *walk) try(op *api.Operation, p *api.Param, c requestCase) {
	w.t.Helper()
	key := op.ID + " " + p.Name
	if c.good && ruled[key+" "+c.given[p.Name]] {
		return
	}
	given := w.example(op)
	maps.Copy(given, companions[key])
	maps.Copy(given, c.given)
	a := w.ask(op, given)
	refused := a.status == http.StatusBadRequest
	if refused == c.good {
		w.t.Errorf("%s %s (%s): status %d: %s", key, c.name, show(c.given[p.Name]), a.status, a.body)
	}
	if detail := a.problemDetail(w.t); refused && !strings.Contains(detail, p.Name) {
		w.t.Errorf("%s %s: the detail does not name the parameter: %s", key, c.name, a.body)
	}
}

// leaveOut sends the operation without each of its required parameters.
func (w *walk) leaveOut(op *api.Operation) {
	for _, p := range op.Params {
		if !p.Required || p.In == api.InPath {
			continue
		}
		given := w.example(op)
		delete(given, p.Name)
		if a := w.ask(op, given); a.status != http.StatusBadRequest {
			w.t.Errorf("%s without %s: status %d: %s", op.ID, p.Name, a.status, a.body)
		}
	}
}

// ask sends an operation with these parameters; an empty one is left out.
func (w *walk) ask(op *api.Operation, given values) answer {
	w.t.Helper()
	w.cases++
	switch {
	case op.Method == http.MethodPost:
		w.advance(15 * time.Minute) // creates cost the most
		w.token = w.signIn()
	case w.cases%50 == 0:
		w.advance(time.Minute)
		w.token = w.signIn()
		w.base = w.validRequests(w.t)
	}
	return w.send(op.Method, target(op, given), bodyOf(op, given))
}

func target(op *api.Operation, given values) string {
	path, query := op.Path, url.Values{}
	for _, p := range op.Params {
		value := given[p.Name]
		switch {
		case p.In == api.InPath:
			path = strings.Replace(path, "{"+p.Name+"}", url.PathEscape(value), 1)
		case p.In == api.InQuery && value != "":
			query.Set(p.Name, strings.TrimPrefix(value, explicitEmpty))
		}
	}
	return path + "?" + query.Encode()
}

// explicitEmpty marks a value that is sent although it is empty.
const explicitEmpty = "\x00"

func bodyOf(op *api.Operation, given values) string {
	if !op.HasBody {
		return ""
	}
	fields := map[string]json.RawMessage{}
	for _, p := range op.Params {
		if value := given[p.Name]; value != "" {
			fields[p.Name] = json.RawMessage(strings.TrimPrefix(value, explicitEmpty))
		}
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(fmt.Errorf("%s %v: %w", op.ID, fields, err))
	}
	return string(text)
}

func show(s string) string {
	if len(s) > 60 {
		return s[:60] + fmt.Sprintf("… (%d)", len(s))
	}
	return s
}

// problemDetail is what a problem says of this occurrence, "" for an answer
// that is not a problem.
func (a answer) problemDetail(t *testing.T) string {
	t.Helper()
	if a.status < http.StatusBadRequest {
		return ""
	}
	if detail := a.problem(t).Detail; detail != nil {
		return *detail
	}
	return ""
}
