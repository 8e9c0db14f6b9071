package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// readObjects reads one JSON object a line; empty lines are left out. A member that is null is not given.
func readObjects(text []byte) (lines []Line) {
	n := 0
	for text := range bytes.Lines(text) {
		n++
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		lines = append(lines, objectLine(n, text))
		if len(lines) > MaxLines {
			break
		}
	}
	return lines
}

func objectLine(n int, text []byte) Line {
	line := Line{N: n}
	switch {
	case len(text) > maxLine:
		line.Input, line.Err = json.RawMessage("null"), tooLong()
		return line
	case !json.Valid(text) || text[0] != '{':
		line.Input, line.Err = quoted(string(text)), problem.UsageError{Text: "the line is not a JSON object", Hint: "give one object a line, in one line"}
		return line
	}
	line.Input = text
	line.Cells, line.Err = cellsOf(text)
	return line
}

// cellsOf are the members of an object, which is valid, in their order.
func cellsOf(text []byte) (cells []Cell, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if _, err := dec.Token(); err != nil { // {
		return nil, err
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value any
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		cell := Cell{Name: fmt.Sprint(name)}
		if cell.Text, err = textOf(value); err != nil {
			return nil, problem.UsageError{Text: words.Quote(cell.Name) + " is " + err.Error() + "; give a text, a number, true or false, or a list of them"}
		}
		names = append(names, cell.Name)
		if cell.Text != "" {
			cells = append(cells, cell)
		}
	}
	if name := duplicated(names); name != "" {
		return nil, problem.UsageError{Text: words.Quote(name) + " is given twice"}
	}
	return cells, nil
}

var (
	errObject = errors.New("an object")
	errNested = errors.New("a list of lists")
)

// textOf is a value as a person types it; those of a list have commas between.
func textOf(value any) (string, error) {
	switch v := value.(type) {
	case nil:
		return "", nil
	case string:
		return strings.TrimSpace(v), nil
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			if _, nested := item.([]any); nested {
				return "", errNested
			}
			var err error
			if texts[i], err = textOf(item); err != nil {
				return "", err
			}
		}
		return strings.Join(texts, ","), nil
	case map[string]any:
		return "", errObject
	}
	return fmt.Sprint(value), nil // a number's digits, true or false
}
