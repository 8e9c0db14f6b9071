package commands

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/auth"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/desk/search"
)

// visit is one run of travel doctor: what several checks want to know is found
// out once, by whichever asks first.
type visit struct {
	app *app
	cfg *config.Config // nil when the settings cannot be used
	bad error          // why

	login    func() (loginStatus, error)
	server   func() (auth.Examination, error)
	answered func() (*apiclient.Answer[apiclient.Health], error)
	heard    time.Time // when the answer came, by this computer's clock
}

func newVisit(ctx context.Context, a *app) *visit {
	d := &visit{app: alone(a)}
	d.app.local = sync.OnceValues(d.sandbox)
	d.cfg, d.bad = a.config()
	d.login = sync.OnceValues(func() (loginStatus, error) { return d.app.loginStatus(ctx, d.cfg) })
	d.server = sync.OnceValues(func() (auth.Examination, error) { return d.examine(ctx) })
	d.answered = sync.OnceValues(func() (*apiclient.Answer[apiclient.Health], error) { return d.ask(ctx) })
	return d
}

// begin starts every check. They are printed in this order, whichever ends first.
func (d *visit) begin(ctx context.Context) []pending {
	checks := []struct {
		name string
		run  func(context.Context) []finding
		// alone says that the check needs no settings.
		alone bool
	}{
		{"configuration", d.checkConfiguration, true},
		{"environment", d.checkEnvironment, true},
		{"files", d.checkFiles, true},
		{"credentials", d.checkCredentials, false},
		{"account", d.checkAccount, false},
		{"token", d.checkToken, false},
		{"clock", d.checkClock, false},
		{"proxy", d.checkProxy, false},
		{"connection", d.checkConnections, false},
		{"sign-in", d.checkSignIn, false},
		{"connection", d.checkEndpoints, false},
		{"service", d.checkService, false},
		{"terminal", d.checkTerminal, true},
		{"browser", d.checkBrowser, true},
		{"time zones", d.checkTimeZones, true},
		{"state", d.checkState, false},
		{"version", d.checkVersion, true},
	}
	started := make([]pending, len(checks))
	for i, check := range checks {
		started[i] = pending{check.name, make(chan []finding, 1)}
		if d.bad != nil && !check.alone {
			started[i].result <- []finding{skipped(check.name, "not looked at: the configuration cannot be used")}
			continue
		}
		go func() { started[i].result <- calmly(check.name, func() []finding { return check.run(ctx) }) }()
	}
	return started
}

// calmly runs a check; one that goes wrong itself is a finding, too.
func calmly(name string, check func() []finding) (findings []finding) {
	err := search.Guarded(func() error { findings = check(); return nil })()
	if err != nil {
		return []finding{failed(name, err)}
	}
	return findings
}

// profile names the profile in use, "" when that cannot be told.
func (d *visit) profile() string {
	if d.cfg == nil {
		return ""
	}
	return d.cfg.Profile()
}

func (d *visit) embedded() bool { return d.cfg.Embedded() }

// byToken tells that a token of the environment is used, so that no login is needed.
func (d *visit) byToken() bool { return d.app.env.Getenv("TRAVEL_TOKEN") != "" }

// sandbox is the built-in one. Where none was used before, it keeps its key to
// itself, so that a visit leaves nothing behind.
func (d *visit) sandbox() (*sandbox.Server, error) {
	if _, err := os.Stat(sandboxKey(d.cfg)); err == nil {
		return d.app.startSandbox()
	}
	server, err := sandbox.New(sandbox.Options{URL: sandbox.BuiltinURL, Now: d.app.env.Now, Version: d.app.env.Build.Commit})
	if err == nil {
		d.app.atEnd(server.Close)
	}
	return server, err
}

// examine asks the sign-in server what it says of itself.
func (d *visit) examine(ctx context.Context) (auth.Examination, error) {
	client, err := d.app.login()
	if err != nil {
		return auth.Examination{}, err
	}
	return client.Examine(ctx)
}

// ask asks the service for its health, which needs no token.
func (d *visit) ask(ctx context.Context) (*apiclient.Answer[apiclient.Health], error) {
	client, err := d.app.anonymous(ctx)
	if err != nil {
		return nil, err
	}
	answer, err := client.GetHealth(ctx)
	d.heard = d.app.env.Now()
	return answer, err
}

// people shortens the home directory in a text, as a person writes it.
func (d *visit) people(text string) string {
	return homely(d.app.env.Home, text)
}

// neverIn tells that nobody has logged in, which is no failure.
func neverIn(err error) bool {
	return errors.Is(err, auth.ErrLoginRequired) && !auth.IsDamaged(err)
}

// homely writes the home directory as ~ where it begins a path in a text.
func homely(home, text string) string {
	if home == "" || home == string(filepath.Separator) {
		return text
	}
	return strings.ReplaceAll(text, filepath.Clean(home)+string(filepath.Separator), "~"+string(filepath.Separator))
}
