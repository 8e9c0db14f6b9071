package render

import (
	"io"
	"testing"
)

func BenchmarkTrips(b *testing.B) {
	v := sampleReturn()
	for len(v.Rows) < 40 {
		v.Rows = append(v.Rows, v.Rows[:4]...)
	}
	p := New(io.Discard, Terminal{TTY: true, Width: 100, Color: true, Unicode: true}, FormatText)
	for b.Loop() {
		if err := p.Print(v); err != nil {
			b.Fatal(err)
		}
	}
}
