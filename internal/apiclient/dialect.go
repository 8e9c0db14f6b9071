package apiclient

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
)

// The contract's own word, and where a deployment may use another one.
const (
	contractWord      = "platform"
	contractFlag      = "hasPlatformFare"
	bookingTypesParam = "booking-types"
)

// dialect is the word a deployment uses where the contract says "platform":
// as a fare's kind, as a booking type and in the has…Fare flag of a trip. "" is
// the contract's own.
type dialect string

func (d dialect) foreign() bool { return d != "" && d != contractWord }

// flag is the has…Fare member as this deployment names it.
func (d dialect) flag() string {
	if !d.foreign() {
		return contractFlag
	}
	return "has" + strings.ToUpper(string(d[:1])) + string(d[1:]) + "Fare"
}

// expect makes the checks of answers look for the deployment's own flag.
func (d dialect) expect(operations []operation) []operation {
	if !d.foreign() {
		return operations
	}
	for i := range operations {
		if operations[i].class == poll && strings.Contains(operations[i].path, "/flights/") {
			s := &shape{target: reflect.TypeFor[FlightResults]()}
			s.plan = sync.OnceValue(func() *plan { return planFor(s.target).rename(contractFlag, d.flag()) })
			operations[i].check = s.check
		}
	}
	return operations
}

// rename gives a member another name wherever the plan promises it.
func (p *plan) rename(from, to string) *plan {
	if p == nil {
		return nil
	}
	p.item.rename(from, to)
	for i := range p.members {
		if p.members[i].name == from {
			p.members[i].name = to
		}
		p.members[i].plan.rename(from, to)
	}
	return p
}

// speak says the deployment's word in the filter of booking types.
func (d dialect) speak(req *http.Request) *http.Request {
	if !d.foreign() || !strings.Contains(req.URL.RawQuery, bookingTypesParam+"=") {
		return req
	}
	query := req.URL.Query()
	for i, list := range query[bookingTypesParam] {
		words := strings.Split(list, ",")
		for j, word := range words {
			if word == contractWord {
				words[j] = string(d)
			}
		}
		query[bookingTypesParam][i] = strings.Join(words, ",")
	}
	own := req.Clone(req.Context())
	own.URL = new(url.URL)
	*own.URL = *req.URL
	own.URL.RawQuery = query.Encode()
	return own
}
