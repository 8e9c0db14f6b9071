package commands

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// fareOption is an option of a fare with what it pays for, as the service says
// it and as a list keeps it.
type fareOption struct {
	n      int // its number in the list
	id     string
	name   string
	covers apiclient.FareCoverage // leg, trip, or "" where the service does not say
	leg    int                    // the leg it pays for, from 1; 0 if not said
	legs   int                    // how many legs the options pay for in all, as far as is known
	gone   bool                   // it was listed, and searching again did not bring it back

	print string // finds it again in another search
	price money.Money
	fees  string // what a change and a cancellation cost, in words
}

// fareOptions are the options of one fare, in the service's order.
type fareOptions []fareOption

// readOptions numbers the options of an answer.
func readOptions(o *apiclient.FareOptions) fareOptions {
	var all fareOptions
	for i, option := range o.Options {
		one := fareOption{
			n: i + 1, id: option.FareOptionID, name: option.Name, print: search.Keep(search.PrintOption(option)),
			price: money.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency}, fees: feeWords(option.Penalties),
		}
		if option.Price.Covers != nil {
			one.covers = *option.Price.Covers
		}
		if option.LegID != nil {
			one.leg = max(whole(*option.LegID), 0)
		}
		all = append(all, one)
	}
	legs := len(all.legs())
	for _, leg := range o.Legs {
		legs = max(legs, whole(leg.LegID))
	}
	for i := range all {
		all[i].legs = legs
	}
	return all
}

// listedOptions reads the options back from a list. Facts that are missing or
// broken are as if the service had not said them.
func listedOptions(list recall.List) fareOptions {
	var all fareOptions
	for _, row := range list.Rows {
		one := fareOption{
			n: row.N, id: row.ID, name: row.Label, covers: apiclient.FareCoverage(row.Facts["covers"]), gone: row.Gone,
			print: row.Facts[printFact], price: rowMoney(row), fees: row.Facts["fees"],
		}
		one.leg, _ = strconv.Atoi(row.Facts["leg"])
		one.legs, _ = strconv.Atoi(row.Facts["legs"])
		all = append(all, one)
	}
	return all
}

// row is an option as a list keeps it.
func (o fareOption) row() recall.Row {
	return recall.Row{N: o.n, ID: o.id, Label: o.name, Facts: map[string]string{
		"covers": string(o.covers), "leg": strconv.Itoa(o.leg), "legs": strconv.Itoa(o.legs),
		printFact: o.print, "price": o.price.Amount, "currency": o.price.Currency, "fees": o.fees,
	}}
}

// feeWords are the fees of an option, for comparing them: "cancel 60 USD".
func feeWords(penalties []apiclient.Penalty) string {
	var words []string
	for _, p := range penalties {
		if p.Amount != nil {
			words = append(words, string(p.Type)+" "+p.Amount.String()+" "+stated(p.Currency))
		}
	}
	return strings.Join(words, ", ")
}

// pays tells whether it is known what the option pays for: the trip, or a leg
// that has a number.
func (o fareOption) pays() bool {
	return o.covers == apiclient.FareCoverageTrip || o.covers == apiclient.FareCoverageLeg && o.leg > 0
}

// legs are the legs that options pay for, in order.
func (list fareOptions) legs() []int {
	var legs []int
	for _, o := range list {
		if o.covers == apiclient.FareCoverageLeg && o.leg > 0 && !slices.Contains(legs, o.leg) {
			legs = append(legs, o.leg)
		}
	}
	slices.Sort(legs)
	return legs
}

// of are the options that pay for a leg.
func (list fareOptions) of(leg int) fareOptions {
	var found fareOptions
	for _, o := range list {
		if o.covers == apiclient.FareCoverageLeg && o.leg == leg {
			found = append(found, o)
		}
	}
	return found
}

// rule says in a sentence what an option pays for and what has to be chosen.
func (list fareOptions) rule() string {
	legs := list.legs()
	switch {
	case len(list) == 0:
		return "The service lists no option of this fare."
	case !list.allPay():
		return "The service does not say what an option pays for."
	case len(legs) == 0:
		return "Each option pays for the whole trip: choose one."
	case len(legs) == 1 && list.every(apiclient.FareCoverageLeg):
		return "Each option pays for the one leg of this trip: choose one."
	case !list.every(apiclient.FareCoverageLeg):
		return "Some options pay for the whole trip, others for one leg: choose one for the trip, or " + oneOfEach(legs) + "."
	}
	return "Each option pays for one leg: choose " + oneOfEach(legs) + "."
}

// oneOfEach is "one of OUT and one of BACK".
func oneOfEach(legs []int) string {
	var parts []string
	for _, leg := range legs {
		parts = append(parts, "one of "+legName(leg, len(legs)))
	}
	return joinAnd(parts)
}

func (list fareOptions) allPay() bool {
	return !slices.ContainsFunc(list, func(o fareOption) bool { return !o.pays() })
}

func (list fareOptions) every(c apiclient.FareCoverage) bool {
	return !slices.ContainsFunc(list, func(o fareOption) bool { return o.covers != c })
}

// next is the command that takes the first option of each leg, ready to paste.
func (list fareOptions) next(fare string) []string {
	if len(list) == 0 || !apiclient.ValidID(list[0].id) {
		return nil
	}
	chosen := fareOptions{list[0]}
	if legs := list.legs(); list.allPay() && list.every(apiclient.FareCoverageLeg) {
		chosen = nil
		for _, leg := range legs {
			chosen = append(chosen, list.of(leg)[0])
		}
	}
	command := "travel flights booking-link " + shellQuote(fare)
	for _, o := range chosen {
		command += fmt.Sprintf(" --option %d", o.n)
	}
	return []string{command}
}

// legName is what a leg is called in headings and messages; the only leg of a
// trip needs no name.
func legName(leg, of int) string {
	switch {
	case of == 1:
		return ""
	case of > 2 || leg > 2:
		return fmt.Sprintf("LEG %d", leg)
	case leg == 1:
		return "OUT"
	}
	return "BACK"
}

// joinAnd is "a", "a and b", "a, b and c".
func joinAnd(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
