package child

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// detach has nothing to do: a child does not share the terminal's signals here.
func detach(*exec.Cmd) {}

// shell hands the line over as it is: cmd reads quotes in a way of its own.
func shell(ctx context.Context, line string) *exec.Cmd {
	path := filepath.Join(os.Getenv("SystemRoot"), "System32", "cmd.exe")
	cmd := exec.CommandContext(ctx, path)
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd.exe /d /s /c "` + line + `"`}
	return cmd
}

// WithoutCores has nothing to do: there are no core files here.
func WithoutCores() {}

func withCores(start func() error) error { return start() }
