package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// again tells what this pass found in a run that was cut off, and did not tell.
func (p *passing) again(ctx context.Context) {
	for _, g := range p.groups {
		for _, w := range g.watches {
			if w.seen != nil {
				p.tell(ctx, w, *w.seen, nil)
			}
		}
	}
}

// within leaves out searches that may not be made.
func within(groups []group, most int) (some, left []group) {
	for _, g := range groups {
		switch {
		case len(g.open()) == 0:
			continue
		case g.made.SearchID != "":
		case most > 0:
			most--
		default:
			left = append(left, g)
			continue
		}
		some = append(some, g)
	}
	return some, left
}

// sweep makes the searches that are counted together, and finds the watches in them.
func (p *passing) sweep(ctx context.Context, operation string, groups []group) error {
	groups = slices.DeleteFunc(slices.Clone(groups), func(g group) bool { return g.operation != operation })
	gate := sweep.NewGate(search.Clock{Now: p.desk.Now, Wait: p.desk.Wait})
	apart, err := p.desk.Apart(gate)
	if err != nil {
		return err
	}
	client, err := apart.Client()
	if err != nil {
		return err
	}
	f := finder{client, apart.Clock(), apart.Purse}
	var jobs []sweep.Job[[]found]
	for i, g := range groups {
		jobs = append(jobs, sweep.Job[[]found]{
			N: i, Made: g.made,
			Create: func(ctx context.Context) (search.Created, error) { return f.create(ctx, g) },
			Read: func(ctx context.Context, made search.Created, _ func([]found)) ([]found, error) {
				return f.read(ctx, g, made)
			},
		})
	}
	return sweep.Run(ctx, jobs, sweep.Options[[]found]{
		Gate: gate, Operation: operation, Windows: func() []quota.Window { return p.windows(ctx) },
		Parallel: parallel, Longest: p.Longest, Alone: batch.Alone,
		Told: func(e sweep.Event[[]found]) { p.told(ctx, groups[e.N], e) },
		Held: func(h sweep.Hold) {
			if p.Held != nil {
				p.Held(h)
			}
		},
	})
}

// told takes what came of a search.
func (p *passing) told(ctx context.Context, g group, e sweep.Event[[]found]) {
	switch {
	case e.Step == sweep.Made && g.made.SearchID != e.Made.SearchID:
		p.pass.Searches, p.pass.spent = p.pass.Searches+1, p.pass.spent.After(e.Made)
		p.stop(p.log.add(record{Made: &madeSearch{g.key(), e.Made.SearchID, e.Made.At, e.Made.SiteCode}}))
	case e.Step == sweep.Done && (e.Err == nil || ctx.Err() == nil):
		p.done(ctx, g, e)
	case e.Step == sweep.Done: // interrupted: what was found counts
		p.keep(ctx, g, e.Made, e.Got)
	}
}

// done takes the end of a search: what it did not find out has failed.
func (p *passing) done(ctx context.Context, g group, e sweep.Event[[]found]) {
	list := slices.Clone(e.Got)
	for _, w := range g.open() {
		had := slices.ContainsFunc(list, func(f found) bool { return f.n == w.N })
		switch {
		case had:
		case p.overThere(w, e.Err):
			list = append(list, found{w.N, Point{State: Closed}, nil})
		default:
			list = append(list, failed(w, cmp.Or(e.Err, errors.New("the search did not tell"))))
		}
	}
	p.keep(ctx, g, e.Made, list)
}

// overThere tells whether the service refused a search because its day has passed at the place. It has not
// everywhere on earth then.
func (p *passing) overThere(w looked, err error) bool {
	refused, ok := errors.AsType[*apiclient.ProblemError](err)
	return ok && refused.Status == http.StatusBadRequest && w.over(p.desk.Now())
}

// keep keeps what a search showed, and tells it. The first point of a search has its cost.
func (p *passing) keep(ctx context.Context, g group, made search.Created, list []found) {
	spent := made.SearchID != "" && !slices.ContainsFunc(g.watches, func(w looked) bool { return w.seen != nil && w.seen.Spent })
	for _, f := range list {
		i := slices.IndexFunc(g.watches, func(w looked) bool { return w.N == f.n })
		if f.err != nil && problem.ClassOf(f.err) == problem.Interrupted {
			continue
		}
		f.point.Spent, f.point.SearchID, f.point.Market = spent, made.SearchID, made.SiteCode
		spent = false
		p.found(ctx, g.watches[i], f.point, f.err)
	}
}

func (p *passing) take(ctx context.Context, w looked, point Point) { p.found(ctx, w, point, nil) }

// found keeps a point, and tells it once it is kept.
func (p *passing) found(ctx context.Context, w looked, point Point, failure error) {
	if p.broken != nil {
		return
	}
	point.Pass, point.At = p.log.id, p.desk.Now().UTC().Truncate(time.Second)
	point.Fired = w.judge(w.told, point).Fired
	added, err := p.store.add(context.WithoutCancel(ctx), w.N, point)
	if err != nil {
		p.stop(err)
		return
	}
	if added {
		p.tell(ctx, w, point, failure)
		return
	}
	p.without(w, Removed, "it was removed while this pass looked for it")
}

// tell hands on what came of a watch.
func (p *passing) tell(_ context.Context, w looked, point Point, failure error) {
	e := w.judge(w.told, point)
	if e.Kind == Broken {
		e.Err = failure
		if failure == nil {
			e.Err = earlier{point}
		}
		e.Error = new(desk.FailureOf(e.Err, e.Err.Error()))
		e.Error.Hint = clean.Line(problem.AdviceOf(e.Err))
		if p.first == nil || e.N < p.first.N {
			p.first = &FailedError{N: e.N, Err: e.Err}
		}
	}
	e.Shows = w.shows(point)
	p.hand(e)
	p.stop(p.log.add(record{Told: w.N}))
}

// without tells of a watch of which nothing was kept.
func (p *passing) without(w looked, kind Kind, why string) {
	e := w.judge(w.told, Point{State: Failed, At: p.desk.Now().UTC().Truncate(time.Second)})
	e.Kind, e.Why = kind, why
	p.hand(e)
}

func (p *passing) hand(e Event) {
	p.pass.add(e)
	if p.Told != nil && !p.store.table.Still {
		p.Told(e)
	}
}

// earlier is a failure of a run that was cut off, as its point tells it.
type earlier struct{ point Point }

func (e earlier) Error() string { return e.point.Why }

// Class is that of the failure.
func (e earlier) Class() problem.Class { return e.point.Class }

// Advice is empty.
func (e earlier) Advice() string { return "" }

// stop ends the pass because what it finds cannot be kept.
func (p *passing) stop(err error) {
	if err == nil || p.broken != nil {
		return
	}
	p.broken = p.store.table.Failed("keep what was found", err)
	p.cancel(p.broken)
}

// end tells of the watches that were not looked for, and why not each was.
func (p *passing) end(err error) error {
	why := cmp.Or(p.broken, err)
	if why == nil || problem.ClassOf(why) == problem.Interrupted {
		why = errors.New("the pass was interrupted")
	}
	for _, g := range p.groups {
		for _, w := range g.open() {
			if slices.ContainsFunc(p.pass.Events, func(e Event) bool { return e.N == w.N }) {
				continue
			}
			p.without(w, Unasked, clean.Line(why.Error()))
		}
	}
	switch {
	case p.broken != nil:
		return p.broken
	case err != nil && problem.ClassOf(err) == problem.Interrupted:
		return err
	}
	if endErr := p.log.add(record{End: true}); endErr != nil {
		return p.store.table.Failed("end the pass", endErr)
	}
	return p.why(err)
}

// why is why not every watch was looked for.
func (p *passing) why(err error) error {
	total := len(p.pass.Events)
	text := func() string {
		return fmt.Sprintf("%v; %d of %s were not looked for", err, p.pass.Unasked, words.Plural(total, "watch", "watches"))
	}
	waits, used := errors.AsType[*sweep.QuotaError](err)
	switch {
	case used:
		at := waits.Until.In(p.desk.Now().Location()).Format("15:04")
		return problem.Error{Err: err, Text: text(), Hint: "run the next pass after " + at}
	case p.first != nil && (err == nil || problem.ClassOf(err) == p.first.Class()):
		p.first.Failed, p.first.Of = p.pass.Failed, total
		return p.first
	case err != nil && p.pass.Unasked > 0:
		return problem.Error{Err: err, Text: text(), Hint: problem.AdviceOf(err)}
	}
	return err
}
