// Package checkup checks everything that a call needs, and says what is wrong and how to fix it. It opens no browser
// and changes no setting. If someone is signed in, it makes one call with that login, which renews it if that is due.
package checkup

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
)

// Time limits for all checks, for a check to report after that, and for one request.
const (
	checkLimit   = 9 * time.Second
	lastWords    = time.Second
	requestLimit = 4 * time.Second
)

// Options describes the process and its surroundings.
type Options struct {
	Config    func() (*config.Config, error) // the settings of the profile
	Input     config.Input                   // where they come from
	Environ   func() []string                // like os.Environ
	Container bool                           // the process seems to run in a container
	Terminal  Terminal
	Build     Build

	Now   func() time.Time
	Wait  func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Words func(...problem.Step) string                     // words steps as one remedy
}

// Terminal describes the terminal.
type Terminal struct {
	TTY     bool
	Width   int // in columns, 0 if unknown
	Colour  bool
	Unicode bool
}

// Build identifies the program.
type Build struct{ Version, Commit, Date string }

// checks are all checks, in the order in which they are reported.
var checks = []struct {
	name     string
	settings bool // it needs valid settings
	run      func(*checker) []Finding
}{
	{"configuration", false, checkConfiguration},
	{"environment", false, checkEnvironment},
	{"files", false, checkFiles},
	{"credentials", true, checkCredentials},
	{"account", true, checkAccount},
	{"token", true, checkToken},
	{"clock", true, checkClock},
	{"proxy", true, checkProxy},
	{"connection", true, func(c *checker) []Finding { return c.connections() }},
	{"sign-in", true, checkSignIn},
	{"connection", true, func(c *checker) []Finding { return c.further() }},
	{"service", true, checkService},
	{"access", true, checkAccess},
	{"terminal", false, checkTerminal},
	{"browser", false, checkBrowser},
	{"time zones", false, checkTimeZones},
	{"state", true, checkState},
	{"version", false, checkVersion},
}

// checker is one run of the checks. A result that several checks need is computed once, by the first that asks.
type checker struct {
	Options
	cfg *config.Config // nil if the settings file cannot be read
	bad error          // why the settings cannot be used

	deployment  *deployment.Deployment
	login       func() (account.Status, error)
	server      func() (flow.Examination, error)                    // the metadata of the sign-in server
	try         func() (string, error)                              // one call with the login
	health      func() (*apiclient.Answer[apiclient.Health], error) // of the service; it needs no token
	heard       time.Time                                           // when health was answered, by this computer's clock
	connections func() []Finding                                    // to the servers in the settings
	further     func() []Finding                                    // to those that only the sign-in server names
}

func newChecker(ctx context.Context, o Options) *checker {
	c := &checker{Options: o}
	c.cfg, c.bad = o.Config()
	c.deployment = deployment.New(deployment.Options{
		Config: o.Config, Getenv: o.Input.Getenv, Now: o.Now, Wait: o.Wait,
		Limits:  func() deployment.Limits { return deployment.Limits{Timeout: requestLimit, Sends: 1} },
		Version: o.Build.Version, Commit: o.Build.Commit, Notices: io.Discard,
		Still: true, // a checkup leaves nothing behind
	})
	d := desk.Open(desk.Options{Deployment: c.deployment, Now: o.Now, Wait: o.Wait})
	c.login = sync.OnceValues(func() (account.Status, error) { return account.StatusOf(ctx, d) })
	c.server = sync.OnceValues(func() (flow.Examination, error) {
		client, err := c.deployment.Login()
		if err != nil {
			return flow.Examination{}, err
		}
		return client.Examine(ctx)
	})
	c.try = func() (string, error) { return account.Try(ctx, d, 0) }
	c.health = sync.OnceValues(func() (*apiclient.Answer[apiclient.Health], error) {
		client, err := c.deployment.Anonymous()
		if err != nil {
			return nil, err
		}
		answer, err := client.GetHealth(ctx)
		c.heard = c.Now()
		return answer, err
	})
	c.connections = sync.OnceValue(func() []Finding {
		if c.cfg.Embedded() {
			return skipped("the sandbox is built in, no network is used")
		}
		return c.reachAll(ctx, c.configured())
	})
	c.further = sync.OnceValue(func() []Finding { return c.reachAll(ctx, c.named()) })
	return c
}

// Run runs all checks concurrently and calls tell with the findings of each, in order. It takes at most 10 s, or until
// the deadline of ctx. The error comes from tell, or is an interruption.
func Run(ctx context.Context, o Options, tell func([]Finding) error) ([]Finding, error) {
	began := time.Now()
	limited, stop := context.WithTimeout(ctx, checkLimit)
	defer stop()
	interrupted := func() bool { return ctx.Err() != nil && patience.Over(ctx) == nil }
	over := make(chan struct{})
	defer context.AfterFunc(limited, func() {
		if !interrupted() {
			time.Sleep(lastWords)
		}
		close(over)
	})()
	c := newChecker(limited, o)
	defer c.deployment.Close()
	results := make([]chan []Finding, len(checks))
	for i, check := range checks {
		results[i] = make(chan []Finding, 1)
		switch {
		case check.settings && c.bad != nil:
			results[i] <- skipped("not looked at: the configuration cannot be used")
		case limited.Err() == nil:
			go func() { results[i] <- c.guarded(func() []Finding { return check.run(c) }) }()
		}
	}
	var all []Finding
	for i, check := range checks {
		var findings []Finding
		select {
		case findings = <-results[i]:
		case <-over:
			select {
			case findings = <-results[i]: // just in time
			default:
				took := time.Since(began).Round(time.Second)
				late := fmt.Sprintf("no end within %s", took)
				findings = c.failed(problem.Error{Class: problem.Network, Text: late, Err: context.DeadlineExceeded})
			}
		}
		if interrupted() {
			return all, ctx.Err()
		}
		findings = slices.Clone(findings) // other checks may be reading them
		for i := range findings {
			findings[i].Name = check.name
		}
		all = append(all, findings...)
		if err := tell(findings); err != nil {
			return all, err
		}
	}
	return all, nil
}

// guarded runs a check and turns a panic into a finding.
func (c *checker) guarded(check func() []Finding) (findings []Finding) {
	if err := problem.Guarded(func() error { findings = check(); return nil })(); err != nil {
		return c.failed(err)
	}
	return findings
}

// Failure returns an error with the class of the first failure that names all failed checks, or nil if there are none.
func Failure(findings []Finding) error {
	var names []string
	var first error
	for _, f := range findings {
		if f.Status == Fail && !slices.Contains(names, f.Name) {
			names, first = append(names, f.Name), cmp.Or(first, f.Err)
		}
	}
	if first == nil {
		return nil
	}
	return problem.Error{Err: first, Text: "not in order: " + strings.Join(names, ", "), Hint: "each failed check says what to do"}
}

// Status is the outcome of a check. Programs depend on these words, so they never change.
type Status string

// The outcomes.
const (
	OK      Status = "ok"
	Warn    Status = "warn"
	Fail    Status = "fail"
	Skipped Status = "skipped"
)

// A Finding is one result of a check. Its texts may hold foreign words.
type Finding struct {
	Name   string // of the check
	Status Status
	Text   string // one line without a full stop
	Remedy string // what to do, may be empty
	Facts  []Fact // more members in JSON, in this order
	Err    error  // why it failed; nil with every other status
}

// A Fact is a member of a finding in JSON.
type Fact ask.Member

func found(text string, facts ...Fact) []Finding {
	return []Finding{{Status: OK, Text: text, Facts: facts}}
}

func warned(text, remedy string, facts ...Fact) []Finding {
	return []Finding{{Status: Warn, Text: text, Remedy: remedy, Facts: facts}}
}

func skipped(why string, facts ...Fact) []Finding {
	return []Finding{{Status: Skipped, Text: why, Facts: facts}}
}

// advice returns the advice of an error, except to run the doctor.
func (c *checker) advice(err error) string { return c.Words(desk.WithoutDoctor(desk.StepsOf(err))...) }

// failed returns the finding for an error that would end a call, with its advice and class.
func (c *checker) failed(err error, facts ...Fact) []Finding {
	otherwise := map[problem.Class]problem.Step{
		problem.Refused: {Why: "check the addresses in the settings; a login page of the network may stand in between"},
		problem.Network: {Why: "check the connection and try again"},
		problem.Login:   problem.Do("run", "login"),
		problem.Usage:   problem.Do("see", "help", "settings"),
	}
	report := problem.Do("report it, with the output of", "doctor").Set("json")
	remedy := cmp.Or(c.advice(err), c.Words(otherwise[problem.ClassOf(err)]), c.Words(report))
	return []Finding{{Status: Fail, Text: err.Error(), Remedy: remedy, Facts: facts, Err: err}}
}

// JSONType returns the type that MarshalJSON writes.
func (Finding) JSONType() string { return "object" }

// MarshalJSON writes the facts as members beside the others.
func (f Finding) MarshalJSON() ([]byte, error) {
	var members ask.Members
	for _, fact := range append([]Fact{{"name", f.Name}, {"status", f.Status}, {"text", f.Text}, {"remedy", f.Remedy}}, f.Facts...) {
		members = append(members, ask.Member(fact))
	}
	return members.MarshalJSON()
}
