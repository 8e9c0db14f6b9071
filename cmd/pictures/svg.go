package main

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
)

// How large a cell is, and the room around the screen, in the picture's own units.
const (
	cellWidth  = 8
	cellHeight = 18
	margin     = 16
	ascent     = 13 // of a letter, from the top of its cell
)

// A palette is the colours of a scheme, by what a text means.
type palette struct{ ground, edge, plain, faint, good, warn, bad string }

// The palettes of light and dark. Each text is read on the ground with a contrast of 4.5 or more.
var (
	light = palette{ground: "#f6f8fa", edge: "#d1d9e0", plain: "#1f2328", faint: "#59636e", good: "#116329", warn: "#7d4e00", bad: "#b62324"}
	dark  = palette{ground: "#151b23", edge: "#3d444d", plain: "#e6edf3", faint: "#9198a1", good: "#56d364", warn: "#e3b341", bad: "#ff7b72"}
)

// rules are the rules of a scheme.
func (p palette) rules() string {
	return fmt.Sprintf("rect{fill:%s;stroke:%s}text{fill:%s}.f{fill:%s}.g{fill:%s}.w{fill:%s}.b{fill:%s}",
		p.ground, p.edge, p.plain, p.faint, p.good, p.warn, p.bad)
}

// classes name how a text looks: s is strong, the others are rules of the palette.
func (i ink) classes() string {
	var names []string
	if i.strong {
		names = append(names, "s")
	}
	switch {
	case i.tone != "":
		names = append(names, i.tone[:1])
	case i.faint:
		names = append(names, "f")
	}
	return strings.Join(names, " ")
}

// A layer is what stands on the screen during the same shots.
type layer struct {
	during []bool // of each shot of the film
	runs   []placed
}

type placed struct {
	run
	y int
}

// layers sorts what a film shows by when it is seen, so that what stays is drawn once.
func layers(film []shot) []*layer {
	seen := map[placed][]bool{}
	var order []placed
	for n, shot := range film {
		for y, row := range shot.rows {
			for _, r := range row {
				p := placed{r, y}
				if seen[p] == nil {
					seen[p] = make([]bool, len(film))
					order = append(order, p)
				}
				seen[p][n] = true
			}
		}
	}
	var found []*layer
	for _, p := range order {
		i := slices.IndexFunc(found, func(l *layer) bool { return slices.Equal(l.during, seen[p]) })
		if i < 0 {
			i = len(found)
			found = append(found, &layer{during: seen[p]})
		}
		found[i].runs = append(found[i].runs, p)
	}
	return found
}

// draw makes the picture of a film: it is played again and again, and stands still on its last shot
// where less motion is wanted. A film of one shot is a still. The title tells what is seen to those
// who do not see it.
func draw(title string, width int, film []shot) string {
	height := 0
	var length time.Duration
	for _, shot := range film {
		length += shot.holds
		for y, row := range shot.rows {
			if len(row) > 0 {
				height = max(height, y+1)
			}
		}
	}
	var b strings.Builder
	w, h := width*cellWidth+2*margin, height*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" xml:space="preserve">`, w, h, w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>", html.EscapeString(title))
	b.WriteString("text{font:13.33px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}.s{font-weight:700}\n")
	b.WriteString(light.rules() + "\n@media(prefers-color-scheme:dark){" + dark.rules() + "}\n")
	found := layers(film)
	if len(film) > 1 {
		fmt.Fprintf(&b, "g{animation:%ss step-end infinite}.h{visibility:hidden}\n", seconds(length))
		b.WriteString("@media(prefers-reduced-motion:reduce){g{animation-name:none!important}}\n")
	}
	for i, l := range found {
		if slices.Contains(l.during, false) {
			fmt.Fprintf(&b, "@keyframes l%d{%s}\n", i, l.frames(film, length))
		}
	}
	fmt.Fprintf(&b, "</style>\n<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", w-1, h-1)
	for i, l := range found {
		l.draw(&b, i)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// frames are the times at which the layer comes and goes.
func (l *layer) frames(film []shot, length time.Duration) string {
	var b strings.Builder
	var at time.Duration
	for n, shot := range film {
		if n == 0 || l.during[n] != l.during[n-1] {
			visibility := "hidden"
			if l.during[n] {
				visibility = "visible"
			}
			fmt.Fprintf(&b, "%s%%{visibility:%s}", strconv.FormatFloat(100*float64(at)/float64(length), 'f', -1, 32), visibility)
		}
		at += shot.holds
	}
	return b.String()
}

// draw writes the texts of the layer, the i-th. What stays needs no group.
func (l *layer) draw(b *strings.Builder, i int) {
	if slices.Contains(l.during, false) {
		class := ` class="h"`
		if l.during[len(l.during)-1] {
			class = ""
		}
		fmt.Fprintf(b, "<g%s style=\"animation-name:l%d\">", class, i)
		defer b.WriteString("</g>\n")
	}
	for _, p := range l.runs {
		class := ""
		if names := p.ink.classes(); names != "" {
			class = ` class="` + names + `"`
		}
		fmt.Fprintf(b, "<text%s x=\"%d\" y=\"%d\" textLength=\"%d\">%s</text>\n",
			class, margin+p.at*cellWidth, margin+p.y*cellHeight+ascent, p.cells*cellWidth, html.EscapeString(p.text))
	}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
