package main

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What is typed, what becomes of it (the code that is flown to, or "asks"), and what the service
// answers: "code name" for each row, with a "?" before the first where it says that there is ambiguity.
//
//go:embed testdata/foreign_places.txt
var foreignPlaces string

// servePlaces is a service whose places are rows written by hand. Its links name what they were asked for.
func servePlaces(t *testing.T, rows map[string]string) *deployment {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/places", func(w http.ResponseWriter, r *http.Request) {
		list, results := rows[r.URL.Query().Get("query")], []any{}
		list, ambiguous := strings.CutPrefix(list, "?")
		for row := range strings.SplitSeq(list, ";") {
			code, name, _ := strings.Cut(strings.TrimSpace(row), " ")
			results = append(results, map[string]any{"name": name, "type": "city", "code": code, "cityCode": code},
				map[string]any{"name": "Its Airport", "type": "airport", "code": code, "cityCode": code})
		}
		answerJSON(w, http.StatusOK, "application/json", map[string]any{"results": results, "metadata": map[string]any{
			"resultCount": len(results), "totalCandidates": len(results), "hasMore": false, "hasAmbiguity": ambiguous,
		}})
	})
	mux.HandleFunc("GET /v1/flights/search-link", func(w http.ResponseWriter, r *http.Request) {
		answerJSON(w, http.StatusOK, "application/json", map[string]any{"searchUrl": "https://travel.example/to/" + r.URL.Query().Get("to"), "expires": false})
	})
	front := httptest.NewServer(mux)
	t.Cleanup(front.Close)
	return &deployment{url: front.URL}
}

// Whatever a service puts first, no one is flown to a place that they did not name: a place is asked about
// or is the right one. Where the right one comes first, a name in any language is nearly always taken.
func TestNoServiceFliesAnyoneToAPlaceTheyDidNotName(t *testing.T) {
	rows, wants := map[string]string{}, map[string]string{}
	for line := range strings.Lines(foreignPlaces) {
		if cells := strings.Split(strings.TrimSpace(line), "|"); line[0] != '#' {
			wants[cells[0]], rows[cells[0]] = cells[1], cells[2]
		}
	}
	u := newUser(t, servePlaces(t, rows))
	u.vars["TRAVEL_TOKEN"], u.vars["TRAVEL_STATE_DIR"] = "some-token", t.TempDir()
	for typed, want := range wants {
		code, stdout, stderr := u.run(t.Context(), "flights", "link", "QQQ", typed, "+30d", "--json")
		got := fmt.Sprintf("exit %d", code)
		switch {
		case code == 0:
			_, got, _ = strings.Cut(stdout, "https://travel.example/to/")
			got = got[:3]
		case code == 8:
			got = "asks"
		}
		if got != want {
			t.Errorf("%s: %s, want %s\n%s", typed, got, want, stderr)
		}
	}
}
