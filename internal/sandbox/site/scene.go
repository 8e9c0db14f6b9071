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
