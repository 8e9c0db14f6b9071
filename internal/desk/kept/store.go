package kept

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

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/disk"
	"travel.example/travel/internal/problem"
)

// Store is what a profile keeps. Nothing of it need exist.
type Store struct {
	dir   string // "" is nowhere
	still bool   // nothing is written
}

// Open names the place of a profile below the state directory; "" is nowhere.
func Open(state, profile string) *Store {
	if state == "" {
		return &Store{}
	}
	return &Store{dir: filepath.Join(state, "kept", recall.FileSafe(profile))}
}

// Still is the same store, in which nothing changes.
func (s *Store) Still() *Store { return &Store{dir: s.dir, still: true} }

// Dir is where the files lie, "" for nowhere.
func (s *Store) Dir() string { return s.dir }

// Trouble is a file that could not be taken.
type Trouble struct {
	N     int    // its number
	Path  string // where it lies now
	Aside bool   // it is damaged, and was moved there
	Why   error  // ErrNewer for one of a newer version, which was left alone
}

// Listing is what is kept, by number, and the files that could not be taken.
type Listing struct {
	All     []Kept
	Trouble []Trouble
}

// The names in the directory.
const (
	suffix    = ".json"
	countFile = "count.json"
	lockFile  = "lock"
)

// lockWait is how long a change waits for those of other commands.
const lockWait = 20 * time.Second

// Error is a store that could not be read or changed. Nothing that was kept is lost.
type Error struct {
	Doing string // "keep the trip"
	Err   error
}

func (e *Error) Error() string {
	why := e.Err.Error()
	switch {
	case errors.Is(e.Err, context.DeadlineExceeded):
		why = "another command has been changing what is kept for 20 seconds"
	case disk.Refused(e.Err):
		why = disk.Why(e.Err)
	}
	return e.Doing + ": " + why
}

func (e *Error) Unwrap() error { return e.Err }

// Class is Local.
func (e *Error) Class() problem.Class { return problem.Local }

// Advice is empty: what helps depends on the system's words.
func (e *Error) Advice() string { return "" }

// List reads all that is kept. A damaged file is moved aside; what was moved is told once.
func (s *Store) List() (Listing, error) {
	if s.dir == "" {
		return Listing{}, nil
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return Listing{}, nil
	}
	if err != nil {
		return Listing{}, &Error{"read what is kept", err}
	}
	var numbers []int
	for _, entry := range entries {
		if n, ok := numberOf(entry.Name()); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var l Listing
	for _, n := range numbers {
		k, trouble, err := s.read(n)
		switch {
		case err != nil:
			return Listing{}, &Error{fmt.Sprintf("read kept:%d", n), err}
		case trouble != nil:
			l.Trouble = append(l.Trouble, *trouble)
		case k.N > 0:
			l.All = append(l.All, k)
		}
	}
	return l, nil
}

func (s *Store) path(n int) string { return filepath.Join(s.dir, strconv.Itoa(n)+suffix) }

// numberOf is the number in the name of a file; false for another file.
func numberOf(name string) (int, bool) {
	text, ok := strings.CutSuffix(name, suffix)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == text
}

// read reads one file: the zero value for one that is gone.
func (s *Store) read(n int) (Kept, *Trouble, error) {
	path := s.path(n)
	text, err := disk.ReadUpTo(path, maxFileBytes+1)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Kept{}, nil, nil // another command has just forgotten it
	case errors.Is(err, disk.ErrIrregular):
		return Kept{}, &Trouble{N: n, Path: path, Why: err}, nil
	case err != nil:
		return Kept{}, nil, err
	}
	k, err := Parse(text)
	switch {
	case len(text) > maxFileBytes:
		err = errors.New("it is larger than 512 KiB")
	case err == nil && k.N != n:
		err = errors.New("it has the number of another")
	}
	if err == nil {
		return k, nil, nil
	}
	trouble := &Trouble{N: n, Path: path, Why: err}
	if !errors.Is(err, ErrNewer) && !s.still {
		if aside, moveErr := disk.MoveAside(path); moveErr == nil {
			trouble.Path, trouble.Aside = aside, true
		}
	}
	return Kept{}, trouble, nil
}

// change does something with what is kept, while no other command changes it.
func (s *Store) change(ctx context.Context, doing string, do func(Listing) error) error {
	if s.dir == "" {
		return &Error{doing, recall.ErrNowhere}
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	locked := func() error {
		l, err := s.List()
		if err != nil {
			return err
		}
		return do(l)
	}
	if s.still {
		return locked()
	}
	err := disk.Hold(ctx, filepath.Join(s.dir, lockFile), locked)
	if _, ok := errors.AsType[problem.Problem](err); ok || err == nil {
		return err
	}
	return &Error{doing, err}
}

// Add keeps offers under new numbers, all of them or none. A name that is taken is a NameError.
func (s *Store) Add(ctx context.Context, all ...Kept) ([]Kept, error) {
	var added []Kept
	err := s.change(ctx, "keep "+what(all), func(l Listing) error {
		if len(l.All)+len(all) > MaxKept {
			return problem.UsageError{
				Text: fmt.Sprintf("%d offers are kept already, and %d is the most", len(l.All), MaxKept), Hint: "forget some first: travel kept forget N",
			}
		}
		last := s.last(l)
		for i, k := range all {
			k.N = last + 1 + i
			if err := free(append(slices.Clone(l.All), added...), k.Name, k.N); err != nil {
				return err
			}
			added = append(added, k)
		}
		return s.put(added)
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

func what(all []Kept) string {
	if len(all) == 1 {
		return "the " + Word(all[0].Kind)
	}
	return fmt.Sprintf("%d offers", len(all))
}

// put writes new files, all of them or none. The count goes first: a number that was counted and not used
// costs nothing, and one that is used twice would.
func (s *Store) put(all []Kept) error {
	texts := make([][]byte, len(all))
	for i, k := range all {
		text, err := encode(k)
		if err != nil {
			return err
		}
		texts[i] = text
	}
	if s.still || len(all) == 0 {
		return nil
	}
	if err := s.count(all[len(all)-1].N); err != nil {
		return err
	}
	for i, k := range all {
		if err := disk.ReplaceForGood(s.path(k.N), texts[i]); err != nil {
			for _, done := range all[:i] {
				_ = os.Remove(s.path(done.N))
			}
			return err
		}
	}
	return nil
}

// counted is the highest number that was ever given.
type counted struct {
	Version int `json:"version"`
	Last    int `json:"last"`
}

// last is the highest number that was ever given, as far as is known: a number that was forgotten is not
// used again.
func (s *Store) last(l Listing) int {
	var c counted
	if text, err := disk.ReadUpTo(filepath.Join(s.dir, countFile), 1<<10); err == nil {
		_ = json.Unmarshal(text, &c) // a count that is lost is taken from the files
	}
	last := min(max(c.Last, 0), 1<<30)
	for _, k := range l.All {
		last = max(last, k.N)
	}
	for _, t := range l.Trouble {
		last = max(last, t.N)
	}
	return last
}

func (s *Store) count(last int) error {
	text, err := json.Marshal(counted{Version, last})
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(s.dir, countFile), text)
}

// NameError is a name that another kept offer has.
type NameError struct {
	problem.UsageError
	By Kept
}

// free refuses a name that another offer has.
func free(all []Kept, name string, n int) error {
	i := slices.IndexFunc(all, func(k Kept) bool { return name != "" && k.Name == name && k.N != n })
	if i < 0 {
		return nil
	}
	return Taken(all[i])
}

// Taken says that the name of an offer cannot be given to another.
func Taken(by Kept) error {
	return NameError{problem.UsageError{
		Text: fmt.Sprintf("the name %s is taken by %s", by.Name, by.Row()),
		Hint: fmt.Sprintf("give another name, or forget that one first: travel kept forget %s", by.Name),
	}, by}
}

// Change changes one that is kept. It is an error if it was forgotten meanwhile.
func (s *Store) Change(ctx context.Context, n int, change func(*Kept) error) (Kept, error) {
	var changed Kept
	err := s.change(ctx, fmt.Sprintf("change kept:%d", n), func(l Listing) error {
		i := slices.IndexFunc(l.All, func(k Kept) bool { return k.N == n })
		if i < 0 {
			return Missing(Prefix+strconv.Itoa(n), l)
		}
		changed = l.All[i]
		if err := change(&changed); err != nil {
			return err
		}
		changed.N = n
		if err := free(l.All, changed.Name, n); err != nil {
			return err
		}
		text, err := encode(changed)
		if err != nil || s.still {
			return err
		}
		return disk.ReplaceForGood(s.path(n), text)
	})
	return changed, err
}

// Forget deletes kept offers. What is gone already is no error.
func (s *Store) Forget(ctx context.Context, numbers ...int) error {
	return s.change(ctx, "forget", func(l Listing) error {
		if s.still || len(numbers) == 0 {
			return nil
		}
		// The highest number of all stays known.
		if err := s.count(s.last(l)); err != nil && !disk.Refused(err) {
			return err
		}
		for _, n := range numbers {
			if err := os.Remove(s.path(n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	})
}
