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
	return problem.Usagef("the line is longer than %d KiB", maxLine>>10)
}

// An Argument is a column that is an argument of the command.
type Argument struct {
	Name   string
	Also   []string // other names that it goes by
	Day    string   // the parameter, where it is a day; the second day counts from the first
	Needed bool
}

// A Row is a line as the desk takes it.
type Row struct {
	Arguments  map[string]string // by name, those that are no days
	Body, Read *ask.Values       // what the line says, and the flags where it says nothing
}

// A column is where a value goes.
type column struct {
	argument *Argument // nil for a parameter
	wires    []string  // of parameters, which it alone may give
	set      func(r *Row, label, text string) error
}

// fold is a name whatever its case and its dashes: fromDate, from-date and FROM_DATE are one.
func fold(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// column finds what a name stands for.
func (k *Kind) column(name string) (column, bool) {
	for i := range k.Arguments {
		a := &k.Arguments[i]
		if slices.ContainsFunc(append([]string{a.Name}, a.Also...), func(n string) bool { return fold(n) == fold(name) }) {
			return column{argument: a}, true
		}
	}
	of := []func(*Row) *ask.Values{func(r *Row) *ask.Values { return r.Body }, func(r *Row) *ask.Values { return r.Read }}
	for i, op := range []*api.Operation{k.Body.Op(), k.Read.Op()} {
		for j := range op.Params {
			p := &op.Params[j]
			if slices.Contains(k.Closed, p.Name) || fold(p.Name) != fold(name) && fold(ask.FlagName(p.Name)) != fold(name) {
				continue
			}
			return column{wires: []string{p.Name}, set: func(r *Row, label, text string) error {
				return setParam(of[i](r), p, label, text)
			}}, true
		}
		for _, f := range ask.PlainFlags(op) {
			if fold(f.Name) == fold(name) {
				return column{wires: f.Wires, set: func(r *Row, _, text string) error {
					of[i](r).Unset(f.Wires...)
					return of[i](r).SetPlain(f, text)
				}}, true
			}
		}
	}
	return column{}, false
}

// setParam gives a parameter in place of what holds for all lines. A word that stands for another value is
// known as it would be typed as a flag.
func setParam(q *ask.Values, p *api.Param, label, text string) error {
	q.Unset(p.Name)
	err := q.Set(p.Name, label, text)
	if err == nil && !p.List && q.Text(p.Name) != text {
		q.TypedAs(p.Name, "--"+ask.FlagName(p.Name)+" "+words.Shell(text))
	}
	return err
}

// names are the columns that people use most, for a message.
func (k *Kind) names() string {
	var names []string
	for _, a := range k.Arguments {
		names = append(names, a.Name)
	}
	names = append(names, k.Common...)
	for _, used := range ask.UsedMost(k.Read.Op()) {
		names = append(names, used.Flag)
	}
	return strings.Join(names, ", ")
}

func (k *Kind) unknown(name string) string {
	return words.Quote(name) + " is not a column; columns are named as the arguments and flags of the command: " + k.names() + " and so on"
}

// checkColumns refuses a header that cannot be meant.
func (k *Kind) checkColumns(in Input) error {
	if in.Columns == nil {
		return nil
	}
	wrong := func(text string) error {
		return wrongFile(in.Name, 1, text, "an example: "+k.Example)
	}
	here, taken := map[*Argument]bool{}, map[string]string{}
	for i, name := range in.Columns {
		if name == "" {
			return wrong(fmt.Sprintf("column %d has no name", i+1))
		}
		c, ok := k.column(name)
		if !ok {
			return wrong(k.unknown(name))
		}
		if err := claim(c, name, taken); err != nil {
			return wrong(err.Error())
		}
		here[c.argument] = true
	}
	for i := range k.Arguments {
		if a := &k.Arguments[i]; a.Needed && !here[a] {
			return wrong("column " + a.Name + " is missing")
		}
	}
	return nil
}

// claim refuses two names for one thing.
func claim(c column, name string, taken map[string]string) error {
	wires := c.wires
	if c.argument != nil {
		wires = []string{"argument " + c.argument.Name}
	}
	for _, wire := range wires {
		if other, given := taken[wire]; given {
			return problem.Usagef("%s and %s say the same; give one of them", other, name)
		}
		taken[wire] = name
	}
	return nil
}

// fill reads a line; its words for days count from today. Nothing is sent.
func (k *Kind) fill(ctx context.Context, d *desk.Desk, line Line, today func() time.Time) (*Row, error) {
	if line.Err != nil {
		return nil, line.Err
	}
	days := *k.Body.Days()
	days.Today = today
	r := &Row{Arguments: map[string]string{}, Body: k.Body.CloneOn(&days), Read: k.Read.CloneOn(&days)}
	typed, taken := map[string]Cell{}, map[string]string{}
	for _, cell := range line.Cells {
		c, ok := k.column(cell.Name)
		if !ok {
			return nil, problem.Usagef("%s", k.unknown(cell.Name))
		}
		if err := claim(c, cell.Name, taken); err != nil {
			return nil, err
		}
		switch {
		case c.argument != nil && c.argument.Day != "":
			typed[c.argument.Day] = cell
		case c.argument != nil:
			r.Arguments[c.argument.Name] = cell.Text
		default:
			if err := c.set(r, cell.Name, cell.Text); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range k.Arguments {
		cell, isDay := typed[a.Day]
		switch {
		case isDay:
			if err := d.Set(ctx, r.Body, a.Day, cell.Name, cell.Text); err != nil {
				return nil, err
			}
		case a.Needed && r.Arguments[a.Name] == "":
			return nil, problem.Usagef("%s is missing", a.Name)
		}
	}
	return r, nil
}

// readCSV reads a header and the lines below it, with commas, semicolons or tabs between cells, as the
// header has them. An empty cell is not given.
func readCSV(text []byte, name string) (columns []string, lines []Line, err error) {
	rows := csv.NewReader(bytes.NewReader(text))
	rows.FieldsPerRecord = -1
	rows.Comma = separator(text)
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return columns, lines, nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok { // where the next line begins is not known
			return nil, nil, wrongFile(name, wrong.Line, "it is not CSV: "+wrong.Err.Error(), `a quote within a cell is written twice: ""`)
		}
		if err != nil {
			return nil, nil, err
		}
		at, _ := rows.FieldPos(0)
		if columns == nil {
			columns = make([]string, len(cells))
			for i, cell := range cells {
				columns[i] = strings.TrimSpace(cell)
			}
			continue
		}
		if len(cells) == 1 && strings.TrimSpace(cells[0]) == "" { // spaces alone
			continue
		}
		lines = append(lines, csvLine(at, columns, cells))
		if len(lines) > MaxLines {
			return columns, lines, nil
		}
	}
}

// separator is what stands between the cells of the header.
func separator(text []byte) rune {
	header, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	best, most := ',', 0
	for _, sep := range []rune{',', ';', '\t'} {
		if n := strings.Count(string(header), string(sep)); n > most {
			best, most = sep, n
		}
	}
	return best
}

func csvLine(at int, columns, cells []string) Line {
	line := Line{N: at}
	size := 0
	for _, cell := range cells {
		size += len(cell)
	}
	if len(cells) != len(columns) {
		line.Input = quoted(cells)
		line.Err = problem.Usagef("the line has %s, the header %d", words.Counted(len(cells), "cell"), len(columns))
	}
	if size > maxLine {
		line.Input, line.Err = json.RawMessage("null"), tooLong()
	}
	if line.Err != nil {
		return line
	}
	var given ask.Members
	for i, cell := range cells {
		given = append(given, ask.Member{Name: columns[i], Value: cell})
		if cell = strings.TrimSpace(cell); cell != "" {
			line.Cells = append(line.Cells, Cell{columns[i], cell})
		}
	}
	line.Input = quoted(given)
	return line
}

// duplicated is the first name that is there twice, "" for none.
func duplicated(names []string) string {
	for i, name := range names {
		if slices.ContainsFunc(names[:i], func(other string) bool { return fold(other) == fold(name) }) {
			return name
		}
	}
	return ""
}

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
		line.Input, line.Err = quoted(string(text)), problem.Usagef("the line is not a JSON object").Advise("give one object a line, in one line")
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
			return nil, problem.Usagef("%s is %s; give a text, a number, true or false, or a list of them", words.Quote(cell.Name), err.Error())
		}
		names = append(names, cell.Name)
		if cell.Text != "" {
			cells = append(cells, cell)
		}
	}
	if name := duplicated(names); name != "" {
		return nil, problem.Usagef("%s is given twice", words.Quote(name))
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
