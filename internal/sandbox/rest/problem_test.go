package rest

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

var quiet = slog.New(slog.DiscardHandler)

// serve answers GET path by h behind Trace.
func serve(path string, h http.HandlerFunc) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	Trace(h, time.Now, quiet).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

func problem(t *testing.T, w *httptest.ResponseRecorder) wire.Problem {
	t.Helper()
	var p wire.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
		t.Fatalf("body %q: %v", w.Body, err)
	}
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("Content-Type %q", got)
	}
	if p.TraceID == "" || p.TraceID != w.Header().Get("X-Trace-Id") {
		t.Errorf("trace_id %q, X-Trace-Id %q", p.TraceID, w.Header().Get("X-Trace-Id"))
	}
	return p
}

func TestEveryCodeHasItsStatusAndTitle(t *testing.T) {
	for _, tt := range []struct {
		code   wire.ErrorCode
		status int
		title  string
		wait   string
	}{
		{wire.ErrorCodeValidationFailed, 400, "Bad Request", ""},
		{wire.ErrorCodeInvalidToken, 401, "Unauthorized", ""},
		{wire.ErrorCodeInsufficientScope, 403, "Forbidden", ""},
		{wire.ErrorCodeNotFound, 404, "Not Found", ""},
		{wire.ErrorCodeRatesRequireHotelSearch, 409, "Conflict", ""},
		{wire.ErrorCodeRateLimited, 429, "Too Many Requests", ""},
		{wire.ErrorCodeInternalError, 500, "Internal Server Error", ""},
		{wire.ErrorCodeBadGateway, 502, "Bad Gateway", ""},
		{wire.ErrorCodeUpstreamUnavailable, 503, "Service Unavailable", "2"},
		{wire.ErrorCodeUpstreamRateLimited, 503, "Service Unavailable", "60"},
	} {
		t.Run(string(tt.code), func(t *testing.T) {
			w := serve("/v1/a%20b?c=d", func(w http.ResponseWriter, r *http.Request) {
				WriteError(w, r, NewError(tt.code, "So it is."))
			})
			want := wire.Problem{Type: "about:blank", Title: tt.title, Status: tt.status, Detail: new("So it is."),
				Instance: "/v1/a%20b", Code: tt.code, TraceID: w.Header().Get("X-Trace-Id")}
			if diff := cmp.Diff(want, problem(t, w)); diff != "" {
				t.Errorf("problem (-want +got):\n%s", diff)
			}
			if w.Code != tt.status || w.Header().Get("Retry-After") != tt.wait {
				t.Errorf("status %d, Retry-After %q; want %d, %q", w.Code, w.Header().Get("Retry-After"), tt.status, tt.wait)
			}
		})
	}
}

func TestAWaitIsRoundedUpToWholeSeconds(t *testing.T) {
	w := serve("/", func(w http.ResponseWriter, r *http.Request) {
		WriteError(w, r, &Error{Code: wire.ErrorCodeUpstreamUnavailable, RetryAfter: 2500 * time.Millisecond})
	})
	if got := w.Header().Get("Retry-After"); got != "3" {
		t.Errorf("Retry-After %q, want 3", got)
	}
}

func TestTheCallerLearnsNothingOfAnInternalFailure(t *testing.T) {
	secret := errors.New("open /secret/path: token abc")
	for name, fail := range map[string]http.HandlerFunc{
		"error": func(w http.ResponseWriter, r *http.Request) { WriteError(w, r, secret) },
		"cause": func(w http.ResponseWriter, r *http.Request) {
			WriteError(w, r, &Error{Code: wire.ErrorCodeInternalError, Cause: secret})
		},
		"panic":               func(http.ResponseWriter, *http.Request) { panic(secret) },
		"payload not encoded": func(w http.ResponseWriter, r *http.Request) { WriteJSON(w, r, 200, func() {}) },
	} {
		t.Run(name, func(t *testing.T) {
			w := serve("/", fail)
			if p := problem(t, w); p.Code != wire.ErrorCodeInternalError || w.Code != 500 {
				t.Errorf("status %d, problem %+v", w.Code, p)
			}
			for _, leak := range []string{"secret", "token", "goroutine", ".go:"} {
				if strings.Contains(w.Body.String(), leak) {
					t.Errorf("the body holds %q: %s", leak, w.Body)
				}
			}
		})
	}
}

func TestAnAnswerThatHasBegunIsCutOff(t *testing.T) {
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("panic %v, want ErrAbortHandler", p)
		}
	}()
	serve("/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		panic("half way")
	})
}

func TestALogLineHoldsNeitherQueryNorHeaders(t *testing.T) {
	var log strings.Builder
	h := Trace(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		WriteJSON(w, r, http.StatusOK, map[string]string{})
	}), func() time.Time { return time.Unix(0, 0) }, slog.New(slog.NewTextHandler(&log, nil)))
	r := httptest.NewRequest(http.MethodGet, "/authorize?code=canary", nil)
	r.Header.Set("Authorization", "Bearer canary")
	h.ServeHTTP(httptest.NewRecorder(), r)
	if strings.Contains(log.String(), "canary") || !strings.Contains(log.String(), "method=GET path=/authorize status=200 duration=0s") {
		t.Errorf("log: %s", log.String())
	}
}

func TestAStatusOutsideTheContractHasTheCodeOfARefusal(t *testing.T) {
	w := serve("/v1/places", func(w http.ResponseWriter, r *http.Request) {
		WriteStatus(w, r, http.StatusMethodNotAllowed, "Takes GET.")
	})
	want := wire.Problem{Type: "about:blank", Title: "Method Not Allowed", Status: 405, Instance: "/v1/places",
		Code: wire.ErrorCodeValidationFailed, Detail: new("Takes GET."), TraceID: w.Header().Get("X-Trace-Id")}
	if diff := cmp.Diff(want, problem(t, w)); diff != "" {
		t.Errorf("problem (-want +got):\n%s", diff)
	}
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("status %d", w.Code)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("query=a&page=1&types=city,airport", []byte(`{"from":"DXB","to":"LHR","fromDate":"2026-12-21","adults":1}`))
	f.Add("stops=0,,1&min-price=1e400&outbound-departure-range=1-2", []byte(`{"from":{},"from":1}`))
	places, results := For(operation(f, "getPlaces")), For(operation(f, "getFlightSearchResults"))
	create := For(operation(f, "createFlightSearch"))
	f.Fuzz(func(t *testing.T, query string, body []byte) {
		r := get("", "searchId", query)
		r.URL.RawQuery = query
		for _, c := range []*Check{places, results} {
			_, err := c.Read(r, nil)
			if text := detail(t, err); len(text) > 4000 {
				t.Errorf("a detail of %d bytes", len(text))
			}
		}
		v, err := create.Read(post("application/json"), body)
		if text := detail(t, err); len(text) > 4000 {
			t.Errorf("a detail of %d bytes", len(text))
		}
		if err == nil && (v.Int("adults") < 1 || v.Int("adults") > 9 || len(v.Text("from")) != 3) {
			t.Errorf("%s passed", body)
		}
	})
}
