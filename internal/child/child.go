// Package child starts other programs, such as an editor or a browser. No other package does, so that none of them sees
// a secret of this one.
package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pkg/browser"
)

// Find looks for a program in PATH, and takes none from the working directory.
func Find(program string) (path string, err error) { return exec.LookPath(program) }

// Streams are the streams of a program, and variables to add to its environment.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Env      []string
}

// RunApart runs a program in its own session and waits for it. It survives a Ctrl-C here, and its output is dropped.
func RunApart(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	detach(cmd)
	return run(cmd, Streams{})
}

// Run runs a program until it or ctx ends. It runs none from the working directory.
func Run(ctx context.Context, s Streams, program string, args ...string) error {
	return run(exec.CommandContext(ctx, program, args...), s)
}

// Shell runs a line of the traveler's own in the system's shell: sh -c, on Windows cmd /d /s /c. Nothing from outside
// may be put into the line. The end of ctx ends all that it started.
func Shell(ctx context.Context, s Streams, line string) error { return run(shell(ctx, line), s) }

// run is cmd.Run with a cleaned environment and the usual limit on core files.
func run(cmd *exec.Cmd, s Streams) error {
	cmd.Env = append(environment(os.Environ()), s.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.In, s.Out, s.Err
	cmd.WaitDelay = 2 * time.Second // for the output of a program that it left behind
	if err := withCores(cmd.Start); err != nil {
		return err
	}
	return cmd.Wait()
}

// Page opens a web address in the system's default browser. The library starts it with the environment of this
// process, so Page hides what no child may see for that moment.
func Page(address string) error {
	for _, variable := range os.Environ() {
		name, value, _ := strings.Cut(variable, "=")
		shown, ok := visible(name, value)
		if !ok {
			shown = ""
		}
		if shown == value {
			continue
		}
		defer func() { _ = os.Setenv(name, value) }() // it was there before
		if err := os.Setenv(name, shown); err != nil {
			return err
		}
	}
	return withCores(func() error { return browser.OpenURL(address) })
}

// environment returns the variables that a child may see.
func environment(environ []string) (kept []string) {
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if shown, ok := visible(name, value); ok {
			kept = append(kept, name+"="+shown)
		}
	}
	return kept
}

// visible returns the value of a variable that a child may see: none of a TRAVEL_ variable, which may be a
// token, and no user name and password of a proxy.
func visible(name, value string) (shown string, ok bool) {
	upper := strings.ToUpper(name)
	// A password may hold any character, and a host holds no @: it begins behind the last.
	at := strings.LastIndexByte(value, '@')
	if strings.HasPrefix(upper, "TRAVEL_") || !strings.HasSuffix(upper, "_PROXY") || at < 0 {
		return value, !strings.HasPrefix(upper, "TRAVEL_")
	}
	scheme, _, found := strings.Cut(value, "://")
	if !found || strings.ContainsAny(scheme, ":@") {
		return value[at+1:], true
	}
	return scheme + "://" + value[at+1:], true
}

// ToClipboard puts a text on the clipboard of a system (as runtime.GOOS) and its graphical session.
func ToClipboard(ctx context.Context, system string, getenv func(string) string, text string) error {
	var known []string // the best first
	for _, way := range []struct {
		here    bool
		program string
	}{
		{getenv("WAYLAND_DISPLAY") != "", "wl-copy"},
		{getenv("DISPLAY") != "" && system != "darwin", "xclip -selection clipboard"},
		{getenv("DISPLAY") != "" && system != "darwin", "xsel --clipboard --input"},
		{system == "darwin", "pbcopy"},
		{system == "windows" || getenv("WSL_DISTRO_NAME") != "", "clip.exe"},
	} {
		if way.here {
			known = append(known, way.program)
		}
	}
	if len(known) == 0 {
		return errors.New("there is no clipboard here: this terminal has no graphical session")
	}
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	for i, line := range known {
		program, args, _ := strings.Cut(line, " ")
		known[i] = program
		path, err := exec.LookPath(program)
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(ctx, path, strings.Fields(args)...)
		detach(cmd) // it may stay, to hold the text
		if err := run(cmd, Streams{In: strings.NewReader(text)}); err != nil {
			return fmt.Errorf("put the text on the clipboard by %s: %w", program, errors.Join(err, context.Cause(ctx)))
		}
		return nil
	}
	return fmt.Errorf("no program for the clipboard was found: %s", strings.Join(known, ", "))
}

// Self returns the path to start this program by, preferably the one in PATH, since a package manager may put the next
// version elsewhere. lasts is false if the path will not last, as under go run.
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
