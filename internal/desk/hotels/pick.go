package hotels

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Hotel is a hotel that an argument names, with what its list says of it. A hotel that is known by
// its id alone has no more.
type Hotel struct {
	ID   int64
	Row  recall.Row  // of the list, zero for a hotel that is in none
	List recall.List // without its rows

	Typed string // what was typed for it
	Kept  string // as the next command takes it, where it is one that the traveler keeps: "kept:2"
}

// Argument is the hotel as the next command can name it.
func (h Hotel) Argument() string {
	switch {
	case h.Kept != "":
		return h.Kept
	case h.Row.N > 0:
		return strconv.Itoa(h.Row.N)
	}
	return query.HotelArgument(h.ID)
}

// Listed tells whether a list says more of the hotel than its id, or what the traveler keeps of one.
func (h Hotel) Listed() bool { return h.Row.ID != "" }

// Title names the hotel for a person.
func (h Hotel) Title() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return "hotel " + strconv.FormatInt(h.ID, 10)
}

// Heading is the title at the beginning of a line: a name as the service writes it.
func (h Hotel) Heading() string {
	if h.Row.Label != "" {
		return h.Row.Label
	}
	return words.UpperFirst(h.Title())
}

// namesHotel tells whether an argument is a row number, a hotel id or one that the traveler keeps by its number.
func namesHotel(text string) bool {
	if strings.HasPrefix(text, kept.Prefix) {
		return true
	}
	_, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimPrefix(text, rowPrefix), query.HotelIDPrefix), 10, 64)
	return err == nil
}

// Pick turns a row number, a hotel id or a listed name into the hotel. When the latest list holds
// it, what the list said of it comes along. label and help are those of the argument. Nothing is
// sent.
func Pick(d *desk.Desk, label, text, help string) (Hotel, error) {
	h, err := pick(d, label, text, help)
	h.Typed = text
	return h, err
}

func pick(d *desk.Desk, label, text, help string) (Hotel, error) {
	p, found, err := d.PickKept(desk.Argument{Kind: recall.Hotels, Label: label, Text: text, What: "hotel", Help: help})
	wrong, isWrong := errors.AsType[desk.WrongKindError](err)
	if err != nil && !isWrong {
		return Hotel{}, err
	}
	if found {
		h := hotelOfRow(p.List, p.Row)
		h.Kept = p.Kept
		return h, nil
	}
	h, err := pickListed(d, label, strings.TrimPrefix(text, rowPrefix), help)
	if _, unlisted := errors.AsType[unlistedError](err); unlisted && isWrong {
		return Hotel{}, wrong
	}
	return h, err
}

// rowPrefix may stand before a row number.
const rowPrefix = "hotel:"

// pickListed is pick of what the traveler does not keep.
func pickListed(d *desk.Desk, label, text, help string) (Hotel, error) {
	number, isID := strings.CutPrefix(text, query.HotelIDPrefix)
	n, err := strconv.ParseInt(number, 10, 64)
	if _, notNumber := strconv.ParseFloat(number, 64); notNumber != nil && !isID {
		return pickNamed(d, label, text, help)
	}
	if err != nil || !query.IsHotelID(n) {
		return Hotel{}, problem.NotAccepted(label, text, wanted, help)
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
		return Hotel{}, desk.NoSuchRow(label, text, list, err, help)
	}
	return hotelOfRow(list, row), nil
}

// wanted is what an argument for a hotel accepts.
const wanted = "a row number or a name of the last list of hotels, or a hotel id"

// PickAll turns several arguments into hotels, and refuses the same one twice.
func PickAll(d *desk.Desk, label string, texts []string, help string) ([]Hotel, error) {
	var all []Hotel
	for _, text := range texts {
		h, err := Pick(d, label, text, help)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(all, func(have Hotel) bool { return have.ID == h.ID }) {
			return nil, problem.UsageError{Text: label + " " + words.Quote(text) + " is named twice; compare different hotels", Next: help}
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

// pickNamed finds a hotel of the last list by its name, or a part of it that no other hotel there
// has.
func pickNamed(d *desk.Desk, label, text, help string) (Hotel, error) {
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
		return Hotel{}, unlistedError{problem.NotAccepted(label, text, wanted, help)}
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

// isListed tells whether text is the whole name of a hotel of the last list. A part is not enough
// where a city may be meant.
func isListed(d *desk.Desk, text string) bool {
	list, found, err := d.Own(recall.Hotels)
	if err != nil || !found {
		return false
	}
	exact, _ := named(list, text)
	return len(exact) == 1
}

// named are the rows of a list with that very name, and those whose name holds it.
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

// unknownHotel says what to do about the 404 of a create, which means that the service does not know
// the hotel: nothing has expired.
func unknownHotel(err error) error {
	if desk.IsGone(err) {
		return atPlace("", problem.Error{Err: err, Hint: "check the id of the hotel: travel hotels search finds hotels by name"})
	}
	return err
}

// where is where hotels are looked for.
type where struct {
	stay query.Stay  // the place alone; none for a city that has to be looked up
	list recall.List // that a hotel was picked from by its row, else zero
}

// readPlace sorts out what PLACE is, as far as that needs no request, and refuses what can be
// nothing. A city is left to be looked up.
func readPlace(d *desk.Desk, text string, q *ask.Values) (where, error) {
	const help = "travel hotels search --help"
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
		return where{}, problem.UsageError{Text: "--radius is around a point; give PLACE as LAT,LNG, such as 38.71,-9.14", Next: help}
	case namesHotel(text), isListed(d, text):
		hotel, err := Pick(d, "PLACE", text, help)
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

// atPlace is an error about where hotels are looked for, which its text calls by a label.
func atPlace(label string, err error) error {
	return problem.FieldError{Err: err, Wire: "place", Label: label}
}
