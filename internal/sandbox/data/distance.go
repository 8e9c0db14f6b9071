package data

import "math"

// earthRadius is the mean radius in kilometres (IUGG).
const earthRadius = 6371.0088

// Distance is the great-circle distance of two points in kilometres; the
// points are in decimal degrees.
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	φ1, φ2 := radians(lat1), radians(lat2)
	sinφ, sinλ := math.Sin((φ2-φ1)/2), math.Sin(radians(lon2-lon1)/2)
	h := sinφ*sinφ + math.Cos(φ1)*math.Cos(φ2)*sinλ*sinλ
	return 2 * earthRadius * math.Asin(math.Sqrt(min(h, 1)))
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
