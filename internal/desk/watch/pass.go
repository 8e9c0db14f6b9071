// Package watch checks the prices of watched offers: of the very same trip, fare, hotel or rate, for the same party and
// days, never of a similar one. A pass looks for all of them, with one search for those that share it, adds the results
// to their histories, and reports what has changed. Nothing runs by itself: a timer of the system starts a pass.
package watch

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Request asks for a pass.
type Request struct {
	Numbers []int // of the watches to check; none means all
	// Unattended means that no one can be asked, so that MaxSearches or Yes must allow the searches. Otherwise, a few
	// are made without a question.
	Unattended bool
	desk.Spending

	// Started is called once the pass is agreed to. Told is called for each result after it was saved, first for those
	// that an interrupted pass did not report. Held is called for each pause between searches. They are never called
	// at the same time, and may be nil.
	Started func(Plan)
	Told    func(Event)
	Held    func(sweep.Hold)
}

// Plan is the work of a pass.
type Plan struct {
	Watches  int // to look for
	Searches int // needed for all of them
}

// Needs returns the plan of a pass over all watches now. It makes no request.
func Needs(d *desk.Desk) (Plan, error) {
	p := &passing{Request: &Request{}, desk: d, store: Open(d.Home()), log: &passLog{}}
	err := p.choose()
	return p.plan(), err
}

// Run makes one pass: it looks for the watched offers, with one search for those that share it, adds to their histories
// and reports what has changed. A watch whose day has passed is closed without a search, and one that fails does not
// stop the others. While another pass of the profile is running, the error is ErrBusy. A pass that was interrupted less
// than five minutes ago is resumed: its searches are not made again, and no history gets a second point.
//
// The error says why not every watch was checked: an interruption, a used-up quota, a [batch.OverLimit], a file that
// cannot be written, or the first failure. The pass is valid even then.
func Run(ctx context.Context, d *desk.Desk, r *Request) (Pass, error) {
	s := Open(d.Home())
	log, err := s.begin(d.Now(), d.Report.Warn)
	if err != nil {
		return Pass{}, err
	}
	defer log.release()
	p := &passing{Request: r, desk: d, store: s, log: log}
	p.pass = Pass{ID: log.ID, At: log.At.UTC().Truncate(time.Second), Resumed: log.again, Events: []Event{}}
	err = p.run(ctx)
	slices.SortFunc(p.pass.Events, func(a, b Event) int { return cmp.Compare(a.N, b.N) })
	return p.pass, err
}

// Event is the result of a pass for one watch, with the next steps.
type Event struct {
	watched.Event
	Error *desk.Failure `json:"error,omitempty"`
	Shows problem.Step  `json:"shows,omitzero"`   // reads the search of this pass
	Again problem.Step  `json:"command,omitzero"` // searches again
	Err   error         `json:"-"`
}

// Pass is the result of a pass.
type Pass struct {
	ID       string    `json:"pass"`
	At       time.Time `json:"at"`                // when it began
	Resumed  bool      `json:"resumed,omitempty"` // it continues an interrupted run
	Searches int       `json:"searches"`          // made by this run
	Fired    int       `json:"fired"`             // rules that fired
	Changed  int       `json:"changed"`
	Failed   int       `json:"failed"`
	Unasked  int       `json:"unasked"` // watches not checked
	Closed   int       `json:"closed"`  // watches closed before this pass
	Events   []Event   `json:"events"`  // one for each watch not closed before, by number

	Left  desk.Spent `json:"quota,omitempty"`    // after the last search
	Files []string   `json:"troubles,omitempty"` // messages about files that could not be read
}

// passing is a running pass.
type passing struct {
	*Request
	desk   *desk.Desk
	store  *Store
	log    *passLog
	pass   Pass
	groups []group
	over   []looked // whose day has passed, not reported yet
	broken error    // a file could not be written
	cancel context.CancelCauseFunc
	first  Event // the failed event with the lowest number
}

func (p *passing) run(ctx context.Context) error {
	if err := p.choose(); err != nil {
		return err
	}
	// If no one can be asked, a flag must have said how many searches may be made.
	needs := p.plan().Searches
	if p.Unattended && p.MaxSearches == nil && !p.Yes && needs > 0 && p.desk.Deployment.Plan() == nil {
		return problem.Usagef("--max-searches is missing: this pass needs %s, and there is no one to ask", words.Plural(needs, "search", "searches")).
			Next(problem.Step{Why: "to agree to them"}.Set("maxSearches", strconv.Itoa(needs)))
	}
	needed := desk.Needed{
		Thing: "this pass", Fewer: problem.Do("fewer watches cost fewer searches", "watch.run", "N"),
		Searches: needs, Parallel: parallel,
		Each: time.Duration(len(p.operations())) * search.GrownAfter / time.Duration(p.desk.Client().Ease().Pace),
	}
	if len(p.groups) > 0 {
		needed.Operation = p.groups[0].operation
	}
	most, err := p.Agreed(ctx, p.desk, needed)
	if err != nil {
		return err
	}
	if p.Started != nil {
		p.Started(p.plan())
	}
	if err := p.log.save(); err != nil { // before any search is made
		return p.store.Failed("start the run", err)
	}
	ctx, p.cancel = context.WithCancelCause(ctx)
	defer p.cancel(nil)
	for _, g := range p.groups { // found by an interrupted run and not reported
		for _, w := range g.watches {
			if w.seen != nil {
				p.reportPoint(w, *w.seen, nil)
			}
		}
	}
	for _, w := range p.over {
		p.keep(ctx, w, found{point: watched.Point{State: watched.Closed}})
	}
	return p.end(p.sweep(ctx, most))
}

// choose reads the watches and their histories, and groups them by search.
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
			w, err := find(l, n)
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
			if !trouble.Aside && !p.store.Still {
				continue // nothing could be added to it, and the search would be wasted
			}
		}
		one := looked{Watch: w}
		for _, point := range history {
			if p.log.again && point.Pass == p.log.ID {
				one.seen = &point
			} else if !p.log.unreported(w.N, point) {
				one.reported = append(one.reported, point)
			}
		}
		n := len(one.reported)
		switch {
		case n > 0 && one.reported[n-1].State == watched.Closed && w.Over(now):
			p.pass.Closed++
		case w.Offer.Past(now) && one.seen == nil:
			p.over = append(p.over, one)
		default:
			open = append(open, one)
		}
	}
	p.groups = grouped(open)
	for i, g := range p.groups {
		p.groups[i].made = p.log.Made[g.key()]
	}
	return nil
}

// plan returns the work of the pass.
func (p *passing) plan() (plan Plan) {
	for _, g := range p.groups {
		plan.Watches += len(g.watches)
		if len(g.open()) > 0 && g.made.SearchID == "" {
			plan.Searches++
		}
	}
	return plan
}

// parallel is the maximum number of searches at the same time.
const parallel = 8

// operations returns the operations of the searches, each once. Their searches are made one operation after the other.
func (p *passing) operations() (all []string) {
	for _, g := range p.groups {
		if !slices.Contains(all, g.operation) {
			all = append(all, g.operation)
		}
	}
	return all
}

// sweep makes up to most searches and looks for the watches in them.
func (p *passing) sweep(ctx context.Context, most int) error {
	apart, gate, err := p.desk.Apart()
	if err != nil {
		return err
	}
	s := apart.Service()
	var jobs []sweep.Job[[]found]
	for i, g := range p.groups {
		if len(g.open()) == 0 {
			continue
		}
		jobs = append(jobs, sweep.Job[[]found]{
			N: i, Operation: g.operation, Made: g.made,
			Create: func(ctx context.Context) (search.Created, error) {
				asked := g.lead().asked("")
				if asked.Stay != nil {
					return s.CreateHotels(ctx, asked.Stay.Request())
				}
				return s.CreateFlights(ctx, asked.Flight.Request())
			},
			Read: func(ctx context.Context, made search.Created, _ func([]found)) ([]found, error) {
				return g.read(ctx, s, made)
			},
		})
	}
	allowed := sweep.Within(jobs, most)
	for _, operation := range p.operations() { // each has a quota and a pace of its own
		if err != nil || p.broken != nil {
			break
		}
		own := slices.DeleteFunc(slices.Clone(allowed), func(job sweep.Job[[]found]) bool { return job.Operation != operation })
		err = sweep.Run(ctx, own, sweep.Options[[]found]{
			Gate: gate, Windows: func() []quota.Window { return p.desk.Windows(ctx) },
			Parallel: parallel, Longest: p.Longest, Alone: batch.Alone,
			Told: func(e sweep.Event[[]found]) { p.handle(ctx, p.groups[e.N], e) }, Held: p.Held,
		})
	}
	if err == nil && len(allowed) < len(jobs) {
		return batch.OverLimit(most)
	}
	return err
}

// handle processes an event of a search: results are saved and then reported. Watches without a result have failed, unless
// the pass was interrupted.
func (p *passing) handle(ctx context.Context, g group, e sweep.Event[[]found]) {
	switch {
	case e.Step == sweep.Made && g.made.SearchID != e.Made.SearchID:
		p.pass.Searches, p.pass.Left = p.pass.Searches+1, p.pass.Left.After(e.Made)
		p.log.Made[g.key()] = e.Made
		p.stop(p.log.save())
		return
	case e.Step != sweep.Done:
		return
	}
	list := slices.Clone(e.Got)
	if e.Err == nil || ctx.Err() == nil {
		for _, w := range g.open() {
			if slices.ContainsFunc(list, func(f found) bool { return f.n == w.N }) {
				continue
			}
			one := failed(w, cmp.Or(e.Err, errors.New("the search did not tell")))
			// The service refuses a day that has passed at the place, before it has passed everywhere on earth.
			if refused, ok := errors.AsType[*apiclient.ProblemError](e.Err); ok && refused.Status == http.StatusBadRequest && w.Over(p.desk.Now()) {
				one = found{n: w.N, point: watched.Point{State: watched.Closed}}
			}
			list = append(list, one)
		}
	}
	// The first point of a search counts it.
	spent := e.Made.SearchID != "" && !slices.ContainsFunc(g.watches, func(w looked) bool { return w.seen != nil && w.seen.Spent })
	for _, f := range list {
		if f.err != nil && problem.ClassOf(f.err) == problem.Interrupted {
			continue
		}
		f.point.Spent, f.point.SearchID, f.point.Market = spent, e.Made.SearchID, e.Made.SiteCode
		spent = false
		p.keep(ctx, g.watches[slices.IndexFunc(g.watches, func(w looked) bool { return w.N == f.n })], f)
	}
}

// keep saves a point and then reports it.
func (p *passing) keep(ctx context.Context, w looked, f found) {
	if p.broken != nil {
		return
	}
	f.point.Pass, f.point.At = p.log.ID, p.desk.Now().UTC().Truncate(time.Second)
	f.point.Fired = w.Judge(w.reported, f.point).Fired
	added, err := p.store.record(context.WithoutCancel(ctx), w.N, f.point)
	switch {
	case err != nil:
		p.stop(err)
	case added:
		p.reportPoint(w, f.point, f.err)
	default:
		p.reportWithout(w, watched.Removed, "it was removed while this pass looked for it")
	}
}

// reportPoint reports the result for a watch, and records that before the next one.
func (p *passing) reportPoint(w looked, point watched.Point, failure error) {
	e := Event{Event: w.Judge(w.reported, point), Again: w.Again()}
	if e.Kind == watched.Broken {
		if e.Err = failure; failure == nil { // of an interrupted run: only its point is known
			e.Err = problem.Error{Class: point.Class, Text: point.Why}
		}
		e.Error = new(desk.FailureOf(e.Err, e.Err.Error()))
		if p.first.Err == nil || e.N < p.first.N {
			p.first = e
		}
	}
	if kind := w.Offer.Kind; point.State == watched.Seen && point.SearchID != "" {
		if kind == recall.Fares { // fares belong to the search of their trip
			kind = recall.Trips
		}
		e.Shows = desk.ReadAgain(kind, w.Offer.List.Asked().HotelID, search.Ref{ID: point.SearchID})
	}
	p.report(e)
	p.log.Told[p.log.ID] = append(p.log.Told[p.log.ID], w.N)
	p.stop(p.log.save())
}

// reportWithout reports a watch without a saved result.
func (p *passing) reportWithout(w looked, kind watched.Kind, why string) {
	point := watched.Point{State: watched.Failed, At: p.desk.Now().UTC().Truncate(time.Second)}
	e := Event{Event: w.Judge(w.reported, point), Again: w.Again()}
	e.Kind, e.Why = kind, why
	p.report(e)
}

// report adds an event to the pass and reports it.
func (p *passing) report(e Event) {
	if e.Fired {
		p.pass.Fired++
	}
	switch {
	case e.Changed():
		p.pass.Changed++
	case e.Kind == watched.Broken:
		p.pass.Failed++
	case e.Kind == watched.Unasked:
		p.pass.Unasked++
	}
	p.pass.Events = append(p.pass.Events, e)
	if p.Told != nil && !p.store.Still {
		p.Told(e)
	}
}

// stop ends the pass because results cannot be saved.
func (p *passing) stop(err error) {
	if err == nil || p.broken != nil {
		return
	}
	p.broken = p.store.Failed("keep what was found", err)
	p.cancel(p.broken)
}

// end reports the watches that were not checked, and returns why.
func (p *passing) end(err error) error {
	why := cmp.Or(p.broken, err)
	if why == nil || problem.ClassOf(why) == problem.Interrupted {
		why = errors.New("the pass was interrupted")
	}
	for _, g := range p.groups {
		for _, w := range g.open() {
			if !slices.ContainsFunc(p.pass.Events, func(e Event) bool { return e.N == w.N }) {
				p.reportWithout(w, watched.Unasked, clean.Line(why.Error()))
			}
		}
	}
	switch {
	case p.broken != nil:
		return p.broken
	case err != nil && problem.ClassOf(err) == problem.Interrupted:
		return err
	}
	p.log.Ended = true
	if endErr := p.log.save(); endErr != nil {
		return p.store.Failed("end the pass", endErr)
	}
	total := words.Plural(len(p.pass.Events), "watch", "watches")
	_, waits := errors.AsType[*sweep.QuotaError](err)
	switch {
	case !waits && p.first.Err != nil && (err == nil || problem.ClassOf(err) == problem.ClassOf(p.first.Err)):
		failed := p.first.Err
		e := problem.Error{
			Class: problem.ClassOf(failed), Retry: problem.RetryOf(failed), Err: failed,
			Text: fmt.Sprintf("%d of %s could not be looked for; watch %d: %v", p.pass.Failed, total, p.first.N, failed),
		}.AdvisedAs(failed)
		if len(problem.StepsOf(e)) == 0 {
			e.Hint = "the next pass looks for them again"
		}
		return e
	case err != nil && p.pass.Unasked > 0:
		missing := fmt.Sprintf("%d of %s were not looked for", p.pass.Unasked, total)
		return p.desk.Stopped(err, missing, "run the next pass after %s")
	}
	return err
}

// ErrBusy is returned while another pass of this profile is running. No request was made.
var ErrBusy = problem.Error{Class: problem.Wait, Text: "another pass is under way; this one leaves the watches to it"}

// progress is what the last pass has done, saved after each step. An interrupted pass is resumed while its searches
// live, and the next one reports what it found but did not report.
type progress struct {
	ID    string                    `json:"id"`
	At    time.Time                 `json:"at"`
	Ended bool                      `json:"ended,omitempty"`
	Made  map[string]search.Created `json:"made"` // by group
	Told  map[string][]int          `json:"told"` // the watches that were reported, by pass; of passes since the last one that ended
}

// A passLog holds the progress of a pass on disk. One process has it at a time, until it ends for any reason.
type passLog struct {
	progress
	again   bool // it resumes an earlier run
	table   store.Table[progress]
	release func()
}

// lastPass is the key of the progress, in the directory of the watches.
const lastPass = "pass"

// begin resumes an interrupted pass, or begins a new one. It returns ErrBusy while another process has one. If the file
// is damaged, it warns, and results that were not reported are lost. Nothing is read or saved in a dry run.
func (s *Store) begin(now time.Time, warn func(string)) (*passLog, error) {
	l := &passLog{release: func() {}, table: store.Table[progress]{
		Home: s.Home, Name: func(string) string { return "the record of the last pass" },
	}}
	l.table.Warn = warn
	if !s.Still {
		var err error
		if l.release, err = s.TryHold(lastPass); errors.Is(err, store.ErrHeld) {
			return nil, ErrBusy
		}
		if err == nil {
			l.progress, _, err = l.table.Get(lastPass)
		}
		if err != nil {
			return nil, s.Failed("start the run", err)
		}
	}
	if age := now.Sub(l.At); l.ID != "" && !l.Ended && age >= 0 && age < search.FlightsLast { // while its searches live
		l.again = true
		return l, nil
	}
	if l.Ended || l.Told == nil { // otherwise it says what the last pass did not report
		l.Told = map[string][]int{}
	}
	const random = 6
	id := now.UTC().Format("20060102T150405Z") + "-" + rand.Text()[:random]
	l.Told[id] = nil
	l.progress = progress{ID: id, At: now, Made: map[string]search.Created{}, Told: l.Told}
	return l, nil
}

// save writes the progress.
func (l *passLog) save() error { return l.table.Put(lastPass, l.progress) }

// unreported reports whether an interrupted pass found a point and did not report it.
func (l *passLog) unreported(n int, p watched.Point) bool {
	told, known := l.Told[p.Pass]
	return known && !slices.Contains(told, n)
}
