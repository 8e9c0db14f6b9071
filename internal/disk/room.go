package disk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
)

// Full tells an error of a disk, or of a person's share of it, that takes no more.
func Full(err error) bool { return full(runtime.GOOS, err) }

func full(goos string, err error) bool {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return true
	}
	code, ok := errors.AsType[syscall.Errno](err)
	return ok && goos == "windows" && (code == 39 || code == 112) // ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL
}

// Room is space on a disk that is set aside for files to come, so that writing them cannot fail for
// want of it. It is a set of files that have their space and are held open.
type Room struct {
	mu    sync.Mutex
	files []*os.File
}

// SetAside makes room in dir for so many files of at most size bytes each, or for none.
func SetAside(dir string, files, size int) (*Room, error) {
	r := new(Room)
	for range files {
		f, err := os.CreateTemp(dir, temporary+"room.*"+temporaryEnd) // 0600
		if err != nil {
			r.Close()
			return nil, err
		}
		r.files = append(r.files, f)
		if err := fill(f, size); err != nil {
			r.Close()
			return nil, err
		}
	}
	return r, nil
}

// write fills a file. Some file systems find out only at the sync that there is no space.
func write(f *os.File, size int) error {
	if _, err := f.Write(make([]byte, size)); err != nil {
		return err
	}
	return f.Sync()
}

// ReplaceForGood is the function of that name, in space that was set aside. Without any left it is
// an ordinary one.
func (r *Room) ReplaceForGood(path string, text []byte) error {
	if f := r.take(); f != nil {
		err := f.Truncate(int64(len(text)))
		if err == nil {
			_, err = f.WriteAt(text, 0)
		}
		if finish(f, path, err) == nil {
			settle(path)
			return nil
		}
	}
	return ReplaceForGood(path, text)
}

func (r *Room) take() *os.File {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.files) == 0 {
		return nil
	}
	f := r.files[len(r.files)-1]
	r.files = r.files[:len(r.files)-1]
	return f
}

// Close gives back what is left of the room.
func (r *Room) Close() {
	for f := r.take(); f != nil; f = r.take() {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// finish puts a file that is written, with err, in the place of the one at path, or deletes it.
func finish(f *os.File, path string, err error) error {
	if err == nil {
		err = f.Sync()
	}
	return swap(f, path, err)
}

// swap is finish without a sync.
func swap(f *os.File, path string, err error) error {
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// settle makes sure that a file keeps its name when the machine loses power, where the file system
// can promise that.
func settle(path string) {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return
	}
	_ = dir.Sync()
	_ = dir.Close()
}
