package gazetteer

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed traffic.txt
var trafficText string

// Traffic is how many passengers an airport has, in millions a year, by its IATA code; false for one that is not
// listed, which is small.
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
