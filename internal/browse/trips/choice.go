package trips

import (
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/words"
)

// choice holds the sorted indexes of the chosen options of a fare. It is immutable.
type choice []int

func (c choice) has(at int) bool { return slices.Contains(c, at) }

func (c choice) without(at int) choice {
	return slices.DeleteFunc(slices.Clone(c), func(have int) bool { return have == at })
}

// with returns the choice with one more option, which replaces those that cannot be booked together with it.
func (c choice) with(all flights.Options, at int) choice {
	var now choice
	for _, have := range c {
		if have != at && !all[have].Excludes(all[at]) {
			now = append(now, have)
		}
	}
	now = append(now, at)
	slices.Sort(now)
	return now
}

// options returns the chosen options.
func (c choice) options(all flights.Options) flights.Options {
	var list flights.Options
	for _, at := range c {
		list = append(list, all[at])
	}
	return list
}

// lacks says why the choice cannot be booked yet, or returns "" if it can. If that is unclear, it leaves the question
// to the desk.
func (c choice) lacks(all flights.Options) string {
	if len(c) == 0 {
		return all.Rule()
	}
	chosen := c.options(all)
	_, err := chosen.Check(all)
	if err == nil {
		return ""
	}
	if missing := chosen.Lacks(all); missing != "" {
		return "Choose " + missing + " too."
	}
	return words.UpperFirst(err.Error()) + "."
}

// missing returns the first option for the first part of the trip that the choice does not pay for, or -1.
func (c choice) missing(all flights.Options) int {
	legs := c.options(all).Missing(all)
	if len(legs) == 0 {
		return -1
	}
	return slices.IndexFunc(all, func(o flights.Option) bool { return o.Pays() && o.Leg == legs[0] })
}

// numbers returns the numbers of the chosen options, as typed.
func (c choice) numbers(all flights.Options) []string {
	var list []string
	for _, o := range c.options(all) {
		list = append(list, strconv.Itoa(o.N))
	}
	return list
}

// words names the choice: "options 1 and 3".
func (c choice) words() string {
	var list []string
	for _, at := range c {
		list = append(list, strconv.Itoa(at+1))
	}
	return words.Noun(len(c), "option") + " " + words.And(list)
}

// costs lists what each chosen option costs according to the service. It computes no total.
func (c choice) costs(all flights.Options, locale string) string {
	var list []string
	for _, o := range c.options(all) {
		list = append(list, strconv.Itoa(o.N)+" at "+o.Costs(locale))
	}
	return "chosen: " + words.And(list)
}

// whole returns the chosen option that pays for the whole trip, or -1 if none does or its price is unknown.
func (c choice) whole(all flights.Options) int {
	if len(c) != 1 || all[c[0]].Covers != string(apiclient.FareCoverageTrip) || all[c[0]].Price.Amount == "" {
		return -1
	}
	return c[0]
}

// again returns the choice among the options of a new read, without those that no longer exist.
func (c choice) again(was, now flights.Options) choice {
	var found choice
	for _, at := range c {
		if i := was[at].FindIn(now); i >= 0 && !found.has(i) {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	return found
}
