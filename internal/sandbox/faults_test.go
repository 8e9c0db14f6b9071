package sandbox

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/faults"
)

// faulty is a rig whose answers are not judged: they break the contract.
func faulty(t *testing.T, specs ...string) *rig {
	t.Helper()
	r := newRig(t, Options{Faults: specs})
	r.client.Transport = r.Transport()
	return r
}

func TestASpecThatCannotBeReadStartsNothing(t *testing.T) {
	_, err := New(Options{Faults: []string{"getPlaces=503", "getPlacez=503"}})
	if e, ok := errors.AsType[*faults.SpecError](err); !ok || e.Given != "getPlacez" {
		t.Errorf("got %v, want a SpecError on getPlacez", err)
	}
}

func TestWithoutFaultsNothingStandsInThePath(t *testing.T) {
	if _, wrapped := newRig(t, Options{}).routes.(*faults.Handler); wrapped {
		t.Error("a handler of faults is in the path")
	}
	if _, wrapped := faulty(t, "getPlaces=503").routes.(*faults.Handler); !wrapped {
		t.Error("with faults there is none in the path")
	}
}

func TestTheEndpointsOfFaultsAreThoseOfTheSandbox(t *testing.T) {
	for target, requests := range map[string][]string{
		"metadata":     {"GET /.well-known/openid-configuration", "GET /.well-known/oauth-authorization-server"},
		"resource":     {"GET /.well-known/oauth-protected-resource"},
		"jwks":         {"GET /jwks.json"},
		"authorize":    {"GET /authorize", "POST /authorize"},
		"token":        {"POST /token"},
		"revoke":       {"POST /revoke"},
		"device":       {"POST /device_authorization"},
		"verification": {"GET /device", "POST /device"},
		"register":     {"POST /register"},
		"userinfo":     {"GET /userinfo", "POST /userinfo"},
	} {
		for _, request := range requests {
			method, path, _ := strings.Cut(request, " ")
			if a := newRig(t, Options{}).send(method, path, ""); a.status == http.StatusNotFound || a.status == http.StatusMethodNotAllowed {
				t.Errorf("%s: the sandbox answers %d", request, a.status)
			}
			if a := faulty(t, target+"=410").send(method, path, ""); a.status != http.StatusGone {
				t.Errorf("%s with %s=410: status %d", request, target, a.status)
			}
		}
	}
}

func TestAProblemOnRequestLooksLikeAnyOther(t *testing.T) {
	r := faulty(t, "getCurrentUser:1=upstream_unavailable retry-after=5", "getCurrentUser:2=rate_limited",
		"getCurrentUser:3=upstream_rate_limited", "getCurrentUser:4=internal_error", "getCurrentUser:5=bad_gateway",
		"getCurrentUser:6=insufficient_scope", "getCurrentUser:7=invalid_token")
	var got []string
	for range 7 {
		a := r.get("/v1/user")
		p := a.problem(t)
		got = append(got, string(p.Code)+" "+a.header.Get("Retry-After"))
		if p.TraceID != a.header.Get("X-Trace-Id") || p.Instance != "/v1/user" {
			t.Errorf("%s: trace %q, header %v, instance %q", p.Code, p.TraceID, a.header, p.Instance)
		}
	}
	want := []string{
		"upstream_unavailable 5", "rate_limited 20", "upstream_rate_limited 60", "internal_error ", "bad_gateway ", "insufficient_scope ", "invalid_token ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALostAnswerLeavesTheSearchBehind(t *testing.T) {
	r := faulty(t, "createFlightSearch:1=lost", "createFlightSearch:2=reset-after-read")
	left := func() string { return r.get("/v1/user").header.Get("RateLimit") }
	if got := left(); !strings.Contains(got, `"user";r=299`) {
		t.Errorf("quota %s, want 299 left", got)
	}
	create := func() error {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, r.origin.String()+"/v1/flights/searches", strings.NewReader(dubaiLondon))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+r.token)
		resp, err := r.client.Do(req)
		if err == nil {
			resp.Body.Close()
		}
		return err
	}
	for range 2 {
		if err := create(); err == nil {
			t.Error("the answer was not lost")
		}
	}
	// The user's quota counts what was carried out: two reads and one create.
	if got := left(); !strings.Contains(got, `"user";r=297`) {
		t.Errorf("quota %s, want 297 left", got)
	}
}

func TestAResetIsOneOnARealConnection(t *testing.T) {
	for spec, want := range map[string]error{
		"reset-before-read":   syscall.ECONNRESET,
		"reset-after-headers": syscall.ECONNRESET,
		"close-after-read":    io.EOF,
		"truncate":            io.ErrUnexpectedEOF,
	} {
		address, stop := serving(t, newRig(t, Options{Faults: []string{"getHealth=" + spec}}).Server)
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := client.Get("http://" + address + "/health")
		if err == nil {
			_, err = io.ReadAll(resp.Body)
			resp.Body.Close()
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", spec, err, want)
		}
		if err := stop(); err != nil {
			t.Errorf("%s: stop: %v", spec, err)
		}
	}
}

func TestAStopDoesNotWaitForAFaultThatHangs(t *testing.T) {
	for _, spec := range []string{"hang-before-read", "hang", "hang-mid-body", "delay 10m", "drip 1m"} {
		synctest.Test(t, func(t *testing.T) {
			s, err := New(Options{Now: time.Now, Faults: []string{"getHealth=" + spec}})
			if err != nil {
				t.Fatal(err)
			}
			listener := newPipe(s)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- s.Serve(ctx, listener) }()
			conn, err := listener.dial(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(conn, "GET /health HTTP/1.1\r\nHost: sandbox.localhost\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = io.Copy(io.Discard, conn) }()
			synctest.Wait()
			began := time.Now()
			stop()
			// The server looks every half second whether all are done.
			if err := <-ended; err != nil || time.Since(began) > time.Second {
				t.Errorf("%s: Serve ended after %v with %v", spec, time.Since(began), err)
			}
			_ = conn.Close()
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAClockOnRequestIsOnlyTheDateHeaders(t *testing.T) {
	a := faulty(t, "getHealth=date +24h").get("/health")
	if got := a.header.Get("Date"); got != "Sun, 22 Nov 2026 08:30:00 GMT" || a.status != http.StatusOK {
		t.Errorf("status %d, Date %s", a.status, got)
	}
}
