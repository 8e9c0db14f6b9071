package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Spending is what a question of several searches may spend, and what of it may be known already.
type Spending struct {
	MaxAge      time.Duration // of what is known; 0 asks for all again
	MaxSearches *int          // that may be made without a question; nil where no one said
	Yes         bool          // the question is agreed to
	Longest     time.Duration // the longest wait for a quota
}

// Unquestioned is how many searches are made without a question.
const Unquestioned = 7

// Needed is what a question of several searches would spend.
type Needed struct {
	Thing     string // "this calendar"
	Fewer     string // how to need fewer
	Searches  int
	Operation string // that spends them
	Windows   []quota.Window
	Parallel  int           // searches under way at once, 0 for as many as the quota lets through
	Each      time.Duration // that one is under way; 0 is until it settles
}

// Agreed is how many searches may be made, of those that are needed. A person is asked about more than
// a few; where there is none, the number has to be named.
func (s Spending) Agreed(ctx context.Context, d *Desk, n Needed) (int, error) {
	plan := d.Deployment.Plan()
	if plan != nil {
		plan.Led()
	}
	needs := n.Searches
	if s.MaxSearches != nil {
		needs = min(needs, *s.MaxSearches)
	}
	if needs == 0 {
		return 0, nil
	}
	if plan != nil {
		plan.Repeat(needs)
		return 1, nil // which stands for all
	}
	takes := sweep.CostOf(needs, n.Operation, n.Windows, d.Ease(), d.Now(), s.Longest)
	if n.Parallel > 0 {
		takes = takes.Among(n.Parallel, n.Each)
	}
	cost := costWords(takes)
	if s.MaxSearches != nil || s.Yes || needs <= Unquestioned {
		d.Report.Spending(cost + ".")
		return needs, nil
	}
	yes, err := d.Ask.Agree(ctx, cost+". Go on?")
	switch {
	case errors.Is(err, ErrNoOne):
		return 0, problem.UsageError{
			Text: fmt.Sprintf("%s needs %d searches, and there is no one to ask", n.Thing, needs),
			Hint: fmt.Sprintf("to agree to them: --max-searches %d, or --yes", needs),
		}
	case err != nil:
		return 0, err
	case !yes:
		return 0, problem.ChoiceError{Text: "no search was made", Hint: n.Fewer}
	}
	return needs, nil
}

// costWords say what so many searches take.
func costWords(c sweep.Cost) string {
	text := "This makes " + words.Plural(c.Searches, "search", "searches")
	var left []string
	for _, w := range c.Windows {
		left = append(left, w.Text())
	}
	if len(left) > 0 {
		text += " (" + strings.Join(left, ", ") + ")"
	}
	if c.Now < c.Searches {
		return fmt.Sprintf("%s; the quota lets %d of them through now, the rest later", text, c.Now)
	}
	return text + " and takes about " + words.Age(c.Takes)
}

// Missing says of several searches that ended early, with err, what is not known and how to go on. Where
// each that was made has failed, it is why.
func Missing(d *Desk, err error, t sweep.Tally) error {
	stopped, ok := errors.AsType[*sweep.StoppedError](err)
	switch {
	case err == nil:
		return t.Failed()
	case !ok:
		return err
	}
	text := fmt.Sprintf("%s; %d of %s are not known", stopped.Error(), t.Unknown(), words.Counted(t.All, "price"))
	hint := problem.AdviceOf(err)
	if waits, ok := errors.AsType[*sweep.QuotaError](err); ok {
		hint = "go on with the same command after " + waits.Until.In(d.Now().Location()).Format("15:04") + "; what is known is kept"
	}
	return problem.Error{Err: err, Text: text, Hint: hint}
}
