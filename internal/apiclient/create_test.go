package apiclient

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// T35: no create carries an idempotency key that would let an intermediary repeat it, and its body is the same on
// each try.
func TestCreateNeverCarriesAnIdempotencyKey(t *testing.T) {
	var bodies []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(body))
		for _, name := range []string{"Idempotency-Key", "X-Idempotency-Key", "Cookie", "Authorization"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s was sent", name)
			}
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, problemBody(502, "bad_gateway"))
	}))
	defer api.Close()
	client, err := New(Options{BaseURL: api.URL, Wait: noWait})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.CreateFlightSearch(t.Context(), FlightSearchRequest{From: "LIS", To: "OSL", FromDate: "2027-01-02"})
	want := `{"from":"LIS","fromDate":"2027-01-02","to":"OSL"}`
	if !slices.Equal(bodies, []string{want, want}) || !MaybeCreated(err) {
		t.Errorf("%q, %v", bodies, err)
	}
}

// T35: a create is not sent on a reused connection, where a server that is just closing would leave it in doubt.
func TestCreateUsesAFreshConnection(t *testing.T) {
	var mu sync.Mutex
	opened := 0
	api := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		_, _ = io.WriteString(w, `{"sub":"u1","searchId":"s1","siteCode":"US","siteCodeSource":"default"}`)
	}))
	api.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		if state == http.StateNew {
			opened++
		}
	}
	api.Start()
	defer api.Close()
	client, err := New(Options{BaseURL: api.URL})
	if err != nil {
		t.Fatal(err)
	}
	connections := func() int {
		mu.Lock()
		defer mu.Unlock()
		return opened
	}
	for i, step := range []struct {
		class class
		want  int
	}{{read, 1}, {read, 1}, {create, 2}, {read, 2}, {create, 3}} {
		if err := operationOf(step.class)(t.Context(), client); err != nil {
			t.Fatal(err)
		}
		if got := connections(); got != step.want {
			t.Errorf("after call %d: %d connections, want %d", i+1, got, step.want)
		}
	}
}

// A create that may have been carried out stays in doubt, whatever the second try ends with.
func TestDoubtOutlivesTheNextTry(t *testing.T) {
	seconds := map[string]string{
		"a refusal":       reply(400, problemHeader, problemBody(400, "validation_failed")),
		"a quota":         reply(429, problemHeader+"Retry-After: 3600\r\n", problemBody(429, "rate_limited")),
		"a portal":        reply(200, "Content-Type: text/html\r\n", "<p>"),
		"a broken answer": "HTTP/0.0 what\r\n\r\n",
	}
	for name, second := range seconds {
		synctest.Test(t, func(t *testing.T) {
			w := &wire{t: t}
			w.serve = func(n int, conn net.Conn) {
				answer := reply(500, problemHeader, problemBody(500, "internal_error"))
				if n == 2 {
					answer = second
				}
				answering(answer)(w, n, conn)
			}
			defer w.close()
			if err := callOnce(t, w.options(), create); !MaybeCreated(err) || w.sent() != 2 {
				t.Errorf("%s: %d requests, %v", name, w.sent(), err)
			}
		})
	}
}

// A web page with status 200 comes from a captive portal; with status 201 it may hide that the search was created.
func TestAPageUnder201LeavesACreateInDoubt(t *testing.T) {
	for status, doubt := range map[int]bool{http.StatusOK: false, http.StatusCreated: true} {
		network := roundTrip(func(r *http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {"text/html"}}
			return &http.Response{StatusCode: status, Header: header, Body: http.NoBody, Request: r}, nil
		})
		err := callOnce(t, Options{BaseURL: testBase, Network: network, Wait: noWait}, create)
		if e, ok := errors.AsType[*ExchangeError](err); !ok || e.Kind != NotTheAPI || MaybeCreated(err) != doubt {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// T34: all calls of a client together retry at most ten times in five minutes.
func TestRetriesOfAClientAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{t: t}
		w.serve = func(n int, conn net.Conn) { closing(w, n, conn) }
		defer w.close()
		client, err := New(w.options())
		if err != nil {
			t.Fatal(err)
		}
		var calls sync.WaitGroup
		for range 20 {
			calls.Go(func() { _ = operationOf(read)(t.Context(), client) })
		}
		calls.Wait()
		if want := 20 + allowedRetries; w.sent() != want {
			t.Errorf("%d requests, want %d", w.sent(), want)
		}
		time.Sleep(allowanceWindow)
		before := w.sent()
		_ = operationOf(read)(t.Context(), client)
		if got := w.sent() - before; got != 3 {
			t.Errorf("%d requests after the window, want 3", got)
		}
	})
}

// T34: clients that fail together do not come back at the same time.
func TestRetriesSpreadOverTheWindow(t *testing.T) {
	const clients, buckets = 100, 10
	var second, third [buckets]int // tries, over 1 s and over 2 s
	for i := range clients {
		done := attempts{counted: 1, place: (float64(i) + 0.5) / clients}
		first, err1 := unasked(t.Context(), &done, nil)
		done.counted++
		then, err2 := unasked(t.Context(), &done, nil)
		both := first.Wait + then.Wait
		if err1 != nil || err2 != nil || first.Wait < 0 || first.Wait >= time.Second || both < time.Second || both >= 3*time.Second {
			t.Fatalf("pauses of %s and %s, %v, %v", first.Wait, then.Wait, err1, err2)
		}
		second[int(first.Wait*buckets/time.Second)]++
		third[int((both-time.Second)*buckets/(2*time.Second))]++
	}
	if got := max(slices.Max(second[:]), slices.Max(third[:])); got > clients*15/100 {
		t.Errorf("%d of %d come back within a tenth of the time", got, clients)
	}
}

// T34: a client that is asked to wait never comes back earlier, and keeps its random position, so that clients
// refused twice are spread as evenly as clients refused once.
func TestAskedWaitsAreSpread(t *testing.T) {
	problem := &ProblemError{Status: 429, RetryAfter: 20 * time.Second}
	for _, place := range []float64{0, 0.5, 0.99} {
		r := Client{o: Options{WaitBudget: 75 * time.Second}}
		done := attempts{counted: 1, place: place}
		for range 2 {
			pause, err := r.pause(t.Context(), quotaUsed, &done, problem)
			want := Pause{Wait: 20*time.Second + time.Duration(place*float64(5*time.Second)), Asked: 20 * time.Second}
			if err != nil || pause != want {
				t.Errorf("got %+v, %v, want %+v", pause, err, want)
			}
		}
	}
	r := Client{o: Options{WaitBudget: 20 * time.Second}}
	pause, err := r.pause(t.Context(), quotaUsed, &attempts{counted: 1, place: 0.99}, problem)
	if err != nil || pause.Wait != 20*time.Second {
		t.Errorf("a wait that fills the budget is not stretched: %+v, %v", pause, err)
	}
}
