package landmap

import (
	_ "embed"
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// A Position is a place on Earth in degrees, positive to the north and east.
type Position struct{ Lat, Lon float64 }

// known returns the position with a longitude in [-180, 180), and whether it is on Earth.
func (p Position) known() (Position, bool) {
	if !(math.Abs(p.Lat) <= 90) || math.IsNaN(p.Lon) || math.IsInf(p.Lon, 0) {
		return Position{}, false
	}
	return Position{p.Lat, around(p.Lon)}, true
}

// around normalizes a longitude to [-180, 180).
func around(lon float64) float64 {
	lon = math.Mod(lon, 360)
	switch {
	case lon >= 180:
		lon -= 360
	case lon < -180:
		lon += 360
	}
	return lon
}

// A frame is the part of the world that a map shows. Its dots are square: a degree of longitude is narrower than one
// of latitude by the cosine of the latitude in its center.
type frame struct {
	width, height int // in dots
	middle        Position
	perLat        float64 // dots per degree
	perLon        float64
}

const (
	margin       = 0.12 // of the width and height, on each side
	leastDegrees = 14   // minimum latitude range, so that a coast can be recognized
	widest       = 2.5  // maximum ratio of width to height, unless the positions need more: the rest would be irrelevant
	leastSqueeze = 0.2  // at 78 degrees; nearer to a pole the world is drawn wider than it is
)

// framed fits a frame of at most the given number of dots around positions, on their shortest arc. If the whole
// world needs fewer dots, the frame is smaller.
func framed(positions []Position, width, height int) frame {
	lon, degrees := shortestArc(positions)
	south, north := positions[0].Lat, positions[0].Lat
	for _, p := range positions {
		south, north = min(south, p.Lat), max(north, p.Lat)
	}
	f := frame{width: width, height: height, middle: Position{(south + north) / 2, lon}}
	squeeze := max(math.Cos(f.middle.Lat*math.Pi/180), leastSqueeze)
	inside := 1 - 2*margin
	f.perLat = float64(height) / max((north-south)/inside, leastDegrees)
	across := min(degrees/inside, 360) * squeeze
	if across*f.perLat > float64(width) {
		f.perLat = float64(width) / across
	}
	f.perLon = f.perLat * squeeze
	f.width = min(width, int(math.Ceil(max(across*f.perLat, widest*float64(height)))), int(math.Ceil(360*f.perLon)))
	f.height = min(height, int(math.Ceil(180*f.perLat)))
	reach := float64(f.height) / f.perLat / 2
	f.middle.Lat = max(min(f.middle.Lat, 90-reach), reach-90)
	return f
}

// shortestArc returns the middle and the length in degrees of the shortest range of longitudes that contains all
// positions.
func shortestArc(positions []Position) (middle, degrees float64) {
	var all []float64
	for _, p := range positions {
		if math.Abs(p.Lat) < 90 { // a pole is on every meridian
			all = append(all, p.Lon)
		}
	}
	if len(all) == 0 {
		return positions[0].Lon, 0
	}
	slices.Sort(all)
	last := len(all) - 1
	start, gap := all[0], all[0]+360-all[last]
	for i := 1; i <= last; i++ {
		if g := all[i] - all[i-1]; g > gap {
			start, gap = all[i], g
		}
	}
	return around(start + (360-gap)/2), 360 - gap
}

// dot returns a position in dots from the northwest corner; ok reports whether it is inside. A pole, which is on
// every meridian, is placed on the central one.
func (f frame) dot(p Position) (x, y float64, ok bool) {
	x = float64(f.width) / 2
	if math.Abs(p.Lat) < 90 {
		x += around(p.Lon-f.middle.Lon) * f.perLon
	}
	y = float64(f.height)/2 - (p.Lat-f.middle.Lat)*f.perLat
	return x, y, x >= 0 && y >= 0 && x < float64(f.width) && y < float64(f.height)
}

// arcSteps is the number of segments in which a great circle is drawn.
const arcSteps = 128

// arc returns positions along the shortest way between two positions, including both. Between antipodes all ways are
// equally long; arc then goes over the north pole or, from pole to pole, along the meridian of the second position.
func arc(from, to Position) []Position {
	a, b := from.vector(), to.vector()
	angle := math.Atan2(b.without(a).length(), a.times(b))
	ahead := b.without(a)
	if ahead.length() < 1e-9 {
		ahead = vector{0, 0, 1}.without(a)
	}
	if ahead.length() < 1e-9 {
		ahead = Position{0, to.Lon}.vector()
	}
	ahead = ahead.scaled(1 / ahead.length())
	out := make([]Position, 0, arcSteps+1)
	for i := range arcSteps + 1 {
		sin, cos := math.Sincos(angle * float64(i) / arcSteps)
		out = append(out, a.scaled(cos).plus(ahead.scaled(sin)).position())
	}
	return out
}

// A vector starts at the center of the Earth.
type vector [3]float64

// vector returns the unit vector of the position.
func (p Position) vector() vector {
	sinLat, cosLat := math.Sincos(p.Lat * math.Pi / 180)
	sinLon, cosLon := math.Sincos(p.Lon * math.Pi / 180)
	return vector{cosLat * cosLon, cosLat * sinLon, sinLat}
}

func (v vector) position() Position {
	return Position{
		Lat: math.Atan2(v[2], math.Hypot(v[0], v[1])) * 180 / math.Pi,
		Lon: around(math.Atan2(v[1], v[0]) * 180 / math.Pi),
	}
}

func (v vector) times(w vector) float64  { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }
func (v vector) plus(w vector) vector    { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vector) scaled(n float64) vector { return vector{n * v[0], n * v[1], n * v[2]} }
func (v vector) length() float64         { return math.Sqrt(v.times(v)) }

// without returns the part of a vector that is perpendicular to the unit vector w.
func (v vector) without(w vector) vector { return v.plus(w.scaled(-v.times(w))) }

// outlines is generated by tools/landgen, which describes its format.
//
//go:embed land.bin
var outlines []byte

// unit is the unit of outlines, in degrees.
const unit = 0.05

// A vertex is a corner of an outline, in units. Longitudes may exceed 180 degrees.
type vertex struct{ lon, lat int32 }

// land is every outline. Points inside an odd number of them are land.
var land = sync.OnceValue(func() [][]vertex {
	var rings [][]vertex
	for data := outlines; len(data) > 0; {
		n, size := binary.Uvarint(data)
		data = data[size:]
		ring := make([]vertex, n)
		var lon, lat int64
		for i := range ring {
			for _, sum := range []*int64{&lon, &lat} {
				step, size := binary.Varint(data)
				*sum += step
				data = data[size:]
			}
			ring[i] = vertex{int32(lon), int32(lat)}
		}
		rings = append(rings, ring)
	}
	return rings
})
