package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/transport"
	"travel.example/travel/internal/words"
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
		return 0, problem.Usagef("%s needs %d searches, and there is no one to ask", n.Thing, needs).
			Advise(fmt.Sprintf("to agree to them: --max-searches %d, or --yes", needs))
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
		hint = "go on with the same command after " + offer.Clock(waits.Until.In(d.Now().Location())) + "; what is known is kept"
	}
	return problem.Error{Err: err, Text: text, Hint: hint}
}

// SurveyOf says which searches a survey makes, and how it reads them. C is what it finds of each.
type SurveyOf[R, C any] struct {
	Subject[R]
	Operation string                                   // that spends, as quotas name it
	Lives     time.Duration                            // of a search, for sure
	View      View                                     // filters; its order and pages are not used
	Params    func(*ask.Values) any                    // a read as the client has it
	Lists     []recall.List                            // that the searches would be, by what they ask for
	Question  func(recall.List) (asks any, key string) // a search without its days, and those
	Told      func(search.Created)                     // each search that is made, one at a time
	Refused   func(error) error                        // words the failure of a create; nil leaves it

	Found func(search.Snapshot[R], time.Time) sweep.Found[C]
	// Further reads what one page does not say; nil for nothing.
	Further func(ctx context.Context, s search.Service, id string, w *Wording, f *sweep.Found[C]) error
}

// NewSurvey is a survey kept for the one who is at the desk.
func NewSurvey[R, C any](ctx context.Context, d *Desk, of SurveyOf[R, C]) (*sweep.Survey[C], error) {
	q := of.View.Query.Clone()
	q.Unset("page")
	if err := errors.Join(q.SetTyped("sort", "price_asc"), q.SetTyped("pageSize", 1)); err != nil {
		return nil, err
	}
	c, err := d.Client()
	if err != nil {
		return nil, err
	}
	dir, owner, err := d.Owned(ctx)
	if err != nil {
		return nil, err
	}
	view, err := json.Marshal(of.Params(q))
	if err != nil {
		return nil, err
	}
	gate := sweep.NewGate(search.Clock{Now: d.Now, Wait: d.Wait})
	// The client leaves every wait for a quota to the survey.
	service := search.Service{Client: c.Crowd(func(p apiclient.Pause) { gate.Close(p.Wait) }), Clock: gate.Clock(), Purse: d.Purse}
	var telling sync.Mutex
	var last search.Created
	told := func(made search.Created) {
		telling.Lock()
		defer telling.Unlock()
		made.Quotas = lowest(last, made)
		last = made
		of.Told(made)
		d.Report.Created(made)
	}
	own := &sweep.Survey[C]{
		View: string(view), Gate: gate, Store: sweep.Open[C](dir, owner), Operation: of.Operation, Lives: of.Lives,
		Windows: func() []quota.Window {
			book, err := d.Quotas(ctx)
			if err != nil {
				return nil // it is learned from the answers
			}
			return book.Windows
		},
	}
	for _, list := range of.Lists {
		own.Asks = append(own.Asks, of.ask(d, service, list, q, told))
	}
	return own, nil
}

// ask is one search of a survey.
func (of SurveyOf[R, C]) ask(d *Desk, service search.Service, list recall.List, q *ask.Values, told func(search.Created)) sweep.Ask[C] {
	asks, key := of.Question(list)
	question, _ := json.Marshal(asks) // texts and numbers
	reading := func(made search.Created) (*Wording, search.Reader[R], func(search.Snapshot[R]) sweep.Found[C]) {
		w := of.wording(d, q, Locale{})
		reader := Reading(w, func(q *ask.Values) search.Reader[R] { return of.Reader(service, made.SearchID, q) }, of.Words)
		return w, reader, func(shown search.Snapshot[R]) sweep.Found[C] { return Worded(w, of.Found(shown, service.Clock.Now())) }
	}
	further := func(ctx context.Context, made search.Created, w *Wording, f *sweep.Found[C]) error {
		if of.Further == nil {
			return nil
		}
		return of.Further(ctx, service, made.SearchID, w, f)
	}
	return sweep.Ask[C]{
		Question: string(question), Key: key,
		Create: func(ctx context.Context) (search.Created, error) {
			made, err := of.Create(ctx, service, list)
			if err == nil {
				told(made)
			} else if of.Refused != nil {
				err = of.Refused(err)
			}
			return made, err
		},
		Read: func(ctx context.Context, made search.Created, tell func(sweep.Found[C])) (sweep.Found[C], error) {
			w, reader, found := reading(made)
			last, err := reader.Since(made.At).Settle(ctx, search.DefaultBudget, func(shown search.Snapshot[R]) { tell(found(shown)) })
			if last.Reads == 0 {
				return sweep.Found[C]{}, err
			}
			f := found(last)
			if err = cmp.Or(err, w.Undecided()); err == nil {
				err = further(ctx, made, w, &f)
			}
			return f, err
		},
		Glance: func(ctx context.Context, made search.Created) (sweep.Found[C], error) {
			w, reader, found := reading(made)
			shown, err := reader.Read(ctx)
			if err != nil {
				return sweep.Found[C]{}, err
			}
			f := found(shown)
			return f, further(ctx, made, w, &f)
		},
	}
}
