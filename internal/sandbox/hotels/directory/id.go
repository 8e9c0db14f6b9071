package directory

import (
	"fmt"
	"strconv"
)

// A hotel's number is the city code's letters to the base 26, or behind all of
// these the number of a town that has no code, then the hotel's place in its city,
// then two check digits as an IBAN has them (ISO 7064, mod 97-10). So it can be read
// without a table, it stays the same forever, and a wrong digit or two swapped ones
// never name another hotel.
const (
	perCity = 512 // more than any city has
	letters = 26
	coded   = letters * letters * letters
	towns   = 10_000
	modulus = 97
)

// number is the id of a hotel, at most ten digits and below 2^31.
func number(city string, index int) int64 {
	packed := int64(0)
	if town, err := strconv.Atoi(city); err == nil {
		packed = coded + int64(town)
	} else {
		for i := range len(city) {
			packed = packed*letters + int64(city[i]-'A')
		}
	}
	packed = (packed*perCity + int64(index)) * 100
	return packed + modulus + 1 - packed%modulus
}

// locate reads a hotel's number. ok is false for one that breaks the rules;
// whether the city exists and has that many hotels is another question.
func locate(id int64) (city string, index int, ok bool) {
	packed := id / 100
	if id <= 0 || packed >= (coded+towns)*perCity {
		return "", 0, false
	}
	code := packed / perCity
	if code < coded {
		city = string([]byte{'A' + byte(code/letters/letters), 'A' + byte(code/letters%letters), 'A' + byte(code%letters)})
	} else {
		city = fmt.Sprintf("%04d", code-coded)
	}
	index = int(packed % perCity)
	return city, index, number(city, index) == id
}
