package landmap

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"sync"
)

// outlines is made by tools/landgen, which describes its form.
//
//go:embed land.bin
var outlines []byte

// unit is what outlines are counted in, in degrees.
const unit = 0.05

// A vertex is a corner of an outline, in units. Longitudes may lie beyond 180 degrees.
type vertex struct{ lon, lat int32 }

// land is every outline. What lies inside an odd number of them is land.
var land = sync.OnceValue(func() [][]vertex {
	rings, err := decode(outlines)
	if err != nil {
		return nil // a map without land; a test reads every outline
	}
	return rings
})

var errOutlines = errors.New("outlines of land are damaged")

// The longest way round that an outline may go, in units either way: more than twice the world.
const farthest = 1000 / unit

// decode reads outlines. It makes no more room than the data has bytes for.
func decode(data []byte) ([][]vertex, error) {
	var rings [][]vertex
	for len(data) > 0 {
		n, size := binary.Uvarint(data)
		if size <= 0 || n < 3 || n > uint64(len(data)-size)/2 {
			return nil, errOutlines
		}
		data = data[size:]
		ring := make([]vertex, n)
		var lon, lat int64
		for i := range ring {
			for _, sum := range []*int64{&lon, &lat} {
				step, size := binary.Varint(data)
				*sum += step
				if size <= 0 || step < -farthest || step > farthest || *sum < -farthest || *sum > farthest {
					return nil, errOutlines
				}
				data = data[size:]
			}
			ring[i] = vertex{int32(lon), int32(lat)}
		}
		rings = append(rings, ring)
	}
	return rings, nil
}
