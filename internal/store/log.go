package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Log is an append-only file with one record per line, written by one process at a time. Its first line identifies it.
// Added records survive a crash of the process or the machine.
type Log[T any] struct {
	path string
	file *os.File
	lock *flock.Flock
	end  int64 // end of the last complete record
}

// headOf returns the first line of a log with that name.
func headOf(name string) []byte {
	return fmt.Appendf(nil, "{\"travel\":%q,\"version\":%d}\n", name, Version)
}

// LogMark returns the mark of a log file.
func LogMark(name string) Mark { return Mark{First: fmt.Sprintf("{\"travel\":%q,", name)} }

// OpenLog opens or creates a log and calls seen with each record. If fresh, it starts an empty log. An incomplete last
// record is cut off. The log is locked until it is closed; if another process holds it, ErrHeld is returned at once. A
// file that is not such a log is ErrForeign, one of a newer version ErrNewer; both are left as they are.
func OpenLog[T any](path, name string, fresh bool, seen func(record T)) (log *Log[T], err error) {
	if where, err := filepath.EvalSymlinks(path); err == nil {
		path = where // keep a symbolic link as one, and use one lock for all links
	}
	if err := Ours(path, LogMark(name)); err != nil { // no lock is made next to another program's file
		return nil, err
	}
	// A log may be in a directory with other files, such as Cargo.lock.
	l := &Log[T]{path: path, lock: flock.New(path+".travel-lock", flock.SetPermissions(0o600))}
	held, err := l.lock.TryLock()
	if err != nil {
		return nil, err
	}
	mine, err := l.lock.Stat()
	there, statErr := os.Stat(l.lock.Path())
	if !held || err != nil || statErr != nil || !os.SameFile(mine, there) { // the holder may be removing it
		_ = l.lock.Unlock()
		return nil, ErrHeld
	}
	defer func() {
		if err != nil {
			_ = l.Close()
		}
	}()
	if info, err := os.Stat(path); err != nil || fresh || info.Size() == 0 {
		if err := Replace(path, headOf(name)); err != nil {
			return nil, err
		}
	}
	if l.file, err = os.OpenFile(path, os.O_RDWR, 0o600); err != nil {
		return nil, err
	}
	if l.end, err = records(l.file, headOf(name), seen); err != nil {
		return nil, err
	}
	return l, l.file.Truncate(l.end)
}

// records calls seen for each complete record of a log, and returns where they end.
func records[T any](from io.Reader, head []byte, seen func(record T)) (end int64, err error) {
	lines := bufio.NewReaderSize(from, 64<<10)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case errors.Is(err, io.EOF):
			return end, nil
		case err != nil:
			return end, err
		case n == 1:
			if !bytes.Equal(line, head) {
				return 0, ErrNewer
			}
		default:
			var record T
			if err := Decode(line, &record); err != nil {
				return end, RecordError{fmt.Errorf("line %d: %w", n, err)}
			}
			seen(record)
		}
		end += int64(len(line))
	}
}

// RecordError is the error for an invalid line of a log.
type RecordError struct{ error }

// ReadLog returns the records of a log, which may be in use. A missing log has none. called is its name in messages. A
// damaged log is a *Trouble, and is moved aside unless still is set.
func ReadLog[T any](path, name, called string, still bool) (all []T, err error) {
	text, err := ReadUpTo(path, 1<<30) // before Ours: a file that cannot be opened is not damaged
	if err == nil {
		err = Ours(path, LogMark(name))
	}
	if err == nil {
		_, err = records(bytes.NewReader(text), headOf(name), func(record T) { all = append(all, record) })
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	_, damaged := errors.AsType[RecordError](err)
	if damaged || errors.Is(err, ErrIrregular) || errors.Is(err, ErrForeign) || errors.Is(err, ErrNewer) {
		return nil, setAside(path, called, err, still)
	}
	return all, err
}

// Add appends a record, which is on disk when Add returns. If it fails, the log is unchanged.
func (l *Log[T]) Add(record T) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	if _, err = l.file.WriteAt(append(text, '\n'), l.end); err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		_ = l.file.Truncate(l.end)
		return err
	}
	l.end += int64(len(text)) + 1
	return nil
}

// Close closes the log and releases its lock.
func (l *Log[T]) Close() error {
	var err error
	if l.file != nil {
		err = l.file.Close()
	}
	// A lock is an empty file; any other is not ours.
	if info, err := l.lock.Stat(); err == nil && info.Size() == 0 {
		_ = os.Remove(l.lock.Path())
	}
	_ = l.lock.Unlock()
	return err
}

// Remove closes and deletes the log.
func (l *Log[T]) Remove() error {
	err := errors.Join(l.file.Close(), os.Remove(l.path))
	l.file = nil
	return errors.Join(err, l.Close())
}
