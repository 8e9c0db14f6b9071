package vault

import (
	"errors"
	"os"
	"path/filepath"

	"travel.example/travel/internal/store"
)

// reserve makes the file at path an empty one that has so many bytes of its disk, so that [overwrite]
// cannot fail for want of them. Some file systems find out only at the sync that there is no space. Where
// there is none, no file is left.
func reserve(path string, size int) error {
	return inPlace(path, func(f *os.File) error {
		err := errors.Join(f.Truncate(0), allocate(f, size))
		if err != nil && !store.Full(err) {
			_, err = f.Write(make([]byte, size))
		}
		return errors.Join(err, f.Sync())
	})
}

// overwrite writes a file in the space it has, and is done when the text is on the disk. A reader, and a
// machine that loses power, can see a piece of it: the text has to tell. After an error there is no file.
func overwrite(path string, text []byte) error {
	err := inPlace(path, func(f *os.File) error {
		if err := f.Truncate(int64(len(text))); err != nil {
			return err
		}
		if _, err := f.WriteAt(text, 0); err != nil {
			return err
		}
		return f.Sync()
	})
	if err == nil {
		if dir, openErr := os.Open(filepath.Dir(path)); openErr == nil { // so that the file keeps its name
			_ = dir.Sync()
			_ = dir.Close()
		}
	}
	return err
}

// inPlace has a file of its owner alone written as write says, or deletes it.
func inPlace(path string, write func(f *os.File) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
}
