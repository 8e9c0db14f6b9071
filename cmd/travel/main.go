// Command travel searches flights and hands over to the page where they are
// booked. It finds out the facts of the terminal and the process once; what it
// does with them is in internal/commands.
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

// Set by the linker at a release.
var (
	version = "dev"
	commit  = ""
	date    = ""
)

func main() { os.Exit(run(environment())) }

// run runs the command line until it ends or a signal asks it to.
func run(env *cli.Env) int {
	child.WithoutCores()
	keepSmall()
	spendLess(env.Args)
	e := hearEnds()
	defer e.stop()
	env.UntilSignal = e.until
	return commands.Execute(context.Background(), env)
}

// ends hears the signals that ask this process to end. One that was ignored at the start, as under nohup,
// stays so.
type ends struct {
	// quits gets SIGQUIT all the time: unheard, the Go runtime dumps all goroutines and exits with 2.
	asked, quits chan os.Signal
	over         chan struct{}
	end          atomic.Pointer[context.CancelCauseFunc] // of a command's context that has not ended
	running      atomic.Bool                             // a command hears signals by its context
}

func hearEnds() *ends {
	e := &ends{asked: make(chan os.Signal, 1), quits: make(chan os.Signal, 1), over: make(chan struct{})}
	hear(e.quits, syscall.SIGQUIT)
	go e.listen()
	return e
}

func (e *ends) stop() {
	signal.Stop(e.quits)
	close(e.over)
}

// listen ends the context of the command with the first signal. A later SIGQUIT is taken as a later Ctrl-C,
// which ends the process unless a renewal holds it.
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

// until is a context that ends with the first signal that asks the process to end, a [cli.SignalError].
// The next one ends the process.
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

// usualMemory is what this process is kept under, in bytes, without the program itself: an answer of
// the largest size that is read is held three times over, as it came, as a text in it, and as it is
// written.
const usualMemory = 64 << 20

// keepSmall has what is no longer needed collected before memory grows. It does not bound it: what is in
// use stays. GOMEMLIMIT says otherwise.
func keepSmall() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usualMemory)
	}
}

// spendLess has a command that waits for answers most of its time, which a search does, stay on one
// processor: with a second one the runtime spends a quarter more on looking for work there. What a list of
// many pages brings is needed to the end, so there is less to collect before; keepSmall still says when
// memory is short. Other commands end sooner than this takes. GOMAXPROCS and GOGC say otherwise.
func spendLess(args []string) {
	all := slices.Contains(args, "--all")
	search := len(args) > 1 && args[1] == "search" && args[0] != "places" && !slices.Contains(args, "--help")
	if !search && !all {
		return
	}
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	if all && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// environment is the world as this process finds it.
func environment() *cli.Env {
	home, _ := os.UserHomeDir() // config says what it needs it for
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

// wait sleeps until d is over or ctx ends, and tells why it did.
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
