package render

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/testkit/cleantest"
	"travel.example/travel/internal/testkit/need"
)

var (
	sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// frame is what a live view may write beside text and colour.
	frame = regexp.MustCompile(`\x1b\[\?2026[hl]|\x1b\[[0-9]*A|\x1b\[0?[KJ]`)
)

// leaves gives a setter for every text inside a value.
func leaves(v reflect.Value) []reflect.Value {
	switch v.Kind() {
	case reflect.String:
		return []reflect.Value{v}
	case reflect.Pointer:
		if !v.IsNil() {
			return leaves(v.Elem())
		}
	case reflect.Slice:
		var out []reflect.Value
		for i := range v.Len() {
			out = append(out, leaves(v.Index(i))...)
		}
		return out
	case reflect.Struct:
		var out []reflect.Value
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out = append(out, leaves(v.Field(i))...)
			}
		}
		return out
	}
	return nil
}

func TestNoTextReachesTheTerminalUncleaned(t *testing.T) {
	checkCleaned(t, map[string]func() View{
		"return trips": func() View { return new(sampleReturn()) },
		"one way":      func() View { return new(sampleOneWay()) },
		"trip":         func() View { return new(sampleTrip()) },
		"bare trip":    func() View { return new(sampleBare()) },
		"table":        func() View { return new(sampleHotels()) },
		"facts":        func() View { return new(sampleFacts()) },
		"checks":       func() View { return new(sampleChecks()) },
	})
}

// checkCleaned puts hostile text into every text of the views: into all at once, and into one after
// another of an otherwise sound answer, so that both the roomy layouts and the last resorts are drawn.
// Alone, each text gets one of the payloads at least, and each payload one text.
// One goroutine draws, so a short run, which looks for races, takes a few of the payloads.
func checkCleaned(t *testing.T, views map[string]func() View) {
	step := need.Count(4, 1)
	if testing.Short() {
		step = 9
	}
	for name, view := range views {
		t.Run(name, func(t *testing.T) {
			n := len(leaves(reflect.ValueOf(view()).Elem()))
			stride := min(n, len(cleantest.Payloads))
			for p := 0; p < len(cleantest.Payloads); p += step {
				all := view()
				for i, leaf := range leaves(reflect.ValueOf(all).Elem()) {
					leaf.SetString(cleantest.Payloads[(i+p)%len(cleantest.Payloads)])
				}
				checkSafe(t, all, fmt.Sprintf("payloads from %d on", p))
				for i := p % stride; i < n; i += stride {
					one := view()
					leaves(reflect.ValueOf(one).Elem())[i].SetString(cleantest.Payloads[p])
					checkSafe(t, one, fmt.Sprintf("text %d is %+q", i, cleantest.Payloads[p]))
				}
			}
		})
	}
}

// checkSafe draws a view in a few ways and reads what came out.
func checkSafe(t *testing.T, v View, what string) {
	t.Helper()
	for _, term := range []Terminal{
		{TTY: true, Width: 80, Unicode: true, Color: true},
		{TTY: true, Width: 60},
	} {
		var out bytes.Buffer
		if err := New(&out, term, FormatText).Print(v); err != nil {
			t.Fatal(err)
		}
		text := sgr.ReplaceAllString(out.String(), "")
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if bad := cleantest.Unsafe(line); bad != "" {
				t.Fatalf("%s: a line holds %s: %+q", what, bad, line)
			}
			if canvas.Cells(line) > term.Width && !nextCommand(line) {
				t.Fatalf("%s: a line takes %d cells of %d: %q", what, canvas.Cells(line), term.Width, line)
			}
		}
	}
	var out bytes.Buffer
	if err := New(&out, Terminal{}, FormatText).Print(v); err != nil {
		t.Fatal(err)
	}
	r := v.Records()
	if got := strings.Count(out.String(), "\n"); got != len(r.Rows) {
		t.Fatalf("%s: %d lines for %d records", what, got, len(r.Rows))
	}
	for line := range strings.Lines(out.String()) {
		if got := strings.Count(line, "\t") + 1; got != len(r.Head) {
			t.Fatalf("%s: %d fields for %d columns", what, got, len(r.Head))
		}
		if bad := cleantest.Unsafe(strings.NewReplacer("\t", "", "\n", "").Replace(line)); bad != "" {
			t.Fatalf("%s: a record holds %s: %+q", what, bad, line)
		}
	}
}

func TestWithoutColourNoEscapeByteIsWritten(t *testing.T) {
	draws := scenes()
	draws["json"] = func(p *Printer) error {
		p.format = FormatJSON
		return p.JSON([]byte("{\"name\":\"\u009b31m\u202e\"}"), map[string]string{"x": "\x1b[31m"})
	}
	for name, draw := range draws {
		for _, term := range []Terminal{{TTY: true, Width: 80, Unicode: true}, {TTY: true, Width: 120}, {}} {
			var out bytes.Buffer
			if err := draw(New(&out, term, FormatText)); err != nil {
				t.Fatal(err)
			}
			if bytes.ContainsAny(out.Bytes(), "\x1b\u009b") {
				t.Errorf("%s on %+v writes an escape: %+q", name, term, out.String())
			}
		}
	}
}

func TestSpreadsheetsGetNoFormula(t *testing.T) {
	tests := map[string]string{
		"=1+1":            "'=1+1",
		"+49 30 1234":     "'+49 30 1234",
		"-cmd|' /C calc'": "'-cmd|' /C calc'",
		"@SUM(A1)":        "'@SUM(A1)",
		"\t=1":            "'=1",
		"\r\n@x":          "'@x",
		"\x00=1":          "'=1",
		"＝1":              "'＝1",
		"-12.5":           "-12.5",
		"-12.5.1":         "'-12.5.1",
		"-":               "'-",
		"+1":              "'+1",
		"412.00":          "412.00",
		"Sample = House":  "Sample = House",
		"":                "",
	}
	for in, want := range tests {
		for _, format := range []Format{FormatCSV, FormatTSV} {
			var out bytes.Buffer
			err := New(&out, Terminal{}, format).Print(grid.Table{Columns: []grid.Column{{Name: "A"}, {Name: "B"}}, Rows: [][]grid.Cell{{{Text: "x"}, {Text: in}}}})
			if err != nil {
				t.Fatal(err)
			}
			r := csv.NewReader(&out)
			if format == FormatTSV {
				r.Comma, r.LazyQuotes = '\t', true
			}
			rows, err := r.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			if got := rows[1][1]; got != want {
				t.Errorf("format %d of %q: got %q, want %q", format, in, got, want)
			}
		}
	}
}
