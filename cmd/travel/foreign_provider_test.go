package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/contracttest"
	"travel.example/travel/internal/testkit/need"
)

// provider is a sign-in server of tools/openid, by other people. What it says about a login is not our own opinion.
type provider struct {
	t   *testing.T
	url string // also its issuer
}

// serveProvider starts the server; the flags are those of server.mjs.
func serveProvider(t *testing.T, flags ...string) *provider {
	t.Helper()
	node, program := need.Provider(t)
	return startProvider(t, node, program, flags...)
}

// serveMock starts the sign-in server of mock.mjs, which has no pages.
func serveMock(t *testing.T) *provider {
	t.Helper()
	node, program := need.MockProvider(t)
	return startProvider(t, node, program)
}

// startProvider starts a program of tools/openid.
func startProvider(t *testing.T, node, program string, flags ...string) *provider {
	t.Helper()
	server := exec.CommandContext(t.Context(), node, append([]string{program}, flags...)...)
	var complaints bytes.Buffer
	server.Stderr = &complaints
	input, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close() // which ends it
		_ = server.Wait()
		if t.Failed() {
			t.Logf("the provider's complaints:\n%s", &complaints)
		}
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatalf("the provider did not start: %v", err)
	}
	return &provider{t: t, url: strings.TrimSpace(line)}
}

// event is one thing that happened at the provider.
type event struct {
	Event  string `json:"event"`
	Client string `json:"client"`
	Grant  string `json:"grant"` // of a token request
	Scope  string `json:"scope"` // that was asked for
	Error  string `json:"error"`
}

// events tells what happened so far.
func (p *provider) events() []event {
	p.t.Helper()
	var events []event
	p.must(p.send(http.MethodGet, "/events", nil, &events))
	return events
}

// count counts the token requests of a kind that were granted, and lists what
// went wrong at the provider so far, token requests and everything else.
func (p *provider) count(grant string) (granted int, wrong []event) {
	p.t.Helper()
	for _, e := range p.events() {
		code, _, _ := strings.Cut(e.Error, ":")
		switch {
		case slices.Contains([]string{"login_required", "consent_required", "interaction_required", "invalid_target"}, code):
			// what the request is answered that tries a client out before the person sees a page
		case e.Error != "":
			wrong = append(wrong, e)
		case e.Event == "grant.success" && e.Grant == grant:
			granted++
		}
	}
	return granted, wrong
}

// ahead sets the provider's clock forward.
func (p *provider) ahead(d time.Duration) {
	p.t.Helper()
	p.must(p.post(fmt.Sprintf("/clock?ahead=%d", int(d.Seconds())), nil, nil))
}

// introspection is what the provider tells an API about a token (RFC 7662).
type introspection struct {
	Active  bool   `json:"active"`
	Client  string `json:"client_id"`
	Subject string `json:"sub"`
	Scope   string `json:"scope"`
}

func (p *provider) introspect(token string) introspection {
	p.t.Helper()
	var told introspection
	p.must(p.post("/token/introspection", aboutToken(token), &told))
	return told
}

func aboutToken(token string) url.Values {
	return url.Values{"token": {token}, "client_id": {"api"}, "client_secret": {"made-up"}}
}

// end ends one access token, as a provider may at any time. The login stays.
func (p *provider) end(client, token string) {
	p.t.Helper()
	p.must(p.post("/token/revocation", url.Values{"token": {token}, "client_id": {client}}, nil))
	if p.introspect(token).Active {
		p.t.Fatal("the provider did not end the access token")
	}
}

func (p *provider) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func (p *provider) post(path string, form url.Values, into any) error {
	return p.send(http.MethodPost, path, form, into)
}

func (p *provider) send(method, path string, form url.Values, into any) error {
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
	}
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("the provider answered %s %s with %q: %w", method, path, text, err)
	}
	return nil
}

// serveForeignAPI is a service that knows nothing but its provider: it names it
// (RFC 9728), asks it whose each token is, and serves one operation.
func serveForeignAPI(t *testing.T, p *provider) *deployment {
	t.Helper()
	return serveAPI(t, p.url, func(_, token string) (subject, scope string, ok bool) {
		var told introspection
		if err := p.post("/token/introspection", aboutToken(token), &told); err != nil {
			t.Error(err)
		}
		return told.Subject, told.Scope, told.Active
	})
}

// serveAPI starts an API with a single operation that names its issuer. judge gets the API's address and a token, and
// returns who the token is for.
func serveAPI(t *testing.T, issuer string, judge func(api, token string) (subject, scope string, ok bool)) *deployment {
	t.Helper()
	const trace = "0123456789abcdef0123456789abcdef"
	d := new(deployment)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-protected-resource", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, "application/json", map[string]any{
			"resource": d.url, "authorization_servers": []string{issuer}, "scopes_supported": []string{"openid", "profile", "users"},
		})
	})
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Trace-Id", trace)
		answerJSON(w, http.StatusOK, "application/json", map[string]any{"status": "healthy"})
	})
	mux.HandleFunc("GET /v1/user", func(w http.ResponseWriter, r *http.Request) {
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		d.token.Store(token)
		subject, scope, ok := judge(d.url, token)
		w.Header().Set("X-Trace-Id", trace)
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
			answerJSON(w, http.StatusUnauthorized, "application/problem+json", map[string]any{
				"type": "about:blank", "title": "Unauthorized", "status": 401, "code": "invalid_token",
				"detail": "this token is not for this service", "instance": "/v1/user", "trace_id": trace,
			})
			return
		}
		w.Header().Set("RateLimit", `"user";r=299;t=60`)
		w.Header().Set("RateLimit-Policy", `"user";q=300;w=60`)
		answerJSON(w, http.StatusOK, "application/json", map[string]any{"sub": subject, "scope": scope})
	})
	front := httptest.NewServer(judged{t: t, contract: contracttest.Load(t), next: mux})
	t.Cleanup(front.Close)
	d.url = front.URL
	return d
}

func answerJSON(w http.ResponseWriter, status int, kind string, body any) {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
