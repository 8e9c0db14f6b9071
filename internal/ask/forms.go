package ask

import (
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
	case strings.HasSuffix(param.Name, "-blocks"):
		return form{"word", check.One(param)}
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
