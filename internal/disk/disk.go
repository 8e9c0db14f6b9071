// Package disk writes the files that settings and lists are kept in.
package disk

import (
	"os"
	"path/filepath"
)

// Replace writes the whole file or nothing: a reader, and a machine that loses
// power, see the old text or the new one. Readable by its owner only.
func Replace(path string, text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".new-*.tmp") // 0600
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
