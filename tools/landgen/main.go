// Command landgen makes the outlines of land for maps from Natural Earth, as published in the npm package
// world-atlas. It is run by hand:
//
//	npm pack --ignore-scripts world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//	npx -p topojson-client@3.1.0 topo2geo land=land.json <package/land-50m.json
//	go run ./landgen land.json ../internal/render/landmap/land.bin
//
// A ring is the number of its points, then longitude and latitude of the first point and the offset of each further
// point from the previous one: varints (of Go's encoding/binary, signed except for the number) in twentieths of a
// degree. Rings follow each other to the end of the file. Their longitudes continue beyond 180 where a ring crosses
// that meridian, and the ring around the south pole is closed along it, so that a ring can be drawn as it is. Inland
// seas are rings like the others: points inside an odd number of rings are land. The same packages and the same
// version of Go give the same bytes.
package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: landgen GEOJSON OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "landgen:", err)
		os.Exit(1)
	}
}

const (
	unit      = 0.05 // degrees
	tolerance = 0.1  // maximum error of a line, in degrees
	smallest  = 0.1  // minimum area of a ring, in square degrees
)

type point [2]float64 // longitude, latitude

func run(input, output string) error {
	text, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	var land struct {
		Features []struct {
			Geometry struct {
				Coordinates [][][]point // by polygon, then by ring; the last point of a ring repeats the first
			}
		}
	}
	if err := json.Unmarshal(text, &land); err != nil {
		return fmt.Errorf("read %s: %w", input, err)
	}
	var packed []byte
	all, kept, points := 0, 0, 0
	for _, feature := range land.Features {
		for _, polygon := range feature.Geometry.Coordinates {
			for _, ring := range polygon {
				all++
				ring = closed(unwrapped(ring))
				steps := onGrid(simplified(ring))
				if len(steps) < 3 || math.Abs(area(ring)) < smallest {
					continue
				}
				packed = appendRing(packed, steps)
				kept, points = kept+1, points+len(steps)
			}
		}
	}
	if all == 0 {
		return errors.New(input + " has no land in it")
	}
	fmt.Printf("%d of %d rings, %d points, %d bytes\n", kept, all, points, len(packed))
	return os.WriteFile(output, packed, 0o644)
}

// unwrapped continues longitudes where a ring crosses the meridian of 180 degrees.
func unwrapped(ring []point) []point {
	out := make([]point, 0, len(ring))
	turn := 0.0
	for i, p := range ring {
		if i > 0 {
			turn -= 360 * math.Round((p[0]-ring[i-1][0])/360)
		}
		out = append(out, point{p[0] + turn, p[1]})
	}
	return out
}

// closed closes a ring that ends elsewhere than it began, around the south pole, along the pole.
func closed(ring []point) []point {
	first, last := ring[0], ring[len(ring)-1]
	if math.Abs(last[0]-first[0]) < 180 {
		return ring
	}
	return append(ring, point{last[0], -90}, point{first[0], -90}, first)
}

// simplified drops points that are within the tolerance of the line without them (Douglas-Peucker). The ring is cut
// at its first point and at the one farthest from it.
func simplified(ring []point) []point {
	far, _ := farthest(ring, func(p point) float64 { return math.Hypot(p[0]-ring[0][0], p[1]-ring[0][1]) })
	return append(line(ring[:far+1]), line(ring[far:])[1:]...)
}

func line(points []point) []point {
	last := len(points) - 1
	if last < 2 {
		return append([]point(nil), points...)
	}
	far, most := farthest(points[:last], func(p point) float64 { return distance(p, points[0], points[last]) })
	if most <= tolerance {
		return []point{points[0], points[last]}
	}
	return append(line(points[:far+1]), line(points[far:])[1:]...)
}

// farthest returns the first of the points with the largest distance.
func farthest(points []point, distance func(point) float64) (far int, most float64) {
	for i, p := range points {
		if d := distance(p); d > most {
			far, most = i, d
		}
	}
	return far, most
}

// distance returns the distance of a point from the line between two others.
func distance(p, a, b point) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((p[0]-a[0])*dx+(p[1]-a[1])*dy)/length, 0), 1)
	}
	return math.Hypot(p[0]-a[0]-along*dx, p[1]-a[1]-along*dy)
}

// area returns the enclosed area in square degrees, negative if the ring runs clockwise.
func area(ring []point) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		sum += ring[i-1][0]*ring[i][1] - ring[i][0]*ring[i-1][1]
	}
	return sum / 2
}

// onGrid returns the points of a ring in units, without the last and without repetitions.
func onGrid(ring []point) [][2]int64 {
	var out [][2]int64
	for _, p := range ring[:len(ring)-1] {
		q := [2]int64{int64(math.Round(p[0] / unit)), int64(math.Round(p[1] / unit))}
		if len(out) == 0 || out[len(out)-1] != q {
			out = append(out, q)
		}
	}
	return out
}

func appendRing(to []byte, ring [][2]int64) []byte {
	to = binary.AppendUvarint(to, uint64(len(ring)))
	var before [2]int64
	for _, p := range ring {
		to = binary.AppendVarint(to, p[0]-before[0])
		to = binary.AppendVarint(to, p[1]-before[1])
		before = p
	}
	return to
}
