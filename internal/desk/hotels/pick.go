package hotels

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// Hotel is the hotel that an argument names, with what its list says of it. A hotel given by id may have no more than
// the id.
type Hotel struct {
	ID   int64
	Row  recall.Row  // of the list, zero for a hotel that is in none
	List recall.List // without its rows

	Typed string // what was typed for it
	Kept  string // as the next command takes it, where it is one that the traveler keeps: "kept:2"
}

// Argument returns the hotel as an argument of a command.
func (h Hotel) Argument() string {
	switch {
	case h.Kept != "":
		return h.Kept
	case h.Row.N > 0:
		return strconv.Itoa(h.Row.N)
	}
	return query.HotelArgument(h.ID)
}

// Listed reports whether more is known of the hotel than its id.
func (h Hotel) Listed() bool { return h.Row.ID != "" }

// Title returns the name of the hotel, or its id.
func (h Hotel) Title() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return "hotel " + strconv.FormatInt(h.ID, 10)
}

// Heading returns the title for the beginning of a line. A name stays as the service writes it.
func (h Hotel) Heading() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return words.UpperFirst(h.Title())
}

// namesHotel reports whether an argument is a row number, a hotel id or a kept hotel.
func namesHotel(text string) bool {
	if strings.HasPrefix(text, kept.Prefix) {
		return true
	}
	_, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimPrefix(text, rowPrefix), query.HotelIDPrefix), 10, 64)
	return err == nil
}

// Pick finds the hotel of a row number, an id or a listed name, with what the latest list says of it. label is what
// errors call the argument. It sends nothing.
func Pick(d *desk.Desk, label, text string) (Hotel, error) {
	h, err := pick(d, label, text)
	h.Typed = text
	return h, err
}

func pick(d *desk.Desk, label, text string) (Hotel, error) {
	if mark, ok := recall.ParseMark(text); ok && mark.Part > 0 {
		return Hotel{}, problem.Usagef("%s %s is a rate; give a hotel", label, words.Quote(text)).
			Advise("its hotel: travel hotels show " + mark.Row)
	}
	p, found, err := d.PickKept(desk.Argument{Kind: recall.Hotels, Label: label, Text: text})
	wrong := err
	if err != nil && !errors.Is(err, desk.ErrWrongKind) {
		return Hotel{}, err
	}
	if found {
		h := hotelOfRow(p.List, p.Row)
		h.Kept = p.Kept
		return h, nil
	}
	h, err := pickListed(d, label, strings.TrimPrefix(text, rowPrefix))
	if errors.Is(err, errUnlisted) && wrong != nil {
		return Hotel{}, wrong
	}
	return h, err
}

// rowPrefix may stand before a row number.
const rowPrefix = "hotel:"

// pickListed is pick for a hotel that is not kept.
func pickListed(d *desk.Desk, label, text string) (Hotel, error) {
	number, isID := strings.CutPrefix(text, query.HotelIDPrefix)
	n, err := strconv.ParseInt(number, 10, 64)
	if _, notNumber := strconv.ParseFloat(number, 64); notNumber != nil && !isID {
		return pickNamed(d, label, text)
	}
	if err != nil || !query.IsHotelID(n) {
		return Hotel{}, problem.NotAccepted(label, text, wanted)
	}
	list, found, err := d.Latest(recall.Hotels)
	if isID || n >= query.LowestHotelID {
		if err != nil {
			return Hotel{ID: n}, nil // a list that cannot be read only means that nothing is known
		}
		return hotelOf(list, n), nil
	}
	if err != nil {
		return Hotel{}, err
	}
	if !found {
		return Hotel{}, d.NoList(
			fmt.Sprintf("%s %s is a row number, and there is no list of hotels to count in", label, text),
			"make one first: travel hotels search PLACE CHECKIN CHECKOUT; a hotel id as small as this is written "+query.HotelIDPrefix+text)
	}
	row, err := list.Pick(int(n))
	if err != nil {
		return Hotel{}, desk.NoSuchRow(label, text, list, err)
	}
	return hotelOfRow(list, row), nil
}

// wanted describes what an argument for a hotel accepts.
const wanted = "a row number or a name of the last list of hotels, or a hotel id"

// PickAll finds several hotels, and refuses the same one twice.
func PickAll(d *desk.Desk, label string, texts []string) ([]Hotel, error) {
	var all []Hotel
	for _, text := range texts {
		h, err := Pick(d, label, text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(have Hotel) bool { return have.ID == h.ID }) {
			return nil, problem.Usagef("%s %s is named twice; compare different hotels", label, words.Quote(text))
		}
		all = append(all, h)
	}
	return all, nil
}

func hotelOf(list recall.List, id int64) Hotel {
	for _, row := range list.Rows {
		if row.ID == strconv.FormatInt(id, 10) {
			return hotelOfRow(list, row)
		}
	}
	return Hotel{ID: id}
}

func hotelOfRow(list recall.List, row recall.Row) Hotel {
	id, _ := strconv.ParseInt(row.ID, 10, 64) // rows are kept with whole numbers
	return Hotel{ID: id, Row: row, List: list.Head()}
}

// pickNamed finds a hotel of the last list by its name, or by a part of the name that no other hotel has.
func pickNamed(d *desk.Desk, label, text string) (Hotel, error) {
	list, _, err := d.Latest(recall.Hotels)
	if err != nil {
		return Hotel{}, err
	}
	rows, part := named(list, text)
	if len(rows) == 0 {
		rows = part
	}
	switch len(rows) {
	case 0:
		unlisted := problem.NotAccepted(label, text, wanted)
		unlisted.Err = errUnlisted
		return Hotel{}, unlisted
	case 1:
		return hotelOfRow(list, rows[0]), nil
	}
	var names []string
	for _, row := range rows {
		names = append(names, fmt.Sprintf("%d %s", row.N, row.Label))
	}
	return Hotel{}, problem.ChoiceError{
		Text: fmt.Sprintf("%s %s is several hotels of the last list", label, words.Quote(text)),
		Hint: "give the number of one: " + strings.Join(names, ", "),
	}
}

// isListed reports whether text is the whole name of a hotel of the last list. A part is not enough where text may be
// a city.
func isListed(d *desk.Desk, text string) bool {
	list, found, err := d.Lists().Latest(recall.Hotels)
	if err != nil || !found {
		return false
	}
	exact, _ := named(list, text)
	return len(exact) == 1
}

// named returns the rows with exactly that name, and those whose name contains it.
func named(list recall.List, text string) (exact, part []recall.Row) {
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

// unknownHotel explains the 404 of a create, which means that the service does not know the hotel.
func unknownHotel(err error) error {
	if desk.IsGone(err) {
		return atPlace("", problem.Error{Err: err, Hint: "check the id of the hotel: travel hotels search finds hotels by name"})
	}
	return err
}

// where is the place of a hotel search.
type where struct {
	stay query.Stay  // the place alone; none for a city that has to be looked up
	list recall.List // that a hotel was picked from by its row, else zero
}

// readPlace reads PLACE as far as that needs no request. A city is left to be looked up.
func readPlace(d *desk.Desk, text string, q *ask.Values) (where, error) {
	text = strings.TrimSpace(text)
	lat, lng, point := places.CutPoint(text)
	switch {
	case point:
		if err := q.Set("lat", "LAT", lat); err != nil {
			return where{}, atPlace("LAT", err)
		}
		if err := q.Set("lng", "LNG", lng); err != nil {
			return where{}, atPlace("LNG", err)
		}
		return where{stay: query.Stay{Lat: q.Text("lat"), Lng: q.Text("lng")}}, nil
	case q.Has("radius"):
		return where{}, problem.Usagef("--radius is around a point; give PLACE as LAT,LNG, such as 38.71,-9.14")
	case namesHotel(text), isListed(d, text):
		hotel, err := Pick(d, "PLACE", text)
		if err != nil {
			return where{}, atPlace("PLACE", err)
		}
		place := where{stay: query.Stay{HotelID: hotel.ID, Name: hotel.Row.Label}, list: hotel.List}
		q.GivenAs("hotelId", text)
		return place, q.SetTyped("hotelId", hotel.ID)
	}
	if err := places.Check(d, "PLACE", text); err != nil {
		return where{}, atPlace("PLACE", err)
	}
	return where{}, nil
}

// atPlace marks an error as one about the place, which the text of the error calls by the label.
func atPlace(label string, err error) error {
	return problem.FieldError{Err: err, Wire: "place", Label: label}
}

// argument is what errors call the argument for a hotel.
const argument = "HOTEL"

// NamedRequest asks for the hotel that an argument names.
type NamedRequest struct {
	Text   string // as typed
	Query  *ask.Values
	Agreed bool // to the search that a name may take
}

// Find finds the hotel of an argument, as Pick does. A hotel that is in no list is found by its whole name: the
// service tells where it stands, and a search around that point tells its id. This uses one of the traveler's
// searches, so Find asks first. It replaces the last list of hotels.
func Find(ctx context.Context, d *desk.Desk, r *NamedRequest) (Hotel, error) {
	hotel, err := Pick(d, argument, r.Text)
	if !errors.Is(err, errUnlisted) || len(words.Fold(r.Text)) < leastTyped || len([]rune(r.Text)) > mostTyped {
		return hotel, err
	}
	row, err := r.row(ctx, d)
	if err != nil {
		return Hotel{}, err
	}
	hotel, err = r.around(ctx, d, row)
	hotel.Typed = r.Text
	return hotel, err
}

// leastTyped is how long a hotel's name is at least, in bytes without accents: a letter is a slip.
// mostTyped is how long it may be, by the contract's query of getPlaces, in characters.
const (
	leastTyped = 2
	mostTyped  = 100
)

// errUnlisted is wrapped by the error for a name that no hotel of the last list has.
var errUnlisted = errors.New("no hotel of the last list")

// UnknownNameError reports that no hotel has a name, and lists similar names.
type UnknownNameError struct{ problem.ChoiceError }

// Class is NotFound.
func (e UnknownNameError) Class() problem.Class { return problem.NotFound }

// Unwrap gives what is near.
func (e UnknownNameError) Unwrap() error { return e.ChoiceError }

// row looks up the hotel with that name.
func (r *NamedRequest) row(ctx context.Context, d *desk.Desk) (apiclient.Place, error) {
	client, err := d.Client()
	if err != nil {
		return apiclient.Place{}, err
	}
	answer, err := client.GetPlaces(ctx, &apiclient.GetPlacesParams{Query: r.Text, Types: []apiclient.PlaceType{apiclient.PlaceTypeHotel}})
	if err != nil {
		return apiclient.Place{}, fmt.Errorf("look up %s: %w", words.Quote(r.Text), err)
	}
	rows := slices.DeleteFunc(answer.Value.Results, func(p apiclient.Place) bool { return p.Type != apiclient.PlaceTypeHotel })
	called := slices.DeleteFunc(slices.Clone(rows), func(p apiclient.Place) bool { return !places.Called(p, r.Text) })
	switch {
	case len(called) == 1 && !answer.Value.Metadata.HasAmbiguity:
		return called[0], nil
	case len(called) > 0:
		return r.choose(ctx, d, called)
	}
	return apiclient.Place{}, r.unknown("no hotel is called "+words.Quote(r.Text), rows)
}

// mostNamed is how many hotels a message names.
const mostNamed = 5

// unknown returns the error for a name that no hotel has, with similar names.
func (r *NamedRequest) unknown(text string, near []apiclient.Place) error {
	e := UnknownNameError{problem.ChoiceError{Text: text, Hint: "name its city too, as in " + words.Quote("Hotel name, Lisbon") + "; or find it in a list: travel hotels search PLACE CHECKIN CHECKOUT"}}
	var names []string
	for _, p := range near[:min(len(near), mostNamed)] {
		names = append(names, places.Typed(p))
		e.Candidates = append(e.Candidates, problem.Candidate{ID: places.Typed(p), Label: p.Name})
	}
	if len(names) > 0 {
		e.Hint = "give the name as a whole, such as " + words.Shell(names[0])
		e.Text += "; near by name: " + strings.Join(names, "; ")
	}
	return e
}

// choose asks the traveler to choose between hotels of the same name.
func (r *NamedRequest) choose(ctx context.Context, d *desk.Desk, rows []apiclient.Place) (apiclient.Place, error) {
	rows = rows[:min(len(rows), 9)]
	c := desk.Choice{Title: words.Quote(r.Text) + " is several hotels:"}
	left := problem.ChoiceError{Text: fmt.Sprintf("%s %s is several hotels", argument, words.Quote(r.Text)), Typed: r.Text}
	for _, p := range rows {
		name := places.Typed(p)
		c.Options = append(c.Options, desk.Option{Name: name})
		left.Candidates = append(left.Candidates, problem.Candidate{ID: name, Label: p.Name})
	}
	left.Hint = "give the name with its city, such as " + words.Shell(left.Candidates[0].ID)
	n, err := d.Ask.Choose(ctx, c)
	switch {
	case errors.Is(err, desk.ErrNoOne), errors.Is(err, desk.ErrNothing):
		return apiclient.Place{}, left
	case err != nil:
		return apiclient.Place{}, err
	}
	return rows[n], nil
}

// around finds the id of a hotel: in the last list, if that is of its city, or else by a search around it.
func (r *NamedRequest) around(ctx context.Context, d *desk.Desk, row apiclient.Place) (Hotel, error) {
	name := places.ShortName(row)
	list, found, err := d.Lists().Latest(recall.Hotels)
	if exact, _ := named(list, name); err == nil && found && len(exact) == 1 && isAround(list.Asked(), row) {
		return hotelOfRow(list, exact[0]), nil
	}
	if _, known := places.PointOf(row); !known {
		return Hotel{}, r.unknown("the service does not say where "+name+" stands, so its id cannot be found", nil)
	}
	if err := r.agree(ctx, d, name); err != nil {
		return Hotel{}, err
	}
	cards, err := r.search(ctx, d, row, list.Asked())
	if err != nil {
		return Hotel{}, err
	}
	var near []apiclient.Place
	var ids []int64
	for _, card := range cards {
		if words.Fold(card.Name) == words.Fold(name) && query.IsHotelID(card.HotelID) {
			ids = append(ids, card.HotelID)
		}
		near = append(near, apiclient.Place{Name: card.Name})
	}
	list, _, err = d.Lists().Latest(recall.Hotels)
	switch {
	case err != nil, len(ids) > 1:
		return Hotel{}, problem.ChoiceError{
			Text: fmt.Sprintf("%s %s is several hotels of the list around it", argument, words.Quote(r.Text)), Hint: "give the number of one: travel hotels results",
		}
	case len(ids) == 0:
		return Hotel{}, r.unknown("no hotel called "+words.Quote(name)+" came in from the search around it", near)
	}
	return hotelOf(list, ids[0]), nil
}

// isAround reports whether a search covers a hotel: it was made for its city, or within a kilometer of it.
func isAround(asked query.Stay, row apiclient.Place) bool {
	if asked.City != "" {
		return asked.City == words.Stated(row.CityCode)
	}
	from, known := places.PointAt(new(json.Number(asked.Lat)), new(json.Number(asked.Lng)))
	to, stands := places.PointOf(row)
	return known && stands && from.Kilometres(to) <= 1
}

// agree asks whether to use a search to find the hotel.
func (r *NamedRequest) agree(ctx context.Context, d *desk.Desk, name string) error {
	cost := name + " is in no list of yours: a search around it finds its id, which spends one of your searches" + d.LeftFor(ctx, desk.HotelSearches)
	if r.Agreed {
		d.Report.Spending(words.UpperFirst(cost) + ".")
		return nil
	}
	return d.Agree(ctx, words.UpperFirst(cost)+". Go on?", problem.ChoiceError{Text: cost, Hint: "to agree to it: --yes"})
}

// soonest is how many days ahead the stay of such a search begins if no days are known.
const soonest = 30

// search makes a search around a hotel, with the days and guests of the list if there are any, and reads all of it.
func (r *NamedRequest) search(ctx context.Context, d *desk.Desk, row apiclient.Place, asked query.Stay) ([]apiclient.HotelCard, error) {
	q := ask.New("createHotelSearch", r.Query.Days())
	day := d.Now().AddDate(0, 0, soonest)
	in, out := day.Format(ask.ISO), day.AddDate(0, 0, 1).Format(ask.ISO)
	if asked.CheckIn != "" && query.CheckStay(d.Now(), asked.CheckIn, asked.CheckOut) == nil {
		in, out = asked.CheckIn, asked.CheckOut
	}
	for wire, value := range map[string]any{"checkIn": in, "checkOut": out, "radius": json.Number("1")} {
		if err := q.SetTyped(wire, value); err != nil {
			return nil, err
		}
	}
	if err := fillGuests(q, asked); err != nil {
		return nil, err
	}
	locale, err := d.Resolve(ctx, q, desk.LocaleOf(asked.Terms))
	if err != nil {
		return nil, err
	}
	view := desk.View{Query: ask.New("getHotelSearchResults", r.Query.Days()), Life: desk.Life{Wait: search.DefaultBudget}}
	view.Pages = desk.PagesOf(view.Query.Op())
	view.Pages.All = true
	if err := view.Query.SetTyped("pageSize", view.Pages.Widest); err != nil {
		return nil, err
	}
	if err := view.Query.Repeat(q); err != nil {
		return nil, err
	}
	place := query.Stay{Lat: words.Decimal(row.Latitude), Lng: words.Decimal(row.Longitude), Name: "Around " + places.ShortName(row)}
	ready, err := prepare(d, recall.List{Kind: recall.Hotels}, q, place, locale)
	if err != nil {
		return nil, err
	}
	made, err := ready.Search(ctx)
	if err != nil {
		return nil, err
	}
	found, err := Subject().Follow(ctx, d, made, view)
	if len(found.Bodies) == 0 {
		return nil, cmp.Or(err, errors.New("nothing came in"))
	}
	return found.Value.Results.Results, err
}
