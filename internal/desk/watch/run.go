package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Request asks for a pass.
type Request struct {
	Numbers []int // of the watches to look for; none for all
	// Unattended says that there is no one to ask, so that the searches have to be agreed to beforehand, by
	// MaxSearches or Yes. Where there is someone, a few are made without a question.
	Unattended bool
	desk.Spending

	// Begin is told what the pass needs, before anything is spent or asked. Told takes what came of each
	// watch, once it is kept; what a pass that was cut off did not tell comes first. Held takes each time in
	// which no search is made. No two are called at once; each may be nil.
	Begin func(Plan)
	Told  func(Event)
	Held  func(sweep.Hold)
}

// Plan is what a pass is about to do.
type Plan struct {
	Watches  int // that are looked for
	Searches int // that this needs, if all of them may be made
	Closed   int // watches whose day has passed before this pass
	Resumed  bool
	Takes    time.Duration // about; the wait for late answers is in it
}

// LimitError says that the searches that were agreed to are spent.
type LimitError = batch.LimitError

// Needs is how many searches a pass over those watches makes now, and how many watches it looks for. Nothing
// is asked or kept.
func Needs(ctx context.Context, d *desk.Desk, numbers ...int) (Plan, error) {
	s, err := Open(d)
	if err != nil {
		return Plan{}, err
	}
	p := &passing{Request: &Request{Numbers: numbers}, desk: d, store: s, log: &passLog{}}
	if err := p.choose(ctx); err != nil {
		return Plan{}, err
	}
	return p.plan(), nil
}

// Run makes one pass: it looks for the offers of the watches with one search for all that were found by one,
// adds to their histories and tells what has changed. A watch whose day has passed is closed and costs
// nothing. One that fails stops no other. While another pass of the profile is under way the error is a
// BusyError; one that was cut off less than five minutes ago is gone on with: no search of it is made again,
// and no history gets a second point of it.
//
// What comes back beside the pass is why not every watch was looked for: an interruption, a quota that is
// used up, a LimitError, a file that cannot be written, or a FailedError. What was found counts all the same.
func Run(ctx context.Context, d *desk.Desk, r *Request) (Pass, error) {
	s, err := Open(d)
	if err != nil {
		return Pass{}, err
	}
	if s.dir == "" {
		cfg, err := d.Deployment.Config()
		return Pass{}, cmp.Or(err, cfg.NeedState())
	}
	log, err := s.begin(d.Now())
	if err != nil {
		return Pass{}, err
	}
	defer log.close()
	p := &passing{Request: r, desk: d, store: s, log: log}
	p.pass = Pass{ID: log.id, At: log.at, Resumed: log.again, Events: []Event{}}
	err = p.run(ctx)
	slices.SortFunc(p.pass.Events, func(a, b Event) int { return cmp.Compare(a.N, b.N) })
	p.pass.Left = p.pass.spent.Left()
	return p.pass, err
}

// passing is a pass under way.
type passing struct {
	*Request
	desk   *desk.Desk
	store  *Store
	log    *passLog
	pass   Pass
	groups []group
	over   []looked // whose day has passed, and that have not been told so
	ended  int      // closed before
	broken error    // a file could not be written
	cancel context.CancelCauseFunc
	first  *FailedError
}

func (p *passing) run(ctx context.Context) error {
	if err := p.choose(ctx); err != nil {
		return err
	}
	p.pass.Closed = p.ended
	if p.Begin != nil {
		p.Begin(p.plan())
	}
	most, err := p.agreed(ctx)
	if err != nil {
		return err
	}
	ctx, p.cancel = context.WithCancelCause(ctx)
	defer p.cancel(nil)
	p.again(ctx)
	for _, w := range p.over {
		p.take(ctx, w, Point{State: Closed})
	}
	groups, left := within(p.groups, most)
	for _, operation := range operations(groups) {
		if err == nil && p.broken == nil {
			err = p.sweep(ctx, operation, groups)
		}
	}
	if err == nil && len(left) > 0 {
		err = &LimitError{Most: most}
	}
	return p.end(err)
}

// choose reads the watches that are wanted and their histories, and puts them together by their searches.
func (p *passing) choose(ctx context.Context) error {
	l, err := p.store.List()
	if err != nil {
		return err
	}
	for _, t := range l.Trouble {
		p.pass.Files = append(p.pass.Files, t.Text())
	}
	chosen := l.All
	if len(p.Numbers) > 0 {
		chosen = nil
		for _, n := range slices.Compact(slices.Sorted(slices.Values(p.Numbers))) {
			w, err := l.Find(n)
			if err != nil {
				return err
			}
			chosen = append(chosen, w)
		}
	}
	now := p.desk.Now()
	var open []looked
	for _, w := range chosen {
		history, trouble, err := p.store.History(ctx, w.N)
		if err != nil {
			return err
		}
		if trouble != nil {
			p.pass.Files = append(p.pass.Files, trouble.Text())
		}
		one := p.looked(w, history)
		switch closed := len(one.told) > 0 && one.told[len(one.told)-1].State == Closed; {
		case w.Past(now) && closed:
			p.ended++
		case w.Past(now) && one.seen == nil:
			p.over = append(p.over, one)
		default:
			open = append(open, one)
		}
	}
	p.groups = grouped(open)
	for i, g := range p.groups {
		if made, lives := p.log.living(g.key(), now); lives {
			p.groups[i].made = made
		}
	}
	return nil
}

// looked parts the history of a watch: what was told, and what this pass has found already.
func (p *passing) looked(w Watch, history []Point) looked {
	one := looked{Watch: w}
	for _, point := range history {
		if p.log.again && point.Pass == p.log.id {
			one.seen = &point
		} else if !p.log.untold(w.N, point) {
			one.told = append(one.told, point)
		}
	}
	return one
}

// plan is what the pass is about to do.
func (p *passing) plan() Plan {
	plan := Plan{Closed: p.ended, Resumed: p.log.again}
	for _, g := range p.groups {
		plan.Watches += len(g.watches)
	}
	plan.Searches = p.needs()
	if plan.Searches > 0 {
		plan.Takes = search.GrownAfter
	}
	return plan
}

// needs is how many searches have to be made.
func (p *passing) needs() int {
	n := 0
	for _, g := range p.groups {
		if len(g.open()) > 0 && g.made.SearchID == "" {
			n++
		}
	}
	return n
}

// agreed is how many searches may be made. Where there is no one to ask, someone has to have said it.
func (p *passing) agreed(ctx context.Context) (int, error) {
	needs := p.needs()
	if p.Unattended && p.MaxSearches == nil && !p.Yes && needs > 0 && p.desk.Deployment.Plan() == nil {
		return 0, problem.UsageError{
			Text: fmt.Sprintf("--max-searches is missing: this pass needs %s, and there is no one to ask", words.Plural(needs, "search", "searches")),
			Hint: fmt.Sprintf("to agree to them: --max-searches %d", needs),
		}
	}
	n := desk.Needed{
		Thing: "this pass", Fewer: "fewer watches cost fewer searches; travel watch run N looks for one",
		Searches: needs, Windows: p.windows(ctx), Parallel: parallel,
	}
	if all := operations(p.groups); len(all) > 0 {
		n.Operation = all[0]
	}
	return p.Agreed(ctx, p.desk, n)
}

// parallel is how many searches are under way at once.
const parallel = 4

func (p *passing) windows(ctx context.Context) []quota.Window {
	book, err := p.desk.Quotas(ctx)
	if err != nil {
		return nil // it is learned from the answers
	}
	return book.Windows
}

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
		if !had {
			list = append(list, failed(w, cmp.Or(e.Err, errors.New("the search did not tell"))))
		}
	}
	p.keep(ctx, g, e.Made, list)
}

// keep keeps what a search showed, and tells it. The first point of a search has its cost.
func (p *passing) keep(ctx context.Context, g group, made search.Created, list []found) {
	spent := made.SearchID != "" && !slices.ContainsFunc(g.watches, func(w looked) bool { return w.seen != nil && w.seen.Spent })
	for _, f := range list {
		i := slices.IndexFunc(g.watches, func(w looked) bool { return w.N == f.n })
		f.point.Spent, f.point.SearchID, f.point.Market = spent, made.SearchID, made.SiteCode
		spent = false
		if problem.ClassOf(f.err) == problem.Interrupted && f.err != nil {
			continue
		}
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
	}
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
	p.hand(e)
	p.stop(p.log.add(record{Told: w.N}))
}

func (p *passing) hand(e Event) {
	p.pass.add(e)
	if p.Told != nil && !p.store.still {
		p.Told(e)
	}
}

// earlier is a failure of a run that was cut off, as its point tells it.
type earlier struct{ point Point }

func (e earlier) Error() string { return e.point.Why }

// Class is that of the failure.
func (e earlier) Class() problem.Class { return problem.Class(e.point.Class) }

// Advice is empty.
func (e earlier) Advice() string { return "" }

// stop ends the pass because what it finds cannot be kept.
func (p *passing) stop(err error) {
	if err == nil || p.broken != nil {
		return
	}
	p.broken = p.store.fault("keep what was found", err)
	p.cancel(p.broken)
}

// end tells of the watches that were not looked for, and why not each was.
func (p *passing) end(err error) error {
	why := p.broken
	if why == nil {
		why = err
	}
	for _, g := range p.groups {
		for _, w := range g.open() {
			if slices.ContainsFunc(p.pass.Events, func(e Event) bool { return e.N == w.N }) {
				continue
			}
			e := w.judge(w.told, Point{State: Failed, At: p.desk.Now().UTC().Truncate(time.Second)})
			e.Kind, e.Why = Unasked, clean.Line(cmp.Or(why, context.Canceled).Error())
			p.hand(e)
		}
	}
	switch {
	case p.broken != nil:
		return p.broken
	case err != nil && problem.ClassOf(err) == problem.Interrupted:
		return err
	}
	if endErr := p.log.add(record{End: true}); endErr != nil {
		return p.store.fault("end the pass", endErr)
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
		return problem.Advised{Err: err, Text: text(), Hint: "run the next pass after " + at}
	case p.first != nil && (err == nil || problem.ClassOf(err) == p.first.Class()):
		p.first.Failed, p.first.Of = p.pass.Failed, total
		return p.first
	case err != nil && p.pass.Unasked > 0:
		return problem.Advised{Err: err, Text: text(), Hint: problem.AdviceOf(err)}
	}
	return err
}
