package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
)

// A trouble is what a service does to its clients for a while. Times are from its start.
type trouble struct {
	name string
	ends time.Duration // from then on every request is answered; 0: each client's first requests are refused
	sent time.Duration // the clients send their requests evenly over that time, and others after it; 0: all in the same instant
	turn int           // how many requests of a client are refused, where it does not end by itself
	meet func(*client) (*http.Response, error)
}

// troubles are what a fleet has to come back from.
func troubles() []trouble {
	const minute = time.Minute
	return []trouble{
		{name: "429, Retry-After: 1", turn: 1, meet: refusing(429, "rate_limited", "1")},
		{name: "429, Retry-After: 20", turn: 1, meet: refusing(429, "rate_limited", "20")},
		{name: "429, Retry-After: 20, twice", turn: 2, meet: refusing(429, "rate_limited", "20")},
		{name: "503, Retry-After: 60", turn: 1, meet: refusing(503, "upstream_rate_limited", "60")},
		{name: "429 that names no time", turn: 1, meet: refusing(429, "rate_limited", "")},
		{name: "429 that names no time, twice", turn: 2, meet: refusing(429, "rate_limited", "")},
		{name: "one lost connection", turn: 1, meet: broken},
		{name: "two lost connections", turn: 2, meet: broken},
		{name: "a minute of silence, all at its start", ends: minute, meet: silent},
		{name: "a minute of silence, evenly over it", ends: minute, sent: minute, meet: silent},
		{name: "a minute of 503, Retry-After: 30, all at its start", ends: minute, meet: refusing(503, "upstream_unavailable", "30")},
		{name: "a minute of 503, Retry-After: 30, evenly over it", ends: minute, sent: minute, meet: refusing(503, "upstream_unavailable", "30")},
		{name: "a minute without a connection, evenly over it", ends: minute, sent: minute, meet: broken},
	}
}

// timeout is how long a request waits for an answer, as the program does by default.
const timeout = apiclient.DefaultTimeout

// A client is one run of the program in a time of its own, with the program's own client in it.
type client struct {
	trouble trouble
	now     time.Duration // since the trouble began
	refused int
	back    time.Duration // when the request arrived that was answered
}

var epoch = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// RoundTrip is the network and the service behind it.
func (c *client) RoundTrip(*http.Request) (*http.Response, error) {
	over := c.trouble.ends > 0 && c.now >= c.trouble.ends
	if over || c.trouble.ends == 0 && c.refused == c.trouble.turn {
		c.back = c.now
		return answer(200, "application/json", snapshot), nil
	}
	c.refused++
	return c.trouble.meet(c)
}

func answer(status int, media, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {media}}, Body: io.NopCloser(strings.NewReader(body))}
}

// refusing is a service that answers with a problem.
func refusing(status int, code, after string) func(*client) (*http.Response, error) {
	body := fmt.Sprintf(`{"title":"T","status":%d,"detail":"D","code":%q}`, status, code)
	return func(*client) (*http.Response, error) {
		resp := answer(status, "application/problem+json", body)
		if after != "" {
			resp.Header.Set("Retry-After", after)
		}
		return resp, nil
	}
}

// silent takes the request and never answers, until the program has waited long enough.
func silent(c *client) (*http.Response, error) {
	c.now += timeout
	return nil, os.ErrDeadlineExceeded
}

// broken ends the connection at once.
func broken(*client) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }

// snapshot is an answer to what most requests are, the reading of a search.
const snapshot = `{"searchId":"s1","currencyCode":"USD","results":[],"metadata":{
"currencyCode":"USD","currencyCodeSource":"default","locale":"en","localeSource":"default",
"page":1,"pageSize":10,"resultCount":0,"totalCandidates":0,"hasMore":false,
"snapshotTripCount":0,"snapshotFareCount":0,"filterOptions":{
"airlines":[],"alliances":[],"stopoverAirports":[],"bookingSites":[],"aircraft":[]}}}`

// run reads a search once, as long as the program does, and tells whether it was answered after trouble.
func (c *client) run(dice *rand.Rand) (bool, error) {
	program, err := apiclient.New(apiclient.Options{
		BaseURL: "https://api.example", Network: c, Timeout: timeout, Rand: dice.Float64,
		Now:  func() time.Time { return epoch.Add(c.now) },
		Wait: func(_ context.Context, d time.Duration) error { c.now += d; return nil },
	})
	if err != nil {
		return false, err
	}
	_, err = program.GetFlightSearchResults(context.Background(), "s1", nil)
	return err == nil && c.refused > 0, nil
}

// A crowd is how a fleet came back from a trouble.
type crowd struct {
	back   []time.Duration // in order
	gaveUp int             // runs that ended with an error; their people were told why
	missed int             // runs that met no trouble
	others float64         // that start in each 100 ms while the crowd comes back
}

// comeBack plays a trouble with so many clients.
func comeBack(t trouble, clients int, seed uint64) (crowd, error) {
	dice := rand.New(rand.NewPCG(seed, 1))
	var all crowd
	if t.sent > 0 {
		all.others = float64(clients) * float64(bucket) / float64(t.sent)
	}
	for i := range clients {
		c := &client{trouble: t, now: t.sent * time.Duration(i) / time.Duration(clients)}
		met, err := c.run(dice)
		switch {
		case err != nil:
			return crowd{}, err
		case met:
			all.back = append(all.back, c.back)
		case c.refused > 0:
			all.gaveUp++
		default:
			all.missed++
		}
	}
	slices.Sort(all.back)
	return all, nil
}

// bucket is the time by which a histogram counts.
const bucket = 100 * time.Millisecond

// histogram counts who comes back in each 100 ms from the first on.
func (c crowd) histogram() []int {
	if len(c.back) == 0 {
		return nil
	}
	first, last := c.back[0], c.back[len(c.back)-1]
	counts := make([]int, (last-first)/bucket+1)
	for _, at := range c.back {
		counts[(at-first)/bucket]++
	}
	return counts
}

// fullest is how much the fullest 100 ms holds, in shares: 1 is what each of them would hold if all came
// evenly from the first to the last. Those who start meanwhile are counted, as the service counts them. Who
// comes back within one second cannot be told apart so.
func (c crowd) fullest() float64 {
	counts := c.histogram()
	if len(counts) == 0 {
		return 0
	}
	spread := max(c.back[len(c.back)-1]-c.back[0], time.Second)
	share := float64(len(c.back)) * float64(bucket) / float64(spread)
	return (float64(slices.Max(counts)) + c.others) / (share + c.others)
}
