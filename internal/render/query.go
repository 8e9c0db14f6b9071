package render

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime/metrics"
	"strings"
	"text/template"
	"time"

	"github.com/itchyny/gojq"

	"travel.example/travel/internal/clean"
)

// printQuery runs the query on a JSON document and prints its result.
func (p *Printer) printQuery(document []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return fmt.Errorf("read the answer for the query: %w", err)
	}
	text, err := p.Query.bounded(value)
	if err != nil || text == "" {
		return err
	}
	return p.writeText(text)
}

// Query converts a JSON answer to text by the traveler's jq expression or Go template. Either could run forever or
// fill the memory, so it is stopped at its limits.
type Query struct {
	run    func(ctx context.Context, value any) (string, error)
	name   string // such as "the jq expression"
	limits queryLimits
}

// queryLimits limit one run of a query.
type queryLimits struct {
	time   time.Duration
	memory uint64 // bytes, in addition to what the program used before, or as much again if that was more
	text   int    // bytes of output
}

// usual are the limits of every query. A legitimate query on the largest answer stays far below.
var usual = queryLimits{time: 10 * time.Second, memory: 192 << 20, text: 64 << 20}

// measure is the interval at which a running query's memory is measured.
const measure = 3 * time.Millisecond

// bounded runs the query until it ends or reaches a limit. A step that ignores its context is abandoned, and the
// program ends with the error. Memory that the step allocates until then exceeds the limit.
func (q *Query) bounded(value any) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), q.limits.time)
	defer cancel()
	before := memoryInUse()
	most := before + max(before, q.limits.memory) // memory used before may leave as much garbage
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

// memoryInUse returns the memory used by objects and stacks, in bytes.
func memoryInUse() (sum uint64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	metrics.Read(samples)
	for _, s := range samples {
		sum += s.Value.Uint64()
	}
	return sum
}

// output is the output of a query so far. It accepts no more after ctx ends, or over its limit.
type output struct {
	strings.Builder
	ctx   context.Context
	query *Query
}

// Write appends text.
func (o *output) Write(text []byte) (int, error) {
	if o.ctx.Err() != nil {
		return 0, o.ctx.Err()
	}
	if o.Len()+len(text) > o.query.limits.text {
		return 0, fmt.Errorf("%s prints more than %d MiB, so it was stopped", o.query.name, o.query.limits.text>>20)
	}
	return o.Builder.Write(text)
}

// maxMistake limits the text of an error in a query, in characters: it may contain a whole name or string of the
// query.
const maxMistake = 200

// mistaken describes an error in a query in one line.
func mistaken(doing string, err error) error {
	words := err.Error()
	text := []rune(clean.Line(words[:min(len(words), 64*maxMistake)]))
	if len(text) > maxMistake {
		text = append(text[:maxMistake], '…')
	}
	return fmt.Errorf("%s: %s", doing, string(text))
}

// JQ compiles a jq expression. Strings are printed raw, everything else as JSON, one result per line. Numbers keep
// the service's digits unless they are calculated with. The expression can read no environment, no files and no
// input but the answer.
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
	q.run = func(ctx context.Context, value any) (string, error) {
		out := output{ctx: ctx, query: q}
		results := code.RunWithContext(ctx, value)
		for {
			result, more := results.Next()
			if !more {
				return out.String(), nil
			}
			var text []byte
			switch result := result.(type) {
			case error:
				if halt, ok := errors.AsType[*gojq.HaltError](result); ok && halt.Value() == nil {
					return out.String(), nil
				}
				return "", mistaken("run the jq expression", result)
			case string:
				text = []byte(result)
			default:
				if text, err = gojq.Marshal(result); err != nil {
					return "", mistaken("print what the jq expression gave", err)
				}
			}
			if _, err := out.Write(append(text, '\n')); err != nil {
				return "", err
			}
		}
	}
	return q, nil
}

// compile compiles a parsed expression, which it modifies.
//
// Repeating a string is checked first: "x" * 2e9 takes 2 GB in a single step that the runtime cannot interrupt, so
// nothing would stop it. Every other step grows gradually, and [Query.bounded] stops it.
func compile(parsed *gojq.Query) (*gojq.Code, error) {
	checked, err := gojq.Parse(`def _times(a; b): b as $r | a as $l | _fits($l; $r) | $l * $r; def _multiply(a; b): _times(a; b); .`)
	if err != nil {
		return nil, err
	}
	checkTimes(reflect.ValueOf(parsed))
	parsed.FuncDefs = append(checked.FuncDefs, parsed.FuncDefs...)
	return gojq.Compile(parsed, gojq.WithFunction("_fits", 2, 2, func(input any, sides []any) any {
		text, ok := sides[0].(string)
		times, isNumber := gojq.ToFloat64(sides[1])
		if !ok {
			text, ok = sides[1].(string)
			times, isNumber = gojq.ToFloat64(sides[0])
		}
		if ok && isNumber && float64(len(text))*math.Trunc(times) > float64(usual.text) {
			return fmt.Errorf("* makes a text of more than %d MiB", usual.text>>20)
		}
		return input
	}))
}

// checkTimes rewrites every l * r of an expression to call _times.
func checkTimes(node reflect.Value) {
	switch node.Kind() {
	case reflect.Pointer:
		if node.IsNil() {
			return
		}
		checkTimes(node.Elem())
		if q, ok := reflect.TypeAssert[*gojq.Query](node); ok && q.Op == gojq.OpMul {
			times := &gojq.Func{Name: "_times", Args: []*gojq.Query{q.Left, q.Right}}
			*q = gojq.Query{FuncDefs: q.FuncDefs, Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: times}}
		}
	case reflect.Struct:
		for _, field := range node.Fields() {
			checkTimes(field)
		}
	case reflect.Slice:
		for i := range node.Len() {
			checkTimes(node.Index(i))
		}
	}
}

// Template compiles a Go template for the answer. Besides Go's own functions it has json and join.
func Template(text string) (*Query, error) {
	const name = "--template" // as named in its errors
	// In the decoded answer a missing member is null as well, so that both fail with the same message.
	t := template.New(name).Option("missingkey=zero").Funcs(template.FuncMap{
		"json":    func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"join":    joinValues,
		"print":   limited(fmt.Sprint),
		"println": limited(fmt.Sprintln),
		"printf": func(format string, args ...any) (string, error) {
			return limited(func(args ...any) string { return fmt.Sprintf(format, args...) })(args...)
		},
	})
	if _, err := t.Parse(text); err != nil {
		return nil, mistaken("read the template", err)
	}
	q := &Query{name: "the template", limits: usual}
	q.run = func(ctx context.Context, value any) (string, error) {
		out := output{ctx: ctx, query: q}
		if err := t.Execute(&out, value); err != nil {
			return "", mistaken("run the template", err)
		}
		return out.String(), nil
	}
	return q, nil
}

// limited wraps a function of text/template so that it refuses to produce a text that could not be printed. A
// template ignores its context, so one that doubles a text would run until the program ends.
func limited(write func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) {
		bytes := 0
		for _, arg := range args {
			if text, ok := arg.(string); ok {
				bytes += len(text)
			}
		}
		if bytes > usual.text {
			return "", fmt.Errorf("it makes a text of more than %d MiB", usual.text>>20)
		}
		return write(args...), nil
	}
}

// joinValues joins a list with a separator between its items.
func joinValues(separator string, list []any) (string, error) {
	items := make([]string, len(list))
	bytes := 0
	for i, v := range list {
		items[i] = fmt.Sprint(v)
		if bytes += len(items[i]) + len(separator); bytes > usual.text {
			return "", fmt.Errorf("join makes a text of more than %d MiB", usual.text>>20)
		}
	}
	return strings.Join(items, separator), nil
}
