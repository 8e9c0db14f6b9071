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

// ErrForeign says that a file is there that this program did not make.
var ErrForeign = errors.New("it is there already, and travel did not make it")

// A Mark is how a file shows that this program made it, with one of the members: the text that the file
// begins with, a text in its first KiB, or the text that its last line begins with.
type Mark struct{ First, Near, Last string }

// Ours tells whether this program may replace, delete or add to a file: it is regular, and is empty or has
// one of the marks. One that cannot be read is not known to be ours.
func Ours(path string, marks ...Mark) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // a pipe would keep its reader waiting
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return ours(f, marks...)
}

func ours(f *os.File, marks ...Mark) bool {
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
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

// Target looks whether a whole file can be written at path. It returns where that is behind links, and
// whether a file is there. One that has none of the marks is ErrForeign, after all else was looked at.
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

// Append opens a file that lines are added to, readable by its owner only where it is new. A file that
// holds something and lacks the mark is ErrForeign. Beside regular files it takes the null device and a
// terminal, and nothing that could keep its writer waiting or eats what it is given: ErrIrregular.
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
	case info.Mode().IsRegular() && !ours(f, mark):
		err = ErrForeign
	default:
		return f, nil
	}
	_ = f.Close()
	return nil, err
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
