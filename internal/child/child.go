// Package child starts other programs: an editor, a browser. It is the only place that does, so
// that none of them sees a secret of this one.
package child

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Find looks for a program in PATH, and takes none from the working directory.
func Find(program string) (path string, err error) { return exec.LookPath(program) }

// Run runs a program that no person sees to its end, apart from our terminal: it outlives a Ctrl-C
// here and its output goes nowhere.
func Run(path string, args ...string) error {
	cmd := exec.Command(path, args...)
	cmd.Env = environment(os.Environ())
	detach(cmd)
	return cmd.Run()
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
	return cmd.Run()
}

// environment is what a child may see of ours: no variable of this program, one of which may be a
// token, and no name or password for a proxy.
func environment(environ []string) []string {
	kept := make([]string, 0, len(environ))
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		switch upper := strings.ToUpper(name); {
		case strings.HasPrefix(upper, "TRAVEL_"):
		case strings.HasSuffix(upper, "_PROXY") && strings.Contains(value, "@"):
			kept = append(kept, name+"="+anonymous(value))
		default:
			kept = append(kept, variable)
		}
	}
	return kept
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
