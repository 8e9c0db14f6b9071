package checkup

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/paste"
)

// service is an API that is its own sign-in server, with what is wrong of its documents.
type service struct {
	health, resource, metadata string // "" is a web page
	off                        time.Duration
}

func (s service) start(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	for path, body := range map[string]string{
		"/health": s.health, "/.well-known/oauth-protected-resource": s.resource, "/.well-known/openid-configuration": s.metadata,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Date", time.Now().Add(s.off).UTC().Format(http.TimeFormat))
			w.Header().Set("Content-Type", "application/json")
			if body == "" {
				w.Header().Set("Content-Type", "text/html")
			}
			_, _ = io.WriteString(w, os.Expand(body, func(string) string { return "http://" + r.Host }))
		})
	}
	return server.URL
}

const (
	healthy  = `{"status":"healthy"}`
	resource = `{"resource":"${S}","authorization_servers":["${S}"]}`
	metadata = `{"issuer":"${S}","authorization_endpoint":"${S}/a","token_endpoint":"${S}/t","code_challenge_methods_supported":["S256"]}`
)

// examined is what a checkup finds in a made-up world.
func examined(t *testing.T, term Terminal, environ map[string]string) []Finding {
	t.Helper()
	home := t.TempDir()
	for name, value := range map[string]string{"TRAVEL_CREDENTIAL_STORE": "file", "TRAVEL_CLIENT_ID": "travel-cli"} {
		if environ["TRAVEL_API_URL"] != "" {
			environ[name] = cmp.Or(environ[name], value)
		}
	}
	getenv := func(name string) string { return environ[name] }
	input := config.Input{Getenv: getenv, Home: home, GOOS: "linux"}
	if _, homeless := environ["HOMELESS"]; homeless {
		input.Home = ""
	}
	var names []string
	for name, value := range environ {
		names = append(names, name+"="+value)
	}
	findings, err := Run(t.Context(), Options{
		Words:  paste.Words,
		Config: func() (*config.Config, error) { return config.Load(input) }, Input: input, Environ: func() []string { return names },
		Terminal: term, Now: time.Now,
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}, func([]Finding) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

// TestEveryFindingThatIsNotInOrderHasARemedy makes what can be wrong, and names a cause once.
func TestEveryFindingThatIsNotInOrderHasARemedy(t *testing.T) {
	t.Setenv("BROWSER", "/does/not/exist")
	untrusted := httptest.NewUnstartedServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	defer untrusted.Close()
	elsewhere := service{metadata: metadata, off: time.Hour}.start(t)
	file := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	good := service{healthy, resource, metadata, 0}
	at := func(s service) map[string]string { return map[string]string{"TRAVEL_API_URL": s.start(t)} }
	with := func(environ map[string]string, pairs ...string) map[string]string {
		for i := 0; i < len(pairs); i += 2 {
			environ[pairs[i]] = pairs[i+1]
		}
		return environ
	}
	wide := Terminal{TTY: true, Width: 80, Unicode: true}
	for name, test := range map[string]struct {
		environ map[string]string
		want    []string // checks that are not in order, beside those of this computer
	}{
		"settings":            {map[string]string{"TRAVEL_API_URL": "::"}, []string{"configuration"}},
		"useless settings":    {map[string]string{"TRAVEL_ISSUER": "https://auth.example"}, []string{"configuration"}},
		"a variable":          {with(at(good), "TRAVEL_PROFIL", "x"), []string{"environment"}},
		"nothing listens":     {map[string]string{"TRAVEL_API_URL": "http://127.0.0.1:1"}, []string{"connection"}},
		"an authority":        {map[string]string{"TRAVEL_API_URL": untrusted.URL}, []string{"connection"}},
		"web pages":           {at(service{}), []string{"service", "sign-in"}},
		"nothing found":       {with(at(good), "TRAVEL_ISSUER", good.start(t)+"/tenant"), []string{"sign-in"}},
		"another issuer":      {at(service{healthy, resource, `{"issuer":"https://auth.example"}`, 0}), []string{"sign-in"}},
		"a sick service":      {at(service{`{"status":"unhealthy"}`, resource, metadata, 0}), []string{"service"}},
		"no client, no PKCE":  {at(service{healthy, resource, `{"issuer":"${S}","authorization_endpoint":"${S}/a","token_endpoint":"${S}/t"}`, 0}), []string{"sign-in"}},
		"a clock":             {at(service{healthy, resource, metadata, time.Minute}), []string{"clock"}},
		"the sign-in's clock": {with(at(good), "TRAVEL_ISSUER", elsewhere), []string{"clock", "sign-in"}},
		"a token":             {with(at(good), "TRAVEL_TOKEN", "a b"), []string{"credentials"}},
		"a directory":         {with(at(good), "TRAVEL_STATE_DIR", file), []string{"state"}},
		"a time zone":         {with(at(good), "TZ", "Nowhere/Land"), []string{"time zones"}},
		"no home":             {with(at(good), "HOMELESS", ""), []string{"state"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seen := map[string]int{}
			for _, f := range examined(t, wide, test.environ) {
				if f.Status != Warn && f.Status != Fail {
					continue
				}
				seen[f.Name]++
				if f.Remedy == "" {
					t.Errorf("%s has no remedy: %s", f.Name, f.Text)
				}
			}
			for _, here := range []string{"account", "browser"} { // no one is signed in, and there is no browser
				delete(seen, here)
			}
			for _, want := range test.want {
				if seen[want] == 0 {
					t.Errorf("%s is in order", want)
				}
			}
			if test.want[0] == "connection" && (len(seen) != 1 || seen["connection"] != 1) {
				t.Errorf("the cause is not named once: %v", seen)
			}
		})
	}
}

func TestAFailureThatDoesNotSayGetsARemedy(t *testing.T) {
	for _, err := range []error{errors.New("a panic"), context.DeadlineExceeded, io.EOF} {
		c := &checker{Options: Options{Words: paste.Words}}
		if c.failed(err)[0].Remedy == "" {
			t.Errorf("%v has no remedy", err)
		}
	}
}
