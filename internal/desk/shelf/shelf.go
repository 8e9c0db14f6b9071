// Package shelf keeps things of one kind under numbers, a small file each, in a directory of their own. Two
// commands at once lose nothing of each other's; a number that was given is not given again; a file that is
// damaged is moved aside whole and named, and costs no other.
package shelf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
)

// Shelf is such a directory. Nothing of it need exist.
type Shelf[T any] struct {
	Dir   string // "" is nowhere
	Still bool   // nothing is written, and nothing moved
	Of    string // what lies here, in words: "what is kept"
	Most  int64  // bytes of a file
	// Parse reads the text of a file, with the number that it says. ErrNewer is one of a newer version.
	Parse func(text []byte) (value T, n int, err error)
}

// ErrNewer says that a file was written by a newer version of the program. It is left alone.
var ErrNewer = errors.New("it was written by a newer version of travel")

// Trouble is a file that could not be taken.
type Trouble struct {
	N     int    // its number
	Path  string // where it lies now
	Aside bool   // it is damaged, and was moved there
	Why   error  // ErrNewer for one of a newer version, which was left alone
}

// Error is a shelf that could not be read or changed. Nothing that lay there is lost.
type Error struct {
	Doing string // "keep the trip"
	Of    string // what lies there
	Err   error
}

func (e *Error) Error() string {
	why := e.Err.Error()
	switch {
	case errors.Is(e.Err, context.DeadlineExceeded):
		why = "another command has been changing " + e.Of + " for 20 seconds"
	case disk.Refused(e.Err):
		why = disk.Why(e.Err)
	}
	return e.Doing + ": " + why
}

func (e *Error) Unwrap() error { return e.Err }

// Class is Local.
func (e *Error) Class() problem.Class { return problem.Local }

// Advice is that of the cause.
func (e *Error) Advice() string { return problem.AdviceOf(e.Err) }

// Fault is an error as a *Error; one that has a class of its own, and nil, come back as they are.
func (s Shelf[T]) Fault(doing string, err error) error {
	if _, ok := errors.AsType[problem.Problem](err); ok || err == nil {
		return err
	}
	return &Error{Doing: doing, Of: s.Of, Err: err}
}

// The names beside the numbered files.
const (
	suffix    = ".json"
	countFile = "count.json"
	lockFile  = "lock"
)

// lockWait is how long a change waits for those of other commands.
const lockWait = 20 * time.Second

// Path is the file of a number.
func (s Shelf[T]) Path(n int) string { return filepath.Join(s.Dir, strconv.Itoa(n)+suffix) }

// numberOf is the number in the name of a file; false for another file.
func numberOf(name string) (int, bool) {
	text, ok := strings.CutSuffix(name, suffix)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == text
}

// Read reads all that lies here, by number, and the files that could not be taken. A damaged one is moved
// aside; what was moved is told once.
func (s Shelf[T]) Read() (all []T, trouble []Trouble, err error) {
	if s.Dir == "" {
		return nil, nil, nil
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, s.Fault("read "+s.Of, err)
	}
	var numbers []int
	for _, entry := range entries {
		if n, ok := numberOf(entry.Name()); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		value, err := s.one(n)
		wrong, damaged := errors.AsType[damagedError](err)
		switch {
		case err == nil:
			all = append(all, value)
		case damaged:
			trouble = append(trouble, s.SetAside(Trouble{N: n, Path: s.Path(n), Why: wrong.error}))
		case !errors.Is(err, fs.ErrNotExist): // another command may have just removed it
			return nil, nil, s.Fault(fmt.Sprintf("read number %d of %s", n, s.Of), err)
		}
	}
	return all, trouble, nil
}

// damagedError is a file that says what no shelf writes.
type damagedError struct{ error }

func (s Shelf[T]) one(n int) (T, error) {
	var none T
	text, err := disk.ReadUpTo(s.Path(n), s.Most+1)
	switch {
	case errors.Is(err, disk.ErrIrregular):
		return none, damagedError{err}
	case err != nil:
		return none, err
	case int64(len(text)) > s.Most:
		return none, damagedError{fmt.Errorf("it is larger than %d KiB", s.Most>>10)}
	}
	value, says, err := s.Parse(text)
	switch {
	case err != nil:
		return none, damagedError{err}
	case says != n:
		return none, damagedError{errors.New("it has the number of another")}
	}
	return value, nil
}

// SetAside moves a damaged file aside, and tells where it lies then. One of a newer version, and what is no
// file, stay where they are.
func (s Shelf[T]) SetAside(t Trouble) Trouble {
	if s.Still || errors.Is(t.Why, ErrNewer) || errors.Is(t.Why, disk.ErrIrregular) {
		return t
	}
	if aside, err := disk.MoveAside(t.Path); err == nil {
		t.Path, t.Aside = aside, true
	}
	return t
}

// Change does something with what lies here, while no other command changes it.
func (s Shelf[T]) Change(ctx context.Context, do func() error) error {
	if s.Still {
		return do()
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	return disk.Hold(ctx, filepath.Join(s.Dir, lockFile), do)
}

// counted is the highest number that was ever given.
type counted struct {
	Version int `json:"version"`
	Last    int `json:"last"`
}

// Last is the highest number that was ever given, as far as is known; numbers are those that lie here.
func (s Shelf[T]) Last(numbers ...int) int {
	var c counted
	if text, err := disk.ReadUpTo(filepath.Join(s.Dir, countFile), 1<<10); err == nil {
		_ = json.Unmarshal(text, &c) // a count that is lost is taken from the files
	}
	return max(min(max(c.Last, 0), 1<<30), slices.Max(append(numbers, 0)))
}

// Count keeps the highest number, before it is used: one that was counted and not used costs nothing, and
// one that is used twice would.
func (s Shelf[T]) Count(last int) error {
	text, err := json.Marshal(counted{1, last})
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(s.Dir, countFile), text)
}

// Remove deletes files; one that is gone already is no error. The highest number of all stays known.
func (s Shelf[T]) Remove(last int, paths ...string) error {
	if s.Still || len(paths) == 0 {
		return nil
	}
	if err := s.Count(last); err != nil && !disk.Refused(err) {
		return err
	}
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
