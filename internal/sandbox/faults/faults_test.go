package faults

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// genuineBody is the answer of the server behind the faults.
const genuineBody = `{"kind":"platform","results":[{"code":"AAA","price":12.50},{"code":"BBB","price":7}],"searchId":"s1"}` + "\n"

// rig is a server with faults in front, and a client that opens a connection for each request, so that nothing is
// retried unnoticed.
type rig struct {
	t      *testing.T
	url    string
	client *http.Client
	body   string
	work   atomic.Int32 // requests that were executed
}

func newRig(t *testing.T, specs ...string) *rig {
	t.Helper()
	r := &rig{t: t, body: genuineBody}
	handler := r.faulty(specs)
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

// faulty returns a server behind faults, with a fixed clock.
func (r *rig) faulty(specs []string) *Handler {
	r.t.Helper()
	at := time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC)
	handler, err := New(r, specs, func() time.Time { return at }, slog.New(slog.DiscardHandler))
	if err != nil {
		r.t.Fatal(err)
	}
	return handler
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
	h.Set("Content-Length", fmt.Sprint(len(r.body)))
	h.Set("X-Sent", string(body))
	h.Set("X-Work", fmt.Sprint(n))
	w.WriteHeader(http.StatusCreated)
	_, _ = io.WriteString(w, r.body)
}

// seen is the client's view of one request.
type seen struct {
	Status int    // 0 if no header arrived
	Type   string // Content-Type
	Body   string // the part that arrived
	End    string // how it ended: "whole", "cut", "reset", "silent"
	Work   int    // how often the request was executed
}

// post sends a create and returns what arrives before ctx ends.
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
	const asked = "The sandbox was asked for this fault."
	problem := func(status int, code, detail string, header ...string) reply {
		if code != "" {
			code = `"code":"` + code + `",`
		}
		return reply{seen{Status: status, Type: "application/problem+json", End: "whole", Body: fmt.Sprintf(
			`{%s"detail":%q,"instance":"/v1/flights/searches","status":%d,"title":%q,"trace_id":"","type":"about:blank"}`+"\n",
			code, detail, status, http.StatusText(status))}, header}
	}
	page := func(status int, title string, work int) reply {
		return reply{seen{Status: status, Type: "text/html; charset=utf-8", End: "whole", Work: work,
			Body: "<!DOCTYPE html>\n<html lang=\"en\">\n<title>" + title + "</title>\n<h1>" + title + "</h1>\n"}, nil}
	}
	moved := func(status int, to string) reply {
		return reply{seen{Status: status, End: "whole"}, []string{"Location", to}}
	}
	for spec, want := range map[string]reply{
		"upstream_unavailable":                            problem(503, "upstream_unavailable", asked, "Retry-After", "2"),
		"upstream_rate_limited":                           problem(503, "upstream_rate_limited", asked, "Retry-After", "60"),
		"rate_limited":                                    problem(429, "rate_limited", asked, "Retry-After", "20"),
		"rate_limited retry-after=none":                   problem(429, "rate_limited", asked, "Retry-After", ""),
		"rate_limited retry-after=99999999999999":         problem(429, "rate_limited", asked, "Retry-After", "99999999999999"),
		"500 retry-after='Fri, 31 Dec 1999 23:59:59 GMT'": problem(500, "", asked, "Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT"),
		`429 header='RateLimit: "user";r=0;t=41'`:         problem(429, "", asked, "Ratelimit", `"user";r=0;t=41`, "Retry-After", ""),
		"invalid_token":                                   problem(401, "invalid_token", asked, "WWW-Authenticate", `Bearer realm="travel sandbox", error="invalid_token"`),
		"insufficient_scope": problem(403, "insufficient_scope", asked,
			"WWW-Authenticate", `Bearer realm="travel sandbox", error="insufficient_scope", scope="users"`),
		`500 newer_than_you detail='so "sorry" \''`:             problem(500, "newer_than_you", `so "sorry" '`),
		"500 not_found date=-90s":                               problem(500, "not_found", asked, "Date", "Sat, 21 Nov 2026 08:28:30 GMT"),
		`500 retry-after=5 header="X-Odd: a b" header=X-Even:c`: problem(500, "", asked, "Retry-After", "5", "X-Odd", "a b", "X-Even", "c"),
		"500 not_found header=Date:":                            problem(500, "not_found", asked, "Date", ""),
		"expired":                                               problem(404, "not_found", "The search has expired. Create a new one."),
		"html":                                                  page(200, "Sign in to this network", 0),
		"html 504":                                              page(504, "504 Gateway Timeout", 0),
		"html 504 after-work":                                   page(504, "504 Gateway Timeout", 1),
		`500 type=a/b body='{"code":7}'`:                        {seen{Status: 500, Type: "a/b", Body: `{"code":7}`, End: "whole"}, nil},
		"204 body=":                                             {seen{Status: 204, Type: "application/json", End: "whole"}, nil},
		"redirect https://a.example/x?y=z":                      moved(302, "https://a.example/x?y=z"),
		"redirect 308 /v1/places":                               moved(308, "/v1/places"),
		`redirect 300 ""`:                                       moved(300, ""),
		"redirect 399 javascript:alert(1)":                      moved(399, "javascript:alert(1)"),
	} {
		got, header := newRig(t, "createFlightSearch="+spec).post(t.Context())
		if diff := cmp.Diff(want.seen, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
		for line := range slices.Chunk(want.header, 2) {
			if header.Get(line[0]) != line[1] {
				t.Errorf("%s: %s %q, want %q", spec, line[0], header.Get(line[0]), line[1])
			}
		}
	}
}

// reply is the client's view with some headers, given as names followed by values; "" means absent.
type reply struct {
	seen
	header []string
}

func TestAnAuthorizationServerFailsInItsOwnWords(t *testing.T) {
	const form = "grant_type=refresh_token"
	refused := func(status int, code string) seen {
		body := `{"error":"` + code + `","error_description":"The sandbox was asked for this fault."}` + "\n"
		return seen{status, "application/json", body, "whole", 0}
	}
	worked := func(times int) seen { return seen{201, "application/json", genuineBody, "whole", times} }
	for spec, want := range map[string]seen{
		"refresh=invalid_grant":             refused(400, "invalid_grant"),
		"token=invalid_client":              refused(401, "invalid_client"),
		"token=503 temporarily_unavailable": refused(503, "temporarily_unavailable"),
		"*=internal_error":                  refused(500, "server_error"),
		"oauth=rate_limited":                refused(429, "temporarily_unavailable"),
		"oauth=400":                         refused(400, "invalid_request"),
		"refresh=replay":                    worked(2),
		"exchange=500":                      worked(1),
		"poll=500":                          worked(1),
		"api=500":                           worked(1),
		"token:2=500":                       worked(1),
	} {
		got, header := newRig(t, spec).send(t.Context(), http.MethodPost, "/token", form)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
		if got.Work > 0 && (header.Get("X-Sent") != form || header.Get("X-Work") != fmt.Sprint(got.Work)) {
			t.Errorf("%s: the form arrived as %q; the answer is that of request %s", spec, header.Get("X-Sent"), header.Get("X-Work"))
		}
	}
}

func TestTheGenuineAnswerChangesAsAskedFor(t *testing.T) {
	whole := func(body string) seen { return seen{201, "application/json", body + "\n", "whole", 1} }
	const aaa, bbb = `{"code":"AAA","price":12.50}`, `{"code":"BBB","price":7}`
	const news = `"sandboxNews":{"list":[1,"two",null],"since":"0.99"}`
	for spec, want := range map[string]seen{
		"status 202":                   {202, "application/json", genuineBody, "whole", 1},
		"media-type":                   {201, "text/plain", genuineBody, "whole", 1},
		"media-type application/json;": {201, "application/json;", genuineBody, "whole", 1},
		`media-type ""`:                {201, "", genuineBody, "whole", 1},
		"not-json":                     whole(`{"results": [}`),
		"missing searchId":             whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `]}`),
		"missing results.1":            whole(`{"kind":"platform","results":[` + aaa + `],"searchId":"s1"}`),
		"missing results.*.price":      whole(`{"kind":"platform","results":[{"code":"AAA"},{"code":"BBB"}],"searchId":"s1"}`),
		"missing *":                    whole(`{}`),
		"missing results.9":            {201, "application/json", genuineBody, "whole", 1},
		"missing nothing.here":         {201, "application/json", genuineBody, "whole", 1},
		"retype searchId":              whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":7}`),
		"retype results":               whole(`{"kind":"platform","results":{},"searchId":"s1"}`),
		"retype results.0":             whole(`{"kind":"platform","results":[[],` + bbb + `],"searchId":"s1"}`),
		"retype results.*.price":       whole(`{"kind":"platform","results":[{"code":"AAA","price":"12.50"},{"code":"BBB","price":"7"}],"searchId":"s1"}`),
		"set results.0.price=1e400":    whole(`{"kind":"platform","results":[{"code":"AAA","price":1e400},` + bbb + `],"searchId":"s1"}`),
		"set results=null":             whole(`{"kind":"platform","results":null,"searchId":"s1"}`),
		`set searchId='"12"'`:          whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":"12"}`),
		"set searchId=$(touch":         whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":"$(touch"}`),
		"long searchId 9 ab":           whole(`{"kind":"platform","results":[` + aaa + `,` + bbb + `],"searchId":"abababab"}`),
		"set results.0.new=true":       whole(`{"kind":"platform","results":[{"code":"AAA","new":true,"price":12.50},` + bbb + `],"searchId":"s1"}`),
		"unknown-fields": whole(`{"kind":"platform","results":[{"code":"AAA","price":12.50,` + news + `},{"code":"BBB","price":7,` + news + `}],` +
			news + `,"searchId":"s1"}`),
		"unknown-enums": whole(`{"kind":"sandbox_news","results":[` + aaa + `,` + bbb + `],"searchId":"s1"}`),
		"nested 3":      {201, "application/json", strings.TrimSuffix(genuineBody, "}\n") + `,"nested":[[[]]]}`, "whole", 1},
		"oversize 5":    {201, "application/json", strings.TrimSuffix(genuineBody, "}\n") + `,"padding":"xxxxx"}`, "whole", 1},
	} {
		got, _ := newRig(t, "createFlightSearch="+spec).post(t.Context())
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", spec, diff)
		}
	}
}

func TestABodyThatIsNoObjectIsPaddedAtItsEndAndNotEdited(t *testing.T) {
	for spec, want := range map[string]string{
		"oversize 4": "plainxxxx", "nested 2": "plain[[]]", "unknown-fields": "plain", "missing a": "plain",
	} {
		r := newRig(t, "*="+spec)
		r.body = "plain"
		if got, _ := r.post(t.Context()); got.Body != want {
			t.Errorf("%s: got %q, want %q", spec, got.Body, want)
		}
	}
}

func TestABombUnfoldsToTheSizeAskedFor(t *testing.T) {
	const size = 64 << 20
	r := newRig(t, "*=gzip-bomb 64MiB")
	r.client.Transport = &http.Transport{DisableCompression: true} // no automatic decompression
	got, _ := r.post(t.Context())
	unfolded, err := gzip.NewReader(strings.NewReader(got.Body))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, unfolded)
	if want := int64(size + len(genuineBody)); n != want || err != nil || len(got.Body) > size/500 {
		t.Errorf("%d bytes out of %d, want %d: %v", n, len(got.Body), want, err)
	}
}

func TestRulesCountTheirOwnTargetAndTheFirstOneActs(t *testing.T) {
	r := newRig(t, "createFlightSearch:2=503", "API:2-3=html", "*:5=410", "getHealth : once = 418 teapot")
	var got []int
	for _, request := range []string{
		"POST /v1/flights/searches", "POST /v1/flights/searches", "POST /v1/flights/searches",
		"GET /nowhere", "GET /authorize", "GET /health", "GET /health",
	} {
		method, path, _ := strings.Cut(request, " ")
		a, _ := r.send(t.Context(), method, path, "")
		got = append(got, a.Status)
	}
	want := []int{201, 503, 200, 201, 410, 418, 201}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for calls, want := range map[string]string{
		"2": ".x........", "1-3": "xxx.......", "8-": ".......xxx", "once": "x.........", "every 3rd": "..x..x..x.", "1,3,9-10": "x.x.....xx",
	} {
		r := newRig(t, "*:"+calls+"=503")
		var acts strings.Builder
		for range 10 {
			a, _ := r.post(t.Context())
			acts.WriteString(map[int]string{503: "x", 201: "."}[a.Status])
		}
		if acts.String() != want {
			t.Errorf("%s acts on %s, want %s", calls, acts.String(), want)
		}
	}
}

// TestEveryClosedListOfAnAnswerIsKnown collects the members of the wire types with a closed list of words, except
// in requests.
func TestEveryClosedListOfAnAnswerIsKnown(t *testing.T) {
	source, err := os.ReadFile("../wire/types.gen.go")
	if err != nil {
		t.Fatal(err)
	}
	lists := map[string]bool{}
	for _, list := range regexp.MustCompile(`(?m)^type (\w+) string$`).FindAllStringSubmatch(string(source), -1) {
		lists[list[1]] = list[1] != "ErrorCode" && strings.Contains(string(source), list[1]+") Valid() bool")
	}
	var want []string
	for _, field := range regexp.MustCompile("(?m)^\t\\w+ +[*\\[\\]]*(\\w+) +`([^`]*)`").FindAllStringSubmatch(string(source), -1) {
		name := regexp.MustCompile(`json:"(\w+)`).FindStringSubmatch(field[2])
		if lists[field[1]] && !strings.Contains(field[2], "form:") && name[1] != "category" { // exclude request parameters
			want = append(want, name[1])
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), listMembers()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// inMemory is a listener in memory, for use with fake time.
type inMemory struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (w *inMemory) Accept() (net.Conn, error) {
	select {
	case conn := <-w.conns:
		return conn, nil
	case <-w.closed:
		return nil, net.ErrClosed
	}
}

func (w *inMemory) Close() error   { return nil }
func (w *inMemory) Addr() net.Addr { return &net.IPAddr{} }

// newTimedRig returns a rig inside a synctest bubble.
func newTimedRig(t *testing.T, specs ...string) (r *rig, handler *Handler) {
	t.Helper()
	r = &rig{t: t, url: "http://sandbox.test", body: genuineBody}
	handler = r.faulty(specs)
	w := &inMemory{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: handler, ReadTimeout: 15 * time.Second, WriteTimeout: 30 * time.Second}
	go func() { _ = server.Serve(w) }()
	r.client = &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			w.conns <- far
			return near, nil
		},
	}}
	t.Cleanup(func() {
		handler.Close()
		close(w.closed)
		_ = server.Close()
	})
	return r, handler
}

// TestAFaultTakesItsTime lets each fault take a minute, longer than the server's own timeouts.
func TestAFaultTakesItsTime(t *testing.T) {
	whole := func(status int) seen {
		return seen{Status: status, Type: "application/json", Body: genuineBody, End: "whole", Work: 1}
	}
	for spec, want := range map[string]struct {
		seen
		took time.Duration
	}{
		"hang-before-read":    {seen{End: "silent"}, time.Minute},
		"hang":                {seen{End: "silent"}, time.Minute},
		"hang-after-work":     {seen{End: "silent", Work: 1}, time.Minute},
		"hang-after-headers":  {seen{201, "application/json", "", "silent", 1}, time.Minute},
		"hang-mid-body":       {seen{201, "application/json", genuineBody[:half], "silent", 1}, time.Minute},
		"delay 40s":           {whole(201), 40 * time.Second},
		"status 202 delay=59": {whole(202), 59 * time.Second},
		"delay 61s":           {seen{End: "silent"}, time.Minute},
		"drip 10ms":           {whole(201), time.Duration(len(genuineBody)) * 10 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, _ := newTimedRig(t, "createFlightSearch="+spec)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			got, _ := r.post(ctx)
			if diff := cmp.Diff(want.seen, got); diff != "" || time.Since(began) != want.took {
				t.Errorf("%s lasted %v (-want +got):\n%s", spec, time.Since(began), diff)
			}
		})
	}
}

func TestASilenceEndsByItselfOrWithTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, handler := newTimedRig(t, "*=hang")
		for _, want := range []time.Duration{longest, 20 * time.Second, 0} {
			if want == 20*time.Second {
				time.AfterFunc(want, handler.Close)
			}
			began := time.Now()
			got, _ := r.post(t.Context())
			if diff := cmp.Diff(seen{End: "cut"}, got); diff != "" || time.Since(began) != want {
				t.Errorf("it ended after %v, want %v (-want +got):\n%s", time.Since(began), want, diff)
			}
		}
	})
}
