package site

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/dice"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/links"
)

// hotelPicture draws what takes the place of a hotel's photograph. Colours are the
// hotel's own; what is drawn comes from the name of the picture.
func hotelPicture(v *visit) (answer, error) {
	id, ok := links.HotelID(v.r.PathValue("hotelId"))
	name, isSVG := strings.CutSuffix(v.r.PathValue("file"), ".svg")
	subject, _, _ := strings.Cut(name, "-")
	if !ok || !isSVG || !isSlug(name) || !slices.Contains(hotels.Subjects(), subject) {
		return nil, errNoPicture
	}
	d := dice.New(11).With(uint64(id))
	c := canvas{hue: d.Below(360), dice: d.Word(name)}
	c.draw(subject)
	return picture(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300" role="img" aria-label="A drawing: ` + subject + `">` +
		c.b.String() + `</svg>`), nil
}

// canvas is a drawing of 400 by 300.
type canvas struct {
	b    strings.Builder
	hue  int // of the hotel
	dice dice.Dice
}

// colour is a colour of the hotel, turned on the colour wheel.
func (c *canvas) colour(turn, saturation, light int) string {
	return fmt.Sprintf("hsl(%d %d%% %d%%)", (c.hue+turn)%360, saturation, light)
}

func (c *canvas) rect(x, y, w, h, round int, fill string) {
	fmt.Fprintf(&c.b, `<rect x="%d" y="%d" width="%d" height="%d" rx="%d" fill="%s"/>`, x, y, w, h, round, fill)
}

func (c *canvas) circle(x, y, r int, fill string) {
	fmt.Fprintf(&c.b, `<circle cx="%d" cy="%d" r="%d" fill="%s"/>`, x, y, r, fill)
}

func (c *canvas) path(d, fill string) {
	fmt.Fprintf(&c.b, `<path d="%s" fill="%s"/>`, d, fill)
}

// between is a number that depends on the picture alone.
func (c *canvas) between(what string, low, high int) int {
	return low + c.dice.Word(what).Below(high-low+1)
}

func number(n int) string { return strconv.Itoa(n) }

// draw draws one of hotels.Subjects.
func (c *canvas) draw(subject string) {
	switch subject {
	case "exterior":
		c.sky()
		c.house()
	case "view":
		c.sky()
		c.hills()
	case "pool":
		c.sky()
		c.pool()
	case "room":
		c.wall()
		c.bed()
	case "bathroom":
		c.tiles()
		c.basin()
	case "lobby":
		c.wall()
		c.desk()
	case "dining", "breakfast":
		c.wall()
		c.table()
	case "spa":
		c.wall()
		c.stones()
	case "gym":
		c.wall()
		c.weights()
	}
}

// The parts of hotel pictures. The sky and the walls fill the picture, the
// rest is drawn over them.

func (c *canvas) sky() {
	c.rect(0, 0, 400, 300, 0, "hsl(205 60% 82%)")
	c.rect(0, 130, 400, 170, 0, "hsl(200 65% 89%)")
	c.circle(c.between("sun", 50, 350), c.between("height", 45, 80), 26, "hsl(45 95% 76%)")
	x := c.between("cloud", 20, 250)
	c.rect(x, 60, 90, 18, 9, "#fff")
	c.rect(x+20, 48, 50, 22, 11, "#fff")
}

// house has as many floors and windows as the dice say.
func (c *canvas) house() {
	floors, columns := c.between("floors", 3, 6), c.between("columns", 4, 7)
	width, height := columns*38+22, floors*34+42
	left, top := (400-width)/2, 262-height
	c.path("M0 262 Q110 236 230 258 T400 250 V300 H0Z", "hsl(110 28% 52%)")
	c.rect(left, top, width, height, 4, c.colour(0, 38, 62))
	c.rect(left-6, top-8, width+12, 12, 3, c.colour(0, 42, 38))
	for floor := range floors {
		for column := range columns {
			light := "hsl(210 35% 30%)"
			if c.dice.Word("lamp").With(uint64(floor), uint64(column)).Chance(0.35) {
				light = "hsl(46 95% 72%)"
			}
			c.rect(left+17+column*38, top+16+floor*34, 24, 20, 2, light)
		}
	}
	c.rect(200-17, 262-30, 34, 30, 3, c.colour(30, 45, 26))
	c.rect(200-34, 262-38, 68, 8, 2, c.colour(180, 55, 45))
	c.rect(0, 262, 400, 38, 0, "hsl(215 10% 62%)")
	c.tree(left - 40)
	c.tree(left + width + 36)
}

func (c *canvas) tree(x int) {
	c.rect(x-4, 222, 8, 42, 2, "hsl(25 35% 32%)")
	c.circle(x, 206, 24, "hsl(130 32% 36%)")
}

func (c *canvas) hills() {
	c.path("M0 200 Q90 120 190 190 T400 160 V300 H0Z", "hsl(160 24% 58%)")
	c.path("M0 236 Q140 166 260 226 T400 210 V300 H0Z", "hsl(150 30% 44%)")
	c.path("M0 262 Q200 236 400 262 V300 H0Z", c.colour(190, 45, 55))
	c.rect(0, 274, 400, 8, 0, "hsl(25 30% 30%)")
	for x := 10; x < 400; x += 40 {
		c.rect(x, 236, 6, 64, 2, "hsl(25 30% 30%)")
	}
	c.rect(0, 232, 400, 8, 2, "hsl(25 30% 36%)")
}

func (c *canvas) pool() {
	c.rect(0, 196, 400, 104, 0, "hsl(38 40% 80%)")
	c.path("M40 290 Q30 216 130 222 T370 230 Q396 300 330 300 H70Z", "hsl(188 68% 55%)")
	c.path("M90 252 q20 -10 40 0 t40 0 t40 0 t40 0 v6 q-20 -10 -40 0 t-40 0 t-40 0 t-40 0Z", "#fff")
	for x := 60; x < 360; x += 110 {
		c.rect(x, 192, 62, 8, 3, c.colour(0, 50, 45))
		c.path("M"+number(x)+" 192 l-14 -26 h10 l16 26Z", c.colour(0, 50, 45))
		c.path("M"+number(x+40)+" 196 v-60 h4 v60Z", "hsl(25 30% 36%)")
		c.path("M"+number(x+2)+" 142 Q"+number(x+42)+" 96 "+number(x+82)+" 142Z", c.colour(180, 58, 56))
	}
}

func (c *canvas) wall() {
	c.rect(0, 0, 400, 300, 0, c.colour(0, 24, 84))
	c.rect(0, 226, 400, 74, 0, "hsl(28 34% 52%)")
	c.rect(0, 220, 400, 7, 0, "#fff")
}

func (c *canvas) window(x int) {
	c.rect(x, 46, 96, 104, 3, "#fff")
	c.rect(x+7, 53, 82, 90, 2, "hsl(203 62% 80%)")
	c.path("M"+number(x+7)+" 128 q22 -26 44 -6 t38 -8 v29 h-82Z", "hsl(140 26% 52%)")
	c.rect(x-14, 38, 22, 132, 4, c.colour(0, 40, 55))
	c.rect(x+88, 38, 22, 132, 4, c.colour(0, 40, 55))
}

func (c *canvas) lamp(x int) {
	c.rect(x-1, 0, 3, 62, 0, "hsl(0 0% 30%)")
	c.path("M"+number(x-24)+" 84 q24 -44 48 0Z", c.colour(180, 55, 46))
	c.circle(x, 86, 8, "hsl(46 95% 78%)")
}

func (c *canvas) plant(x int) {
	c.rect(x-14, 208, 28, 40, 4, c.colour(180, 35, 42))
	for _, leaf := range []string{" 208 q-36 -26 -30 -70 q26 22 30 70Z", " 208 q36 -26 30 -70 q-26 22 -30 70Z", " 210 q-12 -50 0 -92 q12 42 0 92Z"} {
		c.path("M"+number(x)+leaf, "hsl(135 34% 38%)")
	}
}

func (c *canvas) bed() {
	c.window(c.between("window", 30, 250))
	c.rect(90, 150, 220, 76, 10, c.colour(0, 34, 36))
	c.rect(84, 194, 232, 62, 10, "#fff")
	c.rect(104, 178, 84, 34, 12, "hsl(0 0% 96%)")
	c.rect(212, 178, 84, 34, 12, "hsl(0 0% 96%)")
	c.rect(84, 220, 232, 40, 8, c.colour(180, 42, 52))
	c.rect(94, 258, 12, 20, 2, "hsl(25 30% 30%)")
	c.rect(294, 258, 12, 20, 2, "hsl(25 30% 30%)")
	c.lamp(c.between("lamp", 340, 370))
}

func (c *canvas) tiles() {
	c.rect(0, 0, 400, 300, 0, c.colour(0, 20, 78))
	for x := 0; x < 400; x += 40 {
		for y := 0; y < 220; y += 40 {
			c.rect(x+1, y+1, 38, 38, 2, c.colour(0, 24, 82+(x+y)/40%2*6))
		}
	}
	c.rect(0, 226, 400, 74, 0, "hsl(215 10% 58%)")
}

func (c *canvas) basin() {
	c.circle(150, 96, 56, "#fff")
	c.circle(150, 96, 48, "hsl(200 40% 88%)")
	c.rect(70, 176, 160, 16, 4, "hsl(28 34% 46%)")
	c.path("M96 176 q54 -44 108 0Z", "#fff")
	c.rect(145, 140, 8, 26, 3, "hsl(0 0% 50%)")
	c.rect(80, 192, 140, 52, 4, "hsl(28 34% 58%)")
	c.rect(258, 196, 130, 62, 26, "#fff")
	c.rect(276, 96, 34, 76, 6, c.colour(180, 48, 58))
}

func (c *canvas) desk() {
	c.lamp(120)
	c.lamp(200)
	c.lamp(280)
	c.rect(90, 168, 220, 16, 4, c.colour(30, 40, 26))
	c.rect(100, 184, 200, 62, 2, c.colour(30, 40, 40))
	c.rect(150, 144, 44, 26, 3, "hsl(215 20% 30%)")
	c.circle(246, 160, 9, "hsl(46 70% 58%)")
	c.plant(46)
	c.plant(356)
}

func (c *canvas) table() {
	c.lamp(c.between("lamp", 180, 220))
	c.window(c.between("window", 20, 70))
	for _, x := range []int{86, 250} {
		c.rect(x, 160, 16, 96, 4, c.colour(0, 40, 34))
		c.rect(x, 206, 64, 12, 4, c.colour(0, 40, 34))
		c.rect(x+50, 212, 10, 46, 2, c.colour(0, 40, 34))
	}
	c.rect(136, 182, 136, 12, 4, "#fff")
	c.rect(198, 194, 12, 66, 2, "hsl(25 30% 30%)")
	c.path("M160 182 q16 -14 32 0Z", c.colour(180, 55, 55))
	c.rect(226, 160, 14, 22, 3, "hsl(200 40% 90%)")
}

func (c *canvas) stones() {
	c.rect(60, 216, 280, 16, 6, "hsl(28 34% 34%)")
	for i, w := range []int{92, 70, 48} {
		c.rect(118-w/2, 194-i*23, w, 22, 11, "hsl(215 8% "+number(34+i*9)+"%)")
	}
	c.rect(210, 168, 32, 48, 3, "#fff")
	c.path("M226 166 q-9 -14 0 -26 q9 12 0 26Z", "hsl(40 95% 62%)")
	c.rect(262, 190, 62, 26, 12, c.colour(180, 30, 72))
	c.plant(370)
}

func (c *canvas) weights() {
	c.rect(40, 30, 320, 130, 4, "hsl(200 40% 90%)")
	c.rect(70, 190, 260, 8, 3, "hsl(215 10% 35%)")
	for i := range 4 {
		x := 84 + i*64
		c.rect(x, 172, 12, 26, 3, c.colour(180, 48, 40))
		c.rect(x+30, 172, 12, 26, 3, c.colour(180, 48, 40))
		c.rect(x+10, 182, 22, 6, 2, "hsl(215 10% 35%)")
	}
	c.circle(c.between("ball", 90, 310), 244, 28, c.colour(0, 52, 56))
	c.rect(84, 198, 8, 50, 2, "hsl(215 10% 35%)")
	c.rect(308, 198, 8, 50, 2, "hsl(215 10% 35%)")
}
