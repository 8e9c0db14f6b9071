package apiclient

import (
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// queryOf writes the generated parameter struct of an operation as the contract
// has it: in its order, a list as one pair for each item (OpenAPI 3.0, style
// form, explode true), text escaped as in a form. What is nil is left out. The
// result starts with a question mark, or is empty.
func queryOf(op *api.Operation, params any, word dialect) string {
	fields := fieldsOf(params)
	var query strings.Builder
	separator := byte('?')
	for i := range op.Params {
		param := &op.Params[i]
		field, ok := fields[param.Name]
		if param.In != api.InQuery || !ok {
			continue
		}
		for _, text := range texts(field) {
			query.WriteByte(separator)
			query.WriteString(url.QueryEscape(param.Name) + "=" + url.QueryEscape(word.rewriteKind(param.Name, text)))
			separator = '&'
		}
	}
	return query.String()
}

// fieldsOf are the members of a parameter struct by the name that their tags
// give them on the wire.
func fieldsOf(params any) map[string]reflect.Value {
	value := reflect.Indirect(reflect.ValueOf(params))
	if !value.IsValid() {
		return nil // no parameters
	}
	fields := map[string]reflect.Value{}
	for field, member := range value.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		fields[name] = member
	}
	return fields
}

// texts are the values of a member: none when it is nil, several of a list.
func texts(value reflect.Value) []string {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		return texts(value.Elem())
	case reflect.Slice:
		var all []string
		for i := range value.Len() {
			all = append(all, texts(value.Index(i))...)
		}
		return all
	case reflect.Int, reflect.Int64:
		return []string{strconv.FormatInt(value.Int(), 10)}
	}
	return []string{value.String()} // a test holds that there are no other kinds
}
