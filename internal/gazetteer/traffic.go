package gazetteer

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed traffic.txt
var trafficText string

// Traffic returns the number of passengers of an airport, in millions a year, by IATA code. It reports false for
// an airport that is not listed, which is small.
func Traffic(code string) (millions float64, listed bool) {
	millions, listed = traffic()[code]
	return millions, listed
}

var traffic = sync.OnceValue(func() map[string]float64 {
	known := map[string]float64{}
	for _, row := range Rows(trafficText) {
		for _, entry := range row {
			code, millions, _ := strings.Cut(entry, " ")
			known[code] = Number(millions)
		}
	}
	return known
})
