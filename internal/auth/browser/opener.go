package browser

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// Opener is the program that Open would run.
type Opener struct {
	Command string // as in xdg-open; the arguments of $BROWSER are not part of it
	Path    string // where it is; "" where the system opens pages by itself
	Chosen  bool   // by $BROWSER
}

// FindOpener looks for the program that would open a page, in the order of Open, and runs nothing.
// The error says what was looked for.
func FindOpener() (Opener, error) {
	if commands := os.Getenv("BROWSER"); commands != "" {
		for candidate := range strings.SplitSeq(commands, string(filepath.ListSeparator)) {
			argv := browserArgv(candidate, "")
			if len(argv) == 0 {
				continue
			}
			if path, err := exec.LookPath(argv[0]); err == nil {
				return Opener{Command: filepath.Base(argv[0]), Path: path, Chosen: true}, nil
			}
		}
		return Opener{Chosen: true}, errors.New("$BROWSER does not name a program on this computer")
	}
	var programs []string
	switch runtime.GOOS {
	case "windows":
		return Opener{Command: "Windows"}, nil
	case "darwin":
		programs = []string{"open"}
	default:
		programs = []string{"xdg-open", "x-www-browser", "www-browser"} // as github.com/pkg/browser looks
	}
	for _, program := range programs {
		if path, err := exec.LookPath(program); err == nil {
			return Opener{Command: program, Path: path}, nil
		}
	}
	return Opener{}, errors.New("there is no " + strings.Join(programs, ", "))
}
