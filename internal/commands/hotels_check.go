package commands

import (
	"fmt"
	"strconv"
	"time"
)

// setStay reads CHECKIN and CHECKOUT; words for the second count from the
// first, as in +3d.
func setStay(p *params, dates *dateBase, in, out string) error {
	if err := p.set("checkIn", "CHECKIN", in); err != nil {
		return err
	}
	dates.from = p.Text("checkIn")
	return p.set("checkOut", "CHECKOUT", out)
}

// checkStay holds what the specification says of a stay: not in the past, and
// at least one night. A day is past only when it is past everywhere on earth:
// the service knows the hotel's own day, this computer does not.
func checkStay(now time.Time, in, out string) error {
	if in < now.Add(-12*time.Hour).UTC().Format(isoDate) {
		return misuse{Text: fmt.Sprintf("CHECKIN %s is in the past (today is %s); give today or a later day", in, now.Format(isoDate))}
	}
	if out <= in {
		return misuse{Text: fmt.Sprintf("CHECKOUT %s is not after CHECKIN %s; give a later day, such as +1d for one night", out, in)}
	}
	return nil
}

// usualAdults is who stays when nobody says, by the contract.
const usualAdults = 2

// checkGuests holds the rules no single limit can: a room needs an adult, and
// ages, where they are given, are the children's. Ages alone say how many
// children there are.
func checkGuests(p *params) error {
	if err := checkRooms(p); err != nil {
		return err
	}
	ages := len(p.Texts("childrenAges"))
	if ages > 0 && !p.Has("children") {
		return p.Set("children", ages)
	}
	children := int(p.Int("children"))
	if p.Has("childrenAges") && ages != children {
		return misuse{Text: fmt.Sprintf("--children-ages has %s for --children %d; give one age for each child", counted(ages, "age"), children)}
	}
	return nil
}

// checkRooms wants an adult in each room.
func checkRooms(p *params) error {
	adults := int64(usualAdults)
	if p.Has("adults") {
		adults = p.Int("adults")
	}
	if rooms := p.Int("rooms"); rooms > adults {
		return misuse{Text: fmt.Sprintf("--rooms %d is more than --adults %d; each room needs an adult", rooms, adults)}
	}
	return nil
}

// checkStayFilters refuses combinations that the service refuses, or would
// answer with nothing.
func checkStayFilters(p *params) error {
	judged := p.Text("sort") == "guest_rating_desc" || p.Has("min-guest-rating")
	switch {
	case p.Has("guest-type") && !judged:
		return misuse{Text: "--guest-type " + p.Text("guest-type") + " does nothing alone; add --min-guest-rating or --sort guest_rating_desc"}
	case judged && !p.Has("guest-type"):
		which := "--sort guest_rating_desc"
		if p.Has("min-guest-rating") {
			which = "--min-guest-rating"
		}
		return misuse{Text: which + " needs --guest-type: whose rating is meant, business, couple, family or solo"}
	}
	for _, pair := range [][2]string{{"min-price", "max-price"}, {"min-star", "max-star"}} {
		low, errLow := strconv.ParseFloat(p.Text(pair[0]), 64)
		high, errHigh := strconv.ParseFloat(p.Text(pair[1]), 64)
		if errLow == nil && errHigh == nil && low > high {
			return misuse{Text: fmt.Sprintf("--%s %s is above --%s %s; nothing lies between", pair[0], p.Text(pair[0]), pair[1], p.Text(pair[1]))}
		}
	}
	return nil
}
