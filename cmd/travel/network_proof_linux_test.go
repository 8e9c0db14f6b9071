package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/testkit/need"
)

// netBench is a sandbox behind TLS, and someone who has signed in there.
type netBench struct {
	t        *testing.T
	home     string
	url      string
	ca       *authority
	greeter  *greeter
	token    string
	requests atomic.Int64 // that a TLS server has seen whole
	runs     int
	wrong    int
}

func newNetBench(t *testing.T) *netBench {
	b := &netBench{t: t, home: t.TempDir(), ca: newAuthority(t)}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.url, b.greeter = "https://"+l.Addr().String(), &greeter{Listener: l}
	b.trust()
	server, err := sandbox.New(sandbox.Options{URL: b.url, StateDir: filepath.Join(b.home, "sandbox")})
	if err != nil {
		t.Fatal(err)
	}
	if b.token, _, err = server.SampleToken(); err != nil {
		t.Fatal(err)
	}
	front := &http.Server{ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0), Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.requests.Add(1)
		if r.Header.Get("Proxy-Authorization") != "" {
			t.Errorf("%s %s came with the password of the proxy", r.Method, r.URL)
		}
		server.Handler().ServeHTTP(w, r)
	})}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = front.Serve(b.greeter)
	}()
	t.Cleanup(func() {
		_ = front.Close()
		<-served
		_ = server.Close()
	})
	return b
}

// trust gives the server a certificate that is good.
func (b *netBench) trust() {
	b.greeter.set(&tls.Config{Certificates: []tls.Certificate{b.ca.leaf(b.t, nil)}}, nil)
}

// travel runs the program in a process of its own.
func (b *netBench) travel(line string, vars ...string) (code int, stdout, stderr string) {
	b.t.Helper()
	b.runs++
	ctx, stop := context.WithTimeout(b.t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, "travel", strings.Fields(line)...)
	cmd.Env = append(os.Environ(), "HOME="+b.home, "XDG_STATE_HOME=", "XDG_CONFIG_HOME=", "SSL_CERT_FILE="+b.ca.file, "SSL_CERT_DIR=/nonexistent",
		"SCRIPT_SIGN_IN=ada", "TRAVEL_API_URL="+b.url, "TRAVEL_CLIENT_ID=travel-cli", "TRAVEL_CREDENTIAL_STORE=file", "TRAVEL_TIMEOUT=2s",
		"TRAVEL_DEBUG="+filepath.Join(b.home, "debug.log"), "HTTPS_PROXY=", "https_proxy=", "NO_PROXY=", "no_proxy=", "DBUS_SESSION_BUS_ADDRESS=")
	cmd.Env = append(cmd.Env, vars...)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run()
	if ctx.Err() != nil {
		b.t.Errorf("travel %s hangs", line)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// credentials are the files of the login; age lets its access token have ended.
func (b *netBench) credentials() map[string]string {
	b.t.Helper()
	all := map[string]string{}
	names, err := filepath.Glob(filepath.Join(b.home, ".local", "state", "travel", "credentials", "*"))
	if err != nil {
		b.t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			b.t.Fatal(err)
		}
		all[name] = string(text)
	}
	return all
}

func (b *netBench) age() {
	b.t.Helper()
	ageLogin(b.t, b.credentials())
}

// ageLogin changes the logins in files such that each access token has ended.
func ageLogin(t *testing.T, files map[string]string) {
	t.Helper()
	for path, text := range files {
		var login map[string]any
		if err := json.Unmarshal([]byte(text), &login); err != nil {
			t.Fatal(err)
		}
		head, _ := login["head"].(map[string]any)
		for _, name := range []string{"issued", "expires"} {
			at, _ := head[name].(float64)
			head[name] = at - 100_000
		}
		aged, err := json.Marshal(login)
		if err == nil {
			err = os.WriteFile(path, aged, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// networkLines are a call, a create, a sign-in and a renewal.
var networkLines = []struct{ name, line, token string }{
	{"read", "whoami", "canary-token"}, {"create", "flights search DXB LHR +30d --no-wait", "canary-token"},
	{"login", "login", ""}, {"refresh", "whoami", ""},
}

// refusedBy checks that all lines end with a code, send nothing whole and keep the login.
func (b *netBench) refusedBy(name string, code int, vars ...string) {
	b.t.Helper()
	for _, l := range networkLines {
		if l.name == "refresh" && strings.Contains(strings.Join(vars, " "), "api.example") {
			continue // the login is one for another address
		}
		b.age()
		before, seen := b.credentials(), b.requests.Load()
		with := vars
		if l.token != "" {
			with = append(slices.Clip(with), "TRAVEL_TOKEN="+l.token)
		}
		if l.name == "login" {
			with = append(slices.Clip(with), "HOME="+filepath.Join(b.home, "other"))
		}
		got, stdout, stderr := b.travel(l.line, with...)
		if got != code || stdout != "" || strings.Count("\n"+stderr, "\nerror: ") != 1 {
			b.mistake("%s, %s: exit %d, want %d\n%s%s", name, l.name, got, code, stdout, stderr)
		}
		if strings.Contains(stderr, "canary") || strings.Contains(stderr, "robin") || strings.Contains(stderr, "may have been made") {
			b.mistake("%s, %s: told too much\n%s", name, l.name, stderr)
		}
		if n := b.requests.Load() - seen; n != 0 {
			b.mistake("%s, %s: %d requests arrived", name, l.name, n)
		}
		if fmt.Sprint(before) != fmt.Sprint(b.credentials()) {
			b.mistake("%s, %s: the login changed", name, l.name)
		}
	}
}

// mistake counts what is not as it should be.
func (b *netBench) mistake(format string, args ...any) {
	b.t.Helper()
	b.wrong++
	b.t.Errorf(format, args...)
}

// TestProofNetworkTLS meets servers that cannot be trusted, or do not speak TLS to the end.
func TestProofNetworkTLS(t *testing.T) {
	need.Proof(t)
	t.Parallel()
	b := newNetBench(t)
	if code, _, stderr := b.travel("login"); code != 0 {
		t.Fatalf("login: %d\n%s", code, stderr)
	}
	now := time.Now()
	leaf := func(change func(*x509.Certificate)) *tls.Config {
		return &tls.Config{Certificates: []tls.Certificate{b.ca.leaf(t, change)}}
	}
	stranger := &authority{}
	old := leaf(nil)
	old.MinVersion, old.MaxVersion = tls.VersionTLS10, tls.VersionTLS10 // what is to be refused
	asks := leaf(nil)
	asks.ClientAuth = tls.RequireAnyClientCert
	asks.MaxVersion = tls.VersionTLS12 // where the handshake itself says so
	faults := []struct {
		name string
		conf *tls.Config
		meet func(net.Conn)
		code int
	}{
		{"expired", leaf(func(c *x509.Certificate) { c.NotBefore, c.NotAfter = now.Add(-48*time.Hour), now.Add(-24*time.Hour) }), nil, 6},
		{"TLS 1.0 only", old, nil, 6},
		{"handshake cut", nil, afterHello(""), 7},
		{"not yet valid", leaf(func(c *x509.Certificate) { c.NotBefore, c.NotAfter = now.Add(24*time.Hour), now.Add(48*time.Hour) }), nil, 6},
		{"wrong name", leaf(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} }), nil, 6},
		{"self-signed", &tls.Config{Certificates: []tls.Certificate{stranger.leaf(t, nil)}}, nil, 6},
		{"a client certificate is asked for", asks, nil, 6},
		{"plain http on the port", nil, afterHello("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"), 6},
		{"noise", nil, afterHello(strings.Repeat("\x00\x1b[31m", 50)), 6},
		{"handshake cut in a record", nil, afterHello("\x16\x03\x03\x01\x00\x02"), 7},
	}
	for _, f := range faults {
		b.greeter.set(f.conf, f.meet)
		b.refusedBy(f.name, f.code)
	}
	b.trust()
	b.age()
	if code, _, stderr := b.travel("whoami"); code != 0 {
		t.Errorf("after all of them: exit %d\n%s", code, stderr)
	}
	b.sweepCanaries()
	need.Figure(t, fmt.Sprintf("faults of TLS on reads, creates, sign-ins and renewals, %d runs", b.runs),
		fmt.Sprintf("%d not as they should be", b.wrong), "each ends with its class, sends nothing, keeps the login")
}

// sweepCanaries looks for secrets in the debug log.
func (b *netBench) sweepCanaries() {
	b.t.Helper()
	text, err := os.ReadFile(filepath.Join(b.home, "debug.log"))
	if err != nil || strings.Contains(string(text), "canary") || strings.Contains(string(text), "robin") {
		b.t.Errorf("the debug log tells a secret, or %v", err)
	}
}

// TestProofNetworkProxies goes through proxies that ask for a password, break or answer by themselves.
func TestProofNetworkProxies(t *testing.T) {
	need.Proof(t)
	t.Parallel()
	b := newNetBench(t)
	if code, _, stderr := b.travel("login"); code != 0 {
		t.Fatalf("login: %d\n%s", code, stderr)
	}
	to := b.greeter.Addr().String()
	right := "CONNECT Basic " + base64.StdEncoding.EncodeToString([]byte("robin:canary-password"))
	const ask = "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm=\"x\"\r\nConnection: close\r\n\r\n"
	asking := newGate(t, to, nil)
	asking.answer = func(conn net.Conn, r *http.Request) {
		if "CONNECT "+r.Header.Get("Proxy-Authorization") != right {
			_, _ = io.WriteString(conn, ask)
			return
		}
		asking.tunnel(conn)
	}
	through := func(g *gate, user string) []string {
		return []string{"HTTPS_PROXY=http://" + user + g.Addr().String(), "TRAVEL_API_URL=https://api.example", "TRAVEL_ISSUER=https://api.example"}
	}
	seen := b.requests.Load()
	if code, _, stderr := b.travel("whoami", append(through(asking, "robin:canary-password@"), "TRAVEL_TOKEN=canary-token")...); b.requests.Load() == seen {
		t.Errorf("with the right password nothing gets through: exit %d\n%s", code, stderr)
	}
	const portal = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>Welcome</h1>"
	faults := []struct {
		name, user string
		answer     func(net.Conn, *http.Request)
		code       int
	}{
		{"asks for a password, a wrong one is set", "robin:canary-wrong@", asking.answer, 7},
		{"dies in its answer", "robin:canary-password@", says("HTTP/1.1 200 Connec"), 7},
		{"redirects", "robin:canary-password@", says("HTTP/1.1 302 Found\r\nLocation: https://robin:canary@evil.example/\r\nContent-Length: 0\r\n\r\n"), 7},
		{"asks for a password, none is set", "", asking.answer, 7},
		{"asks for one without end", "robin:canary-password@", says(ask), 7},
		{"asks in a way that is not known", "robin:canary-password@", says(strings.Replace(ask, "Basic realm=\"x\"", "Negotiate", 1)), 7},
		{"dies at the question", "robin:canary-password@", says(""), 7},
		{"dies behind its answer", "robin:canary-password@", says("HTTP/1.1 200 OK\r\n\r\n"), 7},
		{"refuses", "robin:canary-password@", says("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"), 7},
		{"has no way", "robin:canary-password@", says("HTTP/1.1 502 Bad Gateway canary\x1b[31m\r\nContent-Length: 0\r\n\r\n"), 7},
		{"answers for the server", "robin:canary-password@", says(portal), 7},
		{"speaks something else", "robin:canary-password@", says("SSH-2.0-OpenSSH_9.6\r\n"), 7},
	}
	for _, f := range faults {
		g := newGate(t, to, f.answer)
		b.refusedBy(f.name, f.code, through(g, f.user)...)
		for _, asked := range g.asked {
			if f.user == "" && asked != "CONNECT " {
				t.Errorf("%s: the proxy got %q", f.name, asked)
			}
		}
	}
	b.sweepCanaries()
	need.Figure(t, fmt.Sprintf("proxies that refuse, break or lie, on reads, creates and sign-ins, %d runs", b.runs),
		fmt.Sprintf("%d not as they should be", b.wrong), "each ends with its class, no password is told")
}
