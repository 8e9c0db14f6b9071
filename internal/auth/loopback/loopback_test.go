package loopback

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/testkit/authtest"
)

// callback starts a callback server as a login does, changed as the test asks.
func callback(t *testing.T, change ...func(*Loopback)) *Loopback {
	t.Helper()
	l, err := NewLoopback(0, "/callback")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(l)
	}
	l.Serve("https://auth.example.com/authorize?state=canary-state", &flow.CodeRequest{State: "canary-state", Request: flow.Request{Ends: flow.Endpoints{Issuer: "https://auth.example.com", AnswersWithIssuer: true}}})
	t.Cleanup(func() { _ = l.server.Close() })
	return l
}

const goodQuery = "?state=canary-state&code=the-code&iss=https%3A%2F%2Fauth.example.com"

func TestOnlyTheRightStateOnTheExactPathCounts(t *testing.T) {
	l := callback(t)
	type visitor struct{ method, path string }
	got := map[visitor]int{}
	want := map[visitor]int{
		{"GET", "/callback"}:                                              400,
		{"GET", "/callback?code=x"}:                                       400,
		{"GET", "/callback?state=wrong&code=x"}:                           400,
		{"GET", "/callback?state=canary-stat&code=x"}:                     400,
		{"GET", "/callback?state=canary-state&state=canary-state&code=x"}: 400,
		{"GET", "/callback?error=access_denied"}:                          400,
		{"GET", "/callback?state=wrong&error=access_denied"}:              400,
		{"GET", "/callback?state=canary-state&code=%zz"}:                  400,
		{"GET", "/callback?state=canary-state;code=x"}:                    400,
		{"GET", "/callback?" + strings.Repeat("a", 9<<10)}:                400,
		{"GET", "/"}:                                        404,
		{"GET", "/callback/"}:                               404,
		{"GET", "//callback" + goodQuery}:                   404,
		{"GET", "/%63allback" + goodQuery}:                  404,
		{"GET", "/x/../callback" + goodQuery}:               404,
		{"GET", "/callback/done"}:                           404,
		{"GET", "/start/"}:                                  404,
		{"GET", "/favicon.ico"}:                             404,
		{"GET", "/CALLBACK" + goodQuery}:                    404,
		{"GET", "/callback%2f" + goodQuery}:                 404,
		{"GET", "/callback;x" + goodQuery}:                  404,
		{"GET", "/callback/../callback" + goodQuery}:        404,
		{"DELETE", "/callback" + goodQuery}:                 405,
		{"PATCH", "/callback" + goodQuery}:                  405,
		{"TRACE", "/callback" + goodQuery}:                  405,
		{"GET", "/callback" + goodQuery + "&state=another"}: 400,
		{"POST", "/callback" + goodQuery}:                   405,
		{"HEAD", "/callback" + goodQuery}:                   405,
		{"OPTIONS", "/callback" + goodQuery}:                405,
		{"PUT", "/callback" + goodQuery}:                    405,
		{"HEAD", l.start}:                                   405,
	}
	for v := range want {
		resp, body := authtest.Visit(t, v.method, "http://"+l.host+v.path)
		got[v] = resp.StatusCode
		if strings.Contains(body, "canary-state") || strings.Contains(resp.Header.Get("Location"), "canary-state") {
			t.Errorf("%v tells the state", v)
		}
	}
	resp, _ := authtest.Visit(t, "GET", "http://"+l.host+"/callback"+goodQuery, func(r *http.Request) { r.Host = "rebound.example" })
	if resp.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("a foreign Host got %d", resp.StatusCode)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("statuses (-want +got):\n%s", diff)
	}
	select {
	case a := <-l.Answers:
		t.Errorf("one of them was taken for an answer: %v", a.Err)
	default:
	}
	resp, _ = authtest.Visit(t, "GET", "http://"+l.host+"/callback"+goodQuery)
	select {
	case a := <-l.Answers:
		if a.Code != "the-code" || a.Err != nil || resp.StatusCode != http.StatusSeeOther {
			t.Errorf("the right answer got %d, error %v", resp.StatusCode, a.Err)
		}
	default: // delivered before the visitor is answered
		t.Errorf("the right answer got %d and was not taken", resp.StatusCode)
	}
}

func TestTheLastPageTellsTheOutcomeAndNothingOfTheQuery(t *testing.T) {
	for name, test := range map[string]struct {
		query string
		err   error
		title string
	}{
		"success":                {goodQuery + "&extra=%3Cb%3Ecanary%22", nil, "signed in"},
		"refusal":                {"?state=canary-state&iss=https%3A%2F%2Fauth.example.com&error=access_denied&error_description=%3Cscript%3Ecanary%22", flow.Denied("auth.example", "access_denied", ""), "Not signed in"},
		"a refusal by no person": {"?state=canary-state&iss=https%3A%2F%2Fauth.example.com&error=invalid_scope", flow.Denied("auth.example", "invalid_scope", ""), "didn’t work"},
		"failure":                {goodQuery, io.EOF, "didn’t work"},
	} {
		t.Run(name, func(t *testing.T) {
			l := callback(t)
			first, body := authtest.Visit(t, "GET", "http://"+l.host+"/callback"+test.query)
			if first.StatusCode != http.StatusSeeOther || first.Header.Get("Location") != "/callback/done" || body != "" {
				t.Errorf("the callback answered %d to %q with %q", first.StatusCode, first.Header.Get("Location"), body)
			}
			go l.Finish(context.Background(), test.err)
			last, body := authtest.Visit(t, "GET", "http://"+l.host+"/callback/done")
			if !strings.Contains(body, test.title) || strings.Contains(body, "canary") || strings.Contains(body, "<script") {
				t.Errorf("page:\n%s", body)
			}
			for _, outside := range []string{"http://", "https://", "//", "src=", "url("} {
				page := strings.ReplaceAll(body, "xmlns='http://www.w3.org/2000/svg'", "")
				if strings.Contains(page, outside) {
					t.Errorf("the page refers to the outside: %s", outside)
				}
			}
			for _, resp := range []*http.Response{first, last} {
				checkHeaders(t, resp.Header)
			}
		})
	}
}

func checkHeaders(t *testing.T, h http.Header) {
	t.Helper()
	got := map[string]string{}
	want := map[string]string{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY"}
	for name := range want {
		got[name] = h.Get(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
	if policy := h.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q", policy)
	}
}

func TestSilentConnectionsDoNotKeepTheAnswerOut(t *testing.T) {
	// No silent connection times out here: the answer gets in beside them, or never.
	l := callback(t, func(l *Loopback) {
		l.server.ReadHeaderTimeout, l.server.ReadTimeout = time.Hour, time.Hour
	})
	for i := range 200 {
		conn, err := net.Dial("tcp", l.host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if i%2 == 1 { // half a request
			fmt.Fprintf(conn, "GET /callback%s HTTP/1.1\r\nHost: %s\r\n", goodQuery, l.host)
		}
	}
	resp, _ := authtest.Visit(t, "GET", "http://"+l.host+"/callback"+goodQuery)
	if resp.StatusCode != http.StatusSeeOther {
		t.Errorf("the answer got %d", resp.StatusCode)
	}
}

func TestAHugeHeaderIsRefused(t *testing.T) {
	l := callback(t)
	conn, err := net.Dial("tcp", l.host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go fmt.Fprintf(conn, "GET /callback%s HTTP/1.1\r\nHost: %s\r\nX: %s\r\n\r\n", goodQuery, l.host, strings.Repeat("x", 64<<10))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err == nil {
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("status %d", resp.StatusCode)
		}
	}
	select {
	case <-l.Answers:
		t.Error("it was taken for an answer")
	default:
	}
}

func TestTheListenerIsOnALiteralLoopbackAddressOnly(t *testing.T) {
	l := callback(t)
	host, _, err := net.SplitHostPort(l.host)
	if err != nil || host != "127.0.0.1" {
		t.Errorf("listens on %s", l.host)
	}
	if conn, err := net.Dial("tcp6", strings.Replace(l.host, "127.0.0.1", "[::1]", 1)); err == nil {
		_ = conn.Close()
		t.Error("it also answers on ::1")
	}
}

func TestABusyFixedPortIsASettingToChange(t *testing.T) {
	squatter, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer squatter.Close()
	_, err = NewLoopback(squatter.Addr().(*net.TCPAddr).Port, "/callback")
	if problem.ClassOf(err) != problem.Usage || !strings.HasPrefix(err.Error(), "redirect-port ") {
		t.Errorf("err = %v, want one of the setting", err)
	}
}
