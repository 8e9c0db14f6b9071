package recall

import (
	"cmp"
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
	"strings"
	"time"

	"travel.example/travel/internal/disk"
)

// What stays of other sessions.
const (
	keepFor   = 7 * 24 * time.Hour
	keepFiles = 60 // of a profile, all kinds together
)

// Store is what one profile listed in one terminal session.
type Store struct {
	dir     string // of the profile
	session string // part of the file names
}

// Open names the place below the state directory. Neither it nor anything in it
// need exist; profile and session may hold any text.
func Open(dir, profile, session string) *Store {
	return &Store{
		dir:     filepath.Join(dir, "recall", fileSafe(profile)),
		session: fileSafe(session),
	}
}

// fileSafe is a name for a file that no text can lead astray and that does not
// depend on a file system's view of upper and lower case.
func fileSafe(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}

func (s *Store) file(kind Kind) string {
	return filepath.Join(s.dir, s.session+suffix(kind))
}

func suffix(kind Kind) string { return "." + string(kind) + ".json" }

// Save keeps the list in place of the session's last one of its kind. Rows carry
// their numbers, all different and from 1. Ids that could not be sent back are
// dropped, and rows beyond the first 5,000.
func (s *Store) Save(l List) error {
	if !l.Kind.known() {
		return fmt.Errorf("keep a list of %q: no such kind", l.Kind)
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
	if _, err := parse(text, l.Kind); err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	if err := disk.Replace(s.file(l.Kind), text); err != nil {
		return fmt.Errorf("keep the list of %s: %w", l.Kind, err)
	}
	s.prune()
	return nil
}

// Latest is the session's last list of that kind, else the last one of the
// profile, else none. A file that cannot be understood counts as none.
func (s *Store) Latest(kind Kind) (List, bool, error) {
	if !kind.known() {
		return List{}, false, nil
	}
	if l, ok, err := read(s.file(kind), kind); ok || err != nil {
		return l, ok, err
	}
	files, err := s.files()
	if err != nil {
		return List{}, false, fmt.Errorf("look for the latest list of %s: %w", kind, err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.path, suffix(kind)) {
			continue
		}
		if l, ok, err := read(f.path, kind); ok || err != nil {
			return l, ok, err
		}
	}
	return List{}, false, nil
}

// Search is a list made from that search, or from the search that was made in its place, without
// its rows; the session's own lists first.
func (s *Store) Search(id string) (List, bool) {
	kinds := []Kind{Trips, Hotels, Rates, Fares, Options}
	for _, kind := range kinds {
		l, _, err := s.Latest(kind)
		if found, ok := l.of(id); ok && err == nil {
			return found, true
		}
	}
	files, err := s.files()
	if err != nil {
		return List{}, false // a list that cannot be read only means that nothing is known
	}
	for _, f := range files {
		i := slices.IndexFunc(kinds, func(k Kind) bool { return strings.HasSuffix(f.path, suffix(k)) })
		if i < 0 {
			continue
		}
		l, _, err := read(f.path, kinds[i])
		if found, ok := l.of(id); ok && err == nil {
			return found, true
		}
	}
	return List{}, false
}

// of is the list as that search has it.
func (l List) of(id string) (List, bool) {
	l = l.Head()
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

// read gives no list for a file that is missing, broken or too large.
func read(path string, kind Kind) (List, bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return List{}, false, nil
	}
	if err != nil {
		return List{}, false, fmt.Errorf("read the latest list of %s: %w", kind, err)
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return List{}, false, nil
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return List{}, false, fmt.Errorf("read the latest list of %s: %w", kind, err)
	}
	if len(text) > maxFileBytes {
		return List{}, false, nil
	}
	l, err := parse(text, kind)
	return l, err == nil, nil
}

type keptFile struct {
	path     string
	modified time.Time
}

// files are the profile's, the last written first.
func (s *Store) files() ([]keptFile, error) {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []keptFile
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue // gone meanwhile, or not ours
		}
		files = append(files, keptFile{filepath.Join(s.dir, entry.Name()), info.ModTime()})
	}
	slices.SortFunc(files, func(a, b keptFile) int {
		return cmp.Or(b.modified.Compare(a.modified), strings.Compare(a.path, b.path))
	})
	return files, nil
}

// prune removes what is too much, and what is old next to the file just written: so the clock is
// the file system's own. A list that stays does no harm, so nothing here is an error.
func (s *Store) prune() {
	files, err := s.files()
	if err != nil || len(files) == 0 {
		return
	}
	for i, f := range files {
		if i >= keepFiles || files[0].modified.Sub(f.modified) > keepFor {
			_ = os.Remove(f.path)
		}
	}
}
