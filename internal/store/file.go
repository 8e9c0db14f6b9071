// Package store keeps what the program remembers: values in files of their own (Table) and records that are only
// ever added (Log). All of it goes through one writer: a reader, and a machine that loses power, see the old file or
// the new one. Files are readable by their owner only, and processes that share one hold a lock.
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
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// Errors of files and of places for them.
var (
	// ErrIrregular says that there is something else in the place of a file, such as a pipe, which could
	// keep its reader waiting for good.
	ErrIrregular = errors.New("not a regular file")
	// ErrNowhere says that there is no directory to keep anything in.
	ErrNowhere = errors.New("there is no directory to keep it in")
	// errBarren is a place below which the system makes no directory, such as /proc or what an automounter holds.
	errBarren = errors.New("no directory can be made there")
)

// Denied tells an error of a place that cannot be written, whatever is tried there.
func Denied(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EROFS) || errors.Is(err, errBarren)
}

// Full tells an error of a disk, or of a person's share of it, that takes no more.
func Full(err error) bool { return full(runtime.GOOS, err) }

func full(goos string, err error) bool {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return true
	}
	code, ok := errors.AsType[syscall.Errno](err)
	return ok && goos == "windows" && (code == 39 || code == 112) // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
}

// Refused tells an error of a place that takes nothing: it is not this user's to write, it is read-only,
// or it is full.
func Refused(err error) bool { return Denied(err) || Full(err) }

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

// Exposed tells whether a file of that mode gives others one of the forbidden rights, on the system
// goos, as runtime.GOOS names it. Windows has no such bits: its access lists keep a person's own
// directories private.
func Exposed(goos string, mode, forbidden fs.FileMode) bool {
	return goos != "windows" && mode.Perm()&forbidden != 0
}

// Make makes a directory for its owner alone, with those above it that are missing.
func Make(dir string) error {
	err := os.MkdirAll(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", dir, errBarren)
	}
	return err
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

// Replace writes the whole file or nothing. When it returns, a machine that loses power keeps the new text, where
// the file system can promise that. What writers of the file that were killed left beside it goes. renameio is not
// used: it leaves out Windows, and it does not wait for the directory, so that a machine that loses power could
// forget a search that was paid for or an event that was handed on.
func Replace(path string, text []byte) error { return replace(path, text, true) }

// The names of files that are being written start and end so.
const temporary, temporaryEnd = ".new-", ".tmp"

// replace is Replace, which waits for the disk where it is told to: that takes seconds where others write much.
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
	if durable { // the name of the file, too, where the file system can promise that
		if d, err := os.Open(dir); err == nil {
			_ = d.Sync()
			_ = d.Close()
		}
	}
	return nil
}

// abandoned is how old a file of a writer is that must have been killed: one that lives needs its
// files for moments, or for as long as a sign-in server takes to answer.
const abandoned = 10 * time.Minute

// Sweep deletes what writers that were killed left in a directory: files whose names start so. What cannot be
// deleted stays.
func Sweep(dir, start string) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, f := range files {
		if !strings.HasPrefix(f.Name(), start) || !f.Type().IsRegular() {
			continue
		}
		if info, err := f.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}

// Try writes a file in dir, or in the nearest directory above it that exists, where dir would be made,
// and hands its path to look, which may be nil. The file goes again.
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
	if look == nil {
		return nil
	}
	return look(file.Name())
}

// Hold does something while it holds a lock, a file that stays: no other process holds it meanwhile. It waits
// for another one until ctx ends, and makes the directory of the lock.
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

// MoveAside gives a file that cannot be understood a name that no one reads, FILE.damaged or FILE.damaged-2,
// and takes no other file's place. It returns where the file lies now.
func MoveAside(path string) (string, error) {
	const most = 100
	for i := range most {
		aside := path + ".damaged"
		if i > 0 {
			aside += "-" + strconv.Itoa(i+1)
		}
		// A link takes no other file's place, as a rename would.
		err := os.Link(path, aside)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		return aside, os.Remove(path)
	}
	return "", fs.ErrExist
}
