package params

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Filters are the wire names of the filters given, in the contract's order.
func (p *Values) Filters() []string {
	var given []string
	for i := range p.op.Params {
		param := &p.op.Params[i]
		if IsFilter(param) && p.Has(param.Name) {
			given = append(given, param.Name)
		}
	}
	return given
}

// SameView are the flags that another page of the same list needs again.
func (p *Values) SameView() string {
	flags := ""
	for _, wire := range append(p.Filters(), "sort", "pageSize") {
		if p.Has(wire) {
			flags += " " + p.Typed(wire)
		}
	}
	return flags
}

// Typed is a parameter as a person would type it.
func (p *Values) Typed(wire string) string {
	if text := p.typedAs[wire]; text != "" {
		return text
	}
	if param, ok := p.op.Param(wire); ok && param.Kind == api.Boolean && !param.List {
		if p.Text(wire) == "true" {
			return "--" + FlagName(wire)
		}
		return "--" + FlagName(wire) + "=" + p.Text(wire)
	}
	return "--" + FlagName(wire) + " " + words.Shell(strings.Join(p.Texts(wire), ","))
}

// flagNames are the flags that are not the parameter's name in kebab-case.
var flagNames = map[string]string{"searchId": "search", "tripId": "trip", "fareOptionId": "option"}

// FlagName turns a wire name into its flag: pageSize is --page-size.
func FlagName(wire string) string {
	if name, ok := flagNames[wire]; ok {
		return name
	}
	var b strings.Builder
	for _, r := range wire {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte('-')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// IsFilter tells the parameters that leave rows out. A name with a dash is a filter, by the
// contract's casing rule.
func IsFilter(p *api.Param) bool { return strings.Contains(p.Name, "-") || oneWord[p.Name] }

// oneWord names the filters of one word.
var oneWord = map[string]bool{"airlines": true, "alliances": true, "stops": true, "aircraft": true, "types": true, "amenities": true, "brands": true, "chains": true, "districts": true, "refundable": true, "topics": true}

// OfTimes tells the filters on times of the day.
func OfTimes(p *api.Param) bool {
	return strings.HasSuffix(p.Name, "-blocks") || strings.HasSuffix(p.Name, "-range")
}

// Offerable tells whether a word of the service may stand for the parameter on a command line: it
// passes as its value, and does not look like a flag.
func Offerable(param *api.Param, value string) bool {
	_, ok := parseItem(param, value)
	return ok && value != "" && value[0] != '-'
}

// Number is the value of a parameter as a whole number, 0 where it is absent.
func (p *Values) Number(wire string) int {
	n, _ := strconv.Atoi(p.Text(wire))
	return n
}

// CheckSpans refuses lower limits above their upper ones.
func (p *Values) CheckSpans(pairs [][2]string) error {
	for _, pair := range pairs {
		low, errLow := strconv.ParseFloat(p.Text(pair[0]), 64)
		high, errHigh := strconv.ParseFloat(p.Text(pair[1]), 64)
		if errLow == nil && errHigh == nil && low > high {
			return problem.UsageError{Text: fmt.Sprintf("--%s %s is above --%s %s; nothing lies between", pair[0], p.Text(pair[0]), pair[1], p.Text(pair[1]))}
		}
	}
	return nil
}
