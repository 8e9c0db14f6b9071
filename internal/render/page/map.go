package page

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/document"
	"travel.example/travel/internal/render/landmap"
	"travel.example/travel/internal/words"
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

// highLatitude is the latitude from which a map with straight meridians is much wider than the Earth.
const highLatitude = 70

// routes returns the distinct pairs of airports that trips connect, and the codes on them in order.
func routes(trips []document.Trip) (pairs [][2]string, codes []string) {
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

// overview draws the map of all trips.
func (s *sheet) overview() {
	if len(s.Trips) == 0 {
		return
	}
	s.put(`<section aria-labelledby="map"><h2 id="map">Map</h2>`)
	s.routeMap(s.Trips)
	s.put(`</section>`)
}

// routeMap draws the routes of trips, and lists those that cannot be drawn.
func (s *sheet) routeMap(trips []document.Trip) {
	pairs, codes := routes(trips)
	main := ends(trips)
	codes = append(slices.Clone(main), slices.DeleteFunc(codes, func(code string) bool { return slices.Contains(main, code) })...) // the first have the first choice of room
	var m landmap.Map
	for _, code := range codes {
		if p := s.Place(code); p.At != nil {
			m.Places = append(m.Places, landmap.Place{Position: landmap.Position{Lat: p.At.Lat, Lon: p.At.Lng}, Label: code})
		}
	}
	var drawn, listed []string
	for _, pair := range pairs {
		from, to := s.Place(pair[0]).At, s.Place(pair[1]).At
		if from == nil || to == nil {
			listed = append(listed, pair[0]+" – "+pair[1])
			continue
		}
		drawn = append(drawn, pair[0]+" – "+pair[1])
		m.Ways = append(m.Ways, landmap.Way{From: landmap.Position{Lat: from.Lat, Lon: from.Lng}, To: landmap.Position{Lat: to.Lat, Lon: to.Lng}})
	}
	if chart, ok := m.Chart(mapWidth, mapHeight); ok {
		s.chart(chart, main, "Map: "+strings.Join(drawn, ", "))
		if chart.Farthest >= highLatitude {
			s.put(`<p class="meta">The way reaches {} degrees of latitude. So near to a pole this map is wider than the Earth; the way is the shortest all the same.</p>`, int(math.Round(chart.Farthest)))
		}
	}
	if len(listed) > 0 {
		s.put(`<p class="unknown">Not drawn, since it is not known where one of the ends lies: {}.</p>`, strings.Join(listed, ", "))
	}
	s.places(codes)
}

// places lists the names of the codes on a map.
func (s *sheet) places(codes []string) {
	var named []string
	for _, code := range codes {
		if name := s.Place(code).Name; name != "" && name != code {
			named = append(named, code+" "+name)
		}
	}
	if len(named) > 0 {
		s.put(`<p class="meta" dir="auto">{}</p>`, strings.Join(named, " · "))
	}
}

// chart draws a map with its labels.
func (s *sheet) chart(c landmap.Chart, main []string, about string) {
	s.put(`<div class="map" role="img" aria-label="{}"><svg viewBox="0 0 {} {}" aria-hidden="true">`, about, c.Width, c.Height)
	for _, land := range c.Land {
		s.put(`<use href="#land" class="land" transform="translate({} {}) scale({} {})"/>`, land.X, land.Y, fine(land.StretchX), fine(land.StretchY))
	}
	for _, way := range c.Ways {
		s.put(`<path class="way" d="{}"/>`, way)
	}
	var marks []mark
	for _, spot := range c.Spots {
		class := markup("dot")
		if slices.Contains(main, spot.Label) {
			class = "dot end"
		}
		s.put(`<path class="{}" d="M{} {}h0"/>`, class, tenth(spot.X), tenth(spot.Y))
		marks = append(marks, mark{spot.X / c.Width, spot.Y / c.Height, spot.Label})
	}
	s.put(`</svg>`)
	s.labels(marks, c.Height/c.Width)
	s.put(`</div>`)
}

// A mark is a place on a picture, as fractions of its width and height, with its label.
type mark struct {
	x, y  float64
	label string
}

// labels places labels next to marks where there is room: right, left, above, below. A label that does not fit is
// omitted; its text is listed below the map.
func (s *sheet) labels(marks []mark, ratio float64) {
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
			class markup
			at    box
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
			s.put(`<span class="label {}" style="left:{}%;top:{}%">{}</span>`, side.class, tenth(m.x*100), tenth(m.y*100), m.label)
			break
		}
	}
}

func tenth(f float64) float64 { return math.Round(f*10) / 10 }

// fine formats a coordinate with as many decimals as a map of the whole world needs.
func fine(f float64) markup { return markup(words.Number(math.Round(f*1e6) / 1e6)) }
