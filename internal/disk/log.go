package disk

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"github.com/gofrs/flock"
)

// Bounds of a log, in bytes: of one record, and of all of them.
const (
	MaxRecord = 8 << 20
	maxLog    = 1 << 30
)

// Errors of a log.
var (
	// ErrHeld says that another process writes the log.
	ErrHeld = errors.New("another process writes it")
	// ErrNoRecords says that a file holds something that a log does not.
	ErrNoRecords = errors.New("not a file of records")
	errLong      = errors.New("it is longer than it may be")
)

// Log is a file of lines that are only ever added, one record each, by one process at a time. A record
// that was added is still there after a crash of the process or of the machine. Readable by its owner
// only.
type Log struct {
	file *os.File
	lock *flock.Flock
	end  int64 // behind the last whole record
}

// OpenLog opens a log, or makes an empty one, and hands each record to seen with where it stands. What a
// crash left of a last record is cut off. It holds the log against other processes until it is closed:
// ErrHeld is returned at once.
func OpenLog(path string, seen func(at int64, record []byte) error) (*Log, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	l := &Log{lock: flock.New(path+".lock", flock.SetPermissions(0o600))}
	if err := l.hold(); err != nil {
		return nil, err
	}
	_, statErr := os.Stat(path)
	var err error
	l.file, err = os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NONBLOCK, 0o600) // a pipe may have come meanwhile
	if err != nil {
		l.free()
		return nil, err
	}
	if err := l.read(path, seen); err != nil {
		_ = l.Close()
		return nil, err
	}
	if errors.Is(statErr, fs.ErrNotExist) {
		settle(path)
	}
	return l, nil
}

// hold takes the lock, unless its holder is just removing it.
func (l *Log) hold() error {
	held, err := l.lock.TryLock()
	if err != nil {
		return err
	}
	if !held {
		return ErrHeld
	}
	mine, err := l.lock.Stat()
	there, statErr := os.Stat(l.lock.Path())
	if err != nil || statErr != nil || !os.SameFile(mine, there) {
		_ = l.lock.Unlock()
		return ErrHeld
	}
	return nil
}

// read hands out the whole records and cuts off the rest.
func (l *Log) read(path string, seen func(at int64, record []byte) error) error {
	info, err := l.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	case info.Size() > maxLog:
		return errLong
	}
	lines := bufio.NewReaderSize(l.file, 64<<10)
	for n := 1; ; n++ {
		record, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return l.cut(record)
		}
		if err != nil {
			return err
		}
		if err := seen(l.end, record[:len(record)-1]); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.end += int64(len(record))
	}
}

// cut takes what is left of a record that was not written whole off the end. The first record of a file
// that is not a log is not such a rest.
func (l *Log) cut(rest []byte) error {
	switch {
	case len(rest) == 0:
		return nil
	case l.end == 0 && rest[0] != '{':
		return ErrNoRecords
	}
	return l.file.Truncate(l.end)
}

// Append adds a record, which holds no line break. When it returns, the record is kept for good. One that
// could not be written leaves nothing behind.
func (l *Log) Append(record []byte) (at int64, err error) {
	if len(record) > MaxRecord || l.end+int64(len(record)) >= maxLog || bytes.IndexByte(record, '\n') >= 0 {
		return 0, errLong
	}
	at = l.end
	if _, err = l.file.WriteAt(append(slices.Clip(record), '\n'), at); err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		_ = l.file.Truncate(at)
		return 0, err
	}
	l.end += int64(len(record)) + 1
	return at, nil
}

// ReadAt is the record that stands there.
func (l *Log) ReadAt(at int64) ([]byte, error) {
	record, err := bufio.NewReader(io.NewSectionReader(l.file, at, min(l.end-at, MaxRecord+1))).ReadBytes('\n')
	return bytes.TrimSuffix(record, []byte("\n")), err
}

// Empty forgets all records.
func (l *Log) Empty() error {
	l.end = 0
	return l.file.Truncate(0)
}

// Close ends the log; others may write it then.
func (l *Log) Close() error {
	err := l.file.Close()
	l.free()
	return err
}

// Remove ends the log and deletes it.
func (l *Log) Remove() error {
	err := errors.Join(l.file.Close(), os.Remove(l.file.Name()))
	l.free()
	return err
}

// free lets others write the log.
func (l *Log) free() {
	_ = os.Remove(l.lock.Path())
	_ = l.lock.Unlock()
}
