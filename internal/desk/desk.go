// Package desk holds what a traveler can do, as typed calls: search, follow, open, compare, choose, make links and
// renew. It knows no terminal and no view, so that every face can use it: the command line, the tools for agents and
// the full screen.
//
// A Desk asks questions through an Asker and reports progress through a Reporter. An Answer has the body as the service
// sent it, its value, and the metadata with the next steps. Errors carry their class and advice (package problem). The
// packages below hold the calls for flights, hotels and places; this one holds what they share.
package desk

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Options are the deployment, the session and the callbacks of a desk.
type Options struct {
	Deployment *deployment.Deployment
	Session    func() (recall.Session, error) // whose lists it keeps, called when one is needed; nil for no session
	Memory     *recall.Store                  // keeps the lists in place of the session's files; nil for files
	Language   string                         // of the traveler's system, BCP 47, see SystemLanguage; may be empty
	Now        func() time.Time
	Wait       func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Ask        Asker                                            // nil if there is no one to ask
	Report     Reporter                                         // nil to report nothing
	Purse      search.Purse                                     // decides on each search; nil to make them all
}

// A Desk belongs to one profile and one session.
type Desk struct {
	Options
	unkept  *atomic.Bool // the notice that lists are not kept was shown
	keeping *sync.Mutex  // held while a page is added to the kept list
	// Set by [Desk.Apart].
	client *apiclient.Client
	gate   *sweep.Gate
}

// Open returns a desk.
func Open(options Options) *Desk {
	if options.Ask == nil {
		options.Ask = NoOne{}
	}
	if options.Report == nil {
		options.Report = NoOne{}
	}
	if options.Session == nil {
		options.Session = func() (recall.Session, error) { return recall.Session{}, nil }
	}
	d := &Desk{Options: options, unkept: new(atomic.Bool), keeping: new(sync.Mutex)}
	if options.Deployment != nil {
		options.Deployment.Heard, options.Deployment.UsedUp = d.hear, d.usedUp
	}
	return d
}

// Reporting returns the same desk with another reporter.
func (d *Desk) Reporting(r Reporter) *Desk {
	own := *d
	own.Report = r
	return &own
}

// For returns the same desk for one call of a face that serves several calls at once, with its own lists, asker,
// reporter and purse.
func (d *Desk) For(lists *recall.Store, ask Asker, r Reporter, purse search.Purse) *Desk {
	own := *d
	own.Memory, own.Ask, own.Report, own.Purse = lists, ask, r, purse
	return &own
}

// Client returns the client of the service, with the profile's login. If the settings allow none, each of its calls
// fails with the reason.
func (d *Desk) Client() *apiclient.Client {
	if d.client != nil {
		return d.client
	}
	c, err := d.Deployment.Client()
	if err != nil {
		return apiclient.Broken(err)
	}
	return c
}

// Clock returns the clock of a search, which reports its pauses.
func (d *Desk) Clock() search.Clock {
	clock := search.Clock{Now: d.Now, Wait: d.Wait}
	if d.gate != nil {
		clock = d.gate.Clock()
	}
	return search.Clock{Now: clock.Now, Wait: func(ctx context.Context, pause time.Duration) error {
		d.Report.Waiting(pause, "until the next read")
		return clock.Wait(ctx, pause)
	}}
}

// An Asker puts questions to the person at the desk.
type Asker interface {
	// Choose asks which of several things is meant, and returns its index. If no one can answer, it still shows
	// them and returns ErrNoOne. If the person gives up, it returns ErrNothing.
	Choose(ctx context.Context, c Choice) (int, error)
	// Agree asks a yes-or-no question, such as whether to use a search. It returns ErrNoOne if no one can answer.
	Agree(ctx context.Context, question string) (bool, error)
}

// The errors of an Asker without an answer.
var (
	ErrNoOne   = errors.New("there is no one to ask")
	ErrNothing = errors.New("nothing was chosen")
)

// A Choice is a question which of its candidates is meant, and the error if no one can answer. With heads it is about
// offers, such as those nearest to one that is not in a new search: travel never substitutes an offer.
type Choice struct {
	problem.ChoiceError
	Title string
	From  string     // the code of the place that distances are measured from, or ""
	Unit  words.Unit // of the distances

	Heads  []string   // of a table with a row for each offer; nil if names tell the candidates apart
	Cells  [][]string // below the heads
	Locale string     // that prices are written in
}

// Unwrap returns the error alone.
func (c Choice) Unwrap() error { return c.ChoiceError }

// Columns are the columns of a list of offers to choose from, beside their prices.
type Columns struct {
	Heads []string
	Cells func(offer.Offer) []string
}

// Nearest returns the offers of a new search that most resemble one which is not in it. It adds those that the list
// does not have to the list.
func Nearest(list *recall.List, was offer.Offer, name string, now []offer.Offer, by Columns) Choice {
	near := Choice{Title: "Nearest to " + name + ", " + was.Label + ":", Heads: by.Heads, Locale: list.Terms.Locale}
	for _, n := range offer.Near(was, now) {
		near.add(numberIn(list, n.Offer), n, by)
	}
	return near
}

// add adds a row that a command takes as ref.
func (c *Choice) add(ref string, near offer.Nearby, by Columns) {
	added := problem.Candidate{
		ID: near.ID, Label: near.Label, Amount: near.Price.Amount, Currency: near.Price.Currency, Why: near.Why,
	}
	if len(near.Trip) > 0 {
		added.Label = near.Trip.Words()
	}
	if n, err := strconv.Atoi(ref); err == nil {
		added.Row = n
	} else if ref != near.ID {
		added.Ref = ref
	}
	c.Candidates, c.Cells = append(c.Candidates, added), append(c.Cells, by.Cells(near.Offer))
}

// ChooseNear returns near as the error of an offer that is gone. was is what the offer cost, and next what to do.
func ChooseNear(gone string, was offer.Money, near Choice, next ...problem.Step) error {
	if was.Amount != "" {
		gone += "; it was " + was.Text(ServiceLocale)
	}
	if len(near.Candidates) == 0 {
		gone += ", nor is anything like it"
	}
	near.Text, near.Then = gone, problem.Ways(next...)
	return near
}

// A Reporter shows the progress of a call. Its methods run on the goroutine of the call unless they say otherwise.
type Reporter interface {
	// Created reports a search that was just made.
	Created(c search.Created)
	// Snapshot reports each read of a search, and when reading begins and ends.
	Snapshot(s Snapshot)
	// Waiting reports a pause before the next request.
	Waiting(d time.Duration, reason string)
	// Notice shows a person a sentence.
	Notice(text string)
	// Warn reports what a reader of the answer has to know, in a sentence without a full stop. A program finds it
	// among the warnings of the answer.
	Warn(text string)
	// Spending tells a person that a search is used now, and for what. It is left out after a question that said so.
	Spending(text string)
}

// Phase is the stage of reading a search.
type Phase uint8

// The phases.
const (
	Begun   Phase = iota // nothing is read yet; only the phase, What and Renewing are set
	Coming               // a read while the search comes in
	Settled              // the search has settled and is watched from now on
	Watched              // a read after that
	Ended                // no more reads follow; only the phase is set
)

// A Snapshot is one read of a search for a Reporter.
type Snapshot struct {
	Phase    Phase
	What     string // a row of it in a word: trip, hotel or rate
	Renewing bool   // the search is made again for something else; its rows are not the answer

	Value    any // a search.Snapshot
	Body     []byte
	Rows     int
	Progress search.Progress
	Counts   map[string]int // by their names in events
	Complete *bool          // whether the search is complete; nil if the service does not say

	List recall.List // whose search it is, without rows
	In   Locale      // that it is read in

	Listing search.Listing
	Parts   recall.List       // the rates of a hotel with their letters
	Names   map[string]string // of the rows in a few words, by id; foreign text
	First   int               // the number of the first row

	Currency string // that the read was asked for
	Priced   string // that prices came in
	Locale   string // that they are told in

	Watch   *Watch          // how the watch stands; nil before Settled
	Changes []search.Change // of a Watched read, against the one before
	Meta    Meta            // of a Settled read
}

// NoOne answers no questions and ignores all reports.
type NoOne struct{ noOne }

type noOne struct{}

func (noOne) Choose(context.Context, Choice) (int, error) { return 0, ErrNoOne }
func (noOne) Agree(context.Context, string) (bool, error) { return false, ErrNoOne }
func (noOne) Created(search.Created)                      {}
func (noOne) Snapshot(Snapshot)                           {}
func (noOne) Waiting(time.Duration, string)               {}
func (noOne) Notice(string)                               {}
func (noOne) Warn(string)                                 {}
func (noOne) Spending(string)                             {}

// Choose asks for one of several options and returns its index. If there is no one to ask, it returns the error left.
// If nothing was chosen, the error has the advice of left.
func (d *Desk) Choose(ctx context.Context, c Choice, left error) (int, error) {
	n, err := d.Ask.Choose(ctx, c)
	switch {
	case errors.Is(err, ErrNoOne):
		return 0, left
	case errors.Is(err, ErrNothing):
		return 0, problem.ChoiceError{Text: "nothing was chosen", Then: problem.Ways(problem.StepsOf(left)...)}
	}
	return n, err
}

// Agree asks before something is used or opened. It returns refusal if the answer is no or nobody can be asked.
func (d *Desk) Agree(ctx context.Context, question string, refusal problem.ChoiceError) error {
	yes, err := d.Ask.Agree(ctx, question)
	if err != nil && !errors.Is(err, ErrNoOne) {
		return err
	}
	if !yes {
		return refusal
	}
	return nil
}

// Apart returns the same desk for one of many concurrent searches, and the gate that holds them while the service asks
// any of them to wait. It reads and keeps no lists and asks no one. [Desk.Reporting] sets its reporter.
func (d *Desk) Apart() (*Desk, *sweep.Gate, error) {
	client, err := d.Deployment.Client()
	if err != nil {
		return nil, nil, err
	}
	gate := sweep.NewGate(search.Clock{Now: d.Now, Wait: d.Wait})
	own := *d
	own.Ask, own.Report, own.unkept = NoOne{}, NoOne{}, new(atomic.Bool)
	own.unkept.Store(true) // no notice is needed
	own.client, own.gate = client.Crowd(func(p apiclient.Pause) { gate.Close(p.Wait) }), gate
	return &own, gate, nil
}

// Each calls do for each of n things, up to eight at a time, until one fails. In a dry run it goes one by one, so that
// the plan lists the requests in order.
func (d *Desk) Each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(8)
	if d.Deployment.Plan() != nil {
		group.SetLimit(1)
	}
	for i := range n {
		group.Go(problem.Guarded(func() error { return do(ctx, i) }))
	}
	return group.Wait()
}
