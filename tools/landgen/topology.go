package main

import "fmt"

// topology is a TopoJSON file with land in it.
type topology struct {
	Transform struct {
		Scale, Translate point
	} `json:"transform"`
	Arcs    [][]point `json:"arcs"` // each point as its distance from the one before it
	Objects struct {
		Land struct {
			Geometries []struct {
				Type string    `json:"type"`
				Arcs [][][]int `json:"arcs"` // by polygon, then by ring
			} `json:"geometries"`
		} `json:"land"`
	} `json:"objects"`
}

// rings are the outlines in degrees; the last point of each is the first again.
func (t topology) rings() ([][]point, error) {
	var out [][]point
	for _, g := range t.Objects.Land.Geometries {
		if g.Type != "MultiPolygon" {
			return nil, fmt.Errorf("a geometry is a %s, not a MultiPolygon", g.Type)
		}
		for _, polygon := range g.Arcs {
			for _, arcs := range polygon {
				ring, err := t.ring(arcs)
				if err != nil {
					return nil, err
				}
				out = append(out, ring)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no land in it")
	}
	return out, nil
}

// ring joins arcs; a number below zero means the arc of its complement, backwards.
func (t topology) ring(arcs []int) ([]point, error) {
	var out []point
	for _, n := range arcs {
		backwards := n < 0
		if backwards {
			n = ^n
		}
		if n >= len(t.Arcs) {
			return nil, fmt.Errorf("there is no arc %d", n)
		}
		line := t.line(t.Arcs[n])
		if backwards {
			for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
				line[i], line[j] = line[j], line[i]
			}
		}
		if len(out) > 0 {
			line = line[1:] // where the arc before it ended
		}
		out = append(out, line...)
	}
	return out, nil
}

func (t topology) line(steps []point) []point {
	var x, y float64
	out := make([]point, 0, len(steps))
	for _, step := range steps {
		x, y = x+step[0], y+step[1]
		out = append(out, point{x*t.Transform.Scale[0] + t.Transform.Translate[0], y*t.Transform.Scale[1] + t.Transform.Translate[1]})
	}
	return out
}
