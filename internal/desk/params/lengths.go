package params

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"travel.example/travel/api"
)

// LengthForms names what a length of time may be given as, for messages and help.
const LengthForms = `8h, 2h30, 90m or 150 minutes`

// isLength tells the parameters that are minutes of a journey, a leg or a layover.
func isLength(param *api.Param) bool { return strings.HasSuffix(param.Name, "-duration") }

type lengthPatterns struct{ hours, minutes *regexp.Regexp }

var compiledLengths = sync.OnceValue(func() lengthPatterns {
	const h, m = `(?:h|hrs?|hours?)`, `(?:m|mins?|minutes?)`
	return lengthPatterns{
		hours:   regexp.MustCompile(`^(\d{1,4})(?: ?` + h + `(?: ?(\d{1,2}) ?` + m + `?)?|:(\d{2}))$`),
		minutes: regexp.MustCompile(`^(\d{1,7}) ?` + m + `$`),
	}
})

// ParseLength reads a length as a person says it, such as 8h, 2h30 or 90m, as minutes. A plain number
// is the contract's own and not read here.
func ParseLength(text string) (minutes int, ok bool) {
	text = strings.ToLower(strings.Join(strings.Fields(text), " "))
	p := compiledLengths()
	if m := p.minutes.FindStringSubmatch(text); m != nil {
		minutes, _ = strconv.Atoi(m[1]) // at most seven digits
		return minutes, true
	}
	m := p.hours.FindStringSubmatch(text)
	if m == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(m[1])
	minutes, _ = strconv.Atoi(m[2] + m[3]) // one of the two, or none
	return 60*hours + minutes, minutes < 60
}
