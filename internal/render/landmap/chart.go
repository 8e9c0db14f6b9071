package landmap

import (
	"math"
	"strconv"
	"sync"
)

// A Chart is a map in lines instead of dots, for a page. Its measures are of a picture that is Width by
// Height, with the corner at the north-west.
type Chart struct {
	Width, Height float64
	Land          []Sheet  // where Outline lies on it, once or where the world repeats itself
	Ways          []string // as data of SVG paths, in the order of the map's ways that lie on Earth
	Spots         []Spot   // of the map's places that lie on Earth, in their order
	Farthest      float64  // the latitude farthest from the equator that a way reaches, as a positive number
}

// A Sheet says how the outline of land lies on a chart: it is stretched, then moved.
type Sheet struct{ X, Y, StretchX, StretchY float64 }

// A Spot is a place on a chart.
type Spot struct {
	Place
	X, Y float64
}

// chartSteps is how many of the parts of a great circle are one on a chart.
const chartSteps = 4

// Chart draws the map in a picture of at most that width and height; false where it has no place on Earth.
func (m Map) Chart(width, height int) (Chart, bool) {
	places, ways := m.known()
	if len(places) == 0 || width < 1 || height < 1 {
		return Chart{}, false
	}
	var inFrame []Position
	for _, p := range places {
		inFrame = append(inFrame, p.Position)
	}
	for _, way := range ways {
		inFrame = append(inFrame, way...)
	}
	f := framed(inFrame, width, height)
	c := Chart{Width: float64(f.width), Height: float64(f.height), Land: f.sheets()}
	for _, p := range places {
		x, y, _ := f.dot(p.Position)
		c.Spots = append(c.Spots, Spot{p, x, y})
	}
	for _, way := range ways {
		c.Ways = append(c.Ways, f.path(way))
		for _, p := range way {
			c.Farthest = max(c.Farthest, math.Abs(p.Lat))
		}
	}
	return c, true
}

// overlap is how far outlines may reach beyond 180 degrees.
const overlap = 30

// sheets are the worlds side by side that reach into the frame.
func (f frame) sheets() []Sheet {
	reach := float64(f.width) / f.perLon / 2
	var all []Sheet
	for turn := -2.0; turn <= 2; turn++ {
		off := around(f.middle.Lon) - 360*turn // of the middle of that world
		if math.Abs(off) > 180+overlap+reach {
			continue
		}
		all = append(all, Sheet{
			X: float64(f.width)/2 - off*f.perLon, Y: float64(f.height)/2 + f.middle.Lat*f.perLat,
			StretchX: unit * f.perLon, StretchY: unit * f.perLat,
		})
	}
	return all
}

// farNorth is the latitude from where each part of a great circle is drawn: near a pole it turns quickly.
const farNorth = 60

// path is a way as data of an SVG path. Where it leaves the world on one side, it goes on over the edge and
// comes back in over the other.
func (f frame) path(way []Position) string {
	var data []byte
	var beforeX, beforeY float64
	point := func(sign byte, x, y float64) {
		data = append(data, sign)
		data = strconv.AppendFloat(data, x, 'f', 1, 64)
		data = append(data, ' ')
		data = strconv.AppendFloat(data, y, 'f', 1, 64)
	}
	for i, p := range way {
		if i%chartSteps != 0 && i != len(way)-1 && math.Abs(p.Lat) < farNorth {
			continue
		}
		x, y, _ := f.dot(p)
		turn := math.Round((x-beforeX)/(360*f.perLon)) * 360 * f.perLon
		switch {
		case i == 0:
			point('M', x, y)
		case turn != 0:
			point('L', x-turn, y)
			point('M', beforeX+turn, beforeY)
			point('L', x, y)
		default:
			point('L', x, y)
		}
		beforeX, beforeY = x, y
	}
	return string(data)
}

// Outline is the outline of all land as data of an SVG path, with the rule evenodd: one unit is a
// twentieth of a degree, east and south counted up. The middle of each ring lies between -180 and 180
// degrees.
func Outline() string { return outlinePath() }

var outlinePath = sync.OnceValue(func() string {
	data := make([]byte, 0, 64<<10)
	for _, ring := range land() {
		before := ring[0]
		data = append(data, 'M')
		data = appendPair(data, before.lon-turnsOf(ring), -before.lat)
		data = append(data, 'l')
		for i, v := range ring[1:] {
			if i > 0 && v.lon >= before.lon {
				data = append(data, ' ') // a minus parts numbers by itself
			}
			data = appendPair(data, v.lon-before.lon, before.lat-v.lat)
			before = v
		}
		data = append(data, 'z')
	}
	return string(data)
})

// turnsOf is how far a ring lies from the world in the middle, in units: whole turns.
func turnsOf(ring []vertex) int32 {
	const turn = 360 / unit
	west, east := ring[0].lon, ring[0].lon
	for _, v := range ring {
		west, east = min(west, v.lon), max(east, v.lon)
	}
	return int32(math.Round(float64(west+east)/2/turn) * turn)
}

func appendPair(data []byte, x, y int32) []byte {
	data = strconv.AppendInt(data, int64(x), 10)
	if y >= 0 {
		data = append(data, ' ')
	}
	return strconv.AppendInt(data, int64(y), 10)
}
