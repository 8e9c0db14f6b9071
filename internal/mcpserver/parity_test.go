package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/service"
)

// What a whole answer holds is what the service sends to the very request that it says it made, byte by
// byte: the body of travel api, and that of --json, which has the same member behind it.
func TestAWholeAnswerIsWhatTheServiceSends(t *testing.T) {
	a := newAgent(t)
	a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-29"}`)
	fare := a.rowWith(a.call("getFlightTrip", `{"tripId":"F1.1","limit":30}`), "has options")
	options := optionsOf(a, a.call("getFareOptions", `{"fareId":"`+fare+`"}`))
	a.call("search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-25"}`)
	a.call("hotel_rates", `{"hotel":"H1.1"}`)
	calls := map[string]string{
		"getHealth":               `{}`,
		"getCurrentUser":          `{}`,
		"getPlaces":               `{"query":"dubai"}`,
		"getNearbyPlaces":         `{"place":"DXB"}`,
		"getCountryHolidays":      `{"countryCode":"DE"}`,
		"getVisaFreeDestinations": `{"countryCode":"DE"}`,
		"getFlightSchedules":      `{"from":"DXB","to":"LHR"}`,
		"getFlightSearchLink":     `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`,
		"getFlightSearchResults":  `{"searchId":"F1","sort":"price_asc","pageSize":50,"stops":[0,1]}`,
		"getFlightTrip":           `{"tripId":"F1.1","view":"detail"}`,
		"getTripExperience":       `{"tripId":"F1.1"}`,
		"getFareOptions":          `{"fareId":"` + fare + `"}`,
		"getFareBookingLink":      `{"fareId":"` + fare + `","fareOptionId":` + options + `}`,
		"getHotelSearchLink":      `{"cityCode":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-25"}`,
		"getHotelSearchResults":   `{"searchId":"H1","page":2}`,
		"getHotel":                `{"hotelId":"H1.1","view":"detail"}`,
		"getHotelRates":           `{"hotelId":"H1.1","searchId":"R1"}`,
		"getHotelReviews":         `{"hotelId":"H1.1"}`,
		"getHotelRateBookingLink": `{"rateId":"R1.1"}`,
	}
	for i := range api.Operations {
		op := &api.Operations[i]
		arguments, reads := calls[op.ID]
		if !reads { // a create and feedback answer no second time with the same
			continue
		}
		r := a.call(op.ID, strings.TrimSuffix(`{"whole":true,`+arguments[1:len(arguments)-1], ",")+"}")
		got, asked := parted(t, r.Structured)
		if sent := a.raw(op, asked); !bytes.Equal(bytes.TrimSpace(sent), got) {
			t.Errorf("%s %s: the answer is not what the service sends\ngot  %.600s\nsent %.600s", op.ID, asked, got, sent)
		}
	}
	if n := len(api.Operations) - len(calls); n != 3 {
		t.Errorf("%d operations are not compared", n)
	}
}

// parted is the service's part of a whole answer, and the parameters of the request that made it.
func parted(t *testing.T, structured json.RawMessage) (body []byte, asked json.RawMessage) {
	t.Helper()
	at := bytes.LastIndex(structured, []byte(`,"travel":{`))
	if at < 0 {
		t.Fatalf("there is no member travel in %s", structured)
	}
	var said struct {
		Travel struct {
			Request struct{ Parameters json.RawMessage }
		}
	}
	if err := json.Unmarshal(structured, &said); err != nil {
		t.Fatal(err)
	}
	return append(bytes.Clone(structured[:at]), '}'), said.Travel.Request.Parameters
}

// raw sends a request as travel api does.
func (a *agent) raw(op *api.Operation, asked json.RawMessage) []byte {
	a.Helper()
	parameters := map[string]any{}
	if len(asked) > 0 {
		d := json.NewDecoder(bytes.NewReader(asked))
		d.UseNumber()
		if err := d.Decode(&parameters); err != nil {
			a.Fatal(err)
		}
	}
	path, query := op.Path, url.Values{}
	for name, value := range parameters {
		list, isList := value.([]any)
		if !isList {
			list = []any{value}
		}
		for _, item := range list {
			if param, _ := op.Param(name); param.In == api.InPath {
				path = strings.Replace(path, "{"+name+"}", url.PathEscape(fmt.Sprint(item)), 1)
			} else {
				query.Add(name, fmt.Sprint(item))
			}
		}
	}
	call, err := service.NewRawCall(op.Method, path, query)
	if err != nil {
		a.Fatal(err)
	}
	answer, err := service.Send(a.Context(), a.session.desk, call)
	if err != nil {
		a.Fatalf("%s %s?%s: %v", op.Method, path, query.Encode(), err)
	}
	return answer.Body
}

// A search that a call has no time for is answered as far as it came, and says which call goes on with
// it: that one spends nothing.
func TestASearchThatTakesLongerGoesOn(t *testing.T) {
	a := newAgent(t)
	ctx, stop := context.WithTimeout(t.Context(), callLimit-settleLimit+time.Second)
	defer stop()
	r, err := searchFlights(ctx, a.session, Args{Members: map[string]json.RawMessage{
		"from": json.RawMessage(`"DXB"`), "to": json.RawMessage(`"LHR"`), "fromDate": json.RawMessage(`"2026-12-22"`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	a.has(string(r.Structured), `"settle":"`+string(search.Unsettled)+`"`, `"next":[{"tool":"getFlightSearchResults","arguments":{"searchId":"F1"}}]`)
	a.has(r.Text, `next: getFlightSearchResults {"searchId":"F1"}`, "more may come")
	again := a.call("getFlightSearchResults", `{"searchId":"F1"}`)
	a.has(string(again.Structured), `"settle":"converged"`)
	if a.session.purse.spent != 1 {
		t.Errorf("%d searches were spent", a.session.purse.spent)
	}
}

// A call that is cancelled ends at once: nothing is read after that.
func TestACancelledCallReadsNoMore(t *testing.T) {
	a := newAgent(t)
	ctx, cancel := context.WithCancel(t.Context())
	a.waits = func(n int) {
		if n == 3 {
			cancel()
		}
	}
	_, err := searchFlights(ctx, a.session, Args{Members: map[string]json.RawMessage{
		"from": json.RawMessage(`"DXB"`), "to": json.RawMessage(`"LHR"`), "fromDate": json.RawMessage(`"2026-12-22"`),
	}})
	if !errors.Is(err, context.Canceled) || a.waited != 3 {
		t.Errorf("%v after %d waits", err, a.waited)
	}
}
