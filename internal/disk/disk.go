// Package disk reads and writes the small files that settings, lists, logins and the sandbox's
// state are kept in. Processes that share one hold a lock of their own.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The names of files that are being written start and end so.
const temporary, temporaryEnd = ".new-", ".tmp"

// ErrIrregular says that there is something else in the place of a file, such as a pipe, which could
// keep its reader waiting for good.
var ErrIrregular = errors.New("not a regular file")

// Exposed tells whether a file of that mode gives others one of the forbidden rights, on the system
// goos, as runtime.GOOS names it. Windows has no such bits: its access lists keep a person's own
// directories private.
func Exposed(goos string, mode, forbidden fs.FileMode) bool {
	return goos != "windows" && mode.Perm()&forbidden != 0
}

// ReadUpTo reads a regular file to its end, or as many bytes of it.
func ReadUpTo(path string, most int64) ([]byte, error) {
	size := int64(0)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return nil, &fs.PathError{Op: "read", Path: path, Err: ErrIrregular}
		}
		size = min(info.Size(), most) // spares the copies of a buffer that grows
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = text.ReadFrom(io.LimitReader(f, most))
	return text.Bytes(), err
}

// Append opens a file that lines are added to, readable by its owner only where it is new. Beside
// regular files it takes the null device and a terminal, and nothing that could keep its writer waiting
// or eats what it is given: ErrIrregular.
func Append(path string) (*os.File, error) {
	irregular := &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	if info, err := os.Stat(path); err == nil && !takesLines(path, info) {
		return nil, irregular
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY|syscall.O_NONBLOCK, 0o600) // a pipe may have come meanwhile
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !takesLines(path, info) {
		_ = f.Close()
		return nil, irregular
	}
	return f, nil
}

// takesLines tells whether lines may be added to what stands at a path.
func takesLines(path string, info fs.FileInfo) bool {
	if info.Mode().IsRegular() || path == os.DevNull {
		return true
	}
	where, err := filepath.EvalSymlinks(path)
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 &&
		(strings.HasPrefix(where, "/dev/tty") || strings.HasPrefix(where, "/dev/pts/") || where == "/dev/console")
}

// Denied tells an error of a place that cannot be written, whatever is tried there.
func Denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS) || errors.Is(err, errBarren)
}

// Refused tells an error of a place that takes nothing: it is not this user's to write, it is read-only,
// or it is full.
func Refused(err error) bool { return Denied(err) || Full(err) }

// errBarren is a place below which the system makes no directory, such as /proc or what an automounter holds.
var errBarren = errors.New("no directory can be made there")

// Make makes a directory for its owner alone, with those above it that are missing.
func Make(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", dir, errBarren)
	}
	return err
}

// Why is what the system says of a file, without the path: files are written under names of their own,
// which come and go.
func Why(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	if errors.Is(err, errBarren) {
		return errBarren.Error()
	}
	return err.Error()
}

// Try writes a file in dir, or in the nearest directory above it that exists, where dir would be made,
// and hands its path to look. The file goes again.
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
	if err != nil {
		return fmt.Errorf("write in %s: %w", at, err)
	}
	return look(file.Name())
}

// Replace writes the whole file or nothing: a reader, and a machine that loses power, see the old
// text or the new one. Readable by its owner only. What writers of it that were killed left goes.
func Replace(path string, text []byte) error { return put(path, text, finish) }

// Rewrite is Replace for what write writes, and returns what [os.SameFile] knows that file by.
func Rewrite(path string, write func(io.Writer) error) (fs.FileInfo, error) {
	var info fs.FileInfo
	err := putAs(path, write, func(f *os.File, path string, err error) error {
		if err == nil {
			info, err = f.Stat()
		}
		return finish(f, path, err)
	})
	return info, err
}

// put writes the text beside the file at path, and ends as end says: with the text at path, or with none.
func put(path string, text []byte, end func(f *os.File, path string, err error) error) error {
	return putAs(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}, end)
}

func putAs(path string, write func(io.Writer) error, end func(f *os.File, path string, err error) error) error {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	start := temporary + name + "."
	sweep(dir, func(name string) bool { return strings.HasPrefix(name, start) && strings.HasSuffix(name, temporaryEnd) })
	temp, err := os.CreateTemp(dir, start+"*"+temporaryEnd) // 0600
	if err != nil {
		return err
	}
	return end(temp, path, write(temp))
}

// ReplaceForGood is Replace for text that cannot be had again: when it returns, a machine that
// loses power keeps the new text. A file system that cannot promise that has nothing more to offer,
// and the file is in place.
func ReplaceForGood(path string, text []byte) error {
	if err := Replace(path, text); err != nil {
		return err
	}
	settle(path)
	return nil
}

// abandoned is how old a file of a writer is that must have been killed: one that lives needs its
// files for moments, or for as long as a sign-in server takes to answer.
const abandoned = 10 * time.Minute

// Sweep deletes what writers that were killed left in dir, a directory of this program alone: files
// half written, and those whose names start as passing says. What cannot be deleted stays.
func Sweep(dir, passing string) {
	sweep(dir, func(name string) bool {
		return strings.HasPrefix(name, passing) || strings.HasPrefix(name, temporary) && strings.HasSuffix(name, temporaryEnd)
	})
}

func sweep(dir string, ours func(name string) bool) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if !ours(f.Name()) || !f.Type().IsRegular() {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
