// Package batch makes the searches listed in a file, several at once within the quota. A run that was interrupted,
// killed or out of quota can be resumed. The package does not know flights or hotels.
package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Kind describes the lines of a batch.
type Kind struct {
	Arguments  []Argument  // in the order of the command
	Body, Read *ask.Values // the two requests, with the parameters of all lines
	Closed     []string    // parameters that cannot be columns
	Common     []string    // columns to name in a message
	Example    string      // a header and a line

	Operation func(*Row) string // the name of the quota
	Lives     time.Duration     // how long a search can be read

	Check   func(*desk.Desk, *Row) error // finds mistakes before anything is sent
	Prepare func(context.Context, *desk.Desk, *Row) (desk.Search, error)
	Follow  func(context.Context, *desk.Desk, desk.Search, *Row) (Answer, error)
}

// Answer is the result of a search.
type Answer struct {
	Body  []byte // nil where nothing was read
	Total int    // matching rows, of which the body has the best
	Meta  desk.Meta
}

// Request is a batch to run.
type Request struct {
	Kind
	Input    Input
	Journal  string // a file; "" is a file in the state directory
	Fresh    bool   // ignore what the journal has
	Strict   bool   // search nothing if a line is wrong
	Unsorted bool   // deliver results as they arrive
	Parallel int    // concurrent searches
	desk.Spending

	// Begin is called before any question, Start before the first search, Told with the result of each line, and Held
	// with each pause; never concurrently.
	Begin func(Sum)
	Start func()
	Told  func(Result) error
	Held  func(sweep.Hold)

	Worded func(problem.Step) problem.Step // fills in the command line of a step
}

// Result is the outcome of a line.
type Result struct {
	Line     int             `json:"line"` // where it begins in the input
	Input    json.RawMessage `json:"input,omitempty"`
	SearchID string          `json:"searchId,omitempty"`
	AsOf     *time.Time      `json:"asOf,omitempty"` // when it was read last
	Spent    int             `json:"spent"`          // searches made for it by all runs
	Kept     bool            `json:"kept,omitempty"` // an earlier run read it
	Total    *int            `json:"total,omitempty"`
	Results  json.RawMessage `json:"results,omitempty"` // the best of them, as the service sent them
	Travel   json.RawMessage `json:"travel,omitempty"`  // as with --json

	Err error `json:"-"`
}

// Sum counts the lines of a batch by outcome.
type Sum struct {
	Lines    int
	Kept     int // answered by an earlier run
	Answered int // by all runs
	Failed   int // including wrong lines
	Wrong    []Line
	Spent    int        // searches made by this run
	Began    time.Time  // when the first run began
	Left     desk.Spent // what is left of the quota
}

// Open returns the number of lines with neither an answer nor an error.
func (s Sum) Open() int { return s.Lines - s.Answered - s.Failed }

// running is the state of a batch.
type running struct {
	*Request
	desk, apart *desk.Desk
	journal     *journal

	ready  []*Result // by line; nil if there is none yet
	next   int       // the next line to deliver, unless Unsorted
	sum    Sum
	failed *Result // the first failed line
	open   int     // lines that another run may answer
	broken error   // the journal or the output failed
	cancel context.CancelCauseFunc
}

// Run runs a batch. The error says why some lines have no answer: an interruption, an exhausted quota, or failed
// lines. For failed lines it has the class of the first of them.
func Run(ctx context.Context, d *desk.Desk, r *Request) (Sum, error) {
	if err := r.checkColumns(r.Input); err != nil {
		return Sum{}, err
	}
	apart, gate, err := d.Apart()
	if err != nil {
		return Sum{}, err
	}
	j, err := r.begin(ctx, d)
	if err != nil {
		return Sum{}, err
	}
	defer j.close()
	lines := r.Input.Lines
	b := &running{Request: r, desk: d, apart: apart, journal: j}
	b.sum = Sum{Lines: len(lines), Kept: len(j.done), Began: j.began}
	jobs, needs, err := b.jobs(ctx)
	if err != nil {
		return b.sum, err
	}
	b.Begin(b.sum)
	operation := "" // most lines have the same
	if len(jobs) > 0 {
		operation = jobs[0].Operation
	}
	most, err := b.Agreed(ctx, d, desk.Needed{
		Thing: "this batch", Fewer: problem.Step{Why: "fewer lines cost fewer searches"}.Set("maxSearches", "10"),
		Searches: needs, Operation: operation, Parallel: b.Parallel,
	})
	if err != nil {
		return b.sum, err
	}
	b.Start()
	b.ready = make([]*Result, len(lines))
	ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	for i, line := range lines {
		if kept, done := j.done[line.N]; done {
			kept.Kept = true
			b.sum.Answered++
			b.deliver(i, kept)
		} else if line.Err != nil {
			b.fail(i, Result{Err: line.Err})
		}
	}
	if b.broken == nil {
		err = sweep.Run(ctx, sweep.Within(jobs, most), sweep.Options[Answer]{
			Gate: gate, Windows: func() []quota.Window { return d.Windows(ctx) },
			Parallel: b.Parallel, Longest: b.Longest, Alone: Alone, Told: b.record, Held: b.Held,
		})
	}
	limit := err == nil && needs > most
	if limit {
		err = OverLimit(most)
	}
	err = b.finish(err, limit)
	j.over = b.open == 0 && b.broken == nil
	return b.sum, err
}

// begin opens the journal of the batch, which is identified by its input, its account, and the parameters of all lines.
func (r *Request) begin(ctx context.Context, d *desk.Desk) (*journal, error) {
	home, owner := d.Owned(ctx)
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	asked := []any{owner, r.Body.Asked(), r.Read.Asked()}
	for _, key := range []string{"currency", "locale", "site-code"} {
		asked = append(asked, cfg.Get(key).Value)
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	if r.Journal == "" && home.Dir == "" {
		return nil, problem.Usagef("no state directory is known, so the journal has no place").
			Next(problem.Step{Why: "name a file"}.Set("journal", "FILE"))
	}
	hash := store.Key(string(text) + "\n" + string(r.Input.Text))
	j := &journal{
		path: cmp.Or(r.Journal, filepath.Join(home.Dir, "batches", hash+".ndjson")), own: r.Journal == "",
		fresh: r.Fresh, dry: home.Still,
	}
	return j, j.open(hash, d.Now())
}

// jobs reads all lines, and stores an error in each that is wrong. It returns the searches of the lines without an
// answer, and how many of them are new.
func (b *running) jobs(ctx context.Context) (jobs []sweep.Job[Answer], needs int, err error) {
	for i := range b.Input.Lines {
		line := &b.Input.Lines[i]
		row, err := b.fill(ctx, b.apart, *line, func() time.Time { return b.journal.began })
		if err == nil {
			err = b.Check(b.apart, row)
		}
		if line.Err = err; err != nil {
			b.sum.Wrong = append(b.sum.Wrong, *line)
			continue
		}
		if _, done := b.journal.done[line.N]; done {
			continue
		}
		job := b.job(i, row)
		if made := b.journal.made[line.N]; b.desk.Now().Sub(made.At) < b.Lives {
			job.Made = made
		} else {
			needs++
		}
		jobs = append(jobs, job)
	}
	if wrong := b.sum.Wrong; b.Strict && len(wrong) > 0 {
		text := wrong[0].Err.Error()
		if more := len(wrong) - 1; more > 0 {
			text += fmt.Sprintf(" (and %d more that are wrong)", more)
		}
		return nil, 0, wrongFile(b.Input.Name, wrong[0].N, text, "").AdvisedAs(wrong[0].Err)
	}
	return jobs, needs, nil
}

// job returns the search of a line. Its places are looked up when its turn comes.
func (b *running) job(i int, row *Row) sweep.Job[Answer] {
	own := &reports{}
	d := b.apart.Reporting(own)
	var ready desk.Search
	prepare := func(ctx context.Context) (err error) {
		if ready.Create == nil {
			ready, err = b.Prepare(ctx, d, row)
		}
		return err
	}
	return sweep.Job[Answer]{
		N: i, Operation: b.Operation(row),
		Create: func(ctx context.Context) (search.Created, error) {
			if err := prepare(ctx); err != nil {
				return search.Created{}, err
			}
			return ready.Create(ctx)
		},
		Read: func(ctx context.Context, created search.Created, _ func(Answer)) (Answer, error) {
			if err := prepare(ctx); err != nil {
				return Answer{}, err
			}
			answer, err := b.Follow(ctx, d, ready.Made(d, created), row)
			answer.Meta.Warn(own.warned...)
			return answer, err
		},
	}
}

// reports collects the warnings of one line and ignores all other reports.
type reports struct {
	desk.NoOne
	warned []string
}

// Warn implements [desk.Reporter].
func (r *reports) Warn(text string) { r.warned = append(r.warned, text+".") }

// Follow returns the function that reads a search with a view and the filters of its line. The answer has the step that
// reads the search again. total returns the number of rows that pass the filters.
func Follow[R any](
	subject desk.Subject[R], view desk.View, total func(R) int,
) func(context.Context, *desk.Desk, desk.Search, *Row) (Answer, error) {
	return func(ctx context.Context, d *desk.Desk, made desk.Search, r *Row) (Answer, error) {
		own := view
		own.Query, own.Named = r.Read, true
		found, err := subject.Follow(ctx, d, made, own)
		if len(found.Bodies) == 0 {
			return Answer{}, err
		}
		made.View.Query = made.View.Query.Clone()
		made.View.Query.Unset("pageSize") // for all rows
		found.Meta.Next = []problem.Step{made.Read()}
		return Answer{Body: found.Bodies[0], Total: total(found.Value.Results), Meta: found.Meta}, err
	}
}

// Alone reports whether a failed search says nothing about other searches.
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

// deliver passes a result to Told, in the order of the lines unless Unsorted is set. The first error ends the batch.
func (b *running) deliver(i int, r Result) {
	b.ready[i] = &r
	end := len(b.ready)
	if b.Unsorted {
		b.next, end = i, i+1
	}
	for ; b.next < end && b.ready[b.next] != nil && b.broken == nil && !b.journal.dry; b.next++ {
		line, r := b.Input.Lines[b.next], *b.ready[b.next]
		b.ready[b.next] = &Result{} // it may be large
		r.Line, r.Input, r.Spent = line.N, line.Input, b.journal.spent[line.N]
		b.stop(b.Told(r))
	}
}

// stop ends the batch because the journal or the output failed.
func (b *running) stop(err error) {
	if err != nil && b.broken == nil {
		b.broken = err
		b.cancel(err)
	}
}

// record saves the outcome of a search.
func (b *running) record(e sweep.Event[Answer]) {
	line := b.Input.Lines[e.N].N
	switch {
	case e.Step == sweep.Made && b.journal.made[line].SearchID != e.Made.SearchID:
		b.sum.Spent, b.sum.Left = b.sum.Spent+1, b.sum.Left.After(e.Made)
		b.stop(b.journal.keep(record{Line: line, Made: &e.Made}))
	case e.Step == sweep.Done:
		result, err := b.resultOf(e)
		if err == nil {
			err = b.journal.keep(record{Line: line, Done: &result})
			b.stop(err)
		}
		if err == nil {
			b.sum.Answered++
			b.deliver(e.N, result)
			return
		}
		if e.Made.SearchID != "" && problem.ClassOf(err) == problem.NotFound {
			b.stop(b.journal.keep(record{Line: line, Gone: e.Made.SearchID}))
		}
		result.Err = err
		b.fail(e.N, result)
	}
}

// resultOf returns the result of a search as it is saved. A search that failed may have results, too.
func (b *running) resultOf(e sweep.Event[Answer]) (Result, error) {
	r := Result{SearchID: e.Made.SearchID}
	if e.Got.Body == nil {
		return r, e.Err
	}
	meta := e.Got.Meta
	meta.Origin = b.desk.Origin()
	for i, step := range meta.Next { // the journal keeps the line as it is printed
		meta.Next[i] = b.Worded(step)
	}
	rows, err := desk.RowsIn(e.Got.Body)
	if err != nil {
		return r, cmp.Or(e.Err, err)
	}
	r.AsOf, r.Total, r.Results = new(b.desk.Now().UTC().Truncate(time.Second)), new(e.Got.Total), rows
	r.Travel, err = json.Marshal(meta)
	return r, cmp.Or(e.Err, err)
}

// fail delivers a line without an answer. Interrupted lines do not count as failed.
func (b *running) fail(i int, r Result) {
	r.Line = b.Input.Lines[i].N
	interrupted := problem.ClassOf(r.Err) == problem.Interrupted
	if interrupted || !Alone(r.Err) {
		b.open++
	}
	if !interrupted {
		b.sum.Failed++
		if b.failed == nil || r.Line < b.failed.Line {
			b.failed = &r
		}
	}
	b.deliver(i, r)
}

// finish delivers the lines that were not searched and returns the error of the batch. err is why the searches ended
// early, and limit whether it is --max-searches.
func (b *running) finish(err error, limit bool) error {
	for i := range b.ready {
		if b.ready[i] == nil {
			b.open++
			b.deliver(i, Result{Err: fmt.Errorf("not searched: %w", cmp.Or(err, context.Canceled))})
		}
	}
	_, waits := errors.AsType[*sweep.QuotaError](err)
	switch {
	case b.broken != nil:
		return b.broken
	case problem.ClassOf(err) == problem.Interrupted:
		return err
	case !waits && !limit && b.failed != nil && (err == nil || problem.ClassOf(b.failed.Err) != problem.ClassOf(err)):
		first := problem.Error{Class: problem.ClassOf(b.failed.Err)}.AdvisedAs(b.failed.Err)
		first.Text = fmt.Sprintf("%d of %s failed; line %d: %v", b.sum.Failed, words.Counted(b.sum.Lines, "line"), b.failed.Line, b.failed.Err)
		if !Alone(b.failed.Err) {
			first.Hint, first.Then = "run the same command to retry only what failed", nil
		}
		return first
	case err != nil:
		missing := fmt.Sprintf("%d of %d lines are not answered", b.sum.Lines-b.sum.Answered, b.sum.Lines)
		return b.desk.Stopped(err, missing, "the same command goes on after %s; what is answered is kept")
	}
	return nil
}

// OverLimit returns the error for reaching --max-searches.
func OverLimit(most int) error {
	e := problem.Error{Class: problem.Wait, Text: fmt.Sprintf("--max-searches %d was reached", most), Hint: "the same command makes the next searches"}
	if most == 0 {
		e.Text, e.Hint = "--max-searches 0 allows no search", ""
		e.Then = problem.Ways(problem.Step{Why: "to make some", Note: ", or more"}.Set("maxSearches", "1"))
	}
	return e
}
