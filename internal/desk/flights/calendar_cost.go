package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// agreed is how many searches may be made, of those that are needed. A person is asked about more than
// a few; where there is none, the number has to be named.
func (r *CalendarRequest) agreed(ctx context.Context, d *desk.Desk, s *sweep.Survey[Cheapest], needs int) (int, error) {
	if r.MaxSearches != nil {
		needs = min(needs, *r.MaxSearches)
	}
	if needs == 0 {
		return 0, nil
	}
	cost := costWords(sweep.CostOf(needs, s.Operation, s.Windows(), d.Now(), r.Longest))
	if r.MaxSearches != nil || r.Yes || needs <= unquestioned {
		d.Report.Spending(cost + ".")
		return needs, nil
	}
	yes, err := d.Ask.Agree(ctx, cost+". Go on?")
	switch {
	case errors.Is(err, desk.ErrNoOne):
		return 0, problem.UsageError{
			Text: fmt.Sprintf("this calendar needs %d searches, and there is no one to ask", needs),
			Hint: fmt.Sprintf("to agree to them: --max-searches %d, or --yes", needs),
		}
	case err != nil:
		return 0, err
	case !yes:
		return 0, problem.ChoiceError{Text: "no search was made", Hint: "fewer days cost fewer searches: a day with --flex 3, or --max-searches 10"}
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

// missing says of a calendar that ended early what is not known and how to go on.
func (c Calendar) missing(d *desk.Desk, err error) error {
	stopped, ok := errors.AsType[*sweep.StoppedError](err)
	switch {
	case err == nil:
		return c.allFailed()
	case !ok:
		return err
	}
	text := fmt.Sprintf("%s; %d of %s are not known", stopped.Error(), c.Unknown(), words.Counted(len(c.Cells), "price"))
	hint := problem.AdviceOf(err)
	if waits, ok := errors.AsType[*sweep.QuotaError](err); ok {
		hint = "go on with the same command after " + waits.Until.In(d.Now().Location()).Format("15:04") + "; what is known is kept"
	}
	return problem.Advised{Err: err, Text: text, Hint: hint}
}

// allFailed is why no price is known, where every search that was made has failed; nil elsewhere. One
// that fails among others is only one cell.
func (c Calendar) allFailed() (first error) {
	for _, cell := range c.Cells {
		switch cell.Status {
		case sweep.HasFound, sweep.Nothing, sweep.Coming:
			return nil
		case sweep.Failed:
			first = cmp.Or(first, cell.Err)
		}
	}
	return first
}

// Unknown is how many cells are neither found nor found empty.
func (c Calendar) Unknown() int {
	n := 0
	for _, cell := range c.Cells {
		if cell.Status != sweep.HasFound && cell.Status != sweep.Nothing {
			n++
		}
	}
	return n
}
