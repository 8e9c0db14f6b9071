package sandbox

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestTheTransportReachesTheSandboxAlone(t *testing.T) {
	r := newRig(t, Options{})
	for _, url := range []string{"http://other.localhost/health", "http://sandbox.localhost:81/health", "http://127.0.0.1/health",
		"https://sandbox.localhost/health"} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if resp, err := r.Transport().RoundTrip(req); err == nil {
			resp.Body.Close()
			t.Errorf("%s was answered with %d", url, resp.StatusCode)
		}
	}
}

func TestTheTransportOfAnHTTPSOriginWorksToo(t *testing.T) {
	for _, url := range []string{"https://travel.example", "http://[::1]:8787", "http://127.0.0.1:8787"} {
		if a := newRig(t, Options{URL: url}).get("/health"); a.status != http.StatusOK {
			t.Errorf("%s: status %d", url, a.status)
		}
	}
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: s.Transport()}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			resp, err := client.Get(BuiltinURL + "/health")
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			if _, err := io.Copy(io.Discard, resp.Body); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("the second Close: %v", err)
	}
	if _, err := client.Get(BuiltinURL + "/health"); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after Close: %v, want net.ErrClosed", err)
	}
}

func TestASandboxThatWasNeverUsedClosesAtOnce(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestManyReadsAtOnceGetTheSameAnswer(t *testing.T) {
	r := newRig(t, Options{})
	targets := []string{"/v1/places?query=london", "/v1/places/nearby?place=LHR", "/v1/user"}
	for _, content := range []string{dubaiLondon, `{"from":"LON","to":"NYC","fromDate":"2026-12-24"}`} {
		targets = append(targets, "/v1/flights/searches/"+r.create(content)+"/results")
	}
	r.advance(9 * time.Second)
	bodies := make([][20]string, len(targets))
	var wg sync.WaitGroup
	for i, target := range targets {
		for n := range bodies[i] {
			wg.Go(func() {
				req := httptest.NewRequest(http.MethodGet, BuiltinURL+target, nil)
				req.RequestURI = ""
				req.Header.Set("Authorization", "Bearer "+r.token)
				resp, err := r.client.Do(req)
				if err != nil {
					t.Error(err)
					return
				}
				defer resp.Body.Close()
				body, err := io.ReadAll(resp.Body)
				if err != nil || resp.StatusCode != http.StatusOK {
					t.Errorf("%s: status %d, %v", target, resp.StatusCode, err)
				}
				bodies[i][n] = string(body)
			})
		}
	}
	wg.Wait()
	for i, target := range targets {
		for _, body := range bodies[i] {
			if body != bodies[i][0] {
				t.Errorf("%s: two answers:\n%s\n%s", target, bodies[i][0], body)
			}
		}
	}
}
