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
		op := &api.Operations[i]
		calls := calls[op.ID]
		about := op.Summary + "."
		if first, _, _ := strings.Cut(op.About, ". "); first != "" {
			about += " " + strings.TrimSuffix(first, ".") + "."
		}
		switch op.Class {
		case api.Create:
			about += " Uses one search."
		case api.Link:
			about += " Nothing is booked."
		}
		reads := op.Class != api.Create && op.Class != api.Feedback // the others change something
		tool := &Tool{
			Name: op.ID, Title: op.Summary, Description: strings.ReplaceAll(about, "`", ""), Hints: hints(reads, reads),
			Sets: slices.Clone(sets[op.Tag]), Takes: namesOf(nil, op.ID),
			Input: inputSchema(op), Output: outputSchema(desk.Requests[op.ID].Body),
			Call: func(ctx context.Context, v *visit) (Result, error) { return v.operate(ctx, op, calls) },
		}
		if op.Class == api.Poll {
			tool.Takes = append(tool.Takes, "wait")
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

// sets maps the contract's groups of operations to toolsets.
var sets = map[string][]string{
	"Flights": {Flights}, "Hotels": {Hotels}, "Places": {Flights, Hotels, Plan}, "Countries": {Plan},
}

// operate calls the operation of the tool.
func (v *visit) operate(ctx context.Context, op *api.Operation, calls desk.Operation) (Result, error) {
	if l, ok := listedOperations()[op.ID]; ok {
		return v.operateOn(ctx, op, l)
	}
	q := v.query(op.ID)
	v.fill(ctx, q)
	q.SetDefault("locale", "locale", v.language)
	var wait time.Duration // the others read once
	if op.Class == api.Poll {
		wait = v.life(ctx).Wait
	}
	if v.args.err != nil {
		return Result{}, v.args.err
	}
	answer, err := calls.Call(ctx, v.Desk, q, wait)
	t := outcome{operation: op.ID, bodies: answer.Bodies, rows: answer.Rows, meta: answer.Meta}
	if made, ok := answer.Value.(*search.Created); ok {
		t.next = []refs.Call{callOf("get"+strings.TrimPrefix(op.ID, "create")+"Results", "searchId", made.SearchID)}
		if hotel := q.Text("hotelId"); hotel != "" {
			arguments := `{"hotelId":` + hotel + `,"searchId":` + asJSON(made.SearchID) + `}`
			t.next = []refs.Call{{Tool: "getHotelRates", Arguments: json.RawMessage(arguments)}}
		}
	}
	switch op.ID {
	case "getFlightSearchLink":
		v.linksTo(&t, desk.Link{Booking: flights.LinkFor(q)})
	case "getHotelSearchLink":
		v.linksTo(&t, desk.Link{Booking: hotels.LinkFor(q)})
	}
	if strings.HasSuffix(op.ID, "Places") && err == nil {
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
func inputSchema(op *api.Operation) json.RawMessage {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	add := func(name string, schema *jsonschema.Schema) {
		s.Properties[name], s.PropertyOrder = schema, append(s.PropertyOrder, name)
	}
	listed, isListed := listedOperations()[op.ID]
	for i := range op.Params {
		param := &op.Params[i]
		add(param.Name, paramSchema(op, param))
		if param.Required && (!isListed || param.Name == listed.of) { // a reference supplies the others
			s.Required = append(s.Required, param.Name)
		}
	}
	if op.Class == api.Read || op.Class == api.Poll { // the others accept these as well, but their answers are short
		add("limit", &jsonschema.Schema{Type: "integer"})
		add("fields", &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}})
		add("whole", &jsonschema.Schema{Type: "boolean"})
	}
	if op.Class == api.Poll {
		add("wait", &jsonschema.Schema{
			Type: "integer", Minimum: new(0.0), Maximum: new(settleLimit.Seconds()), Description: "Seconds to wait until it settles; 0 reads once",
		})
	}
	text, _ := json.Marshal(s) // a schema of plain values can always be written
	return text
}

// types maps kinds to JSON Schema types.
var types = [...]string{api.String: "string", api.Integer: "integer", api.Number: "number", api.Boolean: "boolean"}

// biggest is the largest bound worth stating. Larger ones are only the limits of exact integers.
const biggest = 1 << 52

// paramSchema returns the schema of one parameter, with its limits and its help in a few words.
func paramSchema(op *api.Operation, param *api.Param) *jsonschema.Schema {
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
	if param.Name == "hotelId" { // an id or a reference
		s = &jsonschema.Schema{Types: []string{"integer", "string"}}
	}
	if param.List {
		s = &jsonschema.Schema{Type: "array", Items: s}
	}
	if f, ok := ask.FilterOf(op, param.Name); ok || slices.Contains(telling, param.Name) {
		s.Description = f.Tool
		return s
	}
	help, _, _ := strings.Cut(param.Help, ". ")
	help = strings.ReplaceAll(strings.TrimSuffix(help, "."), "`", "")
	if utf8.RuneCountInString(help) > longestHelp {
		cut := strings.LastIndexAny(help[:longestHelp], ",;(") // half a clause is worse than none
		help = strings.TrimRight(help[:max(cut, 0)], " ,;:(")
	}
	s.Description = help
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
