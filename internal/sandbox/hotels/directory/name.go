package directory

import (
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/dice"
)

// address is a street with a number.
func address(d dice.Dice) string {
	street := d.With(1).Below(len(words().streets))
	road := d.With(2).Below(len(words().roads))
	return strconv.Itoa(1+d.With(3).Below(180)) + " " + words().streets[street] + " " + words().roads[road]
}

// nameHotels gives every hotel of a city its own name.
func (r *register) nameHotels() {
	taken := map[string]bool{}
	for _, h := range r.hotels {
		for try := uint64(0); ; try++ {
			if name := nameOf(h, h.Dice.Word("name").With(try), try); !taken[name] {
				h.Name, taken[name] = name, true
				break
			}
		}
	}
}

// nameOf is a name to try: a brand with a place, otherwise a word that means
// nothing in a form that is usual for the kind.
func nameOf(h *Hotel, d dice.Dice, try uint64) string {
	x := words()
	if h.Brand != "" {
		switch street := x.streets[d.Below(len(x.streets))]; {
		case try == 0:
			return h.Brand + " " + h.City.Name
		case try == 1:
			return h.Brand + " " + h.District
		default:
			return h.Brand + " " + street + " " + x.roads[d.With(1).Below(len(x.roads))]
		}
	}
	form := x.forms[h.Kind][d.Below(len(x.forms[h.Kind]))]
	name := strings.Replace(form, "{}", x.names[d.With(1).Below(len(x.names))], 1)
	if try > 8 {
		name += " " + h.District
	}
	return name
}
