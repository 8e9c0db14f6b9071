package desk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// OwnerOf returns the kind of list that the fares or rates belong to, or "".
func OwnerOf(kind recall.Kind) recall.Kind {
	switch kind {
	case recall.Fares:
		return recall.Trips
	case recall.Rates:
		return recall.Hotels
	}
	return ""
}

// PartOf returns the kind of list that the rows of a list of trips or hotels have letters for.
func PartOf(owner recall.Kind) recall.Kind {
	if owner == recall.Trips {
		return recall.Fares
	}
	return recall.Rates
}

// Argument is a typed argument that may refer to a row of a list.
type Argument struct {
	Kind        recall.Kind // Trips, Fares, Hotels or Rates
	Label, Text string      // TRIP and what was typed for it
}

// what returns the kind of thing as a word: trip, hotel, fare or rate.
func (a Argument) what() string { return kept.Word(a.Kind) }

// wrongKind returns the usage error for an argument of another kind. end follows that kind in the text.
func (a Argument) wrongKind(is recall.Kind, end string) problem.Error {
	return problem.Usagef("%s %s is a %s%s; give a %s", a.Label, words.Quote(a.Text), kept.Word(is), end, a.what())
}

// opens are the operations that open an offer of each kind.
var opens = map[recall.Kind]string{
	recall.Trips: "getFlightTrip", recall.Fares: "getFareOptions",
	recall.Hotels: "getHotel", recall.Rates: "getHotelRateBookingLink",
}

// A reference is a parsed argument.
type reference struct {
	kind recall.Kind // named by the word before it, as in "trip:2"; "" without such a word
	text string      // after that word
	row  string      // "2" or "kept:2"; "" if the text is not a row, such as an id
	part int         // the letter after the row, 2 for b; 0 for none
}

// parse parses an argument.
func parse(text string) reference {
	r := reference{text: strings.TrimSpace(text)}
	if word, rest, _ := strings.Cut(r.text, ":"); rest != "" && kept.KindOf(word) != "" {
		r.kind, r.text = kept.KindOf(word), rest
	}
	mark, isMark := recall.ParseMark(r.text)
	n, err := strconv.Atoi(mark.Row)
	switch {
	case isMark && (mark.Part > 0 || err != nil || n < query.LowestHotelID): // else it is a hotel id
		r.row, r.part = mark.Row, mark.Part
	case !isMark && words.IsDigits(r.text): // no list has such a row, and the error says so
		r.row = r.text
	}
	return r
}

// kept reports whether the reference begins with "kept:".
func (r reference) kept() bool { return strings.HasPrefix(r.text, kept.Prefix) }

// Pick is the id that an argument refers to, with its list.
type Pick struct {
	ID   string
	N    int         // its number in the list, that of its letter for a fare or a rate; 0 for an id that is in no list
	Row  recall.Row  // of the list, zero for such an id
	List recall.List // without its rows, only its kind for such an id

	Typed string // what was typed for it
	Kept  string // as the next command takes it, where it is one that the traveler keeps: "kept:2"; it is in no list then
}

// PickOf returns a row of a list.
func PickOf(list recall.List, row recall.Row) Pick {
	return Pick{ID: row.ID, N: row.N, Row: row, List: list.Head()}
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
	case OwnerOf(p.List.Kind) != "":
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

// OpenRow is the error for a row whose fare or rate is still open: none was named, or its letter no longer counts.
// [Desk.Which] asks which one.
type OpenRow struct {
	Argument
	Row    string // as a command takes it
	Letter string // that no longer counts, as typed; "" if none was
}

func (e OpenRow) Error() string {
	if e.Letter == "" {
		return fmt.Sprintf("%s %s is a %s; give one of its %ss", e.Label, words.Quote(e.Text), kept.Word(OwnerOf(e.Kind)), e.what())
	}
	return fmt.Sprintf("%s %s: no %s %s has been shown for the current list", e.Label, words.Quote(e.Text), e.what(), e.Row+e.Letter)
}

// Pick resolves an argument: a row number, the letter of a fare or a rate, a kept offer, the name of a hotel, or an id.
// A number needs a list, and an id must be valid in the API. If the argument is a trip or a hotel where a fare or a rate
// is wanted, the error is an [OpenRow]. Pick makes no request.
func (d *Desk) Pick(a Argument) (Pick, error) {
	p, err := d.pick(a, parse(a.Text))
	p.Typed = a.Text
	return p, err
}

func (d *Desk) pick(a Argument, r reference) (Pick, error) {
	owner := OwnerOf(a.Kind)
	switch {
	case r.kind != "" && r.kind != a.Kind && r.kind != owner:
		return Pick{}, a.wrongKind(r.kind, "").Do("open it", opens[r.kind], a.Text)
	case r.part > 0 && owner == "":
		return Pick{}, a.wrongKind(PartOf(a.Kind), "").Do("its "+a.what(), opens[a.Kind], r.row)
	case r.kind == a.Kind && owner != "" && r.part == 0 && words.IsDigits(r.row):
		return Pick{}, problem.Usagef("%s %s: %ss have letters; %sb is %s b of row %s", a.Label, words.Quote(a.Text), a.what(), r.row, a.what(), r.row)
	case r.row != "" && owner != "" && (r.part > 0 || !r.kept()):
		return d.pickPart(a, r)
	case r.row != "" && !r.kept():
		return d.pickRow(a, r.row)
	}
	k, found, err := d.namedKept(r)
	wrong := a.wrongKind(k.Kind, " that you keep").Do("open it", opens[k.Kind], k.Row())
	switch {
	case err != nil:
		return Pick{}, err
	case found && k.Kind == a.Kind:
		row := k.Offer.Row
		row.N = 0 // which would be counted in a list
		return Pick{ID: row.ID, Row: row, List: k.List, Kept: k.Row()}, nil
	case found && k.Kind == owner:
		return Pick{}, OpenRow{a, k.Row(), ""}
	case found && (r.kept() || a.Kind != recall.Hotels):
		return Pick{}, wrong
	case owner != "" && r.kind == owner:
		return Pick{}, OpenRow{a, r.text, ""} // a trip or a hotel by its id
	case a.Kind == recall.Hotels: // a hotel may have the name of an offer that is kept
		p, err := d.pickHotel(a, r.text)
		if found && errors.Is(err, ErrUnlisted) {
			err = wrong
		}
		return p, err
	}
	return d.pickID(a, r.text)
}

// namedKept returns the kept offer that a reference names. With "kept:" before it, it is an error if there is none.
func (d *Desk) namedKept(r reference) (k kept.Kept, found bool, err error) {
	if _, err := kept.CheckName("", r.text); err != nil && !r.kept() {
		return k, false, nil
	}
	l, err := d.KeptList()
	if err != nil {
		return k, false, err
	}
	if k, err = kept.Find(l, r.text); err != nil && !r.kept() {
		return k, false, nil // the name of something else
	}
	return k, err == nil, err
}

// pickRow finds a row of the last list of trips or hotels.
func (d *Desk) pickRow(a Argument, text string) (Pick, error) {
	n, _ := strconv.Atoi(text)
	if a.Kind == recall.Hotels && n < 1 {
		return Pick{}, problem.NotAccepted(a.Label, a.Text, wantHotel)
	}
	list, found, err := d.Latest(a.Kind)
	if err != nil {
		return Pick{}, err
	}
	if !found {
		text := fmt.Sprintf("%s %s is a row number, and there is no list of %ss to count in", a.Label, text, a.what())
		if a.Kind == recall.Hotels {
			return Pick{}, d.NoList(text, listHotels.For("make one first"),
				problem.Step{Why: "a hotel id as small as this is written " + query.HotelIDPrefix + strconv.Itoa(n)})
		}
		return Pick{}, d.NoList(text, listTrips.For("make one first"))
	}
	row, err := list.Pick(n)
	if err != nil {
		return Pick{}, noSuchRow(a.Label, text, list, err)
	}
	return PickOf(list, row), nil
}

// pickPart finds the fare or the rate with a letter.
func (d *Desk) pickPart(a Argument, r reference) (Pick, error) {
	row, err := d.Pick(Argument{OwnerOf(a.Kind), a.Label, r.row})
	if err != nil {
		return Pick{}, err
	}
	open := OpenRow{a, r.row, recall.Letters(r.part)}
	list, found, err := d.Lists().Part(a.Kind, r.row)
	if err != nil {
		return Pick{}, err
	}
	under := recall.Under{Row: row.Kept}
	if row.Kept == "" {
		under = row.List.Under(row.Row)
	}
	if r.part == 0 || !found || !list.Counts(under, row.ID) {
		return Pick{}, open
	}
	part, err := list.Pick(r.part)
	if _, missing := errors.AsType[*recall.PickError](err); missing {
		return Pick{}, open
	}
	if err != nil {
		return Pick{}, noSuchRow(a.Label, a.Text, list, err)
	}
	return PickOf(list, part), nil
}

// wantHotel describes what an argument for a hotel accepts.
const wantHotel = "a row number or a name of the last list of hotels, or a hotel id"

// ErrUnlisted is wrapped by the error for a name that no hotel of the last list has.
var ErrUnlisted = errors.New("no hotel of the last list")

// pickHotel finds a hotel by its id, by its name in the last list, or by a part of the name that no other hotel has.
func (d *Desk) pickHotel(a Argument, text string) (Pick, error) {
	list, _, err := d.Latest(recall.Hotels)
	id, isID := strings.CutPrefix(text, query.HotelIDPrefix)
	if _, err := strconv.ParseFloat(id, 64); err == nil || isID { // an id does not need a list that can be read
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil || !query.IsHotelID(n) {
			return Pick{}, problem.NotAccepted(a.Label, text, wantHotel)
		}
		id = strconv.FormatInt(n, 10)
		if row, ok := list.With(id); ok {
			return PickOf(list, row), nil
		}
		return Pick{ID: id, List: recall.List{Kind: recall.Hotels}}, nil
	}
	if err != nil {
		return Pick{}, err
	}
	rows, part := Named(list, text)
	if len(rows) == 0 {
		rows = part
	}
	switch len(rows) {
	case 0:
		unlisted := problem.NotAccepted(a.Label, text, wantHotel)
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
		Text: fmt.Sprintf("%s %s is several hotels of the last list", a.Label, words.Quote(text)),
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

// pickID resolves an id. If a list has it, the list is returned, too.
func (d *Desk) pickID(a Argument, id string) (Pick, error) {
	valid, made := apiclient.ValidID, "letters, digits and ._:~=- , at most 256"
	if a.Kind == recall.Rates {
		valid, made = apiclient.ValidRateID, "at most 256 characters"
	}
	if !valid(id) {
		row := "a row number of the last list"
		if OwnerOf(a.Kind) != "" {
			row = "a row with its letter, such as 2b"
		}
		return Pick{}, problem.NotAccepted(a.Label, id, row+", or an id as the service gave it ("+made+")")
	}
	lists := d.Lists()
	list, row, ok := lists.Holding(a.Kind, id)
	if !ok {
		return Pick{ID: id, List: recall.List{Kind: a.Kind}}, nil
	}
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
	switch {
	case err != nil:
		return recall.List{}, err
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

// noSuchRow returns the usage error for a row that a list does not have.
func noSuchRow(label, text string, list recall.List, err error) error {
	_, reason, _ := strings.Cut(err.Error(), ": ") // behind "row 9"
	said := problem.Usagef("%s %s: %s", label, text, reason)
	missing, ok := errors.AsType[*recall.PickError](err)
	if !ok {
		return said
	}
	read := ReadAgain(list.Kind, 0, search.Ref{})
	read.Args = nil // the last search
	switch {
	case missing.Last == 0 && list.Matching == 0 && len(list.Filters()) > 0:
		return said.Next(read.For("no row passes its filters, so clear them").Set("no-filters"))
	case PageOf(list, missing.N) == 0:
		return said
	}
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

// The steps that list trips and hotels.
var (
	listTrips  = problem.Do("", "createFlightSearch", "FROM", "TO", "DATE")
	listHotels = problem.Do("", "createHotelSearch", "PLACE", "CHECKIN", "CHECKOUT")
)

// WantOffer describes the argument for an offer of any kind.
const WantOffer = "a row such as trip:2 or hotel:3, a fare or a rate with its letter such as 2a, what you keep such as kept:2 or its name, an id that a list here holds, or the number of a row of the list printed last"

// Offer resolves an argument for an offer of any kind: trip:2, hotel:2, fare:2b, rate:2b, kept:2, a kept name, an id of
// a list, or a row of the list printed last, with or without letters. The offer may lack what is needed to find it
// again, see [kept.Offer.Lacks]. The error is an [OpenRow] if the letters are not valid any more. It makes no request.
// label is the name of the argument in errors, such as ROW.
func (d *Desk) Offer(label, text string) (kept.Offer, error) {
	text = strings.TrimSpace(text)
	r := parse(text)
	kind := r.kind
	switch {
	case kind != "":
	case r.kept():
		k, err := d.Kept(cmp.Or(r.row, r.text))
		if err != nil || r.part == 0 {
			return k.Offer, err
		}
		kind = k.Kind
	case r.row != "":
		last, _, err := d.PrintedLast()
		kind = last.Kind
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
				Advise(fmt.Sprintf("say which list is meant, such as trip:%s or hotel:%s", r.row, r.row))
		}
	default:
		return d.namedOffer(label, text)
	}
	if r.part > 0 && OwnerOf(kind) == "" {
		kind = PartOf(kind)
	}
	p, err := d.Pick(Argument{kind, label, text})
	return kept.Offer{Kind: p.List.Kind, List: p.List.Head(), Row: p.Row}, err
}

// namedOffer returns the offer with an id of any list, or with a kept name.
func (d *Desk) namedOffer(label, text string) (kept.Offer, error) {
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

// OfferByID returns the row with that id in a list of any kind.
func (d *Desk) OfferByID(id string) (kept.Offer, bool) {
	for _, kind := range kept.Kinds() {
		if list, row, ok := d.Lists().Holding(kind, id); ok {
			return kept.Offer{Kind: list.Kind, List: list.Head(), Row: row}, true
		}
	}
	return kept.Offer{}, false
}

// listNames are the names of the lists without offers.
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

// Booked reports whether a reference of any kind means a fare or a rate, and returns it as an argument for one. It
// sends nothing.
func (d *Desk) Booked(label, ref string) (kind recall.Kind, text string, err error) {
	text = strings.TrimSpace(ref)
	o, err := d.Offer(label, text)
	kind = o.Kind
	if open, ok := errors.AsType[OpenRow](err); ok {
		kind, text, err = open.Kind, cmp.Or(open.Text, text), nil
	}
	if r := parse(text); r.kind == "" && r.row != "" && err == nil && !r.kept() {
		if last, _, _ := d.PrintedLast(); last.Kind == recall.Kept {
			text = kept.Prefix + text
		}
	}
	if kind == recall.Trips || kind == recall.Hotels {
		kind = PartOf(kind)
	}
	return kind, text, err
}

// Parts returns the fares or rates of the rows of the session's last list whose letters count.
func (d *Desk) Parts(kind recall.Kind) (lists []recall.List) {
	store := d.Lists()
	in, _, _ := store.Latest(OwnerOf(kind))
	at := map[string]recall.Row{}
	for _, row := range in.Rows {
		at[strconv.Itoa(row.N)] = row
	}
	for _, part := range store.Own(kind) {
		if row, ok := at[part.Of.Row]; ok && part.Counts(in.Under(row), row.ID) {
			lists = append(lists, part)
		}
	}
	slices.SortFunc(lists, func(a, b recall.List) int { return at[a.Of.Row].N - at[b.Of.Row].N })
	return lists
}

// Lettered gives the fares or rates of a page their letters, as [recall.List.Lettered] does, below the number of
// their row in the session's list or the name of a kept offer.
func (d *Desk) Lettered(list recall.List, kept string) recall.List {
	list.Of, list.Made = recall.Under{Row: kept}, d.Now()
	lists := d.Lists()
	if in, _, err := lists.Latest(OwnerOf(list.Kind)); kept == "" && err == nil {
		if row, ok := in.With(list.Owner()); ok {
			list.Of = in.Under(row)
		}
	}
	earlier, _, _ := lists.Part(list.Kind, list.Of.Row)
	return list.Lettered(earlier)
}

// Which asks the traveler to choose between the fares or rates of a row. It takes the only one without asking if no
// letter was given. If no one can answer, the error is a [Choice] with all of them.
func (d *Desk) Which(ctx context.Context, open OpenRow, list recall.List, by Columns) (Pick, error) {
	owner := kept.Word(OwnerOf(open.Kind))
	all := Choice{
		Title: fmt.Sprintf("The %ss of %s %s:", open.what(), owner, open.Row), Heads: by.Heads, Locale: list.Terms.Locale,
	}
	all.Text, all.Typed = open.Error(), open.Text
	var picks []Pick
	for _, row := range list.Rows {
		if row.ID == "" || row.Gone {
			continue
		}
		pick := PickOf(list, row)
		pick.Typed = open.Text
		picks = append(picks, pick)
		all.add(pick.Ref(), offer.Nearby{Offer: row.Offer}, by)
	}
	switch {
	case len(picks) == 0:
		return Pick{}, problem.ChoiceError{Text: fmt.Sprintf("%s %s has no %s that can be booked", owner, open.Row, open.what())}
	case len(picks) == 1 && open.Letter == "":
		return picks[0], nil
	}
	all.Hint = "give one of them, such as " + words.Shell(all.Candidates[0].Argument())
	n, err := d.Ask.Choose(ctx, all)
	if errors.Is(err, ErrNoOne) || errors.Is(err, ErrNothing) {
		return Pick{}, all
	}
	if err != nil {
		return Pick{}, err
	}
	return picks[n], nil
}
