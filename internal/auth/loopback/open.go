// What opens pages in the person's browser.

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

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/child"
)

// openPatience is how long Open waits to hear that a browser could not be started.
const openPatience = time.Second

// Open opens a web address that passes CheckURL in the person's browser: the command in $BROWSER if
// it is set (the address takes the place of %s or comes last), else the system's default. It
// returns after a second at the latest, whether the browser is still running or not. The child gets
// no terminal and no secret of ours.
func Open(address string) error {
	checked, err := flow.CheckURL(address)
	if err != nil {
		return fmt.Errorf("the address %w", err)
	}
	return start(checked)
}

// OpenFile opens a file of this computer in the program that shows its kind, as Open opens an address. The
// path must be absolute.
func OpenFile(path string) error {
	if !filepath.IsAbs(path) {
		return errors.New("the path of the file is not absolute")
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return errors.New("there is no such file")
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") { // C:/...
		slashed = "/" + slashed
	}
	return start((&url.URL{Scheme: "file", Path: slashed}).String())
}

// start starts the browser, and waits for a second at the most to hear that it could not be.
func start(checked string) error {
	started := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				started <- fmt.Errorf("the opener failed: %s", flow.PanicWords(r))
			}
		}()
		started <- launch(checked)
	}()
	timer := time.NewTimer(openPatience)
	defer timer.Stop()
	select {
	case err := <-started:
		return err
	case <-timer.C:
		return nil
	}
}

// A system is a computer, as far as it tells how pages are opened on it.
type system struct {
	goos   string // as runtime.GOOS
	getenv func(name string) string
	find   func(program string) (path string, err error)
}

func here() system { return system{runtime.GOOS, os.Getenv, child.Find} }

func launch(address string) error {
	s := here()
	if s.getenv("BROWSER") != "" {
		path, argv, err := s.chosen(address)
		if err == nil {
			err = child.Run(path, argv[1:]...)
		}
		if err != nil {
			return fmt.Errorf("run $BROWSER: %w", err)
		}
		return nil
	}
	opener, err := s.opener()
	if err != nil {
		return err
	}
	if opener.Command == wslOpener { // which the library does not know
		err = child.Run(opener.Path, address)
	} else {
		err = child.Page(address)
	}
	if err != nil {
		return fmt.Errorf("open a browser: %w", err)
	}
	return nil
}

// chosen is the first command of the list in $BROWSER that exists on this computer, with the address
// in its place.
func (s system) chosen(address string) (path string, argv []string, err error) {
	separator := ":"
	if s.goos == "windows" {
		separator = ";"
	}
	var missing error
	for candidate := range strings.SplitSeq(s.getenv("BROWSER"), separator) {
		argv := browserArgv(candidate, address)
		if len(argv) == 0 {
			continue
		}
		path, err := s.find(argv[0])
		if err == nil {
			return path, argv, nil
		}
		missing = errors.Join(missing, err) // also one found in the working directory by way of a relative PATH
	}
	if missing == nil {
		missing = errors.New("it does not name a command")
	}
	return "", nil, missing
}

// browserArgv puts the address into a $BROWSER command. The whole text is tried as a path first,
// since paths may hold spaces.
func browserArgv(command, address string) []string {
	command = strings.TrimSpace(command)
	argv := strings.Fields(command)
	if info, err := os.Stat(command); err == nil && !info.IsDir() {
		argv = []string{command}
	}
	if len(argv) == 0 {
		return nil
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
	return argv
}

// Opener is the program that Open would run.
type Opener struct {
	Command string // as in xdg-open; the arguments of $BROWSER are not part of it
	Path    string // where it is; "" where the system opens pages by itself
	Chosen  bool   // by $BROWSER
}

// wslOpener opens a page in the browser of the Windows that a Linux runs in.
const wslOpener = "wslview"

// FindOpener looks for the program that would open a page, in the order of Open, and runs nothing.
// The error says what was looked for.
func FindOpener() (Opener, error) { return here().opener() }

func (s system) opener() (Opener, error) {
	if s.getenv("BROWSER") != "" {
		path, argv, err := s.chosen("")
		if err != nil {
			return Opener{Chosen: true}, errors.New("$BROWSER does not name a program on this computer")
		}
		return Opener{Command: filepath.Base(argv[0]), Path: path, Chosen: true}, nil
	}
	programs := []string{"xdg-open", "x-www-browser", "www-browser"} // as github.com/pkg/browser looks
	switch {
	case s.goos == "windows":
		return Opener{Command: "Windows"}, nil
	case s.goos == "darwin":
		programs = []string{"open"}
	case s.getenv("WSL_DISTRO_NAME") != "":
		programs = append(programs, wslOpener)
	}
	for _, program := range programs {
		if path, err := s.find(program); err == nil {
			return Opener{Command: program, Path: path}, nil
		}
	}
	return Opener{}, errors.New("there is no " + strings.Join(programs, ", "))
}
