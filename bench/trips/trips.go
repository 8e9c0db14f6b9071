// Package trips is a service that has nothing but one settled flight search, as long as it is wanted:
// what a client spends on a long list shows beside a service that spends nothing.
package trips

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/sandbox"
)

// widest is how many trips a page has, the most that the contract allows.
const widest = 50

// Service serves so many trips by their pages, to anyone and under the search id "s". Each is a copy of
// a trip of the sandbox with an id of its own.
func Service(ctx context.Context, trips int) (http.Handler, error) {
	page, err := settled(ctx)
	if err != nil {
		return nil, fmt.Errorf("make a search: %w", err)
	}
	whole := map[string]any{}
	if err := json.Unmarshal(page, &whole); err != nil {
		return nil, err
	}
	bodies := make([][]byte, (trips+widest-1)/widest)
	for n := range bodies {
		if bodies[n], err = pageOf(whole, trips, n); err != nil {
			return nil, err
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("page"))
		if n = max(n, 1); n > len(bodies) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bodies[n-1])
	}), nil
}

// pageOf is a page of so many trips, from what the sandbox sent. It changes whole.
func pageOf(whole map[string]any, trips, n int) ([]byte, error) {
	models, ok := whole["results"].([]any)
	meta, known := whole["metadata"].(map[string]any)
	if !ok || !known || len(models) < widest {
		return nil, fmt.Errorf("the sandbox has no page of %d trips", widest)
	}
	rows := make([]any, min(widest, trips-n*widest))
	for i := range rows {
		row, _ := models[i].(map[string]any)
		row["tripId"] = fmt.Sprintf("s:%d", n*widest+i)
		rows[i] = row
	}
	meta["page"], meta["pageSize"], meta["resultCount"] = n+1, widest, len(rows)
	meta["totalCandidates"], meta["snapshotTripCount"], meta["hasMore"] = trips, trips, (n+1)*widest < trips
	page := maps.Clone(whole)
	page["searchId"], page["results"] = "s", rows
	return json.Marshal(page)
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
