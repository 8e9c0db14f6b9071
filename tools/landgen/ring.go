package main

import (
	"encoding/binary"
	"math"
)

// unwrapped lets longitudes go on where a ring crosses the meridian of 180 degrees.
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

// closed lets a ring that ends elsewhere than it began, so around the south pole, end along the pole.
func closed(ring []point) []point {
	first, last := ring[0], ring[len(ring)-1]
	if math.Abs(last[0]-first[0]) < 180 {
		return ring
	}
	return append(ring, point{last[0], -90}, point{first[0], -90}, first)
}

// simplified leaves out what is nearer to the line without it than the tolerance (Douglas-Peucker).
// The ring is cut at its first point and at the one farthest from that.
func simplified(ring []point) []point {
	farthest, most := 0, 0.0
	for i, p := range ring {
		if d := math.Hypot(p[0]-ring[0][0], p[1]-ring[0][1]); d > most {
			farthest, most = i, d
		}
	}
	return append(line(ring[:farthest+1]), line(ring[farthest:])[1:]...)
}

func line(points []point) []point {
	last := len(points) - 1
	if last < 2 {
		return append([]point(nil), points...)
	}
	farthest, most := 0, 0.0
	for i := 1; i < last; i++ {
		if d := distance(points[i], points[0], points[last]); d > most {
			farthest, most = i, d
		}
	}
	if most <= tolerance {
		return []point{points[0], points[last]}
	}
	return append(line(points[:farthest+1]), line(points[farthest:])[1:]...)
}

// distance is how far a point is from the line between two others.
func distance(p, a, b point) float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = min(max(((p[0]-a[0])*dx+(p[1]-a[1])*dy)/length, 0), 1)
	}
	return math.Hypot(p[0]-a[0]-along*dx, p[1]-a[1]-along*dy)
}

// area is what a ring encloses in square degrees, below zero where it runs clockwise.
func area(ring []point) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		sum += ring[i-1][0]*ring[i][1] - ring[i][0]*ring[i-1][1]
	}
	return sum / 2
}

// onGrid are the points of a ring in units, without the last and without repetitions.
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
