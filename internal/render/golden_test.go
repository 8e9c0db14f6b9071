package render

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/flightview"
)

var update = flag.Bool("update", false, "write the golden files again")

// scenes are answers as commands print them, with everything that belongs to them.
func scenes() map[string]func(*Printer) error {
	return map[string]func(*Printer) error{
		"trips_return": func(p *Printer) error { return p.Print(sampleReturn()) },
		"trips_calm":   func(p *Printer) error { return p.Print(sampleCalm()) },
		"trips_oneway": func(p *Printer) error { return p.Print(sampleOneWay()) },
		"trips_none": func(p *Printer) error {
			return p.Print(flightview.TripList{From: "DXB", To: "LON", Status: "nothing came in 14.9 s"})
		},
		"trip_return":  func(p *Printer) error { return p.Print(sampleTrip()) },
		"trip_nonstop": func(p *Printer) error { return p.Print(sampleShort()) },
		"trip_unknown": func(p *Printer) error { return p.Print(sampleBare()) },
		"hotels":       func(p *Printer) error { return p.Print(sampleHotels()) },
		"facts":        func(p *Printer) error { return p.Print(sampleFacts()) },
		"stderr":       printMessages,
	}
}

func printMessages(p *Printer) error {
	for _, print := range []func() error{
		func() error {
			return p.Errorline("--infants 2 is more than --adults 1; an infant travels on an adult's lap", "")
		},
		func() error {
			return p.Errorline("this search has expired (made 14 minutes ago)",
				"travel flights trip 2 --renew    searches again for the same trip; spends one of your searches")
		},
		func() error { return p.Notice("sandbox: sample data") },
		func() error {
			return p.Warning("the clock of this machine is 38 s ahead of the service, and tokens may look expired before they are")
		},
		func() error { return p.Hint("travel places search \"LHRR\"") },
	} {
		if err := print(); err != nil {
			return err
		}
	}
	return nil
}

func TestScenesLookAsTheyAreMeantTo(t *testing.T) { checkLooks(t, scenes()) }

func now() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }

// looks are the outputs in which every scene is pinned.
func looks() []look {
	return []look{
		{"plain", Terminal{TTY: true, Unicode: true, Now: now}, []int{60, 80, 120}},
		{"coloured", Terminal{TTY: true, Unicode: true, Color: true, Now: now}, []int{60, 80, 120}},
		{"ascii", Terminal{TTY: true, Now: now}, []int{60, 80, 120}},
		{"pipe", Terminal{Unicode: true, Now: now}, []int{60}}, // where the width does not matter
	}
}

type look struct {
	name   string
	term   Terminal
	widths []int
}

// checkLooks compares scenes with their golden files. A scene has one file for all looks and
// widths, so that a change of words is one change in it.
func checkLooks(t *testing.T, scenes map[string]func(*Printer) error) { checkLooksIn(t, 0, scenes) }

// checkLooksIn is checkLooks in windows so many lines high; 0 is the usual height.
func checkLooksIn(t *testing.T, height int, scenes map[string]func(*Printer) error) {
	for name, draw := range scenes {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			for _, look := range looks() {
				for _, width := range look.widths {
					fmt.Fprintf(&out, "== %s, %d columns\n", look.name, width)
					look.term.Width, look.term.Height = width, height
					if err := draw(New(&out, look.term, FormatText)); err != nil {
						t.Fatal(err)
					}
				}
			}
			golden(t, filepath.Join("testdata", name+".golden"), out.Bytes())
		})
	}
}

// drawn makes scenes of views.
func drawn(views map[string]func() View) map[string]func(*Printer) error {
	scenes := map[string]func(*Printer) error{}
	for name, view := range views {
		scenes[name] = func(p *Printer) error { return p.Print(view()) }
	}
	return scenes
}

func TestRecordsKeepTheirFields(t *testing.T) {
	checkRecords(t, "records", sampleReturn(), sampleTrip(), sampleHotels(), sampleFacts())
}

// checkRecords compares views as records with their golden files.
func checkRecords(t *testing.T, file string, views ...View) {
	for name, format := range map[string]Format{"tsv": FormatTSV, "csv": FormatCSV} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			p := New(&out, Terminal{TTY: true, Width: 60, Color: true}, format)
			for _, v := range views {
				if err := p.Print(v); err != nil {
					t.Fatal(err)
				}
			}
			golden(t, filepath.Join("testdata", file+"."+name+".golden"), out.Bytes())
		})
	}
}

// golden compares with a file; -update writes it, and a missing one is a failure.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}
