package flights

import (
	"regexp"
	"strconv"
	"sync"

	"travel.example/travel/internal/desk/daily"
	"travel.example/travel/internal/problem"
)

// Nights is how many nights there may be between the two flights. The zero value is one way.
type Nights struct {
	Least, Most int
	Return      bool
}

// Count is how many stays there are.
func (n Nights) Count() int { return n.Most - n.Least + 1 }

var nightsForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,3})(?:(?:-|\.\.)(\d{1,3}))?$`) })

// ParseNights reads 7 or 3-5.
func ParseNights(text string) (Nights, error) {
	m := nightsForm().FindStringSubmatch(text)
	if m == nil {
		return Nights{}, notNights(text)
	}
	least, _ := strconv.Atoi(m[1])
	most := least
	if m[2] != "" {
		most, _ = strconv.Atoi(m[2])
	}
	if most < least || most > daily.MostNights {
		return Nights{}, notNights(text)
	}
	return Nights{Least: least, Most: most, Return: true}, nil
}

func notNights(text string) error {
	return problem.NotAccepted("--nights", text, "a number of nights up to 180, or two such as 3-5", "")
}
