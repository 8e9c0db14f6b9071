// Package trips is a service that has nothing but one settled flight search, as long as it is wanted:
// what a client spends on a long list shows beside a service that spends nothing.
package trips

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/sandbox"
)

// widest is how many trips a page has, the most that the contract allows.
const widest = 50

// Search is the search that a service has, under the id "s".
type Search struct {
	Trips int
	// Moves has every price be another and a fare more at each read, as while sellers answer.
	Moves bool
}

// service answers reads of a search.
type service struct {
	Search
	mu    sync.Mutex
	whole map[string]any // an answer of the sandbox, which each page is made of
	made  map[[2]int][]byte
	reads int
}

// Service serves a search by its pages, to anyone. Each trip is a copy of one of the sandbox with an id of
// its own.
func Service(ctx context.Context, of Search) (http.Handler, error) {
	page, err := settled(ctx)
	if err != nil {
		return nil, fmt.Errorf("make a search: %w", err)
	}
	s := &service{Search: of, whole: map[string]any{}, made: map[[2]int][]byte{}}
	if err := json.Unmarshal(page, &s.whole); err != nil {
		return nil, err
	}
	for n := 1; (n-1)*widest < s.Trips; n++ { // so that a read of all waits for nothing
		if _, err = s.page(n, widest); err != nil {
			return nil, err
		}
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
	if (n-1)*size >= s.Trips {
		http.NotFound(w, r)
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
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	if body := s.made[[2]int{n, size}]; body != nil && !s.Moves {
		return body, nil
	}
	models, ok := s.whole["results"].([]any)
	meta, known := s.whole["metadata"].(map[string]any)
	if !ok || !known || len(models) < widest {
		return nil, fmt.Errorf("the sandbox has no page of %d trips", widest)
	}
	rows := make([]any, min(size, s.Trips-(n-1)*size))
	for i := range rows {
		at := (n-1)*size + i
		row, _ := models[at%widest].(map[string]any)
		row = maps.Clone(row)
		row["tripId"] = fmt.Sprintf("s:%d", at)
		if price, ok := row["price"].(map[string]any); ok && s.Moves {
			price = maps.Clone(price)
			total, _ := price["total"].(float64)
			price["total"] = math.Trunc(total) + float64(s.reads%10)
			row["price"] = price
		}
		rows[i] = row
	}
	meta["page"], meta["pageSize"], meta["resultCount"] = n, size, len(rows)
	meta["totalCandidates"], meta["snapshotTripCount"], meta["hasMore"] = s.Trips, s.Trips, n*size < s.Trips
	if fares, ok := meta["snapshotFareCount"].(float64); ok && s.Moves {
		meta["snapshotFareCount"] = fares + 1
	}
	page := maps.Clone(s.whole)
	page["searchId"], page["results"] = "s", rows
	body, err := json.Marshal(page)
	if err == nil {
		s.made[[2]int{n, size}] = body
	}
	return body, err
}

// settled is the first page of a settled search of the sandbox, as wide as pages are.
func settled(ctx context.Context) ([]byte, error) {
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
	client := http.Client{Transport: server.Transport()}
	send := func(method, path, body string) ([]byte, error) {
		req, err := http.NewRequestWithContext(ctx, method, sandbox.BuiltinURL+path, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		if err != nil {
			return nil, err
		}
		defer func() { _ = resp.Body.Close() }()
		answer, err := io.ReadAll(resp.Body)
		if err == nil && resp.StatusCode >= http.StatusBadRequest {
			err = fmt.Errorf("%s: %s", resp.Status, answer)
		}
		return answer, err
	}
	day := func(in int) string { return at.AddDate(0, 0, in).Format(time.DateOnly) }
	answer, err := send(http.MethodPost, "/v1/flights/searches",
		fmt.Sprintf(`{"from":"DXB","to":"LON","fromDate":%q,"toDate":%q}`, day(30), day(37)))
	if err != nil {
		return nil, err
	}
	var made struct {
		SearchID string `json:"searchId"`
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		return nil, err
	}
	at = at.Add(15 * time.Second)
	return send(http.MethodGet, fmt.Sprintf("/v1/flights/searches/%s/results?pageSize=%d", made.SearchID, widest), "")
}
