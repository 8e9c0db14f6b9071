// Package deployment connects one profile: the client of its service, its login, and for the
// built-in profile the sandbox in this process. It knows no command line and no terminal.
package deployment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
)

// Options configure a Deployment.
type Options struct {
	Config func() (*config.Config, error) // the settings of the profile; called once, on first use
	Getenv func(string) string
	Now    func() time.Time
	Wait   func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Limits func() Limits                                    // called when a client is made; nil for the client's own

	// Plan takes the requests of all clients in place of the network. They then need neither a login nor the sandbox. A
	// nil func or plan sends them.
	Plan func() *apiclient.Plan

	Version string // of this program, for the service
	Commit  string // of its source, for the sandbox

	// Debug returns where requests, answers and waits are logged (a file, "-" for Stderr, "" for nowhere) and the flag
	// or variable that says so; nil is TRAVEL_DEBUG.
	Debug  func() (name, from string)
	Stderr io.Writer

	Interactive bool      // a person is at the terminal, so that a keyring may ask
	Notices     io.Writer // of the login, such as what it waits for; nil for none
	Faults      []string  // of the built-in sandbox, for tests
	Still       bool      // the built-in sandbox stores nothing unless it was used before

	// Each of these may be nil.
	Notice  func(text string)       // tells a person why the client waits
	Pausing func(p apiclient.Pause) // tells a program why the client waits
	Sample  func()                  // is called once, before the first answer with sample data
}

// Limits bound how long a client tries. Zero values are the client's own.
type Limits struct {
	Timeout    time.Duration // of one request
	WaitBudget time.Duration // in all when the service says to try later; below 0 never waits
	Sends      int           // how often a request may be sent
}

// A Deployment is one profile, connected on first use. It may be used by several goroutines.
type Deployment struct {
	Options
	Login    func() (*auth.Client, error)
	Client   func() (*apiclient.Client, error) // of the profile's service, with its login
	DebugLog func() (io.Writer, error)         // for requests, answers and waits; nil for none

	// Heard is called with the quotas of each answer, and UsedUp before each create, by clients that are made later.
	Heard  func(context.Context, apiclient.Heard)
	UsedUp func(ctx context.Context, quota string) time.Duration

	sandbox func() (*sandbox.Server, error)
	sampled sync.Once

	mu     sync.Mutex // over closed
	closed []func() error

	paused atomic.Pointer[func(wait time.Duration, why string)]
}

// New returns the deployment of the settings' profile. It reads and opens nothing before it is used.
func New(options Options) *Deployment {
	d := &Deployment{Options: options}
	if d.Limits == nil {
		d.Limits = func() Limits { return Limits{} }
	}
	if d.Plan == nil {
		d.Plan = func() *apiclient.Plan { return nil }
	}
	if d.Notices == nil {
		d.Notices = io.Discard
	}
	d.Config = sync.OnceValues(options.Config)
	d.DebugLog = sync.OnceValues(d.openDebug)
	d.sandbox = sync.OnceValues(d.startSandbox)
	d.Login = sync.OnceValues(d.newLogin)
	d.Client = sync.OnceValues(func() (*apiclient.Client, error) { return d.client(d.Tokens) })
	return d
}

// OnPause reports waits to tell instead of Notice, from any goroutine, until back is called.
func (d *Deployment) OnPause(tell func(wait time.Duration, why string)) (back func()) {
	d.paused.Store(&tell)
	return func() { d.paused.Store(nil) }
}

// Close stops the sandbox and closes the debug log.
func (d *Deployment) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.closed {
		_ = f()
	}
}

func (d *Deployment) atEnd(f func() error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = append(d.closed, f)
}

// Anonymous returns a client without a token, for operations that need none.
func (d *Deployment) Anonymous() (*apiclient.Client, error) {
	return d.client(func() (apiclient.TokenSource, error) { return nil, nil })
}

func (d *Deployment) client(tokens func() (apiclient.TokenSource, error)) (*apiclient.Client, error) {
	cfg, err := d.Config()
	if err != nil {
		return nil, err
	}
	limits := d.Limits()
	options := apiclient.Options{
		BaseURL: apiURL(cfg), UserAgent: "travel/" + d.Version, PlatformKind: cfg.Get("platform-kind").Value,
		Timeout: limits.Timeout, WaitBudget: limits.WaitBudget, Sends: limits.Sends,
		Wait: d.Wait, Now: d.Now, Heard: d.Heard, UsedUp: d.UsedUp, Plan: d.Plan(),
	}
	if cfg.Embedded() {
		if options.Ease, err = d.ease(); err != nil {
			return nil, err
		}
	}
	if options.Plan != nil {
		return apiclient.New(options)
	}
	if cfg.Embedded() {
		server, err := d.sandbox()
		if err != nil {
			return nil, err
		}
		options.Network = server.Transport()
	}
	if options.Log, err = d.DebugLog(); err != nil {
		return nil, err
	}
	options.Pausing = func(p apiclient.Pause) { d.pausing(options.Log, p) }
	if options.Tokens, err = tokens(); err != nil {
		return nil, err
	}
	d.NoteSample(cfg)
	return apiclient.New(options)
}

// NoteSample calls Sample once if answers are sample data.
func (d *Deployment) NoteSample(cfg *config.Config) {
	if cfg.Embedded() && d.Sample != nil {
		d.sampled.Do(d.Sample)
	}
}

// pausing reports a wait to the debug log, to a person unless it is short, to OnPause, and to Pausing.
func (d *Deployment) pausing(log io.Writer, p apiclient.Pause) {
	transport.NewLog(log, d.Now).Waits(p)
	if p.Wait >= time.Second {
		d.waits(apiclient.Waiting(p))
	}
	if tell := d.paused.Load(); tell != nil {
		(*tell)(p.Wait, p.Why)
	}
	if d.Pausing != nil {
		d.Pausing(p)
	}
}

// waits shows a wait to a person unless OnPause does.
func (d *Deployment) waits(text string) {
	if d.Notice != nil && d.paused.Load() == nil {
		d.Notice(text)
	}
}

func (d *Deployment) openDebug() (io.Writer, error) {
	name, from := d.Getenv("TRAVEL_DEBUG"), "TRAVEL_DEBUG"
	if d.Debug != nil {
		name, from = d.Debug()
	}
	switch name {
	case "":
		return nil, nil
	case "-", "/dev/stderr":
		return d.Stderr, nil
	}
	const begins = "# debug log of travel\n" // identifies a log in a later run
	f, err := store.Append(name, store.Mark{First: begins})
	switch {
	case errors.Is(err, store.ErrForeign):
		return nil, problem.Usagef("%s %s cannot be written: %v", from, words.Quote(name), err).
			Advise("give a new file, or one that an earlier --debug=FILE has made")
	case err != nil:
		return nil, problem.NotAccepted(from, name, "a file that can be written, which a pipe or a device is not, or - for stderr")
	}
	d.atEnd(f.Close)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		_, _ = io.WriteString(f, begins)
	}
	return f, nil
}

// Site returns the root of the service's own pages: site-url, or else that of the API.
func (d *Deployment) Site() (*url.URL, error) {
	cfg, err := d.Config()
	if err != nil {
		return nil, err
	}
	return url.Parse(cmp.Or(cfg.Get("site-url").Value, apiURL(cfg)))
}

// apiURL returns the root of the profile's API.
func apiURL(cfg *config.Config) string {
	if cfg.Embedded() {
		return sandbox.BuiltinURL
	}
	return cfg.Get("api-url").Value
}

// Knows reports whether a code may be an airport's or a city's. Only those of the built-in sandbox are known.
func (d *Deployment) Knows(code string) (bool, error) {
	server, err := d.builtin()
	return server == nil || server.KnownPlace(code), err
}

// Flies reports whether airlines may fly to the place of a code. Only those of the built-in sandbox are known.
func (d *Deployment) Flies(code string) (bool, error) {
	server, err := d.builtin()
	return server == nil || server.ServedPlace(strings.ToUpper(code)), err
}

// builtin returns the sandbox in this process, or nil for another service and for a plan.
func (d *Deployment) builtin() (*sandbox.Server, error) {
	cfg, err := d.Config()
	if err != nil || !cfg.Embedded() || d.Plan() != nil {
		return nil, err
	}
	return d.sandbox()
}

// ServePages serves the sandbox in this process on a local port until ctx ends, for a browser. The function that it
// returns rewrites an address of the sandbox to that port.
func (d *Deployment) ServePages(ctx context.Context) (func(string) (string, error), error) {
	server, err := d.sandbox()
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("open a port for the sandbox's sign-in page: %w", err)
	}
	go func() { _ = server.Serve(ctx, listener) }()
	return func(address string) (string, error) {
		path, ok := strings.CutPrefix(address, sandbox.BuiltinURL+"/")
		if !ok {
			return "", fmt.Errorf("%s is not the sandbox's sign-in page", address)
		}
		return "http://" + listener.Addr().String() + "/" + path, nil
	}, nil
}

// ease returns how much quicker and larger the built-in sandbox is than a real service, for a good first minute.
// TRAVEL_SANDBOX_PACE=1 gives developers the usual pace and quotas.
func (d *Deployment) ease() (apiclient.Ease, error) {
	const name = "TRAVEL_SANDBOX_PACE"
	switch pace := d.Getenv(name); pace {
	case "":
		return apiclient.Ease{Pace: 3, Quotas: 10}, nil
	case "1":
		return apiclient.Ease{}, nil
	default:
		return apiclient.Ease{}, problem.NotAccepted(name, pace, "1, for the pace and quotas of a real service").See("unset " + name)
	}
}

// startSandbox makes the sandbox of the built-in profile, in this process.
func (d *Deployment) startSandbox() (*sandbox.Server, error) {
	cfg, err := d.Config()
	if err != nil {
		return nil, err
	}
	ease, err := d.ease()
	if err != nil {
		return nil, err
	}
	options := sandbox.Options{
		URL: sandbox.BuiltinURL, StateDir: SandboxDir(cfg), Now: d.Now, Version: d.Commit,
		Faults: d.Faults, Pace: ease.Pace, QuotaScale: ease.Quotas,
	}
	if _, err := os.Stat(SandboxKey(cfg)); err != nil && d.Still {
		options.StateDir = ""
	}
	server, err := sandbox.New(options)
	if err == nil {
		d.atEnd(server.Close)
	}
	return server, err
}

// Forgets returns why the next process will not know the searches of this one: the built-in sandbox could not store
// its key. It returns nil if it could, and for every other service.
func (d *Deployment) Forgets() error {
	server, err := d.builtin()
	if server == nil || err != nil {
		return nil // another call reports it
	}
	cfg, _ := d.Config() // cannot fail: there is a sandbox
	return cfg.Unkept(server.Unkept())
}

// SandboxDir returns the directory of the built-in sandbox's state, or "".
func SandboxDir(cfg *config.Config) string { return cfg.StatePath("sandbox") }

// SandboxKey returns the path of the built-in sandbox's key.
func SandboxKey(cfg *config.Config) string { return cfg.StatePath("sandbox", sandbox.KeyFile) }
