// Command travel searches flights and hotels and hands the traveler over to the page where they are booked. It
// determines the properties of the terminal and the process once; internal/commands does the rest.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"travel.example/travel/internal/auth/loopback"
	"travel.example/travel/internal/child"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/session"
)

// Set by the linker for a release.
var (
	version = "dev"
	commit  = ""
	date    = ""
)

func main() { os.Exit(run(environment())) }

// run runs the command line until it ends or a signal asks it to.
func run(env *cli.Env) int {
	child.WithoutCores()
	tune(env.Args)
	e := &ends{asked: make(chan os.Signal, 1), quits: make(chan os.Signal, 1), over: make(chan struct{})}
	hear(e.quits, syscall.SIGQUIT)
	go e.listen()
	defer close(e.over)
	defer signal.Stop(e.quits)
	env.UntilSignal = e.until
	return commands.Execute(context.Background(), env)
}

// ends handles the signals that ask this process to end. A signal that was ignored at the start, as under nohup,
// stays ignored.
type ends struct {
	// quits always receives SIGQUIT: otherwise the Go runtime would dump all goroutines and exit with 2.
	asked, quits chan os.Signal
	over         chan struct{}
	end          atomic.Pointer[context.CancelCauseFunc] // cancels the context of the running command
	running      atomic.Bool                             // a command is listening for signals through its context
}

// listen ends the command's context at the first signal. A later SIGQUIT is treated like a later Ctrl-C, which ends
// the process unless a renewal holds it.
func (e *ends) listen() {
	for {
		var s os.Signal
		select {
		case s = <-e.asked:
		case s = <-e.quits:
		case <-e.over:
			return
		}
		end := e.end.Swap(nil)
		switch {
		case end != nil:
			signal.Stop(e.asked)
			(*end)(cli.SignalError{Signal: s})
		case !e.running.Load():
			os.Exit(128 + int(syscall.SIGQUIT))
		case s == syscall.SIGQUIT:
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Signal(os.Interrupt)
			}
		}
	}
}

// until returns a context that ends with a [cli.SignalError] at the first signal that asks the process to end. The
// next one ends the process.
func (e *ends) until(ctx context.Context) (context.Context, func()) {
	ctx, end := context.WithCancelCause(ctx)
	e.end.Store(&end)
	e.running.Store(true)
	hear(e.asked, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return ctx, func() {
		signal.Stop(e.asked)
		e.running.Store(false)
		e.end.Store(nil)
		end(nil)
	}
}

func hear(to chan<- os.Signal, signals ...os.Signal) {
	for _, s := range signals {
		if !signal.Ignored(s) {
			signal.Notify(to, s)
		}
	}
}

// usualMemory is the memory limit of this process in bytes, not counting the program itself. The largest answer that
// is read is held three times: as received, as a text in it, and as written.
const usualMemory = 64 << 20

// tune makes the garbage collector run before memory grows; memory in use is kept beyond the limit. A command that
// mostly waits for answers, as a search does, stays on one processor: with a second one the runtime spends a quarter
// more time looking for work there. The results of a list of many pages are needed to the end, so the garbage
// collector runs less often for them. Other commands end before this would pay off. GOMEMLIMIT, GOMAXPROCS and GOGC
// override it.
func tune(args []string) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory)
	}
	all := slices.Contains(args, "--all")
	search := len(args) > 1 && args[1] == "search" && args[0] != "places" && !slices.Contains(args, "--help")
	if (search || all) && os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	if all && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// environment returns the environment of this process.
func environment() *cli.Env {
	home, _ := os.UserHomeDir() // config reports an error if it needs it
	return &cli.Env{
		Args:      os.Args[1:],
		Stdin:     os.Stdin,
		Stdout:    os.Stdout,
		Stderr:    os.Stderr,
		Getenv:    os.Getenv,
		Environ:   os.Environ,
		OS:        runtime.GOOS,
		Home:      home,
		Container: inContainer(),

		Session:  func() session.Session { return session.Find(os.Getenv) },
		StdinTTY: isTerminal(os.Stdin),
		OutTerm:  terminal(os.Stdout),
		ErrTerm:  terminal(os.Stderr),
		Size:     windowSize,

		Now:  time.Now,
		Wait: wait,
		Open: loopback.Open, OpenFile: loopback.OpenFile,

		Program: child.Self,

		Build: cli.Build{Version: version, Commit: commit, Date: date},
	}
}

// wait sleeps until d is over or ctx ends, and returns the error of ctx if it ended.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
