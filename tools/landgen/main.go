// Command landgen makes the outlines of land that maps are drawn on, from Natural Earth as the npm
// package world-atlas carries it. It is run by hand:
//
//	npm pack --ignore-scripts world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
//	go run ./landgen package/land-50m.json ../internal/render/landmap/land.bin
//
// A ring is the number of its points, then longitude and latitude of the first point and how far each
// other one is from the one before it: varints (of Go's encoding/binary, signed but for the number) in
// twentieths of a degree. Rings follow each other to the end of the file. Their longitudes go on
// beyond 180 where a ring crosses that meridian, and the ring around the south pole is closed along
// it, so that a ring is drawn as it stands. Inland seas are rings like the others: what lies inside an
// odd number of rings is land. The same package and the same Go give the same bytes.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: landgen TOPOLOGY OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "landgen:", err)
		os.Exit(1)
	}
}

const (
	unit      = 0.05 // degrees
	tolerance = 0.1  // degrees that a line may lie off
	smallest  = 0.1  // square degrees that a ring encloses
)

type point [2]float64 // longitude, latitude

func run(input, output string) error {
	text, err := os.ReadFile(input)
	if err != nil {
		return err
	}
	var t topology
	if err := json.Unmarshal(text, &t); err != nil {
		return fmt.Errorf("read %s: %w", input, err)
	}
	rings, err := t.rings()
	if err != nil {
		return fmt.Errorf("read %s: %w", input, err)
	}
	var packed []byte
	kept, points := 0, 0
	for _, ring := range rings {
		ring = closed(unwrapped(ring))
		steps := onGrid(simplified(ring))
		if len(steps) < 3 || math.Abs(area(ring)) < smallest {
			continue
		}
		packed = appendRing(packed, steps)
		kept, points = kept+1, points+len(steps)
	}
	fmt.Printf("%d of %d rings, %d points, %d bytes\n", kept, len(rings), points, len(packed))
	return os.WriteFile(output, packed, 0o644)
}
