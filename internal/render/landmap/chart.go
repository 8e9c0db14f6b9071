package landmap

import (
	"math"
	"strconv"
	"sync"
)

// A Chart is a map of lines instead of dots, for a page. Its coordinates are those of a picture of Width by Height,
// with the origin in the northwest corner.
type Chart struct {
	Width, Height float64
	Land          []Sheet  // positions of Outline, one or more where the world repeats
	Ways          []string // SVG path data, in the order of the map's ways that are on Earth
	Spots         []Spot   // the map's places that are on Earth, in order
	Farthest      float64  // the latitude farthest from the equator on any way, as a positive number
}

// A Sheet is the position of the outline of land on a chart: it is scaled, then moved.
type Sheet struct{ X, Y, StretchX, StretchY float64 }

// A Spot is a place on a chart.
type Spot struct {
	Place
	X, Y float64
}

const (
	chartSteps = 4  // segments of a great circle that are merged into one on a chart
	farNorth   = 60 // latitude from which each segment is drawn: a great circle turns quickly near a pole
	overlap    = 30 // degrees that outlines may extend beyond 180
)

// Chart draws the map as a picture of at most the given size. It returns false if no place is on Earth.
func (m Map) Chart(width, height int) (Chart, bool) {
	places, ways, inFrame := m.known()
	if len(places) == 0 || width < 1 || height < 1 {
		return Chart{}, false
	}
	f := framed(inFrame, width, height)
	c := Chart{Width: float64(f.width), Height: float64(f.height)}
	reach := c.Width / f.perLon / 2
	for turn := -2.0; turn <= 2; turn++ { // the copies of the world, side by side, that extend into the frame
		off := around(f.middle.Lon) - 360*turn // of the center of that copy
		if math.Abs(off) > 180+overlap+reach {
			continue
		}
		c.Land = append(c.Land, Sheet{
			X: c.Width/2 - off*f.perLon, Y: c.Height/2 + f.middle.Lat*f.perLat, StretchX: unit * f.perLon, StretchY: unit * f.perLat,
		})
	}
	for _, p := range places {
		x, y := f.dot(p.Position)
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

// path returns a way as SVG path data. A way that leaves the world on one side continues beyond that edge and enters
// again from beyond the other.
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
		x, y := f.dot(p)
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

// Outline returns the outline of all land as SVG path data, with the rule evenodd. One unit is a twentieth of a
// degree, increasing to the east and south. The center of each ring is between -180 and 180 degrees.
var Outline = sync.OnceValue(func() string {
	data := make([]byte, 0, 64<<10)
	for _, ring := range land() {
		before := ring[0]
		west, east := before.lon, before.lon
		for _, v := range ring {
			west, east = min(west, v.lon), max(east, v.lon)
		}
		const turn = 360 / unit
		off := int32(math.Round(float64(west+east)/2/turn) * turn) // whole turns from the central copy of the world
		data = append(data, 'M')
		data = appendPair(data, before.lon-off, -before.lat)
		data = append(data, 'l')
		for i, v := range ring[1:] {
			if i > 0 && v.lon >= before.lon {
				data = append(data, ' ') // a minus sign separates numbers by itself
			}
			data = appendPair(data, v.lon-before.lon, before.lat-v.lat)
			before = v
		}
		data = append(data, 'z')
	}
	return string(data)
})

func appendPair(data []byte, x, y int32) []byte {
	data = strconv.AppendInt(data, int64(x), 10)
	if y >= 0 {
		data = append(data, ' ')
	}
	return strconv.AppendInt(data, int64(y), 10)
}
