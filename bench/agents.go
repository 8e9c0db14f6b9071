//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"travel.example/travel/bench/trips"
	"travel.example/travel/internal/sandbox"
)

// An agent talks to a travel mcp of its own. It is as plain as can be, for on the same computer a library's
// client takes as much of the time as the server.
type agent struct {
	cmd   *exec.Cmd
	to    io.Writer
	from  *bufio.Reader
	calls int
}

// connect starts a server with the environment beside the usual one.
func (b *bench) connect(ctx context.Context, environ []string, args ...string) (*agent, error) {
	cmd := exec.CommandContext(ctx, b.travel, append([]string{"mcp"}, args...)...) //nolint:gosec // the program that is measured
	cmd.Env = b.environ(environ...)
	to, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	a := &agent{cmd: cmd, to: to, from: bufio.NewReaderSize(from, 1<<20)}
	err = a.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}`, new(any))
	if err != nil {
		a.end()
		return nil, err
	}
	_, err = fmt.Fprintln(a.to, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return a, err
}

// ask sends a request and reads its result. Answers to others are left aside.
func (a *agent) ask(method, params string, result any) error {
	a.calls++
	if _, err := fmt.Fprintf(a.to, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", a.calls, method, params); err != nil {
		return err
	}
	for {
		line, err := a.from.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var said struct {
			ID            int
			Result, Error json.RawMessage
		}
		switch err := json.Unmarshal(line, &said); {
		case err != nil || said.Error != nil:
			return fmt.Errorf("%s is answered with %.200s", method, line)
		case said.ID == a.calls:
			return json.Unmarshal(said.Result, result)
		}
	}
}

func (a *agent) end() {
	_ = a.cmd.Process.Kill()
	_ = a.cmd.Wait()
}

// read makes a call that has to answer, over and over.
func (a *agent) read(times int, tool, arguments string) error {
	for range times {
		var said struct {
			Content []struct{ Text string }
			IsError bool
		}
		if err := a.ask("tools/call", `{"name":"`+tool+`","arguments":`+arguments+`}`, &said); err != nil {
			return err
		}
		if said.IsError || len(said.Content) == 0 {
			return fmt.Errorf("%s %s is answered %v", tool, arguments, said.Content)
		}
	}
	return nil
}

// medians are those of how long each of some things takes, done in turn.
func medians(rounds int, things ...func() error) ([]time.Duration, error) {
	times := make([][]time.Duration, len(things))
	for range rounds {
		for i, do := range things {
			begun := time.Now()
			if err := do(); err != nil {
				return nil, err
			}
			times[i] = append(times[i], time.Since(begun))
		}
	}
	found := make([]time.Duration, len(things))
	for i := range times {
		found[i] = at(times[i], 50)
	}
	return found, nil
}

// start is how long a client waits for the list of tools, beside a start that does nothing else.
func (b *bench) start(ctx context.Context) ([]row, error) {
	took, err := medians(15, func() error {
		a, err := b.connect(ctx, nil)
		if err != nil {
			return err
		}
		defer a.end()
		return a.ask("tools/list", `{}`, new(any))
	}, func() error {
		return exec.CommandContext(ctx, b.travel, "--version").Run() //nolint:gosec // the program that is measured
	})
	if err != nil {
		return nil, err
	}
	list, more := took[0], took[0]-took[1]
	beside := millis(more) + " of " + millis(took[1])
	return []row{
		{what: "start to the list of tools", aim: "at most 25 ms", got: []string{millis(list)}, missed: list > 25*time.Millisecond},
		{what: "  more than travel --version, run in turn", aim: "at most 10 ms", got: []string{beside}, missed: more > 10*time.Millisecond},
	}, nil
}

// reads is how long 200 reads of places take in one session, beside curl on one connection: each from its
// start to its last answer.
func (b *bench) reads(ctx context.Context) ([]row, error) {
	const number = 200
	front := httptest.NewUnstartedServer(nil)
	url := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: url, QuotaScale: 1000})
	if err != nil {
		return nil, err
	}
	front.Config.Handler = server.Handler()
	front.Start()
	defer func() { front.Close(); _ = server.Close() }()
	token, _, err := server.SampleToken()
	if err != nil {
		return nil, err
	}
	config := filepath.Join(b.work, "curl")
	line := fmt.Sprintf("url = \"%s/v1/places?query=dubai\"\noutput = \"%s\"\n", url, os.DevNull)
	if err := os.WriteFile(config, []byte(strings.Repeat(line, number)), 0o600); err != nil {
		return nil, err
	}
	took, err := medians(5, func() error {
		a, err := b.connect(ctx, []string{"TRAVEL_API_URL=" + url, "TRAVEL_TOKEN=" + token}, "--toolset", "all")
		if err != nil {
			return err
		}
		defer a.end()
		return a.read(number, "getPlaces", `{"query":"dubai"}`)
	}, func() error {
		return exec.CommandContext(ctx, "curl", "-sSf", "-H", "Authorization: Bearer "+token, "--config", config).Run()
	})
	if err != nil {
		return nil, err
	}
	ratio := float64(took[0]) / float64(took[1])
	return []row{{
		what: fmt.Sprintf("%d reads of places in one session, beside one curl", number), aim: "at most 2.5 x curl",
		got: []string{fmt.Sprintf("%.2f x, %s", ratio, millis(took[0]))}, missed: ratio > 2.5,
	}}, nil
}

// load is the memory of a server in a long session of reads.
func (b *bench) load(ctx context.Context) ([]row, error) {
	service, err := trips.Service(1000)
	if err != nil {
		return nil, err
	}
	front := httptest.NewServer(service)
	defer front.Close()
	a, err := b.connect(ctx, []string{"TRAVEL_API_URL=" + front.URL, "TRAVEL_TOKEN=bench"}, "--toolset", "all")
	if err != nil {
		return nil, err
	}
	defer a.end()
	var memory []float64
	for _, reads := range []int{100, 9_900} {
		if err := a.read(reads, "getFlightSearchResults", `{"searchId":"s","wait":0}`); err != nil {
			return nil, err
		}
		size, err := resident(a.cmd.Process.Pid)
		if err != nil {
			return nil, err
		}
		memory = append(memory, float64(size)/1e6)
	}
	few, many := memory[0], memory[1]
	return []row{
		{what: "memory after 100 calls", aim: "at most 32 MB", got: []string{fmt.Sprintf("%.1f MB", few)}, missed: few > 32},
		{what: "memory after 10,000 calls", aim: "at most 2 MB more", got: []string{fmt.Sprintf("%.1f MB", many)}, missed: many > 32 || many > few+2},
	}, nil
}
