package apiclient

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/transport"
)

// A wait is announced with its reason.
func TestLongWaitsAreAnnounced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t}
		answers := []string{
			reply(503, problemHeader+"Retry-After: 60\r\n", problemBody(503, "upstream_rate_limited")),
			reply(502, "Content-Type: text/html\r\n", ""),
			payloadOf(read),
		}
		w.serve = func(n int, conn net.Conn) { answering(answers[n-1])(w, n, conn) }
		defer w.close()
		options := w.options()
		var got []string
		options.Pausing = func(p Pause) { got = append(got, Waiting(p)) }
		if err := callOnce(t, options, read); err != nil {
			t.Fatal(err)
		}
		want := []string{"waiting 68 s: a provider limits the service", "waiting 2 s: the last try failed"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// T38: the debug log contains no secret and no line break from the service.
func TestLogHoldsNoSecret(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "session="+canary)
		w.Header().Set("X-Trace-Id", "trace-7")
		w.Header().Set("WWW-Authenticate", `Bearer realm="`+canary+`"`)
		w.Header().Set("Location", "https://u:"+canary+"@other.example/cb?code="+canary+"&page=2")
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(map[bool]int{true: 302, false: 401}[strings.HasSuffix(r.URL.Path, "user")])
		_, _ = io.WriteString(w, `{"code":"invalid_token","title":"T","detail":"line\nbreak"}`)
	}))
	defer api.Close()
	var written bytes.Buffer
	client, err := New(Options{
		BaseURL: api.URL, Log: &written, Now: testNow,
		Tokens: tokens{
			token: func() (string, error) { return canary, nil },
			renew: func(string) (string, error) { return canary + "-2", nil },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.GetCurrentUser(t.Context())
	if text := fmt.Sprint(err); strings.Contains(text, canary) || !strings.HasSuffix(text, " to https://other.example/cb?code=REDACTED&page=2") {
		t.Error(text)
	}
	if _, err = client.Do(t.Context(), "GET", "/v1/places", url.Values{"query": {"x"}, "access_token": {canary}}, nil); strings.Contains(fmt.Sprint(err), canary) {
		t.Error(err)
	}
	text := written.String()
	if strings.Contains(text, canary) {
		t.Errorf("a secret is in the log:\n%s", text)
	}
	// Three tries: the redirect, and the 401 with its one renewal.
	entries := strings.Split(strings.TrimSpace(text), "\n")
	if len(entries) != 6 {
		t.Errorf("%d lines:\n%s", len(entries), text)
	}
	for i, entry := range entries {
		mark := []string{" > GET ", " < "}[i%2]
		if !strings.HasPrefix(entry, "2027-03-01T12:00:00.000Z"+mark) {
			t.Errorf("line %d: %s", i+1, entry)
		}
	}
	if !strings.Contains(text, `x-trace-id="trace-7"`) || !strings.Contains(text, "access_token=REDACTED") {
		t.Errorf("something to look for is missing:\n%s", text)
	}
}

// F33, T48: a proxy that refuses is named only by its host, and not tried twice.
func TestProxyRefusalNamesTheHost(t *testing.T) {
	requests := 0
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	defer proxy.Close()
	address, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	host := address.Host
	address.User = url.UserPassword("user", canary)
	dead := *address
	dead.Host = "127.0.0.1:1"
	for name, through := range map[string]*url.URL{"407": address, "dead": &dead} {
		for c := range classes {
			requests = 0
			through := transport.New(http.ProxyURL(through))
			err := callOnce(t, Options{BaseURL: "https://api.example", Network: through}, c)
			if named(err) != failed(ProxyFailed) || MaybeCreated(err) || requests > 1 {
				t.Errorf("%s, class %d: %d requests, %v", name, c, requests, err)
			}
			if strings.Contains(err.Error(), canary) || name == "407" && !strings.Contains(err.Error(), host) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Names below localhost resolve to this machine, whatever a name server says.
func TestLocalhostNamesNeedNoNameServer(t *testing.T) {
	api := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"sub":"u1"}`)
	}))
	api.Config.ErrorLog = log.New(io.Discard, "", 0)
	api.Start()
	defer api.Close()
	_, port, err := net.SplitHostPort(api.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if err := callOnce(t, Options{BaseURL: "http://no-such-name.localhost:" + port}, read); err != nil {
		t.Error(err)
	}
}
