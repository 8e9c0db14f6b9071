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

	"travel.example/travel/api"
	"travel.example/travel/internal/sandbox/wire"
)

func operation(t *testing.T, id string) *api.Operation {
	t.Helper()
	op, ok := api.Find(id)
	if !ok {
		t.Fatalf("the contract has no operation %s", id)
	}
	return op
}

// get returns a request with a query and the path parameter searchId.
func get(query string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.URL.RawQuery = query
	r.SetPathValue("searchId", "abc")
	return r
}

// detail returns the detail of a refusal, or "" if err is nil.
func detail(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != wire.ErrorCodeValidationFailed {
		t.Fatalf("got %v, want a validation_failed", err)
	}
	return e.Detail
}

// TestARefusalNamesTheParameterWhatWasGivenAndWhatIsAccepted does not repeat the rules for single values, which
// api/check tests.
func TestARefusalNamesTheParameterWhatWasGivenAndWhatIsAccepted(t *testing.T) {
	for _, tt := range []struct{ op, query, want string }{
		{"getPlaces", "", `Query parameter query is missing; it must be text of 1 to 100 characters.`},
		{"getPlaces", "query=", `Query parameter query has ""; it must be text of 1 to 100 characters.`},
		{"getPlaces", "query=%zz", `The query string is not well-formed: invalid URL escape "%zz".`},
		{"getCurrentUser", "%zz", ""},
		{"getPlaces", "query=a&types=city,airport&types=state", ""},
		{"getFlightSearchResults", "page=0&pageSize=0&sort=score_desc&currency=x&locale=&view=x",
			`Query parameter page has "0"; it must be a whole number from 1 to 100; query parameter pageSize has "0"; it must be a whole number from 1 to 50; ` +
				`query parameter currency has "x"; it must be three uppercase letters; query parameter locale has ""; it must be text of 1 to 35 characters; and more.`},
		{"getPlaces", "query=a&color=red&query[]=b", ""}, // unknown parameters are ignored
	} {
		_, err := Read(operation(t, tt.op), get(tt.query), nil)
		if diff := cmp.Diff(tt.want, detail(t, err)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.op, tt.query, diff)
		}
	}
}

func TestABodyIsOneUncompressedObjectOfDeclaredFields(t *testing.T) {
	const flight = `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"`
	const fields = " is unknown; the fields are from, to, fromDate, adults, cabin, children, currency, infants, locale, siteCode, toDate."
	const plain = "Content-Type: application/json"
	for _, tt := range []struct{ header, body, want string }{
		{plain, " \n" + flight + "}\t\n", ""},
		{plain, ``, `The body is empty; it must be one JSON object.`},
		{plain, `null`, `The body is null; it must be one JSON object.`},
		{plain, flight + `}{}`, `The body is not valid JSON in UTF-8.`},
		{plain, flight, `The body is not valid JSON in UTF-8.`},
		{plain, flight + ",\"locale\":\"\xff\"}", `The body is not valid JSON in UTF-8.`},
		{plain, `{"to":"LHR"}`,
			`Body field from is missing; it must be three uppercase letters; body field fromDate is missing; it must be a date as YYYY-MM-DD.`},
		{plain, flight + `,"Adults":2}`, `Body field "Adults"` + fields},
		{plain, flight + `,"adults":2,"adults":3}`, `Body field adults was sent twice; send it once.`},
		{"Content-Type: Application/JSON; charset=UTF-8", flight + "}", ""},
		{"Content-Type: text/plain", flight + "}", `The Content-Type is "text/plain"; it must be application/json.`},
		{"Content-Type: application/json; charset=utf-16", flight + "}", `The charset is "utf-16"; it must be utf-8.`},
		{plain + "\nContent-Encoding: gzip", flight + "}", `The Content-Encoding is "gzip"; send the body as it is.`},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", nil)
		for line := range strings.SplitSeq(tt.header, "\n") {
			name, value, _ := strings.Cut(line, ": ")
			r.Header.Set(name, value)
		}
		_, err := Read(operation(t, "createFlightSearch"), r, []byte(tt.body))
		if diff := cmp.Diff(tt.want, detail(t, err)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", tt.header, tt.body, diff)
		}
	}
	for size, want := range map[int]string{maxBody: "", maxBody + 1: "The body is longer than 65536 bytes."} {
		body, err := Body(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", strings.NewReader(strings.Repeat(" ", size))))
		if got := detail(t, err); got != want || err == nil && len(body) != size {
			t.Errorf("%d bytes: %d were read, %q", size, len(body), got)
		}
	}
}

// serve answers GET path with h behind Trace, with a log.
func serve(log *slog.Logger, path string, h http.HandlerFunc) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Authorization", "Bearer canary")
	Trace(h, func() time.Time { return time.Unix(0, 0) }, log).ServeHTTP(w, r)
	return w
}

func TestTheCallerLearnsNothingOfAnInternalFailure(t *testing.T) {
	secret := errors.New("open /secret/path: token abc")
	for name, fail := range map[string]http.HandlerFunc{
		"error":               func(w http.ResponseWriter, r *http.Request) { WriteError(w, r, secret) },
		"panic":               func(http.ResponseWriter, *http.Request) { panic(secret) },
		"payload not encoded": func(w http.ResponseWriter, r *http.Request) { WriteJSON(w, r, 200, func() {}) },
	} {
		w := serve(slog.New(slog.DiscardHandler), "/v1/a%20b?c=d", fail)
		var p wire.Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		want := wire.Problem{Type: "about:blank", Title: "Internal Server Error", Status: 500, Instance: "/v1/a%20b", Code: wire.ErrorCodeInternalError,
			Detail: new("The service failed while answering. Try once more, then report the trace id."), TraceID: w.Header().Get("X-Trace-Id")}
		if diff := cmp.Diff(want, p); diff != "" || w.Code != 500 || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: status %d, headers %v (-want +got):\n%s", name, w.Code, w.Header(), diff)
		}
	}
}

func TestAnAnswerThatHasBegunIsCutOff(t *testing.T) {
	defer func() {
		if p := recover(); p != http.ErrAbortHandler {
			t.Errorf("panic %v, want ErrAbortHandler", p)
		}
	}()
	serve(slog.New(slog.DiscardHandler), "/", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		panic("half way")
	})
}

func TestALogLineHoldsNeitherQueryNorHeaders(t *testing.T) {
	var log strings.Builder
	serve(slog.New(slog.NewTextHandler(&log, nil)), "/authorize?code=canary", func(w http.ResponseWriter, r *http.Request) {
		WriteJSON(w, r, http.StatusOK, map[string]string{})
	})
	if strings.Contains(log.String(), "canary") || !strings.Contains(log.String(), "method=GET path=/authorize status=200 duration=0s") {
		t.Errorf("log: %s", log.String())
	}
}
