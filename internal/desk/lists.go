package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Argument is a typed argument that may refer to a row of a list.
type Argument struct {
	Kind        recall.Kind
	Label, Text string // TRIP and what was typed for it
}

// what returns the kind of thing as a word: trip, hotel, fare or rate.
func (a Argument) what() string { return kept.Word(a.Kind) }

// Pick is the id that an argument refers to, with its list.
type Pick struct {
	ID   string
	N    int         // its number in the list, that of its letter for a fare or a rate; 0 for an id that is in no list
	Row  recall.Row  // of the list, zero for such an id
	List recall.List // without its rows, zero for such an id

	Typed string // what was typed for it
	Kept  string // as the next command takes it, where it is one that the traveler keeps: "kept:2"; it is in no list then
}

// Ref returns the argument for the next command: "2", "2b" or "kept:2", or the id if it is in no list.
func (p Pick) Ref() string {
	ref := cmp.Or(p.Kept, p.mark())
	if ref == "" && p.List.Kind == recall.Hotels {
		return query.HotelArgument(p.HotelID())
	}
	return cmp.Or(ref, p.ID)
}

// HotelID returns the id of a hotel as a number.
func (p Pick) HotelID() int64 {
	id, _ := strconv.ParseInt(p.ID, 10, 64) // it was checked when the row was kept
	return id
}

// mark returns its number or letter, or "" for an id that is in no list.
func (p Pick) mark() string {
	switch {
	case p.N == 0:
		return ""
	case p.List.Kind == recall.Fares, p.List.Kind == recall.Rates:
		return p.List.Mark(recall.Row{N: p.N})
	}
	return strconv.Itoa(p.N)
}

// Name returns its name within a sentence: "trip 2", "fare 2b", "this trip".
func (p Pick) Name(what string) string {
	if mark := cmp.Or(p.Kept, p.mark()); mark != "" {
		return what + " " + mark
	}
	return "this " + what
}

// PickAll resolves several arguments, and refuses the same thing twice.
func (d *Desk) PickAll(kind recall.Kind, label string, texts []string) ([]Pick, error) {
	var all []Pick
	for _, text := range texts {
		p, err := d.Pick(Argument{kind, label, text})
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(have Pick) bool { return have.ID == p.ID }) {
			return nil, problem.Usagef("%s %s is named twice; compare different %ss", label, words.Quote(text), kept.Word(kind))
		}
		all = append(all, p)
	}
	return all, nil
}

// Pick resolves a row number or an opaque id. A number needs a list, and an id must be valid in the API.
// It makes no request.
func (d *Desk) Pick(a Argument) (p Pick, err error) {
	typed := a.Text
	defer func() { p.Typed = typed }()
	if mark, ok := recall.ParseMark(a.Text); ok && mark.Part > 0 && opens[a.Kind] != "" {
		return Pick{}, problem.Usagef("%s %s is a %s; give a %s", a.Label, words.Quote(a.Text), kept.Word(PartOf(a.Kind)), a.what()).
			Do("its "+a.what(), opens[a.Kind], mark.Row)
	}
	p, found, wrong := d.PickKept(a)
	if found || wrong != nil && (a.Kind != recall.Hotels || !errors.Is(wrong, errWrongKind)) {
		return p, wrong
	}
	a.Text = strings.TrimPrefix(a.Text, kept.Word(a.Kind)+":")
	n, err := strconv.Atoi(a.Text)
	switch {
	case a.Kind == recall.Hotels && (err != nil || n < 1 || n >= query.LowestHotelID):
		p, err := d.pickHotel(a)
		if wrong != nil && errors.Is(err, ErrUnlisted) {
			err = wrong
		}
		return p, err
	case err != nil:
		return d.pickID(a)
	}
	list, found, err := d.Latest(a.Kind)
	if err != nil {
		return Pick{}, err
	}
	if !found {
		text := fmt.Sprintf("%s %s is a row number, and there is no list of %ss to count in", a.Label, a.Text, a.what())
		if a.Kind == recall.Hotels {
			return Pick{}, d.NoList(text, listHotels.For("make one first"),
				problem.Step{Why: "a hotel id as small as this is written " + query.HotelIDPrefix + a.Text})
		}
		return Pick{}, d.NoList(text, listTrips.For("make one first"))
	}
	row, err := list.Pick(n)
	if err != nil {
		return Pick{}, NoSuchRow(a.Label, a.Text, list, err)
	}
	return PickOf(list, row), nil
}

// opens are the operations that open a trip and a hotel.
var opens = map[recall.Kind]string{recall.Trips: "getFlightTrip", recall.Hotels: "getHotel"}

// PickOf returns a row of a list.
func PickOf(list recall.List, row recall.Row) Pick {
	return Pick{ID: row.ID, N: row.N, Row: row, List: list.Head()}
}

// wantHotel describes what an argument for a hotel accepts.
const wantHotel = "a row number or a name of the last list of hotels, or a hotel id"

// ErrUnlisted is wrapped by the error for a name that no hotel of the last list has.
var ErrUnlisted = errors.New("no hotel of the last list")

// pickHotel finds a hotel by its id, by its name in the last list, or by a part of the name that no other hotel has.
func (d *Desk) pickHotel(a Argument) (Pick, error) {
	id, isID := strings.CutPrefix(a.Text, query.HotelIDPrefix)
	if _, err := strconv.ParseFloat(id, 64); err == nil || isID {
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil || !query.IsHotelID(n) {
			return Pick{}, problem.NotAccepted(a.Label, a.Text, wantHotel)
		}
		id = strconv.FormatInt(n, 10)
		list, _, _ := d.Latest(recall.Hotels) // of a list that cannot be read, nothing is known
		if row, ok := list.With(id); ok {
			return PickOf(list, row), nil
		}
		return Pick{ID: id, List: recall.List{Kind: recall.Hotels}}, nil
	}
	list, _, err := d.Latest(recall.Hotels)
	if err != nil {
		return Pick{}, err
	}
	rows, part := Named(list, a.Text)
	if len(rows) == 0 {
		rows = part
	}
	switch len(rows) {
	case 0:
		unlisted := problem.NotAccepted(a.Label, a.Text, wantHotel)
		unlisted.Err = ErrUnlisted
		return Pick{}, unlisted
	case 1:
		return PickOf(list, rows[0]), nil
	}
	var names []string
	for _, row := range rows {
		names = append(names, fmt.Sprintf("%d %s", row.N, row.Label))
	}
	return Pick{}, problem.ChoiceError{
		Text: fmt.Sprintf("%s %s is several hotels of the last list", a.Label, words.Quote(a.Text)),
		Hint: "give the number of one: " + strings.Join(names, ", "),
	}
}

// Named returns the rows with exactly that name, and those whose name contains it.
func Named(list recall.List, text string) (exact, part []recall.Row) {
	name := words.Fold(text)
	for _, row := range list.Rows {
		switch label := words.Fold(row.Label); {
		case name == "" || row.ID == "":
		case label == name:
			exact = append(exact, row)
		case strings.Contains(label, name):
			part = append(part, row)
		}
	}
	return exact, part
}

// NoSuchRow returns the usage error for a row that a list does not have.
func NoSuchRow(label, text string, list recall.List, err error) error {
	_, reason, _ := strings.Cut(err.Error(), ": ") // behind "row 9"
	said := problem.Usagef("%s %s: %s", label, text, reason)
	missing, ok := errors.AsType[*recall.PickError](err)
	if !ok || PageOf(list, missing.N) == 0 {
		return said
	}
	read := ReadAgain(list.Kind, 0, search.Ref{})
	read.Args = nil // the last search
	return said.Next(read.For("it is on another page, read that first").Set("page", strconv.Itoa(PageOf(list, missing.N))))
}

// PageOf returns the page of a list of trips or hotels that has row n, or 0.
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

// The default page size and the maximum number of pages of the API.
const (
	UsualRows = 10
	lastPage  = 100
)

// NoList returns the usage error for a missing list. It tells jobs how to share a list.
func (d *Desk) NoList(text string, ways ...problem.Step) error {
	if why := d.Unkeepable(); why != nil {
		return problem.Usagef("%s: lists are not kept: %s", text, why.Error()).AdvisedAs(why)
	}
	if session, err := d.Session(); err == nil && session.Owner == recall.Job {
		ways = append(ways, problem.Step{Why: "jobs share a list by its name", Note: ", or TRAVEL_LIST"}.Set("list", "NAME"))
	}
	return problem.Usagef("%s", text).Next(ways...)
}

// pickID resolves an id. If a list has it, the list is returned, too.
func (d *Desk) pickID(a Argument) (Pick, error) {
	valid, made := apiclient.ValidID, "letters, digits and ._:~=- , at most 256"
	if a.Kind == recall.Rates {
		valid, made = apiclient.ValidRateID, "at most 256 characters"
	}
	if !valid(a.Text) {
		row := "a row number of the last list"
		if OwnerOf(a.Kind) != "" {
			row = "a row with its letter, such as 2b"
		}
		want := row + ", or an id as the service gave it (" + made + ")"
		return Pick{}, problem.NotAccepted(a.Label, a.Text, want)
	}
	lists := d.Lists()
	if list, row, ok := lists.Holding(a.Kind, a.Text); ok {
		// Check that its letter still means this row in this session.
		part, _, _ := lists.Part(list.Kind, list.Of.Row)
		in, _, _ := lists.Latest(OwnerOf(list.Kind))
		n, _ := strconv.Atoi(list.Of.Row)
		owner, err := in.Pick(n)
		if err != nil || part.Search != list.Search || !part.Counts(in.Under(owner), owner.ID) ||
			!slices.ContainsFunc(part.Rows, func(have recall.Row) bool { return have.N == row.N && have.ID == row.ID }) {
			list.Of = recall.Under{}
		}
		return PickOf(list, row), nil
	}
	return Pick{ID: a.Text}, nil
}

// WantSearch describes the argument for a search.
const WantSearch = "a search id as the service gave it, or none for the last search"

// PickSearch returns the list of a search to read again: the last one of that kind if id is "". If no list has the id,
// only the id is set.
func (d *Desk) PickSearch(kind recall.Kind, id string) (recall.List, error) {
	lists := d.Lists()
	last, found, err := lists.Latest(kind)
	if id == "" && !found && err == nil {
		last, found, err = d.Latest(kind) // of another terminal
	}
	if err != nil {
		return recall.List{}, err
	}
	switch {
	case id == "" && (!found || last.Search.ID == ""):
		what := map[recall.Kind]string{recall.Trips: "search", recall.Hotels: "hotel search"}[kind]
		again := SearchAgain(recall.List{Kind: kind})
		return recall.List{}, d.NoList("there is no "+what+" to read again", problem.Step{Why: "make one, or give its id"}, again.For("see"))
	case id == "", found && last.Search.ID == id:
		return last.Head(), nil
	case !apiclient.ValidID(id):
		return recall.List{}, problem.NotAccepted("SEARCH", id, WantSearch)
	}
	if known, ok := lists.Search(id); ok {
		return known, nil
	}
	return recall.List{Kind: kind, Search: search.Ref{ID: id}}, nil
}

// numberIn returns the number or letter of a row in a list. A new row is appended.
func numberIn(list *recall.List, row recall.Row) string {
	last := list.Of.Last
	for _, have := range list.Rows {
		if have.ID == row.ID {
			return Pick{ID: row.ID, N: have.N, List: *list}.Ref()
		}
		last = max(last, have.N)
	}
	row.N, list.Of.Last = last+1, last+1
	list.Rows = append(list.Rows, row)
	return Pick{ID: row.ID, N: row.N, List: *list}.Ref()
}

// Lists returns the store of the lists of this session. If the settings cannot be read, the store fails with their
// error.
func (d *Desk) Lists() *recall.Store {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return recall.Broken(err)
	}
	if d.Memory != nil {
		return d.Memory.Open(cfg.StateDir, cfg.Profile())
	}
	session, err := d.Session()
	if err != nil {
		return recall.Broken(err)
	}
	if d.gate != nil {
		return recall.Open("", cfg.Profile(), session) // nowhere
	}
	return recall.Open(cfg.StateDir, cfg.Profile(), session).With(d.Deployment.Plan() != nil, d.Report.Warn)
}

// Latest returns the last list of a kind, to refer to its rows. A terminal without one takes over the list of another
// terminal, with a warning. It also warns of an old list if no new one can be saved.
func (d *Desk) Latest(kind recall.Kind) (recall.List, bool, error) {
	lists := d.Lists()
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		closed := lists.Try() // a full disk still lets an older list be dropped
		if why := d.whyUnkept(closed); ok && store.Denied(closed) && why != nil && d.unkept.CompareAndSwap(false, true) {
			d.Report.Warn("this list was made " + words.Age(d.Now().Sub(list.Made)) + " ago, and no later one is kept: " + why.Error() + "; " + problem.AdviceOf(why))
		}
		return list, ok, err
	}
	list, ok, err := lists.Elsewhere(kind, true)
	if ok {
		d.Report.Warn("list of another terminal, made " + words.Age(d.Now().Sub(list.Made)) + " ago")
	}
	return list, ok, err
}

// Shown is like Latest, without taking over a list and without warnings.
func (d *Desk) Shown(kind recall.Kind) (recall.List, bool, error) {
	lists := d.Lists()
	if list, ok, err := lists.Latest(kind); ok || err != nil {
		return list, ok, err
	}
	return lists.Elsewhere(kind, false)
}

// Keep saves a list, made now, in place of the last one of its kind.
func (d *Desk) Keep(list recall.List) error { return d.KeepAs(list, d.Now()) }

// save saves a list. If the directory cannot be written, it only says so once.
func (d *Desk) save(lists *recall.Store, list recall.List) error {
	err := lists.Save(list)
	if err == nil {
		return nil
	}
	why := d.whyUnkept(err)
	if why == nil {
		return err
	}
	lists.Drop(list)
	if d.unkept.CompareAndSwap(false, true) {
		what := "lists"
		if d.Deployment.Forgets() != nil {
			what = "lists and the sandbox's searches"
		}
		d.Report.Notice(what + " are not kept: " + why.Error() + "; " + problem.AdviceOf(why))
	}
	return nil
}

// NeedList checks that a named list can be saved, before a search is made for it: whoever names a list wants to use it
// later.
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

// Unkeepable returns why nothing can be saved here, or nil.
func (d *Desk) Unkeepable() error {
	return d.whyUnkept(d.Lists().Try())
}

// whyUnkept explains an error of saving if the directory cannot be written. It returns nil for any other error.
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
	Asked    *ask.Asked  // the request that made it
	List     recall.List // without rows yet
	View     View        // that it is to be read as
	Locale   Locale
	Warnings []string // that go with every read of it
}

// Made saves a search that was just made and reports it, before it is read, so that a failure does not lose it. made is
// the search without the answer of the service.
func (d *Desk) Made(created search.Created, made Made) Made {
	made.Created, made.List.Search = created, created.Ref()
	if made.List.Stay != nil {
		stay := made.List.Stay.For(created.Occupancy)
		made.List.Stay = &stay
	}
	if err := d.Keep(made.List); err != nil {
		d.Report.Notice("the search is " + created.SearchID + "; it is not kept here: " + err.Error())
	}
	made.Locale.Take(created.SiteCode)
	d.Report.Created(created)
	return made
}

// Meta returns the metadata of a search that was just made.
func (m Made) Meta() Meta {
	meta := NewMeta(m.Asked.OperationID)
	meta.Request = m.Asked
	m.Locale.Record(&meta, ServiceCurrency, ServiceLocale)
	meta.Follow(m.Read().Set("wait", Wait))
	return meta
}

// Read returns the step that reads the search.
func (m Made) Read() problem.Step { return m.View.Whole(m.SearchID) }

// KeepAs saves a list with the time that it was made.
func (d *Desk) KeepAs(list recall.List, made time.Time) error {
	list.Made = made
	return d.save(d.Lists(), list)
}

// WantOffer describes the argument for an offer of any kind.
const WantOffer = "a row such as trip:2 or hotel:3, a fare or a rate with its letter such as 2a, what you keep such as kept:2 or its name, an id that a list here holds, or the number of a row of the list printed last"

// Offer resolves an argument for an offer of any kind: trip:2, hotel:2, fare:2b, rate:2b, kept:2, a kept name, an id of
// a list, or a row of the list printed last, with or without letters. The offer may lack what is needed to find it
// again, see [kept.Offer.Lacks]. The error is an [OpenRow] if the letters are not valid any more. It makes no request.
// label is the name of the argument in errors, such as ROW.
func (d *Desk) Offer(label, text string) (kept.Offer, error) {
	text = strings.TrimSpace(text)
	mark, isMark := recall.ParseMark(text)
	word, rest, _ := strings.Cut(text, ":")
	kind := kept.KindOf(word)
	switch {
	case strings.HasPrefix(text, kept.Prefix):
		k, err := d.Kept(cmp.Or(mark.Row, text))
		if err != nil || mark.Part == 0 {
			return k.Offer, err
		}
		return d.partIn(label, k.Kind, text)
	case kind != "" && rest != "" && OwnerOf(kind) != "":
		p, err := d.PickPart(Argument{kind, label, text})
		return offerOf(p.List, p.Row), err
	case kind != "" && rest != "":
		return d.offerIn(label, kind, rest)
	}
	if n, err := strconv.Atoi(mark.Row); err == nil && isMark && n < query.LowestHotelID {
		last, _, err := d.PrintedLast()
		kind := last.Kind
		switch {
		case err != nil:
			return kept.Offer{}, err
		case kind == recall.Kept:
			return d.Offer(label, kept.Prefix+text)
		case kind == "":
			text := fmt.Sprintf("%s %s is a row number, and there is no list to count in", label, text)
			return kept.Offer{}, d.NoList(text, listTrips.For("make one first"), listHotels.For("or"))
		case kept.Word(kind) == "":
			return kept.Offer{}, problem.Usagef("%s %s: the list printed last here is of %s, not of trips or hotels", label, text, listNames[kind]).
				Advise(fmt.Sprintf("say which list is meant, such as trip:%s or hotel:%s", mark.Row, mark.Row))
		case mark.Part > 0:
			return d.partIn(label, kind, text)
		}
		return d.offerIn(label, kind, text)
	}
	if offer, ok := d.OfferByID(strings.TrimPrefix(text, query.HotelIDPrefix)); ok {
		return offer, nil
	}
	l, err := d.KeptList()
	if err != nil {
		return kept.Offer{}, err
	}
	if k, ok := kept.Named(l, text); ok {
		return k.Offer, nil
	}
	return kept.Offer{}, problem.NotAccepted(label, text, WantOffer)
}

// The steps that list trips and hotels.
var (
	listTrips  = problem.Do("", "createFlightSearch", "FROM", "TO", "DATE")
	listHotels = problem.Do("", "createHotelSearch", "PLACE", "CHECKIN", "CHECKOUT")
)

// partIn returns the fare of a trip or the rate of a hotel for a row with letters.
func (d *Desk) partIn(label string, owner recall.Kind, text string) (kept.Offer, error) {
	part := PartOf(owner)
	if OwnerOf(part) != owner {
		return kept.Offer{}, problem.Usagef("%s %s: only a trip or a hotel has letters, and this is a %s", label, words.Quote(text), kept.Word(owner))
	}
	p, err := d.PickPart(Argument{part, label, text})
	return offerOf(p.List, p.Row), err
}

// offerIn returns a trip or a hotel by its row in the last list, or by an id of a list.
func (d *Desk) offerIn(label string, kind recall.Kind, text string) (kept.Offer, error) {
	text = strings.TrimPrefix(text, query.HotelIDPrefix)
	if n, err := strconv.Atoi(text); err != nil || n >= query.LowestHotelID {
		if list, row, ok := d.Lists().Holding(kind, text); ok {
			return offerOf(list, row), nil
		}
		if err != nil {
			want := fmt.Sprintf("%s: with a row number, or with an id that a list here holds", kept.Word(kind))
			return kept.Offer{}, problem.NotAccepted(label, kept.Word(kind)+":"+text, want)
		}
	}
	p, err := d.Pick(Argument{kind, label, text})
	return offerOf(p.List, p.Row), err
}

// listNames are the names of the other lists.
var listNames = map[recall.Kind]string{
	recall.Places: "places", recall.Days: "the days of a calendar",
	recall.Goals: "places to go to", recall.Nights: "the nights of a calendar", recall.Breaks: "long weekends",
}

// PrintedLast returns the list printed last in this session, or else in another terminal, without its rows. It takes
// nothing over.
func (d *Desk) PrintedLast() (recall.List, bool, error) {
	lists := d.Lists()
	elsewhere := func(kind recall.Kind) (recall.List, bool, error) { return lists.Elsewhere(kind, false) }
	for _, look := range []func(recall.Kind) (recall.List, bool, error){lists.Latest, elsewhere} {
		var last recall.List
		for _, kind := range recall.PrintedLast() {
			list, ok, err := look(kind)
			if err != nil {
				return recall.List{}, false, err
			}
			if ok && !list.Made.Before(last.Made) { // of two at once the narrower is behind
				last = list.Head()
			}
		}
		if last.Kind != "" {
			return last, true, nil
		}
	}
	return recall.List{}, false, nil
}

// OfferByID returns the row with that id in a list of any kind.
func (d *Desk) OfferByID(id string) (kept.Offer, bool) {
	for _, kind := range kept.Kinds() {
		if list, row, ok := d.Lists().Holding(kind, id); ok {
			return offerOf(list, row), true
		}
	}
	return kept.Offer{}, false
}

func offerOf(list recall.List, row recall.Row) kept.Offer {
	return kept.Offer{Kind: list.Kind, List: list.Head(), Row: row}
}

// PickKept returns the kept offer that an argument names, or false if it names something else. An offer of another kind
// is a usage error: an [errWrongKind] for a bare name, which may also be the name of something else.
func (d *Desk) PickKept(a Argument) (Pick, bool, error) {
	word, rest, cut := strings.Cut(a.Text, ":")
	if kind := kept.KindOf(word); cut && kind != "" && kind != a.Kind && kept.Word(a.Kind) != "" && rest != "" {
		return Pick{}, false, problem.Usagef("%s %s is a %s; give a %s", a.Label, words.Quote(a.Text), kept.Word(kind), a.what()).
			Next(otherWay(a.Kind, kind, a.Text))
	}
	given := strings.HasPrefix(a.Text, kept.Prefix)
	if _, err := kept.CheckName("", a.Text); err != nil && !given {
		return Pick{}, false, nil // it is not a name, and so not a kept one
	}
	l, err := d.KeptList()
	if err != nil {
		return Pick{}, false, err
	}
	k, err := kept.Find(l, a.Text)
	switch {
	case err != nil && !given:
		return Pick{}, false, nil // the name of something else
	case err != nil:
		return Pick{}, false, err
	case k.Kind != a.Kind:
		wrong := problem.Usagef("%s %s is a %s that you keep; give a %s", a.Label, words.Quote(a.Text), kept.Word(k.Kind), a.what()).
			Next(otherWay(a.Kind, k.Kind, k.Row()))
		if !given {
			wrong.Err = errWrongKind
		}
		return Pick{}, false, wrong
	}
	row := k.Offer.Row
	row.N = 0 // which would be counted in a list
	return Pick{ID: row.ID, Row: row, List: k.List, Kept: k.Row(), Typed: a.Text}, true, nil
}

// errWrongKind is wrapped by the error for a kept offer of another kind.
var errWrongKind = errors.New("a kept offer of another kind")

// otherWay suggests a step for a row of another kind than the wanted one.
func otherWay(want, is recall.Kind, row string) problem.Step {
	switch {
	case want == recall.Fares && is == recall.Trips:
		return problem.Do("its fares", "getFlightTrip", row)
	case want == recall.Trips && is == recall.Fares:
		return problem.Do("open the fare", "getFareOptions", row)
	case want == recall.Rates && is == recall.Hotels:
		return problem.Do("its rates", "getHotelRates", row)
	case want == recall.Hotels && is == recall.Rates:
		return problem.Do("make its link", "getHotelRateBookingLink", row)
	case is == recall.Trips:
		return problem.Do("open it", "getFlightTrip", row)
	case is == recall.Hotels:
		return problem.Do("open it", "getHotel", row)
	}
	return problem.Do("see what you keep", "kept")
}

// Keeping returns the store of kept offers. It is read-only in a dry run. If the settings cannot be read, the store
// fails with their error.
func (d *Desk) Keeping() *kept.Store {
	cfg, err := d.Deployment.Config()
	if err != nil {
		return &kept.Store{Table: store.Table[kept.Kept]{Fault: err}}
	}
	s := kept.Open(cfg.StateDir, cfg.Profile())
	s.Still, s.Place = d.Deployment.Plan() != nil, cfg.Unkept
	return s
}

// KeptList reads all kept offers. It warns of each file that could not be read.
func (d *Desk) KeptList() (kept.Listing, error) {
	l, err := d.Keeping().List()
	for _, t := range l.Trouble {
		d.Report.Warn(t.Error())
	}
	return l, err
}

// Kept returns the kept offer with a number or name, with or without "kept:" before it.
func (d *Desk) Kept(text string) (kept.Kept, error) {
	l, err := d.KeptList()
	if err != nil {
		return kept.Kept{}, err
	}
	return kept.Find(l, text)
}

// FoundAgain records where a kept offer was found again and its price there, so that no other search is spent on it.
// It does nothing for an offer that is not kept.
func (d *Desk) FoundAgain(ctx context.Context, p Pick, list recall.List, row recall.Row) {
	if p.Kept == "" {
		return
	}
	k, err := d.Kept(p.Kept)
	if err != nil {
		return // it was forgotten meanwhile
	}
	d.changeKept(ctx, k.N, func(k *kept.Kept) error {
		k.FoundAgain(list, row, d.Now())
		return nil
	})
}

// changeKept changes a kept offer. A failure is only reported, because nothing else depends on it.
func (d *Desk) changeKept(ctx context.Context, n int, change func(*kept.Kept) error) {
	if _, err := d.Keeping().Change(context.WithoutCancel(ctx), n, change); err != nil {
		d.Report.Notice(fmt.Sprintf("kept:%d does not learn its new search: %v", n, err))
	}
}
