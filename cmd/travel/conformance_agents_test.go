package main

import (
	"bufio"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/need"
)

// The server over HTTP passes the protocol's own suite, as far as that is about any server; tools/mcp lists
// what is not.
func TestTheServerConforms(t *testing.T) {
	t.Parallel()
	need.Agents(t)
	out := runClient(t, nil, "node_modules/@modelcontextprotocol/conformance/dist/index.js", "server",
		"--url", bearing(t, "mcp", "--http", "127.0.0.1:0"), "--suite", "all", "--expected-failures", "conformance.yml")
	for _, name := range []string{"server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection", "logging-set-level"} {
		if !strings.Contains(out, name+": ") || strings.Contains(out, name+": 0 passed") {
			t.Errorf("%s is not passed:\n%s", name, out)
		}
	}
}

// bearing is where a server is reached that brings the bearer of its run along by itself: the suite has no
// way to send one. Host and Origin stay what they are, of another as of the server.
func bearing(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "travel", args...)
	cmd.Env = agentEnv(t)
	told, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewScanner(told)
	lines.Scan()
	_, address, _ := strings.Cut(lines.Text(), " at ")
	lines.Scan()
	_, secret, _ := strings.Cut(lines.Text(), ": ")
	server, err := url.Parse(address)
	if err != nil || secret == "" {
		t.Fatalf("%q %q: %v", address, secret, err)
	}
	front := httptest.NewUnstartedServer(nil)
	own := front.Listener.Addr().String()
	ours := func(text string) string { return strings.ReplaceAll(text, own, server.Host) }
	quiet := log.New(io.Discard, "", 0) // streams end with their client
	front.Config.Handler = &httputil.ReverseProxy{FlushInterval: -1, ErrorLog: quiet, Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = server.Scheme, server.Host, ours(r.In.Host)
		r.Out.Header.Set("Authorization", "Bearer "+secret)
		if origin := r.In.Header.Get("Origin"); origin != "" {
			r.Out.Header.Set("Origin", ours(origin))
		}
	}}
	front.Start()
	t.Cleanup(front.Close)
	return "http://" + own + server.Path
}
