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

// ErrBusy says that another pass of this profile is under way. Nothing was asked, and nothing has to be done.
var ErrBusy = problem.Error{Class: problem.Wait, Text: "another pass is under way; this one leaves the watches to it"}

// A passLog is what the pass under way has done so far. It outlives the process: a pass that was cut off is
// gone on with while its searches live, and what it found and told no one is told by the next one. It is
// held by one process at a time, and let go when that ends, however it ends.
type passLog struct {
	log   *store.Log[record] // nil where nothing is written
	id    string
	at    time.Time
	again bool // the pass was begun by an earlier run
	fresh bool // it is not written yet that it has begun
	ended bool
	made  map[string]search.Created // searches of this pass, by what they are for
	told  map[string]map[int]bool   // watches whose points were handed on, by the passes in the log
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

// begin goes on with the pass that was cut off, or begins one. It is ErrBusy while another process has
// one under way.
func (s *Store) begin(now time.Time) (*passLog, error) {
	l := &passLog{told: map[string]map[int]bool{}}
	if !s.table.Still {
		err := l.open(s.table.Dir)
		if errors.Is(err, store.ErrHeld) {
			return nil, ErrBusy
		}
		if err != nil {
			return nil, s.table.Failed("begin a pass", err)
		}
	}
	if age := now.Sub(l.at); l.id != "" && !l.ended && age >= 0 && age < livesOn {
		l.again = true
		return l, nil
	}
	if l.log != nil && (l.id == "" || l.ended) { // else what the last one did not tell has to be known
		if err := l.log.Empty(); err != nil {
			return nil, s.table.Failed("begin a pass", errors.Join(err, l.log.Close()))
		}
		clear(l.told)
	}
	const random = 6
	l.fresh = true
	return l, l.take(record{Pass: &begun{now.UTC().Format("20060102T150405Z") + "-" + rand.Text()[:random], now}})
}

// open reads what is there. A log that is damaged is moved aside, and costs what no one was told.
func (l *passLog) open(dir string) (err error) {
	path := filepath.Join(dir, "pass.ndjson") // beside N.json and N.ndjson
	open := func() (err error) {
		*l = passLog{told: map[string]map[int]bool{}}
		l.log, err = store.OpenLog(path, "pass over the watches", false, func(_ int64, r record) error { return l.take(r) })
		return err
	}
	if dir == "" {
		return store.ErrNowhere
	}
	if err := store.Make(dir); err != nil {
		return err
	}
	err = open()
	if _, damaged := errors.AsType[*store.RecordError](err); damaged || errors.Is(err, store.ErrForeign) {
		if _, err = store.MoveAside(path); err == nil {
			err = open()
		}
	}
	return err
}

// take takes a record in, and refuses what is none.
func (l *passLog) take(r record) error {
	switch {
	case r.Pass != nil && r.Pass.ID != "":
		l.id, l.at, l.ended = r.Pass.ID, r.Pass.At, false
		l.made, l.told[l.id] = map[string]search.Created{}, map[int]bool{}
	case l.id != "" && r.Made != nil && apiclient.ValidID(r.Made.SearchID):
		l.made[r.Made.For] = search.Created{SearchID: r.Made.SearchID, At: r.Made.At, SiteCode: r.Made.SiteCode}
	case l.id != "" && r.Told > 0:
		l.told[l.id][r.Told] = true
	case l.id != "" && r.End:
		l.ended = true
	default:
		return errors.New("not a record")
	}
	return nil
}

// confirm begins the pass for good: one that is refused leaves nothing behind.
func (l *passLog) confirm() error {
	if !l.fresh {
		return nil
	}
	l.fresh = false
	return l.add(record{Pass: &begun{l.id, l.at}})
}

// add adds a record, which is kept for good then.
func (l *passLog) add(r record) error {
	err := l.take(r)
	if err == nil && l.log != nil {
		_, err = l.log.Add(r)
	}
	return err
}

// living is the search that the pass has made for something already, the zero value where none lives.
func (l *passLog) living(key string, now time.Time) search.Created {
	made := l.made[key]
	if age := now.Sub(made.At); age < 0 || age >= livesOn {
		return search.Created{}
	}
	return made
}

// untold tells whether a point was found by a pass that was cut off before it was handed on.
func (l *passLog) untold(n int, p Point) bool {
	told, known := l.told[p.Pass]
	return known && !told[n]
}

// close lets go of the log.
func (l *passLog) close() {
	if l.log != nil {
		_ = l.log.Close()
	}
}
