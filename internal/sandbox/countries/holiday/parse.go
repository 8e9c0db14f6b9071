package holiday

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// parser reads the tables. Every fault is a panic that shows the line.
type parser struct {
	line  string
	dates map[string]map[int][]Day // dated feasts by name and year
}

func parse(rules, feasts string) *Calendar {
	p := &parser{dates: map[string]map[int][]Day{}}
	for p.line = range lines(feasts) {
		p.feast(strings.Fields(p.line))
	}
	c := &Calendar{markets: map[string][]*rule{}}
	market := ""
	for p.line = range lines(rules) {
		if code, ok := strings.CutPrefix(p.line, "["); ok {
			market = strings.TrimSuffix(code, "]")
			p.must(c.markets[market] == nil, "the market comes twice")
			continue
		}
		c.markets[market] = append(c.markets[market], p.rule(market, strings.Fields(p.line)))
	}
	return c
}

// lines yields the lines that are neither empty nor a comment.
func lines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}

//nolint:revive // the condition is what it asserts
func (p *parser) must(ok bool, fault string) {
	if !ok {
		panic(fmt.Sprintf("holiday: %s: %q", fault, p.line))
	}
}

func (p *parser) feast(words []string) {
	years := map[int][]Day{}
	for _, word := range words[1:] {
		d, err := ParseDay(word)
		p.must(err == nil, "no date")
		years[d.Year()] = append(years[d.Year()], d)
	}
	p.must(p.dates[words[0]] == nil && worked(words[0]) == nil, "the feast comes twice")
	p.dates[words[0]] = years
}

func (p *parser) rule(market string, words []string) *rule {
	r := &rule{market: market, key: words[0], days: 1}
	var when []string
	for _, word := range words[1:] {
		name, value, option := strings.Cut(word, "=")
		switch {
		case !option:
			when = append(when, word)
		case name == "days":
			r.days = p.number(value)
		case name == "move":
			p.shifts(value, &r.move, nil)
		case name == "also":
			p.shifts(value, &r.also, &r.meet)
		case name == "years":
			r.years = p.years(value)
		default:
			p.must(false, "unknown option "+name)
		}
	}
	r.when = p.anchor(when)
	return r
}

// anchor reads the middle of a line.
func (p *parser) anchor(when []string) anchor {
	switch {
	case len(when) == 1 && when[0] == "between":
		return nil
	case len(when) == 1:
		return p.feastAnchor(when[0])
	case len(when) == 2:
		return fixed(p.month(when[0]), p.number(when[1]))
	case len(when) == 3 && when[0] == "last":
		return last(p.weekday(when[1]), p.month(when[2]))
	case len(when) == 3:
		return nth(p.number(when[0]), p.weekday(when[1]), p.month(when[2]))
	case len(when) == 4 && when[1] == "before":
		return before(p.weekday(when[0]), p.month(when[2]), p.number(when[3]))
	case len(when) == 4 && when[1] == "from":
		return from(p.weekday(when[0]), p.month(when[2]), p.number(when[3]))
	}
	p.must(false, "no such rule")
	return nil
}

// feastAnchor reads a feast with the days from it: easter-2. Names have
// hyphens themselves, so the number is what follows the last sign.
func (p *parser) feastAnchor(word string) anchor {
	name, offset := word, Day(0)
	if i := strings.LastIndexAny(word, "+-"); i > 0 {
		if n, err := strconv.Atoi(word[i:]); err == nil {
			name, offset = word[:i], Day(n)
		}
	}
	if of := worked(name); of != nil {
		return func(year int) []Day { return []Day{of(year) + offset} }
	}
	dates := p.dates[name]
	p.must(dates != nil, "no such feast")
	return func(year int) []Day {
		found := make([]Day, 0, len(dates[year]))
		for _, d := range dates[year] {
			found = append(found, d+offset)
		}
		return found
	}
}

// shifts reads sat+2,sun+1.
func (p *parser) shifts(text string, by *[7]int, meet *int) {
	for part := range strings.SplitSeq(text, ",") {
		p.must(len(part) > 3, "no shift")
		n := p.number(part[3:])
		if meet != nil && part[:3] == "hol" {
			*meet = n
			continue
		}
		by[p.weekday(part[:3])] = n
	}
}

// years reads -2001,2003-2011,2013,2023-.
func (p *parser) years(text string) []span {
	var spans []span
	for part := range strings.SplitSeq(text, ",") {
		first, last, through := strings.Cut(part, "-")
		s := span{firstYear, lastYear}
		if first != "" {
			s.first = p.number(first)
		}
		switch {
		case !through:
			s.last = s.first
		case last != "":
			s.last = p.number(last)
		}
		p.must(s.first <= s.last, "years end before they begin")
		spans = append(spans, s)
	}
	return spans
}

func (p *parser) number(text string) int {
	n, err := strconv.Atoi(text)
	p.must(err == nil, "no number "+text)
	return n
}

func (p *parser) month(text string) time.Month {
	t, err := time.Parse("Jan", text)
	p.must(err == nil, "no month "+text)
	return t.Month()
}

func (p *parser) weekday(text string) time.Weekday {
	for d := range time.Weekday(7) {
		if strings.EqualFold(d.String()[:3], text) {
			return d
		}
	}
	p.must(false, "no weekday "+text)
	return 0
}
