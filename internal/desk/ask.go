package desk

import (
	"context"
	"errors"
	"time"

	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

// An Asker puts questions to whoever is at the desk.
type Asker interface {
	// Choose asks which of several things is meant, and returns its position. It shows them even
	// where no one can answer, and then returns ErrNobody; ErrNothing is an answer that gives up.
	Choose(ctx context.Context, c Choice) (int, error)
	// Agree asks a yes-or-no question, such as whether to spend a search. It returns ErrNobody
	// where no one can answer.
	Agree(ctx context.Context, question string) (bool, error)
}

// What an Asker returns in place of an answer.
var (
	ErrNobody  = errors.New("there is no one to ask")
	ErrNothing = errors.New("nothing was chosen")
)

// A Choice is a question which of several things is meant.
type Choice struct {
	Title string
	// From is the code of the place that distances count from, "" where they are not known.
	From    string
	Options []Option
	Miles   bool // distances are told in miles
}

// An Option is one of the things to choose from. Its texts are foreign.
type Option struct {
	Name, Code, Type string
	Distance         *float64 // kilometres from the choice's From
}

// A Reporter is told what happens while a call is under way, on the goroutine of the call unless
// it says otherwise.
type Reporter interface {
	// Created tells of a search that was just made.
	Created(c Created)
	// Snapshot tells of each read of a search, and when its reading begins and ends.
	Snapshot(s Snapshot)
	// Waiting tells of a pause before the next request.
	Waiting(d time.Duration, reason string)
	// Notice tells a person something in a sentence.
	Notice(text string)
	// Spending tells a person that one of the searches is spent now, and on what; a question that
	// was just answered has said it already.
	Spending(text string)
}

// Created is a search that was just made.
type Created struct {
	SearchID       string
	SiteCode       string // the market it is for
	SiteCodeSource string // as the service says it
	At             time.Time
}

// Phase is how far the reading of a search is.
type Phase uint8

// The phases.
const (
	Begun   Phase = iota // nothing is read yet; only the phase, What and Renewing are set
	Coming               // a read while the search comes in
	Settled              // the search has settled and is watched from now on
	Watched              // a read after that
	Ended                // no more reads follow; only the phase is set
)

// A Snapshot is one read of a search, as a reporter is told of it.
type Snapshot struct {
	Phase    Phase
	What     string // a row of it in a word: trip, hotel or rate
	Renewing bool   // the search is made again for something else; its rows are not the answer

	Value    any // search.FlightSnapshot, search.HotelSnapshot or search.RateSnapshot
	Body     []byte
	Rows     int
	Progress search.Progress
	Counts   map[string]int // by their names in events
	Complete *bool          // what the service says of it; nil where it says nothing

	List recall.List // whose search it is, without rows
	In   Locale      // that it is read in

	Listing search.Listing
	Names   map[string]string // of the rows in a few words, by id; foreign text
	First   int               // the number of the first row
	Locale  string            // that prices are told in

	Watch   *Watch          // how the watch stands; nil before Settled
	Changes []search.Change // of a Watched read, against the one before
	Meta    Meta            // of a Settled read
}

// nobody is at the desk.
type nobody struct{}

func (nobody) Choose(context.Context, Choice) (int, error) { return 0, ErrNobody }
func (nobody) Agree(context.Context, string) (bool, error) { return false, ErrNobody }
func (nobody) Created(Created)                             {}
func (nobody) Snapshot(Snapshot)                           {}
func (nobody) Waiting(time.Duration, string)               {}
func (nobody) Notice(string)                               {}
func (nobody) Spending(string)                             {}

// Agree asks before something is spent or handed over. Without anyone to ask it is the refusal.
func (d *Desk) Agree(ctx context.Context, question string, refusal problem.ChoiceError) error {
	yes, err := d.Ask.Agree(ctx, question)
	switch {
	case errors.Is(err, ErrNobody):
		return refusal
	case err != nil:
		return err
	case !yes:
		return refusal
	}
	return nil
}
