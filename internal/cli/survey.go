package cli

import (
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// SpendingFlags say what a question of several searches may spend.
type SpendingFlags struct {
	maxAge time.Duration
	most   string // searches
	yes    bool
	fresh  bool
}

// usualMaxAge is how long a price is taken as known where no one says.
const usualMaxAge = 30 * time.Minute

// AddTo gives a command the flags.
func (s *SpendingFlags) AddTo(cmd *cobra.Command) {
	s.maxAge = usualMaxAge
	s.AddAgreement(cmd, GroupRun)
	flags := cmd.Flags()
	flags.Var(Duration{Value: &s.maxAge}, "max-age", "How old a known price may be (default 30m)")
	flags.BoolVar(&s.fresh, "fresh", false, "Ask again for what is known already")
	for _, name := range []string{"max-age", "fresh"} {
		SetGroup(flags.Lookup(name), GroupRun)
	}
}

// mostWanted is what --max-searches takes.
const mostWanted = "a whole number from 0 to 1000"

// AddAgreement gives a command the flags that agree to its searches, among those of a group.
func (s *SpendingFlags) AddAgreement(cmd *cobra.Command, group string) {
	flags := cmd.Flags()
	flags.BoolVarP(&s.yes, "yes", "y", false, "Make the searches without a question")
	flags.Var(Text{&s.most, "--max-searches", mostWanted}, "max-searches", "Make at most this `number` of searches, without a question; 0 shows what is known")
	SetGroup(flags.Lookup("yes"), group)
	SetGroup(flags.Lookup("max-searches"), group)
}

// Spending is what the flags say.
func (s *SpendingFlags) Spending(f *Flags) (desk.Spending, error) {
	own := desk.Spending{MaxAge: s.maxAge, Yes: s.yes, Longest: f.LongestWait(apiclient.DefaultWaitBudget)}
	if s.fresh {
		own.MaxAge = 0
	}
	if s.most == "" {
		return own, nil
	}
	most, err := strconv.Atoi(s.most)
	if err != nil || most < 0 || most > 1000 {
		return own, problem.NotAccepted("--max-searches", s.most, mostWanted, "")
	}
	own.MaxSearches = &most
	return own, nil
}

// TallyWords say how many prices there are and what they cost. Empty is what is said of those that were
// found empty: "without a trip".
func TallyWords(t sweep.Tally, empty string, spent int) string {
	text := fmt.Sprintf("%s of %d", words.Counted(t.Of[sweep.HasFound], "price"), t.All)
	for _, part := range []struct {
		status sweep.Status
		words  string
	}{{sweep.Nothing, empty}, {sweep.Coming, "not settled"}, {sweep.Failed, "failed"}, {sweep.NotAsked, "not asked"}} {
		if n := t.Of[part.status]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, part.words)
		}
	}
	return text + "; " + words.Plural(spent, "search", "searches") + " spent"
}

// SavedWords say what was known before and how old the oldest of it is, "" where nothing was.
func SavedWords(t sweep.Tally, saved int, now time.Time) string {
	if saved == 0 {
		return ""
	}
	text := "Saved " + words.Plural(saved, "search that was", "searches that were") + " made before"
	if age := now.Sub(t.Oldest); t.Aged > 0 && age >= time.Minute {
		text += fmt.Sprintf("; the oldest price is from %s ago, --fresh asks again", words.Age(age))
	}
	return text + "."
}

// A Filling shows an answer while its cells fill in.
type Filling[T any] struct {
	Reports *Reports
	Now     func() time.Time
	Draw    func(T) (list render.Ranked, done, of int)

	stop  func()
	mu    sync.Mutex
	value T
	hold  sweep.Hold
}

// Begin shows the answer as it is before anything is asked. It belongs to the view from then on.
func (f *Filling[T]) Begin(value T) {
	f.value = value
	f.stop = f.Reports.Live(f.frame)
}

// End takes the view away.
func (f *Filling[T]) End() {
	if f.stop != nil {
		f.stop()
	}
}

// Change changes the answer; an event that is not nil is told.
func (f *Filling[T]) Change(change func(*T) (event any)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if event := change(&f.value); event != nil {
		f.Reports.Emit(event)
	}
}

// Held says what is waited for.
func (f *Filling[T]) Held(h sweep.Hold) {
	f.mu.Lock()
	f.hold = h
	f.mu.Unlock()
	f.Reports.Waiting(h.Until.Sub(f.Now()), holdWords(h))
}

func holdWords(h sweep.Hold) string {
	if h.Window.Name == "" {
		return "the service asks to wait"
	}
	return "waiting for the quota"
}

// frame is the answer as it is now, and what it waits for.
func (f *Filling[T]) frame() (render.Ranked, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, done, of := f.Draw(f.value)
	status := fmt.Sprintf("%d of %d", done, of)
	if wait := f.hold.Until.Sub(f.Now()); wait > 0 {
		status += fmt.Sprintf(" · %s: %d s", holdWords(f.hold), int(wait.Seconds())+1)
	}
	return list, status
}

// AddYes gives a command the flag that agrees to the search by which a hotel is found that is in no list.
func AddYes(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "Search for a hotel named that is in no list, without a question")
	SetGroup(cmd.Flags().Lookup("yes"), GroupRun)
}

// Last tells a program of the last thing that happened, and is why not every event could be told.
func (r *Reports) Last(event any) error {
	r.events.emit(event)
	return r.out.emitErr
}
