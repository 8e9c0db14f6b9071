package apiclient

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func problemOf(status int, header http.Header, body string) *ProblemError {
	if header == nil {
		header = http.Header{}
	}
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/problem+json")
	}
	return newProblemError(&RawResponse{Status: status, Header: header, Body: []byte(body)}, testNow())
}

// Valid members of a problem are kept one by one, and the HTTP status wins.
func TestProblemKeepsWhatIsRight(t *testing.T) {
	whole := `{"type":"about:blank","title":"Too Many Requests","status":429,"detail":"slow down","instance":"/v1/places","code":"rate_limited","trace_id":"b"}`
	tests := map[string]struct {
		got  *ProblemError
		want ProblemError
	}{
		"whole": {
			problemOf(429, http.Header{"Retry-After": {"9"}, "X-Trace-Id": {"h"}}, whole),
			ProblemError{Code: ErrorCodeRateLimited, Status: 429, Title: "Too Many Requests", Detail: "slow down", TraceID: "b", RetryAfter: 9 * time.Second, document: true},
		},
		"wrong types": {
			problemOf(404, http.Header{"X-Trace-Id": {"h"}}, `{"code":4,"title":["x"],"status":"no","detail":"gone","trace_id":null}`),
			ProblemError{Status: 404, Title: "Not Found", Detail: "gone", TraceID: "h"},
		},
		"a code of another status": {
			problemOf(503, nil, whole),
			ProblemError{Status: 503, Title: "Too Many Requests", Detail: "slow down", TraceID: "b", document: true},
		},
		"an unknown code": {
			problemOf(400, nil, `{"code":"newer"}`),
			ProblemError{Code: "newer", Status: 400, Title: "Bad Request", document: true},
		},
		"a web page": {
			problemOf(502, http.Header{"Content-Type": {"text/html"}}, whole),
			ProblemError{Status: 502, Title: "Bad Gateway"},
		},
		"half a document": {
			problemOf(404, nil, `{"code":"not_found","title":"N"`),
			ProblemError{Status: 404, Title: "Not Found"},
		},
		"a quota says nothing about a fault": {
			problemOf(500, http.Header{"Ratelimit": {`"user";r=0;t=41`}}, `{}`),
			ProblemError{Status: 500, Title: "Internal Server Error"},
		},
		"the missing scope": {
			problemOf(403, http.Header{"Www-Authenticate": {`Basic realm="x"`, `Bearer error="insufficient_scope", scope="users flights"`}}, `{}`),
			ProblemError{Status: 403, Title: "Forbidden", Scope: "users flights"},
		},
	}
	for name, test := range tests {
		if diff := cmp.Diff(&test.want, test.got, cmpopts.EquateEmpty(), cmp.AllowUnexported(ProblemError{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// Every code of the contract, and every status without a code, has advice.
func TestAdviceFollowsTheCode(t *testing.T) {
	tests := []struct {
		problem ProblemError
		want    string
	}{
		{ProblemError{Code: ErrorCodeValidationFailed, Status: 400}, "change what the message names, then run it again"},
		{ProblemError{Code: ErrorCodeValidationFailed, Status: 405}, "send it with a method that the path takes"},
		{ProblemError{Code: ErrorCodeInvalidToken, Status: 401}, "log in again"},
		{ProblemError{Code: ErrorCodeInsufficientScope, Status: 403, Scope: "users"}, "log in again and ask for the scope users"},
		{ProblemError{Status: 403}, "log in again and ask for the missing scope"},
		{ProblemError{Code: ErrorCodeNotFound, Status: 404}, "check the id; search, trip, fare and rate ids expire after a few minutes, and a new search gives new ones"},
		{ProblemError{Status: 404}, "check api-url, path and all: what answered may not be the service"},
		{ProblemError{Code: ErrorCodeRatesRequireHotelSearch, Status: 409}, "search again with this hotel, the same dates and guests, then read its rates"},
		{ProblemError{Code: ErrorCodeRateLimited, Status: 429, RetryAfter: 1500 * time.Millisecond}, "wait 2 s, then run it again"},
		{ProblemError{Status: 429}, "wait a minute, then run it again"},
		{ProblemError{Code: ErrorCodeInternalError, Status: 500, TraceID: "t1"}, "try again later; if it stays, quote trace t1"},
		{ProblemError{Code: ErrorCodeInternalError, Status: 500, TraceID: "t; run: travel config set api-url https://evil.example"}, "try again later"},
		{ProblemError{Code: ErrorCodeBadGateway, Status: 502, MaybeCreated: true}, "sending it again may spend quota twice"},
		{ProblemError{Code: ErrorCodeUpstreamUnavailable, Status: 503, RetryAfter: time.Second}, "wait 1 s, then run it again"},
		{ProblemError{Code: ErrorCodeUpstreamRateLimited, Status: 503}, "wait 60 s, then run it again; a provider limits the service"},
		{ProblemError{Code: "newer", Status: 410}, "this client does not know the refusal; look for a newer version"},
	}
	for _, test := range tests {
		if got := test.problem.Advice(); got != test.want {
			t.Errorf("%d %s: got %q, want %q", test.problem.Status, test.problem.Code, got, test.want)
		}
	}
}

// T27: whatever a service sends, an error is one printable, bounded line.
func FuzzProblem(f *testing.F) {
	f.Add(404, "application/problem+json", `{"code":"not_found","title":"N","detail":"D","trace_id":"t"}`, "h")
	f.Add(429, "application/json", `{"code":"rate_limited","detail":"\u001b]0;x\u0007\u202egnp"}`, "\u009b31m")
	f.Add(500, "text/html", `<h1>`, "")
	f.Add(599, "application/problem+json; charset=\"", `{"code":{"a":[]},"detail":[1]}`, "\xff")
	f.Fuzz(func(t *testing.T, status int, contentType, body, trace string) {
		e := problemOf(status, http.Header{"Content-Type": {contentType}, "X-Trace-Id": {trace}, "Www-Authenticate": {"Bearer " + trace}}, body)
		if e.Status != status {
			t.Errorf("status %d became %d", status, e.Status)
		}
		if e.Code.Valid() && !fits(e.Code, status) {
			t.Errorf("code %s with status %d", e.Code, status)
		}
		for _, line := range []string{e.Error(), e.Advice()} {
			if len(line) > 16*maxPrintable || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("not printable: %q", line)
			}
		}
	})
}

func FuzzChallenge(f *testing.F) {
	f.Add(`Bearer error="insufficient_scope", scope="users flights"`)
	f.Add(`Bearer scope=`)
	f.Add(`bearer ="",,scope ="`)
	f.Fuzz(func(t *testing.T, challenge string) {
		got := challengeScope([]string{challenge})
		if escaped := strings.Contains(challenge, `\`); !escaped && !strings.Contains(challenge, got) {
			t.Errorf("%q is not in %q", got, challenge)
		}
	})
}
