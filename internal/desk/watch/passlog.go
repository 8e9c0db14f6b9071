package watch

import (
	"crypto/rand"
	"errors"
	"path/filepath"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
)

// BusyError says that another pass of this profile is under way. Nothing was asked.
type BusyError struct{}

func (BusyError) Error() string {
	return "another pass is under way; this one leaves the watches to it"
}

// Class is Wait.
func (BusyError) Class() problem.Class { return problem.Wait }

// Advice is empty: nothing has to be done.
func (BusyError) Advice() string { return "" }

// A passLog is what the pass under way has done so far. It outlives the process: a pass that was cut off is
// gone on with while its searches live, and what it found and told no one is told by the next one. It is
// held by one process at a time, and let go when that ends, however it ends.
type passLog struct {
	log   *store.Log[record] // nil where nothing is written
	id    string
	at    time.Time
	again bool // the pass was begun by an earlier run
	ended bool
	made  map[string]search.Created // searches of this pass, by what they are for
	told  map[pointID]bool
	known map[string]bool // passes that are in the log

	unsaid *record // of the pass that is about to begin
}

// pointID is a point of a history.
type pointID struct {
	pass string
	n    int
}

// record is a line of the log, with one of the members.
type record struct {
	Pass *begun      `json:"pass,omitempty"`
	Made *madeSearch `json:"made,omitempty"`
	Told int         `json:"told,omitempty"` // a watch whose point was handed on
	End  bool        `json:"end,omitempty"`
}

type begun struct {
	ID string    `json:"id"`
	At time.Time `json:"at"`
}

type madeSearch struct {
	For      string    `json:"for"`
	SearchID string    `json:"searchId"`
	At       time.Time `json:"at"`
	SiteCode string    `json:"siteCode,omitempty"`
}

// livesOn is how long a pass that was cut off is gone on with: as long as each of its searches lives.
const livesOn = desk.FlightsLast

var errRecord = errors.New("not a record")

// begin goes on with the pass that was cut off, or begins one. It is a BusyError while another process has
// one under way.
func (s *Store) begin(now time.Time) (*passLog, error) {
	l := &passLog{}
	l.forget()
	if s.table.Dir == "" || s.table.Still {
		l.id, l.at = passID(now), now
		return l, nil
	}
	if err := store.Make(s.table.Dir); err != nil {
		return nil, s.table.Failed("begin a pass", err)
	}
	path := filepath.Join(s.table.Dir, "pass.ndjson") // beside N.json and N.ndjson
	err := l.open(path)
	if _, damaged := errors.AsType[*store.RecordError](err); damaged || errors.Is(err, store.ErrForeign) {
		if _, err = store.MoveAside(path); err == nil {
			l.forget()
			err = l.open(path)
		}
	}
	if errors.Is(err, store.ErrHeld) {
		return nil, BusyError{}
	}
	if err == nil {
		err = l.start(now)
	}
	return l, s.table.Failed("begin a pass", err)
}

// open reads what is there.
func (l *passLog) open(path string) (err error) {
	l.log, err = store.OpenLog(path, "pass over the watches", false, func(_ int64, r record) error {
		if !l.take(r) {
			return errRecord
		}
		return nil
	})
	return err
}

func (l *passLog) forget() {
	*l = passLog{made: map[string]search.Created{}, told: map[pointID]bool{}, known: map[string]bool{}}
}

// take takes a record in, and tells whether it can be one.
func (l *passLog) take(r record) bool {
	switch {
	case r.Pass != nil:
		l.id, l.at, l.ended = r.Pass.ID, r.Pass.At, false
		l.known[l.id] = true
		clear(l.made)
		return l.id != ""
	case l.id == "":
		return false
	case r.Made != nil && apiclient.ValidID(r.Made.SearchID):
		l.made[r.Made.For] = search.Created{SearchID: r.Made.SearchID, At: r.Made.At, SiteCode: r.Made.SiteCode}
	case r.Told > 0:
		l.told[pointID{l.id, r.Told}] = true
	case r.End:
		l.ended = true
	default:
		return false
	}
	return true
}

// start goes on with the last pass where it did not end and is young, else it begins another.
func (l *passLog) start(now time.Time) error {
	age := now.Sub(l.at)
	if l.id != "" && !l.ended && age >= 0 && age < livesOn {
		l.again = true
		return nil
	}
	if l.id == "" || l.ended { // else what the last one did not tell has to be known
		if err := l.log.Empty(); err != nil {
			return err
		}
		log := l.log
		l.forget()
		l.log = log
	}
	l.again = false
	l.unsaid = &record{Pass: &begun{passID(now), now}}
	l.take(*l.unsaid)
	return nil
}

// confirm begins the pass for good: one that is refused leaves nothing behind.
func (l *passLog) confirm() error {
	if l.unsaid == nil {
		return nil
	}
	r := *l.unsaid
	l.unsaid = nil
	return l.add(r)
}

// add adds a record, which is kept for good then.
func (l *passLog) add(r record) error {
	l.take(r)
	if l.log == nil {
		return nil
	}
	_, err := l.log.Add(r)
	return err
}

// living is the search that the pass has made for something already.
func (l *passLog) living(key string, now time.Time) (search.Created, bool) {
	made, ok := l.made[key]
	age := now.Sub(made.At)
	return made, ok && age >= 0 && age < livesOn
}

// untold tells whether a point was found by a pass that was cut off before it was handed on.
func (l *passLog) untold(n int, p Point) bool {
	return l.known[p.Pass] && !l.told[pointID{p.Pass, n}]
}

// close lets go of the log.
func (l *passLog) close() {
	if l.log != nil {
		_ = l.log.Close()
	}
}

func passID(now time.Time) string {
	const random = 6
	return now.UTC().Format("20060102T150405Z") + "-" + rand.Text()[:random]
}
