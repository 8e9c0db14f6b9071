// Package ask reads what a traveler asks for, in their own words: days, times, filters and the other parameters of a
// request. It returns values that the contract allows, or an error of one line that names the argument; api/check
// compares them with the contract. One table has all filters, with everything that is said about them.
package ask

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Values are the parameters of one request. A parameter that was not given stays absent, because the service tells an
// explicit value from a default; an explicit 0 or false is sent. All values are checked when they are set. Set and its
// like, for text of a person, return the error; the others keep it, see [Values.Err].
type Values struct {
	op    *api.Operation
	given map[string]given // by the name on the wire
	days  *Days
	err   error
}

// given is one parameter of a request.
type given struct {
	values   []string // one, or those of a list
	text     string   // in the words of a person
	typed    string   // the flag and value that a person typed for it, "" for its own flag
	flag     string   // the flag that set it in this request
	repeated bool     // typed is from an earlier read of the list
}

// change edits a parameter.
func (p *Values) change(wire string, edit func(*given)) {
	g := p.given[wire]
	edit(&g)
	p.given[wire] = g
}

// New returns the empty parameters of an operation. Relative days count from days. It panics if the contract has no
// such operation, which a test of the command tree would find.
func New(operationID string, days *Days) *Values {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return &Values{op: op, given: map[string]given{}, days: days}
}

// Op returns the operation of the parameters.
func (p *Values) Op() *api.Operation { return p.op }

// Days returns the reader of days.
func (p *Values) Days() *Days { return p.days }

// Err returns the first error of SetTyped, SetTexts, SetDefault and Repeat. Values with an error must not be sent.
func (p *Values) Err() error { return p.err }

func (p *Values) fail(err error) { p.err = cmp.Or(p.err, err) }

// Takes reports whether the operation has the parameter.
func (p *Values) Takes(wire string) bool {
	_, ok := p.op.Param(wire)
	return ok
}

// Set parses and checks text as a person types it. The values of a list are added to those that are set already.
// label says what the text was typed as: --page-size, or QUERY.
func (p *Values) Set(wire, label, text string) error {
	if err := p.read(wire, label, text); err != nil {
		return err
	}
	if param, _ := p.op.Param(wire); param.List && p.given[wire].text != "" {
		text = p.given[wire].text + "," + text
	}
	p.GivenAs(wire, text)
	return nil
}

// read is Set for text that no one may have typed.
func (p *Values) read(wire, label, text string) error {
	param, err := p.param(wire)
	if err == nil {
		err = p.claim(label, wire)
	}
	if err != nil {
		return err
	}
	own, err := p.inWire(param, label, text)
	if err != nil {
		return err
	}
	items, values := []string{own}, []string(nil)
	if param.List {
		items, values = strings.Split(own, ","), slices.Clone(p.given[wire].values)
	}
	for _, item := range items {
		if param.List {
			item = strings.TrimSpace(item)
		}
		value, ok := parseItem(param, item)
		if !ok || param.List && item == "" {
			return refuse(param, label, cmp.Or(item, own))
		}
		values = append(values, value)
	}
	typed := ""
	if own != text && isFlag(label) {
		typed = label + " " + words.Shell(text)
	}
	if !param.List {
		p.TypedAs(wire, typed)
	}
	return p.keep(param, label, values)
}

// SetDefault is Set for a value from the configuration or from an earlier list. It does nothing if the parameter is
// set, or if the operation does not have it.
func (p *Values) SetDefault(wire, label, text string) {
	if p.Takes(wire) && text != "" && !p.Has(wire) && p.given[wire].flag == "" {
		p.fail(p.read(wire, label, text))
	}
}

// Repeat copies the currency and the language of an earlier request, because the service inherits neither.
func (p *Values) Repeat(before *Values) {
	for _, wire := range []string{"currency", "locale"} {
		p.SetDefault(wire, wire, before.Text(wire))
	}
}

// SetTyped checks values in the form of the contract and replaces those that are set: one, or any number for a list.
// A decimal number is a json.Number.
func (p *Values) SetTyped(name string, values ...any) {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	p.SetTexts(name, texts)
}

// SetTexts is SetTyped for texts.
func (p *Values) SetTexts(name string, texts []string) { p.fail(p.replace(name, texts)) }

func (p *Values) replace(name string, texts []string) error {
	param, err := p.param(name)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if !accepts(param, text) {
			return refuse(param, name, text)
		}
	}
	return p.keep(param, name, slices.Clone(texts))
}

func (p *Values) param(name string) (*api.Param, error) {
	param, ok := p.op.Param(name)
	if !ok {
		return nil, fmt.Errorf("%s has no parameter %s", p.op.ID, name)
	}
	return param, nil
}

func (p *Values) keep(param *api.Param, label string, values []string) error {
	switch {
	case len(values) == 0:
		return refuse(param, label, "")
	case len(values) > 1 && !param.List:
		return problem.NotAccepted(label, strings.Join(values, ","), "one value")
	case param.MaxItems > 0 && len(values) > param.MaxItems:
		return problem.NotAccepted(label, strings.Join(values, ","), fmt.Sprintf("at most %d values", param.MaxItems))
	}
	p.change(param.Name, func(g *given) { g.values = values })
	return nil
}

// Param is a parameter of the read that made a list: a filter, the order, or the number of rows on a page.
type Param = problem.Param

// Unset removes parameters.
func (p *Values) Unset(names ...string) {
	for _, name := range names {
		delete(p.given, name)
	}
}

// Clone returns a copy that can be changed.
func (p *Values) Clone() *Values { return p.CloneOn(p.days) }

// CloneOn returns a clone with another reader of days.
func (p *Values) CloneOn(days *Days) *Values {
	return &Values{op: p.op, given: maps.Clone(p.given), days: days, err: p.err}
}

// Page returns the parameters of the read of another page.
func (p *Values) Page(n int) *Values {
	own := p.Clone()
	own.SetTyped("page", n) // pages are counted within the contract
	return own
}

// Has reports whether the parameter is set.
func (p *Values) Has(name string) bool { return len(p.given[name].values) > 0 }

// Names returns the parameters that are set, in the order of the contract.
func (p *Values) Names() []string {
	var names []string
	for i := range p.op.Params {
		if name := p.op.Params[i].Name; p.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

// Text returns the value of a parameter that is not a list, in the form of the contract, or "".
func (p *Values) Text(name string) string {
	if param, ok := p.op.Param(name); !ok || param.List || !p.Has(name) {
		return ""
	}
	return p.given[name].values[0]
}

// Texts returns the values of a parameter, in the form of the contract.
func (p *Values) Texts(name string) []string {
	return slices.Clone(p.given[name].values)
}

// Request returns a generated params or body struct filled with what was given. Its members are the table's parameters;
// those in the path are left out. It must not be sent if Err returns an error.
func Request[T any](p *Values) (request T) {
	body, _ := json.Marshal(p.Asked().Parameters)
	_ = json.Unmarshal(body, &request) // every value was checked, and a test holds that each fits its member
	return request
}

// TypedAs records the flag that a person typed for a parameter.
func (p *Values) TypedAs(wire, typed string) {
	p.change(wire, func(g *given) { g.typed, g.repeated = typed, false })
}

// Typed returns a parameter as a person would type it.
func (p *Values) Typed(wire string) string {
	if text := p.given[wire].typed; text != "" {
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

// flagNames are the flags that are not the parameter's name in kebab case.
var flagNames = map[string]string{"searchId": "search", "tripId": "trip", "fareOptionId": "option"}

// FlagName returns the flag of a parameter: pageSize is --page-size.
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

// Offerable reports whether a word of the service may be suggested on a command line: it is a valid value as it is and
// does not look like a flag.
func Offerable(param *api.Param, value string) bool {
	own, ok := parseItem(param, value)
	return ok && own == value && value != "" && value[0] != '-'
}

// Number returns the value of a parameter as an integer, or 0 if it is absent.
func (p *Values) Number(wire string) int {
	n, _ := strconv.Atoi(p.Text(wire))
	return n
}

// CheckSpans returns an error if a lower limit is above its upper one.
func (p *Values) CheckSpans() error {
	for _, low := range p.Filters() {
		if high, ok := UpperOf(p.op, low); ok && p.Crossed(low, high) {
			return problem.Usagef("%s is above %s; nothing lies between", p.Typed(low), p.Typed(high))
		}
	}
	return nil
}

// Crossed reports whether a lower limit is above an upper one.
func (p *Values) Crossed(low, high string) bool {
	from, err := strconv.ParseFloat(p.Text(low), 64)
	to, errTo := strconv.ParseFloat(p.Text(high), 64)
	return err == nil && errTo == nil && from > to
}

// Asked is a request as it was sent, with the words that a person typed for it. It is recorded: its contents make the
// same request on another day.
type Asked struct {
	OperationID string  `json:"operationId"`
	Parameters  Members `json:"parameters"` // by their names on the wire, in the contract's order
	Typed       Members `json:"typed"`      // the text that was typed for them
}

// Members are the members of a JSON object in their order.
type Members []Member

// Member is a JSON value with its name.
type Member struct {
	Name  string
	Value any
}

// JSONType returns the type that MarshalJSON writes.
func (Members) JSONType() string { return "object" }

// MarshalJSON writes the object; without members it is {}.
func (m Members) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, member := range m {
		value, err := json.Marshal(member.Value)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		name, _ := json.Marshal(member.Name) // text
		out.Write(append(append(name, ':'), value...))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Asked returns the request with these parameters. ids are the path parameters in the order of the contract; missing
// ones come from the values. Numbers keep their digits; yes and no are words, as in the contract.
func (p *Values) Asked(ids ...any) *Asked {
	asked := &Asked{OperationID: p.op.ID}
	for i := range p.op.Params {
		param := &p.op.Params[i]
		g := p.given[param.Name]
		values := g.values
		if param.In == api.InPath && len(ids) > 0 {
			values, ids = []string{fmt.Sprint(ids[0])}, ids[1:]
		}
		if len(values) == 0 {
			continue
		}
		all := make([]any, len(values))
		for i, value := range values {
			all[i] = value
			if param.Kind == api.Integer || param.Kind == api.Number {
				all[i] = json.Number(value) // the digits given, not those of a float
			}
		}
		sent := any(all)
		if !param.List {
			sent = all[0]
		}
		asked.Parameters = append(asked.Parameters, Member{param.Name, sent})
		words := g.text
		if g.typed != "" && !g.repeated { // no one typed a repeated flag for this request
			words = g.typed
		}
		if words != "" {
			asked.Typed = append(asked.Typed, Member{param.Name, words})
		}
	}
	return asked
}

// GivenAs records the words that a person typed for a parameter that is sent as something else: a place by its name,
// a trip by its number.
func (p *Values) GivenAs(wire, text string) {
	p.change(wire, func(g *given) { g.text = text })
}

// refuse returns the error for a value that a parameter does not accept. given is the value as it was typed.
func refuse(param *api.Param, label, given string) error {
	return problem.NotAccepted(label, given, Wants(param))
}

// CheckWhole returns an error if a required parameter is missing.
func (p *Values) CheckWhole() error {
	for i := range p.op.Params {
		if param := &p.op.Params[i]; param.Required && !p.Has(param.Name) {
			return problem.Usagef("%s is missing; give %s", param.Name, Wants(param))
		}
	}
	return nil
}

// parseItem converts text to one value in the form of the contract. Codes and words may be in any case.
func parseItem(param *api.Param, text string) (string, bool) {
	switch param.Kind {
	case api.Integer:
		n, err := strconv.ParseInt(text, 10, 64)
		text = strconv.FormatInt(n, 10)
		return text, err == nil && accepts(param, text)
	case api.Boolean:
		yes, ok := booleans[strings.ToLower(text)]
		return strconv.FormatBool(yes), ok
	case api.String:
		f, _ := FilterOf(nil, param.Name)
		name := formOf(param).name
		code := name == "code" || name == "country" || f.Facet != nil && f.Facet.IsCode(text) && param.Name != "aircraft"
		if code && utf8.ValidString(text) {
			text = strings.ToUpper(text)
		}
		if i := slices.IndexFunc(param.Enum, func(e string) bool { return strings.EqualFold(e, text) }); i >= 0 {
			text = param.Enum[i]
		}
	}
	return text, accepts(param, text)
}

// booleans are the words for yes and no.
var booleans = map[string]bool{"1": true, "true": true, "yes": true, "0": false, "false": false, "no": false}

// accepts compares a value with the contract, and a day with the calendar.
func accepts(param *api.Param, text string) bool {
	return check.Accepts(param, text) && (param.Pattern != DayPattern || !words.Day(text).IsZero())
}

// Filters returns the filters that are set, in the order of the contract.
func (p *Values) Filters() []string {
	return slices.DeleteFunc(p.Names(), func(wire string) bool {
		_, ok := FilterOf(p.op, wire)
		return !ok
	})
}

// View returns the parameters that decide which rows a list shows: filters, order, and the number of rows on a page.
func (p *Values) View() []Param { return p.Params(append(p.Filters(), "sort", "pageSize")...) }

// Params returns some of the parameters that are set, for a step.
func (p *Values) Params(wires ...string) []Param {
	var given []Param
	for _, wire := range wires {
		if p.Has(wire) {
			given = append(given, Param{Name: wire, Values: p.Texts(wire), Typed: p.Typed(wire)})
		}
	}
	return given
}

// SameView returns the flags for another page of the same list.
func (p *Values) SameView() string {
	flags := ""
	for _, given := range p.View() {
		flags += " " + given.Typed
	}
	return flags
}

// Repeated sets a parameter of the view as an earlier read of the operation had it: its values as on the wire, and the
// flag as it was typed. It is an error if this read does not accept them or has a flag of its own for them.
func (p *Values) Repeated(wire string, values []string, typed string) error {
	_, filter := FilterOf(p.op, wire)
	if !filter && wire != "sort" && wire != "pageSize" || p.given[wire].flag != "" {
		return fmt.Errorf("%s is not repeated", wire)
	}
	if err := p.replace(wire, values); err != nil {
		return err
	}
	p.change(wire, func(g *given) { g.typed, g.repeated = typed, typed != "" })
	return nil
}
