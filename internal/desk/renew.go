package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// A Renewal is whether an expired search is made again for one call, and what came of it.
type Renewal struct {
	Given   bool   // --renew: it is wanted
	Thing   string // what is searched again: "the same trip"
	Command string // the call as a command line that renews

	desk  *Desk
	lacks error // why it could not be found again, nil if it could
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
	LettersGone  []string     `json:"lettersGone,omitempty"` // fares or rates of a row, not found again

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

// To is the id of the search that was made again, "" where none was.
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

// Search makes the search of an old list again, where that is wanted after a read that failed: with --renew or a
// yes. It takes one that was made already for the same, of which there is a list of that kind, while that lives.
// read reads the new one.
func (r *Renewal) Search(ctx context.Context, kind recall.Kind, old recall.List, failed error,
	create func(context.Context) (search.Created, error), read func(recall.List) error,
) error {
	err := r.desk.Gone(old, failed)
	gone, ok := asGone(err)
	if !ok || r.done != nil {
		return err
	}
	if why := r.possible(old); why != nil {
		if r.Given {
			return why
		}
		if errors.Is(why, errPast) && r.lacks == nil {
			gone.Way = problem.AdviceOf(why)
		}
		return gone
	}
	r.done = &Renewed{FromSearchID: old.Search.ID, AgeSeconds: int(gone.Age.Seconds())}
	if list, made := r.desk.madeAlready(kind, old); made { // which spends nothing
		r.done.ToSearchID = list.Search.ID
		if err := read(list); !IsGone(err) {
			return err
		}
		r.done.ToSearchID = ""
	}
	counted := FlightSearches
	switch {
	case kind == recall.Rates, old.Stay != nil && old.Stay.HotelID != 0:
		counted = OneHotelSearches
	case kind == recall.Hotels:
		counted = HotelSearches
	}
	spends := "one of your searches" + r.desk.LeftFor(ctx, counted)
	if !r.Given {
		if r.Command != "" {
			gone.Way = r.Command + "    searches again for " + r.Thing + "; spends " + spends
		}
		question := words.UpperFirst(gone.Error()) + ". Search again for " + r.Thing + "? It spends " + spends + "."
		if yes, err := r.desk.Ask.Agree(ctx, question); err != nil && !errors.Is(err, ErrNoOne) {
			return err
		} else if !yes {
			return gone
		}
	} else {
		r.desk.Report.Spending("Searching again for " + r.Thing + ": this spends " + spends + ".")
	}
	made, err := create(ctx)
	if err != nil {
		return err
	}
	r.desk.Report.Created(made)
	r.note(ctx, old.Search, made)
	return read(old.Again(made.Ref()))
}

// note tells the lists of the old search that a new one was made, before anything of it is
// read: a fault must not make anyone spend twice.
func (r *Renewal) note(ctx context.Context, old search.Ref, made search.Created) {
	r.done.ToSearchID, r.done.Spent = made.SearchID, true
	r.desk.keptRenewed(ctx, old, made.SearchID, made.At)
	lists := r.desk.Lists()
	for _, list := range lists.Own(recall.Trips, recall.Fares, recall.Options, recall.Hotels, recall.Rates) {
		if list.Search.ID != old.ID {
			continue
		}
		list.Search.RenewedTo, list.Search.RenewedAt = made.SearchID, made.At
		if err := r.desk.save(lists, list); err != nil {
			r.desk.Report.Notice("the new search is " + made.SearchID + "; it is not kept here: " + err.Error())
		}
	}
}

// Doubts tells whether a search has to be read before a link is made of it: the service makes a link
// of anything, so nothing else would tell that it is gone. That is wanted with --renew, and needed
// where the link is late.
func (r *Renewal) Doubts(life LinkLife) bool {
	return r.Given || life.Late(r.desk.Now())
}

// Broken says, of a new search that a fault or an interruption left unread, that it is there.
func (r *Renewal) Broken(err error, command string) error {
	if err == nil || r.To() == "" {
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
	change := offer.Change{Before: was, After: now}
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

// PartsGone notes the fares or rates of a row that were not found again.
func (r *Renewal) PartsGone(list recall.List) {
	if r.To() == "" {
		return
	}
	for _, row := range list.Rows {
		if row.Gone && list.Mark(row) != "" {
			r.done.LettersGone = append(r.done.LettersGone, list.Mark(row))
		}
	}
}

// ForgetGone takes those notes back: they were about another list than the one that is asked for.
func (r *Renewal) ForgetGone() { r.done.RowsGone = nil }

// Record puts what came of a renewal into the meta, and returns the sentences; none when nothing
// was searched again.
func (r *Renewal) Record(m *Meta) []string {
	if r == nil || r.To() == "" {
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
	if n := len(r.done.LettersGone); n > 0 {
		list = append(list, fmt.Sprintf("%s %s gone.", words.And(r.done.LettersGone), words.IsAre(n)))
	}
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

// compare says how many rows of the old search's list are on a page of the new one, and how their prices have changed.
func (r *Renewal) compare(page recall.List) {
	list, found := r.desk.From(page.Kind, r.done.FromSearchID)
	if !found {
		r.Say("Searched again.")
		return
	}
	moved, now := map[string]int{}, recall.Candidates(page.Rows)
	here := 0
	for _, row := range list.Rows {
		at := search.Find(row, row.Price, now)
		if at < 0 {
			continue
		}
		here++
		way := "dearer"
		switch difference := (offer.Change{Before: row.Price, After: now[at].Price}).Difference(); {
		case difference == "":
			way = "not compared"
		case strings.Trim(difference, "-0.") == "":
			way = "at the same price"
		case strings.HasPrefix(difference, "-"):
			way = "cheaper"
		}
		moved[way]++
	}
	text := fmt.Sprintf("Searched again: of %s listed before, %s %s on this page", words.Counted(len(list.Rows), kept.Word(page.Kind)), words.Grouped(here), words.IsAre(here))
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

// Rows puts the offers of a new search in the place of the same ones of a list. A number keeps its meaning; one whose
// offer is not found is gone.
func (r *Renewal) Rows(rows, now []recall.Row) {
	all := recall.Candidates(now)
	for i, row := range rows {
		if at := search.Find(row, row.Price, all); at >= 0 {
			rows[i] = now[at]
			rows[i].N = row.N
			continue
		}
		rows[i].ID, rows[i].Gone = "", true
		r.done.RowsGone = append(r.done.RowsGone, row.N)
	}
}

// FindAgain finds a fare or a rate in the list of a new search, whose rows have their letters, and keeps that list.
// Where it is not there, the choice between what is near is the traveler's; next is the command that takes one of those.
func (r *Renewal) FindAgain(ctx context.Context, was Pick, list recall.List, by Columns, next string) (Pick, error) {
	r.PartsGone(list)
	what := kept.Word(list.Kind)
	name := was.Name(what)
	at := recall.Find(was.Row, list.Rows)
	if at < 0 {
		near, hint := Nearest(&list, was.Row, name, list.Rows, by), ""
		if err := r.desk.Keep(list); err != nil {
			r.desk.Report.Notice("row numbers are not kept: " + err.Error())
		} else if len(near.Rows) > 0 {
			hint = next + " " + words.Shell(near.Rows[0].Ref)
		}
		return was, ChooseNear(name+" is not among the "+what+"s of the new search", was.Row.Price, near, hint)
	}
	row := list.Rows[at]
	r.Price(name, was.Row.Price, row.Price, list.Terms.Locale)
	r.desk.FoundAgain(ctx, was, list.Head(), row)
	return Pick{ID: row.ID, N: row.N, Row: row, List: list.Head(), Typed: was.Typed, Kept: was.Kept}, r.desk.Keep(list)
}

// Living is the session's latest list of trips or hotels, without its rows, while its search is young enough
// to be gone on with; the zero list where there is none.
func (d *Desk) Living() (recall.List, error) {
	lists := d.Lists()
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
		return search.FlightsLast
	}
	return search.HotelsLast
}

// madeAlready is a living search for the same: one that a fault kept from being read, or that another
// command made and kept as a list of that kind.
func (d *Desk) madeAlready(kind recall.Kind, old recall.List) (recall.List, bool) {
	young := func(at time.Time) bool { return d.Now().Sub(at) < lastsOf(kind) }
	if s := old.Search; s.RenewedTo != "" && young(s.RenewedAt) {
		return old.Again(search.Ref{ID: s.RenewedTo, Created: s.RenewedAt}), true
	}
	for _, last := range d.Lists().Own(kind) {
		if last.Search.ID != old.Search.ID && young(last.Search.Created) && last.SameSearch(old) {
			return old.Again(search.Ref{ID: last.Search.ID, Created: last.Search.Created}), true
		}
	}
	return recall.List{}, false
}

// From is the list of a kind that came from a search.
func (d *Desk) From(kind recall.Kind, id string) (recall.List, bool) {
	own := d.Lists().Own(kind)
	i := slices.IndexFunc(own, func(l recall.List) bool { return l.Search.ID == id && len(l.Rows) > 0 })
	if i < 0 {
		return recall.List{}, false
	}
	return own[i], true
}
