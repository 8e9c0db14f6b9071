package contracttest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const (
	places = `{"results":[{"name":"Dubai","type":"city"}],"metadata":{"resultCount":1,"totalCandidates":1,"hasMore":false,"hasAmbiguity":false}}`
	denied = `{"type":"about:blank","title":"Unauthorized","status":401,"instance":"/v1/places","code":"invalid_token","trace_id":"t"}`
	wait   = `{"type":"about:blank","title":"Too Many Requests","status":429,"instance":"/v1/places","code":"rate_limited","trace_id":"t"}`
)

// answer makes the answer to a getPlaces request; headers are name, value.
func answer(status int, mediaType, body string, headers ...string) *http.Response {
	resp := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
	resp.Header.Set("Content-Type", mediaType)
	resp.Header.Set("X-Trace-Id", "t")
	for i := 0; i < len(headers); i += 2 {
		resp.Header.Set(headers[i], headers[i+1])
	}
	return resp
}

func TestAnAnswerIsJudged(t *testing.T) {
	quota := []string{"RateLimit", `"user";r=1;t=1`, "RateLimit-Policy", `"user";q=1;w=1`}
	older := append([]string{"X-RateLimit-Limit", "1", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1", "X-RateLimit-Resource", "user"}, quota...)
	const problem, plain = "application/problem+json", "application/json"
	for _, tt := range []struct {
		name string
		resp *http.Response
		want string // part of the verdict; empty accepts
	}{
		{"good", answer(200, plain, places, quota...), ""},
		{"good refusal", answer(401, problem, denied), ""},
		{"good wait", answer(429, problem, wait, append(older, "Retry-After", "1")...), ""},
		{"undeclared status", answer(418, plain, places, quota...), "status is not supported"},
		{"wrong media type", answer(200, problem, places, quota...), "Content-Type"},
		{"problem as plain JSON", answer(401, plain, denied), "Content-Type"},
		{"missing member", answer(200, plain, strings.Replace(places, `"hasMore":false,`, "", 1), quota...), "hasMore"},
		{"undeclared member", answer(200, plain, strings.Replace(places, `"name"`, `"colour":"red","name"`, 1), quota...),
			"body.results[0].colour is not declared"},
		{"word off the list", answer(200, plain, strings.Replace(places, `"city"`, `"planet"`, 1), quota...), "planet"},
		{"no quota after the token", answer(200, plain, places), "RateLimit sent: false"},
		{"quota before the token", answer(401, problem, denied, quota...), "RateLimit sent: true"},
		{"no wait", answer(429, problem, wait, older...), "Retry-After"},
		{"no older headers", answer(429, problem, wait, append(quota, "Retry-After", "1")...), "X-RateLimit-Limit sent: false"},
		{"no trace id", answer(200, plain, places, append(quota, "X-Trace-Id", "")...), "no X-Trace-Id"},
		{"another trace id", answer(401, problem, denied, "X-Trace-Id", "u"), "trace id u"},
		{"another title", answer(401, problem, strings.Replace(denied, "Unauthorized", "Oops", 1)), "Oops"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body, err := drain(&tt.resp.Body)
			if err != nil {
				t.Fatal(err)
			}
			err = Load(t).Response(httptest.NewRequest("GET", "http://a.example/v1/places?query=a", nil), tt.resp, body)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("verdict %v, want %q", err, tt.want)
			}
		})
	}
}

func TestARequestIsJudged(t *testing.T) {
	c := Load(t)
	const flight = `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`
	for _, tt := range []struct{ method, target, body, want string }{
		{"GET", "/v1/places?query=a&types=city,airport&types=state", "", ""},
		{"GET", "/v1/flights/searches/a/results?stops=0,1", "", ""},
		{"GET", "/v1/places?query=a&colour=red", "", `"colour" is not declared`},
		{"GET", "/v1/places", "", "query"},
		{"GET", "/v1/places?query=a&types=city,planet", "", "types"},
		{"GET", "/v1/places?query=a&page=0", "", "page"},
		{"GET", "/v1/flights/searches/a%20b/results", "", "searchId"},
		{"POST", "/v1/flights/searches", flight, ""},
		{"POST", "/v1/flights/searches", strings.Replace(flight, "DXB", "dxb", 1), "from"},
		{"POST", "/v1/flights/searches", strings.Replace(flight, "{", `{"a":1,`, 1), "a"},
		{"DELETE", "/v1/places", "", "no operation"},
		{"GET", "/v2/places", "", "no operation"},
	} {
		r := httptest.NewRequest(tt.method, "http://a.example"+tt.target, nil)
		r.Header.Set("Content-Type", "application/json")
		err := c.Request(r, []byte(tt.body))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s %s: verdict %v, want %q", tt.method, tt.target, err, tt.want)
		}
	}
}
