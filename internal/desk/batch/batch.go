// Package batch makes the searches that a file lists, one a line: several at once within the quota, and
// so that a run which was interrupted, killed or out of quota is gone on with where it stopped. It knows
// neither flights nor hotels.
package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
)

// A Kind is what the lines of a batch are.
type Kind struct {
	Arguments  []Argument  // in the order of the command's
	Body, Read *ask.Values // of the two requests, with what holds for all lines
	Closed     []string    // parameters that are no columns
	Common     []string    // columns to name in a message
	Example    string      // a header and a line

	Operation func([]*Row) string // that spends, as quotas name it
	Lives     time.Duration       // of a search, for sure

	Check   func(*desk.Desk, *Row) error // finds what can be known before a request
	Prepare func(context.Context, *desk.Desk, *Row) (desk.Ready, error)
	Follow  func(context.Context, *desk.Desk, desk.Made, *Row) (Answer, error)
}

// Answer is what a search was found to hold.
type Answer struct {
	Body  []byte // nil where nothing was read
	Total int    // rows that match, of which the body has the best
	Meta  desk.Meta
}

// Request is a batch to run.
type Request struct {
	Kind
	Input    Input
	Journal  string // a file, "" for one in the state directory
	Fresh    bool   // what is in the journal does not count
	Strict   bool   // a line that is wrong stops all
	Unsorted bool   // results come as they are there, not in the order of the lines
	Parallel int    // searches under way at once
	desk.Spending

	// Begin is told what is known before anything is asked, and Start that the searches begin. Told takes
	// the result of each line, once, and Held each time in which no search is made. No two are called at
	// once.
	Begin func(Sum)
	Start func()
	Told  func(Result) error
	Held  func(sweep.Hold)
}

// Result is what came of a line.
type Result struct {
	Line     int             `json:"line"` // where it begins in the input
	Input    json.RawMessage `json:"input,omitempty"`
	SearchID string          `json:"searchId,omitempty"`
	AsOf     *time.Time      `json:"asOf,omitempty"` // when it was read last
	Spent    int             `json:"spent"`          // searches that were made for it, by all runs
	Kept     bool            `json:"kept,omitempty"` // an earlier run read it
	Total    *int            `json:"total,omitempty"`
	Results  json.RawMessage `json:"results,omitempty"` // the best of them, as the service sent them
	Travel   json.RawMessage `json:"travel,omitempty"`  // as with --json

	Err error `json:"-"`
}

// Sum is how a batch stands.
type Sum struct {
	Lines    int
	Kept     int // answered by an earlier run
	Answered int // of all
	Failed   int // those that are wrong are among them
	Wrong    []Result
	Spent    int       // searches that this run made
	Began    time.Time // the first run of the batch
	Journal  string
	Left     desk.Spent // after those
}

// Open is how many lines have neither an answer nor an error.
func (s Sum) Open() int { return s.Lines - s.Answered - s.Failed }

// Run runs a batch. What comes back beside the sum is why not each line was answered: an interruption, a
// quota that is used up, or a [FailedError] of the first line that failed.
func Run(ctx context.Context, d *desk.Desk, r *Request) (Sum, error) {
	if err := r.checkColumns(r.Input); err != nil {
		return Sum{}, err
	}
	gate := sweep.NewGate(search.Clock{Now: d.Now, Wait: d.Wait})
	apart, err := d.Apart(gate)
	if err != nil {
		return Sum{}, err
	}
	path, hash, err := r.place(ctx, d)
	if err != nil {
		return Sum{}, err
	}
	j := &journal{path: path, own: r.Journal == "", fresh: r.Fresh, dry: d.Deployment.Plan() != nil}
	if err := j.open(hash, d.Now()); err != nil {
		return Sum{}, err
	}
	own := &running{Request: r, desk: d, apart: apart, gate: gate, journal: j}
	defer j.close()
	err = own.run(ctx)
	return own.sum, err
}

// place is the journal's file, and what tells the batch from all others: its input, the account that asks
// and what is asked for all lines.
func (r *Request) place(ctx context.Context, d *desk.Desk) (path, hash string, err error) {
	dir, owner, err := d.Owned(ctx)
	if err != nil {
		return "", "", err
	}
	cfg, err := d.Deployment.Config()
	if err != nil {
		return "", "", err
	}
	asked := []any{owner}
	for _, q := range []*ask.Values{r.Body, r.Read} {
		asked = append(asked, q.Asked())
	}
	for _, key := range []string{"currency", "locale", "site-code"} {
		asked = append(asked, cfg.Get(key).Value)
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return "", "", err
	}
	sum := sha256.Sum256(append(append(text, '\n'), r.Input.Text...))
	hash = hex.EncodeToString(sum[:16])
	switch {
	case r.Journal != "":
		return r.Journal, hash, nil
	case dir == "":
		return "", "", problem.UsageError{Text: "no state directory is known, so the journal has no place", Hint: "name a file with --journal"}
	}
	return filepath.Join(dir, "batches", hash+".ndjson"), hash, nil
}

// running is a batch under way.
type running struct {
	*Request
	desk, apart *desk.Desk
	gate        *sweep.Gate
	journal     *journal

	rows   []*Row // by line; nil for those that are wrong
	out    output
	sum    Sum
	failed *FailedError // the first by its place
	had    []bool       // lines whose result is there
	open   int          // lines that another run may answer
	broken error        // the journal or the output failed
	cancel context.CancelCauseFunc
}

func (b *running) run(ctx context.Context) error {
	wrong, err := b.fill(ctx)
	if err != nil {
		return err
	}
	b.sum = Sum{Lines: len(b.Input.Lines), Kept: len(b.journal.done), Wrong: wrong, Began: b.journal.began, Journal: b.journal.path}
	jobs, needs := b.jobs()
	spend := desk.Needed{
		Thing: "this batch", Fewer: "fewer lines cost fewer searches; --max-searches 10 makes the first ten",
		Searches: needs, Operation: b.Operation(b.rows), Windows: b.windows(ctx), Parallel: b.Parallel,
	}
	if b.Begin != nil {
		b.Begin(b.sum)
	}
	most, err := b.Agreed(ctx, b.desk, spend)
	if err != nil {
		return err
	}
	jobs, left := within(jobs, most)
	b.out = output{told: b.Told, unsorted: b.Unsorted, ready: make([]func() (Result, error), b.sum.Lines)}
	if b.Start != nil {
		b.Start()
	}
	b.had = make([]bool, b.sum.Lines)
	b.begin(wrong)
	ctx, b.cancel = context.WithCancelCause(ctx)
	defer b.cancel(nil)
	if b.broken == nil {
		err = sweep.Run(ctx, jobs, sweep.Options[Answer]{
			Gate: b.gate, Operation: spend.Operation, Windows: func() []quota.Window { return b.windows(ctx) },
			Parallel: b.Parallel, Longest: b.Longest, Alone: Alone, Told: b.told, Held: b.held,
		})
	}
	if err == nil && left > 0 {
		err = &LimitError{Most: most}
	}
	err = b.end(err)
	b.journal.over = b.open == 0 && b.broken == nil
	return err
}

// fill reads all lines, and returns those that are wrong.
func (b *running) fill(ctx context.Context) (wrong []Result, err error) {
	b.rows = make([]*Row, len(b.Input.Lines))
	began := b.journal.began
	for i, line := range b.Input.Lines {
		row, err := b.Kind.fill(ctx, b.apart, line, func() time.Time { return began })
		if err == nil {
			err = b.Check(b.apart, row)
		}
		if err == nil {
			b.rows[i] = row
			continue
		}
		wrong = append(wrong, Result{Line: line.N, Input: line.Input, Err: err})
	}
	if b.Strict && len(wrong) > 0 {
		text := wrong[0].Err.Error()
		if more := len(wrong) - 1; more > 0 {
			text += fmt.Sprintf(" (and %d more that are wrong)", more)
		}
		return nil, wrongFile(b.Input.Name, wrong[0].Line, text, problem.AdviceOf(wrong[0].Err))
	}
	return wrong, nil
}

// jobs are the searches of the lines that have no answer, and how many of them have to be made.
func (b *running) jobs() (jobs []sweep.Job[Answer], needs int) {
	now := b.desk.Now()
	for i, row := range b.rows {
		if row == nil || b.isDone(i) {
			continue
		}
		job := b.job(i, row)
		var living bool
		if job.Made, living = b.journal.living(b.Input.Lines[i].N, now, b.Lives); !living {
			job.Made = search.Created{}
			needs++
		}
		jobs = append(jobs, job)
	}
	return jobs, needs
}

func (b *running) isDone(i int) bool {
	_, done := b.journal.done[b.Input.Lines[i].N]
	return done
}

// job is the search of a line. Its places are resolved when its turn comes.
func (b *running) job(i int, row *Row) sweep.Job[Answer] {
	line := &reports{}
	d := b.apart.Reporting(line)
	var ready *desk.Ready
	prepare := func(ctx context.Context) error {
		if ready != nil {
			return nil
		}
		found, err := b.Prepare(ctx, d, row)
		if err == nil {
			ready = &found
		}
		return err
	}
	return sweep.Job[Answer]{
		N: i,
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
			answer, err := b.Follow(ctx, d, ready.Made(created), row)
			answer.Meta.Warn(line.warned...)
			return answer, err
		},
	}
}

// within leaves out searches that may not be made, and tells how many.
func within(jobs []sweep.Job[Answer], most int) (some []sweep.Job[Answer], left int) {
	for _, job := range jobs {
		switch {
		case job.Made.SearchID != "":
		case most > 0:
			most--
		default:
			left++
			continue
		}
		some = append(some, job)
	}
	return some, left
}

func (b *running) windows(ctx context.Context) []quota.Window {
	book, err := b.desk.Quotas(ctx)
	if err != nil {
		return nil // it is learned from the answers
	}
	return book.Windows
}

func (b *running) held(h sweep.Hold) {
	if b.Held != nil {
		b.Held(h)
	}
}

// AnswerOf is what a search was found to hold, with the command that reads it again.
func AnswerOf[R any](found desk.Found[R], made desk.Made, total func(R) int) Answer {
	if len(found.Bodies) == 0 {
		return Answer{}
	}
	made.View.Query = made.View.Query.Clone()
	made.View.Query.Unset("pageSize") // all of them are wanted next
	meta := found.Meta
	meta.Next = []string{made.Command()}
	return Answer{Body: found.Bodies[0], Total: total(found.Value.Results), Meta: meta}
}
