package child

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// lingering is how long the output of a line that has ended is waited for, where a program that it left
// behind still holds it.
const lingering = 2 * time.Second

// Shell runs a line of the traveler's own by the shell of the system: sh -c, on Windows cmd /d /s /c. The
// line is the traveler's alone: nothing from outside may be put into it. The end of ctx ends it with what
// it started.
func Shell(ctx context.Context, s Streams, line string) error {
	cmd := shell(ctx, line)
	cmd.Env = environment(os.Environ())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.In, s.Out, s.Err
	cmd.WaitDelay = lingering
	return run(cmd)
}

// RunWith runs a program that no person sees to its end, with more variables in its environment; the end
// of ctx ends it.
func RunWith(ctx context.Context, variables []string, path string, args ...string) error {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Env = append(environment(os.Environ()), variables...)
	cmd.WaitDelay = lingering
	return run(cmd)
}
