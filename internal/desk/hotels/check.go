package hotels

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// SetStay reads CHECKIN and CHECKOUT into a request; words for the second count from the first, as
// in +3d.
func SetStay(q *params.Values, in, out string) error {
	if err := q.Set("checkIn", "CHECKIN", in); err != nil {
		return err
	}
	q.Days().From = q.Text("checkIn")
	return q.Set("checkOut", "CHECKOUT", out)
}

// usualAdults is who stays where no one says, by the contract.
const usualAdults = 2

// checkGuests holds the rules that no single limit can: a room needs an adult, and ages, where they
// are given, are the children's. Ages alone say how many children there are.
func checkGuests(q *params.Values) error {
	if err := checkRooms(q); err != nil {
		return err
	}
	ages := len(q.Texts("childrenAges"))
	if ages > 0 && !q.Has("children") {
		return q.SetTyped("children", ages)
	}
	if children := q.Number("children"); q.Has("childrenAges") && ages != children {
		return agesError(ages, children)
	}
	return nil
}

func agesError(ages, children int) error {
	return problem.UsageError{Text: fmt.Sprintf("--children-ages has %s for --children %d; give one age for each child", words.Counted(ages, "age"), children)}
}

// checkRooms wants an adult in each room.
func checkRooms(q *params.Values) error {
	adults := usualAdults
	if q.Has("adults") {
		adults = q.Number("adults")
	}
	if rooms := q.Number("rooms"); rooms > adults {
		return problem.UsageError{Text: fmt.Sprintf("--rooms %d is more than --adults %d; each room needs an adult", rooms, adults)}
	}
	return nil
}

// checkFilters refuses combinations that the service refuses, or would answer with nothing.
func checkFilters(q *params.Values) error {
	judged := q.Text("sort") == "guest_rating_desc" || q.Has("min-guest-rating")
	switch {
	case q.Has("guest-type") && !judged:
		return problem.UsageError{Text: "--guest-type " + q.Text("guest-type") + " does nothing alone; add --min-guest-rating or --sort guest_rating_desc"}
	case judged && !q.Has("guest-type"):
		which := "--sort guest_rating_desc"
		if q.Has("min-guest-rating") {
			which = "--min-guest-rating"
		}
		return problem.UsageError{Text: which + " needs --guest-type: whose rating is meant, business, couple, family or solo"}
	}
	return q.CheckSpans([][2]string{{"min-price", "max-price"}, {"min-star", "max-star"}})
}

// fillGuests takes the guests of a list where the request does not say. Children that were given
// stand without the list's ages.
func fillGuests(q *params.Values, asked query.Stay) error {
	if asked.Adults == 0 {
		return nil
	}
	if err := q.SetDefault("adults", "--adults", strconv.Itoa(asked.Adults)); err != nil {
		return err
	}
	if err := q.SetDefault("rooms", "--rooms", strconv.Itoa(max(asked.Rooms, 1))); err != nil {
		return err
	}
	if q.Has("children") || len(asked.ChildrenAges) == 0 {
		return nil
	}
	if err := q.SetDefault("childrenAges", "--children-ages", asked.Ages()); err != nil {
		return err
	}
	return q.SetTyped("children", len(q.Texts("childrenAges")))
}

// checkLinkedGuests holds the rules of guests on a link: it names the age of every child, none of
// them above 17, and rooms have an adult each.
func checkLinkedGuests(q *params.Values) error {
	children, ages := q.Number("children"), 0
	if q.Has("childrenAges") {
		for text := range strings.SplitSeq(q.Text("childrenAges"), ",") {
			if age, err := strconv.Atoi(text); err != nil || age > 17 {
				return problem.NotAccepted("--children-ages", text, "ages from 0 to 17, one for each child, with commas between", "")
			}
			ages++
		}
	}
	switch {
	case ages > 8:
		return problem.UsageError{Text: fmt.Sprintf("--children-ages has %d ages; give at most 8, one for each child", ages)}
	case ages > 0 && !q.Has("children"):
		if err := q.Set("children", "--children-ages", strconv.Itoa(ages)); err != nil {
			return err
		}
	case children > 0 && ages == 0:
		return problem.UsageError{Text: fmt.Sprintf("--children %d needs --children-ages: a link names the age of every child", children)}
	case ages != children:
		return agesError(ages, children)
	}
	return checkRooms(q)
}
