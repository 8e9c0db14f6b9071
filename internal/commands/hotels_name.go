package commands

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"travel.example/travel/internal/desk/recall"
)

// foldName makes names equal that differ in case, accents and spaces only.
func foldName(name string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
	return strings.Join(strings.Fields(plain), " ")
}

// hotelsNamed are the rows of a list with that very name, or else those whose
// name holds it.
func hotelsNamed(list recall.List, text string) (exact, part []recall.Row) {
	name := foldName(text)
	for _, row := range list.Rows {
		switch label := foldName(row.Label); {
		case name == "" || row.ID == "":
		case label == name:
			exact = append(exact, row)
		case strings.Contains(label, name):
			part = append(part, row)
		}
	}
	return exact, part
}

// pickHotelByName finds a hotel of the last list by its name, or a part of it
// that no other hotel there has.
func (a *app) pickHotelByName(label, text, help string) (pickedHotel, error) {
	lists, err := a.lists()
	if err != nil {
		return pickedHotel{}, err
	}
	list, _, err := lists.Latest(recall.Hotels)
	if err != nil {
		return pickedHotel{}, err
	}
	rows, part := hotelsNamed(list, text)
	if len(rows) == 0 {
		rows = part
	}
	switch len(rows) {
	case 0:
		return pickedHotel{}, usageError{
			Arg: label, Given: text, Next: help,
			Want: "a row number or a name of the last list of hotels, or a hotel id",
		}
	case 1:
		return hotelOfRow(list, rows[0]), nil
	}
	var names []string
	for _, row := range rows {
		names = append(names, fmt.Sprintf("%d %s", row.N, row.Label))
	}
	return pickedHotel{}, choiceError{
		Text: fmt.Sprintf("%s %s is several hotels of the last list", label, quoteArg(text)),
		Next: "give the number of one: " + strings.Join(names, ", "),
	}
}

// listedHotel tells whether text is the whole name of a hotel of the last
// list. A part is not enough where a city may be meant.
func (a *app) listedHotel(text string) bool {
	lists, err := a.lists()
	if err != nil {
		return false
	}
	list, found, err := lists.Latest(recall.Hotels)
	if err != nil || !found {
		return false
	}
	exact, _ := hotelsNamed(list, text)
	return len(exact) == 1
}
