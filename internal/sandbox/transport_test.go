package sandbox

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"

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
