package apiclient

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"travel.example/travel/api"
)

// TestAnAnswerIsOfWhatWasAsked checks that an id in an answer must be the one requested.
func TestAnAnswerIsOfWhatWasAsked(t *testing.T) {
	trip, _ := api.Find("getTripExperience")
	hotel, _ := api.Find("getHotel")
	rates, _ := api.Find("getHotelRates")
	for _, c := range []struct {
		op     *api.Operation
		params any
		ids    []string
		body   string
		want   string
	}{
		{trip, nil, []string{"s:t"}, `{"tripId":"s:t"}`, ""},
		{trip, nil, []string{"t"}, `{"tripId":"s:t"}`, ""},
		{trip, nil, []string{"s:t"}, `{"tripId":"s:u"}`, "tripId"},
		{trip, nil, []string{"s:t"}, `{"tripId":"x:s:t"}`, "tripId"},
		{trip, nil, []string{"s:t"}, `{"tripId":null}`, ""},
		{trip, nil, []string{"s:t"}, `{"legs":[]}`, ""},
		{hotel, nil, []string{"17"}, `{"hotelId":17}`, ""},
		{hotel, nil, []string{"17"}, `{"hotelId":170}`, "hotelId"},
		{rates, &GetHotelRatesParams{SearchID: "S"}, []string{"17"}, `{"hotelId":17,"searchId":"S"}`, ""},
		{rates, &GetHotelRatesParams{SearchID: "S"}, []string{"17"}, `{"hotelId":17,"searchId":"T"}`, "searchId"},
	} {
		_, named, err := targetOf(c.op, c.params, c.ids, "")
		if err == nil {
			_, err = checkIDs(&Answer[struct{}]{Body: []byte(c.body)}, nil, named)
		}
		if (err != nil) != (c.want != "") || err != nil && !strings.Contains(err.Error(), "its "+c.want+" is") {
			t.Errorf("%s of %v answered by %s: %v, want %q told", c.op.ID, c.ids, c.body, err, c.want)
		}
	}
}

// TestTheAnswerOfAnotherHotelIsRefused checks that such an answer is rejected without a retry.
func TestTheAnswerOfAnotherHotelIsRefused(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"hotelId":18,"currencyCode":"USD","metadata":{"locale":"en","localeSource":"default","page":1,"pageSize":10,"resultCount":0,"hasMore":false},"results":[]}`))
	}))
	defer server.Close()
	client, err := New(Options{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetHotelReviews(t.Context(), 17, &GetHotelReviewsParams{}); err == nil || asked != 1 {
		t.Errorf("got %v after %d requests", err, asked)
	}
}
