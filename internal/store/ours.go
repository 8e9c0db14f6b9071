package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// ErrForeign is returned for an existing file that this program did not create.
var ErrForeign = errors.New("it is there already, and travel did not make it")

// A Mark identifies a file that this program created. One field is set: the beginning of the file, a text in its first
// KiB, or the beginning of its last line.
type Mark struct{ First, Near, Last string }

// Ours reports whether this program may change a file: it is regular, readable, and empty or marked.
func Ours(path string, marks ...Mark) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false // a pipe would block its reader
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if info.Size() == 0 {
		return true
	}
	const near = 1 << 10
	part := func(at int64) []byte {
		text := make([]byte, near)
		n, _ := f.ReadAt(text, max(at, 0))
		return text[:n]
	}
	first, last := part(0), bytes.TrimRight(part(info.Size()-near), "\n")
	last = last[bytes.LastIndexByte(last, '\n')+1:]
	return slices.ContainsFunc(marks, func(m Mark) bool {
		return m.First != "" && bytes.HasPrefix(first, []byte(m.First)) ||
			m.Near != "" && bytes.Contains(first, []byte(m.Near)) ||
			m.Last != "" && bytes.HasPrefix(last, []byte(m.Last))
	})
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
	if there && !Ours(where, marks...) {
		err = ErrForeign
	}
	return where, there, err
}

// Append opens a file to append lines, and creates it readable by its owner only. A file with content but without the
// mark is ErrForeign. The null device and terminals are allowed, too; anything else that is not a regular file could
// block its writer and is ErrIrregular.
func Append(path string, mark Mark) (*os.File, error) {
	irregular := &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	if info, err := os.Stat(path); err == nil && !takesLines(path, info) {
		return nil, irregular
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR|syscall.O_NONBLOCK, 0o600) // a pipe may have come meanwhile
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil || !takesLines(path, info):
		err = irregular
	case info.Mode().IsRegular() && !Ours(path, mark):
		err = ErrForeign
	default:
		return f, nil
	}
	_ = f.Close()
	return nil, err
}

// takesLines reports whether lines may be appended to the file at a path.
func takesLines(path string, info fs.FileInfo) bool {
	if info.Mode().IsRegular() || path == os.DevNull {
		return true
	}
	where, err := filepath.EvalSymlinks(path)
	return err == nil && info.Mode()&fs.ModeCharDevice != 0 &&
		(strings.HasPrefix(where, "/dev/tty") || strings.HasPrefix(where, "/dev/pts/") || where == "/dev/console")
}
