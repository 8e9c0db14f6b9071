package desk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/transport"
)

// SurveyRun says what a survey may spend, and who is told.
type SurveyRun[R any] struct {
	Thing string // what needs the searches: "this calendar"
	Fewer string // how to need fewer
	Spending

	// Begin takes the cells as they are known before a search is made, once the cost is agreed to; Told
	// each cell that something has come of, by its place, and Held each time in which no search is made.
	// Each may be nil.
	Begin func(cells []sweep.Cell[R])
	Told  func(i int, c sweep.Cell[R])
	Held  func(sweep.Hold)
}

// Surveyed is what came of a survey.
type Surveyed[R any] struct {
	Cells []sweep.Cell[R] // by their place among the asks; nil where nothing was begun
	Spent int             // searches that were made
	Saved int             // cells that cost none
	Taken []string        // sentences: what words of filters were taken for
}

// RunSurvey makes the searches that are not known yet; a person is asked before about more than a few.
// What was found before a fault comes back with it.
func RunSurvey[R any](ctx context.Context, d *Desk, s *sweep.Survey[R], r SurveyRun[R]) (Surveyed[R], error) {
	var found Surveyed[R]
	s.MaxAge, s.Longest = r.MaxAge, r.Longest
	s.Told, s.Held = func(int, sweep.Cell[R]) {}, func(sweep.Hold) {}
	s.Lost = func(err error) { d.Report.Notice("what is found is not kept: " + err.Error()) }
	if r.Told != nil {
		s.Told = func(i int, c sweep.Cell[R]) { r.Told(i, unworded(c)) }
	}
	if r.Held != nil {
		s.Held = r.Held
	}
	plan, err := s.Plan()
	if err != nil {
		return found, err
	}
	s.Most, err = r.Agreed(ctx, d, Needed{Thing: r.Thing, Fewer: r.Fewer, Searches: plan.Needs, Operation: s.Operation, Windows: s.Windows()})
	if err != nil {
		return found, err
	}
	if r.Begin != nil {
		r.Begin(slices.Clone(plan.Cells))
	}
	found.Saved = plan.Saved
	found.Cells, found.Spent, err = s.Run(ctx, plan)
	open, known := error(nil), false
	for _, c := range found.Cells {
		if _, is := errors.AsType[*OpenWord](c.Err); is {
			open = cmp.Or(open, c.Err)
		} else if c.Status == sweep.HasFound || c.Status == sweep.Nothing {
			known = true
		}
		for _, text := range c.Taken {
			if !slices.Contains(found.Taken, text) {
				found.Taken = append(found.Taken, text)
			}
		}
	}
	if open != nil && !known && err == nil {
		return found, open
	}
	for i, c := range found.Cells { // a word that some have stands for nothing in the others
		found.Cells[i] = unworded(c)
	}
	return found, Missing(d, err, sweep.TallyOf(slices.Values(found.Cells)))
}

// unworded is a cell, with nothing in it where a word of a filter stands for nothing in its search.
func unworded[R any](c sweep.Cell[R]) sweep.Cell[R] {
	if _, is := errors.AsType[*OpenWord](c.Err); is {
		c.Status, c.Err = sweep.Nothing, nil
	}
	return c
}

// NotAsked says of a day or a place without a search what one would cost, by that command.
func (d *Desk) NotAsked(ctx context.Context, what, operation, command string) error {
	return problem.ChoiceError{
		Text: what + " has no search yet",
		Hint: "search it, which spends one of your searches" + d.LeftFor(ctx, operation) + ": " + command,
	}
}

// lowest are the quotas that a search told, without what others have spent since that was told before:
// of searches at once the answers come in any order.
func lowest(before, made search.Created) []transport.Window {
	windows := slices.Clone(made.Quotas)
	for i, w := range windows {
		for _, was := range before.Quotas {
			same := made.At.Add(w.Reset).Sub(before.At.Add(was.Reset)).Abs() < 2*time.Second
			if was.Name == w.Name && same {
				windows[i].Left = min(w.Left, was.Left)
			}
		}
	}
	return windows
}
