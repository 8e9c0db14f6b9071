package mcpserver

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/api"
)

// A property is an argument that no operation has and several tools do.
type property struct{ name, schema string }

// telling are the parameters whose name says enough.
var telling = []string{
	"page", "pageSize", "adults", "children", "infants", "rooms", "sort", "cabin", "stops", "airlines", "alliances", "currency",
	"searchId", "tripId", "fareId", "hotelId", "rateId", "brands", "chains", "districts", "amenities", "aircraft", "rating",
	"message", "category", "version", "topics", "latitude", "longitude", "lat", "lng", "min-price", "max-price", "checkIn",
	"checkOut", "types", "countryCode", "outbound-min-duration", "outbound-max-duration", "return-min-duration", "return-max-duration",
	"min-stopover-duration", "max-stopover-duration", "max-duration", "min-star", "max-star", "booking-sites", "stopover-airports",
	"refundable", "guests", "locale", "siteCode",
}

// What a schema says of a parameter at most; the checks hold every limit of the table all the same.
const (
	longestHelp    = 70
	longestPattern = 25 // which that of ids is not
)

// inputSchema is the schema of an operation's parameters, short: types, words, limits of numbers, and a
// few words where the name does not tell. Each model that reads a list of tools pays for all of it.
func inputSchema(op *api.Operation, more ...property) json.RawMessage {
	var out bytes.Buffer
	var required []string
	out.WriteString(`{"type":"object","properties":{`)
	for i := range op.Params {
		param := &op.Params[i]
		if i > 0 {
			out.WriteByte(',')
		}
		quote(&out, param.Name)
		out.WriteByte(':')
		writeParam(&out, param)
		if param.Required && isNeeded(op.ID, param.Name) {
			required = append(required, param.Name)
		}
	}
	for i, extra := range more {
		if i > 0 || len(op.Params) > 0 {
			out.WriteByte(',')
		}
		quote(&out, extra.name)
		out.WriteString(":" + extra.schema)
	}
	out.WriteByte('}')
	if len(required) > 0 {
		text, _ := json.Marshal(required) // names of the table
		out.WriteString(`,"required":`)
		out.Write(text)
	}
	out.WriteByte('}')
	return out.Bytes()
}

// isNeeded tells whether a tool cannot do without a parameter that its operation requires: what names
// something that a list holds brings the rest along.
func isNeeded(operation, name string) bool {
	l, ok := listedOperations()[operation]
	return !ok || name == l.of
}

// writeParam writes the schema of one parameter.
func writeParam(out *bytes.Buffer, param *api.Param) {
	if param.List {
		out.WriteString(`{"type":"array","items":{`)
		writeType(out, param)
		out.WriteByte('}')
	} else {
		out.WriteByte('{')
		writeType(out, param)
	}
	if help := brief(param); help != "" {
		out.WriteString(`,"description":`)
		quote(out, help)
	}
	out.WriteByte('}')
}

// types are the kinds as JSON Schema names them.
var types = map[api.Kind]string{api.String: "string", api.Integer: "integer", api.Number: "number", api.Boolean: "boolean"}

// biggest is the largest bound that says something: the next ones are where exact integers end.
const biggest = 1 << 52

// writeType writes the type of a value, or of one item of a list, with what it is limited to.
func writeType(out *bytes.Buffer, param *api.Param) {
	if param.Name == "hotelId" { // or a reference
		out.WriteString(`"type":["integer","string"]`)
		return
	}
	out.WriteString(`"type":"` + types[param.Kind] + `"`)
	bound := func(name string, has bool, value float64) {
		if has && value < biggest {
			text, _ := json.Marshal(value)
			out.WriteString(`,"` + name + `":` + string(text))
		}
	}
	bound("minimum", param.HasMin, param.Min)
	bound("maximum", param.HasMax, param.Max)
	if len(param.Enum) > 0 && param.Kind != api.Boolean { // which the service has as words
		text, _ := json.Marshal(param.Enum)
		out.WriteString(`,"enum":`)
		out.Write(text)
	}
	if param.Pattern != "" && len(param.Pattern) <= longestPattern {
		out.WriteString(`,"pattern":`)
		quote(out, param.Pattern)
	}
}

// brief is the help of a parameter in a few words, "" where its name tells.
func brief(param *api.Param) string {
	switch {
	case slices.Contains(telling, param.Name), strings.HasSuffix(param.Name, "-blocks"):
		return ""
	case strings.HasSuffix(param.Name, "-range"):
		return "Minutes, 360-720"
	}
	help, _, _ := strings.Cut(param.Help, ". ")
	help = strings.ReplaceAll(strings.TrimSuffix(help, "."), "`", "")
	if utf8.RuneCountInString(help) <= longestHelp {
		return help
	}
	cut := strings.LastIndexAny(help[:longestHelp], ",;(") // half a clause says less than none
	return strings.TrimRight(help[:max(cut, 0)], " ,;:(")
}

// outputSchema names the members at the top of an answer. It is open, says no words of an enumeration
// and requires nothing, because clients refuse what it does not allow, and an error answers too.
func outputSchema(body reflect.Type) json.RawMessage {
	var out bytes.Buffer
	out.WriteString(`{"type":"object","properties":{`)
	for field := range body.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		quote(&out, name)
		out.WriteString(`:{` + outputType(field.Type) + `},`)
	}
	out.WriteString(`"travel":{"type":"object"}}}`)
	return out.Bytes()
}

// outputType is the type of a member where every service agrees on it.
func outputType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return `"type":"array"`
	case reflect.Struct:
		return `"type":"object"`
	}
	return ""
}

// quote writes a text as JSON.
func quote(out *bytes.Buffer, text string) {
	plain := json.NewEncoder(out)
	plain.SetEscapeHTML(false)
	_ = plain.Encode(text) // a string can always be written
	out.Truncate(out.Len() - 1)
}
