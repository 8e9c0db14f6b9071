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
	"time"

	"travel.example/travel/internal/problem"
)

// Version is that of all files. One of a newer version is left as it is.
const Version = 1

// maxFile is the largest file of a value, in bytes, far above an honest one.
const maxFile = 16 << 20

// Table is values of one kind, each in a file KEY.json of a directory, with its version before it. Nothing of it
// need exist. What is damaged is moved aside, and is a *Trouble once.
type Table[T any] struct {
	Dir   string // "" is nowhere: nothing is there, and what would write is ErrNowhere
	Still bool   // nothing is written, and nothing moved
	Fault error  // why Dir is nowhere, where that is an error also to a reader
	Loose bool   // nothing waits for the disk: a machine that loses power may lose what was written last
	// Name is what a value is called in sentences: "kept:2".
	Name func(key string) string
	// Check completes a value by its key and refuses one that travel would not have written; nil takes all.
	Check func(key string, value *T) error
	// Place names the place that takes nothing, as the cause of an error; nil for another error.
	Place func(err error) error
}

// Key is a name for a file that no text can lead astray and that does not depend on a file system's view of
// upper and lower case.
func Key(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// ErrNewer says that a file was written by a newer version of the program.
var ErrNewer = errors.New("it was written by a newer version of travel")

// Trouble is a file of the program's own that could not be taken.
type Trouble struct {
	Key, Name string // of the value, and what it is called
	Path      string // where it lies now
	Aside     bool   // it is damaged, and was moved there
	Why       error  // ErrNewer for one of a newer version, which was left alone
}

func (t *Trouble) Error() string {
	switch {
	case errors.Is(t.Why, ErrNewer):
		return fmt.Sprintf("%s is left out: %v: %s", t.Name, t.Why, t.Path)
	case t.Aside:
		return fmt.Sprintf("%s is damaged and was moved to %s: %v", t.Name, t.Path, t.Why)
	}
	return fmt.Sprintf("%s is left out: %s is damaged: %v", t.Name, t.Path, t.Why)
}

func (t *Trouble) Unwrap() error { return t.Why }

// Class is Local.
func (t *Trouble) Class() problem.Class { return problem.Local }

// Advice is what to do for a file of a newer version; the others are out of the way.
func (t *Trouble) Advice() string {
	if errors.Is(t.Why, ErrNewer) {
		return "use the version of travel that wrote it"
	}
	return ""
}

// setAside moves a damaged file aside, and tells where it lies then. One of a newer version, and what is no file,
// stay where they are.
func setAside(t Trouble, still bool) *Trouble {
	if !still && !errors.Is(t.Why, ErrNewer) && !errors.Is(t.Why, ErrIrregular) {
		if aside, err := MoveAside(t.Path); err == nil {
			t.Path, t.Aside = aside, true
		}
	}
	return &t
}

// Decode reads one JSON value, without a member that it does not know. Its errors are sentences for a person.
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

// versioned is a value as its file has it.
type versioned[T any] struct {
	Version int `json:"version"`
	Value   T   `json:"value"`
}

// decode reads the text of a file; ErrNewer is one of a newer version.
func decode[T any](text []byte) (T, error) {
	var file versioned[T]
	err := Decode(text, &file)
	if err != nil {
		var head struct{ Version int }
		_ = json.Unmarshal(text, &head) // whatever else it has
		file.Version = head.Version
	}
	switch {
	case file.Version > Version:
		err = ErrNewer
	case err == nil && file.Version != Version:
		err = errors.New("it does not say its version")
	}
	return file.Value, err
}

// Path is the file of a key.
func (t Table[T]) Path(key string) string { return filepath.Join(t.Dir, key+".json") }

// Get is the value of a key; false where there is none, or none that may be read. The error is a *Trouble for a
// file that is damaged or of a newer version.
func (t Table[T]) Get(key string) (T, bool, error) {
	var none T
	if t.Dir == "" {
		return none, false, t.Fault
	}
	text, err := ReadUpTo(t.Path(key), maxFile+1)
	switch {
	case errors.Is(err, fs.ErrNotExist), Denied(err):
		return none, false, nil
	case err != nil && !errors.Is(err, ErrIrregular):
		return none, false, err
	case len(text) > maxFile:
		err = errLarge
	}
	var value T
	if err == nil {
		value, err = decode[T](text)
	}
	if err == nil && t.Check != nil {
		err = t.Check(key, &value)
	}
	if err != nil {
		return none, false, setAside(t.trouble(key, err), t.Still)
	}
	return value, true, nil
}

func (t Table[T]) trouble(key string, why error) Trouble {
	called := key
	if t.Name != nil {
		called = t.Name(key)
	}
	return Trouble{Key: key, Name: called, Path: t.Path(key), Why: why}
}

var errLarge = fmt.Errorf("it is larger than %d MiB", maxFile>>20)

// Failed says of an error what was tried, and which place takes nothing. One that has a class of its own comes back
// as it is.
func (t Table[T]) Failed(doing string, err error) error {
	if _, ok := errors.AsType[problem.Problem](err); ok || err == nil {
		return err
	}
	if t.Place != nil {
		err = cmp.Or(t.Place(err), err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Put keeps a value in place of the one that a key had, unless a newer version of the program wrote that: a *Trouble.
func (t Table[T]) Put(key string, value T) error {
	if t.Dir == "" {
		return cmp.Or(t.Fault, ErrNowhere)
	}
	if t.Check != nil {
		if err := t.Check(key, &value); err != nil {
			return err
		}
	}
	text, err := json.Marshal(versioned[T]{Version, value})
	if err == nil && len(text) > maxFile {
		err = errLarge
	}
	if err != nil || t.Still {
		return err
	}
	if err := Make(t.Dir); err != nil {
		return err
	}
	const begin = 32 // bytes, in which a file says its version
	var version int
	if text, err := ReadUpTo(t.Path(key), begin); err == nil {
		_, _ = fmt.Sscanf(string(text), `{"version":%d`, &version)
	}
	if version > Version {
		return new(t.trouble(key, ErrNewer))
	}
	return replace(t.Path(key), text, !t.Loose)
}

// Change changes the value of a key, the zero one where it has none, while no other process changes the table. One
// that was damaged counts as none.
func (t Table[T]) Change(ctx context.Context, key string, change func(*T) error) error {
	return t.Hold(ctx, func() error {
		value, _, err := t.Get(key)
		if trouble, ok := errors.AsType[*Trouble](err); err != nil && (!ok || !trouble.Aside) {
			return err
		}
		if err := change(&value); err != nil {
			return err
		}
		return t.Put(key, value)
	})
}

// Hold does something while no other process holds the table. It waits 20 seconds for one that does.
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

// Entry is a value of a table that is not read yet.
type Entry struct {
	Key     string
	Written time.Time
}

// Entries are the values that lie there, the last written first.
func (t Table[T]) Entries() ([]Entry, error) {
	if t.Dir == "" {
		return nil, t.Fault
	}
	files, err := os.ReadDir(t.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var all []Entry
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), ".json")
		if info, err := f.Info(); ok && err == nil {
			all = append(all, Entry{key, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Or(b.Written.Compare(a.Written), cmp.Compare(a.Key, b.Key)) })
	return all, err
}

// Remove deletes values. What is gone already is no error.
func (t Table[T]) Remove(keys ...string) error {
	if t.Still || t.Dir == "" {
		return nil
	}
	for _, key := range keys {
		if err := os.Remove(t.Path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// numbers are the keys that are numbers, in their order.
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

// All reads the values whose keys are numbers, in their order, and what could not be taken of them.
func (t Table[T]) All() (all []T, trouble []*Trouble, err error) {
	numbers, err := t.numbers()
	if err != nil {
		return nil, nil, err
	}
	for _, n := range numbers {
		value, found, err := t.Get(strconv.Itoa(n))
		if wrong, ok := errors.AsType[*Trouble](err); ok {
			trouble = append(trouble, wrong)
		} else if err != nil {
			return nil, nil, err
		} else if found { // else another command has just removed it
			all = append(all, value)
		}
	}
	return all, trouble, nil
}

// Add keeps values under numbers from first on, all of them or none. A number is never given twice, whatever was
// removed meanwhile. Whoever adds holds the table.
func (t Table[T]) Add(values ...T) (first int, err error) {
	numbers, err := t.numbers()
	if err != nil {
		return 0, err
	}
	// A number that was counted and not used costs nothing. A count that is lost is taken from the files.
	counts := Table[int]{Dir: t.Dir, Still: t.Still}
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
