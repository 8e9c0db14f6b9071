package render

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// payloads are what a hostile provider might put into any text.
var payloads = []string{
	"\x1b[31mred", "\x1b[2J\x1b[H", "\x1b[1A\x1b[2K", "\x1b[999C", "\x1b[6n", "\x1b[c", "\x1b[?1049h", "\x1b[?25l", "\x1b[>4;2m",
	"\x1b]0;title\x07", "\x1b]11;?\x1b\\", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07", "\x1b]1337;File=:AA==\x07",
	"\x1bP$q\"p\x1b\\", "\x1b_Gi=1\x1b\\", "\x1b^pm\x1b\\", "\x1bc", "\x1b(0", "\x1b#8", "\x1b", "\x1b[", "\x1b]",
	"\u009b31m", "\x9b31m", "\u0090q\u009c", "\u0085", "\x00\x01\x02\x05", "\b\b\b\b", "\r0", "a\nb\n\nc", "a\tb\vc\fd", "\x0e\x0f", "\x7f",
	"\u202eevil\u202c", "\u2066a\u2069", "\u200e\u200f\u061c", "\U000E0001\U000E0068\U000E0069\U000E007F", "\u2028\u2029",
	"\u200b\u200c\u200d\ufeff\u2060", "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\xff\xfe\xc3", "\u3164\u115f\uffa0\u2800", "\ue000\U0010FFFF",
	"=HYPERLINK(\"x\")", "+1\t\"2\",3", strings.Repeat("見", 300), strings.Repeat("a", 3000), strings.Repeat(" ", 500) + "x", "$(touch f)`x`",
}

var (
	sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")
	// frame is what a live view may write beside text and colour.
	frame = regexp.MustCompile(`\x1b\[\?2026[hl]|\x1b\[[0-9]*A|\x1b\[0?[KJ]`)
)

// unsafeRune names the first character that no terminal should get, or nothing.
func unsafeRune(s string) string {
	for _, r := range s {
		switch {
		case r == ' ', r == '\u00a0', r == zeroWidthJoiner, r == zeroWidthNonJoiner, r == '\ufe0e', r == '\ufe0f':
		case unicode.In(r, unicode.C, unicode.Z), unicode.In(r, unicode.Other_Default_Ignorable_Code_Point), r == '\u2800':
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}

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

// checkCleaned puts hostile text into every text of the views. One goroutine
// draws, so a short run, which looks for races, takes a few of the payloads.
func checkCleaned(t *testing.T, views map[string]func() View) {
	step := 1
	if testing.Short() {
		step = 9 // no part of 8, so that each takes other texts
	}
	for name, view := range views {
		t.Run(name, func(t *testing.T) {
			n := len(leaves(reflect.ValueOf(view()).Elem()))
			for p := 0; p < len(payloads); p += step {
				// All texts at once, and one after another in an otherwise sound answer, so that
				// both the roomy layouts and the last resorts are drawn.
				all := view()
				for i, leaf := range leaves(reflect.ValueOf(all).Elem()) {
					leaf.SetString(payloads[(i+p)%len(payloads)])
				}
				checkSafe(t, all, fmt.Sprintf("payloads from %d on", p))
				for i := p % 8; i < n; i += 8 {
					one := view()
					leaves(reflect.ValueOf(one).Elem())[i].SetString(payloads[p])
					checkSafe(t, one, fmt.Sprintf("text %d is %+q", i, payloads[p]))
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
			if bad := unsafeRune(line); bad != "" {
				t.Fatalf("%s: a line holds %s: %+q", what, bad, line)
			}
			if cells(line) > term.Width {
				t.Fatalf("%s: a line takes %d cells of %d: %q", what, cells(line), term.Width, line)
			}
		}
	}
	var out bytes.Buffer
	if err := New(&out, Terminal{}, FormatText).Print(v); err != nil {
		t.Fatal(err)
	}
	r := v.records()
	if got := strings.Count(out.String(), "\n"); got != len(r.rows) {
		t.Fatalf("%s: %d lines for %d records", what, got, len(r.rows))
	}
	for line := range strings.Lines(out.String()) {
		if got := strings.Count(line, "\t") + 1; got != len(r.head) {
			t.Fatalf("%s: %d fields for %d columns", what, got, len(r.head))
		}
		if bad := unsafeRune(strings.NewReplacer("\t", "", "\n", "").Replace(line)); bad != "" {
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
			err := New(&out, Terminal{}, format).Table(Table{Columns: []Column{{Name: "A"}, {Name: "B"}}, Rows: [][]Cell{{{Text: "x"}, {Text: in}}}})
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
