package render

import (
	"math/rand/v2"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/landmap"
)

// mapped is a map as a view, sixteen lines high and as wide as there is room.
type mapped landmap.Map

func (v *mapped) Lines(c canvas.Canvas) []string { return landmap.Map(*v).Lines(c, c.Width, 16) }
func (v *mapped) Records() grid.Records          { return grid.Records{} }

func spot(label string, lat, lon float64, mark landmap.Mark, detail string) landmap.Place {
	return landmap.Place{Position: landmap.Position{Lat: lat, Lon: lon}, Label: label, Mark: mark, Detail: detail}
}

func mapViews() map[string]func() View {
	scenes := map[string]landmap.Map{
		"map_europe": {Places: []landmap.Place{
			spot("LHR", 51.47, -0.45, landmap.Start, ""), spot("ATH", 37.93, 23.94, landmap.Best, "$98"), spot("MAD", 40.47, -3.56, landmap.Known, "$120"),
			spot("AMS", 52.3, 4.76, landmap.Known, "$130"), spot("CDG", 49.01, 2.55, landmap.Known, "$140"), spot("BRU", 50.9, 4.48, landmap.Known, "$141"),
			spot("BER", 52.36, 13.5, landmap.Unknown, ""), spot("FCO", 41.8, 12.25, landmap.Known, "$1,204"), spot("ARN", 59.65, 17.9, landmap.Unknown, ""),
		}},
		"map_asia": {Places: []landmap.Place{
			spot("DXB", 25.25, 55.36, landmap.Start, ""), spot("BKK", 13.69, 100.75, landmap.Best, "$310"), spot("SIN", 1.36, 103.99, landmap.Known, "$412"),
			spot("HKG", 22.31, 113.91, landmap.Known, "$520"), spot("NRT", 35.76, 140.39, landmap.Known, "$880"), spot("DEL", 28.56, 77.1, landmap.Unknown, ""),
		}},
		"map_pacific": {Places: []landmap.Place{
			spot("AKL", -37.01, 174.79, landmap.Start, ""), spot("HNL", 21.32, -157.92, landmap.Best, "$610"), spot("LAX", 33.94, -118.41, landmap.Known, "$900"),
			spot("NAN", -17.76, 177.44, landmap.Known, "$300"), spot("PPT", -17.55, -149.61, landmap.Known, "$700"),
		}},
		"map_one":  {Places: []landmap.Place{spot("SIN", 1.36, 103.99, landmap.Start, "here")}},
		"map_twin": {Places: []landmap.Place{spot("LIN", 45.45, 9.28, landmap.Best, "$80"), spot("MIL", 45.45, 9.28, landmap.Known, "$90"), spot("ΜΙΛΑΝΟ 東京", 45.45, 9.28, landmap.Known, "")}},
		"map_pole": {Places: []landmap.Place{spot("JFK", 40.64, -73.78, landmap.Start, ""), spot("pole", 90, 12, landmap.Known, ""), spot("HKG", 22.31, 113.91, landmap.Best, "$900")}},
		"map_none": {Places: []landmap.Place{spot("nowhere", 91, 0, landmap.Best, "$1")}},
	}
	views := map[string]func() View{}
	for name, m := range scenes {
		views[name] = func() View { return new(mapped(m)) }
	}
	return views
}

func TestMapsLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, drawn(mapViews())) }

func TestNoTextOfAMapReachesTheTerminalUncleaned(t *testing.T) { checkCleaned(t, mapViews()) }

func TestNoLineOfAMapIsWiderThanTheTerminal(t *testing.T) {
	checkWidths(t, random{rand.New(rand.NewPCG(9, 10))}, 20, mapViews())
}
