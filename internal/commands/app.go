package commands

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/figure"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/desk/search"
)

// errDuration is what a duration flag says; flagError words it.
var errDuration = errors.New("not a duration from 0s to 24h")

// app is one run of the command line: its environment, its global flags, and
// what is made on first use.
type app struct {
	env    *Env
	global globalFlags

	config func() (*config.Config, error)
	local  func() (*sandbox.Server, error) // the sandbox in this process
	login  func() (*auth.Client, error)
	noted  sync.Once
	unit   figure.Unit // of distances; choose finds out
	sends  int         // how often a request may be sent, 0 by the client's own rules

	mu     sync.Mutex // over closed
	closed []func() error

	emitting sync.Mutex // one event at a time
	emitErr  error      // the first event that could not be written
	helpErr  error      // of a help page that could not be written: cobra asks for none
}

func newApp(env *Env) *app {
	a := &app{env: env}
	a.config = sync.OnceValues(a.loadConfig)
	a.local = sync.OnceValues(a.startSandbox)
	a.login = sync.OnceValues(a.newAuth)
	return a
}

// atEnd has f run when the command is over.
func (a *app) atEnd(f func() error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = append(a.closed, f)
}

func (a *app) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, f := range a.closed {
		_ = f()
	}
}

func (a *app) loadConfig() (*config.Config, error) {
	return config.Load(a.configInput())
}

func (a *app) configInput() config.Input {
	return config.Input{
		Getenv:  a.env.Getenv,
		Flags:   a.global.configFlags(),
		Profile: a.global.profile,
		Home:    a.env.Home,
		GOOS:    a.env.OS,
	}
}

// clock is the time a search lives by; its pauses are events.
func (a *app) clock() search.Clock {
	return search.Clock{Now: a.env.Now, Wait: func(ctx context.Context, d time.Duration) error {
		a.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), Reason: "until the next read"})
		return a.env.Wait(ctx, d)
	}}
}

// out prints the answer to stdout, in the form the flags ask for.
func (a *app) out() *render.Printer {
	return render.New(a.env.Stdout, a.term(a.env.OutTerm), a.global.format()).With(a.global.query).Columns(a.global.columns)
}

// term brings a terminal's facts up to date: --color, and the size of a window
// that may have changed since the start.
func (a *app) term(t render.Terminal) render.Terminal {
	if t.TTY && a.env.Size != nil {
		if width, height := a.env.Size(); width > 0 && height > 0 {
			t.Width, t.Height = width, height
		}
	}
	switch a.global.color {
	case "always":
		t.Color = true
	case "never":
		t.Color = false
	}
	return t
}

func (a *app) helpWidth() int {
	if a.env.OutTerm.TTY {
		return min(max(a.env.OutTerm.Width, 60), 120)
	}
	return 100
}

// text tells whether a person reads the answer rather than a program.
func (a *app) text() bool { return a.global.format() != render.FormatJSON }

// notice writes a line for a person to stderr.
func (a *app) notice(format string, args ...any) {
	_ = a.stderr().Notice(fmt.Sprintf(format, args...))
}

// noteWait tells a person why the client waits. A program that asked for JSON
// finds nothing but its one object on stderr; events tell of the wait themselves.
func (a *app) noteWait(text string) {
	if a.text() || a.env.ErrTerm.TTY && !a.global.events {
		a.notice("%s", text)
	}
}

// noteSandbox says once that the answer is sample data, when a person reads.
func (a *app) noteSandbox(cfg *config.Config) {
	if cfg.Embedded() && a.text() {
		a.noted.Do(func() { a.notice("sandbox: sample data") })
	}
}

// client is the typed client of the profile's deployment.
func (a *app) client(context.Context) (*apiclient.Client, error) {
	return a.clientWith(a.tokens)
}

// anonymous is the client without a token, for operations that are open.
func (a *app) anonymous(context.Context) (*apiclient.Client, error) {
	return a.clientWith(func(*config.Config) (apiclient.TokenSource, error) { return nil, nil })
}

func (a *app) clientWith(signIn func(*config.Config) (apiclient.TokenSource, error)) (*apiclient.Client, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	options := apiclient.Options{
		BaseURL:      cfg.Get("api-url").Value,
		Timeout:      a.global.timeout,
		WaitBudget:   a.global.waitBudget(),
		Sends:        a.sends,
		Wait:         a.env.Wait,
		Now:          a.env.Now,
		UserAgent:    "travel/" + a.env.Build.Version,
		PlatformKind: cfg.Get("platform-kind").Value,
		Notice:       a.noteWait,
		Pausing: func(d time.Duration, reason string) {
			a.emit(waitingEvent{Event: "waiting", MS: d.Milliseconds(), RetryAfter: int((d + time.Second - 1) / time.Second), Reason: reason})
		},
	}
	if cfg.Embedded() {
		server, err := a.local()
		if err != nil {
			return nil, err
		}
		options.BaseURL, options.Network = sandbox.BuiltinURL, server.Transport()
	}
	if options.Log, err = a.debugLog(); err != nil {
		return nil, err
	}
	if options.Tokens, err = signIn(cfg); err != nil {
		return nil, err
	}
	a.noteSandbox(cfg)
	return apiclient.New(options)
}

// debugLog opens the file of TRAVEL_DEBUG for appending, readable by its owner.
func (a *app) debugLog() (io.Writer, error) {
	name := a.env.Getenv("TRAVEL_DEBUG")
	if name == "" {
		return nil, nil
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, usageError{Arg: "TRAVEL_DEBUG", Given: name, Want: "a file that can be written"}
	}
	a.atEnd(f.Close)
	return f, nil
}

// flights is the search life over the profile's deployment.
func (a *app) flights(ctx context.Context) (search.Flights, error) {
	client, err := a.client(ctx)
	return search.Flights{Client: client, Clock: a.clock()}, err
}

// lists is what the profile listed last in this terminal session.
func (a *app) lists() (*recall.Store, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	return recall.Open(cfg.StateDir(), cfg.Profile(), a.env.Session), nil
}
