package page

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/render/landmap"
)

// The size of a map. It scales with the page. The labels above it keep their size, and are placed for a width of
// narrow pixels.
const (
	mapWidth  = 720
	mapHeight = 340
	narrow    = 330.0 // width of a map on the narrowest screen, in pixels
	letter    = 9.0   // width of a label's letter, in pixels
	line      = 16.0  // height of its line
)

// pairsOf returns the distinct pairs of airports that trips connect, and the codes on them in order.
func pairsOf(trips []document.Trip) (pairs [][2]string, codes []string) {
	for _, t := range trips {
		for _, leg := range t.Legs {
			route := leg.Route()
			for i, code := range route {
				if !slices.Contains(codes, code) {
					codes = append(codes, code)
				}
				if i == 0 || route[i-1] == code {
					continue
				}
				pair, back := [2]string{route[i-1], code}, [2]string{code, route[i-1]}
				if !slices.Contains(pairs, pair) && !slices.Contains(pairs, back) {
					pairs = append(pairs, pair)
				}
			}
		}
	}
	return pairs, codes
}

// ends returns the codes where legs of trips begin and end, which are marked first.
func ends(trips []document.Trip) []string {
	var codes []string
	for _, t := range trips {
		for _, leg := range t.Legs {
			for _, code := range []string{leg.From, leg.To} {
				if !slices.Contains(codes, code) {
					codes = append(codes, code)
				}
			}
		}
	}
	return codes
}

// A picture is a map with its labels.
type picture struct {
	Class, About  string
	Width, Height float64
	Land          []landmap.Sheet
	Paths         []path
	Labels        []label
}

type path struct{ Class, D string }

// add adds a path. Its numbers may have any values.
func (p *picture) add(class, format string, numbers ...any) {
	p.Paths = append(p.Paths, path{class, fmt.Sprintf(format, numbers...)})
}

// routes is the map of trips, and what it does not show.
type routes struct {
	Picture  *picture
	Polar    int // the latitude that a way reaches, if it is high
	NotDrawn string
	Names    string // of the codes on the map
}

// routesOf draws the routes of trips, and lists those that cannot be drawn.
func routesOf(r document.Report, trips []document.Trip) *routes {
	pairs, codes := pairsOf(trips)
	main := ends(trips)
	// The ends have the first choice of room.
	codes = append(slices.Clone(main), slices.DeleteFunc(codes, func(code string) bool { return slices.Contains(main, code) })...)
	var m landmap.Map
	var named []string
	for _, code := range codes {
		p := r.Place(code)
		if p.At != nil {
			m.Places = append(m.Places, landmap.Place{Position: landmap.Position{Lat: p.At.Lat, Lon: p.At.Lng}, Label: code})
		}
		if p.Name != "" && p.Name != code {
			named = append(named, code+" "+p.Name)
		}
	}
	var drawn, listed []string
	for _, pair := range pairs {
		from, to := r.Place(pair[0]).At, r.Place(pair[1]).At
		if from == nil || to == nil {
			listed = append(listed, pair[0]+" – "+pair[1])
			continue
		}
		drawn = append(drawn, pair[0]+" – "+pair[1])
		m.Ways = append(m.Ways, landmap.Way{From: landmap.Position{Lat: from.Lat, Lon: from.Lng}, To: landmap.Position{Lat: to.Lat, Lon: to.Lng}})
	}
	v := &routes{NotDrawn: strings.Join(listed, ", "), Names: join(named...)}
	if chart, ok := m.Chart(mapWidth, mapHeight); ok {
		p := &picture{Class: "map", About: "Map: " + strings.Join(drawn, ", "), Width: chart.Width, Height: chart.Height}
		for _, land := range chart.Land { // with as many decimals as a map of the whole world needs
			p.Land = append(p.Land, landmap.Sheet{
				X: rounded(land.X, 3), Y: rounded(land.Y, 3), StretchX: rounded(land.StretchX, 6), StretchY: rounded(land.StretchY, 6),
			})
		}
		for _, way := range chart.Ways {
			p.Paths = append(p.Paths, path{"way", way})
		}
		var marks []mark
		for _, spot := range chart.Spots {
			class := "dot"
			if slices.Contains(main, spot.Label) {
				class = "dot end"
			}
			p.add(class, "M%v %vh0", rounded(spot.X, 1), rounded(spot.Y, 1))
			marks = append(marks, mark{spot.X / chart.Width, spot.Y / chart.Height, spot.Label})
		}
		p.Labels = labels(marks, chart.Height/chart.Width)
		v.Picture = p
		if chart.Farthest >= 70 { // a map with straight meridians is much wider than the Earth
			v.Polar = int(math.Round(chart.Farthest))
		}
	}
	return v
}

// A mark is a place on a picture, as fractions of its width and height, with its label.
type mark struct {
	x, y  float64
	label string
}

// A label is the text of a mark, at a side of it.
type label struct {
	Side, Text string
	Left, Top  float64 // of the mark, in percent of the picture
}

// labels places labels next to marks where there is room: right, left, above, below. A label that does not fit is
// omitted; its text is listed below the map.
func labels(marks []mark, ratio float64) (all []label) {
	width, height := narrow, narrow*ratio
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for _, m := range marks {
		const half = 4
		x, y := m.x*width, m.y*height
		taken = append(taken, box{x - half, y - half, x + half, y + half})
	}
	for i, m := range marks {
		x, y, w := m.x*width, m.y*height, letter*float64(utf8.RuneCountInString(m.label))
		for _, side := range []struct {
			name string
			at   box
		}{
			{"right", box{x + 6, y - line/2, x + 6 + w, y + line/2}}, {"left", box{x - 6 - w, y - line/2, x - 6, y + line/2}},
			{"above", box{x - w/2, y - 6 - line, x + w/2, y - 6}}, {"below", box{x - w/2, y + 6, x + w/2, y + 6 + line}},
		} {
			at := side.at
			clash := slices.ContainsFunc(taken, func(b box) bool {
				return b != taken[i] && b.left < at.right && at.left < b.right && b.top < at.bottom && at.top < b.bottom
			})
			if clash || at.left < 0 || at.top < 0 || at.right > width || at.bottom > height {
				continue
			}
			taken = append(taken, at)
			all = append(all, label{side.name, m.label, rounded(m.x*100, 1), rounded(m.y*100, 1)})
			break
		}
	}
	return all
}
