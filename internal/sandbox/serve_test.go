package sandbox

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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

// held is a sandbox behind Serve whose one request waits to be released. Its
// listener is a pipe, which stands in for a network here: its time can be faked.
type held struct {
	listener         *pipe
	entered, release chan struct{}
	stop             context.CancelFunc
	ended            chan error
}

func serveHeld(t *testing.T) *held {
	t.Helper()
	s, err := New(Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	h := &held{entered: make(chan struct{}), release: make(chan struct{}), ended: make(chan error, 1)}
	s.routes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(h.entered)
		<-h.release
		_, _ = io.WriteString(w, "done")
	})
	h.listener = newPipe(s)
	ctx, cancel := context.WithCancel(t.Context())
	h.stop = cancel
	go func() { h.ended <- s.Serve(ctx, h.listener) }()
	return h
}

// say opens a connection and sends text on it.
func (h *held) say(t *testing.T, text string) net.Conn {
	t.Helper()
	conn, err := h.listener.dial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestARequestWithoutAnEndIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := serveHeld(t)
		began := time.Now()
		conn := h.say(t, "GET / HTTP/1.1\r\nHost: sand")
		if _, err := io.ReadAll(conn); err != nil || time.Since(began) != headerTimeout {
			t.Errorf("kept for %v (%v), want %v", time.Since(began), err, headerTimeout)
		}
		h.stop()
		if err := <-h.ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

func TestAStopLetsRequestsUnderWayFinish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := serveHeld(t)
		conn := h.say(t, "GET / HTTP/1.1\r\nHost: sandbox.localhost\r\nConnection: close\r\n\r\n")
		<-h.entered
		h.stop()
		synctest.Wait()
		close(h.release)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, err := io.ReadAll(resp.Body); string(body) != "done" || err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("status %d, body %q, %v", resp.StatusCode, body, err)
		}
		if err := <-h.ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

func TestAStopWaitsFiveSecondsAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := serveHeld(t)
		h.say(t, "GET / HTTP/1.1\r\nHost: sandbox.localhost\r\n\r\n")
		<-h.entered
		began := time.Now()
		h.stop()
		if err := <-h.ended; !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != stopTimeout {
			t.Errorf("Serve ended after %v with %v, want %v and a deadline", time.Since(began), err, stopTimeout)
		}
		close(h.release)
	})
}
