package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/sandbox"
)

// A service is a sandbox on a port, for servers that are to be measured without the sandbox inside them.
type service struct {
	url, token string
	search     string // of flights, settled
	later      atomic.Int64
	stop       func()
}

// serve starts a service in which reviews are never answered.
func serve(ctx context.Context) (*service, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &service{url: "http://" + listener.Addr().String()}
	server, err := sandbox.New(sandbox.Options{URL: s.url, Now: s.now, QuotaScale: 1000})
	if err != nil {
		return nil, err
	}
	if s.token, _, err = server.SampleToken(); err != nil {
		return nil, err
	}
	front := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/reviews") {
			<-r.Context().Done()
			return
		}
		server.Handler().ServeHTTP(w, r)
	})}
	go func() { _ = front.Serve(listener) }()
	s.stop = func() {
		_ = front.Close()
		_ = server.Close()
	}
	if s.search, err = s.create(ctx); err != nil {
		s.stop()
		return nil, err
	}
	return s, nil
}

func (s *service) now() time.Time { return time.Now().Add(time.Duration(s.later.Load())) }

// environ makes a program ask the service.
func (s *service) environ() []string {
	return []string{"TRAVEL_API_URL=" + s.url, "TRAVEL_CLIENT_ID=travel-cli", "TRAVEL_TOKEN=" + s.token}
}

// create makes a search, and lets the time pass in which it comes in.
func (s *service) create(ctx context.Context) (id string, err error) {
	day := s.now().AddDate(0, 1, 0).Format(time.DateOnly)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/flights/searches", strings.NewReader(`{"from":"DXB","to":"LHR","fromDate":"`+day+`"}`))
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var made struct{ SearchID string }
	if err := json.NewDecoder(resp.Body).Decode(&made); err != nil || made.SearchID == "" {
		return "", fmt.Errorf("a search was not made: %s: %w", resp.Status, err)
	}
	s.later.Add(int64(time.Minute))
	return made.SearchID, nil
}

// A phase is a part of a long session, and what the server takes after it.
type phase struct {
	name  string
	count int
	one   func(*client) error
}

// phases are those of a long session. Searches die on the way and are made again.
func (b *bench) phases(ctx context.Context, s *service) []phase {
	made := time.Now()
	read := func(c *client) error {
		if time.Since(made) > 3*time.Minute {
			id, err := s.create(ctx)
			if err != nil {
				return err
			}
			s.search, made = id, time.Now()
		}
		_, err := c.found("getFlightSearchResults", `{"searchId":"`+s.search+`","wait":0}`)
		return err
	}
	return []phase{
		{name: "calls", count: b.calls / 100, one: read},
		{name: "calls", count: b.calls - b.calls/100, one: read},
		{name: "cancelled calls", count: b.calls / 10, one: cancelled},
		{name: "failing calls", count: b.calls / 10, one: failing},
	}
}

// cancelled begins a call that is not answered, and cancels it.
func cancelled(c *client) error {
	id, err := c.send("tools/call", `{"name":"getHotelReviews","arguments":{"hotelId":"392301175"}}`)
	if err != nil {
		return err
	}
	if err := c.tell("notifications/cancelled", fmt.Sprintf(`{"requestId":%d}`, id)); err != nil {
		return err
	}
	_, err = c.ask("ping", `{}`)
	return err
}

// failing makes a call whose trip does not exist.
func failing(c *client) error {
	a, err := c.call("getFlightTrip", `{"tripId":"gone:1"}`)
	if err == nil && !a.failed {
		err = errors.New("a trip that does not exist was found")
	}
	return err
}

// load is what a server takes in a long session, and what is left of its calls.
func (b *bench) load(ctx context.Context) ([]row, error) {
	s, err := serve(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	short, _, err := b.session(ctx, s, b.phases(ctx, s)[:1])
	if err != nil {
		return nil, err
	}
	phases := b.phases(ctx, s)
	long, all, err := b.session(ctx, s, phases)
	if err != nil {
		return nil, err
	}
	first, calls := all[0], 0
	var rows []row
	for i, after := range all {
		calls += phases[i].count
		what := fmt.Sprintf("memory after %d calls", calls)
		if i > 1 {
			what = fmt.Sprintf("  and %d %s", phases[i].count, phases[i].name)
		}
		r := row{what, "at most 32 MB", fmt.Sprintf("%.1f MB (%.1f its own), %d files, %d threads", after.resident, after.own, after.files, after.threads), after.resident > 32}
		if i == 1 {
			r.aim = "at most 2 MB more"
			r.missed = r.missed || after.resident > first.resident+2
		}
		r.missed = r.missed || after.files > first.files
		rows = append(rows, r)
	}
	return append(rows, row{fmt.Sprintf("goroutines after all of them, and after %d calls", phases[0].count), "the same, or a connection", fmt.Sprintf("%d and %d", long, short), long > short+perConnection}), nil
}

// perConnection is how many goroutines keep a connection, which may be open or not when they are counted.
const perConnection = 2

// session goes through phases with one server.
func (b *bench) session(ctx context.Context, s *service, phases []phase) (goroutines int, after []size, err error) {
	c, err := b.connect(ctx, s.environ(), "--toolset", "all")
	if err != nil {
		return 0, nil, err
	}
	for _, p := range phases {
		for range p.count {
			if err := p.one(c); err != nil {
				c.kill()
				return 0, nil, fmt.Errorf("%s: %w", p.name, err)
			}
		}
		size, err := c.size()
		if err != nil {
			c.kill()
			return 0, nil, err
		}
		after = append(after, size)
	}
	return c.goroutines(), after, nil
}
