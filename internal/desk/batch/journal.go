package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
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
	log   *disk.Log
	path  string
	own   bool // it lies in the state directory and goes when the batch is done
	dry   bool // nothing is added
	over  bool // every line was looked at
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

// A JournalError says why a journal cannot be used.
type JournalError struct {
	Path string
	Err  error
}

func (e *JournalError) Error() string { return "the journal " + words.Quote(e.Path) + ": " + e.why() }

func (e *JournalError) why() string {
	switch {
	case errors.Is(e.Err, disk.ErrHeld):
		return "another run of this batch is under way"
	case errors.Is(e.Err, errOther):
		return "it is that of another batch: the input, a flag or the account is not the same"
	case errors.Is(e.Err, errRecord), errors.Is(e.Err, disk.ErrNoRecords), errors.Is(e.Err, disk.ErrIrregular):
		return "it is not a journal of a batch"
	}
	return disk.Why(e.Err)
}

func (e *JournalError) Unwrap() error { return e.Err }

// Class is Wait beside another run, Usage for a file that is something else, and Local where the disk fails.
func (e *JournalError) Class() problem.Class {
	switch {
	case errors.Is(e.Err, disk.ErrHeld):
		return problem.Wait
	case errors.Is(e.Err, errOther), errors.Is(e.Err, errRecord), errors.Is(e.Err, disk.ErrNoRecords), errors.Is(e.Err, disk.ErrIrregular):
		return problem.Usage
	}
	return problem.Local
}

// Advice is what to do.
func (e *JournalError) Advice() string {
	switch e.Class() {
	case problem.Wait:
		return "try again when it has ended"
	case problem.Usage:
		return "name another file with --journal, or start this one again with --fresh"
	}
	return "give --journal a file that can be written"
}

var (
	errOther  = errors.New("another batch")
	errRecord = errors.New("not a record")
)

// openJournal opens the journal of a batch, or begins one. fresh forgets what is there.
func openJournal(path, hash string, now time.Time, how begin) (*journal, error) {
	j := &journal{path: path, own: how == kept || how == keptFresh}
	if j.own {
		if err := disk.Make(filepath.Dir(path)); err != nil {
			return nil, &JournalError{path, err}
		}
		prune(filepath.Dir(path), now)
	}
	other := false
	err := j.open(hash, func() { other = true })
	switch {
	case err == nil && other && how != namedFresh && how != keptFresh:
		_ = j.log.Close()
		return nil, &JournalError{path, errOther}
	case err == nil && (how == namedFresh || how == keptFresh || how == kept && j.old(now)):
		j.forget()
		err = j.log.Empty()
	}
	if err == nil && j.began.IsZero() {
		j.began = now
		_, err = j.add(record{Batch: &head{hash, now}})
	}
	if err != nil {
		return nil, &JournalError{path, err}
	}
	return j, nil
}

// lookUp reads what a journal holds, where there is one, for a run that sends and keeps nothing.
func lookUp(path, hash string, now time.Time, how begin) *journal {
	j := &journal{path: path, began: now, dry: true}
	if how == kept || how == named {
		if _, err := os.Stat(path); err == nil {
			other := false
			err := j.open(hash, func() { other = true })
			if err == nil {
				_ = j.log.Close()
			}
			if err == nil && !other && (how == named || !j.old(now)) {
				return j
			}
		}
	}
	j.forget()
	j.began = now
	return j
}

// begin says whose a journal is, and whether what is in it counts.
type begin uint8

const (
	kept begin = iota // in the state directory
	keptFresh
	named // by the traveler
	namedFresh
)

// open reads what is there.
func (j *journal) open(hash string, other func()) (err error) {
	j.forget()
	first := true
	j.log, err = disk.OpenLog(j.path, func(at int64, text []byte) error {
		var r record
		if json.Unmarshal(text, &r) != nil || first != (r.Batch != nil) {
			return errRecord
		}
		if first {
			first, j.began = false, r.Batch.Began
			if r.Batch.Hash != hash {
				other()
			}
			return nil
		}
		return j.take(r, at)
	})
	return err
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
	text, err := json.Marshal(r)
	if err != nil {
		return 0, err
	}
	if at, err = j.log.Append(text); err != nil {
		return 0, &JournalError{j.path, err}
	}
	return at, nil
}

// keep adds a record of a line and takes it in.
func (j *journal) keep(r record) error {
	at, err := j.add(r)
	if err != nil {
		return err
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
	var r record
	var result Result
	text, err := j.log.ReadAt(j.done[line])
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err == nil {
		err = json.Unmarshal(r.Done, &result)
	}
	if err != nil {
		return Result{}, &JournalError{j.path, fmt.Errorf("line %d: %w", line, err)}
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
	if j.dry {
		return
	}
	if len(j.spent)+len(j.done) == 0 || j.own && j.over {
		_ = j.log.Remove()
		return
	}
	_ = j.log.Close()
}

// prune deletes the journals that no one has gone on with.
func prune(dir string, now time.Time) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.ndjson"))
	for _, path := range files {
		if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > lies {
			_ = os.Remove(path)
		}
	}
}
