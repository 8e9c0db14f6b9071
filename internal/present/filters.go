package present

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/words"
)

// Filters are those of a list, to be told without flags, where no one types those. Prices are in Currency; Per is
// what one is for, such as " a night".
type Filters struct {
	View          []recall.Param
	Currency, Per string
}

// Words are the filters as a traveler says them: "nonstop only", "at most USD 500". They may be foreign text.
func (f Filters) Words() []string {
	var list []string
	for _, p := range f.View {
		if text := f.word(p); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Name tells in these words which filters removed every row.
func (f Filters) Name(n *desk.Nothing) *desk.Nothing {
	if n == nil {
		return nil
	}
	for _, p := range f.View {
		for i := range n.Filters {
			if n.Filters[i] == p.Typed {
				n.Filters[i] = f.word(p)
			}
		}
		for i := range n.Without {
			if n.Without[i].Filter == p.Typed {
				n.Without[i].Filter = f.word(p)
			}
		}
	}
	return n
}

// around are words before and behind the values of a filter.
func around(p recall.Param, before, behind string) string {
	return before + words.Or(p.Values) + behind
}

// word is one filter, "" for what is none, or is told with another one.
func (f Filters) word(p recall.Param) string {
	way, what, _ := strings.Cut(p.Name, "-")
	if no := p.Values[0]; no == "false" || no == "0" && p.Name != "stops" {
		return "" // which leaves nothing out
	}
	switch p.Name {
	case "sort", "pageSize", "guest-type":
		return ""
	case "stops":
		return stopWords(p.Values)
	case "min-price", "max-price":
		return limitWord(way) + f.Currency + " " + words.Thousands(p.Values[0]) + f.Per
	case "min-stopover-duration", "max-stopover-duration":
		return "waits of " + limitWord(way) + lengthOf(p)
	case "max-duration":
		return limitWord(way) + lengthOf(p) + " in all"
	case "min-star", "max-star":
		return around(p, limitWord(way), " stars")
	case "min-review-score":
		return around(p, "guests say at least ", "")
	case "min-guest-rating":
		return around(p, f.guests()+" say at least ", "")
	}
	if way == "outbound" || way == "return" {
		return legWord(way, what, p)
	}
	return listWord(p)
}

// guests are those whose scores a filter goes by.
func (f Filters) guests() string {
	for _, p := range f.View {
		if p.Name == "guest-type" {
			return cohortWords[apiclient.GuestCohort(p.Values[0])]
		}
	}
	return "guests"
}

func limitWord(end string) string {
	if end == "min" {
		return "at least "
	}
	return "at most "
}

// lengthOf is the length that a filter has, in minutes on the wire.
func lengthOf(p recall.Param) string {
	minutes, err := strconv.Atoi(p.Values[0])
	if err != nil {
		return p.Values[0]
	}
	return lengthWords(minutes)
}

// listWord is a filter by words of the service or of the contract.
func listWord(p recall.Param) string {
	switch p.Name {
	case "same-airline":
		return "one airline for every leg"
	case "refundable":
		return "a refundable rate seen"
	case "deals-only":
		return "deals only"
	case "airlines-match":
		return strings.Replace(p.Values[0], "all", "every", 1) + " leg by those airlines"
	case "booking-types":
		return "sold by " + strings.NewReplacer("platform", "this service", "airline", "the airline").Replace(words.Or(p.Values))
	case "booking-sites":
		return around(p, "sold by ", "")
	case "stopover-airports":
		return around(p, "via ", "")
	case "amenities", "rate-types":
		return "with " + strings.ReplaceAll(words.And(p.Values), "_", " ")
	case "property-types":
		return around(p, "type ", "")
	}
	return around(p, strings.TrimSuffix(p.Name, "s")+" ", "")
}

// mostStops is how many stops can be told apart.
const mostStops = 9

// stopWords are the numbers of stops that are wanted.
func stopWords(values []string) string {
	numbers := slices.Clone(values)
	slices.Sort(numbers)
	last := len(numbers) - 1
	first := last + 1 // of those that go on up to the most
	for n := mostStops; first > 0 && numbers[first-1] == strconv.Itoa(n); n-- {
		first--
	}
	switch {
	case numbers[last] == "0":
		return "nonstop only"
	case numbers[last] == strconv.Itoa(last):
		return "at most " + words.Counted(last, "stop")
	case first < last:
		numbers = append(numbers[:first], numbers[first]+" or more")
	}
	if len(numbers) == 1 && numbers[0] == "1" {
		return "1 stop"
	}
	return words.Or(numbers) + " stops"
}

// legWord is a filter on when a leg leaves or lands, or on how long it takes.
func legWord(way, what string, p recall.Param) string {
	end, kind, _ := strings.Cut(what, "-")
	before := ""
	if way == "return" {
		before = "return "
	}
	switch {
	case kind == "duration":
		return way + " " + limitWord(end) + lengthOf(p)
	case end == "departure":
		before += "departing "
	default:
		before += "arriving "
	}
	var times []string
	for _, value := range p.Values {
		times = append(times, clockWords(value))
	}
	return before + words.Or(times)
}

// clockWords are times of the day: a part of it, or two minutes of it.
func clockWords(value string) string {
	c, ok := params.WireClock(value)
	if !ok {
		return value
	}
	to := c.To
	if (to+1)%60 == 0 {
		to++
	}
	clock := func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
	switch {
	case c.From > 0 && to == 24*60:
		return "after " + clock(c.From)
	case c.From == 0 && to < 24*60:
		return "until " + clock(to)
	}
	return clock(c.From) + "–" + clock(to)
}
