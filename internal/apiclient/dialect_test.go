package apiclient

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const ownWordAnswer = `{"searchId":"s","currencyCode":"USD","metadata":{"currencyCode":"USD","currencyCodeSource":"default","locale":"en",
"localeSource":"default","page":1,"pageSize":10,"resultCount":1,"totalCandidates":1,"hasMore":false,"snapshotTripCount":1,"snapshotFareCount":1,
"filterOptions":{"alliances":[],"airlines":[],"bookingSites":[],"stopoverAirports":[],"aircraft":[]}},"results":[{"tripId":"s:t","badges":[],
"stops":0,"durationMinutes":60,"price":{"total":1,"currency":"USD","scope":"party","websiteCount":1,"hasHouseFare":true},"legs":[]}]}`

func TestADeploymentMayUseAnotherWordThanPlatform(t *testing.T) {
	var sent url.Values
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent = r.URL.Query()
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(ownWordAnswer))
	}))
	defer server.Close()
	params := &GetFlightSearchResultsParams{BookingTypes: []BookingType{BookingTypePlatform, BookingTypeAirline}, Aircraft: []string{"platform"}}
	for word, other := range map[string]string{"house": "", "platform": "house", "": "house"} {
		client, err := New(Options{BaseURL: server.URL, PlatformKind: word})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client.GetFlightSearchResults(t.Context(), "s", params)
		if err != nil {
			t.Fatalf("word %q: %v", word, err)
		}
		if got, missing := client.OwnFares(answer); got != other || missing != (other != "") {
			t.Errorf("word %q: the service says %q, %t; want %q", word, got, missing, other)
		}
		if word == "" {
			continue
		}
		if string(answer.Body) != ownWordAnswer {
			t.Errorf("the body was changed: %s", answer.Body)
		}
		want := url.Values{"booking-types": {word, "airline"}, "aircraft": {"platform"}}
		if diff := cmp.Diff(want, sent); diff != "" {
			t.Errorf("-want +sent\n%s", diff)
		}
	}
}
