// Package trips is a service that has nothing but one settled flight search, as long as it is wanted:
// what a client spends on a long list shows beside a service that spends nothing.
package trips

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox"
)

// widest is how many trips a page has, the most that the contract allows.
const widest = 50

// service answers reads of a search.
type service struct {
	trips int
	model map[string]any // an answer of the sandbox, which each page is made of
	pages [][]byte       // the widest ones, made beforehand
}

// Service serves a search of so many trips, under the id "s", by its pages and to anyone. Each trip is a copy
// of one of the sandbox with an id of its own.
func Service(trips int) (http.Handler, error) {
	page, err := settled()
	if err != nil {
		return nil, fmt.Errorf("make a search: %w", err)
	}
	s := &service{trips: trips}
	if err := json.Unmarshal(page, &s.model); err != nil {
		return nil, err
	}
	if models, ok := s.model["results"].([]any); !ok || len(models) < widest {
		return nil, fmt.Errorf("the sandbox has no page of %d trips", widest)
	}
	for n := 1; (n-1)*widest < s.trips; n++ {
		body, err := s.page(n, widest)
		if err != nil {
			return nil, err
		}
		s.pages = append(s.pages, body)
	}
	return s, nil
}

// ServeHTTP answers a search with the one that there is, and any read with a page of it.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodPost {
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, `{"searchId":"s","siteCode":"US","siteCodeSource":"default"}`)
		return
	}
	number := func(name string, other int) int {
		n, err := strconv.Atoi(r.URL.Query().Get(name))
		if err != nil || n < 1 {
			return other
		}
		return n
	}
	n, size := number("page", 1), min(number("pageSize", widest), widest)
	if (n-1)*size >= s.trips {
		http.NotFound(w, r)
		return
	}
	if size == widest {
		_, _ = w.Write(s.pages[n-1])
		return
	}
	body, err := s.page(n, size)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(body)
}

// page is the n-th page of so many trips.
func (s *service) page(n, size int) ([]byte, error) {
	models := s.model["results"].([]any)
	rows := make([]any, min(size, s.trips-(n-1)*size))
	for i := range rows {
		at := (n-1)*size + i
		row := maps.Clone(models[at%widest].(map[string]any))
		row["tripId"] = fmt.Sprintf("s:%d", at)
		rows[i] = row
	}
	meta := maps.Clone(s.model["metadata"].(map[string]any))
	meta["page"], meta["pageSize"], meta["resultCount"] = n, size, len(rows)
	meta["totalCandidates"], meta["snapshotTripCount"], meta["hasMore"] = s.trips, s.trips, n*size < s.trips
	page := maps.Clone(s.model)
	page["searchId"], page["results"], page["metadata"] = "s", rows, meta
	return json.Marshal(page)
}

// settled is the first page of a settled search of the sandbox, as wide as pages are.
func settled() ([]byte, error) {
	at := time.Now()
	server, err := sandbox.New(sandbox.Options{Now: func() time.Time { return at }})
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Close() }()
	token, _, err := server.SampleToken()
	if err != nil {
		return nil, err
	}
	send := func(method, path, body string) ([]byte, error) {
		req := httptest.NewRequest(method, sandbox.BuiltinURL+path, strings.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		server.Handler().ServeHTTP(answer, req)
		if answer.Code >= http.StatusBadRequest {
			return nil, fmt.Errorf("%s %s: %d: %s", method, path, answer.Code, answer.Body)
		}
		return answer.Body.Bytes(), nil
	}
	day := func(in int) string { return at.AddDate(0, 0, in).Format(time.DateOnly) }
	answer, err := send(http.MethodPost, "/v1/flights/searches",
		fmt.Sprintf(`{"from":"DXB","to":"LON","fromDate":%q,"toDate":%q}`, day(30), day(37)))
	if err != nil {
		return nil, err
	}
	var made struct{ SearchID string }
	if err := json.Unmarshal(answer, &made); err != nil {
		return nil, err
	}
	at = at.Add(15 * time.Second)
	return send(http.MethodGet, fmt.Sprintf("/v1/flights/searches/%s/results?pageSize=%d", made.SearchID, widest), "")
}
