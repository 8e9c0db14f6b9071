package params

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/api"
)

// TimeForms names what times of the day may be given as, for messages and help; PartForms names the
// parts of the day.
const (
	TimeForms = `06:00-12:00, 6-12 or "after 18"`
	PartForms = "morning, afternoon, evening or night"
)

// A Clock is times of the local day in minutes after midnight, both ends included. With From above To
// it goes on past midnight.
type Clock struct{ From, To int }

// String is how the contract writes it.
func (c Clock) String() string { return fmt.Sprintf("%d-%d", c.From, c.To) }

const dayEnd = 24*60 - 1

// isRange tells the filters on minutes of the day.
func isRange(param *api.Param) bool { return strings.HasSuffix(param.Name, "-range") }

// isBlocks tells the filters on parts of the day.
func isBlocks(param *api.Param) bool { return strings.HasSuffix(param.Name, "-blocks") }

// PartsOfDay are the words for parts of the day.
func PartsOfDay() []string { return []string{"morning", "afternoon", "evening", "night"} }

// block is the contract's word for a part of the day. Its night begins at 18:00.
func block(word string) (string, bool) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "midnight", "morning", "afternoon", "night":
		return strings.ToLower(strings.TrimSpace(word)), true
	case "evening":
		return "night", true
	}
	return "", false
}

// blocks are parts of the day as the contract writes them; what is not one stays as it is.
func blocks(text string) string {
	list := strings.Split(text, ",")
	for i, word := range list {
		if name, ok := block(word); ok {
			list[i] = name
		}
	}
	return strings.Join(list, ",")
}

// onlyMinutes tells the contract's own form of times, whose numbers are minutes of the day.
func onlyMinutes(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return (r < '0' || r > '9') && r != '-' && r != ' ' })
}

// parseTimes is ParseClock that also takes a part of the day.
func parseTimes(text string) (Clock, bool) {
	if name, ok := block(text); ok {
		from := map[string]int{"midnight": 0, "morning": 6, "afternoon": 12, "night": 18}[name] * 60
		return Clock{from, from + 6*60 - 1}, true
	}
	return ParseClock(text)
}

type clockPatterns struct{ moment, span, side *regexp.Regexp }

var compiledClocks = sync.OnceValue(func() clockPatterns {
	return clockPatterns{
		moment: regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2})|h)?(?: ?(am|pm))?$`),
		span:   regexp.MustCompile(`^(?:from |between )?(.+?) ?(?:-|–|\bto\b|\band\b) ?(.+)$`),
		side:   regexp.MustCompile(`^(after|from|since|before|until|till|by) (.+)$`),
	}
})

// WireClock reads times of the day as the contract writes them: a part of the day, or minutes such as 360-720.
func WireClock(text string) (c Clock, ok bool) {
	if n, err := fmt.Sscanf(text, "%d-%d", &c.From, &c.To); n == 2 && err == nil {
		return c, true
	}
	return parseTimes(text)
}

// ParseClock reads times of the day as a person says them: 06:00-12:00, 6-12, 6am-2pm, after 18,
// before 9. Numbers alone are hours. Before 9 ends at 08:59, until 9 at 09:00.
func ParseClock(text string) (Clock, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	p := compiledClocks()
	if m := p.side.FindStringSubmatch(text); m != nil {
		if at, ok := moment(m[2]); ok {
			return side(m[1], at)
		}
	}
	m := p.span.FindStringSubmatch(text)
	if m == nil {
		return Clock{}, false
	}
	from, ok := moment(m[1])
	to, okTo := moment(m[2])
	if from == dayEnd+1 {
		from = 0
	}
	return Clock{from, min(to, dayEnd)}, ok && okTo && sameHalves(m[1], m[2])
}

func side(word string, at int) (Clock, bool) {
	switch word {
	case "before":
		return Clock{0, at - 1}, at > 0
	case "until", "till", "by":
		return Clock{0, min(at, dayEnd)}, true
	}
	return Clock{at, dayEnd}, at <= dayEnd
}

// sameHalves tells whether both moments say am or pm, or neither does; noon and midnight need not.
func sameHalves(from, to string) bool {
	for _, text := range []string{from, to} {
		if text == "noon" || text == "midnight" {
			return true
		}
	}
	return strings.HasSuffix(from, "m") == strings.HasSuffix(to, "m")
}

// moment reads one time of the day, 24:00 for its end.
func moment(text string) (minute int, ok bool) {
	switch text {
	case "noon":
		return 12 * 60, true
	case "midnight":
		return 24 * 60, true
	}
	m := compiledClocks().moment.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ = strconv.Atoi(m[2]) // "" is 0
	if m[3] != "" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if m[3] == "pm" {
			hour += 12
		}
	}
	total := 60*hour + minute
	return total, minute < 60 && total <= 24*60
}
