package params

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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

// View are the wire names of the parameters given that say which rows a list shows, in what order,
// and how many on a page.
func (p *Values) View() []string {
	return slices.DeleteFunc(append(p.Filters(), "sort", "pageSize"), func(wire string) bool { return !p.Has(wire) })
}

// SameView are the flags that another page of the same list needs again.
func (p *Values) SameView() string {
	flags := ""
	for _, wire := range p.View() {
		flags += " " + p.Typed(wire)
	}
	return flags
}

// Repeated takes a parameter of the view as an earlier read of the operation had it: its values as on
// the wire, and the flag that gave them as it was typed. What this read does not take is an *Error, as
// is what a flag of this read stands for.
func (p *Values) Repeated(wire string, values []string, typed string) error {
	param, err := p.param(wire)
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"sort", "pageSize"}, wire) && !IsFilter(param) || p.by[wire] != "" {
		return refuse(param, wire)
	}
	read := make([]any, len(values))
	for i, text := range values {
		value, ok := parseItem(param, text)
		if !ok {
			return refuse(param, text)
		}
		read[i] = value
	}
	if asTyped(typed) {
		if p.before == nil {
			p.before = map[string]string{}
		}
		p.before[wire] = typed
	}
	return p.keep(param, read, strings.Join(values, ","))
}

// asTyped tells whether text is a flag, alone or with one value, that can stand on a command line:
// it is printed whole, and no shell reads more into it.
func asTyped(text string) bool {
	flag, value, _ := strings.Cut(text, " ")
	word := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(value, "'"), "'"), `'\''`, "'")
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	return strings.HasPrefix(flag, "--") && flag == words.Shell(flag) && (value == "" || value == words.Shell(word)) &&
		utf8.ValidString(text) && !strings.ContainsFunc(text, hidden)
}
