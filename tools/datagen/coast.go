package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
)

type point [2]float64 // longitude, latitude

// coastline is Natural Earth's, 1:10m, ready to be asked where land is.
type coastline struct {
	bands [][][2]point          // edges by the latitudes that they cross
	cells map[[2]int][][2]point // edges by the squares that they touch
}

const (
	bandsPerDegree = 20
	cellsPerDegree = 10
)

// readCoastline reads the land of world-atlas, a TopoJSON of one object: arcs of quantized steps
// that rings share.
func readCoastline(src sources) (*coastline, error) {
	var topology struct {
		Transform struct{ Scale, Translate [2]float64 }
		Arcs      [][][2]float64
	}
	err := src.each("world-atlas-2.0.2", func(name string, body io.Reader) error {
		if name != "land-10m.json" {
			return nil
		}
		return json.NewDecoder(body).Decode(&topology)
	})
	if err == nil && len(topology.Arcs) == 0 {
		err = fmt.Errorf("no land in world-atlas")
	}
	if err != nil {
		return nil, err
	}
	x := &coastline{bands: make([][][2]point, 180*bandsPerDegree+1), cells: map[[2]int][][2]point{}}
	for _, arc := range topology.Arcs {
		at, last := [2]float64{}, point{}
		for i, d := range arc {
			at[0], at[1] = at[0]+d[0], at[1]+d[1]
			p := point{at[0]*topology.Transform.Scale[0] + topology.Transform.Translate[0], at[1]*topology.Transform.Scale[1] + topology.Transform.Translate[1]}
			if i > 0 {
				x.add(last, p)
			}
			last = p
		}
	}
	return x, nil
}

func (x *coastline) add(a, b point) {
	edge := [2]point{a, b}
	for band := bandOf(min(a[1], b[1])); band <= bandOf(max(a[1], b[1])); band++ {
		x.bands[band] = append(x.bands[band], edge)
	}
	for col := cell(min(a[0], b[0])); col <= cell(max(a[0], b[0])); col++ {
		for row := cell(min(a[1], b[1])); row <= cell(max(a[1], b[1])); row++ {
			x.cells[[2]int{col, row}] = append(x.cells[[2]int{col, row}], edge)
		}
	}
}

func bandOf(lat float64) int   { return int((lat + 90) * bandsPerDegree) }
func cell(degrees float64) int { return int(math.Floor(degrees * cellsPerDegree)) }

// ashore tells whether a point is on land and not too near the coast.
func (x *coastline) ashore(p point) bool {
	inside := false
	for _, e := range x.bands[bandOf(p[1])] {
		a, b := e[0], e[1]
		if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0]-a[0])*(p[1]-a[1])/(b[1]-a[1])+a[0] {
			inside = !inside
		}
	}
	return inside && !x.nearCoast(p)
}

func (x *coastline) nearCoast(p point) bool {
	shrink := math.Cos(p[1] * math.Pi / 180)
	for col := cell(p[0]) - 1; col <= cell(p[0])+1; col++ {
		for row := cell(p[1]) - 1; row <= cell(p[1])+1; row++ {
			for _, e := range x.cells[[2]int{col, row}] {
				if toSegment(p, e[0], e[1], shrink) < offshore {
					return true
				}
			}
		}
	}
	return false
}

// toSegment is the distance of a point from a segment in kilometres, on a plane that fits here.
func toSegment(p, a, b point, shrink float64) float64 {
	const kmPerDegree = 111.195
	ax, ay := (a[0]-p[0])*shrink*kmPerDegree, (a[1]-p[1])*kmPerDegree
	dx, dy := (b[0]-a[0])*shrink*kmPerDegree, (b[1]-a[1])*kmPerDegree
	t := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		t = min(max(-(ax*dx+ay*dy)/length, 0), 1)
	}
	return math.Hypot(ax+t*dx, ay+t*dy)
}
