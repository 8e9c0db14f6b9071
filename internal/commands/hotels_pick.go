package commands

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/recall"
)

// pickedHotel is the hotel that an argument names, and what its list said.
type pickedHotel struct {
	id    int64
	row   int // its number in the list, 0 for one that is in no list
	name  string
	facts map[string]string // of its row, see hotelRowFacts
	about recall.Context
}

// The numbers that an argument can be. Lists end below lowestHotelID, so a
// larger number is a hotel id; a smaller one can be written as id:17.
const (
	lowestHotelID  = 5001
	highestHotelID = 1<<53 - 1
	idPrefix       = "id:"
)

// namesHotel tells whether an argument is a row number or a hotel id.
func namesHotel(text string) bool {
	_, err := strconv.ParseInt(strings.TrimPrefix(text, idPrefix), 10, 64)
	return err == nil
}

// isHotelID tells a hotel id that the contract allows.
func isHotelID(id int64) bool { return id >= 1 && id <= highestHotelID }

// hotelArgument is a hotel id as it can be typed.
func hotelArgument(id int64) string {
	text := strconv.FormatInt(id, 10)
	if id < lowestHotelID {
		return idPrefix + text
	}
	return text
}

// pickHotel turns a row number, a hotel id or a listed name into the hotel. When the latest
// list holds it, what the list said of it comes along.
func (a *app) pickHotel(label, text, help string) (pickedHotel, error) {
	number, isID := strings.CutPrefix(text, idPrefix)
	n, err := strconv.ParseInt(number, 10, 64)
	if _, notNumber := strconv.ParseFloat(number, 64); notNumber != nil && !isID {
		return a.pickHotelByName(label, text, help)
	}
	if err != nil || !isHotelID(n) {
		return pickedHotel{}, usageError{Arg: label, Given: text, Want: "a row number or a name of the last list of hotels, or a hotel id", Next: help}
	}
	lists, err := a.lists()
	if err != nil {
		return pickedHotel{}, err
	}
	list, found, err := lists.Latest(recall.Hotels)
	if isID || n >= lowestHotelID {
		if err != nil {
			return pickedHotel{id: n}, nil //nolint:nilerr // a list that cannot be read only means there is no context
		}
		return hotelByID(list, n), nil
	}
	if err != nil {
		return pickedHotel{}, err
	}
	if !found {
		return pickedHotel{}, misuse{
			Text: fmt.Sprintf("%s %s is a row number, and no list of hotels is there to count in", label, text),
			Hint: "make one first: travel hotels search PLACE CHECKIN CHECKOUT; a hotel id as small as this is written " + idPrefix + text,
		}
	}
	row, err := list.Pick(int(n))
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), fmt.Sprintf("row %d: ", n))
		return pickedHotel{}, misuse{Text: fmt.Sprintf("%s %s: %s", label, text, reason), Next: help}
	}
	return hotelOfRow(list, row), nil
}

func hotelByID(list recall.List, id int64) pickedHotel {
	for _, row := range list.Rows {
		if row.ID == strconv.FormatInt(id, 10) {
			return hotelOfRow(list, row)
		}
	}
	return pickedHotel{id: id}
}

func hotelOfRow(list recall.List, row recall.Row) pickedHotel {
	id, _ := strconv.ParseInt(row.ID, 10, 64) // rows are saved with whole numbers
	return pickedHotel{id: id, row: row.N, name: row.Label, facts: row.Facts, about: list.Context}
}

// argument is the hotel as the next command can name it.
func (h pickedHotel) argument() string {
	if h.row > 0 {
		return strconv.Itoa(h.row)
	}
	return hotelArgument(h.id)
}

// title names the hotel for a person.
func (h pickedHotel) title() string {
	if h.name != "" {
		return h.name
	}
	return "hotel " + strconv.FormatInt(h.id, 10)
}

// unknownHotel says what to do about the 404 of a create, which means that the
// service does not know the hotel: nothing has expired.
func unknownHotel(err error) error {
	if fromProblem(err) {
		return advised{err: err, hint: "check the id of the hotel: travel hotels search finds hotels by name"}
	}
	return err
}
