package watch

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Request asks for a pass.
type Request struct {
	Numbers []int // of the watches to look for; none for all
	// Unattended says that there is no one to ask, so that the searches have to be agreed to beforehand, by
	// MaxSearches or Yes. Where there is someone, a few are made without a question.
	Unattended bool
	desk.Spending

	// Begin is told what the pass needs, before anything is spent or asked, and Started once it is agreed to. Told takes what came of each
	// watch, once it is kept; what a pass that was cut off did not tell comes first. Held takes each time in
	// which no search is made. No two are called at once; each may be nil.
	Begin, Started func(Plan)
	Told           func(Event)
	Held           func(sweep.Hold)
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
func Needs(d *desk.Desk, numbers ...int) (Plan, error) {
	s, err := Open(d)
	if err != nil {
		return Plan{}, err
	}
	p := &passing{Request: &Request{Numbers: numbers}, desk: d, store: s, log: &passLog{}}
	if err := p.choose(); err != nil {
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
	if s.table.Dir == "" {
		cfg, err := d.Deployment.Config()
		return Pass{}, cmp.Or(err, cfg.NeedState())
	}
	log, err := s.begin(d.Now())
	if err != nil {
		return Pass{}, err
	}
	defer log.close()
	p := &passing{Request: r, desk: d, store: s, log: log}
	p.pass = Pass{ID: log.id, At: log.at.UTC().Truncate(time.Second), Resumed: log.again, Events: []Event{}}
	err = p.run(ctx)
	sort.Slice(p.pass.Events, func(i, j int) bool { return p.pass.Events[i].N < p.pass.Events[j].N })
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
	if err := p.choose(); err != nil {
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
	if p.Started != nil {
		p.Started(p.plan())
	}
	if err := p.log.confirm(); err != nil { // before anything is spent
		return p.store.table.Failed("begin a pass", err)
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
func (p *passing) choose() error {
	l, err := p.store.List()
	if err != nil {
		return err
	}
	for _, t := range l.Trouble {
		p.pass.Files = append(p.pass.Files, t.Error())
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
		history, trouble, err := p.store.History(w.N)
		if err != nil {
			return err
		}
		if trouble != nil {
			p.pass.Files = append(p.pass.Files, trouble.Error())
		}
		one := p.looked(w, history)
		switch {
		case one.closed() && w.over(now):
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
		plan.Takes = p.takes()
	}
	return plan
}

// takes is about how long the searches take: those of one kind are under way together, one kind after the
// other.
func (p *passing) takes() time.Duration {
	return time.Duration(len(operations(p.groups))) * search.GrownAfter / time.Duration(p.desk.Ease().Pace)
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
		Searches: needs, Windows: p.windows(ctx), Parallel: parallel, Each: p.takes(),
	}
	if all := operations(p.groups); len(all) > 0 {
		n.Operation = all[0]
	}
	return p.Agreed(ctx, p.desk, n)
}

// parallel is how many searches are under way at once.
const parallel = 8

func (p *passing) windows(ctx context.Context) []quota.Window {
	book, err := p.desk.Quotas(ctx)
	if err != nil {
		return nil // it is learned from the answers
	}
	return book.Windows
}
