package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"travel.example/travel/bench/trips"
)

// link is a screen that counts how long a link works yet, in minutes.
func (b *bench) link(ctx context.Context) ([]row, error) {
	return b.linked(ctx, func(*session) error { return nil })
}

// last is the last minute of a link, which is counted in seconds. It takes nine minutes to come.
func (b *bench) last(ctx context.Context) ([]row, error) {
	found, err := b.linked(ctx, func(s *session) error {
		end := time.Now().Add(11 * time.Minute)    // more than the link works
		for seconds := 0; seconds < 3; seconds++ { // that something was written in, one after the other
			if s.count(time.Second) == 0 {
				seconds = -1
			}
			if time.Now().After(end) {
				return errors.New("no second was counted: " + tail(s.all.String()))
			}
		}
		return nil
	})
	if err == nil {
		found[0].what = "10 s of the last minute of a link: processor, bytes, wake-ups"
	}
	return found, err
}

// linked makes a link, waits for a moment of it, and measures the screen that shows it.
func (b *bench) linked(ctx context.Context, wait func(*session) error) ([]row, error) {
	p := b.browse([]string{"TRAVEL_LIST=link"}, "hotels", "Lisbon", "fri", "+3d")
	s, err := p.start(ctx)
	if err != nil {
		return nil, err
	}
	for keys := 0; !strings.Contains(s.all.String(), "Works until"); keys++ { // links of the service have a clock
		if keys == 10 {
			return nil, errors.New("no link is shown: " + tail(s.all.String()))
		}
		s.count(2 * time.Second) // while sellers of the sandbox answer
		if _, _, err := s.types("\r"); err != nil {
			return nil, err
		}
	}
	if err := wait(s); err != nil {
		return nil, err
	}
	took, bytes, err := s.rests(10 * time.Second)
	if err != nil {
		return nil, err
	}
	_, err = s.end(p.quit)
	return []row{{
		what: "10 s of a link and its clock: processor, bytes, wake-ups", aim: "-, 600, 10",
		got: []string{fmt.Sprintf("%s, %d, %d", millis(took.cpu), bytes, took.wakes)}, missed: took.wakes > 10 || bytes > 600,
	}}, err
}

// live is a search whose rows change all the time.
func (b *bench) live(ctx context.Context) ([]row, error) {
	const during = 10
	moving, err := serve(ctx, trips.Search{Trips: rows, Moves: true})
	if err != nil {
		return nil, err
	}
	defer func() { _ = moving.close() }()
	p := b.browse([]string{"TRAVEL_API_URL=" + moving.url, "TRAVEL_TOKEN=bench"}, append([]string{"flights"}, search()...)...)
	s, err := p.start(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.opened(p); err != nil {
		return nil, err
	}
	s.count(2 * time.Second) // until it is under way
	before, err := spends(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	reads := moving.reads.Load()
	bytes := s.count(during * time.Second)
	after, err := spends(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	reads = moving.reads.Load() - reads
	share := (after.cpu - before.cpu).Seconds() / during * 100
	changed := float64(reads*50) / during
	_, err = s.end(p.quit)
	return []row{
		{what: fmt.Sprintf("%.0f rows a second change: processor", changed), aim: "2 % at 50 a s", got: []string{fmt.Sprintf("%.2f %%", share)}, missed: share > 2},
		{what: "  bytes a second", aim: "4,096", got: []string{fmt.Sprint(bytes / during)}, missed: bytes/during > 4<<10},
		{what: "  processor a read of 50 rows", got: []string{millis((after.cpu - before.cpu) / time.Duration(max(reads, 1)))}},
	}, err
}

// memory is what is resident when every row was read.
func (b *bench) memory(ctx context.Context) ([]row, error) {
	desk, service, err := b.desk(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = service.close() }()
	s, err := desk.start(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.ready(desk); err != nil {
		return nil, err
	}
	begin, own, err := resident(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	before, err := spends(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	pages := 0
	for ; int(service.reads.Load()) < rows/50 && pages < rows/10; pages++ {
		if _, _, err := s.types("\x1b[6~"); err != nil {
			break // nothing changes any more
		}
	}
	all, ownAll, err := resident(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	after, err := spends(s.cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	_, err = s.end(desk.quit)
	mib := func(kb, own int) string {
		return fmt.Sprintf("%.1f MiB, %.1f its own", float64(kb)/1024, float64(own)/1024)
	}
	return []row{
		{what: "memory with the first page of trips", got: []string{mib(begin, own)}},
		{what: fmt.Sprintf("  with all, %d reads in %d screens", service.reads.Load(), pages), aim: "32 MiB", got: []string{mib(all, ownAll)}, missed: all > 32<<10},
		{what: "  processor a screen", got: []string{millis((after.cpu - before.cpu) / time.Duration(max(pages, 1)))}},
	}, err
}

// start is what other commands pay for this one.
func (b *bench) start(ctx context.Context) ([]row, error) {
	made, clock, err := b.inits(ctx, b.travel)
	if err != nil {
		return nil, err
	}
	r := []row{
		{what: "packages of the full screen that do something before main", aim: "0", got: []string{fmt.Sprint(made)}, missed: made > 0},
		{what: "all that is done before main, best of 25", got: []string{millis(clock)}},
	}
	info, err := os.Stat(b.travel)
	if err != nil || b.before == "" {
		return r, err
	}
	old, err := os.Stat(b.before)
	if err != nil {
		return nil, err
	}
	_, was, err := b.inits(ctx, b.before)
	r[1].aim, r[1].got = "0.1 ms more", []string{millis(clock) + " of " + millis(was)}
	grown := info.Size() - old.Size()
	return append(r, row{what: "bytes of the program more than before", aim: "204,800", got: []string{fmt.Sprint(grown, " of ", info.Size())}, missed: grown > 200<<10}), err
}

// initLine is a package that did something before main.
var initLine = regexp.MustCompile(`(?m)^init (\S+) @[^,]*, ([0-9.]+) ms clock`)

// inits counts the packages of the full screen that do something before main, and the time of all.
func (b *bench) inits(ctx context.Context, program string) (made int, best time.Duration, err error) {
	for n := range 25 {
		version := exec.CommandContext(ctx, program, "--version") //nolint:gosec // the program that is measured
		version.Env = b.environ("GODEBUG=inittrace=1")
		out, err := version.CombinedOutput()
		if err != nil {
			return 0, 0, fmt.Errorf("%w\n%s", err, out)
		}
		var sum time.Duration
		made = 0
		for _, m := range initLine.FindAllStringSubmatch(string(out), -1) {
			took, err := time.ParseDuration(m[2] + "ms")
			if err != nil {
				return 0, 0, err
			}
			sum += took
			if strings.Contains(m[1], "/internal/browse") || strings.Contains(m[1], "/internal/screen") {
				made++
			}
		}
		if n == 0 || sum < best {
			best = sum
		}
	}
	return made, best, nil
}
