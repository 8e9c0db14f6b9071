package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// problem answers everything with that status and code.
func problem(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "9000")
		}
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"type":"about:blank","title":"T","status":%d,"code":%q,"detail":"no luck today","trace_id":"t1"}`, status, code)
	}
}

// failures are services that answer nothing useful, and the exit code for it.
// A create whose answer was lost is told with maybeCreated, never sent again.
var failures = []struct {
	name    string
	handler http.HandlerFunc
	code    int
}{
	{"400", problem(400, "validation_failed"), 6},
	{"401", problem(401, "invalid_token"), 3},
	{"403", problem(403, "insufficient_scope"), 3},
	{"404", problem(404, "not_found"), 4},
	{"409", problem(409, "rates_require_hotel_search"), 6},
	{"429", problem(429, "rate_limited"), 5},
	{"500", problem(500, "internal_error"), 6},
	{"502", problem(502, "bad_gateway"), 6},
	{"503", problem(503, "upstream_unavailable"), 5},
	{"503 of a provider", problem(503, "upstream_rate_limited"), 5},
	{"a code of tomorrow", problem(422, "newer_than_this"), 6},
	{"a web page", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<h1>Welcome to our lounge</h1>")
	}, 6},
	{"half an answer", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"status":`)
	}, 6},
	{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 7},
}

// unknown404 tells of the commands that make something by a request for which
// the contract knows no 404: whatever answered so was not the API.
func unknown404(line string) bool {
	return strings.HasPrefix(line, "flights search") || strings.HasPrefix(line, "feedback")
}

// TestAFailureIsOneJSONObject walks every command that asks the service with
// --json through every failure: stdout stays empty, stderr is one object, and
// the exit code is that of the failure.
func TestAFailureIsOneJSONObject(t *testing.T) {
	tr := newTraveler(t)
	var lines []string
	tr.walkJourney(nil, func(line, _, _ string, _ []exchange) { lines = append(lines, line) })
	lines = append(lines, "api GET /v1/user", "api POST /v1/feedback --input -", "flights compare 1 2", "hotels compare 1 2")
	tr.stdin = `{"rating":5}`
	told := 0
	for _, f := range failures {
		tr.wire.next = f.handler
		for _, line := range lines {
			code, stdout, stderr := tr.run(append(strings.Fields(line), "--json")...)
			want := f.code
			if f.name == "404" && unknown404(line) {
				want = 6
			}
			if code != want {
				t.Errorf("%s: travel %s --json ended with %d, want %d\n%s", f.name, line, code, want, stderr)
			}
			if stdout != "" {
				t.Errorf("%s: travel %s --json prints an answer: %s", f.name, line, stdout)
			}
			if err := oneFailure(stderr); err != nil {
				t.Errorf("%s: travel %s --json: %v\n%s", f.name, line, err, stderr)
			}
			told++
		}
	}
	t.Logf("%d command lines through %d failures: %d objects", len(lines), len(failures), told)
}

func oneFailure(stderr string) error {
	if strings.Count(stderr, "\n") != 1 {
		return fmt.Errorf("stderr is not one line")
	}
	var object struct{ Class, Detail string }
	if err := json.Unmarshal([]byte(stderr), &object); err != nil {
		return err
	}
	if object.Class == "" || object.Detail == "" {
		return fmt.Errorf("the object has no class or no detail")
	}
	return nil
}

// TestARowBeyondTheListAsksNobody: a number that no row has is a mistake, told
// before any request.
func TestARowBeyondTheListAsksNobody(t *testing.T) {
	tr := newTraveler(t)
	tr.walkJourney(nil, func(string, string, string, []exchange) {})
	for _, line := range []string{
		"flights trip N", "flights experience N", "flights compare 1 N", "flights options N", "flights booking-link N --option 1",
		"flights booking-link FARE --option N", "hotels show N", "hotels rates N", "hotels reviews N", "hotels compare 1 N",
		"hotels booking-link N", "hotels search N +20d +2d",
	} {
		line = strings.ReplaceAll(line, "FARE", tr.rows["FARE"])
		for _, n := range []string{"0", "999"} {
			code, stdout, stderr := tr.run(strings.Fields(strings.ReplaceAll(line, "N", n))...)
			first, rest, _ := strings.Cut(stderr, "\n")
			if code != 2 || stdout != "" || len(tr.wire.take()) > 0 || !strings.Contains(first, " "+n) || strings.TrimSpace(rest) == "" {
				t.Errorf("travel %s with row %s ended with %d, want 2, a line that names it, and no request\n%s%s", line, n, code, stdout, stderr)
			}
		}
	}
}
