package apiclient

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const (
	leg      = `{"from":"LIS","to":"OSL","departsAt":"2027-01-02T08:00:00Z","arrivesAt":"2027-01-02T12:00:00Z","durationMinutes":240,"stops":0,"airlines":["ZZ"],"transportTypes":["FLIGHT"]}`
	metadata = `{"currencyCode":"USD","currencyCodeSource":"default","locale":"en","localeSource":"default"}`
)

// shapeOf returns an error that says why a body is not a T.
func shapeOf[T any](body []byte) error {
	_, err := Decode[T](body)
	return err
}

// F09: the first required member that is missing is named by its path; unknown members and unknown words are
// accepted.
func TestShapeNamesWhatIsMissing(t *testing.T) {
	tests := map[string]struct {
		body, want string
	}{
		"whole":            {flightResultsBody, ""},
		"unknown member":   {strings.Replace(flightResultsBody, `{"searchId"`, `{"new":{"a":[1]},"searchId"`, 1), ""},
		"huge number":      {strings.Replace(flightResultsBody, `{"searchId"`, `{"new":1e999,"searchId"`, 1), ""},
		"unknown word":     {strings.Replace(flightResultsBody, `"default","locale"`, `"newer","locale"`, 1), ""},
		"top level":        {strings.Replace(flightResultsBody, `"searchId":"s1",`, "", 1), "the answer lacks searchId"},
		"null":             {strings.Replace(flightResultsBody, `"searchId":"s1"`, `"searchId":null`, 1), "the answer lacks searchId"},
		"nested":           {strings.Replace(flightResultsBody, `"airlines":[],`, "", 1), "the answer lacks metadata.filterOptions.airlines"},
		"in a list":        {strings.Replace(flightResultsBody, `"airlines":[]`, `"airlines":[{"code":"A","count":1},{"code":"B"}]`, 1), "the answer lacks metadata.filterOptions.airlines[1].count"},
		"null in a list":   {strings.Replace(flightResultsBody, `"results":[]`, `"results":[null]`, 1), "the answer lacks results[0]"},
		"another type":     {strings.Replace(flightResultsBody, `"page":1`, `"page":"1"`, 1), "cannot unmarshal string"},
		"two values":       {flightResultsBody + "{}", "after top-level value"},
		"not an object":    {"[]", "cannot unmarshal array"},
		"nothing but null": {"null", "the answer is null"},
	}
	for name, test := range tests {
		got := ""
		if err := shapeOf[FlightResults]([]byte(test.body)); err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// A trip has two forms and is checked against the one it has.
func TestTripTakesBothForms(t *testing.T) {
	check := shapeOf[FlightTrip]
	short := `{"tripId":"s:t","stops":0,"durationMinutes":240,"outbound":` + leg + `,"fares":[],"metadata":` + metadata + `}`
	detail := `{"tripId":"s:t","stops":0,"durationMinutes":240,"legs":[],"fares":[],"metadata":` + metadata + `}`
	for _, body := range []string{short, detail} {
		if err := check([]byte(body)); err != nil {
			t.Errorf("%.60s: %v", body, err)
		}
	}
	for body, want := range map[string]string{
		strings.Replace(short, `"from":"LIS",`, "", 1):             "the answer lacks outbound.from",
		strings.Replace(detail, `"tripId":"s:t",`, "", 1):          "the answer lacks tripId",
		strings.Replace(detail, `"legs":[]`, `"legs":[{}]`, 1):     "the answer lacks legs[0]",
		strings.Replace(detail, `"legs":[]`, `"legs":"none"`, 1):   "the answer lacks outbound",
		strings.Replace(short, `"outbound":`+leg, `"legs":3.5`, 1): "the answer lacks outbound",
	} {
		if err := check([]byte(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: got %v, want %s", body, err, want)
		}
	}
}

// A body that passes the check can also be decoded to the generated type, which other code uses.
func FuzzShape(f *testing.F) {
	shapes := []func([]byte) error{
		shapeOf[Health], shapeOf[User], shapeOf[FeedbackReceived], shapeOf[PlaceResults], shapeOf[NearbyPlaceResults],
		shapeOf[HolidayResults], shapeOf[VisaFreeResults], shapeOf[FlightSearchCreated], shapeOf[FlightTrip], shapeOf[TripExperience],
		shapeOf[FareOptions], shapeOf[BookingLink], shapeOf[SearchLink], shapeOf[ScheduleResults], shapeOf[HotelSearchCreated],
		shapeOf[HotelResults], shapeOf[Hotel], shapeOf[HotelRates], shapeOf[HotelReviews],
	}
	f.Add([]byte(flightResultsBody))
	f.Add([]byte(`{"results":[{"price":{}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, check := range shapes {
			_ = check(body)
		}
		if shapeOf[FlightResults](body) != nil {
			return
		}
		var results FlightResults
		if err := json.Unmarshal(body, &results); err != nil {
			t.Error(err)
		}
		if path, _ := missing(membersOf(reflect.TypeFor[FlightResults]()), map[string]any{}); path == "" {
			t.Error("the type promises nothing")
		}
	})
}

func BenchmarkShape(b *testing.B) {
	card := `{"code":"A","count":1},`
	body := []byte(strings.Replace(flightResultsBody, `"airlines":[`, `"airlines":[`+strings.Repeat(card, 500)+`{"code":"B","count":1}`, 1))
	check := shapeOf[FlightResults]
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if err := check(body); err != nil {
			b.Fatal(err)
		}
	}
}
