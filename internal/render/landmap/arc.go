package landmap

import "math"

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
