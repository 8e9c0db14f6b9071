package faults

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// genuine is what the server behind the faults answers.
const genuineBody = `{"kind":"platform","results":[{"code":"AAA","price":12.50},{"code":"BBB","price":7}],"searchId":"s1"}` + "\n"

// rig is a server with faults in front, and a client that opens a connection
// for each request, so that nothing is retried without the test's knowledge.
type rig struct {
	t      *testing.T
	url    string
	client *http.Client
	work   atomic.Int32 // requests that were carried out
}

func newRig(t *testing.T, specs ...string) *rig {
	t.Helper()
	r := &rig{t: t}
	handler := New(r, parsed(t, specs...), Options{})
	server := httptest.NewServer(handler)
	t.Cleanup(func() {
		handler.Close()
		server.Close()
	})
	r.url = server.URL
	r.client = &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return r
}

func parsed(t testing.TB, specs ...string) []Rule {
	t.Helper()
	var rules []Rule
	for _, spec := range specs {
		rule, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		rules = append(rules, rule)
	}
	return rules
}

func (r *rig) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	n := r.work.Add(1)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Sent", string(body))
	h.Set("X-Work", fmt.Sprint(n))
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, genuineBody)
}

// seen is what a client saw of one request.
type seen struct {
	Status int    // 0 when no header came
	Type   string // Content-Type
	Body   string // as much as came
	End    string // how it ended: "whole", "cut", "reset", "silent"
	Work   int    // how often the request was carried out
}

// post sends a create and tells what comes back until ctx ends.
func (r *rig) post(ctx context.Context) (seen, http.Header) {
	r.t.Helper()
	return r.send(ctx, http.MethodPost, "/v1/flights/searches", `{"from":"AAA"}`)
}

func (r *rig) send(ctx context.Context, method, path, body string) (seen, http.Header) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := r.client.Do(req)
	if err != nil {
		return seen{End: endOf(err), Work: int(r.work.Load())}, nil
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	return seen{resp.StatusCode, resp.Header.Get("Content-Type"), string(content), endOf(err), int(r.work.Load())}, resp.Header
}

func endOf(err error) string {
	switch {
	case err == nil:
		return "whole"
	case errors.Is(err, syscall.ECONNRESET):
		return "reset"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	case errors.Is(err, context.DeadlineExceeded):
		return "silent"
	}
	return err.Error()
}

const half = len(genuineBody) / 2

func TestAConnectionEndsHowAndWhereItWasAskedTo(t *testing.T) {
	begun := func(body, end string) seen { return seen{201, "application/json", body, end, 1} }
	for spec, want := range map[string]seen{
		"reset-before-read":   {End: "reset"},
		"reset-after-read":    {End: "reset"},
		"reset-after-work":    {End: "reset", Work: 1},
		"reset-after-headers": begun("", "reset"),
		"reset-mid-body":      begun(genuineBody[:half], "reset"),
		"close-before-read":   {End: "cut"},
		"close-after-read":    {End: "cut"},
		"lost":                {End: "cut", Work: 1},
		"close-after-headers": begun("", "cut"),
		"truncate":            begun(genuineBody[:half], "cut"),
	} {
		r := newRig(t, "createFlightSearch="+spec)
		got, _ := r.post(t.Context())
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestRepliesInPlaceOfTheOperation(t *testing.T) {
	problem := func(status int, title, code, detail string) seen {
		if code != "" {
			code = `,"code":"` + code + `"`
		}
		return seen{Status: status, Type: "application/problem+json", End: "whole",
			Body: `{"detail":"` + detail + `","instance":"/v1/flights/searches","status":` + fmt.Sprint(status) + `,"title":"` + title + `","trace_id":"","type":"about:blank"` + code + "}\n"}
	}
	const asked = "The sandbox was asked for this fault."
	for spec, want := range map[string]seen{
		"upstream_unavailable":           problem(503, "Service Unavailable", "upstream_unavailable", asked),
		"503":                            problem(503, "Service Unavailable", "", asked),
		"500 newer_than_you detail=x":    problem(500, "Internal Server Error", "newer_than_you", "x"),
		"500 not_found":                  problem(500, "Internal Server Error", "not_found", asked),
		"expired":                        problem(404, "Not Found", "not_found", "The search has expired. Create a new one."),
		"html":                           {Status: 200, Type: "text/html; charset=utf-8", Body: "<!DOCTYPE html>\n<html lang=\"en\">\n<title>Sign in to this network</title>\n<h1>Sign in to this network</h1>\n", End: "whole"},
		"html 504":                       {Status: 504, Type: "text/html; charset=utf-8", Body: "<!DOCTYPE html>\n<html lang=\"en\">\n<title>504 Gateway Timeout</title>\n<h1>504 Gateway Timeout</h1>\n", End: "whole"},
		"html 504 after-work":            {Status: 504, Type: "text/html; charset=utf-8", Body: "<!DOCTYPE html>\n<html lang=\"en\">\n<title>504 Gateway Timeout</title>\n<h1>504 Gateway Timeout</h1>\n", End: "whole", Work: 1},
		`500 type=a/b body='{"code":7}'`: {Status: 500, Type: "a/b", Body: `{"code":7}`, End: "whole"},
		"204 body=":                      {Status: 204, Type: "application/json", End: "whole"},
	} {
		got, _ := newRig(t, "createFlightSearch="+spec).post(t.Context())
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestHeadersSayWhatWasAskedFor(t *testing.T) {
	for spec, want := range map[string]http.Header{
		"upstream_unavailable":                            {"Retry-After": {"2"}},
		"upstream_rate_limited":                           {"Retry-After": {"60"}},
		"rate_limited":                                    {"Retry-After": {"20"}},
		"rate_limited retry-after=none":                   {"Retry-After": nil},
		"rate_limited retry-after=99999999999999":         {"Retry-After": {"99999999999999"}},
		"500 retry-after='Fri, 31 Dec 1999 23:59:59 GMT'": {"Retry-After": {"Fri, 31 Dec 1999 23:59:59 GMT"}},
		"invalid_token":                                   {"Www-Authenticate": {`Bearer realm="travel sandbox", error="invalid_token"`}},
		"insufficient_scope":                              {"Www-Authenticate": {`Bearer realm="travel sandbox", error="insufficient_scope", scope="users"`}},
		`429 header='RateLimit: "user";r=0;t=41'`:         {"Ratelimit": {`"user";r=0;t=41`}, "Retry-After": nil},
		"header=X-Work:":                                  {"X-Work": nil},
		"header=Date:":                                    {"Date": nil},
		"redirect 301 https://a.example/x?y=z":            {"Location": {"https://a.example/x?y=z"}},
		"redirect 308 /v1/places":                         {"Location": {"/v1/places"}},
		`redirect 300 ""`:                                 {"Location": {""}},
		"redirect 399 javascript:alert(1)":                {"Location": {"javascript:alert(1)"}},
		"html 502 header='Location: http://a.test'":       {"Location": {"http://a.test"}},
	} {
		_, header := newRig(t, "createFlightSearch="+spec).post(t.Context())
		got := http.Header{}
		for name := range want {
			got[name] = header[name]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestEveryStatusOfARedirectCanBeHad(t *testing.T) {
	for status := 300; status <= 399; status++ {
		got, header := newRig(t, fmt.Sprintf("*=redirect %d http://a.example/", status)).send(t.Context(), http.MethodGet, "/v1/user", "")
		if got.Status != status || header.Get("Location") != "http://a.example/" || got.Work != 0 {
			t.Errorf("%d: got %v with %v", status, got, header)
		}
	}
}

func TestAnAuthorizationServerFailsInItsOwnWords(t *testing.T) {
	form := url.Values{"grant_type": {"refresh_token"}}.Encode()
	body := func(code string) string {
		return `{"error":"` + code + `","error_description":"The sandbox was asked for this fault."}` + "\n"
	}
	for spec, want := range map[string]seen{
		"refresh=invalid_grant":               {400, "application/json", body("invalid_grant"), "whole", 0},
		"token=invalid_client":                {401, "application/json", body("invalid_client"), "whole", 0},
		"token=503 temporarily_unavailable":   {503, "application/json", body("temporarily_unavailable"), "whole", 0},
		"*=internal_error":                    {500, "application/json", body("server_error"), "whole", 0},
		"oauth=rate_limited":                  {429, "application/json", body("temporarily_unavailable"), "whole", 0},
		"oauth=400":                           {400, "application/json", body("invalid_request"), "whole", 0},
		"refresh=replay":                      {201, "application/json", genuineBody, "whole", 2},
		"exchange=500":                        {201, "application/json", genuineBody, "whole", 1},
		"authorize=500":                       {201, "application/json", genuineBody, "whole", 1},
		"api=500":                             {201, "application/json", genuineBody, "whole", 1},
		"refresh=redirect 307 http://b.test/": {307, "", "", "whole", 0},
		"token:2=500":                         {201, "application/json", genuineBody, "whole", 1},
	} {
		got, header := newRig(t, spec).send(t.Context(), http.MethodPost, "/token", form)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
		if got.Work > 0 && header.Get("X-Sent") != form {
			t.Errorf("%s: the form arrived as %q", spec, header.Get("X-Sent"))
		}
	}
}

func TestAReplayIsAnsweredWithWhatTheSecondGot(t *testing.T) {
	_, header := newRig(t, "refresh=replay").send(t.Context(), http.MethodPost, "/token", "grant_type=refresh_token")
	if header.Get("X-Work") != "2" {
		t.Errorf("the answer is that of request %s, want 2", header.Get("X-Work"))
	}
}
