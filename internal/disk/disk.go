// Package disk reads and writes the small files that settings, lists, logins and the sandbox's
// state are kept in. Processes that share one hold a lock of their own.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// temporary starts the names of files that are being written.
const temporary = ".new-"

// ErrIrregular says that there is something else in the place of a file, such as a pipe, which could
// keep its reader waiting for good.
var ErrIrregular = errors.New("not a regular file")

// ReadUpTo reads a regular file to its end, or as many bytes of it.
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

// Denied tells an error of a place that cannot be written, whatever is tried there.
func Denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS)
}

// Replace writes the whole file or nothing: a reader, and a machine that loses power, see the old
// text or the new one. Readable by its owner only.
func Replace(path string, text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), temporary+filepath.Base(path)+".*.tmp") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	if err == nil {
		err = temp.Sync()
	}
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
	return err
}

// ReplaceForGood is Replace for text that cannot be had again: when it returns, a machine that
// loses power keeps the new text. A file system that cannot promise that has nothing more to offer,
// and the file is in place.
func ReplaceForGood(path string, text []byte) error {
	if err := Replace(path, text); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return nil
	}
	_ = dir.Sync()
	_ = dir.Close()
	return nil
}

// Sweep deletes what writers that were killed left in dir; one that lives needs its file for
// moments, and a minute is given. What cannot be deleted stays.
func Sweep(dir string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		info, err := f.Info()
		if err == nil && strings.HasPrefix(f.Name(), temporary) && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
