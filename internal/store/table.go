package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/problem"
)

// Version is the version of all files. Files of a newer version are left as they are.
const Version = 1

// Home is a directory for tables, and how they use it.
type Home struct {
	Dir   string // need not exist; if "", nothing is found and writes fail with ErrNowhere
	Fault error  // why Dir is unknown: the error of reads and writes
	Still bool   // read-only: nothing is written or moved
	// Place returns an error that names the directory that cannot be written, or nil for any other error.
	Place func(err error) error
	// Warn reports a damaged file, which then counts as missing. If it is nil, the file is a *Trouble.
	Warn func(text string)
}

// In returns the home in a subdirectory.
func (h Home) In(names ...string) Home {
	if h.Dir != "" {
		h.Dir = filepath.Join(h.Dir, filepath.Join(names...))
	}
	return h
}

// Table stores values of one type, each in a file KEY.json with its version. A damaged file is moved aside and reported
// once. A file of a newer version is a *Trouble and stays.
type Table[T any] struct {
	Home
	Memory *Memory // holds the values instead of the directory, if not nil
	Loose  bool    // do not wait for the disk: a power failure may lose the last write
	All    string  // what the values are called in messages: "the watches"
	// Name returns what a value is called in messages: "kept:2".
	Name func(key string) string
	// Check completes a value from its key and rejects an invalid one. It may be nil.
	Check func(key string, value *T) error
}

// Memory holds the values of a table in this process. The zero Memory is empty.
type Memory struct{ texts sync.Map }

// Copy returns an independent copy.
func (m *Memory) Copy() *Memory {
	own := new(Memory)
	for key, text := range m.texts.Range {
		own.texts.Store(key, text)
	}
	return own
}

// Key returns a safe file name for any text. It does not depend on whether the file system distinguishes case.
func Key(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// ErrNewer is returned for a file that a newer version of the program wrote.
var ErrNewer = errors.New("it was written by a newer version of travel")

// Trouble is the error for a file of this program that could not be read.
type Trouble struct {
	error        // for a person
	Key   string // of the value
	Path  string // where the file is now
	Aside bool   // it is damaged and was moved there
	Why   error  // ErrNewer for a file of a newer version, which was left alone
}

func (t *Trouble) Unwrap() error { return t.error }

// setAside moves a damaged file to FILE.damaged or FILE.damaged-2. A file of a newer version, and anything but a regular
// file, stays. called is the name of the value in messages.
func setAside(path, called string, why error, still bool) *Trouble {
	t := &Trouble{Path: path, Why: why}
	if errors.Is(why, ErrNewer) {
		text := fmt.Sprintf("%s is left out: %v: %s", called, why, path)
		t.error = problem.Error{Class: problem.Local, Text: text, Hint: "use the version of travel that wrote it", Err: why}
		return t
	}
	aside := path + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); err != nil {
			break
		}
		aside = fmt.Sprintf("%s.damaged-%d", path, n)
	}
	text := fmt.Sprintf("%s is left out: %s is damaged: %v", called, path, why)
	if !still && !errors.Is(why, ErrIrregular) && os.Rename(path, aside) == nil {
		t.Path, t.Aside = aside, true
		text = fmt.Sprintf("%s is damaged and was moved to %s: %v", called, aside, why)
	}
	t.error = problem.Error{Class: problem.Local, Text: text, Err: why}
	return t
}

// Decode parses one JSON value strictly: unknown members are errors. Its errors are written for a person.
func Decode(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(value)
	if err == nil {
		if _, end := decoder.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more than one value")
		}
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		err = fmt.Errorf("%s holds a JSON %s", wrong.Field, wrong.Value)
	}
	if wrong, ok := errors.AsType[*time.ParseError](err); ok {
		err = fmt.Errorf("%s is no time such as 2026-11-21T08:00:00Z", strings.Trim(wrong.Value, `"`))
	}
	if err != nil {
		return fmt.Errorf("it is not as travel writes it: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// versioned is the content of the file of a value.
type versioned[T any] struct {
	Version int `json:"version"`
	Value   T   `json:"value"`
}

// versionOf returns the version at the beginning of a file, or 0.
func versionOf(text []byte) (version int) {
	_, _ = fmt.Sscanf(string(text[:min(len(text), 32)]), `{"version":%d`, &version)
	return version
}

// Path returns the file of a key.
func (t Table[T]) Path(key string) string { return filepath.Join(t.Dir, key+".json") }

// Get returns the value of a key, or false if there is none or it may not be read.
func (t Table[T]) Get(key string) (T, bool, error) {
	var none T
	var text []byte
	err := t.Fault
	if t.Memory != nil {
		held, _ := t.Memory.texts.Load(key)
		text, _ = held.([]byte)
	} else if t.Dir != "" {
		text, err = ReadUpTo(t.Path(key), 1<<30)
	}
	switch {
	case text == nil && err == nil, errors.Is(err, fs.ErrNotExist), Denied(err):
		return none, false, nil
	case err != nil && !errors.Is(err, ErrIrregular):
		return none, false, err
	}
	var file versioned[T]
	if err == nil {
		err = Decode(text, &file)
	}
	switch {
	case versionOf(text) > Version:
		err = ErrNewer
	case err == nil && file.Version != Version:
		err = errors.New("it does not say its version")
	case err == nil && t.Check != nil:
		err = t.Check(key, &file.Value)
	}
	if err != nil {
		return none, false, t.trouble(key, err)
	}
	return file.Value, true, nil
}

// trouble moves a damaged file aside. It returns the error for it, or nil after a warning.
func (t Table[T]) trouble(key string, why error) error {
	called := key
	if t.Name != nil {
		called = t.Name(key)
	}
	trouble := setAside(t.Path(key), called, why, t.Still)
	trouble.Key = key
	if t.Warn == nil || errors.Is(why, ErrNewer) {
		return trouble
	}
	t.Warn(trouble.Error())
	return nil
}

// Failed wraps an error with what was tried and, if it cannot be written, the directory. An error that has a class
// already is returned as it is.
func (t Table[T]) Failed(doing string, err error) error {
	if _, ok := errors.AsType[problem.Problem](err); ok || err == nil {
		return err
	}
	if t.Place != nil {
		err = cmp.Or(t.Place(err), err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Put writes the value of a key. It is a *Trouble if a newer version of the program wrote the present one.
func (t Table[T]) Put(key string, value T) error {
	if t.Dir == "" && t.Memory == nil {
		return cmp.Or(t.Fault, ErrNowhere)
	}
	if t.Check != nil {
		if err := t.Check(key, &value); err != nil {
			return err
		}
	}
	text, err := json.Marshal(versioned[T]{Version, value})
	if err != nil || t.Still {
		return err
	}
	if t.Memory != nil {
		t.Memory.texts.Store(key, text)
		return nil
	}
	if err := Make(t.Dir); err != nil {
		return err
	}
	if text, err := ReadUpTo(t.Path(key), 32); err == nil && versionOf(text) > Version {
		return t.trouble(key, ErrNewer)
	}
	return replace(t.Path(key), text, !t.Loose)
}

// Change changes the value of a key while no other process changes the table. A missing value is zero. Without a
// directory, Change does nothing.
func (t Table[T]) Change(ctx context.Context, key string, change func(*T)) error {
	if t.Dir == "" {
		return t.Fault
	}
	return t.Hold(ctx, func() error {
		value, _, err := t.Get(key)
		if err != nil {
			return err
		}
		change(&value)
		return t.Put(key, value)
	})
}

// Hold calls do while it holds the lock of the table. It waits up to 20 seconds for another process.
func (t Table[T]) Hold(ctx context.Context, do func() error) error {
	const wait = 20 * time.Second
	switch {
	case t.Dir == "":
		return cmp.Or(t.Fault, ErrNowhere)
	case t.Still:
		return do()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, wait, fmt.Errorf("another command has been changing it for %s", wait))
	defer cancel()
	err := Hold(ctx, filepath.Join(t.Dir, "lock"), do)
	if errors.Is(err, context.DeadlineExceeded) {
		return cmp.Or(context.Cause(ctx), err)
	}
	return err
}

// TryHold takes the lock of a key without waiting. It returns ErrHeld if another process has it.
func (t Table[T]) TryHold(key string) (release func(), err error) {
	if t.Dir == "" {
		return nil, cmp.Or(t.Fault, ErrNowhere)
	}
	if err := Make(t.Dir); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(t.Dir, key+".lock"), flock.SetPermissions(0o600))
	held, err := lock.TryLock()
	if err == nil && !held {
		err = ErrHeld
	}
	return func() { _ = lock.Unlock() }, err
}

// Entry is a file of a table.
type Entry struct {
	Key     string
	Written time.Time
}

// Entries returns the files of the table, latest first.
func (t Table[T]) Entries() ([]Entry, error) {
	var all []Entry
	if t.Memory != nil {
		for key := range t.Memory.texts.Range {
			all = append(all, Entry{Key: key.(string)})
		}
		return all, nil
	}
	if t.Dir == "" {
		return nil, t.Fault
	}
	files, err := os.ReadDir(t.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), ".json")
		if info, err := f.Info(); ok && err == nil {
			all = append(all, Entry{key, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Or(b.Written.Compare(a.Written), cmp.Compare(a.Key, b.Key)) })
	return all, err
}

// Remove deletes values. A key without one is no error.
func (t Table[T]) Remove(keys ...string) error {
	for _, key := range keys {
		switch {
		case t.Memory != nil:
			t.Memory.texts.Delete(key)
		case t.Dir != "" && !t.Still:
			if err := os.Remove(t.Path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// numbers returns the keys that are numbers, in order.
func (t Table[T]) numbers() ([]int, error) {
	entries, err := t.Entries()
	var all []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Key); err == nil && n > 0 && strconv.Itoa(n) == e.Key {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, err
}

// Listing is the values whose keys are numbers, in order, and the files that could not be read.
type Listing[T any] struct {
	Numbers []int
	All     []T
	Trouble []*Trouble
}

// Find returns the value of a number, or the error for its file if that could not be read.
func (l Listing[T]) Find(n int) (value T, found bool, err error) {
	for _, t := range l.Trouble {
		if t.Key == strconv.Itoa(n) {
			return value, false, t
		}
	}
	i, found := slices.BinarySearch(l.Numbers, n)
	if found {
		value = l.All[i]
	}
	return value, found, nil
}

// List reads the values whose keys are numbers.
func (t Table[T]) List() (l Listing[T], err error) {
	numbers, err := t.numbers()
	if err != nil {
		return l, t.Failed("read "+t.All, err)
	}
	for _, n := range numbers {
		value, found, err := t.Get(strconv.Itoa(n))
		if wrong, ok := errors.AsType[*Trouble](err); ok {
			l.Trouble = append(l.Trouble, wrong)
		} else if err != nil {
			return l, t.Failed("read "+t.All, err)
		} else if found { // unless another command has just removed it
			l.Numbers, l.All = append(l.Numbers, n), append(l.All, value)
		}
	}
	return l, nil
}

// Update lists the table and calls do while no other process changes it. doing says what was tried, for errors.
func (t Table[T]) Update(ctx context.Context, doing string, do func(Listing[T]) error) error {
	return t.Failed(doing, t.Hold(ctx, func() error {
		l, err := t.List()
		if err != nil {
			return err
		}
		return do(l)
	}))
}

// Add stores values under new numbers, starting at first: all of them or none. Numbers are never reused. The caller
// must hold the table.
func (t Table[T]) Add(values ...T) (first int, err error) {
	numbers, err := t.numbers()
	if err != nil {
		return 0, err
	}
	// A counted number that is not used does no harm. If the count is lost, the files give it.
	counts := Table[int]{Home: t.Home}
	given, _, _ := counts.Get("count")
	first = max(given, slices.Max(append(numbers, 0))) + 1
	if err := counts.Put("count", first+len(values)-1); err != nil {
		return 0, err
	}
	for i, value := range values {
		if err := t.Put(strconv.Itoa(first+i), value); err != nil {
			for n := range i {
				_ = t.Remove(strconv.Itoa(first + n))
			}
			return 0, err
		}
	}
	return first, nil
}
