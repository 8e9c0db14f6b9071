package landmap

import (
	"math"
	"slices"
)

// A Position is a place on Earth in degrees, north and east counted up.
type Position struct{ Lat, Lon float64 }

// known is the position with a longitude from -180 up to 180, unless it is none on Earth.
func (p Position) known() (Position, bool) {
	if !(math.Abs(p.Lat) <= 90) || math.IsNaN(p.Lon) || math.IsInf(p.Lon, 0) {
		return Position{}, false
	}
	return Position{p.Lat, around(p.Lon)}, true
}

// around is the same longitude, from -180 up to 180.
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

// A frame is the part of the world that a map shows. Its dots are squares: a degree of longitude is
// narrower than one of latitude by the cosine of the latitude in its middle.
type frame struct {
	width, height int // in dots
	middle        Position
	perLat        float64 // dots a degree
	perLon        float64
}

const (
	margin       = 0.12 // of the width and height, on each side
	leastDegrees = 14   // of latitude that are shown, so that a coast can be recognised
	widest       = 2.5  // times its height, unless the positions need more: the rest is other people's land
	leastSqueeze = 0.2  // at 78 degrees; nearer to a pole the world is drawn wider than it is
)

// framed fits a frame of at most so many dots around positions, on their shortest arc. Where the whole
// world is smaller than the dots, the frame is smaller.
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

// shortestArc is the middle of the shortest stretch of longitudes that holds all positions, and how
// long it is in degrees.
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

// dot is where a position lies, in dots from the corner at the north-west; ok tells that it is inside.
// A pole, which is on every meridian, lies on that in the middle.
func (f frame) dot(p Position) (x, y float64, ok bool) {
	x = float64(f.width) / 2
	if math.Abs(p.Lat) < 90 {
		x += around(p.Lon-f.middle.Lon) * f.perLon
	}
	y = float64(f.height)/2 - (p.Lat-f.middle.Lat)*f.perLat
	return x, y, x >= 0 && y >= 0 && x < float64(f.width) && y < float64(f.height)
}
