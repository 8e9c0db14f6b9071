// Package ask is what a traveler asks for, in their words: days, times, filters and the other parameters of one
// request. Text in the traveler's own forms becomes values that the contract allows, or an error in one line that names
// the argument; api/check holds them against the contract. One table has the filters, with all that is said of each.
package ask

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Values are the parameters of one request, as the contract's table knows them. What was not given
// stays absent, so that the service can tell explicit from default, and a given 0 or false is sent.
// Every value was checked on its way in.
type Values struct {
	op    *api.Operation
	given map[string]given // by the name on the wire
	days  *Days
}

// given is one parameter of a request.
type given struct {
	values   []string // one, or those of a list
	text     string   // in the words of a person
	typed    string   // the flag with its value that stands for it on a command line, "" where its own does
	flag     string   // which gave it in this request
	repeated bool     // typed is that of an earlier read of the list
}

// change edits what is known of a parameter.
func (p *Values) change(wire string, edit func(*given)) {
	g := p.given[wire]
	edit(&g)
	p.given[wire] = g
}

// New returns the empty parameters of an operation; words for days count from days. It panics on an
// operationId that the contract does not have, which a test of the command tree would meet.
func New(operationID string, days *Days) *Values {
	op, ok := api.Find(operationID)
	if !ok {
		panic("no operation " + operationID + " in the contract")
	}
	return &Values{op: op, given: map[string]given{}, days: days}
}

// Op is the operation that the parameters belong to.
func (p *Values) Op() *api.Operation { return p.op }

// Days is the day that words for days count from.
func (p *Values) Days() *Days { return p.days }

// Takes tells whether the operation has such a parameter.
func (p *Values) Takes(wire string) bool {
	_, ok := p.op.Param(wire)
	return ok
}

// Set reads values from text as a person types it, checks them, and keeps them. Those of a list come
// on top of what was given before. The label is what the text was typed as: --page-size, or QUERY.
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
	if err != nil {
		return err
	}
	if err := p.claim(label, wire); err != nil {
		return err
	}
	own, err := p.inContract(param, label, text)
	if err != nil {
		return err
	}
	values, err := parse(param, label, own)
	if err != nil {
		return err
	}
	if param.List {
		return p.keep(param, label, append(slices.Clone(p.given[wire].values), values...))
	}
	typed := ""
	if own != text && isFlag(label) {
		typed = label + " " + words.Shell(text)
	}
	p.TypedAs(wire, typed)
	return p.keep(param, label, values)
}

// inContract turns the words of a person into the contract's. What it does not know stays as it is;
// the error says what a day or a country may be given as.
func (p *Values) inContract(param *api.Param, label, text string) (string, error) {
	switch {
	case param.Pattern == DayPattern:
		return p.readDay(param, label, text)
	case param.Pattern == CountryPattern:
		return p.days.readCountry(label, text)
	case param.Name == "sort":
		if order, ok := parseSort(param, text); ok {
			return order, nil
		}
	case isLength(param):
		if minutes, ok := ParseLength(text); ok {
			return strconv.Itoa(minutes), nil
		}
	case isRange(param) && !onlyMinutes(text):
		if clock, ok := parseTimes(text); ok {
			return clock.String(), nil
		}
	case isBlocks(param):
		return blocks(text), nil
	}
	return text, nil
}

// firstOf is the day that another one is read with, where an operation takes both.
var firstOf = map[string]string{"toDate": "fromDate", "checkOut": "checkIn"}

// readDay reads a day, the second of two behind the first.
func (p *Values) readDay(param *api.Param, label, text string) (string, error) {
	first := p.Text(firstOf[param.Name])
	if first == "" || p.days == nil {
		return p.days.One(label, text)
	}
	days := *p.days
	if p.op.ID == "getCountryHolidays" { // a window, not a journey
		return days.until(first, label, text)
	}
	days.From = first
	return days.One(label, text)
}

// SetDefault is Set for a value from the configuration or from an earlier list: it yields to what
// was given, and to operations without the parameter.
func (p *Values) SetDefault(wire, label, text string) error {
	if !p.Takes(wire) || text == "" || p.Has(wire) || p.given[wire].flag != "" {
		return nil
	}
	return p.read(wire, label, text)
}

// Repeat takes the currency and the language of the request that came before: the service inherits
// neither.
func (p *Values) Repeat(before *Values) error {
	for _, wire := range []string{"currency", "locale"} {
		if err := p.SetDefault(wire, wire, before.Text(wire)); err != nil {
			return err
		}
	}
	return nil
}

// SetTyped checks values and keeps them in place of those given before: one, or any number for a list. Text is as it
// goes on the wire, a decimal number a json.Number.
func (p *Values) SetTyped(name string, values ...any) error {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	return p.SetTexts(name, texts)
}

// SetTexts is SetTyped for text alone.
func (p *Values) SetTexts(name string, texts []string) error {
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

// Param is one parameter of the read that made a list: a filter, the order, or the number of rows on a page.
type Param struct {
	Name   string   `json:"name"`            // on the wire
	Values []string `json:"values"`          // on the wire: one, or those of a list
	Typed  string   `json:"typed,omitempty"` // the flag that gave it, as a person types it
}

// Unset leaves parameters out again.
func (p *Values) Unset(names ...string) {
	for _, name := range names {
		delete(p.given, name)
	}
}

// Clone is a copy whose values can be changed.
func (p *Values) Clone() *Values {
	return &Values{op: p.op, given: maps.Clone(p.given), days: p.days}
}

// Page returns the parameters of the read of another page.
func (p *Values) Page(n int) *Values {
	own := p.Clone()
	_ = own.SetTyped("page", n) // pages are counted within the contract
	return own
}

// CloneOn is a clone whose words for days count from other days.
func (p *Values) CloneOn(days *Days) *Values {
	own := p.Clone()
	own.days = days
	return own
}

// Has tells whether the parameter was given.
func (p *Values) Has(name string) bool { return len(p.given[name].values) > 0 }

// Names are the parameters given, in the contract's order.
func (p *Values) Names() []string {
	var names []string
	for i := range p.op.Params {
		if name := p.op.Params[i].Name; p.Has(name) {
			names = append(names, name)
		}
	}
	return names
}

// Text is the value of a parameter that is not a list, as it goes on the wire, or "".
func (p *Values) Text(name string) string {
	if param, ok := p.op.Param(name); !ok || param.List || !p.Has(name) {
		return ""
	}
	return p.given[name].values[0]
}

// Texts are the values of a parameter, one or those of a list, as they go on the wire.
func (p *Values) Texts(name string) []string {
	return slices.Clone(p.given[name].values)
}

// Request is a generated params or body struct filled with what was given. Its members are the table's parameters;
// those in the path are left out.
func Request[T any](p *Values) (request T) {
	_ = p.into(&request) // every value was checked, and a test holds that each fits its member
	return request
}

func (p *Values) into(request any) error {
	body, err := json.Marshal(p.Asked().Parameters)
	if err != nil {
		return err
	}
	return json.Unmarshal(body, request)
}

// TypedAs says in which words a person typed what became this parameter.
func (p *Values) TypedAs(wire, typed string) {
	p.change(wire, func(g *given) { g.typed, g.repeated = typed, false })
}

// Typed is a parameter as a person would type it.
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
func (p *Values) CheckSpans() error {
	for _, low := range p.Filters() {
		if high, ok := UpperOf(p.op, low); ok && p.Crossed(low, high) {
			return problem.Usagef("%s is above %s; nothing lies between", p.Typed(low), p.Typed(high))
		}
	}
	return nil
}

// Crossed tells whether a lower limit is above an upper one.
func (p *Values) Crossed(low, high string) bool {
	from, err := strconv.ParseFloat(p.Text(low), 64)
	to, errTo := strconv.ParseFloat(p.Text(high), 64)
	return err == nil && errTo == nil && from > to
}

// Asked is a request as it was sent, and the words that a person gave for it. It is made to be
// recorded: what it holds makes the same request on another day.
type Asked struct {
	OperationID string  `json:"operationId"`
	Parameters  Members `json:"parameters"` // by their names on the wire, in the contract's order
	Typed       Members `json:"typed"`      // of those, what was given for them, as it was typed
}

// Members are the members of a JSON object in their order.
type Members []Member

// Member is one of them: a JSON value under a name.
type Member struct {
	Name  string
	Value any
}

// JSONType is what MarshalJSON writes.
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

// Asked is the request with these parameters. ids stand in its path, in the contract's order; those
// left out are as the parameters have them. Numbers keep their digits; yes and no are words, as the
// contract has them.
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
		asked.Parameters = append(asked.Parameters, Member{param.Name, sent(param, values)})
		words := g.text
		if g.typed != "" && !g.repeated { // what an earlier read typed is no one's word for this one
			words = g.typed
		}
		if words != "" {
			asked.Typed = append(asked.Typed, Member{param.Name, words})
		}
	}
	return asked
}

// sent are values as JSON has them.
func sent(param *api.Param, values []string) any {
	all := make([]any, len(values))
	for i, value := range values {
		all[i] = value
		if param.Kind == api.Integer || param.Kind == api.Number {
			all[i] = json.Number(value) // the digits given, not those of a float
		}
	}
	if param.List {
		return all
	}
	return all[0]
}

// GivenAs says in which words a person gave a parameter that is sent as something else: a place by
// its name, a trip by its number.
func (p *Values) GivenAs(wire, text string) {
	p.change(wire, func(g *given) { g.text = text })
}

// DayPattern and CountryPattern are how the contract writes a day and a country.
const (
	DayPattern     = `^\d{4}-\d{2}-\d{2}$`
	CountryPattern = `^[A-Z]{2}$`
)

// refuse names a value that a parameter does not take, as it was given, and what is accepted.
func refuse(param *api.Param, label, given string) error {
	return problem.NotAccepted(label, given, Wants(param))
}

// CheckWhole finds a parameter that the contract requires and no one gave.
func (p *Values) CheckWhole() error {
	for i := range p.op.Params {
		if param := &p.op.Params[i]; param.Required && !p.Has(param.Name) {
			return problem.Usagef("%s is missing; give %s", param.Name, Wants(param))
		}
	}
	return nil
}

// parse reads text as values of a parameter as they go on the wire: one value, or those of a list, with commas
// between. Codes and words may come in any case.
func parse(param *api.Param, label, text string) (list []string, err error) {
	items := []string{text}
	if param.List {
		items = strings.Split(text, ",")
	}
	for _, item := range items {
		if param.List {
			item = strings.TrimSpace(item)
		}
		value, ok := parseItem(param, item)
		switch {
		case param.List && item == "":
			return nil, refuse(param, label, text)
		case !ok:
			return nil, refuse(param, label, item)
		}
		list = append(list, value)
	}
	return list, nil
}

// parseItem reads text as one value, also of a list.
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
		if inCapitals(param, text) && utf8.ValidString(text) {
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

// accepts holds a value against the contract, and a day against the calendar.
func accepts(param *api.Param, text string) bool {
	return check.Accepts(param, text) && (param.Pattern != DayPattern || !words.Day(text).IsZero())
}

// IsCode tells whether the letters of a value are always capitals.
func IsCode(param *api.Param) bool {
	switch param.Pattern {
	case CountryPattern, `^[A-Z]{3}$`, `^[A-Z0-9]{2}$`:
		return true
	}
	return false
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
	case param.Name == "sort":
		return "one of " + strings.Join(SortWords(param), ", ")
	case isLength(param):
		return "a length such as " + LengthForms
	case len(param.Enum) > 0, param.Kind != api.String:
		return check.One(param) + each
	}
	text := check.One(param)
	switch { // the patterns that a traveler can meet
	case param.Pattern == DayPattern:
		text = "a day such as " + Forms
	case param.Pattern == CountryPattern:
		text = "a country: its name, or its code of two letters"
	case param.Pattern == `^[A-Z]{3}$`:
		text = "a code of three letters"
	case param.Pattern == `^[A-Z0-9]{2}$`:
		text = "an airline code of two letters or digits"
	case isRange(param):
		text = "times such as " + TimeForms + ", or minutes of the day such as 360-720"
	case strings.HasPrefix(param.Pattern, "^[A-Za-z0-9."):
		text = "an id as the service gave it: letters, digits and ._:~=- , at most 256"
	}
	return text + each
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

// Filters are the wire names of the filters given, in the contract's order.
func (p *Values) Filters() []string {
	var given []string
	for i := range p.op.Params {
		wire := p.op.Params[i].Name
		if _, ok := FilterOf(p.op, wire); ok && p.Has(wire) {
			given = append(given, wire)
		}
	}
	return given
}

// View is what was given that says which rows a list shows: filters, order, and the number of rows on a page.
func (p *Values) View() []Param {
	var view []Param
	for _, wire := range append(p.Filters(), "sort", "pageSize") {
		if p.Has(wire) {
			view = append(view, Param{Name: wire, Values: p.Texts(wire), Typed: p.Typed(wire)})
		}
	}
	return view
}

// SameView are the flags that another page of the same list needs again.
func (p *Values) SameView() string {
	flags := ""
	for _, given := range p.View() {
		flags += " " + given.Typed
	}
	return flags
}

// Repeated takes a parameter of the view as an earlier read of the operation had it: its values as on
// the wire, and the flag that gave them as it was typed. What this read does not take is refused, as is
// what a flag of this read stands for.
func (p *Values) Repeated(wire string, values []string, typed string) error {
	param, err := p.param(wire)
	if err != nil {
		return err
	}
	if _, ok := FilterOf(p.op, wire); !ok && !slices.Contains([]string{"sort", "pageSize"}, wire) || p.given[wire].flag != "" {
		return refuse(param, wire, wire)
	}
	read := make([]string, len(values))
	for i, text := range values {
		value, ok := parseItem(param, text)
		if !ok {
			return refuse(param, wire, text)
		}
		read[i] = value
	}
	if asTyped(typed) {
		p.change(wire, func(g *given) { g.typed, g.repeated = typed, true })
	}
	return p.keep(param, wire, read)
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
