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

// DayPattern and CountryPattern are how the contract writes a day and a country.
const (
	DayPattern     = `^\d{4}-\d{2}-\d{2}$`
	CountryPattern = `^[A-Z]{2}$`
)

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

// CheckWhole finds a parameter that the contract requires and no one gave.
func (p *Values) CheckWhole() error {
	for i := range p.op.Params {
		if param := &p.op.Params[i]; param.Required && !p.Has(param.Name) {
			return problem.UsageError{Text: param.Name + " is missing; give " + wants(param)}
		}
	}
	return nil
}

// Wants says in words what a parameter accepts.
func Wants(param *api.Param) string { return wants(param) }

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
	if inCapitals(param) && utf8.ValidString(text) {
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
	case CountryPattern, `^[A-Z]{3}$`, `^[A-Z0-9]{2}$`:
		return true
	}
	return false
}

// inCapitals tells the same of the codes that the contract gives no pattern.
func inCapitals(param *api.Param) bool {
	return IsCode(param) || param.Name == "airlines" || param.Name == "stopover-airports"
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
	case param.Name == "sort":
		return "one of " + strings.Join(SortWords(param), ", ")
	case len(param.Enum) > 0:
		return "one of " + strings.Join(param.Enum, ", ") + each
	case isLength(param):
		return "a length such as " + LengthForms
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
	case CountryPattern:
		return "a country: its name, or its code of two letters"
	case `^[A-Z]{3}$`:
		return "a code of three letters"
	case `^[A-Z0-9]{2}$`:
		return "an airline code of two letters or digits"
	}
	switch {
	case isRange(param):
		return "times such as " + TimeForms + ", or minutes of the day such as 360-720"
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
	case isLength(param):
		name = "length"
	case isRange(param):
		name = "times"
	case param.Kind == api.Integer:
		name = "int"
	case param.Kind == api.Number:
		name = "number"
	case param.Pattern == DayPattern:
		name = "date"
	case param.Pattern == CountryPattern:
		name = "country"
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
