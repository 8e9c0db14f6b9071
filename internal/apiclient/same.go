package apiclient

import (
	"encoding/json"
	"reflect"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/jsonspan"
)

// another tells the first id of an answer that is not the one asked for, as the contract names it: one
// of the path, or of the query. An id that the answer does not repeat is taken to be right.
func another(op *api.Operation, params any, ids []string, told func(name string) string) (name, got string, found bool) {
	fields := fieldsOf(params)
	for i := range op.Params {
		param := &op.Params[i]
		asked := ""
		switch field := fields[param.Name]; {
		case param.In == api.InPath:
			asked, ids = ids[0], ids[1:]
		case field.IsValid() && field.Kind() == reflect.String:
			asked = field.String()
		}
		if !strings.HasSuffix(param.Name, "Id") || asked == "" {
			continue
		}
		if got := told(param.Name); got != "" && !sameID(asked, got) {
			return param.Name, got, true
		}
	}
	return "", "", false
}

// told is a member of the answer as text, "" where it has none or one that is neither a string nor a
// number.
func (a *Answer[T]) told(name string) string {
	if a.whole { // so that it has the member once, if its type knows it
		if field := fieldsOf(a.Value)[name]; field.IsValid() && field.Kind() == reflect.String {
			return field.String()
		}
	}
	at, end, _ := jsonspan.Member(a.Body, name)
	return plainText(a.Body[at:end])
}

// sameID takes a trip that was asked for without its search for the same trip with it.
func sameID(asked, got string) bool {
	return asked == got || !strings.Contains(asked, ":") && strings.HasSuffix(got, ":"+asked)
}

// plainText is a string or a number of JSON as text, "" for anything else.
func plainText(value json.RawMessage) string {
	var text string
	var number json.Number
	switch {
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &number) == nil:
		return number.String()
	}
	return ""
}
