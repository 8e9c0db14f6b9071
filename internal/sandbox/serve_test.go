package sandbox

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
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

// serving starts Serve on a loopback port and returns its address and a stop
// that waits for its end.
func serving(t *testing.T, s *Server) (address string, stop func() error) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	return ln.Addr().String(), func() error { cancel(); return <-ended }
}

func TestOnlyKnownHostsAreAnswered(t *testing.T) {
	r := newRig(t, Options{URL: "https://travel.example"})
	address, stop := serving(t, r.Server)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for host, want := range map[string]int{
		address:                    200,
		"localhost:" + port:        200,
		"LOCALHOST:" + port:        200,
		"[::1]:" + port:            200,
		"travel.example":           200,
		"localhost":                421,
		"localhost:1":              421,
		"evil.example":             421,
		"evil.example:" + port:     421,
		"a.localhost:" + port:      421,
		"127.0.0.1.evil.example":   421,
		"travel.example:" + port:   421,
		"127.0.0.2:" + port:        421,
		"localhost.:" + port:       421,
		"127.0.0.1:" + port + "0":  421,
		"user@127.0.0.1:" + port:   421,
		"127.0.0.1:" + port + "/a": 421,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/health", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		resp, err := client.Do(req)
		if err != nil {
			t.Errorf("%s: %v", host, err)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode != want || want == 421 && resp.Header.Get("X-Trace-Id") == "" {
			t.Errorf("%s: status %d, want %d; headers %v", host, resp.StatusCode, want, resp.Header)
		}
	}
	if err := stop(); err != nil {
		t.Errorf("stop: %v", err)
	}
}

func TestALoopbackNameIsNoNameOfAnOutsideAddress(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80":   "http://a 127.0.0.1:80 127.0.0.1 localhost:80 localhost 127.0.0.1:80 127.0.0.1 [::1]:80 [::1]",
		"0.0.0.0:8787":   "http://a 0.0.0.0:8787 localhost:8787 127.0.0.1:8787 [::1]:8787",
		"192.0.2.1:8787": "http://a 192.0.2.1:8787",
	} {
		addr, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		origin, err := parseOrigin("http://a")
		if err != nil {
			t.Fatal(err)
		}
		if got := "http://" + strings.Join(hostsOf(origin, addr), " "); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}

func TestServeReportsAListenerThatFails(t *testing.T) {
	r := newRig(t, Options{})
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ln.Close()
	if err := r.Serve(t.Context(), ln); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v, want net.ErrClosed", err)
	}
}

// The pipe of Transport stands in for a network here: its time can be faked.
func TestASilentConnectionIsClosedAndAStopLetsRequestsFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		entered, release := make(chan struct{}), make(chan struct{})
		s.routes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			close(entered)
			<-release
			_, _ = io.WriteString(w, "done")
		})
		p := newPipe(s)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, p) }()

		silent, err := p.dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := io.WriteString(silent, "GET / HTTP/1.1\r\nHost: sand"); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(silent); err != nil || time.Since(began) != headerTimeout {
			t.Errorf("a request without an end was kept for %v (%v), want %v", time.Since(began), err, headerTimeout)
		}

		busy, err := p.dial(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(busy, "GET / HTTP/1.1\r\nHost: sandbox.localhost\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		<-entered
		cancel()
		synctest.Wait()
		close(release)
		resp, err := http.ReadResponse(bufio.NewReader(busy), nil)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("a request under way at the stop: %v, %v", resp, err)
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); string(body) != "done" || err != nil {
			t.Errorf("body %q, %v", body, err)
		}
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}
