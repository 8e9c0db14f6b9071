package apiclient

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A raw call sends exactly what it was given and returns the exact bytes.
func TestRawCallSaysWhatItWasTold(t *testing.T) {
	type seen struct{ Method, URI, Body, ContentType, Token string }
	var got seen
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = seen{r.Method, r.RequestURI, string(body), r.Header.Get("Content-Type"), r.Header.Get("Authorization")}
		if r.URL.Path == "/root/v1/empty" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		w.Header().Set("Content-Type", "Application/JSON; charset=utf-8")
		_, _ = io.WriteString(w, ` {"a" : 1.50}`)
	}))
	defer api.Close()
	client, err := New(Options{BaseURL: api.URL + "/root", Tokens: static(canary)})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := client.Do(t.Context(), "GET", "/v1/flights/trips/a%3Ab", url.Values{"view": {"detail"}}, nil)
	if err != nil || string(answer.Body) != ` {"a" : 1.50}` || answer.Status != 200 {
		t.Errorf("%+v, %v", answer, err)
	}
	if diff := cmp.Diff(seen{"GET", "/root/v1/flights/trips/a%3Ab?view=detail", "", "", "Bearer " + canary}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err = client.Do(t.Context(), "POST", "/v1/new/thing", nil, []byte(`{"x":1}`)); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(seen{"POST", "/root/v1/new/thing", `{"x":1}`, "application/json", "Bearer " + canary}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if answer, err = client.Do(t.Context(), "DELETE", "/v1/empty", nil, nil); err != nil || answer.Status != 204 || len(answer.Body) != 0 {
		t.Errorf("%+v, %v", answer, err)
	}
}

// A raw call cannot leave the deployment, and a call that may change something is not repeated in doubt.
func TestRawCallStaysInBounds(t *testing.T) {
	sent := 0
	network := roundTrip(func(*http.Request) (*http.Response, error) {
		sent++
		return nil, io.ErrUnexpectedEOF
	})
	client, err := New(Options{BaseURL: testBase, Network: network, Wait: noWait})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "v1/user", "//other.example/x", "/v1/../x", "/v1/%2e%2E/x", "/./x", "/v1?x=1", "/v1#x", "/v1\\x", "/v1 x", "/v1/%zz", "/ü", "https://other.example/"} {
		if _, err := client.Do(t.Context(), "GET", path, nil, nil); !isRefused(err) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if _, err := client.Do(t.Context(), "GE T", "/v1", nil, nil); !isRefused(err) {
		t.Errorf("a broken method: %v", err)
	}
	if _, err := client.Do(t.Context(), "POST", "/v1", nil, make([]byte, maxRequestBytes+1)); !isRefused(err) {
		t.Errorf("a huge body: %v", err)
	}
	if sent != 0 {
		t.Fatalf("%d requests left", sent)
	}
	for method, want := range map[string]int{"GET": 3, "HEAD": 3, "POST": 1, "PUT": 1, "DELETE": 1} {
		sent = 0
		_, err := client.Do(t.Context(), method, "/v1/new", nil, nil)
		if sent != want || MaybeCreated(err) != (want == 1) {
			t.Errorf("%s: %d requests, %v", method, sent, err)
		}
	}
}
