package commands

import (
	"fmt"
	"maps"
	"strings"

	"travel.example/travel/api"
)

// filters are the wire names of the filters given, in the contract's order.
func (p *params) filters() []string {
	var given []string
	for i := range p.op.Params {
		param := &p.op.Params[i]
		if group := groupOf(param); (group == groupFilter || group == groupTime) && p.has(param.Name) {
			given = append(given, param.Name)
		}
	}
	return given
}

// sameView are the flags that another page of the same list needs again.
func (p *params) sameView() string {
	flags := ""
	for _, wire := range append(p.filters(), "sort", "pageSize") {
		if p.has(wire) {
			flags += " " + p.typed(wire)
		}
	}
	return flags
}

// typed is a parameter as a person would type it.
func (p *params) typed(wire string) string {
	if text := p.typedAs[wire]; text != "" {
		return text
	}
	if param, ok := p.op.Param(wire); ok && param.Kind == api.Boolean && !param.List {
		if p.text(wire) == "true" {
			return "--" + flagName(wire)
		}
		return "--" + flagName(wire) + "=" + p.text(wire)
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
	return "--" + flagName(wire) + " " + shellQuote(strings.Join(values, ","))
}

// clone is a copy whose values can be changed.
func (p *params) clone() *params {
	return &params{op: p.op, values: maps.Clone(p.values), dates: p.dates, typedAs: p.typedAs}
}
