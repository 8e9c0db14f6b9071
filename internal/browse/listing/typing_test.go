package listing

import (
	"slices"
	"testing"
)

func TestANumberThatNoRowHasLeavesTheCursor(t *testing.T) {
	f := &feed{all: numbers(1150)}
	d, _ := open(t, f)
	d.Press("2", "0", "j", "k")
	before := d.Lines()[:22]
	d.Type("5000")
	d.Has("The list has no row 5000.")
	if now := d.Lines()[:22]; !slices.Equal(now, before) {
		t.Errorf("the list has moved:\n%s", d.Screen())
	}
	d.Type("12")
	on(t, d, "r11")
	d.Type("34") // continues the number, which is then past the end
	on(t, d, "r19")
	d.Press("j", "7")
	on(t, d, "r6")
}

func TestFindingGoesOverTheRowsThatWereRead(t *testing.T) {
	f := &feed{all: numbers(500)}
	d, _ := open(t, f)
	d.Press("j", "/")
	d.Type("ROW R4")
	on(t, d, "r4")
	d.Press("enter", "n")
	on(t, d, "r40")
	d.Press("N", "N")
	on(t, d, "r49")
	d.Press("/")
	d.Type("r9")
	on(t, d, "r90")
	d.Press("esc")
	on(t, d, "r49")
	d.Press("/")
	d.Type("r499")
	d.Press("enter")
	d.Has("no match in the rows read so far")
	on(t, d, "r49")
}
