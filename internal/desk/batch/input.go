package batch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf8"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Bounds of an input.
const (
	MaxBytes = 16 << 20
	MaxLines = 10_000
	maxLine  = 64 << 10 // bytes
)

// Input is what is to be searched: a line for each search.
type Input struct {
	Name    string   // as it was typed, "-" for stdin
	Text    []byte   // whole, as it was read
	Columns []string // of CSV, as the header names them; nil for NDJSON
	Lines   []Line
}

// A Line is one search as it was given.
type Line struct {
	N     int // where it begins in the input, from 1
	Input json.RawMessage
	Cells []Cell
	Err   error // why it cannot be read
}

// A Cell is a value of a line under the name that it was given.
type Cell struct{ Name, Text string }

// wrongFile is what is wrong with an input as a whole, at a line of it, 0 for all of it. Nothing is searched then.
func wrongFile(name string, line int, text, hint string) error {
	if name == "-" {
		name = "stdin"
	}
	if line > 0 {
		name += fmt.Sprintf(", line %d", line)
	}
	return problem.Error{Class: problem.Usage, Text: "--batch " + name + ": " + text, Hint: hint}
}

// Read reads CSV with a header, or NDJSON: objects, one a line. What is wrong with a single line is its
// error, and what is wrong with all of it that of Read.
func Read(from io.Reader, name string) (Input, error) {
	text, err := io.ReadAll(io.LimitReader(from, MaxBytes+1))
	if err != nil {
		return Input{}, fmt.Errorf("read --batch %s: %w", name, err)
	}
	return Parse(text, name)
}

// Parse is Read for text that is there.
func Parse(text []byte, name string) (Input, error) {
	in := Input{Name: name, Text: text}
	wrong := func(line int, text, hint string) (Input, error) {
		return in, wrongFile(name, line, text, hint)
	}
	if len(text) > MaxBytes {
		return wrong(0, fmt.Sprintf("it is longer than %d MiB", MaxBytes>>20), "part it into several batches")
	}
	if n, why := foreignLine(text); n > 0 {
		return wrong(n, why, "save it as UTF-8 text and try again")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first := bytes.TrimLeft(text, " \t\r\n")
	if len(first) == 0 {
		return wrong(0, "it is empty", "give CSV with a header, or one JSON object a line")
	}
	var err error
	switch first[0] {
	case '[':
		return wrong(0, "it is a JSON array", "give one object a line; jq -c '.[]' makes that of it")
	case '{':
		in.Lines = readObjects(text)
	default:
		in.Columns, in.Lines, err = readCSV(text, name)
	}
	switch {
	case err != nil:
		return in, err
	case len(in.Lines) == 0:
		return wrong(0, "it has a header and no line", "")
	case len(in.Lines) > MaxLines:
		return wrong(0, fmt.Sprintf("it has more than %s lines, which is the most that a batch takes", words.Grouped(MaxLines)), "part it into several batches")
	}
	return in, nil
}

// foreignLine is the first line that is not text in UTF-8, and why; 0 for none.
func foreignLine(text []byte) (n int, why string) {
	for line := range bytes.Lines(text) {
		n++
		switch {
		case !utf8.Valid(line):
			return n, "it is not UTF-8"
		case bytes.IndexByte(line, 0) >= 0:
			return n, "it has a byte of zero, as UTF-16 and files that are no text have"
		}
	}
	return 0, ""
}

// quoted is a text as JSON.
func quoted(value any) json.RawMessage {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if enc.Encode(value) != nil { // strings always can be
		return json.RawMessage("null")
	}
	return bytes.TrimSpace(text.Bytes())
}

func tooLong() error {
	return problem.UsageError{Text: fmt.Sprintf("the line is longer than %d KiB", maxLine>>10)}
}
