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

// A Renewal says whether to make an expired search again during a call, and records the outcome.
type Renewal struct {
	Given bool         // it is wanted
	Thing string       // what is searched again: "the same trip"
	Again problem.Step // the call, renewing; zero if the face cannot repeat it

	desk  *Desk
	lacks error // why it could not be found again, nil if it could
	done  *Renewed
}

// Renewed describes for programs a search that was made in place of an expired one.
type Renewed struct {
	FromSearchID string      `json:"fromSearchId"`
	ToSearchID   string      `json:"toSearchId"`
	AgeSeconds   int         `json:"ageSeconds"`  // of the expired search
	Spent        bool        `json:"searchSpent"` // false when a search made before could be taken
	PriceBefore  offer.Money `json:"priceBefore,omitzero"`
	PriceAfter   offer.Money `json:"priceAfter,omitzero"`
	PriceChange  string      `json:"priceChange,omitempty"` // decimal text; absent when the prices cannot be compared
	RowsGone     []int       `json:"rowsGone,omitempty"`    // of the list, not found again
	LettersGone  []string    `json:"lettersGone,omitempty"` // fares or rates of a row, not found again

	words []string
}

// At binds the renewal to a desk. A nil renewal becomes one that asks first.
func (r *Renewal) At(d *Desk) *Renewal {
	if r == nil {
		r = &Renewal{Thing: "the same"}
	}
	r.desk = d
	return r
}

// To returns the id of the new search, or "" if there is none.
func (r *Renewal) To() string {
	if r.done == nil {
		return ""
	}
	return r.done.ToSearchID
}

// Lacks sets the reason why the thing could not be found again.
func (r *Renewal) Lacks(err error) { r.lacks = err }

// Check refuses a renewal, before anything is sent, if it could not help.
func (r *Renewal) Check(list recall.List) error {
	if !r.Given {
		return nil
	}
	return r.possible(list)
}

// possible returns the reason why a search cannot be made again, or nil.
func (r *Renewal) possible(list recall.List) error {
	again, whole, day := listTrips, false, ""
	var days error
	switch {
	case list.Stay != nil:
		again = listHotels
		whole, day = list.Stay.Whole(), list.Stay.CheckIn
		days = query.CheckStay(r.desk.Now(), list.Stay.CheckIn, list.Stay.CheckOut)
	case list.Flight != nil:
		whole, day = list.Flight.Whole(), list.Flight.FromDate
		days = query.CheckTravel(r.desk.Now(), list.Flight.FromDate, list.Flight.ToDate)
	case list.Kind == recall.Hotels, list.Kind == recall.Rates:
		again = listHotels
	}
	switch {
	case !whole:
		return problem.Usagef("this search cannot be made again: what it asked for is not kept here").
			Advise("only the searches of the last lists are").Next(again.For("make a new one"))
	case days != nil:
		past := problem.Usagef("this search cannot be made again: %s is past", day).
			Next(again.For("search other days"))
		past.Err = errPast
		return past
	}
	return r.lacks
}

// errPast is wrapped by the error for a search whose days are past.
var errPast = errors.New("its days are past")

// Search makes the search of an old list again after a failed read, with --renew or after a yes. It reuses a search
// for the same that was made already and still lives. It calls read with the new list.
func (r *Renewal) Search(ctx context.Context, kind recall.Kind, old recall.List, failed error,
	create func(context.Context, search.Service, recall.List) (search.Created, error), read func(recall.List) error,
) error {
	err := r.desk.Gone(old, failed)
	gone, ok := errors.AsType[GoneError](err)
	if !ok || r.done != nil {
		return err
	}
	if why := r.possible(old); why != nil {
		if r.Given {
			return why
		}
		if errors.Is(why, errPast) && r.lacks == nil {
			gone.Way = problem.StepsOf(why)
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
		if way := r.Again; way.Line != "" {
			way.Note = "   searches again for " + r.Thing + "; spends " + spends
			gone.Way = []problem.Step{way}
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
	made, err := create(ctx, r.desk.Service(), old)
	if err != nil {
		return err
	}
	r.desk.Report.Created(made)
	r.done.ToSearchID, r.done.Spent = made.SearchID, true
	// The lists and kept offers of the old search are updated before the new one is read, so that no failure makes the
	// traveler pay twice.
	keeping, _ := r.desk.Keeping().List() // the command that needs it reports the error
	for _, k := range keeping.All {
		if k.List.Search.ID == old.Search.ID {
			r.desk.changeKept(ctx, k.N, func(k *kept.Kept) error {
				k.List.Search.RenewedTo, k.List.Search.RenewedAt = made.SearchID, made.At
				return nil
			})
		}
	}
	for _, list := range r.desk.Lists().Own(recall.Trips, recall.Fares, recall.Options, recall.Hotels, recall.Rates) {
		if list.Search.ID != old.Search.ID {
			continue
		}
		list.Search.RenewedTo, list.Search.RenewedAt = made.SearchID, made.At
		if err := r.desk.Save(list); err != nil {
			r.desk.Report.Notice("the new search is " + made.SearchID + "; it is not kept here: " + err.Error())
		}
	}
	return read(old.Again(made.Ref()))
}

// Doubts reports whether to read a search before making a link of it, because of --renew or because the link is old.
// The service makes links without checking the search.
func (r *Renewal) Doubts(life LinkLife) bool {
	return r.Given || !life.Until().IsZero() && life.Left(r.desk.Now()) < time.Minute
}

// Broken adds to an error that the new search was made and how to read it.
func (r *Renewal) Broken(err error, read problem.Step) error {
	if err == nil || r.To() == "" {
		return err
	}
	return Unread(err, read)
}

// NotSettled warns if the wait for the new search ended before it settled.
func (r *Renewal) NotSettled(p search.Progress) {
	if p.Settle == search.BudgetExhausted && p.Whole != search.Nothing {
		r.Say("The new search had not settled when the wait ended; more may come.")
	}
}

// Price records how a price has changed, and says so.
func (r *Renewal) Price(what string, was, now offer.Money, locale string) {
	change := offer.Change{Before: was, After: now}
	if r.done.PriceAfter.Amount == "" { // the first is what the call is about
		r.done.PriceBefore, r.done.PriceAfter = was, now
		r.done.PriceChange = change.Difference()
	}
	text := words.UpperFirst(what) + ": " + change.Text(locale) + "."
	if len(r.done.words) == 0 {
		text = "Searched again. " + text
	}
	r.Say(text)
}

// Say adds a sentence for the traveler.
func (r *Renewal) Say(text string) { r.done.words = append(r.done.words, text) }

// PartsGone records the fares or rates that were not found again.
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

// ForgetGone clears the rows that were not found again, since they are of another list than the one asked for.
func (r *Renewal) ForgetGone() { r.done.RowsGone = nil }

// Record puts the outcome into the meta and returns it in sentences.
func (r *Renewal) Record(m *Meta) []string {
	if r == nil || r.To() == "" {
		return nil
	}
	m.Renewed = r.done
	return r.Words()
}

// Words returns the outcome in sentences.
func (r *Renewal) Words() []string {
	if r.done == nil {
		return nil
	}
	list := slices.Clone(r.done.words)
	if n := len(r.done.LettersGone); n > 0 {
		list = append(list, fmt.Sprintf("%s %s gone.", words.And(r.done.LettersGone), words.IsAre(n)))
	}
	if n := len(r.done.RowsGone); n > 0 {
		list = append(list, fmt.Sprintf("%s of the list %s gone.", words.Counted(n, "row"), words.IsAre(n)))
	}
	return list
}

// compare says how many rows of the old search's list are on a page of the new one, and how their prices have
// changed.
func (r *Renewal) compare(page recall.List) {
	list, found := r.desk.From(page.Kind, r.done.FromSearchID)
	if !found {
		r.Say("Searched again.")
		return
	}
	moved, now := map[string]int{}, recall.Offers(page.Rows)
	here := 0
	for _, row := range list.Rows {
		at := offer.Find(row.Offer, now)
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

// Rows replaces the rows of a list by the same offers of a new search. They keep their numbers. A row whose offer is
// not found is marked as gone.
func (r *Renewal) Rows(rows []recall.Row, now []offer.Offer) {
	for i, row := range rows {
		if at := offer.Find(row.Offer, now); at >= 0 {
			rows[i] = recall.Row{N: row.N, Offer: now[at]}
			continue
		}
		rows[i].ID, rows[i].Gone = "", true
		r.done.RowsGone = append(r.done.RowsGone, row.N)
	}
}

// FindAgain finds a fare, a rate or an option among the rows of a new search, and keeps list. If it is not there, the
// error lists the nearest; next takes one of them, unless it has arguments already.
func (r *Renewal) FindAgain(
	ctx context.Context, was Pick, list recall.List, now []recall.Row, by Columns, next problem.Step,
) (Pick, error) {
	r.PartsGone(list)
	what := strings.TrimSuffix(string(list.Kind), "s")
	name := was.Name(what)
	at := offer.Find(was.Row.Offer, recall.Offers(now))
	if at < 0 {
		near, ways := Nearest(&list, was.Row.Offer, name, recall.Offers(now), by), []problem.Step(nil)
		if err := r.desk.Keep(list); err != nil {
			r.desk.Report.Notice("row numbers are not kept: " + err.Error())
		} else if len(next.Args) == 0 && len(near.Candidates) > 0 {
			next.Args = []string{near.Candidates[0].Argument()}
		}
		if len(next.Args) > 0 {
			ways = append(ways, next)
		}
		return was, ChooseNear(name+" is not among the "+what+"s of the new search", was.Row.Price, near, ways...)
	}
	row := now[at]
	r.Price(name, was.Row.Price, row.Price, list.Terms.Locale)
	r.desk.FoundAgain(ctx, was, list.Head(), row.Offer)
	return Pick{ID: row.ID, N: row.N, Row: row, List: list.Head(), Typed: was.Typed, Kept: was.Kept}, r.desk.Keep(list)
}

// Living returns the latest list of trips or hotels whose search is young enough to be resumed, without its rows.
func (d *Desk) Living() (recall.List, error) {
	lists := d.Lists()
	var latest recall.List
	for _, kind := range []recall.Kind{recall.Trips, recall.Hotels} {
		list, found, err := lists.Latest(kind)
		if err != nil {
			return recall.List{}, err
		}
		if found && Lives(list, d.Now()) && list.Made.After(latest.Made) {
			latest = list.Head()
		}
	}
	return latest, nil
}

// Lives reports whether the search of a list is young enough to be resumed.
func Lives(list recall.List, now time.Time) bool {
	return list.Search.ID != "" && now.Sub(list.Search.Created) < lastsOf(list.Kind)
}

// lastsOf returns how long a search is assumed to live.
func lastsOf(kind recall.Kind) time.Duration {
	if kind == recall.Trips {
		return search.FlightsLast
	}
	return search.HotelsLast
}

// madeAlready returns a living search for the same: one that was made again but not read, or one of another command.
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

// From returns the list of a kind that came from a search.
func (d *Desk) From(kind recall.Kind, id string) (recall.List, bool) {
	own := d.Lists().Own(kind)
	i := slices.IndexFunc(own, func(l recall.List) bool { return l.Search.ID == id && len(l.Rows) > 0 })
	if i < 0 {
		return recall.List{}, false
	}
	return own[i], true
}
