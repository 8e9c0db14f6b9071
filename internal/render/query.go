package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"time"

	"github.com/itchyny/gojq"
)

// maxQueryTime bounds a jq expression, which may never end.
const maxQueryTime = 10 * time.Second

// Query turns a JSON answer into text of the traveler's own choice: a jq
// expression or a Go template.
type Query struct {
	run func(ctx context.Context, value any) (string, error)
}

// JQ compiles a jq expression. Strings come out raw, everything else as JSON,
// one result a line; numbers keep the service's digits unless they are
// calculated with. It reads no environment, no files and no input but the answer.
func JQ(expression string) (*Query, error) {
	parsed, err := gojq.Parse(expression)
	if err != nil {
		return nil, fmt.Errorf("read the jq expression: %w", err)
	}
	code, err := gojq.Compile(parsed)
	if err != nil {
		return nil, fmt.Errorf("compile the jq expression: %w", err)
	}
	return &Query{run: func(ctx context.Context, value any) (string, error) { return runJQ(ctx, code, value) }}, nil
}

func runJQ(ctx context.Context, code *gojq.Code, value any) (string, error) {
	var b strings.Builder
	results := code.RunWithContext(ctx, value)
	for {
		result, more := results.Next()
		if !more {
			return b.String(), nil
		}
		if err, failed := result.(error); failed {
			if halt, ok := errors.AsType[*gojq.HaltError](err); ok && halt.Value() == nil {
				return b.String(), nil
			}
			return "", fmt.Errorf("run the jq expression: %w", err)
		}
		if text, ok := result.(string); ok {
			b.WriteString(text)
		} else {
			text, err := gojq.Marshal(result)
			if err != nil {
				return "", fmt.Errorf("print what the jq expression gave: %w", err)
			}
			b.Write(text)
		}
		b.WriteByte('\n')
	}
}

// Template compiles a Go template (text/template) over the answer. Beside Go's
// own functions there are json and join.
func Template(text string) (*Query, error) {
	t, err := template.New("--template").Option("missingkey=zero").Funcs(template.FuncMap{
		"json": func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"join": joinValues,
	}).Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read the template: %w", err)
	}
	return &Query{run: func(_ context.Context, value any) (string, error) {
		var b strings.Builder
		if err := t.Execute(&b, value); err != nil {
			return "", fmt.Errorf("run the template: %w", err)
		}
		return b.String(), nil
	}}, nil
}

// joinValues writes a list with a separator between its items.
func joinValues(separator string, list []any) string {
	items := make([]string, len(list))
	for i, v := range list {
		items[i] = fmt.Sprint(v)
	}
	return strings.Join(items, separator)
}
