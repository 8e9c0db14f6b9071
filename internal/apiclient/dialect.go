package apiclient

import "strings"

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

// rewriteKind is a value of a query parameter in the deployment's own word, which
// only the filter of booking types holds.
func (d dialect) rewriteKind(param, value string) string {
	if d.foreign() && param == bookingTypesParam && value == contractWord {
		return string(d)
	}
	return value
}
