package timetable

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

var update = flag.Bool("update", false, "find the bars of all bases from their budgets again")

const budgetSeeds = 5

// budgets is how many destinations within reach of short haul each base is to have.
func budgets(t *testing.T) map[string]float64 {
	t.Helper()
	file, err := os.Open("testdata/budgets.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	named := map[string]float64{} // by carrier and airport, or by carrier for its factor
	for lines := bufio.NewScanner(file); lines.Scan(); {
		c := strings.Split(lines.Text(), "|")
		if lines.Text()[0] == '#' {
			continue
		}
		for field := range strings.FieldsSeq(c[1]) {
			key, n := c[0]+field[:3], field[3:]
			if field[0] == '*' {
				key, n = c[0], field[1:]
			}
			number, err := strconv.ParseFloat(n, 64)
			if err != nil {
				t.Fatalf("budget %q: %v", lines.Text(), err)
			}
			named[key] = number
		}
	}
	all := map[string]float64{}
	for _, a := range data.Airlines() {
		for _, b := range a.Bases {
			key := a.Code + b.Airport
			n, ok := named[key]
			if !ok {
				n = usualBudget(a.Kind, float64(b.Weight))
				if f, ok := named[a.Code]; ok {
					n *= f
				}
			}
			all[key] = n
		}
	}
	return all
}

func usualBudget(kind data.AirlineKind, weight float64) float64 {
	switch kind {
	case data.LowCost:
		return 5.5 * weight
	case data.Regional, data.Leisure:
		return 4 * weight
	}
	return 1.4 * math.Pow(weight, 1.8)
}

// TestBudgetsOfBases holds how many destinations each base has near its budget. With -update it
// finds the bars again, over several seeds, and writes them.
func TestBudgetsOfBases(t *testing.T) {
	want := budgets(t)
	if *update {
		findBars(t, want)
		return
	}
	table := newTable(t)
	got := map[string]float64{}
	for _, p := range table.graph().places {
		if p.Station != 0 {
			continue
		}
		for _, l := range table.candidates(p, worthwhile) {
			if l.distance <= data.LongHaulKm {
				got[l.base.airline.Code+l.base.place.Code]++
			}
		}
	}
	for _, b := range table.graph().bases {
		key := b.airline.Code + b.place.Code
		if w, g := want[key], got[key]; g > 1.5*w+5 {
			t.Errorf("%s at %s has %.0f destinations of %.0f; go test ./internal/sandbox/flights/timetable -run Budgets -update", b.airline.Code, b.place.Code, g, w)
		}
	}
}

// reached is a service that a base might have: how strong it is, and where it leads.
type reached struct {
	strength float64
	place    string
}

// findBars writes the bar of every base: the strength of the last service of its budget, of
// which services of the carrier's higher bases have a part.
func findBars(t *testing.T, want map[string]float64) {
	t.Helper()
	within := map[string][]reached{}
	for seed := uint64(1); seed <= budgetSeeds; seed++ {
		table := New(data.Load(), seed)
		for _, b := range table.graph().bases {
			key := b.airline.Code + b.place.Code
			for _, p := range table.graph().places {
				km, ok := b.within(p)
				if !ok || p.Station != 0 || km > data.LongHaulKm || b.tooNear(p, km) {
					continue
				}
				if s := table.strength(b, p, km, 1e-4); s > 0 {
					within[key] = append(within[key], reached{s, p.Code})
				}
			}
		}
	}
	var text strings.Builder
	for _, a := range data.Airlines() {
		line := ""
		inbound := map[string]int{}
		for _, b := range a.Bases {
			key := a.Code + b.Airport
			letter := barLetter(within[key], int(math.Round(want[key]*budgetSeeds))-inbound[b.Airport])
			for _, r := range within[key] {
				if r.strength >= barOfLetter(letter) {
					inbound[r.place]++
				}
			}
			line += b.Airport + string(letter)
		}
		if line != "" {
			fmt.Fprintf(&text, "%s %s\n", a.Code, line)
		}
	}
	if err := os.WriteFile("bars.txt", []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func barLetter(within []reached, budget int) byte {
	if budget <= 0 {
		return closedBar
	}
	slices.SortFunc(within, func(x, y reached) int { return cmp.Compare(y.strength, x.strength) })
	least := lowestBar
	if budget < len(within) {
		least = within[budget].strength
	}
	letter := math.Round(4*math.Log2(least/lowestBar)) + firstBar
	return byte(max(firstBar, min(closedBar-1, letter)))
}
