package sandbox

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// visitor reads a sandbox over Transport as a client would, and moves its clock
// so that no quota refuses it.
type visitor struct {
	*Server
	b     *testing.B
	at    time.Time
	token string
}

func newVisitor(b *testing.B) *visitor {
	b.Helper()
	v := &visitor{b: b, at: morning}
	s, err := New(Options{Now: func() time.Time { return v.at }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.Close(); err != nil {
			b.Error(err)
		}
	})
	v.Server = s
	v.wait(0)
	return v
}

// wait moves the clock and signs in again.
func (v *visitor) wait(d time.Duration) {
	v.b.Helper()
	v.at = v.at.Add(d)
	var err error
	if v.token, _, err = v.SampleToken(); err != nil {
		v.b.Fatal(err)
	}
}

// send returns the body of a good answer.
func (v *visitor) send(method, target, body string) []byte {
	v.b.Helper()
	req, err := http.NewRequestWithContext(v.b.Context(), method, BuiltinURL+target, strings.NewReader(body))
	if err != nil {
		v.b.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+v.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := v.Transport().RoundTrip(req)
	if err != nil {
		v.b.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusBadRequest {
		v.b.Fatalf("%s: %s: %v", resp.Status, content, err)
	}
	return content
}

// create returns the results address of a search that has settled.
func (v *visitor) create() string {
	v.b.Helper()
	v.wait(time.Minute)
	var made wire.FlightSearchCreated
	if err := json.Unmarshal(v.send(http.MethodPost, "/v1/flights/searches", dubaiLondon), &made); err != nil {
		v.b.Fatal(err)
	}
	v.at = v.at.Add(9 * time.Second)
	return "/v1/flights/searches/" + made.SearchID + "/results"
}

// BenchmarkResults is a page of ten of a settled search, with all that belongs
// to it: HTTP, token, quota, checks, the flight engine and JSON. It reports the
// time that one read in a hundred exceeds.
func BenchmarkResults(b *testing.B) {
	v := newVisitor(b)
	target := v.create()
	v.send(http.MethodGet, target, "") // plans the search
	var took []time.Duration
	for b.Loop() {
		if len(took)%250 == 249 { // before the quota is spent and the search is over
			b.StopTimer()
			target = v.create()
			b.StartTimer()
		}
		start := time.Now()
		v.send(http.MethodGet, target, "")
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1e3, "p99-ms")
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "reads/s")
}

// BenchmarkCreate is one search created. Nothing is planned before the first
// read.
func BenchmarkCreate(b *testing.B) {
	v := newVisitor(b)
	for n := 0; b.Loop(); n++ {
		if n%50 == 49 { // ten a minute, a hundred an hour, five hundred a day
			b.StopTimer()
			v.wait(24 * time.Hour)
			b.StartTimer()
		}
		if n%9 == 8 {
			v.at = v.at.Add(time.Minute)
		}
		day := v.at.AddDate(0, 1, 0).Format(time.DateOnly)
		v.send(http.MethodPost, "/v1/flights/searches", `{"from":"DXB","to":"LHR","fromDate":"`+day+`"}`)
	}
}
