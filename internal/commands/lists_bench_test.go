package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
)

// What a long list costs from the first byte sent to the last byte printed, the service's own work
// aside: its pages are made beforehand.
func BenchmarkAllTrips(b *testing.B) {
	page := sandboxTrips(b)
	for _, trips := range []int{1055, 5000} {
		service := httptest.NewServer(pagesOf(b, page, trips))
		b.Cleanup(service.Close)
		for _, form := range []string{"--json", "--csv", "--color=never"} {
			b.Run(fmt.Sprintf("%d%s", trips, form), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					printAllTrips(b, service.URL, trips, form)
				}
			})
		}
	}
}

func printAllTrips(b *testing.B, url string, trips int, form string) {
	b.Helper()
	var out, errs bytes.Buffer
	vars := map[string]string{"TRAVEL_API_URL": url, "TRAVEL_TOKEN": "t"}
	env := &cli.Env{
		Args: []string{"flights", "results", "s", "--all", form}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string { return vars[name] }, Environ: func() []string { return nil }, OS: "linux", Home: b.TempDir(),
		OutTerm: render.Terminal{TTY: true, Width: 100, Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
		Now: time.Now, Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	if code := Execute(b.Context(), env); code != 0 || bytes.Count(out.Bytes(), []byte("\n")) < min(trips, 2) && form != "--json" {
		b.Fatalf("ended with %d and %d bytes: %s", code, out.Len(), &errs)
	}
}

// pagesOf serves so many trips by their pages, each a copy of one of the page's with its own id.
func pagesOf(b *testing.B, page []byte, trips int) http.Handler {
	b.Helper()
	const size = 50 // the widest
	var of struct {
		Results []json.RawMessage `json:"results"`
	}
	whole := map[string]json.RawMessage{}
	if err := json.Unmarshal(page, &of); err != nil {
		b.Fatal(err)
	}
	if err := json.Unmarshal(page, &whole); err != nil {
		b.Fatal(err)
	}
	var bodies [][]byte
	for first := 0; first < trips; first += size {
		rows := make([]json.RawMessage, min(size, trips-first))
		for i := range rows {
			rows[i] = renamed(b, of.Results[(first+i)%len(of.Results)], first+i)
		}
		whole["searchId"], whole["results"] = marshaled(b, "s"), marshaled(b, rows)
		var meta map[string]any
		if err := json.Unmarshal(whole["metadata"], &meta); err != nil {
			b.Fatal(err)
		}
		meta["page"], meta["pageSize"], meta["resultCount"] = first/size+1, size, len(rows)
		meta["totalCandidates"], meta["snapshotTripCount"], meta["hasMore"] = trips, trips, first+size < trips
		whole["metadata"] = marshaled(b, meta)
		bodies = append(bodies, marshaled(b, whole))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.URL.Query().Get("page"))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(bodies[max(n, 1)-1])
	})
}

func renamed(b *testing.B, row json.RawMessage, n int) json.RawMessage {
	b.Helper()
	var trip map[string]json.RawMessage
	if err := json.Unmarshal(row, &trip); err != nil {
		b.Fatal(err)
	}
	trip["tripId"] = marshaled(b, fmt.Sprintf("s:%d", n))
	return marshaled(b, trip)
}

func marshaled(b *testing.B, value any) []byte {
	b.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// sandboxTrips is a page of a settled search.
func sandboxTrips(b *testing.B) []byte {
	b.Helper()
	at := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	s, err := sandbox.New(sandbox.Options{Now: func() time.Time { return at }})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	token, _, err := s.SampleToken()
	if err != nil {
		b.Fatal(err)
	}
	send := func(method, path, body string) []byte {
		req, err := http.NewRequestWithContext(b.Context(), method, sandbox.BuiltinURL+path, strings.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		resp, err := s.Transport().RoundTrip(req)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		answer, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode >= http.StatusBadRequest {
			b.Fatal(resp.Status, string(answer), err)
		}
		return answer
	}
	var made struct {
		SearchID string `json:"searchId"`
	}
	if err := json.Unmarshal(send(http.MethodPost, "/v1/flights/searches", `{"from":"DXB","to":"LON","fromDate":"2026-12-21","toDate":"2026-12-28"}`), &made); err != nil {
		b.Fatal(err)
	}
	at = at.Add(9 * time.Second)
	return send(http.MethodGet, "/v1/flights/searches/"+made.SearchID+"/results?pageSize=50", "")
}
