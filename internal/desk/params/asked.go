package params

import (
	"bytes"
	"encoding/json"
	"strings"

	"travel.example/travel/api"
)

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
		if i > 0 {
			out.WriteByte(',')
		}
		for _, part := range []any{member.Name, member.Value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			out.Write(text)
			out.WriteByte(':')
		}
		out.Truncate(out.Len() - 1)
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
		values := p.values[param.Name]
		if param.In == api.InPath && len(ids) > 0 {
			values, ids = ids[:1], ids[1:]
		}
		if len(values) == 0 {
			continue
		}
		asked.Parameters = append(asked.Parameters, Member{param.Name, sent(param, values)})
		if words := p.wordsFor(param.Name); words != "" {
			asked.Typed = append(asked.Typed, Member{param.Name, words})
		}
	}
	return asked
}

// sent are values as the contract writes them.
func sent(param *api.Param, values []any) any {
	all := make([]any, len(values))
	for i, value := range values {
		if yes, ok := value.(bool); ok {
			value = map[bool]string{true: "true", false: "false"}[yes]
		}
		all[i] = value
	}
	if param.List {
		return all
	}
	return all[0]
}

// GivenAs says in which words a person gave a parameter that is sent as something else: a place by
// its name, a trip by its number.
func (p *Values) GivenAs(wire, text string) {
	if p.given == nil {
		p.given = map[string]string{}
	}
	p.given[wire] = text
}

// wordsFor are the words that a person gave for a parameter, "" when it came from elsewhere.
func (p *Values) wordsFor(wire string) string {
	if text := p.typedAs[wire]; text != "" {
		return text
	}
	return p.given[wire]
}

// noteGiven keeps the words of a parameter; those of a list come on top of what was given before.
func (p *Values) noteGiven(wire, text string) {
	if param, ok := p.op.Param(wire); ok && param.List && p.given[wire] != "" {
		text = strings.Join([]string{p.given[wire], text}, ",")
	}
	p.GivenAs(wire, text)
}
