// Package child starts other programs: an editor, a browser. It is the only place that does, so
// that none of them sees a secret of this one.
package child

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/pkg/browser"
)

// Find looks for a program in PATH, and takes none from the working directory.
func Find(program string) (path string, err error) { return exec.LookPath(program) }

// Run runs a program that no person sees to its end, apart from our terminal: it outlives a Ctrl-C
// here and its output goes nowhere.
func Run(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	cmd.Env = environment(os.Environ())
	detach(cmd)
	return run(cmd)
}

// run is cmd.Run for a program that may leave a core file where this one may not.
func run(cmd *exec.Cmd) error {
	done := withCores()
	err := cmd.Start()
	done()
	if err != nil {
		return err
	}
	return cmd.Wait()
}

// Streams are what a program reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// RunHere runs a program on our terminal and waits for it; the end of ctx ends it. One that is only
// found in the working directory is not run.
func RunHere(ctx context.Context, s Streams, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = environment(os.Environ())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.In, s.Out, s.Err
	return run(cmd)
}

// Page opens a web address with the program that the system has for it, as the library knows it. That
// shows its child the environment of this process: what no child may see is taken out of that first, so
// a variable of ours that is still needed must have been read before.
func Page(address string) error {
	if err := hide(); err != nil {
		return err
	}
	silence()
	done := withCores()
	defer done()
	defer time.AfterFunc(starting, done).Stop() // the library waits for the end of what it starts
	return browser.OpenURL(address)
}

// starting is how long a program of the library is given to start.
const starting = 500 * time.Millisecond

// silence keeps the output of the library's children off our streams. A file, not a writer: a pipe would
// break under a browser that outlives this program.
var silence = sync.OnceFunc(func() {
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		browser.Stdout, browser.Stderr = null, null
	}
})

// hide takes out of the environment of this process what no child may see.
func hide() error {
	var failed error
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		switch shown, ok := visible(name, value); {
		case !ok:
			failed = errors.Join(failed, os.Unsetenv(name))
		case shown != value:
			failed = errors.Join(failed, os.Setenv(name, shown))
		}
	}
	return failed
}

// environment is what a child may see of ours.
func environment(environ []string) []string {
	kept := make([]string, 0, len(environ))
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		switch shown, ok := visible(name, value); {
		case !ok:
		case shown != value:
			kept = append(kept, name+"="+shown)
		default:
			kept = append(kept, variable)
		}
	}
	return kept
}

// visible is what a child may see of a variable: nothing of one of this program, which may be a token,
// and of a proxy no name and no password.
func visible(name, value string) (shown string, ok bool) {
	switch upper := strings.ToUpper(name); {
	case strings.HasPrefix(upper, "TRAVEL_"):
		return "", false
	case strings.HasSuffix(upper, "_PROXY") && strings.Contains(value, "@"):
		return anonymous(value), true
	}
	return value, true
}

// anonymous is the address of a proxy without what stands before its host. A password may hold any
// character, and a host holds no @: it begins behind the last.
func anonymous(proxy string) string {
	host := proxy[strings.LastIndexByte(proxy, '@')+1:]
	scheme, _, found := strings.Cut(proxy, "://")
	if !found || strings.ContainsAny(scheme, ":@") {
		return host
	}
	return scheme + "://" + host
}
