package flights

import (
	"fmt"
	"strconv"
	"strings"
)

// FareID names a fare: {searchId}:{tripCode}:{provider}.{number}. With the
// query that the search id carries, it is enough to find the fare again.
type FareID struct {
	Search   string // with no colon in it
	Trip     string // trip code
	Provider string
	Number   int // of the provider's fares for the trip, from 1
}

// String is the id on the wire.
func (f FareID) String() string {
	return f.Search + ":" + f.Trip + ":" + f.Provider + "." + strconv.Itoa(f.Number)
}

// ParseFareID reads a fare id. Text of another shape is not a fare: the error is
// ErrNotFound.
func ParseFareID(text string) (FareID, error) {
	search, rest, _ := strings.Cut(text, ":")
	trip, rest, _ := strings.Cut(rest, ":")
	provider, digits, _ := strings.Cut(rest, ".")
	number, err := strconv.Atoi(digits)
	id := FareID{Search: search, Trip: trip, Provider: provider, Number: number}
	if err != nil || number < 1 || search == "" || trip == "" || provider == "" || id.String() != text {
		return FareID{}, fmt.Errorf("fare %.300q: %w", text, ErrNotFound)
	}
	return id, nil
}

func (s shape) fareID(t *trip, o offer) FareID {
	return FareID{Search: s.query.ID, Trip: t.code, Provider: s.snap.sellers[o.seller].code, Number: int(o.number)}
}
