//go:build linux

// Command bench measures travel as those who use it see it: agents, which call travel mcp, and travelers at
// the full screen. It reports and never fails for being slow: times mean something on a quiet machine, and
// beside those of another program in the same run on any.
//
//	go run ./bench agents                         # start, memory and reads of travel mcp, about a minute
//	go run ./bench browse                         # the full screen, beside fzf, about two minutes
//	go run ./bench -binary bin/travel start reads # some figures of agents, of that program
//	go run ./bench trips 5000                     # serve one flight search of so many trips, called s
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/bench/trips"
)

// bench is what all figures share.
type bench struct {
	travel string // the program
	work   string // a directory for what programs keep
}

// A row is one figure, of each program that was measured.
type row struct {
	what, aim string
	missed    bool
	got       []string
}

var figures = []struct {
	group, name string
	measure     func(*bench, context.Context) ([]row, error)
}{
	{"agents", "start", (*bench).start},
	{"agents", "load", (*bench).load},
	{"agents", "reads", (*bench).reads},
	{"browse", "browse", (*bench).browse},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	b := &bench{}
	flag.StringVar(&b.travel, "binary", "", "the program to measure; by default one is built as a release is")
	flag.Parse()
	if flag.Arg(0) == "trips" {
		return serve(ctx, flag.Arg(1))
	}
	known := []string{"agents"}
	for _, f := range figures {
		known = append(known, f.name)
	}
	if flag.NArg() == 0 || slices.ContainsFunc(flag.Args(), func(name string) bool { return !slices.Contains(known, name) }) {
		return errors.New("usage: bench [-binary TRAVEL] FIGURE...; there are " + strings.Join(known, ", "))
	}
	var err error
	if b.work, err = os.MkdirTemp("", "bench"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.work) }()
	if err := b.build(ctx); err != nil {
		return err
	}
	for _, f := range figures {
		if !slices.Contains(flag.Args(), f.group) && !slices.Contains(flag.Args(), f.name) {
			continue
		}
		rows, err := f.measure(b, ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		for _, r := range rows {
			r.print()
		}
	}
	return nil
}

// serve prints the address of a service that has one search, and serves it until the program is ended.
func serve(ctx context.Context, list string) error {
	number, err := strconv.Atoi(list)
	if err != nil {
		return err
	}
	service, err := trips.Service(number)
	if err != nil {
		return err
	}
	fmt.Println(httptest.NewServer(service).URL)
	<-ctx.Done()
	return nil
}

// build builds the program to measure, unless one was given.
func (b *bench) build(ctx context.Context) (err error) {
	if b.travel != "" {
		b.travel, err = filepath.Abs(b.travel)
		return err
	}
	b.travel = filepath.Join(b.work, "travel")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.travel, "./cmd/travel")
	build.Env, build.Stderr = append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	return build.Run()
}

// environ is the environment of a person who has configured nothing.
func (b *bench) environ(more ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + b.work, "TERM=xterm-256color", "LANG=C.UTF-8",
		"TRAVEL_STATE_DIR=" + b.work, "TRAVEL_CONFIG_DIR=" + b.work, "TRAVEL_LIST=bench",
	}, more...)
}

// print writes a row, with a program in each column behind the aim.
func (r row) print() {
	line := fmt.Sprintf("%-62s %-24s", r.what, r.aim)
	for _, got := range r.got {
		line += fmt.Sprintf(" %-24s", got)
	}
	if line = strings.TrimRight(line, " "); r.missed {
		line += "  missed"
	}
	fmt.Println(line)
}

// at is the value that so many percent of all values are below.
func at[T int | time.Duration](all []T, percent int) T {
	all = slices.Sorted(slices.Values(all))
	return all[min(len(all)*percent/100, len(all)-1)]
}

func millis(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1000) }

// resident is the memory of a process, in bytes.
func resident(pid int) (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, err
	}
	var all, pages int
	_, err = fmt.Sscan(string(text), &all, &pages)
	return pages * os.Getpagesize(), err
}
