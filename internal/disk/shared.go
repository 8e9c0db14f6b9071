package disk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// How long a change waits for that of another process, and how often it looks.
const (
	changeWait = 2 * time.Second
	changePoll = 5 * time.Millisecond
)

// ReadShared reads a file that Change writes: nil where there is none, none that may be read, or one that
// is longer than most.
func ReadShared(path string, most int64) ([]byte, error) {
	text, err := ReadUpTo(path, most+1)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrIrregular), Denied(err), err == nil && int64(len(text)) > most:
		return nil, nil
	}
	return text, err
}

// Change replaces a small file that processes share by what change makes of it, while no other
// process changes it. It waits two seconds for another one, and makes the directory.
func Change(ctx context.Context, path string, most int64, change func(text []byte) ([]byte, error)) error {
	return changed(ctx, path, most, change, Replace)
}

// ChangeForNow is Change for text that is of use for a while only, and that a machine that loses power may
// lose or damage: it does not wait for the disk, which takes seconds where others write much.
func ChangeForNow(ctx context.Context, path string, most int64, change func(text []byte) ([]byte, error)) error {
	return changed(ctx, path, most, change, func(path string, text []byte) error { return put(path, text, swap) })
}

func changed(ctx context.Context, path string, most int64, change func([]byte) ([]byte, error), write func(string, []byte) error) error {
	ctx, cancel := context.WithTimeout(ctx, changeWait)
	defer cancel()
	return Hold(ctx, path+".lock", func() error {
		text, err := ReadShared(path, most)
		if err != nil {
			return err
		}
		other, err := change(text)
		if err != nil || bytes.Equal(other, text) {
			return err
		}
		return write(path, other)
	})
}

// Hold does something while it holds a lock, a file that stays: no other process holds it meanwhile. It waits
// for another one until ctx ends, and makes the directory of the lock.
func Hold(ctx context.Context, path string, do func() error) error {
	if err := Make(filepath.Dir(path)); err != nil {
		return err
	}
	lock := flock.New(path, flock.SetPermissions(0o600))
	if held, err := lock.TryLockContext(ctx, changePoll); err != nil || !held {
		return fmt.Errorf("it is in use: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	return do()
}
