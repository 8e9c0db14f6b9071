package batch

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Input is a list of searches, one per line.
type Input struct {
	Name    string   // as typed, "-" for stdin
	Text    []byte   // the whole input
	Columns []string // the header of CSV; nil for NDJSON
	Lines   []Line
}

// Line is one search as it was given.
type Line struct {
	N     int // line number in the input, from 1
	Input json.RawMessage
	Cells []Cell
	Err   error // set if the line is wrong
}

// Cell is a named value of a line.
type Cell struct{ Name, Text string }

// wrongFile returns the error for a file that cannot be used; line is 0 if the error concerns all of it.
func wrongFile(name string, line int, text, hint string) problem.Error {
	if name == "-" {
		name = "stdin"
	}
	if line > 0 {
		name += fmt.Sprintf(", line %d", line)
	}
	return problem.Error{Class: problem.Usage, Text: "--batch " + name + ": " + text, Hint: hint}
}

// Read reads CSV with a header, or NDJSON. A line that is wrong has an error of its own.
func Read(from io.Reader, name string) (Input, error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return Input{}, fmt.Errorf("read --batch %s: %w", name, err)
	}
	return Parse(text, name)
}

// Parse is Read for text in memory.
func Parse(text []byte, name string) (Input, error) {
	in := Input{Name: name, Text: text}
	wrong := func(line int, text, hint string) (Input, error) {
		return in, wrongFile(name, line, text, hint)
	}
	n := 0
	for line := range bytes.Lines(text) {
		if n++; !utf8.Valid(line) {
			return wrong(n, "it is not UTF-8", "save it as UTF-8 text and try again")
		}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	first := bytes.TrimLeft(text, " \t\r\n")
	if len(first) == 0 {
		return wrong(0, "it is empty", "give CSV with a header, or one JSON object per line")
	}
	var err error
	switch first[0] {
	case '[':
		return wrong(0, "it is a JSON array", "give one object per line; jq -c '.[]' converts it")
	case '{':
		in.Lines = readObjects(text)
	default:
		in.Columns, in.Lines, err = readCSV(text, name)
	}
	if err == nil && len(in.Lines) == 0 {
		return wrong(0, "it has a header and no line", "")
	}
	return in, err
}

// quoted encodes texts as JSON.
func quoted(value any) json.RawMessage {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(value)
	return bytes.TrimSpace(text.Bytes())
}

// Argument is a column for an argument of the command.
type Argument struct {
	Name   string
	Also   []string // other names
	Day    string   // the parameter, if it is a date; the second date counts from the first
	Needed bool
}

// Row is a line turned into requests.
type Row struct {
	Arguments  map[string]string // by name, except dates
	Body, Read *ask.Values       // from the line, or else from the flags

	given map[string]Cell // the columns for arguments, by the name of the argument
}

// fold normalizes a name: fromDate, from-date and FROM_DATE are the same.
func fold(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// column finds a column by name, and returns how a value of it is set. taken holds the columns found before, by the
// argument or parameter that they set: two columns for the same one are an error.
func (k *Kind) column(name string, taken map[string]string) (set func(r *Row, text string) error, err error) {
	sets, set := k.find(name)
	if set == nil {
		var names []string
		for _, a := range k.Arguments {
			names = append(names, a.Name)
		}
		names = append(names, k.Common...)
		for _, used := range ask.UsedMost(k.Read.Op()) {
			names = append(names, used.Flag)
		}
		return nil, problem.Usagef("%s is not a column; columns are named as the arguments and flags of the command: %s and so on",
			words.Quote(name), strings.Join(names, ", "))
	}
	for _, sets := range sets {
		if other, given := taken[sets]; given {
			return nil, problem.Usagef("%s and %s say the same; give one of them", other, name)
		}
		taken[sets] = name
	}
	return set, nil
}

// find returns the parameters that a column sets and the function that sets them, or nil for an unknown column.
func (k *Kind) find(name string) (sets []string, set func(r *Row, text string) error) {
	is := func(n string) bool { return fold(n) == fold(name) }
	for _, a := range k.Arguments {
		if is(a.Name) || slices.ContainsFunc(a.Also, is) {
			return []string{argument + a.Name}, func(r *Row, text string) error {
				r.given[a.Name] = Cell{name, text}
				return nil
			}
		}
	}
	of := []func(*Row) *ask.Values{func(r *Row) *ask.Values { return r.Body }, func(r *Row) *ask.Values { return r.Read }}
	for i, op := range []*api.Operation{k.Body.Op(), k.Read.Op()} {
		for _, p := range op.Params {
			if slices.Contains(k.Closed, p.Name) || !is(p.Name) && !is(ask.FlagName(p.Name)) {
				continue
			}
			return []string{p.Name}, func(r *Row, text string) error {
				q := of[i](r)
				q.Unset(p.Name)
				err := q.Set(p.Name, name, text)
				if err == nil && !p.List && q.Text(p.Name) != text { // a word that is sent as another value
					q.TypedAs(p.Name, "--"+ask.FlagName(p.Name)+" "+words.Shell(text))
				}
				return err
			}
		}
		for _, f := range ask.PlainFlags(op) {
			if is(f.Name) {
				return f.Wires, func(r *Row, text string) error {
					of[i](r).Unset(f.Wires...)
					return of[i](r).SetPlain(f, text)
				}
			}
		}
	}
	return nil, nil
}

// argument precedes the name of an argument where parameters are named, too.
const argument = "argument "

// checkColumns refuses a wrong header.
func (k *Kind) checkColumns(in Input) error {
	if in.Columns == nil {
		return nil
	}
	wrong := func(text string) error {
		return wrongFile(in.Name, 1, text, "an example: "+k.Example)
	}
	taken := map[string]string{}
	for i, name := range in.Columns {
		if name == "" {
			return wrong(fmt.Sprintf("column %d has no name", i+1))
		}
		if _, err := k.column(name, taken); err != nil {
			return wrong(err.Error())
		}
	}
	for _, a := range k.Arguments {
		if a.Needed && taken[argument+a.Name] == "" {
			return wrong("column " + a.Name + " is missing")
		}
	}
	return nil
}

// fill turns a line into requests. It sends nothing.
func (k *Kind) fill(ctx context.Context, d *desk.Desk, line Line, today func() time.Time) (*Row, error) {
	if line.Err != nil {
		return nil, line.Err
	}
	days := *k.Body.Days()
	days.Today = today
	r := &Row{Body: k.Body.CloneOn(&days), Read: k.Read.CloneOn(&days)}
	r.Arguments, r.given = map[string]string{}, map[string]Cell{}
	taken := map[string]string{}
	for _, cell := range line.Cells {
		set, err := k.column(cell.Name, taken)
		if err == nil {
			err = set(r, cell.Text)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, a := range k.Arguments {
		cell, given := r.given[a.Name]
		switch {
		case !given && a.Needed:
			return nil, problem.Usagef("%s is missing", a.Name)
		case given && a.Day != "":
			if err := d.Set(ctx, r.Body, a.Day, cell.Name, cell.Text); err != nil {
				return nil, err
			}
		case given:
			r.Arguments[a.Name] = cell.Text
		}
	}
	return r, nil
}

// readCSV reads a header and the lines below it, separated by commas, semicolons or tabs. Empty cells are ignored.
func readCSV(text []byte, name string) (columns []string, lines []Line, err error) {
	header, _, _ := strings.Cut(strings.TrimLeft(string(text), "\r\n"), "\n")
	rows := csv.NewReader(bytes.NewReader(text))
	rows.FieldsPerRecord = -1
	rows.Comma = slices.MaxFunc([]rune{',', ';', '\t'}, func(a, b rune) int {
		return strings.Count(header, string(a)) - strings.Count(header, string(b))
	})
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return columns, lines, nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok { // the next line cannot be found
			return nil, nil, wrongFile(name, wrong.Line, "it is not CSV: "+wrong.Err.Error(), `a quote within a cell is written twice: ""`)
		}
		line := Line{}
		line.N, _ = rows.FieldPos(0)
		switch {
		case columns == nil:
			columns = cells
			for i, cell := range cells {
				columns[i] = strings.TrimSpace(cell)
			}
			continue
		case len(cells) == 1 && strings.TrimSpace(cells[0]) == "": // blank line
			continue
		case len(cells) != len(columns):
			line.Input = quoted(cells)
			line.Err = problem.Usagef("the line has %s, the header %d", words.Counted(len(cells), "cell"), len(columns))
		default:
			var given ask.Members
			for i, cell := range cells {
				given = append(given, ask.Member{Name: columns[i], Value: cell})
				if cell = strings.TrimSpace(cell); cell != "" {
					line.Cells = append(line.Cells, Cell{columns[i], cell})
				}
			}
			line.Input = quoted(given)
		}
		lines = append(lines, line)
	}
}

// readObjects reads one JSON object per line. Empty lines and null members are ignored.
func readObjects(text []byte) (lines []Line) {
	n := 0
	for text := range bytes.Lines(text) {
		n++
		text = bytes.TrimSpace(text)
		if len(text) == 0 {
			continue
		}
		line := Line{N: n, Input: text}
		if json.Valid(text) && text[0] == '{' {
			line.Cells, line.Err = cellsOf(text)
		} else {
			line.Input = quoted(string(text))
			line.Err = problem.Usagef("the line is not a JSON object").Advise("give each object on a line of its own")
		}
		lines = append(lines, line)
	}
	return lines
}

// cellsOf returns the members of a valid object, in order.
func cellsOf(text []byte) (cells []Cell, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	_, _ = dec.Token()         // {
	given := map[string]bool{} // by folded name
	for dec.More() {
		var value any
		name, _ := dec.Token()
		_ = dec.Decode(&value)
		cell := Cell{Name: fmt.Sprint(name)}
		var ok bool
		if cell.Text, ok = textOf(value); !ok {
			return nil, problem.Usagef("%s is an object; give a text, a number, true or false, or a list of them", words.Quote(cell.Name))
		}
		if given[fold(cell.Name)] {
			return nil, problem.Usagef("%s is given twice", words.Quote(cell.Name))
		}
		given[fold(cell.Name)] = true
		if cell.Text != "" {
			cells = append(cells, cell)
		}
	}
	return cells, nil
}

// textOf returns a value as a person would type it, with commas between the values of a list. An object has no such
// form.
func textOf(value any) (text string, ok bool) {
	switch v := value.(type) {
	case nil:
		return "", true
	case string:
		return strings.TrimSpace(v), true
	case []any:
		texts := make([]string, len(v))
		for i, item := range v {
			if texts[i], ok = textOf(item); !ok {
				return "", false
			}
		}
		return strings.Join(texts, ","), true
	case map[string]any:
		return "", false
	}
	return fmt.Sprint(value), true // a number, true or false
}
