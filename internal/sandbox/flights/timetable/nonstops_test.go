package timetable

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/data"
)

// nonstop is a line of testdata/nonstops.txt.
type nonstop struct {
	from, to string
	carrier  string // or any
	flown    bool
	reason   string
}

func nonstops(t *testing.T) []nonstop {
	t.Helper()
	file, err := os.Open("testdata/nonstops.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []nonstop
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		c := strings.Split(lines.Text(), "|")
		all = append(all, nonstop{c[0], c[1], c[2], c[3] == "yes", c[4]})
	}
	return all
}

// A frequent flyer knows which nonstop flights there are and which there are not. Whatever
// the seed, the timetable knows it too.
func TestNonstopsThatExistAndThatDoNot(t *testing.T) {
	all := nonstops(t)
	count := map[bool]int{}
	for _, n := range all {
		count[n.flown]++
	}
	if count[true] < 60 || count[false] < 60 {
		t.Errorf("the table has %d nonstops that exist and %d that do not", count[true], count[false])
	}
	for seed := uint64(1); seed <= 5; seed++ {
		table := New(data.Load(), seed)
		for _, n := range all {
			fly := fliers(table, place(t, table, n.from), place(t, table, n.to))
			flown := slices.Contains(fly, n.carrier) || n.carrier == "any" && len(fly) > 0
			switch {
			case n.flown && !flown:
				t.Errorf("seed %d: %s does not fly %s-%s, only %v: %s", seed, n.carrier, n.from, n.to, fly, n.reason)
			case !n.flown && flown:
				t.Errorf("seed %d: %s-%s is flown by %v, but must not by %s: %s", seed, n.from, n.to, fly, n.carrier, n.reason)
			}
		}
	}
}

// fliers is who flies from one place to another, in the air and under which code: the operator's
// and the main seller's.
func fliers(table *Timetable, from, to *Place) []string {
	var codes []string
	for _, f := range table.Route(from, to) {
		if f.Aircraft.Body == data.TrainBody || f.Aircraft.Body == data.BusBody {
			continue
		}
		for _, code := range []string{f.Operator.Code, f.Sold[0].Airline.Code} {
			if !slices.Contains(codes, code) {
				codes = append(codes, code)
			}
		}
	}
	return codes
}
