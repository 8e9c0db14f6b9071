package desk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Renewal is whether an expired search is made again for one call, and what came of it.
type Renewal struct {
	Given   bool   // --renew: it is wanted
	Thing   string // what is searched again: "the same trip"
	Command string // the call as a command line that renews

	desk  *Desk
	lacks error      // why it could not be found again, nil if it could
	asked bool       // a person has just agreed to spend a search
	gone  *GoneError // what to ask about, where a search that was made already may do; nil else
	left  string     // how many searches are left, in brackets; "" where it is not known
	done  *Renewed
}

// Renewed is what a program is told of a search that was made in place of another.
type Renewed struct {
	FromSearchID string       `json:"fromSearchId"`
	ToSearchID   string       `json:"toSearchId"`
	AgeSeconds   int          `json:"ageSeconds"`  // of the expired search
	Spent        bool         `json:"searchSpent"` // false when a search made before could be taken
	PriceBefore  *offer.Money `json:"priceBefore,omitempty"`
	PriceAfter   *offer.Money `json:"priceAfter,omitempty"`
	PriceChange  string       `json:"priceChange,omitempty"` // decimal text; absent when the prices cannot be compared
	RowsGone     []int        `json:"rowsGone,omitempty"`    // of the list, not found again

	words []string
}

// At binds the renewal to the desk that it is made at. A nil one, bound, only searches again where
// someone agrees to it.
func (r *Renewal) At(d *Desk) *Renewal {
	if r == nil {
		r = &Renewal{Thing: "the same"}
	}
	r.desk = d
	return r
}

// Done tells whether a search was made again.
func (r *Renewal) Done() bool { return r.done != nil }

// To is the id of the new search, "" before there is one.
func (r *Renewal) To() string {
	if r.done == nil {
		return ""
	}
	return r.done.ToSearchID
}

// Lacks says why what is wanted could not be found again.
func (r *Renewal) Lacks(err error) { r.lacks = err }

// Check refuses a renewal, before anything is sent, where it could not help.
func (r *Renewal) Check(list recall.List) error {
	if !r.Given {
		return nil
	}
	return r.possible(list)
}

// possible tells why a search cannot be made again, nil when it can.
func (r *Renewal) possible(list recall.List) error {
	command, whole, day := "travel flights search FROM TO DATE", false, ""
	var days error
	switch {
	case list.Stay != nil:
		command = "travel hotels search PLACE CHECKIN CHECKOUT"
		whole, day = list.Stay.Whole(), list.Stay.CheckIn
		days = query.CheckStay(r.desk.Now(), list.Stay.CheckIn, list.Stay.CheckOut)
	case list.Flight != nil:
		whole, day = list.Flight.Whole(), list.Flight.FromDate
		days = query.CheckTravel(r.desk.Now(), list.Flight.FromDate, list.Flight.ToDate)
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		command = "travel hotels search PLACE CHECKIN CHECKOUT"
	}
	switch {
	case !whole:
		return problem.Usagef("this search cannot be made again: what it asked for is not kept here").
			Advise("only the searches of the last lists are; make a new one: " + command)
	case days != nil:
		past := problem.Usagef("this search cannot be made again: %s is past", day).Advise("search other days: " + command)
		past.Err = errPast
		return past
	}
	return r.lacks
}

// errPast is behind the refusal of a search whose days are past.
var errPast = errors.New("its days are past")

// Again decides what follows a failed read: nil is to search again. That needs an expired search
// that can be made again, and --renew or a yes.
func (r *Renewal) Again(ctx context.Context, list recall.List, err error) error {
	err = r.desk.Gone(list, err)
	gone, ok := asGone(err)
	if !ok || r.done != nil {
		return err
	}
	if why := r.possible(list); why != nil {
		if r.Given {
			return why
		}
		if errors.Is(why, errPast) && r.lacks == nil {
			gone.Way = problem.AdviceOf(why)
		}
		return gone
	}
	r.left = r.desk.LeftFor(ctx, searchesOf(list))
	if r.Given {
		return nil
	}
	if _, made := r.desk.MadeAlready(keptAs(list), list); made { // which spends nothing
		r.gone = &gone
		return nil
	}
	return r.ask(ctx, gone)
}

// keptAs is the kind under which a search like the list's is kept.
func keptAs(list recall.List) recall.Kind {
	switch {
	case list.Kind == recall.Rates:
		return recall.Rates
	case list.Stay != nil:
		return recall.Hotels
	}
	return recall.Trips
}

// ask asks whether to spend a search.
func (r *Renewal) ask(ctx context.Context, gone GoneError) error {
	if r.Command != "" {
		gone.Way = r.Command + "    searches again for " + r.Thing + "; spends one of your searches" + r.left
	}
	yes, askErr := r.desk.Ask.Agree(ctx, words.UpperFirst(gone.Error())+". Search again for "+r.Thing+"? It spends one of your searches"+r.left+".")
	switch {
	case errors.Is(askErr, ErrNoOne):
		return gone
	case askErr != nil:
		return askErr
	case !yes:
		return gone
	}
	r.asked = true
	return nil
}

// searchesOf is the quota that a search like the list's is counted in.
func searchesOf(list recall.List) string {
	switch {
	case list.Kind == recall.Rates, list.Stay != nil && list.Stay.HotelID != 0:
		return OneHotelSearches
	case list.Kind == recall.Hotels, list.Stay != nil:
		return HotelSearches
	}
	return FlightSearches
}

// Search makes the search of an old list again, where that is wanted after a read that failed, or
// takes one that was made already for the same, of which there is a list of that kind. It returns
// the list of the new search.
func (r *Renewal) Search(ctx context.Context, kind recall.Kind, old recall.List, failed error, create func(context.Context) (search.Created, error)) (recall.List, error) {
	if err := r.Again(ctx, old, failed); err != nil {
		return old, err
	}
	r.Begin(old.Search)
	if list, ok := r.desk.MadeAlready(kind, old); ok {
		r.Take(list.Search.ID)
		return list, nil
	}
	if err := r.Announce(ctx); err != nil {
		return old, err
	}
	made, err := create(ctx)
	if err != nil {
		return old, err
	}
	r.desk.Report.Created(made)
	r.Kept(ctx, old.Search, made.SearchID, made.At)
	return old.Again(made.Ref()), nil
}

// Doubts tells whether a search has to be read before a link is made of it: the service makes a link
// of anything, so nothing else would tell that it is gone. That is wanted with --renew, and needed
// where the link is late.
func (r *Renewal) Doubts(life LinkLife) bool {
	return r.Given || life.Late(r.desk.Now())
}

// Begin starts the record of a renewal.
func (r *Renewal) Begin(old search.Ref) {
	r.done = &Renewed{FromSearchID: old.ID, AgeSeconds: int(r.desk.Now().Sub(old.Created).Seconds())}
}

// Take goes on with a search that was made already.
func (r *Renewal) Take(id string) { r.done.ToSearchID = id }

// Announce says what searching again spends, before it is spent; a question has said it already, or is asked
// now where a search that was made already did not do.
func (r *Renewal) Announce(ctx context.Context) error {
	if r.gone != nil {
		return r.ask(ctx, *r.gone)
	}
	if !r.asked {
		r.desk.Report.Spending("Searching again for " + r.Thing + ": this spends one of your searches" + r.left + ".")
	}
	return nil
}

// Kept notes in the lists of the old search that a new one was made, before anything of it is
// read: a fault must not make anyone spend twice.
func (r *Renewal) Kept(ctx context.Context, old search.Ref, id string, made time.Time) {
	r.done.ToSearchID, r.done.Spent = id, true
	r.desk.keptRenewed(ctx, old, id, made)
	lists, err := r.desk.Lists()
	if err != nil {
		return
	}
	for _, kind := range []recall.Kind{recall.Trips, recall.Fares, recall.Options, recall.Hotels, recall.Rates} {
		list, found, err := lists.Latest(kind)
		if err != nil || !found || list.Search.ID != old.ID {
			continue
		}
		list.Search.RenewedTo, list.Search.RenewedAt = id, made
		if err := r.desk.save(lists, list); err != nil {
			r.desk.Report.Notice("the new search is " + id + "; it is not kept here: " + err.Error())
		}
	}
}

// Broken says, of a new search that a fault or an interruption left unread, that it is there.
func (r *Renewal) Broken(err error, command string) error {
	if err == nil || r.done == nil || r.done.ToSearchID == "" {
		return err
	}
	return Unread(err, command)
}

// NotSettled warns of a search whose wait was cut off, so that its answers may not all be in.
func (r *Renewal) NotSettled(p search.Progress) {
	if p.Settle == search.BudgetExhausted && p.Whole != search.Nothing {
		r.Say("The new search had not settled when the wait ended; more may come.")
	}
}

// Price records what has become of the price of something, and says it.
func (r *Renewal) Price(what string, was, now offer.Money, locale string) {
	change := change(was, now)
	if r.done.PriceAfter == nil { // the first is what the call is about
		r.done.PriceBefore, r.done.PriceAfter = amount(was), amount(now)
		r.done.PriceChange = change.Difference()
	}
	text := words.UpperFirst(what) + ": " + change.Text(locale) + "."
	if len(r.done.words) == 0 {
		text = "Searched again. " + text
	}
	r.Say(text)
}

func amount(p offer.Money) *offer.Money {
	if p.Amount == "" {
		return nil
	}
	return &p
}

// Say adds a sentence for the traveler.
func (r *Renewal) Say(text string) { r.done.words = append(r.done.words, text) }

// RowGone notes a row of a list that was not found again.
func (r *Renewal) RowGone(n int) { r.done.RowsGone = append(r.done.RowsGone, n) }

// ForgetGone takes those notes back: they were about another list than the one that is asked for.
func (r *Renewal) ForgetGone() { r.done.RowsGone = nil }

// Record puts what came of a renewal into the meta, and returns the sentences; none when nothing
// was searched again.
func (r *Renewal) Record(m *Meta) []string {
	if r == nil || r.done == nil {
		return nil
	}
	m.Renewed = r.done
	return r.Words()
}

// Words are what came of the renewal, in sentences.
func (r *Renewal) Words() []string {
	if r.done == nil {
		return nil
	}
	list := append([]string(nil), r.done.words...)
	n := len(r.done.RowsGone)
	if n == 0 {
		return list
	}
	names := make([]string, 0, n)
	for _, row := range r.done.RowsGone {
		names = append(names, fmt.Sprint(row))
	}
	if n > 6 {
		names = append(names[:5], fmt.Sprintf("%d more", n-5))
	}
	return append(list, fmt.Sprintf("%s %s of the list %s gone.", words.UpperFirst(words.Noun(n, "row")), words.And(names), words.IsAre(n)))
}

// CompareList says what has become of the rows of the old search's list. find gives what a row was
// compared by and what that is now.
func (r *Renewal) CompareList(kind recall.Kind, what string, find func(recall.Row) (was, is offer.Money, found bool)) {
	list, found, err := r.desk.Latest(kind)
	if err != nil || !found || list.Search.ID != r.done.FromSearchID || len(list.Rows) == 0 {
		r.Say("Searched again.")
		return
	}
	moved := map[string]int{}
	here := 0
	for _, row := range list.Rows {
		was, is, found := find(row)
		if !found {
			continue
		}
		here++
		moved[movement(change(was, is).Difference())]++
	}
	text := fmt.Sprintf("Searched again: of %s listed before, %s %s on this page", words.Counted(len(list.Rows), what), words.Grouped(here), words.IsAre(here))
	var parts []string
	for _, way := range []string{"at the same price", "dearer", "cheaper", "not compared"} {
		if n := moved[way]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, way))
		}
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	r.Say(text + ".")
}

// movement says which way a price has moved by a difference.
func movement(difference string) string {
	switch {
	case difference == "":
		return "not compared"
	case strings.Trim(difference, "-0.") == "":
		return "at the same price"
	case strings.HasPrefix(difference, "-"):
		return "cheaper"
	}
	return "dearer"
}

// RenewRows gives every row of a list the id that its offer has now. print is what finds a row's
// offer again; again makes row n of the offer at that position. A number keeps its meaning; one
// whose offer is not found is gone.
func RenewRows[P search.Print[P]](r *Renewal, rows []recall.Row, all []search.Candidate[P], print func(recall.Row) P, again func(n, at int) recall.Row) {
	for i, row := range rows {
		if at := search.Find(print(row), row.Price, all); at >= 0 {
			rows[i] = again(row.N, at)
			continue
		}
		rows[i].ID, rows[i].Gone = "", true
		r.RowGone(row.N)
	}
}

// FlightsLast is how long a flight search that was made already is taken without asking: the
// shortest life that the specification gives one.
const FlightsLast = 5 * time.Minute

// Living is the session's latest list of trips or hotels, without its rows, while its search is young enough
// to be gone on with; the zero list where there is none.
func (d *Desk) Living() (recall.List, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, err
	}
	var latest recall.List
	for _, kind := range []recall.Kind{recall.Trips, recall.Hotels} {
		list, found, err := lists.Head(kind)
		if err != nil {
			return recall.List{}, err
		}
		if found && Lives(list, d.Now()) && list.Made.After(latest.Made) {
			latest = list
		}
	}
	return latest, nil
}

// Lives tells whether the search of a list of trips or hotels is young enough to be gone on with.
func Lives(list recall.List, now time.Time) bool {
	return list.Search.ID != "" && now.Sub(list.Search.Created) < lastsOf(list.Kind)
}

// lastsOf is how long a search is taken to live, from its creation.
func lastsOf(kind recall.Kind) time.Duration {
	if kind == recall.Trips {
		return FlightsLast
	}
	return HotelLinkLasts // about, as its search
}

// MadeAlready is a living search for the same: one that a fault kept from being read, or that another
// command made and kept as a list of that kind.
func (d *Desk) MadeAlready(kind recall.Kind, old recall.List) (recall.List, bool) {
	young := func(at time.Time) bool { return d.Now().Sub(at) < lastsOf(kind) }
	if s := old.Search; s.RenewedTo != "" && young(s.RenewedAt) {
		return old.Again(search.Ref{ID: s.RenewedTo, Created: s.RenewedAt}), true
	}
	last, found, err := d.Own(kind)
	if err != nil || !found || last.Search.ID == old.Search.ID || !young(last.Search.Created) || !last.SameSearch(old) {
		return recall.List{}, false
	}
	return old.Again(search.Ref{ID: last.Search.ID, Created: last.Search.Created}), true
}
