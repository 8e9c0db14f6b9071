package child

import (
	"os"
	"path/filepath"
	"strings"
)

// Self is the path of this program for others to start it by. Where PATH has it, that path is taken: a
// package manager may put the next version elsewhere. It is false where no path will last, as under go run.
func Self() (path string, lasts bool) {
	path, err := os.Executable()
	if err != nil || strings.Contains(path, string(filepath.Separator)+"go-build") {
		return "", false
	}
	found, err := Find(strings.TrimSuffix(filepath.Base(path), ".exe"))
	if err != nil || !filepath.IsAbs(found) {
		return path, true
	}
	own, ownErr := os.Stat(path)
	other, otherErr := os.Stat(found)
	if ownErr == nil && otherErr == nil && os.SameFile(own, other) {
		return found, true
	}
	return path, true
}
