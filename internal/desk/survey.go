package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/sweep"
	"travel.example/travel/internal/words"
)

// Survey is the part that all answers built from several searches have in common, such as price calendars. They embed
// it.
type Survey struct {
	Base   recall.List  // what all searches ask for, with the filters; the rows are the cells
	Cells  []sweep.Cell // one per search
	Spent  int          // new searches
	Saved  int          // cells that needed no new search
	Locale Locale
	Meta   Meta
}

// Part returns the survey embedded in an answer.
func (s *Survey) Part() *Survey { return s }

// Tally counts the cells by status.
func (s *Survey) Tally() sweep.Tally { return sweep.TallyOf(s.Cells) }

// Currency returns the currency of the prices, or "" if none is known yet.
func (s *Survey) Currency() string {
	for _, c := range s.Cells {
		if c.Any {
			return c.Price.Currency
		}
	}
	return ""
}

// Cheapest returns the indexes of the cells with a known price, cheapest first. It skips prices in another currency
// than the first.
func (s *Survey) Cheapest() (cells []int) {
	amounts := make([]float64, len(s.Cells))
	for i, c := range s.Cells {
		known := false
		amounts[i], known = c.Price.Number()
		if known && c.Status == sweep.HasFound && c.Price.Currency == s.Currency() {
			cells = append(cells, i)
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(amounts[a], amounts[b]) })
	return cells
}

// ListRows returns the rows of the list that the survey is saved as: the cells in order.
func (s *Survey) ListRows() (rows []recall.Row) {
	for i, c := range s.Cells {
		rows = append(rows, RowOf(i+1, c))
	}
	return rows
}

// Answering is a pointer to an answer that embeds a Survey.
type Answering[T any] interface {
	*T
	Part() *Survey
	ListRows() []recall.Row // the rows to save
	Body() ([]byte, error)  // its JSON document
}

// SurveyRequest is the part that all requests for several searches have in common. T is the answer.
type SurveyRequest[T any] struct {
	Query *ask.Values // the create request, without places and dates
	View  View        // only its filters are used
	Spending

	// Begin receives the answer before the first search, Told each cell that changes, with its index, and Held each
	// pause. They may be nil.
	Begin func(T)
	Told  func(i int, c sweep.Cell)
	Held  func(sweep.Hold)
}

// SurveyOf describes how a survey makes its searches and what it looks for in them. R is the body of a read.
type SurveyOf[R any] struct {
	Subject[R]
	Operation string        // the name of the quota
	Lives     time.Duration // how long a search can be read
	Found     func(search.Snapshot[R], time.Time) sweep.Found
	// Further reads what the first page does not have; may be nil.
	Further func(ctx context.Context, s search.Service, id string, w *Wording, f *sweep.Found) error

	// These fields are set for each command.
	Thing  string                // what needs the searches, such as "this calendar"
	Fewer  problem.Step          // how to need fewer
	Plural string                // what the cells are, such as "days"
	Rank   func(sweep.Cell) int  // cells of a lower rank are searched first; may be nil
	Agreed func(context.Context) // called before Begin; may be nil
}

// parallel is the number of concurrent searches, as many as the usual quota allows per minute.
const parallel = 10

// RunSurvey makes the searches of all cells without a known result, after asking for agreement if there are many. It
// saves the cells as a list, so that each can be opened. If it fails midway, the answer has the results so far. If it
// fails before the first search, the answer has no cells.
func RunSurvey[R any, T any, P Answering[T]](ctx context.Context, d *Desk, answer P, of SurveyOf[R], r *SurveyRequest[T]) error {
	s := answer.Part()
	cells := s.Cells
	s.Cells = nil
	own, err := of.begin(ctx, d, s, r.View)
	if err != nil {
		return err
	}
	now, known := d.Now(), map[string]map[string]sweep.Kept{} // saved searches by question
	for i, c := range cells {
		question, key := own.names(c.At)
		kept, read := known[question]
		if !read {
			if kept, err = own.store.Read(question, now); err != nil {
				return err
			}
			known[question] = kept
		}
		cells[i] = kept[key].Cell(own.view, now, r.MaxAge, of.Lives)
		cells[i].At = c.At
		if cells[i].Status != sweep.NotAsked {
			s.Saved++
		}
	}
	most, err := r.Agreed(ctx, d, Needed{
		Thing: of.Thing, Fewer: of.Fewer, Searches: len(cells) - s.Saved, Operation: of.Operation,
	})
	if err != nil {
		return err
	}
	s.Cells = cells
	if of.Agreed != nil {
		of.Agreed(ctx)
	}
	if r.Begin != nil { // the receiver gets cells of its own, because these change
		shown := *answer
		P(&shown).Part().Cells = slices.Clone(cells)
		r.Begin(shown)
	}
	saving := context.WithoutCancel(ctx) // results are saved after an interruption, too
	err = sweep.Run(ctx, sweep.Within(own.jobs(), most), sweep.Options[sweep.Found]{
		Gate: own.gate, Parallel: parallel, Longest: r.Longest, Held: r.Held,
		Windows: func() []quota.Window { return d.Windows(ctx) },
		Alone:   func(err error) bool { return problem.ClassOf(err) == problem.Choice },
		Told: func(e sweep.Event[sweep.Found]) {
			own.update(saving, e)
			if r.Told != nil {
				r.Told(e.N, unworded(s.Cells[e.N]))
			}
		},
	})
	err = s.settle(d, err)
	s.Base.Rows = answer.ListRows()
	if err := d.Keep(s.Base); err != nil {
		d.Report.Notice("the " + of.Plural + " are not kept, so none can be opened: " + err.Error())
	}
	s.Locale.Record(&s.Meta, cmp.Or(s.Currency(), ServiceCurrency), ServiceLocale)
	return err
}

// settle adds warnings about filter words, and returns the error for the cells without a result: what is unknown and
// how to continue, or the first failure if every search has failed. A filter word that matches nothing in any search is
// an error. If it matches in some searches, the others have no results. err is why the searches ended early.
func (s *Survey) settle(d *Desk, err error) error {
	var open, failed error // the first of each
	var taken []string
	for _, c := range s.Cells {
		if _, is := errors.AsType[*OpenWord](c.Err); is {
			open = cmp.Or(open, c.Err)
		} else {
			failed = cmp.Or(failed, c.Err)
		}
		for _, text := range c.Taken {
			if !slices.Contains(taken, text) {
				taken = append(taken, text)
			}
		}
	}
	s.Meta.Warn(taken...)
	tally := s.Tally()
	some := tally.Of[sweep.HasFound]+tally.Of[sweep.Nothing] > 0
	for i, c := range s.Cells {
		s.Cells[i] = unworded(c)
	}
	switch {
	case err == nil && open != nil && !some:
		return open
	case err == nil && !some && tally.Of[sweep.Coming] == 0:
		return failed
	case err == nil, problem.ClassOf(err) == problem.Interrupted:
		return err
	}
	missing := fmt.Sprintf("%d of %s are not known", s.Tally().Unknown(), words.Counted(tally.All, "price"))
	return d.Stopped(err, missing, "go on with the same command after %s; what is known is kept")
}

// Stopped returns the error for searches that ended early. missing says what they did not find. later says what to do
// if they wait for the quota, with %s for the time of the next search.
func (d *Desk) Stopped(err error, missing, later string) problem.Error {
	stopped := problem.Error{Err: err, Text: err.Error() + "; " + missing}.AdvisedAs(err)
	if waits, ok := errors.AsType[*sweep.QuotaError](err); ok {
		stopped.Then, stopped.Hint = nil, fmt.Sprintf(later, offer.Clock(waits.Until.In(d.Now().Location())))
	}
	return stopped
}

// unworded returns a cell without results if a filter word matches nothing in its search.
func unworded(c sweep.Cell) sweep.Cell {
	if _, is := errors.AsType[*OpenWord](c.Err); is {
		c.Status, c.Err = sweep.Nothing, nil
	}
	return c
}

// RowOf returns the list row of a cell.
func RowOf(n int, c sweep.Cell) recall.Row {
	day := &recall.Day{Day: c.Day, Back: c.Back, Nights: c.Nights, Made: c.Made}
	return recall.Row{N: n, Offer: offer.Offer{ID: c.SearchID, Price: c.Price}, Day: day, Goal: c.Goal}
}

type (
	// PriceJSON is the price of a cell. Unknown values are null.
	PriceJSON struct {
		Status   sweep.Status `json:"status"` // found, nothing, coming, not_asked or failed
		Price    *json.Number `json:"price"`
		Currency *string      `json:"currency"`
	}
	// ReadJSON is the search that the price of a cell comes from. Unknown values are null.
	ReadJSON struct {
		SearchID *string       `json:"searchId"`
		Settle   *search.Stamp `json:"settle"`
		AsOf     *time.Time    `json:"asOf"`
		Kept     bool          `json:"kept"` // an earlier command made the search
		Error    *string       `json:"error"`
	}
)

// CellDocument returns the JSON of a cell.
func CellDocument(c sweep.Cell) (PriceJSON, ReadJSON) {
	price := PriceJSON{Status: c.Status}
	read := ReadJSON{SearchID: Stated(c.SearchID), Kept: c.Kept && c.SearchID != "", Error: Stated(c.Failure())}
	if c.AsOf.IsZero() {
		return price, read
	}
	read.AsOf, read.Settle = new(c.AsOf.UTC()), &c.Settle
	if c.Any {
		price.Price, price.Currency = Number(c.Price.Amount), Stated(c.Price.Currency)
	}
	return price, read
}

// SumJSON is the cost of a survey.
type SumJSON struct {
	Spent   int `json:"spent"`   // searches
	Saved   int `json:"saved"`   // cells that needed no new search
	Unknown int `json:"unknown"` // cells without a result
}

// Sum returns the cost of the survey.
func (s *Survey) Sum() SumJSON { return SumJSON{s.Spent, s.Saved, s.Tally().Unknown()} }

// Stated returns a pointer to text, or nil if it is empty.
func Stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Number returns an amount exactly as the service sent it, or nil if there is none.
func Number(amount string) *json.Number {
	if n := json.Number(amount); json.Valid([]byte(n)) {
		return &n
	}
	return nil
}

// LastSurvey returns the last survey of a kind in this session. If there is none, the error says nothing and advises
// how.
func (d *Desk) LastSurvey(kind recall.Kind, nothing string, how problem.Step) (recall.List, error) {
	list, found, err := d.Latest(kind)
	if err == nil && (!found || len(list.Rows) == 0) {
		err = d.NoList(nothing, how)
	}
	return list, err
}

// Open reads the search of a row of a saved survey, with the filters of the survey and the cheapest first by default.
// It makes no new search, unless the old one has expired and the renewal allows it; a calendar is then updated. name
// describes the row if it has no search.
func (of SurveyOf[R]) Open(ctx context.Context, d *Desk, r *ResultsRequest, survey recall.List, row recall.Row, name string) (Found[R], error) {
	at := sweep.At{Day: row.Day.Day, Back: row.Day.Back, Nights: row.Day.Nights, Goal: row.Goal}
	list := searchOf(survey, at)
	if row.ID == "" {
		return Found[R]{}, problem.ChoiceError{
			Text: name + " has no search yet",
			Then: problem.Ways(SearchAgain(list).For("search it, which spends one of your searches" + d.LeftFor(ctx, of.Operation))),
		}
	}
	list.Kind, list.Terms, list.View = of.Kind, survey.Terms, survey.View
	list.Search = search.Ref{ID: row.ID, Created: row.Day.Made}
	if survey.Shown("sort").Name == "" {
		cheapest := ask.Param{Name: "sort", Values: []string{"price_asc"}, Typed: "--sort cheapest"}
		list.View = append(slices.Clone(list.View), cheapest)
	}
	r.Renewal = r.Renewal.At(d)
	found, err := of.ResultsOf(ctx, d, r, list)
	if err == nil && r.Renewal.To() != "" && row.Goal == nil {
		made := search.Created{SearchID: r.Renewal.To(), At: found.List.Search.Created}
		if err := of.renewed(ctx, d, r, survey, at, made, found.Value.Progress); err != nil {
			d.Report.Notice("the calendar does not have the new price: " + err.Error())
		}
	}
	return found, err
}

// renewed puts a search that replaced the search of a cell into the calendar, so that its row can be opened and its
// price is reused.
func (of SurveyOf[R]) renewed(ctx context.Context, d *Desk, r *ResultsRequest, survey recall.List, at sweep.At, made search.Created, p search.Progress) error {
	view := View{Query: ask.New(r.View.Query.Op().ID, r.View.Query.Days())}
	view.Continue(survey)
	if _, err := d.Resolve(ctx, view.Query, LocaleOf(survey.Terms)); err != nil {
		return err
	}
	own, err := of.begin(ctx, d, &Survey{Base: survey}, view)
	if err != nil {
		return err
	}
	w, reader := own.reader(made)
	shown, err := reader.Read(ctx)
	f, err := own.found(ctx, made, w, shown, err)
	if err != nil {
		return err
	}
	f.Settle, f.Whole = p.Settle, p.Whole
	if err := own.keep(ctx, at, made, f); err != nil {
		return err
	}
	list, found, err := d.Lists().Latest(survey.Kind)
	if err != nil || !found {
		return err
	}
	for i, row := range list.Rows {
		if row.Day != nil && row.Day.Day == at.Day && row.Day.Back == at.Back {
			list.Rows[i] = RowOf(row.N, sweep.Cell{At: at, Found: f, SearchID: made.SearchID, Made: made.At})
		}
	}
	return d.Save(list)
}

// Spending limits the searches that a command may make.
type Spending struct {
	MaxAge      time.Duration // of saved results; 0 ignores them
	MaxSearches *int          // made without asking; nil if not given
	Yes         bool          // make them without asking
	Longest     time.Duration // the longest acceptable wait for a quota
}

// Unquestioned is how many searches are made without asking.
const Unquestioned = 7

// Needed describes the searches that a command needs.
type Needed struct {
	Thing     string       // such as "this calendar"
	Fewer     problem.Step // how to need fewer
	Searches  int
	Operation string        // the name of the quota
	Parallel  int           // concurrent searches, 0 for as many as the quota allows
	Each      time.Duration // the time one takes; 0 is until it settles
}

// Agreed returns how many of the needed searches may be made. It asks for agreement if there are many. Without a
// terminal, it requires --yes or --max-searches.
func (s Spending) Agreed(ctx context.Context, d *Desk, n Needed) (int, error) {
	needs := n.Searches
	if s.MaxSearches != nil {
		needs = min(needs, *s.MaxSearches)
	}
	if plan := d.Deployment.Plan(); plan != nil {
		plan.Repeat(needs)
		return min(needs, 1), nil // a plan shows one for all
	}
	if needs == 0 {
		return 0, nil
	}
	takes := sweep.CostOf(needs, n.Operation, d.Windows(ctx), d.Client().Ease(), d.Now(), s.Longest)
	if n.Parallel > 0 {
		rounds, each := (needs+n.Parallel-1)/n.Parallel, cmp.Or(n.Each, takes.Settles)
		takes.Takes = max(takes.Takes, time.Duration(rounds)*each)
	}
	cost := "This makes " + words.Plural(needs, "search", "searches")
	var left []string
	for _, w := range takes.Windows {
		left = append(left, w.Text())
	}
	if len(left) > 0 {
		cost += " (" + strings.Join(left, ", ") + ")"
	}
	if takes.Now < needs {
		cost += fmt.Sprintf("; the quota lets %d of them through now, the rest later", takes.Now)
	} else {
		cost += " and takes about " + words.Age(takes.Takes)
	}
	if s.MaxSearches != nil || s.Yes || needs <= Unquestioned {
		d.Report.Spending(cost + ".")
		return needs, nil
	}
	yes, err := d.Ask.Agree(ctx, cost+". Go on?")
	switch {
	case errors.Is(err, ErrNoOne):
		return 0, problem.Usagef("%s needs %d searches, and there is no one to ask", n.Thing, needs).
			Next(problem.Step{Why: "to agree to them"}.Set("maxSearches", strconv.Itoa(needs)).Set("yes"))
	case err != nil:
		return 0, err
	case !yes:
		return 0, problem.ChoiceError{Text: "no search was made", Then: problem.Ways(n.Fewer)}
	}
	return needs, nil
}

// surveying is a survey under way.
type surveying[R any] struct {
	SurveyOf[R]
	*Survey
	desk    *Desk
	service search.Service
	gate    *sweep.Gate
	store   sweep.Store
	query   *ask.Values // of every read
	view    string      // its parameters, which the results are saved under
	unsaved bool        // the notice that results are not saved was shown
}

// begin prepares the searches of a survey. It sends nothing.
func (of SurveyOf[R]) begin(ctx context.Context, d *Desk, s *Survey, v View) (*surveying[R], error) {
	q := v.Query.Clone()
	q.Unset("page")
	q.SetTyped("sort", "price_asc")
	q.SetTyped("pageSize", 1)
	apart, gate, err := d.Apart() // the survey waits for quotas, not the client
	if err != nil {
		return nil, err
	}
	view, err := json.Marshal(q.Asked().Parameters)
	if err != nil {
		return nil, err
	}
	return &surveying[R]{
		SurveyOf: of, Survey: s, desk: d, service: apart.Service(), gate: gate, store: sweep.Open(d.Owned(ctx)), query: q, view: string(view),
	}, nil
}

// searchOf returns the search of one cell.
func searchOf(base recall.List, at sweep.At) recall.List {
	if base.Stay != nil {
		stay := *base.Stay
		stay.CheckIn, stay.CheckOut = at.Day, at.Back
		return recall.List{Stay: &stay}
	}
	asked := *base.Flight
	asked.FromDate, asked.ToDate = at.Day, at.Back
	if goal := at.Goal; goal != nil {
		asked.To, asked.ToCity, asked.ToName = goal.Code, goal.City, goal.Name
	}
	return recall.List{Flight: &asked}
}

// names returns the question and the key that a search is saved under. The question has no dates.
func (s *surveying[R]) names(at sweep.At) (question, key string) {
	text, _ := json.Marshal(searchOf(s.Base, sweep.At{Goal: at.Goal}).Request()) // texts and numbers
	return string(text), at.Day + "/" + at.Back
}

// jobs returns the searches that can be read and those that are needed.
func (s *surveying[R]) jobs() (jobs []sweep.Job[sweep.Found]) {
	for i, c := range s.Cells {
		if c.Status != sweep.Coming && c.Status != sweep.NotAsked {
			continue
		}
		job := sweep.Job[sweep.Found]{N: i, Operation: s.Operation}
		job.Create = func(ctx context.Context) (search.Created, error) {
			return s.Create(ctx, s.service, searchOf(s.Base, c.At))
		}
		job.Read = func(ctx context.Context, made search.Created, tell func(sweep.Found)) (sweep.Found, error) {
			w, reader := s.reader(made)
			last, err := reader.Since(made.At).Settle(ctx, search.DefaultBudget, func(shown search.Snapshot[R]) {
				tell(w.Worded(s.Found(shown, s.service.Clock.Now())))
			})
			return s.found(ctx, made, w, last, err)
		}
		if c.Status == sweep.Coming {
			job.Made = search.Created{SearchID: c.SearchID, At: c.Made}
		}
		jobs = append(jobs, job)
	}
	if s.Rank != nil {
		slices.SortStableFunc(jobs, func(a, b sweep.Job[sweep.Found]) int {
			return cmp.Compare(s.Rank(s.Cells[a.N]), s.Rank(s.Cells[b.N]))
		})
	}
	return jobs
}

// update changes a cell after an event and saves it.
func (s *surveying[R]) update(ctx context.Context, e sweep.Event[sweep.Found]) {
	c := &s.Cells[e.N]
	if e.Made.SearchID != "" && e.Made.SearchID != c.SearchID {
		*c = sweep.Cell{At: c.At, SearchID: e.Made.SearchID, Made: e.Made.At, Kept: e.Made.Reused}
		if e.Made.SiteCode != "" {
			s.Locale.Take(e.Made.SiteCode)
		}
		s.desk.Report.Created(e.Made)
		if !e.Made.Reused {
			s.Spent++
		}
	}
	c.Update(e)
	if e.Step != sweep.Grown && e.Made.SearchID != "" {
		err := s.keep(ctx, c.At, search.Created{SearchID: c.SearchID, At: c.Made}, c.Found)
		if err != nil && !s.unsaved {
			s.unsaved = true
			s.desk.Report.Notice("the prices are not saved: " + cmp.Or(s.desk.whyUnkept(err), err).Error())
		}
	}
}

// keep saves a search with its result so far.
func (s *surveying[R]) keep(ctx context.Context, at sweep.At, made search.Created, f sweep.Found) error {
	k := sweep.Kept{SearchID: made.SearchID, Made: made.At}
	if !f.AsOf.IsZero() {
		k.Views = map[string]sweep.Found{s.view: f}
	}
	question, key := s.names(at)
	return s.store.Keep(ctx, question, key, k, s.desk.Now())
}

// reader returns the reader of a search, and the wording of its filters.
func (s *surveying[R]) reader(made search.Created) (*Wording, search.Reader[R]) {
	w := s.wording(s.desk, s.query, Locale{})
	return w, Reading(w, func(q *ask.Values) search.Reader[R] { return s.Reader(s.service, made.SearchID, q) }, s.Words)
}

// found returns what a read found, with what the first page does not have. err is the error of the read.
func (s *surveying[R]) found(
	ctx context.Context, made search.Created, w *Wording, shown search.Snapshot[R], err error,
) (sweep.Found, error) {
	if shown.Reads == 0 {
		return sweep.Found{}, err
	}
	f := w.Worded(s.Found(shown, s.service.Clock.Now()))
	if err = cmp.Or(err, w.Undecided()); err == nil && s.Further != nil {
		err = s.Further(ctx, s.service, made.SearchID, w, &f)
	}
	return f, err
}
