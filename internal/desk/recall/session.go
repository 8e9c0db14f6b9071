package recall

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"travel.example/travel/internal/disk"
)

// Owner is what kind of session made a list.
type Owner string

// The owners.
const (
	Job      Owner = "job"      // a process without a terminal; the zero Session is one
	Named    Owner = "named"    // anyone who gives the name
	Terminal Owner = "terminal" // one window
)

// Session is whose lists are meant: numbers belong to one list, and a list to one session.
type Session struct {
	Owner Owner
	Key   string // tells it from others of its kind, may be any text
}

// file is what the names of its files begin with.
func (s Session) file() string { return string(cmp.Or(s.Owner, Job)) + "-" + FileSafe(s.Key) }

// families are the kinds that speak of one another: the fares of a trip, the rates of a hotel.
var families = [...][]Kind{{Trips, Fares, Options, TripFacets}, {Hotels, Rates, HotelFacets}, {Places}}

// family is the kinds that go with one.
func family(kind Kind) []Kind {
	for _, kinds := range families {
		if slices.Contains(kinds, kind) {
			return kinds
		}
	}
	return nil
}

// Elsewhere is the newest list of that kind which a terminal of the profile made, for a terminal that
// has none of the kinds that go with it. A job and a session with a name have no part in another's.
func (s *Store) Elsewhere(kind Kind) (List, bool, error) {
	list, _, ok, err := s.elsewhere(kind)
	return list, ok, err
}

// TakeOver is Elsewhere, and makes that list with all that goes with it this terminal's own.
func (s *Store) TakeOver(kind Kind) (List, bool, error) {
	list, owner, ok, err := s.elsewhere(kind)
	if !ok || err != nil {
		return List{}, false, err
	}
	for _, k := range family(kind) {
		if l, found, err := read(filepath.Join(s.dir, owner+suffix(k)), k); err == nil && found {
			if err := s.Save(l); err != nil {
				return list, true, nil //nolint:nilerr // it can be read all the same
			}
		}
	}
	return list, true, nil
}

// elsewhere is that list and what the names of its session's files begin with.
func (s *Store) elsewhere(kind Kind) (list List, owner string, ok bool, err error) {
	if s.session.Owner != Terminal || slices.ContainsFunc(family(kind), s.has) {
		return List{}, "", false, nil
	}
	files, err := s.files()
	if err != nil {
		return List{}, "", false, err
	}
	for _, f := range files {
		if f.owner() != Terminal || f.kind() != kind {
			continue
		}
		if list, ok, err := read(f.path, kind); ok || err != nil {
			return list, f.session(), ok, err
		}
	}
	return List{}, "", false, nil
}

// has tells whether the session has a list of that kind.
func (s *Store) has(kind Kind) bool {
	_, ok, err := s.Latest(kind)
	return ok && err == nil
}

type keptFile struct {
	path     string
	modified time.Time
}

// The name of a file is session.kind.json, and that of a session owner-key.

func (f keptFile) session() string {
	name, _, _ := strings.Cut(filepath.Base(f.path), ".")
	return name
}

// owner is "" for a file that is not a list, or of an older client.
func (f keptFile) owner() Owner {
	owner, _, _ := strings.Cut(f.session(), "-")
	switch o := Owner(owner); o {
	case Job, Named, Terminal:
		return o
	}
	return ""
}

func (f keptFile) kind() Kind {
	_, rest, _ := strings.Cut(filepath.Base(f.path), ".")
	return Kind(strings.TrimSuffix(rest, ".json"))
}

// files are the profile's, the last written first.
func (s *Store) files() ([]keptFile, error) {
	if s.dir == "" || s.memory != nil {
		return nil, nil
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) || disk.Denied(err) {
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
	compare := func(a, b keptFile) int {
		return cmp.Or(b.modified.Compare(a.modified), strings.Compare(a.path, b.path))
	}
	sort.Slice(files, func(i, j int) bool { return compare(files[i], files[j]) < 0 })
	return files, nil
}

// What stays of other sessions. Time decides first: a job is over in a day, a window stays open for
// longer. The count is of each kind of owner, so that a thousand jobs cost no terminal its list, and
// takes nothing that was just made, so that they do not cost each other theirs.
const (
	keepFor     = 7 * 24 * time.Hour
	keepJobsFor = 24 * time.Hour
	keepFiles   = 120            // of one kind of owner
	keepYoung   = time.Hour      // no search lives for longer
	mostFiles   = 40 * keepFiles // of one kind of owner, however young: 4,800
)

// prune removes what is old next to the file just written, so that the clock is the file system's own,
// and what is too much. A list that stays does no harm, so nothing here is an error.
func (s *Store) prune() {
	files, err := s.files()
	if err != nil || len(files) == 0 {
		return
	}
	count := map[Owner]int{}
	for _, f := range files {
		age, keep := files[0].modified.Sub(f.modified), keepFor
		if f.owner() == Job {
			keep = keepJobsFor
		}
		count[f.owner()]++
		if n := count[f.owner()]; age > keep || n > keepFiles && age > keepYoung || n > mostFiles {
			_ = os.Remove(f.path)
		}
	}
}
