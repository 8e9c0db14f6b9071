package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
)

// DayPattern and CountryPattern are how the contract writes a day and a country.
const (
	DayPattern     = `^\d{4}-\d{2}-\d{2}$`
	CountryPattern = `^[A-Z]{2}$`
)

// A form is how travelers type the value of a parameter.
type form struct {
	name  string // a short word in the help; "" for a switch
	wants string // what is accepted, in words
}

// formOf returns the form of a parameter, or of one value of a list.
func formOf(param *api.Param) form {
	switch {
	case param.Kind == api.Boolean:
		return form{"", "true or false"}
	case param.Name == "sort":
		return form{"word", "one of " + strings.Join(SortWords(param), ", ")}
	case strings.HasSuffix(param.Name, "-duration"): // of a journey, a leg or a layover
		return form{"length", "a length such as " + LengthForms}
	case strings.HasSuffix(param.Name, "-range"):
		return form{"times", "times such as " + TimeForms + ", or minutes of the day such as 360-720"}
	case param.Kind == api.Integer:
		return form{"int", check.One(param)}
	case param.Kind == api.Number:
		return form{"number", check.One(param)}
	case len(param.Enum) > 0:
		return form{"word", check.One(param)}
	case param.Pattern == DayPattern:
		return form{"date", "a day such as " + Forms}
	case param.Pattern == CountryPattern:
		return form{"country", "a country: its name, or its code of two letters"}
	case param.Pattern == `^[A-Z]{3}$`:
		return form{"code", "a code of three letters"}
	case param.Pattern == `^[A-Z0-9]{2}$`:
		return form{"code", "an airline code of two letters or digits"}
	case strings.HasPrefix(param.Pattern, "^[A-Za-z0-9."):
		return form{"text", "an id as the service gave it: letters, digits and ._:~=- , at most 256"}
	}
	return form{"text", check.One(param)}
}

// Wants describes the values that a parameter accepts.
func Wants(param *api.Param) string {
	wants := formOf(param).wants
	if param.List {
		wants += ", one or more with commas between"
	}
	return wants
}

// TypeName returns the type of a parameter in the help. For a list it shows that commas separate the values.
func TypeName(param *api.Param) string {
	name := formOf(param).name
	if param.List {
		return name + "," + name
	}
	return name
}

// inWire turns a traveler's words into a value of the contract. It returns other text unchanged.
func (p *Values) inWire(param *api.Param, label, text string) (string, error) {
	switch name := formOf(param).name; {
	case param.Name == "sort":
		if strings.EqualFold(text, nearest) && slices.Contains(param.Enum, byDistance) {
			return byDistance, nil
		}
		for _, order := range param.Enum {
			if strings.EqualFold(SortWord(order), strings.TrimSpace(text)) {
				return order, nil
			}
		}
	case name == "length":
		if minutes, ok := ParseLength(text); ok {
			return strconv.Itoa(minutes), nil
		}
	case name == "times":
		// Numbers alone are the contract's own minutes.
		if clock, ok := parseTimes(text); ok && strings.Trim(text, "0123456789- ") != "" {
			return clock.String(), nil
		}
	case strings.HasSuffix(param.Name, "-blocks"):
		list := strings.Split(text, ",")
		for i, word := range list {
			if name, ok := block(word); ok {
				list[i] = name
			}
		}
		return strings.Join(list, ","), nil
	case name == "date":
		first := p.Text(firstOf[param.Name]) // the second of two days counts from it
		if first == "" || p.days == nil {
			return p.days.One(label, text)
		}
		days := *p.days
		if p.op.ID == "getCountryHolidays" { // a window, not a journey
			return days.until(first, label, text)
		}
		days.From = first
		return days.One(label, text)
	case name == "country":
		return p.country(param, label, text)
	}
	return text, nil
}

// firstOf is the first of two days, by the parameter of the second.
var firstOf = map[string]string{"toDate": "fromDate", "checkOut": "checkIn"}

// TimeForms lists the forms of times of the day, for messages and help; PartForms lists the parts of the day.
const (
	TimeForms = `06:00-12:00, 6-12 or "after 18"`
	PartForms = "morning, afternoon, evening or night"
)

// A Clock is a range of local times in minutes after midnight, both ends included. If From is above To, it passes
// midnight.
type Clock struct{ From, To int }

// String returns the range in the form of the contract.
func (c Clock) String() string { return fmt.Sprintf("%d-%d", c.From, c.To) }

const dayEnd = 24*60 - 1

// PartsOfDay returns the words for parts of the day.
func PartsOfDay() []string { return []string{"morning", "afternoon", "evening", "night"} }

// starts is the beginning of each part of the day, in minutes. Each part takes six hours; the night of the contract
// begins at 18:00.
var starts = map[string]int{"midnight": 0, "morning": 6 * 60, "afternoon": 12 * 60, "night": 18 * 60}

// block returns the contract's word for a part of the day.
func block(word string) (string, bool) {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "evening" {
		word = "night"
	}
	_, ok := starts[word]
	return word, ok
}

// parseTimes is ParseClock, and accepts parts of the day, too.
func parseTimes(text string) (Clock, bool) {
	if name, ok := block(text); ok {
		return Clock{starts[name], starts[name] + 6*60 - 1}, true
	}
	return ParseClock(text)
}

// ParseClock parses times of the day as people write them: 06:00-12:00, 6-12, 6am-2pm, after 18, before 9. Plain
// numbers are hours. "Before 9" ends at 08:59, "until 9" at 09:00.
func ParseClock(text string) (Clock, bool) {
	text = plain(text)
	p := compiled()
	if m := p.side.FindStringSubmatch(text); m != nil {
		if at, ok := moment(m[2]); ok {
			switch m[1] {
			case "before":
				return Clock{0, at - 1}, at > 0
			case "until", "till", "by":
				return Clock{0, min(at, dayEnd)}, true
			}
			return Clock{at, dayEnd}, at <= dayEnd
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
	bothOrNeither := strings.HasSuffix(m[1], "m") == strings.HasSuffix(m[2], "m") // am or pm
	return Clock{from, min(to, dayEnd)}, ok && okTo && bothOrNeither
}

// moment parses a time of the day; 24:00 is its end.
func moment(text string) (minute int, ok bool) {
	m := compiled().moment.FindStringSubmatch(text)
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

// LengthForms lists the forms of a duration, for messages and help.
const LengthForms = `8h, 2h30, 90m or 150 minutes`

// ParseLength parses a duration such as 8h, 2h30 or 90m, and returns minutes. It does not accept a plain number,
// which is the form of the contract.
func ParseLength(text string) (minutes int, ok bool) {
	text = plain(text)
	p := compiled()
	if m := p.minutes.FindStringSubmatch(text); m != nil {
		minutes, _ = strconv.Atoi(m[1]) // at most seven digits
		return minutes, true
	}
	m := p.hours.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[1])
	minutes, _ = strconv.Atoi(m[2] + m[3]) // one of the two, or none
	return 60*hours + minutes, minutes < 60
}

// sortWords maps the orders of the contract to the words of a person.
var sortWords = map[string]string{
	"score_desc": "best", "price_asc": "cheapest", "duration_asc": "fastest",
	"leg1_departure_time_asc": "earliest", "leg1_departure_time_desc": "latest",
	"leg2_departure_time_asc": "earliest-return", "leg2_departure_time_desc": "latest-return",
	"relevance": "best", "price_desc": "dearest", "star_desc": "stars", "review_score_desc": "reviews",
	"guest_rating_desc": "guests", "distance_asc": "central",
	"posted_at_desc": "newest", "rating_desc": "highest", "rating_asc": "lowest",
}

// SortWord returns the word of a person for an order, or the order itself.
func SortWord(order string) string { return cmp.Or(sortWords[order], order) }

// SortWords returns all values of --sort: the words of a person, then those of the contract.
func SortWords(param *api.Param) []string {
	all := make([]string, 0, 2*len(param.Enum))
	for _, order := range param.Enum {
		if word := SortWord(order); word != order {
			all = append(all, word)
		}
	}
	if slices.Contains(param.Enum, byDistance) {
		all = append(all, nearest)
	}
	return append(all, param.Enum...)
}

// Nearest is the flag for hotels nearest to the searched point. The service only knows the order by distance from the
// center, so the caller does the rest.
const (
	Nearest    = "--sort " + nearest
	nearest    = "nearest"
	byDistance = "distance_asc"
)
