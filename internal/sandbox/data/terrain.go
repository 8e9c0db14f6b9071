package data

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed terrain.tsv.gz
var terrainFile []byte

const (
	terrainColumns = 3
	landStep       = 0.8  // km that a digit of the table stands for
	landBeside     = 0.6  // km from its centre that a city has land wherever its coast is
	landFarthest   = 12.0 // km that the table looks
)

// Terrain is where there is land to stand on in a city.
type Terrain struct {
	Land     [16]float64 // km from the centre, by direction, clockwise from north
	Sections []Section   // parts of the city by their own names, most visited first; empty where none are known
}

// Section is a part of a city, and a point on land that stands for it.
type Section struct {
	Name     string
	Lat, Lon float64
}

var terrain = sync.OnceValue(func() keyed { return keyedTable(terrainFile, terrainColumns) })

// TerrainOf is the terrain of a city with a code: land on all sides where no table says otherwise.
func TerrainOf(code string) Terrain {
	t := terrain()
	at, known := t.byKey[code]
	reach, sections := "", ""
	if known {
		reach, sections = t.cell(at, 1), t.cell(at, 2)
	}
	var g Terrain
	for i := range g.Land {
		switch {
		case !known:
			g.Land[i] = landFarthest
		case len(reach) < len(g.Land): // a small island has one reach for all
			g.Land[i] = number(reach)
		default:
			steps, _ := strconv.ParseInt(reach[i:i+1], 16, 0)
			g.Land[i] = max(float64(steps)*landStep, landBeside)
		}
	}
	if sections == "" {
		return g
	}
	for text := range strings.SplitSeq(sections, "|") {
		words := strings.Split(text, " ")
		last := len(words) - 1
		g.Sections = append(g.Sections, Section{strings.Join(words[:last-1], " "), number(words[last-1]), number(words[last])})
	}
	return g
}
