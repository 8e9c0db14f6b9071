//go:build unix

package browser

import (
	"os/exec"
	"syscall"
)

// detach takes the child out of our session, so that a Ctrl-C here does not close the browser.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
