package batch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// output hands on the result of each line once, in the order of the lines unless that is not wanted.
type output struct {
	told     func(Result) error
	unsorted bool
	ready    []func() (Result, error) // by line; nil for what is not there yet
	next     int                      // line to hand on
}

// put takes the result of a line. Those that wait for earlier lines are read when their turn comes.
func (o *output) put(i int, result func() (Result, error)) error {
	if o.unsorted {
		return o.hand(result)
	}
	o.ready[i] = result
	for ; o.next < len(o.ready) && o.ready[o.next] != nil; o.next++ {
		if err := o.hand(o.ready[o.next]); err != nil {
			return err
		}
		o.ready[o.next] = done
	}
	return nil
}

// done stands for what was handed on.
func done() (Result, error) { return Result{}, nil }

func (o *output) hand(result func() (Result, error)) error {
	r, err := result()
	if err != nil {
		return err
	}
	return o.told(r)
}

// LimitError says that the searches that were agreed to are spent.
type LimitError struct{ Most int }

func (e *LimitError) Error() string {
	if e.Most == 0 {
		return "--max-searches 0 lets no search be made"
	}
	return fmt.Sprintf("--max-searches %d was reached", e.Most)
}

// Class is Wait.
func (e *LimitError) Class() problem.Class { return problem.Wait }

// Advice says how to go on.
func (e *LimitError) Advice() string {
	if e.Most == 0 {
		return "to make some: --max-searches 1, or more"
	}
	return "the same command makes the next searches"
}

// Alone tells a failure of one search that says nothing about others.
func Alone(err error) bool {
	switch problem.ClassOf(err) {
	case problem.Usage, problem.Choice, problem.NotFound:
		return true
	case problem.Refused:
		p, ok := errors.AsType[*apiclient.ProblemError](err)
		return ok && p.Status < 500
	}
	return false
}

// again tells whether what failed may go well when it is tried again as it is.
func again(err error) bool { return !Alone(err) }

// begin hands on what is known before the first search.
func (b *running) begin(wrong []Result) {
	for i := range b.rows {
		switch {
		case b.isDone(i):
			b.sum.Answered++
			b.put(i, b.kept(i))
		case b.rows[i] == nil:
			b.fail(i, wrong[0])
			wrong = wrong[1:]
		}
	}
}

// kept is the result of a line that an earlier run answered.
func (b *running) kept(i int) func() (Result, error) {
	return func() (Result, error) {
		r, err := b.journal.answer(b.Input.Lines[i].N)
		r.Kept = true
		return b.of(i, r), err
	}
}

// of completes a result by what is known of its line.
func (b *running) of(i int, r Result) Result {
	line := b.Input.Lines[i]
	r.Line, r.Input, r.Spent = line.N, line.Input, b.journal.spent[line.N]
	return r
}

// put hands a result on. The first failure of that ends the batch.
func (b *running) put(i int, result func() (Result, error)) {
	b.had[i] = true
	if b.broken == nil && !b.journal.dry {
		b.stop(b.out.put(i, result))
	}
}

// stop ends the batch because what is found cannot be kept or handed on.
func (b *running) stop(err error) {
	if err != nil && b.broken == nil {
		b.broken = err
		if b.cancel != nil {
			b.cancel(err)
		}
	}
}

// told takes what came of a search.
func (b *running) told(e sweep.Event[Answer]) {
	line := b.Input.Lines[e.N].N
	switch e.Step {
	case sweep.Made:
		if b.journal.made[line].SearchID != e.Made.SearchID {
			b.sum.Spent, b.sum.Left = b.sum.Spent+1, b.sum.Left.After(e.Made)
			b.stop(b.journal.keep(record{Line: line, Made: &made{e.Made.SearchID, e.Made.At, e.Made.SiteCode}}))
		}
	case sweep.Done:
		b.ended(e, line)
	}
}

// ended takes the end of a search. An answer counts once it is kept.
func (b *running) ended(e sweep.Event[Answer], line int) {
	e.Got.Meta.Origin = b.desk.Origin()
	result, err := resultOf(e, b.desk.Now())
	if e.Err != nil {
		err = e.Err
	}
	if err == nil {
		err = b.answered(line, result)
	}
	if err == nil {
		b.sum.Answered++
		b.put(e.N, func() (Result, error) { return b.of(e.N, result), nil })
		return
	}
	if e.Made.SearchID != "" && problem.ClassOf(err) == problem.NotFound {
		b.stop(b.journal.keep(record{Line: line, Gone: e.Made.SearchID}))
	}
	result.Err = err
	b.fail(e.N, result)
}

// answered keeps an answer.
func (b *running) answered(line int, r Result) error {
	text, err := json.Marshal(r)
	if err == nil {
		err = b.journal.keep(record{Line: line, Done: text})
	}
	b.stop(err)
	return err
}

// resultOf is what a search was found to hold, as it is kept.
func resultOf(e sweep.Event[Answer], now time.Time) (Result, error) {
	r := Result{SearchID: e.Made.SearchID}
	if e.Got.Body == nil {
		return r, nil
	}
	rows, err := desk.RowsIn(e.Got.Body)
	if err != nil {
		return r, err
	}
	r.AsOf, r.Total, r.Results = new(now.UTC().Truncate(time.Second)), new(e.Got.Total), rows
	r.Travel, err = json.Marshal(e.Got.Meta)
	return r, err
}

// fail takes a line that has no answer. One that was interrupted has not failed.
func (b *running) fail(i int, r Result) {
	r = b.of(i, r)
	switch {
	case problem.ClassOf(r.Err) == problem.Interrupted:
		b.open++
	case again(r.Err):
		b.open++
		fallthrough
	default:
		b.sum.Failed++
		if b.failed == nil || r.Line < b.failed.Line {
			b.failed = &r
		}
	}
	b.put(i, func() (Result, error) { return r, nil })
}

// end hands on the lines that were not searched, and says why not each was answered.
func (b *running) end(err error) error {
	for i := range b.rows {
		if !b.had[i] {
			b.open++
			r := b.of(i, Result{Err: fmt.Errorf("not searched: %w", cmp.Or(err, context.Canceled))})
			b.put(i, func() (Result, error) { return r, nil })
		}
	}
	waits, quota := errors.AsType[*sweep.QuotaError](err)
	_, limit := errors.AsType[*LimitError](err)
	text := func() string {
		return fmt.Sprintf("%v; %d of %d lines are not answered", err, b.sum.Lines-b.sum.Answered, b.sum.Lines)
	}
	switch {
	case b.broken != nil:
		return b.broken
	case problem.ClassOf(err) == problem.Interrupted:
		return err
	case quota:
		at := offer.Clock(waits.Until.In(b.desk.Now().Location()))
		return problem.Error{Err: err, Text: text(), Hint: "the same command goes on after " + at + "; what is answered is kept"}
	case limit:
		return problem.Error{Err: err, Text: text(), Hint: problem.AdviceOf(err)}
	case b.failed != nil && (err == nil || problem.ClassOf(b.failed.Err) != problem.ClassOf(err)):
		first := problem.Error{Class: problem.ClassOf(b.failed.Err), Hint: problem.AdviceOf(b.failed.Err)}
		first.Text = fmt.Sprintf("%d of %s failed; line %d: %v", b.sum.Failed, words.Counted(b.sum.Lines, "line"), b.failed.Line, b.failed.Err)
		if again(b.failed.Err) {
			first.Hint = "the same command tries again what has failed, and nothing else"
		}
		return first
	case err != nil:
		return problem.Error{Err: err, Text: text(), Hint: problem.AdviceOf(err)}
	}
	return nil
}

var _ desk.Reporter = (*reports)(nil)

// reports takes what a reader of one line's answer has to know.
type reports struct{ warned []string }

// Warn keeps a sentence.
func (r *reports) Warn(text string) { r.warned = append(r.warned, text+".") }

// Created is told by the journal.
func (r *reports) Created(search.Created) {}

// Snapshot is not told: what a search comes to is.
func (r *reports) Snapshot(desk.Snapshot) {}

// Waiting is told of all lines at once.
func (r *reports) Waiting(time.Duration, string) {}

// Notice is for someone who watches a single search.
func (r *reports) Notice(string) {}

// Spending was agreed to.
func (r *reports) Spending(string) {}

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
