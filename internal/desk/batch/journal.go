package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

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
