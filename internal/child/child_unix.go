//go:build unix

package child

import (
	"context"
	"os/exec"
	"sync"
	"syscall"
)

// detach gives the child a session of its own, so that a Ctrl-C here does not end it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// shell starts a process group, so that the end of ctx ends all that the line started.
func shell(ctx context.Context, line string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", line)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// usual returns the limit on core files that this process was started with, and sets its own to 0.
var usual = sync.OnceValue(func() syscall.Rlimit {
	var usual syscall.Rlimit
	_ = syscall.Getrlimit(syscall.RLIMIT_CORE, &usual) // otherwise 0, which stays
	allowCores(usual, false)
	return usual
})

func allowCores(usual syscall.Rlimit, allowed bool) {
	if !allowed {
		usual.Cur = 0
	}
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &usual)
}

// WithoutCores keeps the memory of this process, such as a token, out of core files (threat T58). It lowers only the
// soft limit, so that programs we start can get theirs back. A program that handles cores for the system may ignore the
// limit, and a crash while another program is started can leave a core file.
func WithoutCores() { usual() }

// starting is held while a program is started, since the limit applies to the whole process.
var starting sync.Mutex

// withCores calls start with the limit on core files that this process was started with.
func withCores(start func() error) error {
	starting.Lock()
	defer starting.Unlock()
	allowCores(usual(), true)
	defer allowCores(usual(), false)
	return start()
}
