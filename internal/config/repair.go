package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Repair moves a file whose layout is not understood out of the way, beside
// itself, and returns where to; nothing in it is lost. A file that can be read
// stays, whatever its settings, and so does one that the system does not show:
// the result is then "".
func (f *File) Repair(ctx context.Context) (string, error) {
	target, err := f.target()
	if err != nil {
		return "", err
	}
	unlock, err := lockEdits(ctx, filepath.Dir(target))
	if err != nil {
		return "", fmt.Errorf("lock %s: %w", f.place, err)
	}
	defer unlock()
	_, err = readDocument(target, f.place)
	if bad, ok := errors.AsType[*Error](err); !ok || !bad.Broken {
		return "", err
	}
	aside, err := unused(target)
	if err == nil {
		err = os.Rename(target, aside)
	}
	if err != nil {
		return "", fmt.Errorf("move %s out of the way: %w", f.place, err)
	}
	return aside, nil
}

// maxAside is how many files are kept aside.
const maxAside = 100

// unused names a file beside path that does not exist: config.broken.yaml, then
// config.broken-2.yaml.
func unused(path string) (string, error) {
	extension := filepath.Ext(path)
	root := strings.TrimSuffix(path, extension) + ".broken"
	for n := 1; n <= maxAside; n++ {
		name := root + extension
		if n > 1 {
			name = root + "-" + strconv.Itoa(n) + extension
		}
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
	}
	return "", fmt.Errorf("there are %d broken files already", maxAside)
}
