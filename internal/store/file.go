// Package store stores the program's own data: values in separate files (Table) and append-only records (Log). Files
// are replaced atomically, so that a reader, or a power failure, sees the old file or the new one. They are readable by
// their owner only, and processes that share them hold a lock.
package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Errors of files and of places for them.
var (
	// ErrIrregular is returned for something that is not a regular file, such as a pipe, which could block its
	// reader forever.
	ErrIrregular = errors.New("not a regular file")
	// ErrNowhere is returned if there is no directory to store anything in.
	ErrNowhere = errors.New("there is no directory to keep it in")
	// ErrForeign is returned for an existing file that this program did not create.
	ErrForeign = errors.New("it is there already, and travel did not make it")
	// ErrHeld is returned if another process has the file.
	ErrHeld = errors.New("another process writes it")
)

// Denied reports whether an error says that a place is not writable.
func Denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS)
}

// Full reports whether an error says that the disk or the quota of the user is full.
func Full(err error) bool {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return true
	}
	code, ok := errors.AsType[syscall.Errno](err)
	return ok && runtime.GOOS == "windows" && (code == 39 || code == 112) // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
}

// Refused reports whether an error says that nothing can be written: no permission, read-only, or full.
func Refused(err error) bool { return Denied(err) || Full(err) }

// Why returns the cause of a file error without the path, which may be that of a temporary file.
func Why(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
}

// Exposed reports whether a file mode gives others one of the forbidden rights. Windows has no such bits: its access
// lists keep the directories of a user private.
func Exposed(goos string, mode, forbidden fs.FileMode) bool {
	return goos != "windows" && mode.Perm()&forbidden != 0
}

// Make creates a directory that only its owner can read, and any missing parents.
func Make(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) { // below /proc or an automounter
		return fmt.Errorf("%s: no directory can be made there: %w", dir, fs.ErrPermission)
	}
	return err
}

// ReadUpTo reads at most that many bytes of a regular file.
func ReadUpTo(path string, most int64) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrIrregular}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// Replace writes a file atomically. When it returns, the new text survives a power failure, if the file system can
// guarantee that. It also removes temporary files that killed writers left. renameio is not used because it does not
// support Windows and does not sync the directory: a power failure could lose a search that was paid for or an event
// that was delivered.
func Replace(path string, text []byte) error { return replace(path, text, true) }

// Prefix and suffix of temporary files.
const temporary, temporaryEnd = ".new-", ".tmp"

// replace is Replace, which waits for the disk only if durable: that can take seconds on a busy disk.
func replace(path string, text []byte, durable bool) error {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	start := temporary + name + "."
	Sweep(dir, start)
	f, err := os.CreateTemp(dir, start+"*"+temporaryEnd) // 0600
	if err != nil {
		return err
	}
	if _, err = f.Write(text); err == nil && durable {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return err
	}
	if durable { // the directory entry, too
		if d, err := os.Open(dir); err == nil {
			_ = d.Sync()
			_ = d.Close()
		}
	}
	return nil
}

// Sweep deletes files with that prefix that killed writers left in a directory. It ignores errors.
func Sweep(dir, start string) {
	// Older than this, a file's writer must have been killed. A living one needs it for moments, or for as long as a
	// sign-in server takes to answer.
	const abandoned = 10 * time.Minute
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), start) || !f.Type().IsRegular() {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// Try writes a temporary file in dir, or in its nearest existing parent, calls look with its path unless look is nil,
// and removes it.
func Try(dir string, look func(path string) error) error {
	at := dir
	for {
		info, err := os.Stat(at)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is %w", at, syscall.ENOTDIR)
		}
		if err == nil || filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	file, err := os.CreateTemp(at, temporary+"try.*"+temporaryEnd)
	if err == nil {
		defer os.Remove(file.Name())
		_, err = file.WriteString("travel tries whether it can write here\n")
		err = errors.Join(err, file.Close())
	}
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		err = number
	}
	switch {
	case err != nil:
		return fmt.Errorf("write in %s: %w", at, err)
	case look != nil:
		return look(file.Name())
	}
	return nil
}

// Hold calls do while it holds a file lock. It waits for the lock until ctx ends, and creates its directory.
func Hold(ctx context.Context, path string, do func() error) error {
	const poll = 5 * time.Millisecond
	if err := Make(filepath.Dir(path)); err != nil {
		return err
	}
	lock := flock.New(path, flock.SetPermissions(0o600))
	if held, err := lock.TryLockContext(ctx, poll); err != nil || !held {
		return fmt.Errorf("it is in use: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	return do()
}

// A Mark identifies a file that this program created. One field is set: the beginning of the file, a text in its first
// KiB, or the beginning of its last line.
type Mark struct{ First, Near, Last string }

// Ours returns nil if this program may create or change a file: it is missing, empty or marked. Another file is
// ErrForeign, and what is not a file is ErrIrregular.
func Ours(path string, marks ...Mark) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular(): // a pipe would block its reader
		return &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	case info.Size() == 0:
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return ErrForeign
	}
	defer f.Close()
	const near = 1 << 10
	part := func(at int64) []byte {
		text := make([]byte, near)
		n, _ := f.ReadAt(text, max(at, 0))
		return text[:n]
	}
	first, last := part(0), bytes.TrimRight(part(info.Size()-near), "\n")
	last = last[bytes.LastIndexByte(last, '\n')+1:]
	if slices.ContainsFunc(marks, func(m Mark) bool {
		return m.First != "" && bytes.HasPrefix(first, []byte(m.First)) ||
			m.Near != "" && bytes.Contains(first, []byte(m.Near)) ||
			m.Last != "" && bytes.HasPrefix(last, []byte(m.Last))
	}) {
		return nil
	}
	return ErrForeign
}

// Target checks that a file can be written at path. It returns the path with links resolved, and whether the file
// exists. An existing file without one of the marks is ErrForeign, which is checked last.
func Target(path string, marks ...Mark) (where string, there bool, err error) {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return "", false, errors.New(Why(err))
	}
	info, err := os.Stat(path)
	there = !errors.Is(err, fs.ErrNotExist)
	switch {
	case !there:
		where, err = path, nil
	case err != nil:
	case info.IsDir():
		err = errors.New("it is a directory")
	case !info.Mode().IsRegular():
		err = errors.New("it is not a file")
	default:
		where, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", there, errors.New(Why(err))
	}
	if err := Try(filepath.Dir(where), nil); err != nil {
		return "", there, err
	}
	return where, there, Ours(where, marks...)
}

// Append opens a file to append lines, and creates it readable by its owner only. Except for the null device, it must be
// ours, see Ours.
func Append(path string, mark Mark) (*os.File, error) {
	if path != os.DevNull {
		if err := Ours(path, mark); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}
