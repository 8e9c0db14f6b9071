package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/account"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/mcpserver/refs"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
)

// An operation is a tool for one operation of the API contract.
type operation struct {
	*api.Operation
	calls desk.Operation
}

// operationTools returns a tool for each operation in the contract's table.
func operationTools() []*Tool {
	calls := map[string]desk.Operation{}
	for _, subject := range []map[string]desk.Operation{
		account.Operations(), countries.Operations(), flights.Operations(), hotels.Operations(), places.Operations(), service.Operations(),
	} {
		maps.Copy(calls, subject)
	}
	tools := make([]*Tool, 0, len(calls))
	for i := range api.Operations {
		op := operation{&api.Operations[i], calls[api.Operations[i].ID]}
		reads := op.Class != api.Create && op.Class != api.Feedback // the others change something
		tool := &Tool{
			Name: op.ID, Title: op.Summary, Description: op.describe(), Hints: hints(reads, reads), Sets: slices.Clone(sets[op.Tag]), Takes: op.names(),
			Input: inputSchema(op.Operation, op.extras()), Output: outputSchema(op.calls.Body), Call: op.call,
		}
		if text, ok := ownWords[op.ID]; ok {
			tool.Title, tool.Description = text[0], text[1]
		}
		tools = append(tools, tool)
	}
	return tools
}

// ownWords has the titles and descriptions of tools that differ from their operation: those that do more, such as
// linking to a fare that its seller books, and those with a rule that a model must know.
var ownWords = map[string][2]string{
	"getFareBookingLink": {
		"Get the link to book a fare",
		"The page where a fare is booked: the checkout, or the seller's own page. Takes every fare of a trip; one that has options needs fareOptionId. Nothing is booked.",
	},
	"getFareOptions": {
		"List the options of a fare",
		"The options of a fare whose hasFareOptions is true, such as bags and changes. Choose them before getFareBookingLink.",
	},
	"getHotelRates": {
		"List rooms and rates of a hotel",
		"Rooms and rates of a hotel, cheapest first. The search must have been made with its hotelId.",
	},
}

// extras returns the arguments that only tools have. Tools without them still accept those of a view, which their
// schemas leave out.
func (o operation) extras() map[string]*jsonschema.Schema {
	if o.Class != api.Read && o.Class != api.Poll {
		return nil
	}
	extras := map[string]*jsonschema.Schema{
		"limit": {Type: "integer"}, "fields": {Type: "array", Items: &jsonschema.Schema{Type: "string"}}, "whole": {Type: "boolean"},
	}
	if o.Class == api.Poll {
		extras["wait"] = &jsonschema.Schema{
			Type: "integer", Minimum: new(0.0), Maximum: new(settleLimit.Seconds()), Description: "Seconds to wait until it settles; 0 reads once",
		}
	}
	return extras
}

// describe returns the tool's description for a model: the summary, and the first sentence of the contract's text.
func (o operation) describe() string {
	text := o.Summary + "."
	if about, _, _ := strings.Cut(o.About, ". "); about != "" {
		text += " " + strings.TrimSuffix(about, ".") + "."
	}
	switch o.Class {
	case api.Create:
		text += " Spends one search."
	case api.Link:
		text += " Nothing is booked."
	}
	return strings.ReplaceAll(text, "`", "")
}

// sets maps the contract's groups of operations to toolsets.
var sets = map[string][]Toolset{
	"Flights": {Flights}, "Hotels": {Hotels}, "Places": {Flights, Hotels, Plan}, "Countries": {Plan},
}

// call runs the tool.
func (o operation) call(ctx context.Context, v *visit) (Result, error) {
	if l, ok := listedOperations()[o.ID]; ok {
		return o.listedCall(ctx, v, l)
	}
	if err := v.resolve(); err != nil {
		return Result{}, err
	}
	d := v.Desk
	q := ask.New(o.ID, &ask.Days{Today: d.Now})
	if err := v.fill(ctx, q); err != nil {
		return v.fail(err)
	}
	life, err := v.life(ctx, q.Text("searchId"))
	if err != nil {
		return v.fail(err)
	}
	answer, err := o.calls.Call(ctx, d, q, life.Wait)
	if o.Class == api.Poll {
		v.followed(answer.Meta, q.Text("searchId"))
	}
	t := told{operation: o.ID, bodies: answer.Bodies, rows: answer.Rows, meta: answer.Meta}
	if made, ok := answer.Value.(*search.Created); ok {
		t.next = []refs.Call{callOf("get"+strings.TrimPrefix(o.ID, "create")+"Results", "searchId", made.SearchID)}
	}
	switch o.ID {
	case "getFlightSearchLink":
		v.linksTo(&t, desk.Link{Booking: flights.LinkFor(q)})
	case "getHotelSearchLink":
		v.linksTo(&t, desk.Link{Booking: hotels.LinkFor(q)})
	}
	if strings.HasSuffix(o.ID, "Places") && err == nil {
		if err := v.keepPlaces(answer.Value); err != nil {
			return Result{}, err
		}
		t.kind = recall.Places
	}
	return v.result(ctx, t, err)
}

func asJSON(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}

// waitOf returns how long a search may be followed, or a negative duration if the arguments do not say.
func waitOf(a Args) (time.Duration, error) {
	seconds, err := a.Number("wait", -1, 0, int(settleLimit.Seconds()))
	return time.Duration(seconds) * time.Second, err
}

// names returns the arguments of the tool, without those of every view.
func (o operation) names() []string {
	var names []string
	for i := range o.Params {
		names = append(names, o.Params[i].Name)
	}
	if o.Class == api.Poll {
		names = append(names, "wait")
	}
	return names
}

// telling lists parameters with self-explanatory names. The text for a filter is in the table of filters.
var telling = []string{
	"page", "pageSize", "adults", "children", "infants", "rooms", "sort", "cabin", "currency", "searchId", "tripId", "fareId", "hotelId",
	"rateId", "rating", "message", "category", "version", "latitude", "longitude", "lat", "lng", "checkIn", "checkOut", "countryCode",
	"guests", "locale", "siteCode",
}

// Limits on the text in a schema. The checks still enforce every limit of the table.
const (
	longestHelp    = 70
	longestPattern = 25 // shorter than the pattern of ids
)

// inputSchema returns a short schema of an operation's parameters: types, enum values, numeric limits, and a few
// words if the name is not enough. Every model that reads the list of tools pays for its length.
func inputSchema(op *api.Operation, more map[string]*jsonschema.Schema) json.RawMessage {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for i := range op.Params {
		param := &op.Params[i]
		s.Properties[param.Name] = paramSchema(op, param)
		s.PropertyOrder = append(s.PropertyOrder, param.Name)
		if param.Required && isNeeded(op.ID, param.Name) {
			s.Required = append(s.Required, param.Name)
		}
	}
	for _, name := range append(slices.Clone(viewNames), "wait") {
		if schema, ok := more[name]; ok {
			s.Properties[name], s.PropertyOrder = schema, append(s.PropertyOrder, name)
		}
	}
	text, _ := json.Marshal(s) // a schema of plain values can always be written
	return text
}

// isNeeded reports whether a tool needs a parameter that its operation requires. A reference to a listed item
// supplies the others.
func isNeeded(operation, name string) bool {
	l, ok := listedOperations()[operation]
	return !ok || name == l.of
}

// paramSchema returns the schema of one parameter.
func paramSchema(op *api.Operation, param *api.Param) *jsonschema.Schema {
	s := valueSchema(param)
	if param.List {
		s = &jsonschema.Schema{Type: "array", Items: s}
	}
	s.Description = brief(op, param)
	return s
}

// filterMembers returns filters of an operation as schema members, each followed by a comma: the named ones, or by
// default those of the short schema of a tool that accepts all of them.
func filterMembers(operation string, wires ...string) string {
	op, _ := api.Find(operation)
	var members strings.Builder
	for _, f := range ask.FiltersOf(op) {
		if param, _ := op.Param(f.Wire); len(wires) == 0 && f.Brief || slices.Contains(wires, f.Wire) {
			schema, _ := json.Marshal(paramSchema(op, param)) // plain values cannot fail
			fmt.Fprintf(&members, "%q:%s,", f.Wire, schema)
		}
	}
	return members.String()
}

// types maps kinds to JSON Schema types.
var types = map[api.Kind]string{api.String: "string", api.Integer: "integer", api.Number: "number", api.Boolean: "boolean"}

// biggest is the largest bound worth stating. Larger ones are only the limits of exact integers.
const biggest = 1 << 52

// valueSchema returns the schema of a value, or of one item of a list, with its limits.
func valueSchema(param *api.Param) *jsonschema.Schema {
	if param.Name == "hotelId" { // an id or a reference
		return &jsonschema.Schema{Types: []string{"integer", "string"}}
	}
	s := &jsonschema.Schema{Type: types[param.Kind]}
	if param.HasMin && param.Min < biggest {
		s.Minimum = &param.Min
	}
	if param.HasMax && param.Max < biggest {
		s.Maximum = &param.Max
	}
	if param.Kind != api.Boolean { // the service lists booleans as words
		for _, word := range param.Enum {
			s.Enum = append(s.Enum, word)
		}
	}
	if len(param.Pattern) <= longestPattern {
		s.Pattern = param.Pattern
	}
	return s
}

// brief returns the help of a parameter in a few words, or "" if its name is enough.
func brief(op *api.Operation, param *api.Param) string {
	if f, ok := ask.FilterOf(op, param.Name); ok || slices.Contains(telling, param.Name) {
		return f.Tool
	}
	help, _, _ := strings.Cut(param.Help, ". ")
	help = strings.ReplaceAll(strings.TrimSuffix(help, "."), "`", "")
	if utf8.RuneCountInString(help) <= longestHelp {
		return help
	}
	cut := strings.LastIndexAny(help[:longestHelp], ",;(") // half a clause is worse than none
	return strings.TrimRight(help[:max(cut, 0)], " ,;:(")
}

// outputSchema names the top-level members of an answer. It is open, lists no enum values and requires nothing,
// because clients reject what a schema does not allow, and errors use it too.
func outputSchema(body reflect.Type) json.RawMessage {
	var members strings.Builder
	for field := range body.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		kind := ""
		switch field.Type.Kind() { // only types that every service agrees on
		case reflect.Slice:
			kind = `"type":"array"`
		case reflect.Struct:
			kind = `"type":"object"`
		}
		fmt.Fprintf(&members, "%q:{%s},", name, kind) // {}, because clients reject true
	}
	return json.RawMessage(`{"type":"object","properties":{` + members.String() + `"travel":{"type":"object"}}}`)
}
