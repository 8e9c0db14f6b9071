package disk

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
)

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
