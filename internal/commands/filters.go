package commands

import (
	"strings"

	"travel.example/travel/api"
)

// filters are the wire names of the filters given, in the contract's order.
func (p *params) filters() []string {
	var given []string
	for i := range p.Operation.Params {
		param := &p.Operation.Params[i]
		if group := groupOf(param); (group == groupFilter || group == groupTime) && p.Has(param.Name) {
			given = append(given, param.Name)
		}
	}
	return given
}

// sameView are the flags that another page of the same list needs again.
func (p *params) sameView() string {
	flags := ""
	for _, wire := range append(p.filters(), "sort", "pageSize") {
		if p.Has(wire) {
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
	if param, ok := p.Operation.Param(wire); ok && param.Kind == api.Boolean && !param.List {
		if p.Text(wire) == "true" {
			return "--" + flagName(wire)
		}
		return "--" + flagName(wire) + "=" + p.Text(wire)
	}
	return "--" + flagName(wire) + " " + shellQuote(strings.Join(p.Texts(wire), ","))
}

// clone is a copy whose values can be changed.
func (p *params) clone() *params {
	return &params{Params: p.Clone(), dates: p.dates, typedAs: p.typedAs}
}
