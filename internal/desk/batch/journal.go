package batch

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// How long after the last write a journal in the state directory can be resumed, and how long it is kept.
const (
	resumeFor = 24 * time.Hour
	keepFor   = 7 * 24 * time.Hour
)

// journal saves the outcome of each line in a file that outlives the process.
type journal struct {
	path  string
	own   bool // it is in the state directory and is deleted when the batch is done
	fresh bool // ignore its records
	dry   bool // save nothing

	log   *store.Log[record] // nil if there is no file
	over  bool               // every line is done
	began time.Time
	done  map[int]Result         // the answers of earlier runs, by line
	made  map[int]search.Created // searches of lines without an answer
	spent map[int]int            // number of searches, by line
}

// The records of a journal. Each has one of the members.
type (
	record struct {
		Batch *head           `json:"batch,omitempty"` // only in the first record
		Line  int             `json:"line,omitempty"`
		Made  *search.Created `json:"made,omitempty"` // a search was made
		Gone  string          `json:"gone,omitempty"` // ID of a search that no longer exists
		Done  *Result         `json:"done,omitempty"` // the answer
	}
	head struct {
		Hash  string    `json:"hash"`
		Began time.Time `json:"began"`
	}
)

// journalLog is the name in the first line of the file.
const journalLog = "journal of a batch"

// unusable returns the error for a journal that cannot be used.
func unusable(path string, err error) error {
	const again = "name another file with --journal, or forget what this one holds with --fresh"
	e := problem.Error{Class: problem.Usage, Hint: again, Err: err}
	wrong, damaged := errors.AsType[store.RecordError](err)
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

var errOther = errors.New("another batch")

// open reads the journal of a batch, or creates it unless dry is set.
func (j *journal) open(hash string, now time.Time) error {
	j.done, j.made, j.spent = map[int]Result{}, map[int]search.Created{}, map[int]int{}
	info, err := os.Stat(j.path)
	there := err == nil
	j.fresh = j.fresh || j.own && there && now.Sub(info.ModTime()) > resumeFor
	switch {
	case j.dry && (!there || j.fresh):
		j.began = now
		if err := store.Ours(j.path, store.LogMark(journalLog)); err != nil {
			return unusable(j.path, err)
		}
		return nil
	case j.own && !j.dry:
		if err := store.Make(filepath.Dir(j.path)); err != nil {
			return unusable(j.path, err)
		}
		prune(filepath.Dir(j.path), now)
	}
	other := false
	j.log, err = store.OpenLog(j.path, journalLog, j.fresh, func(r record) {
		switch {
		case r.Batch != nil:
			j.began, other = r.Batch.Began, r.Batch.Hash != hash
		case r.Made != nil:
			j.made[r.Line] = *r.Made
			j.spent[r.Line]++
		case r.Gone != "":
			delete(j.made, r.Line)
		case r.Done != nil:
			j.done[r.Line] = *r.Done
		}
	})
	switch {
	case err != nil:
		return unusable(j.path, err)
	case other:
		return unusable(j.path, errors.Join(errOther, j.log.Close()))
	case j.began.IsZero():
		j.began = now
		if err := j.keep(record{Batch: &head{hash, now}}); err != nil {
			j.close()
			return err
		}
	}
	return nil
}

// keep saves a record.
func (j *journal) keep(r record) error {
	if r.Made != nil {
		j.spent[r.Line]++
	}
	if j.dry {
		return nil
	}
	if err := j.log.Add(r); err != nil {
		return unusable(j.path, err)
	}
	return nil
}

// close closes the journal. It deletes a journal without records, and one in the state directory if the batch is done.
func (j *journal) close() {
	switch {
	case j.log == nil:
	case !j.dry && (len(j.spent)+len(j.done) == 0 || j.own && j.over):
		_ = j.log.Remove()
	default:
		_ = j.log.Close()
	}
}

// prune deletes abandoned journals.
func prune(dir string, now time.Time) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > keepFor && store.Ours(path, store.LogMark(journalLog)) == nil {
			_ = os.Remove(path)
		}
	}
}
