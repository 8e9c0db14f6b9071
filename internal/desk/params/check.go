package params

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// DayPattern is how the contract writes a day.
const DayPattern = `^\d{4}-\d{2}-\d{2}$`

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

// parse checks text against everything the contract says of the parameter and
// returns what a JSON encoder sends for it.
func (p *Values) parse(param *api.Param, label, text string) (any, error) {
	refuse := func(given string) error {
		return problem.NotAccepted(label, given, Wants(param), "")
	}
	if !param.List {
		value, ok := p.parseOne(param, text)
		if !ok {
			return nil, refuse(text)
		}
		return value, nil
	}
	var list []any
	for item := range strings.SplitSeq(text, ",") {
		value, ok := p.parseOne(param, strings.TrimSpace(item))
		switch {
		case strings.TrimSpace(item) == "":
			return nil, refuse(text)
		case !ok:
			return nil, refuse(item)
		}
		list = append(list, value)
	}
	return list, nil
}

func (p *Values) parseOne(param *api.Param, text string) (any, bool) {
	switch param.Kind {
	case api.Integer:
		return parseInteger(param, text)
	case api.Number:
		return parseNumber(param, text)
	case api.Boolean:
		flag, ok := booleans[strings.ToLower(text)]
		return flag, ok
	}
	if param.Pattern == DayPattern {
		return ParseDay(text, p.days.Base())
	}
	return parseString(param, text)
}

// booleans are the words for yes and no, and what goes on the wire for them.
var booleans = map[string]string{"1": "true", "true": "true", "yes": "true", "0": "false", "false": "false", "no": "false"}

func parseInteger(param *api.Param, text string) (any, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !within(param, float64(n)) {
		return nil, false
	}
	return json.Number(strconv.FormatInt(n, 10)), true
}

func parseNumber(param *api.Param, text string) (any, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !within(param, f) || !json.Valid([]byte(text)) {
		return nil, false // NaN, Inf, hex and 1_000 are not JSON numbers
	}
	return json.Number(text), true // the digits given, not a float's
}

func within(param *api.Param, f float64) bool {
	return (!param.HasMin || f >= param.Min) && (!param.HasMax || f <= param.Max)
}

// upperCase are the patterns whose letters are always capitals: codes may be
// typed small.
var upperCase = []string{`^[A-Z]{2}$`, `^[A-Z]{3}$`, `^[A-Z0-9]{2}$`}

func parseString(param *api.Param, text string) (any, bool) {
	if slices.Contains(upperCase, param.Pattern) {
		text = strings.ToUpper(text)
	}
	length := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text),
		length < param.MinLen,
		param.MaxLen > 0 && length > param.MaxLen:
		return nil, false
	case len(param.Enum) > 0:
		i := slices.IndexFunc(param.Enum, func(e string) bool { return strings.EqualFold(e, text) })
		if i < 0 {
			return nil, false
		}
		return param.Enum[i], true
	case param.Pattern != "":
		ok, err := regexp.MatchString(param.Pattern, text)
		return text, ok && err == nil
	}
	return text, true
}

// TypeName is the short word for a parameter's type in the help; a list's
// tells that commas separate.
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
	case slices.Contains(upperCase, param.Pattern):
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

// Wants says in words what a parameter accepts.
func Wants(param *api.Param) string {
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

// Bounds are a number's limits in words, with a space in front, or "".
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
