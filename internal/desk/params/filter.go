package params

import (
	"fmt"
	"maps"
	"strings"

	"travel.example/travel/api"
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
	var values []string
	switch v := p.values[wire].(type) {
	case []any:
		for _, item := range v {
			values = append(values, fmt.Sprint(item))
		}
	default:
		values = append(values, fmt.Sprint(v))
	}
	return "--" + FlagName(wire) + " " + words.Shell(strings.Join(values, ","))
}

// Clone is a copy whose values can be changed.
func (p *Values) Clone() *Values {
	return &Values{op: p.op, values: maps.Clone(p.values), days: p.days, typedAs: p.typedAs}
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
	_, ok := (&Values{}).parseOne(param, value)
	return ok && value != "" && value[0] != '-'
}
