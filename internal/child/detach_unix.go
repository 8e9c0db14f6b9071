//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// detach takes the child out of our session, so that a Ctrl-C here does not close it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
