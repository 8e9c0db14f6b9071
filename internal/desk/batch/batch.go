// Package batch makes the searches that a file lists, one a line: several at once within the quota, and
// so that a run which was interrupted, killed or out of quota is gone on with where it stopped. It knows
// neither flights nor hotels.
package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
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
// quota that is used up, or that lines failed, of the class of the first of them.
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
		return "", "", problem.Usagef("no state directory is known, so the journal has no place").Advise("name a file with --journal")
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
	failed *Result // the first by its place
	had    []bool  // lines whose result is there
	open   int     // lines that another run may answer
	broken error   // the journal or the output failed
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

// How long a journal in the state directory is gone on with after it was last written, and how long it
// lies there.
const (
	goesOn = 24 * time.Hour
	lies   = 7 * 24 * time.Hour
)

// A journal is what came of a batch so far, in a file that outlives the process.
type journal struct {
	path  string
	own   bool // it lies in the state directory and goes when the batch is done
	fresh bool // what is in it does not count
	dry   bool // nothing is kept

	log   *store.Log[record] // nil where no file was opened
	over  bool               // every line was looked at
	began time.Time
	done  map[int]int64          // where the answers of lines stand
	made  map[int]search.Created // searches of lines that have no answer yet
	spent map[int]int            // searches that were made for a line
}

// The records of a journal, of which each has one of the members.
type (
	record struct {
		Batch *head           `json:"batch,omitempty"` // of the first one alone
		Line  int             `json:"line,omitempty"`
		Made  *made           `json:"made,omitempty"` // a search was made
		Gone  string          `json:"gone,omitempty"` // that search is not there any more
		Done  json.RawMessage `json:"done,omitempty"` // the answer
	}
	head struct {
		Hash  string    `json:"hash"`
		Began time.Time `json:"began"`
	}
	made struct {
		SearchID string    `json:"searchId"`
		At       time.Time `json:"at"`
		SiteCode string    `json:"siteCode,omitempty"`
	}
)

// journalLog is what the file of a journal calls itself.
const journalLog = "journal of a batch"

// unusable says why a journal cannot be used.
func unusable(path string, err error) error {
	const again = "name another file with --journal, or forget what this one holds with --fresh"
	e := problem.Error{Class: problem.Usage, Hint: again, Err: err}
	wrong, damaged := errors.AsType[*store.RecordError](err)
	why := store.Why(err)
	switch {
	case errors.Is(err, store.ErrHeld):
		why, e.Hint, e.Class = "another run of this batch is under way", "try again when it has ended", problem.Wait
	case errors.Is(err, errOther):
		why = "it belongs to another batch: the input, a flag or the account is not the same"
	case damaged:
		why = "it is damaged (" + wrong.Error() + ")"
	case errors.Is(err, store.ErrForeign), errors.Is(err, store.ErrIrregular):
		why, e.Hint = "it is not a journal of a batch", "name another file with --journal"
	case store.Full(err):
		e.Class, e.Hint = problem.Local, "free some disk space and run the same command again; another journal would repeat searches that were already made"
	default:
		e.Class, e.Hint = problem.Local, "give --journal a file that can be written"
	}
	e.Text = "the journal " + words.Quote(path) + ": " + why
	return e
}

var (
	errOther  = errors.New("another batch")
	errRecord = errors.New("not a record of a journal")
)

// open reads the journal of a batch, or begins one. A dry one that is not there is not made.
func (j *journal) open(hash string, now time.Time) error {
	j.forget()
	switch _, err := os.Stat(j.path); {
	case j.dry && err == nil && j.fresh && !store.Ours(j.path, store.LogMark(journalLog)):
		return unusable(j.path, store.ErrForeign)
	case j.dry && (err != nil || j.fresh):
		j.began = now
		return nil
	}
	if j.own && !j.dry {
		if err := store.Make(filepath.Dir(j.path)); err != nil {
			return unusable(j.path, err)
		}
		prune(filepath.Dir(j.path), now)
	}
	other, err := j.read(hash)
	if other && err == nil {
		err = errors.Join(errOther, j.log.Close())
	}
	if err != nil {
		return unusable(j.path, err)
	}
	if j.own && j.old(now) {
		j.forget()
		if !j.dry {
			err = j.log.Empty()
		}
	}
	if err == nil && j.began.IsZero() {
		j.began = now
		_, err = j.add(record{Batch: &head{hash, now}})
	}
	if err != nil {
		j.close()
		return unusable(j.path, err)
	}
	return nil
}

// read reads what is there, and tells whether it is that of another batch.
func (j *journal) read(hash string) (other bool, err error) {
	j.log, err = store.OpenLog(j.path, journalLog, j.fresh, func(at int64, r record) error {
		if j.began.IsZero() != (r.Batch != nil) {
			return errRecord
		}
		if r.Batch != nil {
			j.began, other = r.Batch.Began, r.Batch.Hash != hash
			return nil
		}
		return j.take(r, at)
	})
	return other, err
}

func (j *journal) forget() {
	j.began, j.done, j.made, j.spent = time.Time{}, map[int]int64{}, map[int]search.Created{}, map[int]int{}
}

// take takes a record in.
func (j *journal) take(r record, at int64) error {
	switch {
	case r.Made != nil && apiclient.ValidID(r.Made.SearchID):
		j.made[r.Line] = search.Created{SearchID: r.Made.SearchID, At: r.Made.At, SiteCode: r.Made.SiteCode}
		j.spent[r.Line]++
	case r.Gone != "":
		delete(j.made, r.Line)
	case r.Done != nil:
		j.done[r.Line] = at
		delete(j.made, r.Line)
	default:
		return errRecord
	}
	return nil
}

// add adds a record, which is kept for good then.
func (j *journal) add(r record) (at int64, err error) {
	if j.dry {
		return 0, nil
	}
	return j.log.Add(r)
}

// keep adds a record of a line and takes it in.
func (j *journal) keep(r record) error {
	at, err := j.add(r)
	if err != nil {
		return unusable(j.path, err)
	}
	return j.take(r, at)
}

// living is the search of a line that was made and not read to its end, if it is there still.
func (j *journal) living(line int, now time.Time, lives time.Duration) (search.Created, bool) {
	c, ok := j.made[line]
	age := now.Sub(c.At)
	return c, ok && age >= 0 && age < lives
}

// answer is what is kept of a line that was answered.
func (j *journal) answer(line int) (Result, error) {
	var result Result
	r, err := j.log.At(j.done[line])
	if err == nil {
		err = json.Unmarshal(r.Done, &result)
	}
	if err != nil {
		return Result{}, unusable(j.path, fmt.Errorf("line %d: %w", line, err))
	}
	return result, nil
}

// old tells whether the journal was not used for so long that the batch starts from the beginning.
func (j *journal) old(now time.Time) bool {
	info, err := os.Stat(j.path)
	return err == nil && !j.began.IsZero() && (now.Sub(info.ModTime()) > goesOn || j.began.After(now))
}

// close ends the journal. One in which nothing is kept goes, and so does the state directory's when the
// batch is over.
func (j *journal) close() {
	switch {
	case j.log == nil:
	case !j.dry && (len(j.spent)+len(j.done) == 0 || j.own && j.over):
		_ = j.log.Remove()
	default:
		_ = j.log.Close()
	}
}

// prune deletes the journals that no one has gone on with.
func prune(dir string, now time.Time) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > lies && store.Ours(path, store.LogMark(journalLog)) {
			_ = os.Remove(path)
		}
	}
}
