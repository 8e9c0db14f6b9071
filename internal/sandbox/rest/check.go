package rest

import (
	"net/http"
	"regexp"
	"strings"
	"sync"

	"travel.example/travel/api"
)

// maxFaults bounds how many faults one detail lists.
const maxFaults = 4

// Check reads the requests of one operation: every parameter that the contract
// declares, and nothing else. A query parameter that the contract does not know
// is ignored, as HTTP services do and as the operations without a 400 have to; a
// body with an unknown field is refused, since the contract closes the bodies.
type Check struct {
	op       *api.Operation
	patterns func() map[string]*regexp.Regexp
}

// For returns the check of an operation. Its patterns are compiled on first use.
func For(op *api.Operation) *Check {
	return &Check{op: op, patterns: sync.OnceValue(func() map[string]*regexp.Regexp {
		compiled := map[string]*regexp.Regexp{}
		for _, p := range op.Params {
			if p.Pattern != "" {
				compiled[p.Pattern] = regexp.MustCompile(p.Pattern)
			}
		}
		return compiled
	})}
}

// Read returns the values of a request that keeps every rule of its parameters,
// or an *Error whose detail names each parameter at fault, what was given and
// what is accepted. body is the request's body, already read.
func (c *Check) Read(r *http.Request, body []byte) (Values, error) {
	src, err := c.open(r, body)
	if err != nil {
		return Values{}, err
	}
	values := Values{op: c.op, given: map[string][]value{}}
	var faults []string
	for i := range c.op.Params {
		p := &c.op.Params[i]
		got, fault := c.read(p, src)
		switch {
		case fault != "":
			faults = append(faults, fault)
		case got != nil:
			values.given[p.Name] = got
		}
	}
	if len(faults) == 0 {
		return values, nil
	}
	if more := len(faults) - maxFaults; more > 0 {
		faults = append(faults[:maxFaults], "and more")
	}
	detail := strings.Join(faults, "; ")
	return Values{}, Invalidf("%s%s.", strings.ToUpper(detail[:1]), detail[1:])
}

// read returns the checked values of one parameter: no value when it is absent,
// one for a scalar. fault is a clause for the detail, empty when there is none.
func (c *Check) read(p *api.Param, src *source) (got []value, fault string) {
	items, fault := src.items(p)
	if fault != "" {
		return nil, fault
	}
	if items == nil {
		if p.Required {
			return nil, label(p) + " is missing; it must be " + accepted(p)
		}
		return nil, ""
	}
	if len(items) < p.MinItems || p.MaxItems > 0 && len(items) > p.MaxItems {
		return nil, label(p) + " has " + count(len(items)) + "; it must be " + accepted(p)
	}
	got = make([]value, 0, len(items))
	for _, item := range items {
		v, ok := item.value(p.Kind)
		if !ok || !c.within(p, v) {
			return nil, label(p) + " has " + item.quoted() + itemRule(p)
		}
		if p.Name == "currency" && !isMoney(v.text) {
			return nil, label(p) + " has " + item.quoted() + ", for which ISO 4217 lists no currency; it must be a code such as EUR"
		}
		got = append(got, v)
	}
	return got, ""
}

// within tells whether a value of the right type keeps its parameter's limits.
func (c *Check) within(p *api.Param, v value) bool {
	switch p.Kind {
	case api.Integer, api.Number:
		return !(p.HasMin && v.number < p.Min) && !(p.HasMax && v.number > p.Max)
	case api.Boolean:
		return true
	}
	return withinText(p, v.text, c.patterns()[p.Pattern])
}

func label(p *api.Param) string {
	switch p.In {
	case api.InPath:
		return "path parameter " + p.Name
	case api.InBody:
		return "body field " + p.Name
	}
	return "query parameter " + p.Name
}
