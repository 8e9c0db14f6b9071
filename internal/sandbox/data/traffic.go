package data

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed traffic.txt
var trafficText string

// Traffic is how many passengers an airport has, in millions a year.
type Traffic struct {
	All, Abroad float64
	Leisure     bool // a holiday place
}

// TrafficOf is the traffic of an airport by its IATA code; false for one that
// is not listed, which is small.
func TrafficOf(code string) (Traffic, bool) {
	t, ok := knownTraffic()[code]
	return t, ok
}

var knownTraffic = sync.OnceValue(func() map[string]Traffic {
	known := map[string]Traffic{}
	for line := range strings.Lines(trafficText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for entry := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			words := strings.Fields(entry)
			known[words[0]] = Traffic{All: number(words[1]), Abroad: number(words[2]), Leisure: len(words) > 3}
		}
	}
	return known
})
