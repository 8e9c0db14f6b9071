package mcpserver

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const testSecret = "a-secret-of-one-run"

// served starts a server on a port until the test ends and returns its address.
func served(t *testing.T, tools ...*Tool) (address string) {
	t.Helper()
	return servedBy(t, testSession(), tools)
}

func servedBy(t *testing.T, s *Session, tools []*Tool) (address string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- s.ServeHTTP(ctx, Options{Tools: tools}, listener, testSecret) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the server ended with %v", err)
		}
	})
	return listener.Addr().String()
}

// Web pages, requests to another host name, and callers without the bearer token are rejected before any message is
// read.
func TestWhoMayCallOverHTTP(t *testing.T) {
	address := served(t, says("hello"))
	_, port, _ := net.SplitHostPort(address)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"says","arguments":{}}}`
	good := map[string]string{"Authorization": "Bearer " + testSecret, "Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
	for name, test := range map[string]struct {
		host, header, value string
		want                int
	}{
		"right":              {"", "", "", 200},
		"localhost":          {"localhost:" + port, "", "", 200},
		"own origin":         {"", "Origin", "http://" + address, 200},
		"bearer in capitals": {"", "Authorization", "BEARER " + testSecret, 200},
		"two spaces":         {"", "Authorization", "bearer  " + testSecret, 200},
		"no bearer":          {"", "Authorization", "", 401},
		"another bearer":     {"", "Authorization", "Bearer x", 401},
		"basic":              {"", "Authorization", "Basic " + testSecret, 401},
		"rebound name":       {"evil.example:" + port, "", "", 403},
		"another site":       {"", "Origin", "https://evil.example", 403},
		"a page of no site":  {"", "Origin", "null", 403},
		"cross-site fetch":   {"", "Sec-Fetch-Site", "cross-site", 403},
		"a form":             {"", "Content-Type", "text/plain", 415},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+address+Endpoint, strings.NewReader(list))
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range good {
			request.Header.Set(key, value)
		}
		if request.Host = test.host; test.header != "" {
			request.Header.Set(test.header, test.value)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != test.want || strings.Contains(string(body), "hello") != (test.want == 200) {
			t.Errorf("%s: %d, want %d: %s", name, answer.StatusCode, test.want, body)
		}
		if test.want == http.StatusUnauthorized && answer.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s: a 401 without a challenge", name)
		}
	}
}

// The SDK's client lists and calls tools over HTTP, in the newest revision and in an older one. No request depends
// on the connection of another.
func TestAClientOverHTTP(t *testing.T) {
	address := served(t, says("hello"))
	for _, revision := range []string{"", "2025-06-18"} {
		network := &http.Client{Transport: bearing{http.DefaultTransport}}
		client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + address + Endpoint, HTTPClient: network},
			&mcp.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatalf("%q: %v", revision, err)
		}
		listed, err := session.ListTools(t.Context(), nil)
		if err != nil || len(listed.Tools) != 1 {
			t.Errorf("%q: %+v, %v", revision, listed, err)
		}
		answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "says"})
		if err != nil || answer.Content[0].(*mcp.TextContent).Text != "hello" {
			t.Errorf("%q: %+v, %v", revision, answer, err)
		}
		_ = session.Close()
		network.CloseIdleConnections()
	}
}

// Over HTTP the server cannot ask while a call waits, since requests are independent. A client of the newest
// revision repeats its call with the answer; an older one is given the places to choose from.
func TestAPersonIsAskedOverHTTP(t *testing.T) {
	for revision, want := range map[string]string{"2026-07-28": "to Portland (PWM)", "2025-11-25": "- PWM: Portland, Maine"} {
		a := newAgent(t)
		network := &http.Client{Transport: bearing{http.DefaultTransport}}
		client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, &mcp.ClientOptions{
			ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) { return accepts("PWM"), nil },
		})
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + servedBy(t, a.session, Tools()) + Endpoint, HTTPClient: network},
			&mcp.ClientSessionOptions{ProtocolVersion: revision})
		if err != nil {
			t.Fatalf("%s: %v", revision, err)
		}
		text, _ := a.ask(session, "search_flights", map[string]any{"from": "DXB", "to": "Portland", "fromDate": "2026-12-22", "limit": 1})
		a.has(text, want)
		_ = session.Close()
		network.CloseIdleConnections()
	}
}

type bearing struct{ next http.RoundTripper }

func (b bearing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+testSecret)
	return b.next.RoundTrip(r)
}

func (b bearing) CloseIdleConnections() {
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
}

// Output that a client does not read cannot stop the server.
func TestAWriterThatIsNotReadStopsNoOne(t *testing.T) {
	from, to := io.Pipe()
	w, stop := Dropping(to)
	for range 1000 {
		if n, err := io.WriteString(w, "a line\n"); n != 7 || err != nil {
			t.Fatal(n, err)
		}
	}
	stop()
	_ = from.Close()
}
