// Package checkup looks at everything that has to be right before a call can work, and says what is
// not and what to do about it. It sends no token, renews no login, opens no browser and changes
// nothing; no one is asked or told anything, and nothing is tried twice.
package checkup

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/problem"
)

// How long everything takes at most, the checks, and one request of them. A check that ends by itself
// says why it did.
const (
	wholeLimit   = 10 * time.Second
	checkLimit   = 9 * time.Second
	requestLimit = 4 * time.Second
)

// errUnfinished is a check that took longer than everything may.
type errUnfinished struct{}

func (errUnfinished) Error() string {
	return fmt.Sprintf("no end within %s: %v", wholeLimit, context.DeadlineExceeded)
}

func (errUnfinished) Unwrap() error { return context.DeadlineExceeded }

// Options are the world to look at, as the process found it.
type Options struct {
	Config    func() (*config.Config, error) // the settings of the profile
	Input     config.Input                   // what they are made of
	Environ   func() []string                // names and values, as os.Environ has them
	Container bool                           // the process runs in one, as far as it can tell
	Terminal  Terminal
	Build     Build

	Now    func() time.Time
	Wait   func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Advise func(error) string                               // the way out of a failure; nil is problem.AdviceOf
}

// Terminal is what screens are drawn for.
type Terminal struct {
	TTY     bool
	Width   int // in columns, 0 where it is not known
	Colour  bool
	Unicode bool
}

// Build is what the program knows of itself.
type Build struct{ Version, Commit, Date string }

// Run makes every check and tells what each one found as soon as it is known and those before it were
// told. It takes 10 s at most. The error is that of tell, or the end of ctx.
func Run(ctx context.Context, o Options, tell func([]Finding) error) ([]Finding, error) {
	if o.Advise == nil {
		o.Advise = problem.AdviceOf
	}
	whole, end := context.WithTimeout(ctx, wholeLimit)
	defer end()
	checks, stop := context.WithTimeout(whole, checkLimit)
	defer stop()
	c := newChecker(checks, o)
	defer c.deployment.Close()
	var all []Finding
	for _, pending := range c.begin(checks) {
		findings, err := pending.await(whole)
		if ctx.Err() != nil {
			return all, ctx.Err()
		}
		if err != nil {
			findings = []Finding{c.failed(pending.name, err)}
		}
		findings = complete(findings)
		all = append(all, findings...)
		if err := tell(findings); err != nil {
			return all, err
		}
	}
	return all, nil
}

// Failure is nil when nothing failed. Else it has the class of the first failure, and names every
// check that failed.
func Failure(findings []Finding) error {
	var names []string
	var first error
	for _, f := range findings {
		if f.Status != Fail {
			continue
		}
		if first == nil {
			first = f.Err
		}
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	if first == nil {
		return nil
	}
	return problem.Advised{Err: first, Text: "not in order: " + strings.Join(names, ", "), Hint: "what to do stands beside each of them"}
}

// pending is a check that is under way.
type pending struct {
	name   string
	result chan []Finding // of one item
}

// await returns what the check found, or errUnfinished when ctx is over first.
func (p pending) await(ctx context.Context) ([]Finding, error) {
	select {
	case findings := <-p.result:
		return findings, nil
	default:
	}
	select {
	case findings := <-p.result:
		return findings, nil
	case <-ctx.Done():
		return nil, errUnfinished{}
	}
}

// Status is how one thing was found. Programs branch on these words; they never change.
type Status string

// How a thing can be found.
const (
	OK      Status = "ok"
	Warn    Status = "warn"
	Fail    Status = "fail"
	Skipped Status = "skipped"
)

// A Finding is what one check says of one thing. Its texts may hold foreign words.
type Finding struct {
	Name   string // of the check
	Status Status
	Text   string // one line without a full stop
	Remedy string // what to do, may be empty
	Facts  []Fact // for programs, in this order
	Err    error  // why it failed; nil with every other status
}

// A Fact is a member of a finding in JSON.
type Fact struct {
	Name  string
	Value any
}

func found(name, text string, facts ...Fact) Finding {
	return Finding{Name: name, Status: OK, Text: text, Facts: facts}
}

func warned(name, text, remedy string, facts ...Fact) Finding {
	return Finding{Name: name, Status: Warn, Text: text, Remedy: remedy, Facts: facts}
}

func skipped(name, why string) Finding {
	return Finding{Name: name, Status: Skipped, Text: why}
}

// failed is a finding for what would end a call; it has the words, the way out and the class of that
// call's failure.
func (c *checker) failed(name string, err error, facts ...Fact) Finding {
	return Finding{Name: name, Status: Fail, Text: err.Error(), Remedy: c.Advise(err), Facts: facts, Err: err}
}

// complete gives every failure a remedy. Other checks may look at the findings as they are.
func complete(findings []Finding) []Finding {
	findings = slices.Clone(findings)
	for i, f := range findings {
		if f.Status == Fail {
			findings[i] = f.or(otherwise(f.Err))
		}
	}
	return findings
}

// otherwise is what to do about a failure that does not say.
func otherwise(err error) string {
	switch problem.ClassOf(err) {
	case problem.Refused:
		return "check the addresses in the settings; a login page of the network may stand in between"
	case problem.Network:
		return "check the connection and try again"
	case problem.Login:
		return "run: travel login"
	case problem.Usage:
		return "see: travel help settings"
	}
	return "report it, with what travel doctor --json tells"
}

// softened is a failure that keeps nothing from working as it is set up.
func (f Finding) softened() Finding {
	if f.Status == Fail {
		f = f.or(otherwise(f.Err))
		f.Status, f.Err = Warn, nil
	}
	return f
}

// or gives a finding without a remedy this one.
func (f Finding) or(remedy string) Finding {
	if f.Remedy == "" {
		f.Remedy = remedy
	}
	return f
}

// JSONType is what MarshalJSON writes.
func (Finding) JSONType() string { return "object" }

// MarshalJSON keeps the facts beside the words, not one level below.
func (f Finding) MarshalJSON() ([]byte, error) {
	members := []Fact{{"name", f.Name}, {"status", f.Status}, {"text", f.Text}, {"remedy", f.Remedy}}
	var b bytes.Buffer
	before := byte('{')
	for _, member := range append(members, f.Facts...) {
		b.WriteByte(before)
		before = ','
		name, err := json.Marshal(member.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(member.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
