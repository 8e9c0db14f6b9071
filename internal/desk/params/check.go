package params

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// DayPattern is how the contract writes a day.
const DayPattern = `^\d{4}-\d{2}-\d{2}$`

// Error is a value that a parameter does not take.
type Error struct {
	Name  string // of the parameter, on the wire
	Given string // what was given, as is
	Want  string // what is accepted, in words
}

// Error names all three.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %q is not accepted; give %s", e.Name, e.Given, e.Want)
}

// Class is Usage.
func (e *Error) Class() problem.Class { return problem.Usage }

// Advice is "": the text says what is accepted.
func (e *Error) Advice() string { return "" }

func refuse(param *api.Param, given string) error {
	return &Error{Name: param.Name, Given: given, Want: wants(param)}
}

// parse reads text as values of a parameter and checks them against everything
// that the contract says of it: one value, or those of a list, with commas
// between. Codes and words may come in any case. The error is an *Error.
func parse(param *api.Param, text string) ([]any, error) {
	if !param.List {
		value, ok := parseItem(param, text)
		if !ok {
			return nil, refuse(param, text)
		}
		return []any{value}, nil
	}
	var list []any
	for item := range strings.SplitSeq(text, ",") {
		value, ok := parseItem(param, strings.TrimSpace(item))
		switch {
		case strings.TrimSpace(item) == "":
			return nil, refuse(param, text)
		case !ok:
			return nil, refuse(param, item)
		}
		list = append(list, value)
	}
	return list, nil
}

// parseItem reads text as one value, also of a list.
func parseItem(param *api.Param, text string) (any, bool) {
	switch param.Kind {
	case api.Integer:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil && within(param, float64(n))
	case api.Number:
		return typed(param, json.Number(text)) // the digits given, not a float's
	case api.Boolean:
		flag, ok := booleans[strings.ToLower(text)]
		return flag, ok
	}
	if IsCode(param) {
		text = strings.ToUpper(text)
	}
	if i := slices.IndexFunc(param.Enum, func(e string) bool { return strings.EqualFold(e, text) }); i >= 0 {
		text = param.Enum[i]
	}
	return typed(param, text)
}

// booleans are the words for yes and no.
var booleans = map[string]bool{"1": true, "true": true, "yes": true, "0": false, "false": false, "no": false}

// typed is a value in the one type of its kind, checked against the limits.
func typed(param *api.Param, value any) (any, bool) {
	switch v := value.(type) {
	case bool:
		return v, param.Kind == api.Boolean
	case int:
		return typed(param, int64(v))
	case int64:
		if param.Kind == api.Number {
			return typed(param, json.Number(strconv.FormatInt(v, 10)))
		}
		return v, param.Kind == api.Integer && within(param, float64(v))
	case json.Number:
		f, err := v.Float64()
		// NaN, Inf, hex and 1_000 are not JSON numbers.
		return v, param.Kind == api.Number && err == nil && within(param, f) && json.Valid([]byte(v))
	case string:
		return v, param.Kind == api.String && fits(param, v)
	}
	return nil, false
}

func within(param *api.Param, f float64) bool {
	return (!param.HasMin || f >= param.Min) && (!param.HasMax || f <= param.Max)
}

func fits(param *api.Param, text string) bool {
	length := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text),
		length < param.MinLen,
		param.MaxLen > 0 && length > param.MaxLen:
		return false
	case len(param.Enum) > 0:
		return slices.Contains(param.Enum, text)
	case param.Pattern == DayPattern:
		_, err := time.Parse(time.DateOnly, text)
		return err == nil
	case param.Pattern != "":
		ok, err := regexp.MatchString(param.Pattern, text)
		return ok && err == nil
	}
	return true
}

// IsCode tells whether the letters of a value are always capitals.
func IsCode(param *api.Param) bool {
	switch param.Pattern {
	case `^[A-Z]{2}$`, `^[A-Z]{3}$`, `^[A-Z0-9]{2}$`:
		return true
	}
	return false
}

// wants says in words what a parameter accepts.
func wants(param *api.Param) string {
	each := ""
	if param.List {
		each = ", one or more with commas between"
	}
	switch {
	case param.Kind == api.Boolean:
		return "true or false"
	case len(param.Enum) > 0:
		return "one of " + strings.Join(param.Enum, ", ") + each
	case param.Kind == api.Integer:
		return "a whole number" + Bounds(param) + each
	case param.Kind == api.Number:
		return "a number" + Bounds(param) + each
	}
	return wantsText(param) + each
}

// wantsText words the patterns of the contract that a traveler can meet.
func wantsText(param *api.Param) string {
	switch param.Pattern {
	case DayPattern:
		return "a day such as " + Forms
	case `^[A-Z]{2}$`:
		return "a code of two letters"
	case `^[A-Z]{3}$`:
		return "a code of three letters"
	case `^[A-Z0-9]{2}$`:
		return "an airline code of two letters or digits"
	case `^\d{1,7}$`:
		return "minutes, a whole number from 0 to 9999999"
	}
	switch {
	case strings.Contains(param.Pattern, `14[0-2]`):
		return "minutes of the day as min-max, such as 360-720 for 06:00 to 12:00"
	case strings.Contains(param.Pattern, `:`):
		return "an id as the service gave it: letters, digits and ._:~=- , at most 256"
	case param.MaxLen > 0:
		return fmt.Sprintf("text of %d to %d characters", max(param.MinLen, 1), param.MaxLen)
	}
	return "text"
}

// Bounds says in words between which numbers a value lies, "" when anywhere. It
// begins with a space.
func Bounds(param *api.Param) string {
	const biggest = 1 << 53 // a bound at the end of exact integers says nothing
	switch {
	case param.HasMin && param.HasMax && param.Max < biggest-1:
		return fmt.Sprintf(" from %s to %s", words.Number(param.Min), words.Number(param.Max))
	case param.HasMin:
		return fmt.Sprintf(" of %s or more", words.Number(param.Min))
	}
	return ""
}

// TypeName is the short word for a parameter's type in the help; a list's tells that commas
// separate.
func TypeName(param *api.Param) string {
	name := ""
	switch {
	case param.Kind == api.Boolean:
		return ""
	case param.Kind == api.Integer:
		name = "int"
	case param.Kind == api.Number:
		name = "number"
	case param.Pattern == DayPattern:
		name = "date"
	case param.Pattern == `^\d{1,7}$`:
		name = "minutes"
	case IsCode(param):
		name = "code"
	case len(param.Enum) > 0:
		name = "word"
	default:
		name = "text"
	}
	if param.List {
		return name + "," + name
	}
	return name
}

// ISO is how the contract writes a day.
const ISO = "2006-01-02"

// Forms names what ParseDay takes, for messages and help.
const Forms = `2026-12-25, "25 dec", fri, tomorrow or +14d`

// Days is the day that words and offsets count from.
type Days struct {
	Today func() time.Time
	From  string // the outbound day once it is known, for a return
}

// Base is the day itself.
func (d *Days) Base() time.Time {
	if t, err := time.Parse(ISO, d.From); err == nil {
		return t
	}
	return d.Today()
}

// datePatterns are the forms beside ISO dates and plain words. The grammar is
// closed on purpose: a date guessed wrong buys the wrong ticket.
type datePatterns struct{ relative, dayMonth, monthDay *regexp.Regexp }

var compiledDates = sync.OnceValue(func() datePatterns {
	month := `([a-z]{3,9})\.?`
	return datePatterns{
		relative: regexp.MustCompile(`^(?:\+|in )(\d{1,3}) ?(d|w|m|days?|weeks?|months?)$`),
		dayMonth: regexp.MustCompile(`^(\d{1,2})\.? ?` + month + `(?:,? (\d{4}))?$`),
		monthDay: regexp.MustCompile(`^` + month + ` ?(\d{1,2})(?:,? (\d{4}))?$`),
	}
})

// ParseDay reads one day of the closed grammar and returns it as YYYY-MM-DD. Words and offsets
// count from base: today for an outbound, the outbound for a return. A weekday, or a day and month
// without a year, is the first one after base (the day and month may be base itself). It reports
// false for anything else, also for days no calendar has, such as 2026-02-30.
func ParseDay(text string, base time.Time) (string, bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	base = time.Date(base.Year(), base.Month(), base.Day(), 0, 0, 0, 0, time.UTC)
	if day, err := time.Parse(ISO, text); err == nil {
		return day.Format(ISO), true
	}
	switch text {
	case "today":
		return base.Format(ISO), true
	case "tomorrow":
		return base.AddDate(0, 0, 1).Format(ISO), true
	}
	if weekday, ok := parseWeekday(strings.TrimPrefix(text, "this ")); ok {
		ahead := (int(weekday)-int(base.Weekday())+6)%7 + 1
		return base.AddDate(0, 0, ahead).Format(ISO), true
	}
	p := compiledDates()
	if m := p.relative.FindStringSubmatch(text); m != nil {
		return offsetDate(base, m[1], m[2]), true
	}
	if m := p.dayMonth.FindStringSubmatch(text); m != nil {
		return namedDate(base, m[1], m[2], m[3])
	}
	if m := p.monthDay.FindStringSubmatch(text); m != nil {
		return namedDate(base, m[2], m[1], m[3])
	}
	return "", false
}

func parseWeekday(word string) (time.Weekday, bool) {
	if len(word) < 3 {
		return 0, false
	}
	for d := range time.Weekday(7) {
		name := strings.ToLower(d.String())
		if word == name || word == name[:3] || (len(word) > 3 && len(word) < 6 && strings.HasPrefix(name, word)) {
			return d, true
		}
	}
	return 0, false
}

func offsetDate(base time.Time, count, unit string) string {
	n, _ := strconv.Atoi(count) // at most three digits by the pattern
	switch unit[0] {
	case 'w':
		return base.AddDate(0, 0, 7*n).Format(ISO)
	case 'm':
		return addMonths(base, n).Format(ISO)
	}
	return base.AddDate(0, 0, n).Format(ISO)
}

// addMonths keeps to the month it lands in: 31 January and a month is the last
// day of February, not a day in March.
func addMonths(base time.Time, n int) time.Time {
	first := time.Date(base.Year(), base.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(base.Day(), last)-1)
}

func namedDate(base time.Time, day, month, year string) (string, bool) {
	d, _ := strconv.Atoi(day)
	m, ok := parseMonth(month)
	if !ok {
		return "", false
	}
	if year != "" {
		y, _ := strconv.Atoi(year)
		return realDate(y, m, d)
	}
	// 29 February may be some years away.
	for y := base.Year(); y <= base.Year()+8; y++ {
		if iso, ok := realDate(y, m, d); ok && iso >= base.Format(ISO) {
			return iso, true
		}
	}
	return "", false
}

// parseMonth reads a month's name or its beginning, of three letters or more.
func parseMonth(word string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), word) {
			return m, true
		}
	}
	return 0, false
}

func realDate(year int, month time.Month, day int) (string, bool) {
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	if t.Year() != year || t.Month() != month || t.Day() != day {
		return "", false
	}
	return t.Format(ISO), true
}
