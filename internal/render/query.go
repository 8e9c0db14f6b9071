package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/itchyny/gojq"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/template"
)

// printQuery runs the query over a JSON document and prints what it gives.
func (p *Printer) printQuery(document []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return fmt.Errorf("read the answer for the query: %w", err)
	}
	text, err := p.query.bounded(value)
	if err != nil || text == "" {
		return err
	}
	return p.writeText(text)
}

// Query turns a JSON answer into text of the traveler's own choice: a jq expression or a Go
// template. Either may never end, or fill the memory: it is stopped at its limits.
type Query struct {
	run    func(ctx context.Context, value any) (string, error)
	name   string // as in "the jq expression"
	limits queryLimits
}

// queryLimits bound one run of a query.
type queryLimits struct {
	time   time.Duration
	memory uint64 // bytes, beyond what the program held before; the more, if that was more
	text   int    // bytes that it prints
}

// usual are the limits of every query. An honest one over the largest answer stays far below.
var usual = queryLimits{time: 10 * time.Second, memory: 192 << 20, text: 64 << 20}

// measure is how often a running query's memory is measured.
const measure = 3 * time.Millisecond

// bounded runs the query until it ends or reaches a limit. A run that does not heed its context is
// left alone: its memory is counted when it is asked for, which is before it is filled, and the
// program ends with the error.
func (q *Query) bounded(value any) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), q.limits.time)
	defer cancel()
	before := memoryInUse()
	most := before + max(before, q.limits.memory) // what was held before may leave as much garbage
	type result struct {
		text   string
		err    error
		caught any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.caught = recover()
			done <- r
		}()
		r.text, r.err = q.run(ctx, value)
	}()
	tick := time.NewTicker(measure)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if memoryInUse() > most {
				return "", fmt.Errorf("%s needs more than %d MiB of memory, so it was stopped", q.name, (most-before)>>20)
			}
		case <-ctx.Done():
			return "", q.endless()
		case r := <-done:
			switch {
			case r.caught != nil:
				panic(r.caught)
			case r.err != nil && ctx.Err() != nil:
				return "", q.endless()
			}
			return r.text, r.err
		}
	}
}

func (q *Query) endless() error {
	return fmt.Errorf("%s did not end within %s, so it was stopped", q.name, q.limits.time)
}

// memoryInUse is what objects and stacks take, in bytes.
func memoryInUse() (sum uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	for _, s := range samples {
		sum += s.Value.Uint64()
	}
	return sum
}

// output is what a query has given so far. It takes no more after ctx ended, or over its limit.
type output struct {
	strings.Builder
	ctx   context.Context
	query *Query
}

// Write takes a piece of text.
func (o *output) Write(text []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, o.ctx.Err()
	}
	if o.Len()+len(text) > o.query.limits.text {
		return 0, o.query.tooLong()
	}
	return o.Builder.Write(text)
}

func (q *Query) tooLong() error {
	return fmt.Errorf("%s prints more than %d MiB, so it was stopped", q.name, q.limits.text>>20)
}

// maxMistake bounds what is repeated of a mistake in a query, in characters: its words may hold a
// whole name or string of it.
const maxMistake = 200

// mistaken says what is wrong with a query, in one line.
func mistaken(doing string, err error) error {
	words := err.Error()
	text := []rune(clean.Line(words[:min(len(words), 64*maxMistake)]))
	if len(text) > maxMistake {
		text = append(text[:maxMistake], '…')
	}
	return fmt.Errorf("%s: %s", doing, string(text))
}

// JQ compiles a jq expression. Strings come out raw, everything else as JSON, one result a line;
// numbers keep the service's digits unless they are calculated with. It reads no environment, no
// files and no input but the answer.
func JQ(expression string) (*Query, error) {
	parsed, err := gojq.Parse(expression)
	if err != nil {
		return nil, mistaken("read the jq expression", err)
	}
	code, err := compile(parsed)
	if err != nil {
		return nil, mistaken("compile the jq expression", err)
	}
	q := &Query{name: "the jq expression", limits: usual}
	q.run = func(ctx context.Context, value any) (string, error) { return q.runJQ(ctx, code, value) }
	return q, nil
}

func (q *Query) runJQ(ctx context.Context, code *gojq.Code, value any) (string, error) {
	out := output{ctx: ctx, query: q}
	results := code.RunWithContext(ctx, value)
	for {
		result, more := results.Next()
		if !more {
			return out.String(), nil
		}
		var text []byte
		var err error
		switch result := result.(type) {
		case error:
			if halt, ok := errors.AsType[*gojq.HaltError](result); ok && halt.Value() == nil {
				return out.String(), nil
			}
			return "", mistaken("run the jq expression", result)
		case string:
			text = []byte(result)
		default:
			if written(result, q.limits.text) < 0 {
				return "", q.tooLong()
			}
			if text, err = gojq.Marshal(result); err != nil {
				return "", mistaken("print what the jq expression gave", err)
			}
		}
		if _, err := out.Write(append(text, '\n')); err != nil {
			return "", err
		}
	}
}

// Template compiles a Go template, in the language of text/template, over the answer. Beside Go's own
// functions there are json and join.
func Template(text string) (*Query, error) {
	const name = "--template" // in the words of its mistakes
	t := template.New(map[string]any{
		"json": func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"join": joinValues,
	})
	if err := t.Parse(name, text); err != nil {
		return nil, mistaken("read the template", err)
	}
	q := &Query{name: "the template", limits: usual}
	q.run = func(ctx context.Context, value any) (string, error) {
		out := output{ctx: ctx, query: q}
		if err := t.Execute(&out, name, value); err != nil {
			return "", mistaken("run the template", err)
		}
		return out.String(), nil
	}
	return q, nil
}

// joinValues writes a list with a separator between its items.
func joinValues(separator string, list []any) (string, error) {
	items := make([]string, len(list))
	bytes := 0
	for i, v := range list {
		items[i] = fmt.Sprint(v)
		if bytes += len(items[i]) + len(separator); bytes > maxStepText {
			return "", &stepError{"join", longText}
		}
	}
	return strings.Join(items, separator), nil
}
