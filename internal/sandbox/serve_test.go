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
	for origin, want := range map[string]bool{
		BuiltinURL: true, "http://other.localhost": false, "http://sandbox.localhost:81": false, "http://127.0.0.1": false,
		"https://sandbox.localhost": false,
	} {
		resp, err := newRig(t, Options{}).client.Get(origin + "/health")
		if err == nil {
			resp.Body.Close()
		}
		if (err == nil) != want {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for _, url := range []string{"https://travel.example", "http://[::1]:8787"} {
		r := newRig(t, Options{URL: url})
		if a := r.get("/.well-known/openid-configuration"); !strings.Contains(string(a.body), `"issuer":"`+url+`"`) {
			t.Errorf("%s: status %d: %s", url, a.status, a.body)
		}
	}
}

func TestCloseLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for requests := range 3 {
		s, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		client := &http.Client{Transport: s.Transport()}
		for range requests {
			resp, err := client.Get(BuiltinURL + "/health")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if _, err := client.Get(BuiltinURL + "/health"); !errors.Is(err, net.ErrClosed) {
			t.Errorf("after Close: %v, want net.ErrClosed", err)
		}
	}
}

func TestManyReadsAtOnceGetTheSameAnswer(t *testing.T) {
	r := newRig(t, Options{})
	targets := []string{"/v1/places?query=london", "/v1/user", "/v1/flights/searches/" + r.create(dubaiLondon) + "/results",
		"/v1/hotels/searches/" + r.createStay(lisbon) + "/results"}
	r.advance(9 * time.Second)
	bodies := make([][20]string, len(targets))
	var wg sync.WaitGroup
	for i, target := range targets {
		for n := range bodies[i] {
			wg.Go(func() { bodies[i][n] = string(r.get(target).body) })
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

// serving runs Serve on a loopback port until the end of the test and returns the address.
func serving(t *testing.T, s *Server) (address string) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, ln) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return ln.Addr().String()
}

// ask sends a request with a Host and one header.
func ask(t *testing.T, method, url, host, header string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	if name, value, found := strings.Cut(header, ": "); found {
		req.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if h := resp.Header; h.Get("X-Trace-Id") == "" || h.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%s %s for %s: headers %v", method, url, host, h)
	}
	return resp.StatusCode
}

// TestItsOwnHostAndItsOwnPagesAloneAreAnswered checks that a foreign host name gets nothing, and that a page of
// another site cannot post to the sign-in server.
func TestItsOwnHostAndItsOwnPagesAloneAreAnswered(t *testing.T) {
	address := serving(t, newRig(t, Options{URL: "https://travel.example"}).Server)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{
		address: 200, "localhost:" + port: 200, "LOCALHOST:" + port: 200, "[::1]:" + port: 200, "travel.example": 200,
		"localhost": 421, "localhost:1": 421, "evil.example": 421, "evil.example:" + port: 421, "a.localhost:" + port: 421,
		"127.0.0.1.evil.example": 421, "travel.example:" + port: 421, "127.0.0.2:" + port: 421, "localhost.:" + port: 421,
		"127.0.0.1:" + port + "0": 421, "user@127.0.0.1:" + port: 421, "127.0.0.1:" + port + "/a": 421,
	} {
		if got := ask(t, http.MethodGet, "http://"+address+"/health", host, ""); got != want {
			t.Errorf("%s: status %d, want %d", host, got, want)
		}
	}
	for _, path := range []string{"/device_authorization", "/device", "/register", "/token", "/authorize", "/revoke"} {
		for header, want := range map[string]int{
			"Origin: https://evil.example": 403, "Origin: null": 403, "Origin: http://127.0.0.1:1": 403, "Sec-Fetch-Site: same-site": 403,
			"": 400, "Origin: http://" + address: 400, "Sec-Fetch-Site: same-origin": 400, // nothing was sent
		} {
			if got := ask(t, http.MethodPost, "http://"+address+path, address, header); got != want {
				t.Errorf("POST %s with %s: %d, want %d", path, header, got, want)
			}
		}
	}
}

// dial starts Serve on a pipe, which replaces the network so that time can be faked, and sends text on a
// connection.
func dial(t *testing.T, s *Server, text string) (conn net.Conn, stop context.CancelFunc, ended chan error) {
	t.Helper()
	listener := newPipe(s)
	ctx, stop := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	conn, err := listener.dial(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn, stop, ended
}

const plainRead = "GET /health HTTP/1.1\r\nHost: sandbox.localhost\r\nConnection: close\r\n\r\n"

func TestAStopLetsRequestsUnderWayFinishForFiveSeconds(t *testing.T) {
	for takes, whole := range map[time.Duration]bool{4 * time.Second: true, 6 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			s, err := New(Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.routes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				time.Sleep(takes)
				_, _ = io.WriteString(w, "done")
			})
			conn, stop, ended := dial(t, s, plainRead)
			synctest.Wait()
			began := time.Now()
			stop()
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err == nil {
				resp.Body.Close()
			}
			if (err == nil) != whole {
				t.Errorf("a request that takes %v: %v", takes, err)
			}
			if err := <-ended; whole && err != nil || !whole && (!errors.Is(err, context.DeadlineExceeded) || time.Since(began) != stopTimeout) {
				t.Errorf("a request that takes %v: Serve ended after %v with %v", takes, time.Since(began), err)
			}
			time.Sleep(takes)
		})
	}
}

func TestAStopDoesNotWaitForAFaultThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(Options{Faults: []string{"getHealth=hang"}})
		if err != nil {
			t.Fatal(err)
		}
		conn, stop, ended := dial(t, s, plainRead)
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		synctest.Wait()
		began := time.Now()
		stop()
		// The server checks every half second whether all requests are done.
		if err := <-ended; err != nil || time.Since(began) > time.Second {
			t.Errorf("Serve ended after %v with %v", time.Since(began), err)
		}
		_ = conn.Close()
	})
}

func TestTheEndpointsOfFaultsAreThoseOfTheSandbox(t *testing.T) {
	for target, requests := range map[string][]string{
		"metadata":  {"GET /.well-known/openid-configuration", "GET /.well-known/oauth-authorization-server"},
		"resource":  {"GET /.well-known/oauth-protected-resource"},
		"jwks":      {"GET /jwks.json"},
		"authorize": {"GET /authorize", "POST /authorize"},
		"token":     {"POST /token"}, "revoke": {"POST /revoke"}, "device": {"POST /device_authorization"},
		"verification": {"GET /device", "POST /device"}, "register": {"POST /register"}, "userinfo": {"GET /userinfo", "POST /userinfo"},
	} {
		whole, broken := newRig(t, Options{}), newRig(t, Options{Faults: []string{target + "=410"}})
		broken.client.Transport = broken.Transport() // not checked, because it breaks the contract
		for _, request := range requests {
			method, path, _ := strings.Cut(request, " ")
			if a := whole.send(method, path, ""); a.status == http.StatusNotFound || a.status == http.StatusMethodNotAllowed {
				t.Errorf("%s: the sandbox answers %d", request, a.status)
			}
			if a := broken.send(method, path, ""); a.status != http.StatusGone {
				t.Errorf("%s with %s=410: status %d", request, target, a.status)
			}
		}
	}
}
