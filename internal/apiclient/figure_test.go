package apiclient

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"travel.example/travel/api"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/transport"
)

// TestFigureNoOperationIsFollowedElsewhere redirects every operation in every way, to another port,
// another name, plain http, and back; the token must not arrive at the second origin.
func TestFigureNoOperationIsFollowedElsewhere(t *testing.T) {
	var strayed atomic.Int64
	stray := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { strayed.Add(1) })
	thief, plain := httptest.NewTLSServer(stray), httptest.NewServer(stray)
	defer thief.Close()
	defer plain.Close()
	port := strings.TrimPrefix(thief.URL, "https://127.0.0.1:")
	targets := []string{thief.URL + "/", plain.URL + "/", "https://localhost:" + port + "/", "https://api.localhost:" + port + "/", "//127.0.0.1:" + port + "/"}
	var status int
	var target string
	requests := 0
	service := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.Header().Set("Location", target)
		w.WriteHeader(status)
	}))
	defer service.Close()
	client, err := New(Options{BaseURL: service.URL, Tokens: static(canary), Wait: noWait, Network: trusting(service, thief)})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, status = range []int{301, 302, 303, 307, 308} {
		for _, target = range targets {
			for _, op := range api.Operations {
				tried++
				requests = 0
				err := raw(t.Context(), client, op)
				if e, ok := errors.AsType[*ExchangeError](err); !ok || e.Kind != Redirected || requests != 1 {
					t.Errorf("%s %s, %d to %s: %d requests, %v", op.Method, op.Path, status, target, requests, err)
				}
			}
		}
	}
	if n := strayed.Load(); n != 0 {
		t.Errorf("%d requests reached the second origin", n)
	}
	need.Figure(t, fmt.Sprintf("%d redirects of %d operations", 5*len(targets), len(api.Operations)),
		fmt.Sprintf("%d tried, %d requests at the second origin", tried, strayed.Load()), "0 requests")
}

// trusting returns our transport, accepting the certificates of these servers.
func trusting(servers ...*httptest.Server) *http.Transport {
	roots := x509.NewCertPool()
	for _, s := range servers {
		roots.AddCert(s.Certificate())
	}
	through := transport.New(nil)
	through.TLSClientConfig = &tls.Config{RootCAs: roots}
	return through
}

// raw calls an operation with made-up values.
func raw(ctx context.Context, client *Client, op api.Operation) error {
	path := regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(op.Path, "1")
	var body []byte
	if op.Method == http.MethodPost {
		body = []byte("{}")
	}
	_, err := client.Do(ctx, op.Method, path, nil, body)
	return err
}

// TestFigureALostCreateIsSentOnce tries every way to lose the answer of a create.
func TestFigureALostCreateIsSentOnce(t *testing.T) {
	var ambiguous []faultRow
	for _, rows := range [][]faultRow{lostRows(), unusableRows(), brokenRows()} {
		for _, row := range rows {
			if row.want[create].Maybe && row.want[create].Tries == 1 {
				ambiguous = append(ambiguous, row)
			}
		}
	}
	creates := map[string]func(context.Context, *Client) error{
		"flights": operationOf(create),
		"hotels": func(ctx context.Context, client *Client) error {
			_, err := client.CreateHotelSearch(ctx, HotelSearchRequest{CityCode: new("LIS"), CheckIn: "2027-01-02", CheckOut: "2027-01-03"})
			return err
		},
	}
	posts, keys := 0, 0
	for _, row := range ambiguous {
		for name, send := range creates {
			synctest.Test(t, func(t *testing.T) {
				w := &wire{t: t}
				w.serve = func(n int, conn net.Conn) { row.serve(w, n, conn) }
				defer w.close()
				client, err := New(w.options())
				if err != nil {
					t.Fatal(err)
				}
				err = send(t.Context(), client)
				if w.sent() != 1 || !MaybeCreated(err) {
					t.Errorf("%s, %s: %d requests, %v", row.name, name, w.sent(), err)
				}
				posts += w.sent()
				for _, h := range w.headers {
					if h.Get("Idempotency-Key") != "" {
						keys++
						t.Errorf("%s, %s: an idempotency key was sent", row.name, name)
					}
				}
			})
		}
	}
	all := len(ambiguous) * len(creates)
	need.Figure(t, fmt.Sprintf("%d ways to lose the answer of a create x %d creates", len(ambiguous), len(creates)),
		fmt.Sprintf("%d POSTs, %d idempotency keys", posts, keys), fmt.Sprintf("%d, 0", all))
}
