package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/quota"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// Meta is the member "travel", which travel adds to a body of the service.
type Meta struct {
	OperationID    string         `json:"operationId"`
	Settle         search.Stamp   `json:"settle,omitempty"`
	Whole          search.Whole   `json:"whole,omitempty"` // complete, held or nothing; absent where no one waited, or not long enough
	Reads          int            `json:"reads,omitempty"`
	Pages          int            `json:"pages,omitempty"` // whose rows results holds, when they are several
	ElapsedMS      int64          `json:"elapsedMs,omitempty"`
	SiteCode       string         `json:"siteCode,omitempty"`
	SiteCodeSource string         `json:"siteCodeSource,omitempty"` // flag, env, config, list, account or default
	Currency       string         `json:"currency,omitempty"`
	CurrencySource string         `json:"currencySource,omitempty"`
	Locale         string         `json:"locale,omitempty"`
	LocaleSource   string         `json:"localeSource,omitempty"`
	Watch          *WatchMeta     `json:"watch,omitempty"`
	WorksUntil     string         `json:"worksUntil,omitempty"` // about, of a link; RFC 3339
	Share          string         `json:"share,omitempty"`      // text about a link to send to someone
	Booking        *Booking       `json:"booking,omitempty"`    // what a link is for
	Renewed        *Renewed       `json:"renewed,omitempty"`    // if the search replaces an expired one
	Quota          []quota.Window `json:"quota,omitempty"`      // after a search that was used, as the service states it
	Waits          []Waited       `json:"waits,omitempty"`      // before requests were sent again
	Warnings       []string       `json:"warnings"`
	Next           []problem.Step `json:"next"` // what usually follows; a program gets command lines, ready to paste

	// References are the fares of a trip or the rates of a hotel as commands take them, by their ids: "2b".
	References map[string]string `json:"references,omitempty"`

	// Request is the request that was sent, or nil. Search is the request that made the search of the answer, if this
	// call made it.
	Request *ask.Asked `json:"request,omitempty"`
	Search  *ask.Asked `json:"search,omitempty"`

	Origin // filled in when the answer is printed
}

// Origin is the deployment that answered. It is the zero value if the settings cannot be read.
type Origin struct {
	Deployment Deployment `json:"deployment"`
	Sample     bool       `json:"sample"` // its data is made up: the built-in sandbox
}

// MadeUp is the note that every face shows beside sample data.
const MadeUp = "SANDBOX, made-up prices"

// Deployment is a profile and the service behind it.
type Deployment struct {
	Profile string `json:"profile"`
	APIURL  string `json:"apiUrl"` // as the setting api-url, which takes no password; "embedded" for the built-in sandbox
}

// Origin returns the deployment of the desk.
func (d *Desk) Origin() Origin {
	if d.Deployment == nil {
		return Origin{}
	}
	cfg, err := d.Deployment.Config()
	if err != nil {
		return Origin{}
	}
	return Origin{Deployment{cfg.Profile(), cfg.Get("api-url").Value}, cfg.Embedded()}
}

// Waited is a wait before a request was sent again, for programs.
type Waited struct {
	For        string  `json:"for"` // an operation of the contract, or a step of the sign-in in words
	Seconds    float64 `json:"seconds"`
	RetryAfter int     `json:"retryAfter,omitempty"` // seconds of it that a server asked for
	Why        string  `json:"why"`
}

// WaitedFor returns a pause for programs.
func WaitedFor(p apiclient.Pause) Waited {
	return Waited{
		For: p.For, Seconds: float64(p.Wait.Milliseconds()) / 1000, Why: p.Why,
		RetryAfter: int((p.Asked + time.Second - 1) / time.Second),
	}
}

// WatchMeta is the outcome of a watch.
type WatchMeta struct {
	End     search.End `json:"end"`
	Changed int        `json:"changed"` // reads that showed a change
}

// NewMeta returns a meta whose lists are empty and not absent.
func NewMeta(operationID string) Meta {
	return Meta{OperationID: operationID, Warnings: []string{}, Next: []problem.Step{}}
}

// MetaOf returns the meta of the answer to a request. ids are those in its path, in order; ids left out are taken
// from the parameters.
func MetaOf(q *ask.Values, ids ...any) Meta {
	m := NewMeta(q.Op().ID)
	m.Request = q.Asked(ids...)
	return m
}

// Warn adds warnings.
func (m *Meta) Warn(texts ...string) { m.Warnings = append(m.Warnings, texts...) }

// Follow adds steps that usually follow.
func (m *Meta) Follow(steps ...problem.Step) { m.Next = append(m.Next, steps...) }

// Take records how a search was read.
func (m *Meta) Take(p search.Progress) {
	m.Settle, m.Whole, m.Reads, m.ElapsedMS = p.Settle, p.Whole, p.Reads, p.Elapsed.Milliseconds()
}

// An Answer is an answer of the service with the metadata that travel adds.
type Answer[T any] struct {
	Value  T
	Bodies [][]byte // as the service sent them, one for each page that was read
	Rows   int      // of all pages that are wanted
	Meta   Meta
}

// Joined notes that the body was joined from several pages.
func (m *Meta) Joined(bodies [][]byte) {
	if len(bodies) < 2 {
		return
	}
	m.Pages = len(bodies)
	m.Warn(fmt.Sprintf("results holds the rows of %d pages; the other members are those of the last page", len(bodies)))
}

// JoinPages joins several pages into one body: the last page, with the results of all pages, at most that many rows.
func JoinPages(pages [][]byte, rows int) ([]byte, error) {
	if len(pages) == 0 {
		return nil, errors.New("join the pages: there is none")
	}
	if len(pages) == 1 {
		return pages[0], nil
	}
	var all []json.RawMessage
	var at, end int // of the last page's results
	for i, page := range pages {
		var rows []json.RawMessage
		var err error
		if rows, at, end, err = resultsOf(page); err != nil {
			return nil, fmt.Errorf("join page %d: %w", i+1, err)
		}
		all = append(all, rows...)
	}
	return withResults(pages[len(pages)-1], at, end, all[:min(rows, len(all))]), nil
}

// OrderRows returns a body with some of its results, in that order.
func OrderRows(body []byte, order []int) ([]byte, error) {
	list, at, end, err := resultsOf(body)
	if err != nil {
		return nil, fmt.Errorf("order the rows: %w", err)
	}
	rows := make([]json.RawMessage, len(order))
	for i, n := range order {
		rows[i] = list[n]
	}
	return withResults(body, at, end, rows), nil
}

// withResults returns a body with other results in place of its own.
func withResults(body []byte, at, end int, rows []json.RawMessage) []byte {
	size := len(body)
	for _, row := range rows {
		size += len(row) + 1
	}
	whole := append(append(make([]byte, 0, size), body[:at]...), '[')
	for i, row := range rows {
		if i > 0 {
			whole = append(whole, ',')
		}
		whole = append(whole, row...)
	}
	return append(append(whole, ']'), body[end:]...)
}

// RowsIn returns the results of a body as the service sent them.
func RowsIn(body []byte) (json.RawMessage, error) {
	_, at, end, err := resultsOf(body)
	if err != nil {
		return nil, fmt.Errorf("take the rows: %w", err)
	}
	return body[at:end], nil
}

// resultsOf returns the results of a page and their position. The page is valid JSON.
func resultsOf(page []byte) (rows []json.RawMessage, at, end int, err error) {
	results, ok := apiclient.FindMember(page, "results")
	if !ok {
		return nil, 0, 0, errors.New("it has no results")
	}
	list := page[results.At:results.End]
	if list[0] != '[' || json.Unmarshal(list, &rows) != nil {
		return nil, 0, 0, errors.New("its results are not a list")
	}
	return rows, results.At, results.End, nil
}

// TruncatedList warns that the service did not list everything.
const TruncatedList = "The service stopped at its cap, so there may be more than it lists."

// Pages says how many rows are wanted, over as many pages as needed.
type Pages struct {
	Limit int  // rows, 0 for the one page that --page-size says
	All   bool // every row
	Page  int  // this page alone, as wide as pages are; 0 for the others. No list keeps its width

	Widest int // rows on a page, by the contract
	Last   int // page, by the contract; a read without pages has one
	asked  int // rows on a page that --page-size asks for, 0 when it does not
}

// PagesOf returns the limits that the contract sets for a read.
func PagesOf(op *api.Operation) Pages {
	p := Pages{Last: 1}
	if size, ok := op.Param("pageSize"); ok {
		p.Widest = int(size.Max)
	}
	if page, ok := op.Param("page"); ok {
		p.Last = int(page.Max)
	}
	return p
}

// Most is how many rows the service gives on all its pages.
func (f *Pages) Most() int { return f.Widest * f.Last }

// Rows is how many are wanted, 0 for one page.
func (f *Pages) Rows() int {
	if f.All {
		return f.Most()
	}
	return f.Limit
}

// width is how many rows a page has when rows are asked for.
func (f *Pages) width() int { return min(f.Rows(), cmp.Or(f.asked, f.Widest)) }

// Apply makes the pages of a read as wide as they are needed.
func (f *Pages) Apply(p *ask.Values) error {
	switch {
	case f.Page > 0:
		p.SetTyped("pageSize", f.Widest)
		p.SetTyped("page", f.Page)
		return p.Err()
	case f.Rows() == 0:
		return nil
	case f.All && f.Limit != 0:
		return problem.Usagef("--all and --limit both say how many rows; give one of them")
	case p.Has("page"):
		return problem.Usagef("--limit and --all read every page they need; leave --page out")
	}
	f.asked, _ = strconv.Atoi(p.Text("pageSize"))
	p.SetTyped("pageSize", f.width())
	return p.Err()
}

// Gather reads what follows the first page until as many rows are there as are wanted, see [search.Gather].
func Gather[R any](
	ctx context.Context, f Pages, first search.Page[R], read func(ctx context.Context, page int) (search.Page[R], error),
) (search.Gathered[R], error) {
	return search.Gather(ctx, search.Extent{Want: f.Rows(), Width: f.width(), Last: f.Last}, first, read)
}

// PageRows are the rows on a page, and whether more follow.
type PageRows[Row any] struct {
	List  *[]Row
	Total int // on all pages; 0 where the service does not say
	More  *bool
}

// ReadPages reads the wanted pages of a list as one answer: that of the first page, with the rows of all. doing
// describes the read in errors, and ids are as for MetaOf. If a later page fails, the pages before it are returned with
// the error; if the first one fails, the answer has no value.
func ReadPages[P, T, Row any](
	ctx context.Context, d *Desk, q *ask.Values, list Locale, pages Pages, doing string,
	send func(*apiclient.Client, context.Context, *P) (*apiclient.Answer[T], error), rows func(*T) PageRows[Row], ids ...any,
) (Answer[*T], Locale, error) {
	if err := pages.Apply(q); err != nil {
		return Answer[*T]{}, list, err
	}
	call, err := NewCall[P](ctx, d, q, list)
	if err != nil {
		return Answer[*T]{}, call.Locale, err
	}
	read := func(ctx context.Context, params P) (search.Page[*T], error) {
		answer, err := send(call.Client, ctx, &params)
		if err != nil {
			return search.Page[*T]{}, err
		}
		of := rows(answer.Value)
		return search.Page[*T]{Body: answer.Body, Value: answer.Value, Rows: len(*of.List), Total: of.Total, More: *of.More}, nil
	}
	first, err := read(ctx, call.Params)
	if err != nil {
		return Answer[*T]{}, call.Locale, Doing(doing, err)
	}
	all, err := Gather(ctx, pages, first, func(ctx context.Context, n int) (search.Page[*T], error) {
		next, err := read(ctx, ask.Request[P](q.Page(n)))
		return next, Doing(fmt.Sprintf("%s, page %d", doing, n), err)
	})
	of := rows(first.Value)
	*of.List, *of.More = search.Rows(all, func(page *T) []Row { return *rows(page).List }), all.More
	return Answer[*T]{Value: first.Value, Bodies: all.Bodies, Rows: all.Count, Meta: MetaOf(q, ids...)}, call.Locale, err
}

// A Call is one request to the service, ready to send. P is the client's type of its parameters.
type Call[P any] struct {
	Client *apiclient.Client
	Params P
	Locale Locale
}

// NewCall resolves the market, currency and language, fills the parameters, and gets the client. The values of the
// list apply where nothing else is set.
func NewCall[P any](ctx context.Context, d *Desk, p *ask.Values, list Locale) (Call[P], error) {
	locale, err := d.Resolve(ctx, p, list)
	if err != nil {
		return Call[P]{Locale: locale}, err
	}
	return Call[P]{d.Client(), ask.Request[P](p), locale}, nil
}

// ReadOrRenew sends a read. After a failure it calls renew, which either updates the parameters or returns the
// failure, and sends the read once more. doing says in errors what was tried, and list is as for NewCall.
func ReadOrRenew[P, A any](
	ctx context.Context, d *Desk, q *ask.Values, list Locale, doing string,
	send func(*apiclient.Client, *P) (*apiclient.Answer[A], error), renew func(failed error) error,
) (*apiclient.Answer[A], Locale, error) {
	call, err := NewCall[P](ctx, d, q, list)
	if err != nil {
		return nil, call.Locale, err
	}
	answer, err := send(call.Client, &call.Params)
	if err == nil {
		return answer, call.Locale, nil
	}
	if err := cmp.Or(renew(Doing(doing, err)), q.Err()); err != nil {
		return nil, call.Locale, err
	}
	answer, err = send(call.Client, new(ask.Request[P](q)))
	return answer, call.Locale, Doing(doing, err)
}

// NewAnswer returns the answer to a call of one page. The parameters and ids are as for MetaOf.
func NewAnswer[T any](a *apiclient.Answer[T], q *ask.Values, ids ...any) Answer[*T] {
	return Answer[*T]{Value: a.Value, Bodies: [][]byte{a.Body}, Meta: MetaOf(q, ids...)}
}

// A Request is one request of the contract.
type Request struct {
	Body reflect.Type // the model of the body that answers it
	send func(ctx context.Context, c *apiclient.Client, q *ask.Values) (value any, body []byte, err error)
}

// received returns the value and the body of an answer.
func received[T any](a *apiclient.Answer[T], err error) (any, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	return a.Value, a.Body, nil
}

// An Operation is one operation of the contract, for faces with lists of their own. It looks up no names, takes nothing
// from lists, and keeps and renews nothing.
type Operation struct {
	Doing   string                             // what was tried, for errors
	Check   func(d *Desk, q *ask.Values) error // checks what no limit of a single parameter can; nil for nothing
	Explain func(error) error                  // explains an error in place of Doing
	// search makes or reads a search; nil to send the request once. The snapshot has its body, rows and warnings.
	search func(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (value any, seen Snapshot, err error)
}

// Call checks the parameters and sends the request. It reads a search until it settles, for at most wait; 0 reads it
// once. Mistakes that can be found without a request are usage errors. The value of the answer points to the model of
// its body, or to a search.Created for a search that was made. If a read fails, Call returns what it has together
// with the error.
func (o Operation) Call(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (Answer[any], error) {
	err := q.CheckWhole()
	if err == nil && o.Check != nil {
		err = o.Check(d, q)
	}
	if err != nil {
		return Answer[any]{}, err
	}
	locale, err := d.Resolve(ctx, q, Locale{})
	if err != nil {
		return Answer[any]{}, err
	}
	send := o.search
	if send == nil {
		send = o.once
	}
	value, seen, err := send(ctx, d, q, wait)
	if value == nil {
		return Answer[any]{}, err
	}
	if made, ok := value.(*search.Created); ok {
		locale.Take(made.SiteCode)
	}
	answer := Answer[any]{Value: value, Bodies: [][]byte{seen.Body}, Rows: seen.Rows, Meta: MetaOf(q)}
	answer.Meta.Take(seen.Progress)
	locale.Record(&answer.Meta, cmp.Or(seen.Currency, ServiceCurrency), cmp.Or(seen.Locale, ServiceLocale))
	answer.Meta.Warn(seen.Meta.Warnings...)
	return answer, err
}

// once sends the request of an operation.
func (o Operation) once(ctx context.Context, d *Desk, q *ask.Values, _ time.Duration) (any, Snapshot, error) {
	client := d.Client()
	if q.Op().Open {
		var err error
		if client, err = d.Deployment.Anonymous(); err != nil {
			return nil, Snapshot{}, err
		}
	}
	value, body, err := Requests[q.Op().ID].send(ctx, client, q)
	if err != nil && o.Explain != nil {
		return nil, Snapshot{}, o.Explain(err)
	}
	return value, Snapshot{Body: body}, Doing(o.Doing, err)
}

// Doing wraps an error with what was tried. It returns nil for nil.
func Doing(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// Makes returns an operation that makes a search, which uses one of the traveler's.
func Makes[P any](
	check func(*Desk, *ask.Values) error, send func(search.Service, context.Context, P) (search.Created, error),
) Operation {
	create := func(ctx context.Context, d *Desk, q *ask.Values, _ time.Duration) (any, Snapshot, error) {
		made, err := send(d.Service(), ctx, ask.Request[P](q))
		if err != nil {
			return nil, Snapshot{}, err
		}
		return &made, Snapshot{Body: made.Body}, nil
	}
	return Operation{Check: check, search: create}
}

// Reads returns an operation that reads a search, which may still be coming in.
func Reads[R any](check func(*Desk, *ask.Values) error, subject func(q *ask.Values) Subject[R]) Operation {
	read := func(ctx context.Context, d *Desk, q *ask.Values, wait time.Duration) (any, Snapshot, error) {
		own := subject(q)
		reader := own.Reader(d.Service(), q.Text("searchId"), q)
		var s search.Snapshot[R]
		var err error
		if wait > 0 {
			s, err = reader.Settle(ctx, wait, func(s search.Snapshot[R]) { d.Report.Snapshot(own.Look(s)) })
		} else {
			s, err = reader.Read(ctx)
		}
		if s.Reads == 0 {
			return nil, Snapshot{}, err
		}
		seen := own.Look(s)
		seen.Meta.Warn(append(CurrencyWarnings(seen.Priced, seen.Currency, ""), s.Odd...)...)
		return s.Results, seen, err
	}
	return Operation{Check: check, search: read}
}

// A View says how a list is read: filters, order, how many rows, and for how long.
type View struct {
	Query *ask.Values // of the read
	Pages Pages
	Life  Life

	Named     bool // the traveler named the search: the list on the screen says nothing about it
	NoFilters bool // the list's filters are left out; its order and rows on a page stay
	Facets    bool // show the facets of the filters, not the rows
}

// Continue fills the view with the filters, order and page size of the list that were not given now. It returns the
// list as it is read now, and sentences about filters that were left out. A search that was named takes nothing from
// the list.
func (v *View) Continue(list recall.List) (recall.List, []string) {
	if v.Named {
		list.View = v.Query.View()
		return list, nil
	}
	q := v.Query
	var taken, left []string
	for _, p := range list.View {
		f, isFilter := ask.FilterOf(q.Op(), p.Name)
		if q.Has(p.Name) || v.NoFilters && isFilter && f.Needs == nil {
			continue
		}
		if q.Repeated(p.Name, p.Values, p.Typed) == nil {
			taken = append(taken, p.Name)
		}
	}
	// Not everything that was taken fits with what was given.
	drop := func(wire, why string) {
		if slices.Contains(taken, wire) && q.Has(wire) {
			left = append(left, q.Typed(wire)+" of the list is left out: "+why)
			q.Unset(wire)
		}
	}
	before := cmp.Or(list.Terms.Currency, ServiceCurrency)
	if now := q.Text("currency"); now != "" && now != before {
		for _, wire := range slices.DeleteFunc(q.Filters(), func(wire string) bool { return !ask.IsPrice(wire) }) {
			drop(wire, "it is in "+before+", and prices are now in "+now)
		}
	}
	for _, low := range q.Filters() {
		high, ok := ask.UpperOf(q.Op(), low)
		if !ok || !q.Crossed(low, high) {
			continue
		}
		drop(low, "it is above "+q.Typed(high))
		if q.Has(low) {
			drop(high, "it is below "+q.Typed(low))
		}
	}
	for _, wire := range taken {
		if other := ask.SameTime(wire); q.Has(other) && !slices.Contains(taken, other) {
			drop(wire, "it is about the same time as "+q.Typed(other))
		}
	}
	q.DropLone(taken)
	list.View = q.View()
	if v.Pages.Rows() > 0 && slices.Contains(taken, "pageSize") {
		q.Unset("pageSize") // --limit and --all take pages as wide as there are
	}
	return list, left
}

// Read returns the step that reads the search again as this view does, without some parameters. Without a name it
// reads the last search.
func (v View) Read(id string, without ...string) problem.Step {
	if !v.Named {
		return problem.Do("", v.Query.Op().ID)
	}
	q := v.Query.Clone()
	q.Unset(append(without, "page")...)
	if v.Pages.Page > 0 || v.Pages.Rows() > 0 && v.Pages.asked == 0 {
		q.Unset("pageSize") // it is the number of rows
	}
	return problem.Do("", q.Op().ID, id).Having(q.View()...).Having(q.Params("currency", "locale")...)
}

// Whole returns the step that reads exactly the rows of this view again, even after another search.
func (v View) Whole(id string) problem.Step {
	v.Named = true
	switch step := v.Read(id); {
	case v.Pages.All:
		return step.Set("all")
	case v.Pages.Limit > 0:
		return step.Set("limit", strconv.Itoa(v.Pages.Limit))
	case v.Query.Has("page") && v.Pages.Page == 0:
		return step.Having(v.Query.Params("page")...)
	default:
		return step
	}
}

// KeepPage keeps the rows of a page together with the earlier pages of the same list, and replaces another list. A
// look at the filters shows no rows, so it keeps the list as it is.
func (d *Desk) KeepPage(v View, list recall.List) error {
	d.keeping.Lock()
	defer d.keeping.Unlock()
	if list.Whole() && !v.Facets {
		return d.Keep(list)
	}
	last, found, err := d.Lists().Latest(list.Kind)
	switch {
	case !found || err != nil:
	case v.Facets && last.Search.ID == list.Search.ID && len(last.Rows) > 0:
		return nil
	case !list.Whole() && list.Continues(last):
		list = list.Joined(last)
	}
	return d.Keep(list)
}

// ReadOn returns the steps that follow a page: the next page, twice as many rows, back to the last page, and all rows if
// there are filters.
func ReadOn[R any](v View, id string, page search.Page[R]) []problem.Step {
	var next []problem.Step
	n := 0
	switch {
	case page.Rows == 0 && page.Size > 0:
		n = (page.Total + page.Size - 1) / page.Size
	case page.More && v.Pages.Rows() == 0:
		n = page.N + 1
	}
	if n > 0 && n <= v.Pages.Last {
		next = append(next, v.Read(id).Set("page", strconv.Itoa(n)))
	}
	twice := min(2*v.Pages.Limit, v.Pages.Most())
	if page.Total > v.Pages.Limit { // else it is only a floor
		twice = min(twice, page.Total)
	}
	if page.More && twice > page.Rows {
		next = append(next, v.Read(id).Set("limit", strconv.Itoa(twice)))
	}
	if len(v.Query.Filters()) == 0 {
		return next
	}
	if !v.Named {
		return append(next, v.Read(id).Set("no-filters"))
	}
	v.Query = v.Query.Clone()
	v.Query.ClearFilters(v.Query.Filters())
	return append(next, v.Read(id))
}
