package desk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Argument is what was typed for something that a list may hold.
type Argument struct {
	Kind        recall.Kind
	Label, Text string // TRIP and what was typed for it
	What        string // "trip"
	List        string // the command that makes such a list
	Help        string // the help of the command that takes it
}

// Pick is the id that an argument stands for, and the list it came from.
type Pick struct {
	ID   string
	N    int         // its number in the list, 0 for an id that is in no list
	Row  recall.Row  // of the list, zero for such an id
	List recall.List // without its rows, zero for such an id

	Typed string // what was typed for it
	Kept  string // as the next command takes it, where it is one that the traveler keeps: "kept:2"; it is in no list then
}

// Name is what the thing is called within a sentence: "trip 2", "this trip".
func (p Pick) Name(what string) string {
	switch {
	case p.Kept != "":
		return what + " " + p.Kept
	case p.N > 0:
		return fmt.Sprintf("%s %d", what, p.N)
	}
	return "this " + what
}

// Pick turns a row number or an opaque id into the id. A number needs a list behind it; an id must
// have the alphabet of ids. Nothing is sent.
func (d *Desk) Pick(a Argument) (Pick, error) {
	p, err := d.pick(a)
	p.Typed = a.Text
	return p, err
}

func (d *Desk) pick(a Argument) (Pick, error) {
	if p, found, err := d.PickKept(a); err != nil || found {
		return p, err
	}
	a.Text = strings.TrimPrefix(a.Text, kept.Word(a.Kind)+":")
	n, err := strconv.Atoi(a.Text)
	if err != nil {
		return d.pickID(a)
	}
	list, found, err := d.Latest(a.Kind)
	if err != nil {
		return Pick{}, err
	}
	if !found {
		text := fmt.Sprintf("%s %s is a row number, and there is no list of %ss to count in", a.Label, a.Text, a.What)
		return Pick{}, d.NoList(text, "make one first: "+a.List)
	}
	row, err := list.Pick(n)
	if err != nil {
		return Pick{}, NoSuchRow(a.Label, a.Text, list, err, a.Help)
	}
	return Pick{ID: row.ID, N: n, Row: row, List: list.Head()}, nil
}

// NoSuchRow words why a list has no row that can be used under that number.
func NoSuchRow(label, text string, list recall.List, err error, help string) error {
	_, reason, _ := strings.Cut(err.Error(), ": ") // behind "row 9"
	said := problem.UsageError{Text: fmt.Sprintf("%s %s: %s", label, text, reason), Next: help}
	missing, ok := errors.AsType[*recall.PickError](err)
	if !ok || PageOf(list, missing.N) == 0 {
		return said
	}
	noun := map[recall.Kind]string{recall.Trips: "flights", recall.Hotels: "hotels"}[list.Kind]
	said.Next, said.Hint = "", fmt.Sprintf("it is on another page, read that first: travel %s results --page %d", noun, PageOf(list, missing.N))
	return said
}

// PageOf is the page of a list of trips or hotels that has row n, 0 where there is none.
func PageOf(list recall.List, n int) int {
	size := UsualRows
	if kept := list.Shown("pageSize").Values; len(kept) > 0 {
		size, _ = strconv.Atoi(kept[0])
	}
	if list.Kind != recall.Trips && list.Kind != recall.Hotels || n < 1 || size < 1 || n > min(list.Matching, size*lastPage) {
		return 0
	}
	return (n-1)/size + 1
}

// How many rows a page of results has where no one says, and how many pages there are, by the contract.
const (
	UsualRows = 10
	lastPage  = 100
)

// NoList says that there is no list to count in. A job learns how it shares the list of another.
func (d *Desk) NoList(text, hint string) error {
	if why := d.Unkeepable(); why != nil {
		return problem.UsageError{Text: text + ": lists are not kept: " + why.Error(), Hint: problem.AdviceOf(why)}
	}
	if session, err := d.Session(); err == nil && session.Owner == recall.Job {
		hint += "; jobs share a list by its name: --list NAME, or TRAVEL_LIST"
	}
	return problem.UsageError{Text: text, Hint: hint}
}

// pickID takes an id as typed; when a list holds it, the list comes along.
func (d *Desk) pickID(a Argument) (Pick, error) {
	valid, made := apiclient.ValidID, "letters, digits and ._:~=- , at most 256"
	if a.Kind == recall.Rates {
		valid, made = apiclient.ValidRateID, "at most 256 characters"
	}
	if !valid(a.Text) {
		want := "a row number of the last list, or an id as the service gave it (" + made + ")"
		return Pick{}, problem.NotAccepted(a.Label, a.Text, want, a.Help)
	}
	lists, err := d.Lists()
	if err != nil {
		return Pick{ID: a.Text}, nil // a list that cannot be read only means that nothing is known
	}
	if list, row, ok := lists.Holding(a.Kind, a.Text); ok {
		return Pick{ID: a.Text, N: row.N, Row: row, List: list.Head()}, nil
	}
	return Pick{ID: a.Text}, nil
}

// WantSearch says what an argument for a search accepts.
const WantSearch = "a search id as the service gave it, or none for the last search"

// PickSearch is what is known of a search to read again: everything for the last one, the id alone
// for one that was typed, unless a list knows it too.
func (d *Desk) PickSearch(a Argument) (recall.List, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, err
	}
	last, found, err := lists.Head(a.Kind)
	if a.Text == "" && !found && err == nil {
		last, found, err = d.Latest(a.Kind) // of another terminal
	}
	if err != nil {
		return recall.List{}, err
	}
	switch {
	case a.Text == "" && (!found || last.Search.ID == ""):
		return recall.List{}, d.NoList("there is no "+a.What+" to read again", "make one, or give its id; see: "+a.List)
	case a.Text == "", found && last.Search.ID == a.Text:
		return last.Head(), nil
	case !apiclient.ValidID(a.Text):
		return recall.List{}, problem.NotAccepted(a.Label, a.Text, WantSearch, a.Help)
	}
	if known, ok := lists.Search(a.Text); ok {
		return known, nil
	}
	return recall.List{Kind: a.Kind, Search: search.Ref{ID: a.Text}}, nil
}

// numberIn is the number of a row in a list. One that the list does not have comes to its end.
func numberIn(list *recall.List, row recall.Row) int {
	last := 0
	for _, have := range list.Rows {
		if have.ID == row.ID {
			return have.N
		}
		last = max(last, have.N)
	}
	row.N = last + 1
	list.Rows = append(list.Rows, row)
	return row.N
}

// Lists is what the profile listed last in this session.
func (d *Desk) Lists() (*recall.Store, error) {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return nil, err
	}
	if d.Memory != nil {
		return d.Memory.Open(cfg.StateDir(), cfg.Profile()), nil
	}
	session, err := d.Session()
	if err != nil {
		return nil, err
	}
	if d.part != nil {
		return recall.Open("", cfg.Profile(), session), nil // nowhere
	}
	return recall.Open(cfg.StateDir(), cfg.Profile(), session).With(d.Deployment.Plan() != nil, d.Report.Warn), nil
}

// Latest is the last list of a kind, to be counted in; false when there is none. A terminal that has none
// takes over that of another terminal, and says so; so it does of a list that no later one can replace.
func (d *Desk) Latest(kind recall.Kind) (recall.List, bool, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, false, err
	}
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		closed := lists.Try() // a full disk still lets an older list be dropped
		if why := d.whyUnkept(closed); ok && store.Denied(closed) && why != nil && d.unkept.CompareAndSwap(false, true) {
			d.Report.Warn("this list was made " + words.Age(d.Now().Sub(list.Made)) + " ago, and no later one is kept: " + why.Error() + "; " + problem.AdviceOf(why))
		}
		return list, ok, err
	}
	list, ok, err := lists.TakeOver(kind)
	if ok {
		d.Report.Warn("list of another terminal, made " + words.Age(d.Now().Sub(list.Made)) + " ago")
	}
	return list, ok, err
}

// Own is the session's own last list of a kind; false when there is none.
func (d *Desk) Own(kind recall.Kind) (recall.List, bool, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, false, err
	}
	return lists.Latest(kind)
}

// Shown is Latest for a look: nothing is taken over and nothing said.
func (d *Desk) Shown(kind recall.Kind) (recall.List, bool, error) {
	lists, err := d.Lists()
	if err != nil {
		return recall.List{}, false, err
	}
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		return list, ok, err
	}
	return lists.Elsewhere(kind)
}

// Keep keeps a list in place of the last one of its kind, made now.
func (d *Desk) Keep(list recall.List) error {
	lists, err := d.Lists()
	if err != nil {
		return err
	}
	list.Made = d.Now()
	return d.save(lists, list)
}

// save keeps a list. That there is nowhere to keep one is said once and is no failure.
func (d *Desk) save(lists *recall.Store, list recall.List) error {
	err := lists.Save(list)
	if err == nil {
		return nil
	}
	why := d.whyUnkept(err)
	if why == nil {
		return err
	}
	lists.Drop(list.Kind)
	if d.unkept.CompareAndSwap(false, true) {
		what := "lists"
		if d.Deployment.Forgets() != nil {
			what = "lists and the sandbox's searches"
		}
		d.Report.Notice(what + " are not kept: " + why.Error() + "; " + problem.AdviceOf(why))
	}
	return nil
}

// Keeps tells whether a row number of what is listed now can be given later.
func (d *Desk) Keeps() bool {
	lists, err := d.Lists()
	return err == nil && !lists.Nowhere() && !d.unkept.Load()
}

// NeedList makes sure that a list which was given a name can be kept, before anything is spent on it: who
// names a list means to count in it later.
func (d *Desk) NeedList() error {
	session, err := d.Session()
	if err != nil || session.Owner != recall.Named {
		return err
	}
	if why := d.Unkeepable(); why != nil {
		return fmt.Errorf("the list %s cannot be kept: %w", words.Quote(session.Key), why)
	}
	return nil
}

// Unkeepable is why nothing that was listed or counted can be kept here, nil where one can.
func (d *Desk) Unkeepable() error {
	lists, err := d.Lists()
	if err != nil {
		return nil // it is told where it stands in the way
	}
	return d.whyUnkept(lists.Try())
}

// whyUnkept words an error of keeping that no command can do anything about, nil for another one.
func (d *Desk) whyUnkept(err error) error {
	cfg, configErr := d.Deployment.Config()
	if err == nil || configErr != nil {
		return nil
	}
	return cfg.Unkept(err)
}

// Made is a search that was just made.
type Made struct {
	search.Created
	Called
	Asked    *ask.Asked  // the request that made it
	List     recall.List // without rows yet
	View     View        // that it is to be read as
	Locale   Locale
	Warnings []string // that go with every read of it
}

// Made keeps a search that was just made, before anything of it is read, so that a fault does not
// lose what was spent on it, and tells of it.
func (d *Desk) Made(made search.Created, of Called, list recall.List, locale Locale, asked *ask.Asked) Made {
	list.Search = made.Ref()
	if err := d.Keep(list); err != nil {
		d.Report.Notice("the search is " + list.Search.ID + "; it is not kept here: " + err.Error())
	}
	locale.Take(made.SiteCode)
	d.Report.Created(made)
	return Made{Created: made, Called: of, Asked: asked, List: list, Locale: locale}
}

// Meta is what is known of a search just made, beside its body.
func (m Made) Meta() Meta {
	meta := NewMeta(m.Asked.OperationID)
	meta.Request = m.Asked
	m.Locale.Record(&meta, ServiceCurrency, ServiceLocale)
	meta.Follow(m.Command() + " --wait 45s")
	return meta
}

// Command is the command that reads the search.
func (m Made) Command() string { return m.View.Whole(m.Called, m.SearchID) }

// Of is the last list of a kind if it came from the old search, or already from the one that was
// made in its place; else an empty list.
func (d *Desk) Of(kind recall.Kind, old search.Ref, id string) recall.List {
	list, found, err := d.Own(kind)
	if err != nil || !found || list.Search.ID != old.ID && list.Search.ID != id {
		return recall.List{}
	}
	return list
}

// KeepAs keeps a list as it was made at that time.
func (d *Desk) KeepAs(list recall.List, made time.Time) error {
	lists, err := d.Lists()
	if err != nil {
		return err
	}
	list.Made = made
	return d.save(lists, list)
}
