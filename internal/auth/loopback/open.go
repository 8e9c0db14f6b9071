package loopback

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"travel.example/travel/internal/child"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/transport"
)

// openPatience is how long Open waits for an error.
const openPatience = time.Second

// Open opens a web address that passes CheckURL in the user's browser: with the command in $BROWSER if that is set (the
// address replaces %s or comes last), or else the system's default. It returns within a second, even if the browser is
// still running. The browser gets no terminal and no secret of ours.
func Open(address string) error {
	checked, err := transport.CheckURL(address)
	if err != nil {
		return fmt.Errorf("the address %w", err)
	}
	return start(checked)
}

// OpenFile opens a file by its absolute path, as Open opens an address.
func OpenFile(path string) error {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // C:/...
		path = "/" + path
	}
	return start((&url.URL{Scheme: "file", Path: path}).String())
}

// start starts the browser and waits up to a second for an error.
func start(checked string) error {
	started := make(chan error, 1)
	go func() {
		started <- problem.Guarded(func() error {
			opener, args, err := FindOpener(runtime.GOOS, os.Getenv, child.Find, checked)
			switch {
			case err != nil:
			case opener.Path == "":
				err = child.Page(checked)
			default:
				err = child.RunApart(opener.Path, args...)
			}
			if err != nil {
				return fmt.Errorf("open a browser: %w", err)
			}
			return nil
		})()
	}()
	select {
	case err := <-started:
		return err
	case <-time.After(openPatience):
		return nil
	}
}

// Opener is the program that Open would run.
type Opener struct {
	Command string // as in xdg-open; the arguments of $BROWSER are not part of it
	Path    string // where it is; "" if the system opens pages by itself
	Chosen  bool   // by $BROWSER
}

// FindOpener returns the program that would open an address on that system, and its arguments: the first command in
// $BROWSER that exists, or else the system's own. It runs nothing. The error says what is missing.
func FindOpener(
	goos string, getenv func(string) string, find func(string) (string, error), address string,
) (o Opener, args []string, err error) {
	if list := getenv("BROWSER"); list != "" {
		separator := map[bool]string{true: ";", false: ":"}[goos == "windows"]
		for command := range strings.SplitSeq(list, separator) {
			argv, whole := strings.Fields(command), strings.TrimSpace(command)
			if info, err := os.Stat(whole); err == nil && !info.IsDir() { // paths may hold spaces
				argv = []string{whole}
			}
			if len(argv) == 0 {
				continue
			}
			path, err := find(argv[0])
			if err != nil {
				continue
			}
			placed := false
			for i, arg := range argv[1:] {
				if strings.Contains(arg, "%s") {
					argv[i+1], placed = strings.ReplaceAll(arg, "%s", address), true
				}
			}
			if !placed {
				argv = append(argv, address)
			}
			return Opener{Command: filepath.Base(argv[0]), Path: path, Chosen: true}, argv[1:], nil
		}
		return Opener{Chosen: true}, nil, errors.New("$BROWSER does not name a program on this computer")
	}
	programs := []string{"xdg-open", "x-www-browser", "www-browser"}
	switch {
	case goos == "windows":
		return Opener{Command: "Windows"}, nil, nil
	case goos == "darwin":
		programs = []string{"open"}
	case getenv("WSL_DISTRO_NAME") != "":
		programs = append(programs, "wslview") // in the browser of the Windows around this Linux
	}
	for _, program := range programs {
		if path, err := find(program); err == nil {
			return Opener{Command: program, Path: path}, []string{address}, nil
		}
	}
	return Opener{}, nil, errors.New("there is no " + strings.Join(programs, ", "))
}
