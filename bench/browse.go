//go:build linux

package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"travel.example/travel/bench/trips"
)

const (
	rows   = 5000 // of every list
	starts = 20
	keys   = 300 // in each direction
	idle   = 10 * time.Second

	downKey, upKey, pageDown = "\x1b[B", "\x1b[A", "\x1b[6~"
)

// program is one that fills a terminal, and how it is used.
type program struct {
	argv, env []string
	input     string // a file for its standard input, where that is not the terminal
	row       string // what a row has in it
	quit      string // the key that ends it
}

// browse measures travel browse with 5,000 trips, and fzf with as many lines where it is installed, each alone
// on a terminal of 120 columns and 40 rows, which answers no question.
func (b *bench) browse(ctx context.Context) ([]row, error) {
	reads, service, err := b.trips(ctx)
	if err != nil {
		return nil, err
	}
	defer service.Close()
	travel := &program{argv: []string{b.travel, "browse"}, env: b.environ("TRAVEL_API_URL="+service.URL, "TRAVEL_TOKEN=bench"), row: "nonstop", quit: "q"}
	programs := []*program{travel}
	if _, err := exec.LookPath("fzf"); err == nil {
		lines, err := b.lines()
		if err != nil {
			return nil, err
		}
		programs = append(programs, &program{argv: []string{"fzf", "--reverse"}, env: b.environ(), input: lines, quit: "\x1b"})
	}
	t := table{
		{what: "120x40, 5,000 rows", aim: "aim", got: []string{"travel", "fzf"}[:len(programs)]},
		{what: "exec to the first frame, median", aim: "20 ms"},
		{what: "  to the list, and nothing more comes"},
		{what: "  bytes until then", aim: "6,144"},
		{what: "q to the end of the process, median", aim: "20 ms"},
		{what: "memory with the first page", aim: "32 MiB"},
		{what: "10 s of nothing: share of a core, bytes", aim: "at most 1.5 %"},
		{what: "a key to its last byte: p50, p99", aim: "16 ms"},
		{what: "  processor a key"},
		{what: "  bytes a key: median, most"},
		{what: "memory with all rows of travel", aim: "48 MiB"},
	}
	for _, p := range programs {
		if err := p.starts(ctx, t); err != nil {
			return nil, fmt.Errorf("%s: %w", p.argv[0], err)
		}
		allRead := func() bool { return p != travel || reads.Load() >= rows/50 }
		if err := p.uses(ctx, t, allRead); err != nil {
			return nil, fmt.Errorf("%s: %w", p.argv[0], err)
		}
	}
	return t, nil
}

// table is a row for each figure.
type table []row

// add adds the figure of the next program to a row; the aims are those of travel, the first one.
func (t table) add(i int, missed bool, figure string) {
	t[i].missed = t[i].missed || missed && len(t[i].got) == 0
	t[i].got = append(t[i].got, figure)
}

// trips is a service with 5,000 trips, which travel has searched for, and counts the pages that are read.
func (b *bench) trips(ctx context.Context) (*atomic.Int64, *httptest.Server, error) {
	handler, err := trips.Service(rows)
	if err != nil {
		return nil, nil, err
	}
	reads := &atomic.Int64{}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/results") {
			reads.Add(1)
		}
		handler.ServeHTTP(w, r)
	}))
	search := exec.CommandContext(ctx, b.travel, "flights", "search", "DXB", "LON", "+30d", "+37d") //nolint:gosec // the program that is measured
	search.Env = b.environ("TRAVEL_API_URL="+service.URL, "TRAVEL_TOKEN=bench")
	if out, err := search.CombinedOutput(); err != nil {
		service.Close()
		return nil, nil, fmt.Errorf("search: %w\n%s", err, out)
	}
	return reads, service, nil
}

// lines is a file of 5,000 lines that look like trips.
func (b *bench) lines() (path string, err error) {
	var text strings.Builder
	for n := range rows {
		fmt.Fprintf(&text, "%5d  QF %03d  Dubai to London, 07:%02d to 11:%02d, one stop of %d minutes, sold by %d sites, USD %d.%02d\n",
			n+1, n%900, n%60, n*7%60, 30+n%200, n%9, 300+n%800, n%100)
	}
	path = filepath.Join(b.work, "lines")
	return path, os.WriteFile(path, []byte(text.String()), 0o600)
}

// starts is how a program starts with its list, and ends.
func (p *program) starts(ctx context.Context, t table) error {
	var firsts, lists, ends []time.Duration
	var sizes []int
	for range starts {
		s, err := p.start(ctx)
		if err != nil {
			return err
		}
		shown, err := s.rest(p.row, quietStart)
		if err != nil {
			return err
		}
		end, err := s.end(p.quit)
		if err != nil {
			return err
		}
		if shown.first.IsZero() {
			shown.first = shown.last
		}
		firsts, lists = append(firsts, shown.first.Sub(s.began)), append(lists, shown.last.Sub(s.began))
		ends, sizes = append(ends, end), append(sizes, len(shown.text))
	}
	best := func(of []time.Duration) string {
		return fmt.Sprintf("%s (best %s)", millis(at(of, 50)), millis(slices.Min(of)))
	}
	t.add(1, at(firsts, 50) > 20*time.Millisecond, best(firsts))
	t.add(2, false, best(lists))
	t.add(3, at(sizes, 50) > 6<<10, fmt.Sprint(at(sizes, 50)))
	t.add(4, at(ends, 50) > 20*time.Millisecond, millis(at(ends, 50)))
	return nil
}

// uses is what a program spends when no one presses a key, then for each key that moves the cursor by a row
// which was read before, and its memory with the first rows and when all are read.
func (p *program) uses(ctx context.Context, t table, allRead func() bool) error {
	s, err := p.start(ctx)
	if err != nil {
		return err
	}
	if _, err := s.rest(p.row, quietStart); err != nil {
		return err
	}
	s.count(settled)
	if err := s.memory(t, 5, 32); err != nil {
		return err
	}
	begun, err := s.cpu()
	if err != nil {
		return err
	}
	bytes := s.count(idle)
	waited, err := s.cpu()
	if err != nil {
		return err
	}
	share := (waited - begun).Seconds() / idle.Seconds() * 100
	t.add(6, share > 1.5, fmt.Sprintf("%.2f %%, %d", share, bytes))

	var times []time.Duration
	var sizes []int
	var pressed time.Duration
	for _, key := range []string{downKey, upKey} { // rows are read on the way down, and the way up is measured
		times, sizes = nil, nil
		if begun, err = s.cpu(); err != nil {
			return err
		}
		for range keys {
			shown, took, err := s.types(key)
			if err != nil {
				return err
			}
			times, sizes = append(times, took), append(sizes, len(shown.text))
		}
		if pressed, err = s.cpu(); err != nil {
			return err
		}
	}
	t.add(7, at(times, 99) > 16*time.Millisecond, millis(at(times, 50))+", "+millis(at(times, 99)))
	t.add(8, false, millis((pressed-begun)/keys))
	t.add(9, false, fmt.Sprint(at(sizes, 50), ", ", slices.Max(sizes)))
	for screens := 0; !allRead() && screens < rows/10; screens++ {
		if _, _, err := s.types(pageDown); err != nil {
			break // nothing changes any more
		}
	}
	if err := s.memory(t, 10, 48); err != nil {
		return err
	}
	_, err = s.end(p.quit)
	return err
}

// memory adds the resident memory of the program to a row, which misses its aim above that many MiB.
func (s *session) memory(t table, i int, most int) error {
	size, err := resident(s.cmd.Process.Pid)
	t.add(i, size > most<<20, fmt.Sprintf("%.1f MiB", float64(size)/(1<<20)))
	return err
}
