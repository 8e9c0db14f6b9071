package recall

import (
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

	"travel.example/travel/internal/disk"
)

// Store is what one profile listed in one session.
type Store struct {
	dir     string // of the profile
	session Session
	memory  *Memory // holds the lists in place of files; nil for files
	still   bool    // nothing is written
	tail    *Tail   // notes what is written; nil for nothing
}

// Still is the same store, in which nothing changes.
func (s *Store) Still() *Store {
	own := *s
	own.still = true
	return &own
}

// Open names the place below the state directory. Neither it nor anything in it
// need exist; profile and session may hold any text.
// An empty state directory is nowhere: nothing is found there, and nothing kept.
func Open(dir, profile string, session Session) *Store {
	if dir == "" {
		return &Store{session: session}
	}
	return &Store{dir: filepath.Join(dir, "recall", FileSafe(profile)), session: session}
}

// ErrNowhere says that there is no directory to keep lists in.
var ErrNowhere = errors.New("there is no directory to keep lists in")

// Nowhere tells whether nothing can be kept.
func (s *Store) Nowhere() bool { return s.memory == nil && s.dir == "" }

// Try makes sure that a list can be kept, by writing a file that goes again.
func (s *Store) Try() error {
	switch {
	case s.memory != nil, s.still:
		return nil
	case s.Nowhere():
		return ErrNowhere
	}
	return disk.Try(s.dir, func(string) error { return nil })
}

// Closed is why no list can be kept beside those that are there; nil where one can, as far as that is
// known before it is tried.
func (s *Store) Closed() error {
	switch {
	case s.memory != nil:
		return nil
	case s.Nowhere():
		return ErrNowhere
	}
	return disk.Closed(s.dir)
}

// Drop forgets the session's last list of a kind, so that no one counts in it after a later one was lost.
func (s *Store) Drop(kind Kind) {
	switch {
	case s.still:
		return
	case s.memory != nil:
		s.memory.drop(kind)
		return
	}
	if kind.known() && !s.Nowhere() {
		_ = os.Remove(s.file(kind)) // where that fails Closed tells why
	}
}

// FileSafe is a name for a file that no text can lead astray and that does not
// depend on a file system's view of upper and lower case.
func FileSafe(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}

func (s *Store) file(kind Kind) string {
	return filepath.Join(s.dir, s.session.file()+suffix(kind))
}

func suffix(kind Kind) string { return "." + string(kind) + ".json" }

// Save keeps the list in place of the session's last one of its kind. Rows carry
// their numbers, all different and from 1. Ids that could not be sent back are
// dropped, and rows beyond the first 5,000.
func (s *Store) Save(l List) error {
	switch {
	case s.Nowhere():
		return ErrNowhere
	case !l.Kind.known():
		return fmt.Errorf("keep a list of %q: no such kind", l.Kind)
	case s.still:
		return nil
	case s.memory != nil:
		return s.memory.save(l)
	}
	l = fitted(l)
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	if len(text) > maxFileBytes {
		text, err = json.Marshal(slim(l))
	}
	if err != nil || len(text) > maxFileBytes {
		return fmt.Errorf("keep the list of %s: it is larger than 4 MiB", l.Kind)
	}
	if err := check(l, l.Kind); err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	if err := disk.Make(s.dir); err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	info, err := disk.Rewrite(s.file(l.Kind), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	s.note(l, info)
	s.prune()
	return nil
}

// Latest is the session's last list of that kind, else none. A file that cannot be understood counts as
// none.
func (s *Store) Latest(kind Kind) (List, bool, error) {
	if !kind.known() || s.Nowhere() {
		return List{}, false, nil
	}
	if s.memory != nil {
		l, ok := s.memory.Latest(kind)
		return l, ok, nil
	}
	return read(s.file(kind), kind)
}

// Head is Latest without the rows, which are not read.
func (s *Store) Head(kind Kind) (List, bool, error) {
	if !kind.known() || s.Nowhere() {
		return List{}, false, nil
	}
	if s.memory != nil {
		l, ok := s.memory.Latest(kind)
		return l.Head(), ok, nil
	}
	if l, ok := s.headNoted(s.file(kind)); ok {
		return l, true, nil
	}
	return readHead(s.file(kind), kind)
}

// Search is a list made from that search, or from the search that was made in its place, without
// its rows; the session's own lists first, then those of all others, since an id has one meaning.
func (s *Store) Search(id string) (List, bool) {
	kinds := []Kind{Trips, Hotels, Rates, Fares, Options}
	for _, kind := range kinds {
		l, _, err := s.Head(kind)
		if found, ok := l.of(id); ok && err == nil {
			return found, true
		}
	}
	files, err := s.files()
	if err != nil {
		return List{}, false // a list that cannot be read only means that nothing is known
	}
	for _, f := range files[:min(len(files), maxSearched)] {
		if !slices.Contains(kinds, f.kind()) {
			continue
		}
		l, _, err := readHead(f.path, f.kind())
		if found, ok := l.of(id); ok && err == nil {
			return found, true
		}
	}
	return List{}, false
}

// of is the list, which has no rows, as that search has it.
func (l List) of(id string) (List, bool) {
	switch id {
	case "":
		return List{}, false
	case l.Search.ID:
		return l, true
	case l.Search.RenewedTo:
		return l.Again(l.Search.RenewedTo, l.Search.RenewedAt), true
	}
	return List{}, false
}

// read gives no list for a file that is missing, broken, too large, or not for this user.
func read(path string, kind Kind) (List, bool, error) { return readAs(path, kind, parse) }

// readHead is read without the rows.
func readHead(path string, kind Kind) (List, bool, error) { return readAs(path, kind, parseHead) }

func readAs(path string, kind Kind, parse func([]byte, Kind) (List, error)) (List, bool, error) {
	text, err := disk.ReadUpTo(path, maxFileBytes+1)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, disk.ErrIrregular), disk.Denied(err):
		return List{}, false, nil
	case err != nil:
		return List{}, false, fmt.Errorf("read the latest list of %s: %w", kind, err)
	}
	if len(text) > maxFileBytes {
		return List{}, false, nil
	}
	l, err := parse(text, kind)
	return l, err == nil, nil
}

// maxSearched bounds the files of other sessions that an id is looked for in.
const maxSearched = 200

// Holding is the list of that kind which has a row of that id, and the row; the session's own list
// first, then those of all others, the newest first.
func (s *Store) Holding(kind Kind, id string) (List, Row, bool) {
	own, _, err := s.Latest(kind)
	if row, ok := own.with(id); ok && err == nil {
		return own, row, true
	}
	files, err := s.files()
	if err != nil {
		return List{}, Row{}, false // a list that cannot be read only means that nothing is known
	}
	for _, f := range files[:min(len(files), maxSearched)] {
		if f.kind() != kind {
			continue
		}
		l, _, err := read(f.path, kind)
		if row, ok := l.with(id); ok && err == nil {
			return l, row, true
		}
	}
	return List{}, Row{}, false
}

// with is the row of that id.
func (l List) with(id string) (Row, bool) {
	i := slices.IndexFunc(l.Rows, func(row Row) bool { return row.ID == id && id != "" })
	if i < 0 {
		return Row{}, false
	}
	return l.Rows[i], true
}
