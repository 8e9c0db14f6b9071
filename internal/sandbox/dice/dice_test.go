package dice

import "testing"

func TestTheSameReasonsGiveTheSameDraw(t *testing.T) {
	a := New(7).Word("DXB").With(3, 4)
	b := New(7).Word("DXB").With(3).With(4)
	if a != b {
		t.Errorf("mixed at once %x, one by one %x", a, b)
	}
	others := map[string]Dice{
		"seed": New(8).Word("DXB").With(3, 4), "word": New(7).Word("DXC").With(3, 4),
		"order": New(7).Word("DXB").With(4, 3), "zero": New(7).Word("DXB").With(3, 4, 0),
	}
	for reason, d := range others {
		if d == a {
			t.Errorf("another %s gives the same draw", reason)
		}
	}
}

func TestDrawsAreEven(t *testing.T) {
	const draws, bins = 20000, 10
	var count [bins]int
	for n := range uint64(draws) {
		count[int(New(1).With(n).Unit()*bins)]++
	}
	for bin, n := range count {
		if n < draws/bins*9/10 || n > draws/bins*11/10 {
			t.Errorf("bin %d holds %d of %d", bin, n, draws)
		}
	}
}

func TestDrawsStayInside(t *testing.T) {
	for n := range uint64(1000) {
		d := New(n)
		if x := d.Between(-2, 3); x < -2 || x >= 3 {
			t.Fatalf("Between(-2, 3) = %v", x)
		}
		if i := d.Below(7); i < 0 || i > 6 {
			t.Fatalf("Below(7) = %d", i)
		}
		if d.Chance(0) || !d.Chance(1) {
			t.Fatal("Chance(0) happens or Chance(1) does not")
		}
	}
}
