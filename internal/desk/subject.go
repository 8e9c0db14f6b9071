package desk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/quota"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/sweep"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/search"
)

// A Subject is a kind of search that is read by pages: of flights or of hotels. R points to what one read
// lists. What both do alike is said here once.
type Subject[R any] struct {
	Called
	Noun   string      // a search, in a word or two
	Kind   recall.Kind // of the list of its rows
	Facets recall.Kind // of the list of the words that its filters know
	Make   string      // the help of the command that makes a search
	Help   string      // of the command that reads one

	Reader func(s search.Service, id string, q *ask.Values) search.Reader[R]
	// Create makes the search of a list.
	Create func(ctx context.Context, s search.Service, list recall.List) (search.Created, error)
	Check  func(v View, list recall.List) error // refuses a view that does not go with the search of a list

	Page   func(search.Snapshot[R]) Page[R] // what a read gave
	Join   func(first R, all Gathered[R]) R // the rows of all pages in place of those of the first
	Look   func(search.Snapshot[R]) Snapshot
	Words  func(R) []Facet             // that its filters know
	Lowest func(R) (offer.Money, bool) // of the first row, false where there is none

	Rows    func(s search.Snapshot[R], list recall.List, in Locale) recall.List // as a list keeps them
	Next    func(s search.Snapshot[R], v View, list recall.List) []string
	Compare func(search.Snapshot[R], *Renewal)
	// Airports are those of a city, nil where no filter takes them.
	Airports func(d *Desk, in Locale) func(ctx context.Context, city string) []string
	// Order puts rows in an order that no service has, and gives the view that this takes; nil where none is.
	Order func(v View, list recall.List) (View, func(*search.Snapshot[R], [][]byte) ([][]byte, error), error)
}

// Service makes and reads the searches of the desk's service.
func (d *Desk) Service() (search.Service, error) {
	c, err := d.Client()
	return search.Service{Client: c, Clock: d.Clock(), Purse: d.Purse}, err
}

// source is how a search is read, and what is kept of it.
func (s Subject[R]) source(d *Desk, view View, list recall.List, in Locale) (Source[R], error) {
	service, err := d.Service()
	if err != nil {
		return Source[R]{}, err
	}
	id, wanted := list.Search.ID, view
	src := Source[R]{
		Called: s.Called, IDs: []any{id}, List: list, In: in, Before: list.Terms.Currency,
		Look: s.Look, Old: s.Compare, Of: s.Page, Join: s.Join,
	}
	if s.Order != nil {
		view, src.Order, err = s.Order(view, list)
	}
	src.View, src.Words = view, s.wording(d, view.Query, in)
	of := func(q *ask.Values) search.Reader[R] { return s.Reader(service, id, q) }
	src.Search = Reading(src.Words, of, s.Words)
	src.Page = func(n int) search.Reader[R] { return of(src.Words.Page(n)) }
	src.Next = func(shown search.Snapshot[R]) []string {
		return s.Next(shown, wanted, src.Words.Settle(wanted.Query, list))
	}
	src.Keep = func(shown search.Snapshot[R]) error {
		d.KeepFacets(s.Facets, view.Query.Op(), list.Search, s.Words(shown.Results))
		return d.KeepPage(view, s.Rows(shown, src.Words.Settle(view.Query, list), in))
	}
	return src, err
}

func (s Subject[R]) wording(d *Desk, typed *ask.Values, in Locale) *Wording {
	if s.Airports == nil {
		return NewWording(typed, nil)
	}
	return NewWording(typed, s.Airports(d, in))
}

// Follow reads a search that was just made.
func (s Subject[R]) Follow(ctx context.Context, d *Desk, made Made, view View) (Found[R], error) {
	src, err := s.source(d, view, made.List, made.Locale)
	if err != nil {
		return Found[R]{}, err
	}
	src.Fresh, src.Warnings, src.Asked = true, made.Warnings, made.Asked
	return Follow(ctx, d, src)
}

// ResultsRequest is a search to read again.
type ResultsRequest struct {
	Search  string // its id, "" to go on from the last list of the session
	View    View
	Renewal *Renewal // nil to ask before a search is made again
}

// Results reads a search again, the last one with the filters, the order and the rows on a page of
// its list where none are given: it spends none. A search that has expired is made again where the
// renewal says so, which does.
func (s Subject[R]) Results(ctx context.Context, d *Desk, r *ResultsRequest) (Found[R], error) {
	list, err := d.PickSearch(Argument{Kind: s.Kind, Label: "SEARCH", Text: r.Search, What: s.Noun, List: s.Make, Help: s.Help})
	if err != nil {
		return Found[R]{}, err
	}
	return s.ResultsOf(ctx, d, r, list)
}

// ResultsOf reads the search of a list.
func (s Subject[R]) ResultsOf(ctx context.Context, d *Desk, r *ResultsRequest, list recall.List) (Found[R], error) {
	var none Found[R]
	r.Renewal = r.Renewal.At(d)
	r.View.Named = r.Search != ""
	list, left := r.View.Continue(list)
	if err := r.Renewal.Check(list); err != nil {
		return none, err
	}
	if err := r.View.Pages.Apply(r.View.Query); err != nil {
		return none, err
	}
	if err := s.Check(r.View, list); err != nil {
		return none, err
	}
	locale, err := d.Resolve(ctx, r.View.Query, LocaleOf(list.Terms))
	if err != nil {
		return none, err
	}
	r.View.Query.GivenAs("searchId", r.Search)
	src, err := s.source(d, r.View, list, locale)
	if err != nil {
		return none, err
	}
	src.Warnings = left
	found, err := Follow(ctx, d, src)
	gone, ok := asGone(err)
	if !ok {
		return found, err
	}
	// The search is made again where that is wanted. The rows get new numbers, since another list is printed.
	if list, err = s.Renew(ctx, d, s.Kind, src.List, r.Renewal, gone); err != nil {
		return none, err
	}
	src.View.Life.Wait = cmp.Or(src.View.Life.Wait, search.DefaultBudget)
	again, err := s.source(d, src.View, list, src.In)
	if err != nil {
		return none, err
	}
	again.Made, again.Warnings = r.Renewal, src.Warnings
	found, err = Follow(ctx, d, again)
	return found, r.Renewal.Broken(err, src.View.Whole(s.Called, list.Search.ID)+" --wait 45s")
}

// Renew makes the search of a list again, where that is wanted after a read that failed, or takes one that was
// made already for the same, of which there is a list of that kind.
func (s Subject[R]) Renew(ctx context.Context, d *Desk, kind recall.Kind, old recall.List, renewal *Renewal, failed error) (recall.List, error) {
	return renewal.Search(ctx, kind, old, failed, func(ctx context.Context) (search.Created, error) {
		service, err := d.Service()
		if err != nil {
			return search.Created{}, err
		}
		return s.Create(ctx, service, old)
	})
}

// WhyNone says which filters removed every row, and what each of them taken away alone would bring back, at the
// price of a read each; of fewer filters than least it asks for nothing. of is how many rows there are without filters.
func (s Subject[R]) WhyNone(ctx context.Context, d *Desk, found Found[R], view View, filters []string, least, of int) *Nothing {
	nothing := Nothing{Of: of}
	service, err := d.Service()
	if err != nil || len(filters) < least {
		return nothing.WhyNone(view.Query, filters, nil)
	}
	return nothing.WhyNone(view.Query, filters, func(q *ask.Values) (Relaxed, bool) {
		shown, err := s.Reader(service, found.List.Search.ID, q).Read(ctx)
		if err != nil {
			return Relaxed{}, false
		}
		from, ok := s.Lowest(shown.Results)
		return Relaxed{Rows: s.Page(shown).Total, From: from, Locale: s.Look(shown).Locale}, ok
	})
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
