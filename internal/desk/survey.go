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
	"travel.example/travel/internal/words"
)

// Priced is what a survey finds in a search.
type Priced interface {
	Cost() offer.Money // zero where nothing was found
}

// A Survey is the answer to a question that takes several searches, such as a price calendar. C is what is looked for
// in each. The answers of all askers embed it.
type Survey[C Priced] struct {
	Base   recall.List     // what every search of it asks, and the filters; its rows are the cells
	Cells  []sweep.Cell[C] // a search each
	Spent  int             // searches that were made
	Saved  int             // cells that needed none
	Locale Locale
	Meta   Meta
}

// Part is the survey in an answer.
func (s *Survey[C]) Part() *Survey[C] { return s }

// Tally counts the cells.
func (s *Survey[C]) Tally() sweep.Tally { return sweep.TallyOf(s.Cells) }

// Currency is that of the prices, "" while none is known.
func (s *Survey[C]) Currency() string {
	for _, c := range s.Cells {
		if c.Any {
			return c.Got.Cost().Currency
		}
	}
	return ""
}

// Cheapest are the cells with a price that can be compared, by their places, the cheapest first: those in another
// currency than the first are left out.
func (s *Survey[C]) Cheapest() (cells []int) {
	amounts := make([]float64, len(s.Cells))
	for i, c := range s.Cells {
		price, known := c.Got.Cost(), false
		amounts[i], known = price.Number()
		if known && c.Status == sweep.HasFound && price.Currency == s.Currency() {
			cells = append(cells, i)
		}
	}
	slices.SortStableFunc(cells, func(a, b int) int { return cmp.Compare(amounts[a], amounts[b]) })
	return cells
}

// An Answering is a pointer to an answer that embeds a survey.
type Answering[T any, C Priced] interface {
	*T
	Part() *Survey[C]
}

// SurveyRequest is what every question that takes several searches says. T is its answer.
type SurveyRequest[T any, C Priced] struct {
	Query *ask.Values // of the create, without places and days
	View  View        // filters; its order and pages are not used
	Spending

	// Begin takes the answer before a search is made, once the cost is agreed to; Told each cell that something has
	// come of, by its place, and Held each time in which no search is made. Each may be nil.
	Begin func(T)
	Told  func(i int, c sweep.Cell[C])
	Held  func(sweep.Hold)
}

// SurveyOf says how a survey makes its searches, and what it looks for in them. R is what a read lists.
type SurveyOf[R any, C Priced] struct {
	Subject[R]
	Operation string                                          // that the searches count as, by the name of its quota
	Lives     time.Duration                                   // of a search, for sure
	Params    func(*ask.Values) any                           // a read as the client has it
	Search    func(base recall.List, at sweep.At) recall.List // one search of the survey
	Question  func(recall.List) any                           // a search without its days
	Refused   func(error) error                               // words the failure of a create; nil leaves it
	Found     func(search.Snapshot[R], time.Time) sweep.Found[C]
	// Further reads what one page does not say; nil for nothing.
	Further func(ctx context.Context, s search.Service, id string, w *Wording, f *sweep.Found[C]) error

	// What one asker says of its own survey.
	Thing  string                  // what needs the searches: "this calendar"
	Fewer  string                  // how to need fewer
	Plural string                  // its cells: "days"
	Rank   func(sweep.Cell[C]) int // how late a cell is searched; nil for the order of the cells
	List   func() []recall.Row     // the rows that are kept; nil for the cells in their order
	Agreed func(context.Context)   // called before Begin; nil for nothing
}

// RunSurvey makes the searches of an answer's cells that are not known yet; a person is asked before about more than
// a few. The cells are kept, so that each can be opened. What was found before a fault stays in the answer, which has
// no cells where nothing was begun.
func RunSurvey[R any, C Priced, T any, P Answering[T, C]](ctx context.Context, d *Desk, answer P, of SurveyOf[R, C], r *SurveyRequest[T, C]) error {
	s, site := answer.Part(), ""
	own, err := of.survey(ctx, d, s.Base, s.Cells, r.View, func(made search.Created) { site = made.SiteCode })
	s.Cells = nil
	if err != nil {
		return err
	}
	own.MaxAge, own.Longest = r.MaxAge, r.Longest
	own.Told, own.Held = func(int, sweep.Cell[C]) {}, func(sweep.Hold) {}
	own.Lost = func(err error) { d.Report.Notice("what is found is not kept: " + err.Error()) }
	if r.Told != nil {
		own.Told = func(i int, c sweep.Cell[C]) { r.Told(i, unworded(c)) }
	}
	if r.Held != nil {
		own.Held = r.Held
	}
	plan, err := own.Plan()
	if err != nil {
		return err
	}
	own.Most, err = r.Agreed(ctx, d, Needed{
		Thing: of.Thing, Fewer: of.Fewer, Searches: plan.Needs, Operation: of.Operation, Windows: own.Windows(),
	})
	if err != nil {
		return err
	}
	s.Cells, s.Saved = plan.Cells, plan.Saved
	if of.Agreed != nil {
		of.Agreed(ctx)
	}
	if r.Begin != nil {
		begun := *answer
		P(&begun).Part().Cells = slices.Clone(plan.Cells)
		r.Begin(begun)
	}
	s.Cells, s.Spent, err = own.Run(ctx, plan)
	err = s.settle(d, err)
	if site != "" {
		s.Locale.Take(site)
	}
	s.Base.Rows = nil
	if of.List != nil {
		s.Base.Rows = of.List()
	} else {
		for i, c := range s.Cells {
			s.Base.Rows = append(s.Base.Rows, RowOf(i+1, c))
		}
	}
	if err := d.Keep(s.Base); err != nil {
		d.Report.Notice("the " + of.Plural + " are not kept, so none can be opened: " + err.Error())
	}
	s.Locale.Record(&s.Meta, cmp.Or(s.Currency(), ServiceCurrency), ServiceLocale)
	return err
}

// settle warns of what words of filters were taken for, and says what is not known. A word that stands for nothing
// in any search is the error; one that some searches have is in none of the others.
func (s *Survey[C]) settle(d *Desk, err error) error {
	open, known := error(nil), false
	var taken []string
	for i, c := range s.Cells {
		if _, is := errors.AsType[*OpenWord](c.Err); is {
			open = cmp.Or(open, c.Err)
		} else if c.Status == sweep.HasFound || c.Status == sweep.Nothing {
			known = true
		}
		for _, text := range c.Taken {
			if !slices.Contains(taken, text) {
				taken = append(taken, text)
			}
		}
		s.Cells[i] = unworded(c)
	}
	s.Meta.Warn(taken...)
	if open != nil && !known && err == nil {
		return open
	}
	return Missing(d, err, s.Tally())
}

// unworded is a cell, with nothing in it where a word of a filter stands for nothing in its search.
func unworded[C any](c sweep.Cell[C]) sweep.Cell[C] {
	if _, is := errors.AsType[*OpenWord](c.Err); is {
		c.Status, c.Err = sweep.Nothing, nil
	}
	return c
}

// RowOf is a cell as a list keeps it.
func RowOf[C Priced](n int, c sweep.Cell[C]) recall.Row {
	return recall.Row{
		N: n, ID: c.SearchID, Price: c.Got.Cost(), Goal: c.Goal,
		Day: &recall.Day{Day: c.Day, Back: c.Back, Nights: c.Nights, Made: c.Made},
	}
}

// PriceJSON and ReadJSON are what every cell of a survey has for a program: its price, and how that was found out. What
// is not known is null.
type (
	PriceJSON struct {
		Status   sweep.Status `json:"status"` // found, nothing, coming, not_asked or failed
		Price    *json.Number `json:"price"`
		Currency *string      `json:"currency"`
	}
	ReadJSON struct {
		SearchID *string       `json:"searchId"`
		Settle   *search.Stamp `json:"settle"`
		AsOf     *time.Time    `json:"asOf"`
		Kept     bool          `json:"kept"` // an earlier command made the search
		Error    *string       `json:"error"`
	}
)

// CellDocument is a cell as a program reads it.
func CellDocument[C Priced](c sweep.Cell[C]) (PriceJSON, ReadJSON) {
	price, read := PriceJSON{Status: c.Status}, ReadJSON{SearchID: Stated(c.SearchID), Kept: c.Kept && c.SearchID != ""}
	if c.Err != nil {
		read.Error = Stated(c.Err.Error())
	}
	if c.AsOf.IsZero() {
		return price, read
	}
	read.AsOf, read.Settle = new(c.AsOf.UTC()), &c.Settle
	if c.Any {
		cost := c.Got.Cost()
		price.Price, price.Currency = Number(cost.Amount), Stated(cost.Currency)
	}
	return price, read
}

// SumJSON is what a survey cost, for a program.
type SumJSON struct {
	Spent   int `json:"spent"`   // searches
	Saved   int `json:"saved"`   // cells that cost none
	Unknown int `json:"unknown"` // cells that were to be searched and have no answer
}

// Sum is what the survey cost.
func (s *Survey[C]) Sum() SumJSON { return SumJSON{s.Spent, s.Saved, s.Tally().Unknown()} }

// Stated is a text, nil where there is none.
func Stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// Number is an amount as the service sent it, nil where there is none.
func Number(amount string) *json.Number {
	if n := json.Number(amount); json.Valid([]byte(n)) {
		return &n
	}
	return nil
}

// LastSurvey is the session's last survey of a kind. Where there is none, nothing says so and make is the command that
// makes one.
func (d *Desk) LastSurvey(kind recall.Kind, nothing, make string) (recall.List, error) {
	list, found, err := d.Latest(kind)
	if err == nil && (!found || list.Flight == nil && list.Stay == nil) {
		err = d.NoList(nothing, make)
	}
	return list, err
}

// Open reads the search of a row of a kept survey, with the survey's filters and the cheapest first where no one says
// otherwise. It makes no search, unless that one has expired and the renewal says so; a calendar then has the new
// price. name is what the row is called where it has no search.
func (of SurveyOf[R, C]) Open(ctx context.Context, d *Desk, r *ResultsRequest, survey recall.List, row recall.Row, name string) (Found[R], error) {
	at := sweep.At{Day: row.Day.Day, Back: row.Day.Back, Nights: row.Day.Nights, Goal: row.Goal}
	list := of.Search(survey, at)
	if row.ID == "" {
		return Found[R]{}, problem.ChoiceError{
			Text: name + " has no search yet",
			Hint: "search it, which spends one of your searches" + d.LeftFor(ctx, of.Operation) + ": " + SearchAgain(list),
		}
	}
	list.Kind, list.Terms, list.View, list.Search = of.Kind, survey.Terms, cheapestFirst(survey.View), row.Ref()
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

// cheapestFirst is a survey's view in the order of prices, unless it has an order of its own.
func cheapestFirst(view []ask.Param) []ask.Param {
	if slices.ContainsFunc(view, func(p ask.Param) bool { return p.Name == "sort" }) {
		return view
	}
	return append(slices.Clone(view), ask.Param{Name: "sort", Values: []string{"price_asc"}, Typed: "--sort cheapest"})
}

// renewed takes a search that was made in place of that of a cell, and has been followed so far, into the calendar:
// its row opens without another search, and its price is kept as if the calendar had made it.
func (of SurveyOf[R, C]) renewed(ctx context.Context, d *Desk, r *ResultsRequest, survey recall.List, at sweep.At, made search.Created, p search.Progress) error {
	view := View{Query: ask.New(r.View.Query.Op().ID, r.View.Query.Days())}
	view.Continue(survey)
	if _, err := d.Resolve(ctx, view.Query, LocaleOf(survey.Terms)); err != nil {
		return err
	}
	own, err := of.survey(ctx, d, survey, []sweep.Cell[C]{{At: at}}, view, func(search.Created) {})
	if err != nil {
		return err
	}
	f, err := own.Asks[0].Glance(ctx, made)
	if err != nil {
		return err
	}
	f.Settle, f.Whole = p.Settle, p.Whole
	if err := own.Keep(ctx, 0, made, f); err != nil {
		return err
	}
	list, found, err := d.Lists().Latest(survey.Kind)
	if err != nil || !found {
		return err
	}
	for i, row := range list.Rows {
		if row.Day != nil && row.Day.Day == at.Day && row.Day.Back == at.Back {
			list.Rows[i] = RowOf(row.N, sweep.Cell[C]{At: at, Found: f, SearchID: made.SearchID, Made: made.At})
		}
	}
	return d.KeepAs(list, list.Made)
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

// survey is a survey of these cells, kept for the one who is at the desk. told takes each search that is made, one at
// a time.
func (of SurveyOf[R, C]) survey(ctx context.Context, d *Desk, base recall.List, cells []sweep.Cell[C], v View, told func(search.Created)) (*sweep.Survey[C], error) {
	q := v.Query.Clone()
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
	create := func(ctx context.Context, list recall.List) (search.Created, error) {
		made, err := of.Create(ctx, service, list)
		if err != nil && of.Refused != nil {
			return made, of.Refused(err)
		}
		if err != nil {
			return made, err
		}
		telling.Lock()
		defer telling.Unlock()
		told(made)
		d.Report.Created(made)
		return made, nil
	}
	own := &sweep.Survey[C]{
		View: string(view), Gate: gate, Store: sweep.Open[C](dir, owner), Operation: of.Operation, Lives: of.Lives,
		Windows: func() []quota.Window { return d.Windows(ctx) },
	}
	for i, cell := range cells {
		list := of.Search(base, cell.At)
		ask := of.ask(d, service, list, q)
		ask.At, ask.Key = cell.At, cell.Day+"/"+cell.Back
		ask.Create = func(ctx context.Context) (search.Created, error) { return create(ctx, list) }
		own.Asks, own.Order = append(own.Asks, ask), append(own.Order, i)
	}
	if of.Rank != nil {
		slices.SortStableFunc(own.Order, func(i, j int) int { return cmp.Compare(of.Rank(cells[i]), of.Rank(cells[j])) })
	}
	return own, nil
}

// ask is one search of a survey, but for how it is made.
func (of SurveyOf[R, C]) ask(d *Desk, service search.Service, list recall.List, q *ask.Values) sweep.Ask[C] {
	question, _ := json.Marshal(of.Question(list)) // texts and numbers
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
		Question: string(question),
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
