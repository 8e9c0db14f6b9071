package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// middle is the median of times.
func middle(times []time.Duration) time.Duration {
	times = slices.Sorted(slices.Values(times))
	return times[len(times)/2]
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// timed is how long something takes.
func timed(do func() error) (time.Duration, error) {
	begun := time.Now()
	err := do()
	return time.Since(begun), err
}

// start is how long a client waits for the list of tools, beside a start that does nothing else.
func (b *bench) start(ctx context.Context) ([]row, error) {
	var lists, versions []time.Duration
	for range b.rounds {
		list, err := timed(func() error { return b.listed(ctx) })
		if err != nil {
			return nil, err
		}
		version, err := timed(b.command(ctx, b.binary, "--version").Run)
		if err != nil {
			return nil, err
		}
		lists, versions = append(lists, list), append(versions, version)
	}
	list, version := middle(lists), middle(versions)
	return []row{
		{"start to the list of tools", "at most 25 ms", millis(list), list > 25*time.Millisecond},
		{"  more than travel --version, run in turn", "at most 10 ms", millis(list-version) + " of " + millis(version), list-version > 10*time.Millisecond},
	}, nil
}

// listed starts a server and waits for its list.
func (b *bench) listed(ctx context.Context) error {
	c, err := b.connect(ctx, nil)
	if err != nil {
		return err
	}
	defer c.kill()
	_, err = c.ask("tools/list", `{}`)
	return err
}

// readCount is how many reads are made in a row.
const readCount = 200

// reads is how long a session of reads takes, beside curl on one connection: each from its start to its
// last answer.
func (b *bench) reads(ctx context.Context) ([]row, error) {
	aim := "at most 1.2 x curl"
	what := fmt.Sprintf("%d reads in one session, beside one curl", readCount)
	if _, err := exec.LookPath("curl"); err != nil {
		return []row{{what: what, aim: aim, got: "-"}}, nil
	}
	s, err := serve(ctx)
	if err != nil {
		return nil, err
	}
	defer s.stop()
	var rows []row
	for _, kind := range []struct{ name, tool, arguments, address string }{
		{"places", "getPlaces", `{"query":"dubai"}`, "/v1/places?query=dubai"},
		{"a page of ten trips", "getFlightSearchResults", `{"searchId":"` + s.search + `","wait":0}`, "/v1/flights/searches/" + s.search + "/results"},
	} {
		var own, other, processor []time.Duration
		for range max(b.rounds/3, 1) {
			var spent time.Duration
			took, err := timed(func() (err error) { spent, err = b.readAll(ctx, s, kind.tool, kind.arguments); return err })
			if err != nil {
				return nil, err
			}
			processor = append(processor, spent)
			curl, err := timed(func() error { return b.curlAll(ctx, s, kind.address) })
			if err != nil {
				return nil, err
			}
			own, other = append(own, took), append(other, curl)
		}
		ratio := float64(middle(own)) / float64(middle(other))
		rows = append(rows, row{what + ": " + kind.name, aim, fmt.Sprintf("%.2f x, %s; processor %s", ratio, millis(middle(own)), millis(middle(processor))), ratio > 1.2})
	}
	return rows, nil
}

// readAll reads with one server, one call after another, and returns what that took of the processor.
func (b *bench) readAll(ctx context.Context, s *service, tool, arguments string) (processor time.Duration, err error) {
	c, err := b.connect(ctx, s.environ(), "--toolset", "all")
	if err != nil {
		return 0, err
	}
	for range readCount {
		if _, err := c.found(tool, arguments); err != nil {
			c.kill()
			return 0, err
		}
	}
	err = c.leave()
	return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime(), err
}

// curlAll reads the same with one curl, which keeps its connection.
func (b *bench) curlAll(ctx context.Context, s *service, address string) error {
	config := filepath.Join(b.work, "curl")
	line := fmt.Sprintf("url = \"%s%s\"\noutput = \"%s\"\n", s.url, address, os.DevNull)
	if err := os.WriteFile(config, []byte(strings.Repeat(line, readCount)), 0o600); err != nil {
		return err
	}
	return b.command(ctx, "curl", "-sSf", "-H", "Authorization: Bearer "+s.token, "--config", config).Run()
}

// cost is what everyone else pays for the tools: size, and the time of a start, beside a program from
// before.
func (b *bench) cost(ctx context.Context) ([]row, error) {
	if b.before == "" {
		return nil, nil
	}
	var times [2][]time.Duration
	var sizes [2]int64
	for i, path := range []string{b.before, b.binary} {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		sizes[i] = info.Size()
	}
	for range 16 * b.rounds {
		for i, path := range []string{b.before, b.binary} {
			took, err := timed(b.command(ctx, path, "--version").Run)
			if err != nil {
				return nil, err
			}
			times[i] = append(times[i], took)
		}
	}
	least := slices.Min(times[1]) - slices.Min(times[0])
	more := middle(times[1]) - middle(times[0])
	grown := float64(sizes[1]-sizes[0]) / 1e6
	return []row{
		{"size, more than before", "at most 2.3 MB", fmt.Sprintf("%.2f MB", grown), grown > 2.3},
		{fmt.Sprintf("travel --version, more than before, least of %d in turn", len(times[0])), "at most 1.0 ms", millis(least), least > time.Millisecond},
		{"  median", "at most 1.0 ms", millis(more) + " of " + millis(middle(times[1])), more > time.Millisecond},
	}, nil
}
