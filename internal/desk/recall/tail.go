package recall

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"travel.example/travel/internal/disk"
)

// Tail is what a process knows of the lists that it wrote, so that it adds a page to one without reading those
// before it. The zero Tail knows none.
type Tail struct {
	mu    sync.Mutex
	lists map[string]written // by their files
}

// written is a list as this process wrote it.
type written struct {
	head  List // without rows
	rows  int
	last  int   // the highest number of a row
	begin int64 // where the first row is in the file
	info  fs.FileInfo
}

// end ends the JSON of a list, whose rows come last.
const end = "]}"

// Knowing is the same store, which notes in t what it writes.
func (s *Store) Knowing(t *Tail) *Store {
	own := *s
	own.tail = t
	return &own
}

// note notes that a list was written.
func (s *Store) note(l List, info fs.FileInfo) {
	if s.tail == nil {
		return
	}
	head, err := headOf(l)
	if err != nil {
		return
	}
	w := written{head: l.Head(), rows: len(l.Rows), begin: int64(len(head)), info: info}
	for _, row := range l.Rows {
		w.last = max(w.last, row.N)
	}
	s.tail.mu.Lock()
	defer s.tail.mu.Unlock()
	if s.tail.lists == nil {
		s.tail.lists = map[string]written{}
	}
	s.tail.lists[s.file(l.Kind)] = w
}

// Add keeps rows behind those that this process kept of the same list, whose own are neither read nor written
// anew. It is false where the list has to be saved whole: another process has written since, the rows do not
// come behind those, or there is no room for them.
func (s *Store) Add(l List) bool {
	if s.tail == nil || s.memory != nil || s.still || s.Nowhere() || !l.Kind.known() {
		return false
	}
	path := s.file(l.Kind)
	s.tail.mu.Lock()
	w, known := s.tail.lists[path]
	s.tail.mu.Unlock()
	l = fitted(l)
	if !known || !l.Continues(w.head) || !w.takes(l) || check(l, l.Kind) != nil {
		return false
	}
	head, headErr := headOf(l)
	rows, rowsErr := json.Marshal(l.Rows)
	if headErr != nil || rowsErr != nil || w.info.Size()-w.begin+int64(len(head)+len(rows)) > maxFileBytes {
		return false
	}
	info, err := disk.Rewrite(path, func(to io.Writer) error { return w.extend(to, path, head, rows) })
	if err != nil {
		return false
	}
	last := l.Rows[len(l.Rows)-1].N
	s.tail.mu.Lock()
	defer s.tail.mu.Unlock()
	s.tail.lists[path] = written{head: l.Head(), rows: w.rows + len(l.Rows), last: last, begin: int64(len(head)), info: info}
	return true
}

// headNoted is the list that this process wrote at a path, without its rows, while it is there.
func (s *Store) headNoted(path string) (List, bool) {
	if s.tail == nil {
		return List{}, false
	}
	s.tail.mu.Lock()
	w, known := s.tail.lists[path]
	s.tail.mu.Unlock()
	if !known {
		return List{}, false
	}
	info, err := os.Lstat(path)
	return w.head, err == nil && w.is(info)
}

// is tells whether a file is the one that was written.
func (w written) is(info fs.FileInfo) bool {
	return os.SameFile(info, w.info) && info.Size() == w.info.Size() && info.ModTime().Equal(w.info.ModTime())
}

// takes tells whether rows come behind those of the list.
func (w written) takes(l List) bool {
	last := w.last
	for _, row := range l.Rows {
		if row.N <= last {
			return false
		}
		last = row.N
	}
	return w.rows > 0 && len(l.Rows) > 0 && w.rows+len(l.Rows) <= maxRows
}

// errOther says that the file is not the one that this process wrote.
var errOther = errors.New("another process wrote the list")

// extend writes the list with another head, and with more rows behind its own.
func (w written) extend(to io.Writer, path string, head, rows []byte) error {
	old, err := os.Open(path)
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if !w.is(info) {
		return errOther
	}
	if _, err = old.Seek(w.begin, io.SeekStart); err != nil {
		return err
	}
	if _, err = to.Write(head); err != nil {
		return err
	}
	if _, err = io.CopyN(to, old, info.Size()-w.begin-int64(len(end))); err != nil {
		return err
	}
	rows[0] = ',' // in place of the bracket
	_, err = to.Write(append(rows, '}'))
	return err
}

// headOf is the JSON of a list up to its first row.
func headOf(l List) ([]byte, error) {
	l.Rows = []Row{}
	text, err := json.Marshal(l)
	return text[:max(len(text)-len(end), 0)], err
}
