package apiclient

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/internal/words"
)

// idsOf returns the ids in the path and query of a request, each with its name in the contract.
func idsOf(op *api.Operation, params any, path []string) (ids [][2]string) {
	fields := fieldsOf(params)
	for i := range op.Params {
		param := &op.Params[i]
		asked := ""
		switch field := fields[param.Name]; {
		case param.In == api.InPath:
			asked, path = path[0], path[1:]
		case field.IsValid() && len(texts(field)) == 1:
			asked = texts(field)[0]
		}
		if strings.HasSuffix(param.Name, "Id") && asked != "" {
			ids = append(ids, [2]string{param.Name, asked})
		}
	}
	return ids
}

// checkIDs rejects an answer whose id is not the one requested, and adds the requested ids to a 404. An id that the
// answer does not repeat is assumed to be right.
func checkIDs[T any](answer *Answer[T], err error, ids [][2]string) (*Answer[T], error) {
	for _, id := range ids {
		if p, ok := errors.AsType[*ProblemError](err); ok && p.Code == ErrorCodeNotFound {
			p.IDs = append(p.IDs, id[0]+" "+words.Quote(id[1]))
		}
		if err != nil {
			continue
		}
		if got := answer.member(id[0]); got != "" && !sameID(id[1], got) {
			return nil, &ExchangeError{Kind: AnotherThing, Host: answer.Host, Detail: fmt.Sprintf("its %s is %q, not the one asked for", id[0], got)}
		}
	}
	return answer, err
}

// member returns a member of the answer as text, or "" if it is absent or neither a string nor a number.
func (a *Answer[T]) member(name string) string {
	if field := fieldsOf(a.Value)[name]; field.IsValid() && field.Kind() == reflect.String {
		return field.String()
	}
	var members map[string]json.RawMessage
	_ = json.Unmarshal(a.Body, &members) // it was decoded before; a list has no members
	return plainText(members[name])
}

// sameID treats a trip id without its search as the same trip with it.
func sameID(asked, got string) bool {
	return asked == got || !strings.Contains(asked, ":") && strings.HasSuffix(got, ":"+asked)
}

// plainText returns a JSON string or number as text, or "" for anything else.
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
