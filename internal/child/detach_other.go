//go:build !unix

package child

import "os/exec"

// detach has nothing to do where a child does not share the terminal's signals.
func detach(*exec.Cmd) {}
