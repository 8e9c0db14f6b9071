package sandbox

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/contracttest"
)

// FuzzRequest sends anything at all: whatever comes, the sandbox neither fails
// nor breaks the contract.
func FuzzRequest(f *testing.F) {
	r := newRig(f, Options{})
	id := r.create(dubaiLondon)
	for _, target := range []string{"/health", "/v1/user", "/v1/places?query=a", "/v1/places/nearby?latitude=1&longitude=2",
		"/v1/flights/searches/" + id + "/results?stops=0,1", "/v1/flights/trips/" + id + ":a?searchId=" + id, "/v1/%2e%2e/a", "/authorize?a=b"} {
		f.Add("GET", target, "", "")
	}
	f.Add("POST", "/v1/flights/searches", "application/json", dubaiLondon)
	f.Add("POST", "/token", "application/x-www-form-urlencoded", "grant_type=refresh_token")
	handler := r.Handler()
	f.Fuzz(func(t *testing.T, method, target, contentType, body string) {
		req, err := http.NewRequestWithContext(t.Context(), method, BuiltinURL+target, strings.NewReader(body))
		if err != nil || !strings.HasPrefix(req.URL.Path, "/") {
			return // no client can send it
		}
		r.advance(time.Second / 4)
		token, _, err := r.SampleToken()
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		if w.Code >= 500 || w.Header().Get("X-Trace-Id") == "" {
			t.Errorf("status %d, headers %v: %s", w.Code, w.Header(), w.Body)
		}
		if _, err := r.judge.Operation(req); errors.Is(err, contracttest.ErrNoOperation) || w.Code == http.StatusNotFound {
			return
		}
		if err := r.judge.Response(req, w.Result(), w.Body.Bytes()); err != nil {
			t.Errorf("%s %s: %v\n%s", method, target, err, w.Body)
		}
	})
}
