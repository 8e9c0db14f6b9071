// Package statefile reads and writes the files that the sandbox keeps its state
// in. Who shares one with other processes holds a lock.
package statefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Read reads a file to its end, or as many bytes of it.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// Replace puts text at path with mode 0600, so that a reader, or a crash, finds
// the old bytes or the new ones.
func Replace(path string, text []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.new") // CreateTemp makes it 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
