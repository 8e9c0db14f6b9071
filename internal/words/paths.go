package words

import (
	"path/filepath"
	"strings"
)

// TildePath writes the home directory as ~ where it begins a path in a text.
func TildePath(home, text string) string {
	if home == "" || home == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, filepath.Clean(home)+string(filepath.Separator), "~"+string(filepath.Separator))
}
