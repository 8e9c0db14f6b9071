package landmap

import (
	"math"
	"slices"
)

// A raster is a grid of dots that are on or off, row by row.
type raster struct {
	width, height int
	on            []bool
}

func newRaster(width, height int) raster {
	return raster{width, height, make([]bool, width*height)}
}

func (r raster) at(x, y int) bool {
	return x >= 0 && y >= 0 && x < r.width && y < r.height && r.on[y*r.width+x]
}

func (r raster) set(x, y int) {
	if x >= 0 && y >= 0 && x < r.width && y < r.height {
		r.on[y*r.width+x] = true
	}
}

// landIn returns the dots of a frame whose center is on land.
func landIn(f frame, rings [][]vertex) raster {
	r := newRaster(f.width, f.height)
	rows := make([][]float64, f.height) // where outlines cross the middle of each row, in degrees
	for _, ring := range rings {
		before := ring[len(ring)-1]
		for _, v := range ring {
			f.cross(rows, before, v)
			before = v
		}
		for y, crossings := range rows {
			slices.Sort(crossings)
			for i := 0; i+1 < len(crossings); i += 2 {
				f.flip(r, y, crossings[i], crossings[i+1])
			}
			rows[y] = crossings[:0]
		}
	}
	return r
}

// cross records where an edge crosses the middle of rows.
func (f frame) cross(rows [][]float64, a, b vertex) {
	if a.lat == b.lat {
		return
	}
	if a.lat < b.lat {
		a, b = b, a // from north to south
	}
	north, south := float64(a.lat)*unit, float64(b.lat)*unit
	row := func(lat float64) float64 { return float64(f.height)/2 - (lat-f.middle.Lat)*f.perLat - 0.5 }
	first := max(int(math.Ceil(max(row(north), 0))), 0)
	for y := first; y < f.height && float64(y) < row(south); y++ {
		lat := f.middle.Lat + (float64(f.height)/2-float64(y)-0.5)/f.perLat
		along := (north - lat) / (north - south)
		rows[y] = append(rows[y], (float64(a.lon)+along*float64(b.lon-a.lon))*unit)
	}
}

// flip inverts the dots of a row between two longitudes, in every copy of the world in the frame.
func (f frame) flip(r raster, y int, west, east float64) {
	for turn := -3.0; turn <= 3; turn++ {
		x := func(lon float64) float64 {
			return float64(f.width)/2 + (lon+360*turn-f.middle.Lon)*f.perLon - 0.5
		}
		from, to := max(math.Ceil(x(west)), 0), min(math.Ceil(x(east)), float64(r.width))
		for i := int(from); i < int(to); i++ {
			r.on[y*r.width+i] = !r.on[y*r.width+i]
		}
	}
}

// way draws a line through positions that are close to each other.
func (f frame) way(r raster, positions []Position) {
	for i := 1; i < len(positions); i++ {
		x1, y1, _ := f.dot(positions[i-1])
		x2, y2, _ := f.dot(positions[i])
		if math.Abs(x2-x1) > 180*f.perLon {
			continue // across the edge of the world
		}
		steps := min(int(math.Ceil(max(math.Abs(x2-x1), math.Abs(y2-y1)))), r.width+r.height)
		for n := range steps + 1 {
			t := float64(n) / float64(max(steps, 1))
			r.set(int(math.Floor(x1+t*(x2-x1))), int(math.Floor(y1+t*(y2-y1))))
		}
	}
}
