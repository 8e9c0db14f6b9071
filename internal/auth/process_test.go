package auth

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/auth/vault"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// order is what a child process of a test is to do.
type order struct {
	Task     string
	Settings flow.Settings
	Dir      string
	Tells    bool // the child prints a line when the first signal has reached it, which may be some time after it was sent
}

func TestMain(m *testing.M) {
	var o order
	if code, isChild := authtest.RunAsChild(&o, func() error { return o.run() }); isChild {
		os.Exit(code)
	}
	need.Signals()
	need.Memory()
	goleak.VerifyTestMain(m) // ends the process
}

func (o order) client() *Client {
	return New(o.Settings, ready(Options{Store: vault.File(o.Dir+"/store", "travel: api.example.com", "work"), LockDir: o.Dir + "/lock", Client: flow.Client{Notices: os.Stderr}}))
}

func (o order) run() error {
	if o.Tells {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		go func() {
			<-signals
			signal.Stop(signals) // so that it takes its course when it is raised again
			fmt.Println("interrupted")
		}()
	}
	switch o.Task {
	case "token": // as main does: a signal ends the context
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		return o.token(ctx)
	case "careless": // signals are not deferred
		return o.token(context.Background())
	case "login":
		_, err := (&desk{Client: o.client()}).Login(context.Background(), LoginOptions{})
		return err
	}
	return fmt.Errorf("unknown task %q", o.Task)
}

func (o order) token(ctx context.Context) error {
	token, err := o.client().Token(ctx)
	fmt.Println(token)
	return err
}
