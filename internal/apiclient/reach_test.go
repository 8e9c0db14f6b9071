package apiclient

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/transport"
)

// Reach leaves nothing behind: a connection is made and closed, and no request arrives, whatever the protocol.
func TestReachMakesAConnectionAndSendsNothing(t *testing.T) {
	for name, start := range map[string]func(*httptest.Server){
		"http":   func(s *httptest.Server) { s.Start() },
		"https":  func(s *httptest.Server) { s.StartTLS() },
		"http/2": func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() },
	} {
		t.Run(name, func(t *testing.T) {
			var requests atomic.Int32
			connections := make(chan struct{}, 100)
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
				if state == http.StateNew {
					connections <- struct{}{}
				}
			}
			start(server)
			want, roots := Reached{}, x509.NewCertPool()
			if certificate := server.Certificate(); certificate != nil {
				roots.AddCert(certificate)
				want = Reached{TLS: "TLS 1.3", Ends: certificate.NotAfter}
			}
			const calls = 20
			for range calls {
				through := transport.New(nil)
				through.TLSClientConfig = &tls.Config{RootCAs: roots}
				got, err := reach(t.Context(), through, server.URL, 10*time.Second)
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Fatalf("%v (-want +got):\n%s", err, diff)
				}
			}
			for range calls {
				<-connections // the server may accept one after the call is over
			}
			server.Close() // waits for running requests
			if requests.Load() != 0 || len(connections) != 0 {
				t.Errorf("%d requests and %d connections too many", requests.Load(), len(connections))
			}
		})
	}
}

// Reach fails in the same way as a call, with the same message.
func TestReachFailsAsACallDoes(t *testing.T) {
	untrusted := httptest.NewUnstartedServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	if _, err := reach(t.Context(), transport.New(nil), untrusted.URL, 10*time.Second); named(err) != failed(UntrustedTLS) {
		t.Errorf("a certificate without a known issuer: %v", err)
	}
	if _, err := reach(t.Context(), transport.New(nil), "http://127.0.0.1:1", 10*time.Second); named(err) != failed(NotSent) {
		t.Errorf("a port without a listener: %v", err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t, serve: func(_ int, conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }}
		defer w.close()
		start := time.Now()
		_, err := reach(t.Context(), w.options().Network, "https://api.localhost", 4*time.Second)
		synctest.Wait() // for the abandoned dial
		if named(err) != failed(ConnectTimeout) || time.Since(start) != 4*time.Second {
			t.Errorf("a handshake that hangs, after %s: %v", time.Since(start), err)
		}
	})
}

func TestACallThatMayBeSentOnceIsSentOnce(t *testing.T) {
	for c := range classes {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t}
			w.serve = func(n int, conn net.Conn) {
				answering(reply(502, problemHeader, problemBody(502, "bad_gateway")))(w, n, conn)
			}
			defer w.close()
			options := w.options()
			options.Sends = 1
			if err := callOnce(t, options, c); err == nil || w.sent() != 1 {
				t.Errorf("class %d: %d requests, %v", c, w.sent(), err)
			}
		})
	}
}
