package timetable

import (
	"fmt"
	"sort"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/data"
)

func TestScratch(t *testing.T) {
	s := time.Now()
	w := data.Load()
	fmt.Println("world", time.Since(s))
	s = time.Now()
	tt := New(w, 1)
	tt.graph()
	fmt.Println("graph", time.Since(s), len(tt.Places()), len(tt.graph().bases), len(tt.Hubs()))
	s = time.Now()
	for _, h := range tt.Hubs() {
		tt.spokes(h)
	}
	fmt.Println("hub links", time.Since(s))
	s = time.Now()
	total := 0
	weekly := 0
	byAirline := map[string]int{}
	dest := map[string]map[string]bool{}
	hist := map[int]int{}
	rescue := 0
	ekl := 0
	for _, p := range tt.Places() {
		ls := tt.spokes(p)
		for _, l := range ls {
			if l.base.airline.Code == "EK" && l.strength < 1 {
				ekl++
			}
		}
		total += len(ls)
		hist[min(len(ls), 20)]++
		for _, l := range ls {
			if l.strength == 0.1 {
				rescue++
			}
			weekly += l.weekly()
			byAirline[l.base.airline.Code] += l.weekly()
			if dest[l.base.airline.Code] == nil {
				dest[l.base.airline.Code] = map[string]bool{}
			}
			dest[l.base.airline.Code][p.Code] = true
		}
	}
	fmt.Println("ek weak", ekl)
	fmt.Println("all links", time.Since(s), total, "weekly", weekly*2, hist, "rescue", rescue)
	for _, a := range []string{"EK", "QR", "BA", "LH", "UA", "AA", "DL", "FR", "U2", "W6", "6E", "SQ", "QF", "TK", "WN", "LO", "RJ", "OO", "9K", "WF", "EY", "AF", "LA", "ET", "CZ", "NH", "FJ"} {
		fmt.Print(a, ":", byAirline[a]/7, "/day dests ", len(dest[a]), "; ")
	}
	fmt.Println()
	var zero []string
	for _, a := range data.Airlines() {
		if byAirline[a.Code] == 0 {
			zero = append(zero, a.Code)
		}
	}
	fmt.Println("no routes", zero)
	var ek []string
	for k := range dest["EK"] {
		ek = append(ek, k)
	}
	sort.Strings(ek)
	fmt.Println(ek)
	for _, od := range [][2]string{{"DXB", "LHR"}, {"LHR", "JFK"}, {"SYD", "LHR"}, {"SYD", "MEL"}, {"CDG", "LYS"}, {"STN", "DUB"}, {"DEN", "COD"}, {"PER", "LHR"}, {"SIN", "JFK"}, {"HND", "CTS"}, {"GRU", "LIS"}, {"JNB", "CPT"}} {
		a, _ := tt.Place(od[0])
		b, ok := tt.Place(od[1])
		if !ok {
			continue
		}
		fmt.Printf("%s-%s %.0f km: ", od[0], od[1], Distance(a, b))
		for _, f := range tt.Route(a, b) {
			fmt.Printf("%s%d(%d) %02d:%02d %dm %s %07b %d; ", f.Sold[0].Airline.Code, f.Sold[0].Number, len(f.Sold), f.Departs/60, f.Departs%60, f.Block, f.Aircraft.Code, f.Days, f.Season)
		}
		fmt.Println()
	}
}
