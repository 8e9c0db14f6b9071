package checkup

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// checker is one run of the checks: what several of them want to know is found out once, by whichever
// asks first.
type checker struct {
	Options
	cfg *config.Config // nil when the file of settings cannot be read
	bad error          // why the settings cannot be used

	deployment *deployment.Deployment
	login      func() (account.Status, error)
	server     func() (auth.Examination, error)
	answered   func() (*apiclient.Answer[apiclient.Health], error)
	heard      time.Time // when the answer came, by this computer's clock

	connections func() []Finding // to the servers of the settings
	further     func() []Finding // to those that only the sign-in server names
}

func newChecker(ctx context.Context, o Options) *checker {
	c := &checker{Options: o}
	c.cfg, c.bad = o.Config()
	c.deployment = deployment.New(deployment.Options{
		Config: o.Config, Getenv: o.Input.Getenv, Now: o.Now, Wait: o.Wait,
		Limits:  func() deployment.Limits { return deployment.Limits{Timeout: requestLimit, Sends: 1} },
		Version: o.Build.Version, Commit: o.Build.Commit, Notices: io.Discard,
		SandboxState: usedSandbox,
	})
	d := desk.Open(desk.Options{Deployment: c.deployment, Now: o.Now, Wait: o.Wait})
	c.login = sync.OnceValues(func() (account.Status, error) { return account.StatusOf(ctx, d) })
	c.server = sync.OnceValues(func() (auth.Examination, error) { return c.examine(ctx) })
	c.connections = sync.OnceValue(func() []Finding { return c.reachAll(ctx, c.configured()) })
	c.further = sync.OnceValue(func() []Finding { return c.reachFurther(ctx) })
	c.answered = sync.OnceValues(func() (*apiclient.Answer[apiclient.Health], error) { return c.ask(ctx) })
	return c
}

// usedSandbox is where the built-in sandbox keeps its state. Where none was used before it keeps
// nothing, so that a checkup leaves nothing behind.
func usedSandbox(cfg *config.Config) string {
	if _, err := os.Stat(deployment.SandboxKey(cfg)); err != nil {
		return ""
	}
	return deployment.SandboxDir(cfg)
}

// begin starts every check, unless no one waits any more. They are told in this order, whichever ends
// first.
func (c *checker) begin(ctx context.Context) []pending {
	checks := []struct {
		name string
		run  func(context.Context) []Finding
		// alone says that the check needs no settings.
		alone bool
	}{
		{"configuration", c.checkConfiguration, true},
		{"environment", c.checkEnvironment, true},
		{"files", c.checkFiles, true},
		{"credentials", c.checkCredentials, false},
		{"account", c.checkAccount, false},
		{"token", c.checkToken, false},
		{"clock", c.checkClock, false},
		{"proxy", c.checkProxy, false},
		{"connection", c.checkConnections, false},
		{"sign-in", c.checkSignIn, false},
		{"connection", c.checkEndpoints, false},
		{"service", c.checkService, false},
		{"terminal", c.checkTerminal, true},
		{"browser", c.checkBrowser, true},
		{"time zones", c.checkTimeZones, true},
		{"state", c.checkState, false},
		{"version", c.checkVersion, true},
	}
	started := make([]pending, len(checks))
	for i, check := range checks {
		started[i] = pending{check.name, make(chan []Finding, 1)}
		if c.bad != nil && !check.alone {
			started[i].result <- []Finding{skipped(check.name, "not looked at: the configuration cannot be used")}
			continue
		}
		if ctx.Err() != nil {
			continue
		}
		go func() { started[i].result <- c.guarded(check.name, func() []Finding { return check.run(ctx) }) }()
	}
	return started
}

// guarded runs a check; one that panics is a finding, too.
func (c *checker) guarded(name string, check func() []Finding) (findings []Finding) {
	err := problem.Guarded(func() error { findings = check(); return nil })()
	if err != nil {
		return []Finding{c.failed(name, err)}
	}
	return findings
}

// byToken tells that a token of the environment is used, so that no login is needed.
func (c *checker) byToken() bool { return c.Input.Getenv("TRAVEL_TOKEN") != "" }

// examine asks the sign-in server what it says of itself.
func (c *checker) examine(ctx context.Context) (auth.Examination, error) {
	client, err := c.deployment.Login()
	if err != nil {
		return auth.Examination{}, err
	}
	return client.Examine(ctx)
}

// ask asks the service for its health, which needs no token.
func (c *checker) ask(ctx context.Context) (*apiclient.Answer[apiclient.Health], error) {
	client, err := c.deployment.Anonymous()
	if err != nil {
		return nil, err
	}
	answer, err := client.GetHealth(ctx)
	c.heard = c.Now()
	return answer, err
}

// tilde shortens the home directory in a text, as a person writes it.
func (c *checker) tilde(text string) string { return words.TildePath(c.Input.Home, text) }

// neverIn tells that no one has logged in, which is not a failure.
func neverIn(err error) bool {
	return errors.Is(err, auth.ErrLoginRequired) && !auth.IsDamaged(err)
}
