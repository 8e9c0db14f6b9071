package render

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"rsc.io/qr"

	"travel.example/travel/internal/render/canvas"
)

const codedLink = "https://site.example/flights/DXB-LHR/2026-12-21?adults=1"

// modules reads a drawing back: true is dark.
func modules(t *testing.T, drawing string) [][]bool {
	t.Helper()
	var out [][]bool
	for line := range strings.SplitSeq(strings.TrimSuffix(drawing, "\n"), "\n") {
		var upper, lower []bool
		for _, r := range line {
			i := strings.IndexRune(" ▄▀█", r)
			if i < 0 {
				t.Fatalf("%q in the drawing", r)
			}
			upper, lower = append(upper, r == ' ' || r == '▄'), append(lower, r == ' ' || r == '▀')
		}
		out = append(out, upper, lower)
	}
	return out
}

// Every module is where the code has it, inside a light margin of four.
func TestQRCodeIsDrawnModuleByModule(t *testing.T) {
	code, err := qr.Encode(codedLink, qr.L)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := New(&out, Terminal{TTY: true, Width: 80, Height: 50, Unicode: true}, FormatText).QR(codedLink); err != nil {
		t.Fatal(err)
	}
	var want [][]bool
	for y := -4; y < code.Size+4; y++ {
		var row []bool
		for x := -4; x < code.Size+4; x++ {
			row = append(row, code.Black(x, y))
		}
		want = append(want, row)
	}
	if diff := cmp.Diff(want, modules(t, out.String())[:len(want)]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// On a terminal of any ground, colour makes it black on white.
func TestQRCodeInColourIsBlackOnWhite(t *testing.T) {
	var out bytes.Buffer
	if err := New(&out, Terminal{TTY: true, Width: 80, Height: 50, Unicode: true, Color: true}, FormatText).QR(codedLink); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if !strings.HasPrefix(line, "\x1b[97;40m") || !strings.HasSuffix(line, "\x1b[0m\n") {
			t.Fatalf("%q", line)
		}
	}
}

func TestQRCodeSaysWhyItIsNotDrawn(t *testing.T) {
	for name, test := range map[string]struct {
		term Terminal
		want string
	}{
		"no terminal": {Terminal{Unicode: true}, errNotDrawn.Error()},
		"ASCII":       {Terminal{TTY: true, Width: 80, Height: 50}, errNotDrawn.Error()},
		"narrow":      {Terminal{TTY: true, Width: 36, Height: 50, Unicode: true}, "its QR code needs 37 columns and 20 lines, and this terminal has 36 and 50"},
		"low":         {Terminal{TTY: true, Width: 80, Height: 19, Unicode: true}, "its QR code needs 37 columns and 20 lines, and this terminal has 80 and 19"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := New(&out, test.term, FormatText).QR(codedLink)
			if err == nil || err.Error() != test.want || out.Len() > 0 {
				t.Errorf("got %v and %q, want %s", err, out.String(), test.want)
			}
		})
	}
	err := New(&bytes.Buffer{}, Terminal{TTY: true, Width: 500, Height: 500, Unicode: true}, FormatText).QR(strings.Repeat("x", 3000))
	if _, size := errors.AsType[*QRSizeError](err); err == nil || size {
		t.Errorf("3,000 bytes: %v", err)
	}
}

// The least size that is asked for is enough.
func TestQRCodeFitsWhereItSaysItDoes(t *testing.T) {
	var out bytes.Buffer
	if err := New(&out, Terminal{TTY: true, Width: 37, Height: 20, Unicode: true}, FormatText).QR(codedLink); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) > 19 || canvas.Cells(lines[0]) > 37 {
		t.Errorf("%d lines of %d cells", len(lines), canvas.Cells(lines[0]))
	}
}

func TestCopyWritesOneSequenceAndNothingElse(t *testing.T) {
	var out bytes.Buffer
	if err := New(&out, Terminal{TTY: true}, FormatText).Copy("https://a.example/"); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b]52;c;aHR0cHM6Ly9hLmV4YW1wbGUv\x07"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
