package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/bench/trips"
)

// rows is how many rows every list has.
const rows = 5000

// program is one that fills a terminal, and how it is used.
type program struct {
	name     string
	argv     []string
	env      []string
	dir      string
	input    string // a file for its standard input, where that is not the terminal
	down, up string
	quit     string
	row      string // what a row has in it
}

const (
	downKey = "\x1b[B"
	upKey   = "\x1b[A"
)

// environ is the environment of someone who has configured nothing.
func (b *bench) environ(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + b.work, "TERM=xterm-256color", "LANG=C.UTF-8", "GIT_CONFIG_GLOBAL=/dev/null",
		"TRAVEL_STATE_DIR=" + b.work, "TRAVEL_CONFIG_DIR=" + b.work, "TRAVEL_LIST=bench",
	}, more...)
}

// found are the other programs that are on this machine.
func (b *bench) found(ctx context.Context) ([]*program, error) {
	lines, commits := filepath.Join(b.work, "lines"), filepath.Join(b.work, "commits")
	var text strings.Builder
	for n := range rows {
		fmt.Fprintf(&text, "%5d  QF %03d  Dubai to London, 07:%02d to 11:%02d, one stop of %d minutes, sold by %d sites, USD %d.%02d\n",
			n+1, n%900, n%60, n*7%60, 30+n%200, n%9, 300+n%800, n%100)
	}
	if err := os.WriteFile(lines, []byte(text.String()), 0o600); err != nil {
		return nil, err
	}
	var all []*program
	for _, p := range []*program{
		{name: "tig", argv: []string{"tig"}, dir: commits, quit: "q", down: "j", up: "k"}, // its arrows are those of another mode
		{name: "fzf", argv: []string{"fzf", "--reverse"}, input: lines, quit: "\x1b"},
		{name: "less", argv: []string{"less", lines}, quit: "q"},
	} {
		if _, err := exec.LookPath(p.argv[0]); err != nil {
			continue
		}
		if p.name == "tig" {
			if err := b.repository(ctx, commits); err != nil {
				return nil, err
			}
		}
		p.down, p.up, p.env = cmp.Or(p.down, downKey), cmp.Or(p.up, upKey), b.environ()
		all = append(all, p)
	}
	return all, nil
}

// repository makes a repository of so many commits.
func (b *bench) repository(ctx context.Context, dir string) error {
	var in bytes.Buffer
	for n := range rows {
		text := fmt.Sprintf("Trip %d: one stop of %d minutes, sold by %d sites", n+1, 30+n%200, n%9)
		fmt.Fprintf(&in, "commit refs/heads/main\ncommitter Ada Lovelace <ada@example.org> %d +0000\ndata %d\n%s\n", 1_700_000_000+60*n, len(text), text)
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main", dir}, {"-C", dir, "fast-import", "--quiet"}} {
		git := exec.CommandContext(ctx, "git", args...)
		git.Env, git.Stdin = b.environ(), &in
		if args[0] == "init" {
			git.Stdin = nil
		}
		if out, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}

// service is a service with one search, on a port.
type service struct {
	url   string
	reads atomic.Int64
	close func() error
}

func serve(ctx context.Context, search trips.Search) (*service, error) {
	handler, err := trips.Service(ctx, search)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &service{url: "http://" + listener.Addr().String()}
	server := http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/results") {
			s.reads.Add(1)
		}
		handler.ServeHTTP(w, r)
	})}
	s.close = server.Close
	go func() { _ = server.Serve(listener) }()
	return s, nil
}

// search are the words of a search.
func search() []string {
	day := func(in int) string { return time.Now().AddDate(0, 0, in).Format(time.DateOnly) }
	return []string{"DXB", "LON", day(30), day(37)}
}

// browse is travel browse.
func (b *bench) browse(env []string, args ...string) *program {
	return &program{
		name: "travel", argv: append([]string{b.travel, "browse"}, args...), env: b.environ(env...),
		down: downKey, up: upKey, quit: "q", row: "nonstop",
	}
}

// desk is travel browse with a list of so many trips, which was searched for before.
func (b *bench) desk(ctx context.Context) (*program, *service, error) {
	s, err := serve(ctx, trips.Search{Trips: rows})
	if err != nil {
		return nil, nil, err
	}
	env := []string{"TRAVEL_API_URL=" + s.url, "TRAVEL_TOKEN=bench"}
	made := exec.CommandContext(ctx, b.travel, append([]string{"flights", "search"}, search()...)...) //nolint:gosec // the program that is measured
	made.Env = b.environ(env...)
	if out, err := made.CombinedOutput(); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("search: %w\n%s", err, out), s.close())
	}
	return b.browse(env), s, nil
}
