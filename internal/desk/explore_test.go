package desk_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/sweep"
)

func around(t *testing.T, d *desk.Desk, s flights.Sources) *flights.ExploreRequest {
	r := &flights.ExploreRequest{From: "DXB", Sources: s}
	r.Query, r.View.Query = given(t, d, "createFlightSearch"), given(t, d, "getFlightSearchResults")
	r.Spending = desk.Spending{MaxAge: 30 * time.Minute, Longest: 75 * time.Second}
	return r
}

func codes(goals []flights.Candidate) (list []string) {
	for _, g := range goals {
		list = append(list, g.Code)
	}
	return list
}

// A passport brings more places than are asked: the nearest twenty are, each once, and the price of each
// is that of the cheapest trip of its own list. What was interrupted is gone on with.
func TestALookAround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, home := &face{}, t.TempDir()
		d := f.inBubble(t, home)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(40*time.Second, cancel)
		half, err := flights.Explore(ctx, d, around(t, d, flights.Sources{VisaFree: "India"}))
		if !errors.Is(err, context.Canceled) || half.Spent != 10 {
			t.Fatalf("interrupted after %d searches: %v", half.Spent, err)
		}
		e, err := flights.Explore(t.Context(), d, around(t, d, flights.Sources{VisaFree: "India"}))
		must(t, err)
		if e.Spent != 10 || e.Saved != 10 || len(e.Cells) != 20 || e.NotAsked() != 13 || len(f.asked) != 2 {
			t.Fatalf("%d spent, %d saved, %d places, %d not asked, asked %q", e.Spent, e.Saved, len(e.Cells), e.NotAsked(), f.asked)
		}
		if !slices.IsSortedFunc(e.List, func(a, b flights.Candidate) int { return int(*a.Kilometres - *b.Kilometres) }) {
			t.Errorf("not by distance: %v", codes(e.List))
		}
		last := 0.0
		for _, at := range e.Ranked() {
			g := e.Goal(at)
			if g.Status != sweep.HasFound {
				continue
			}
			got := amountOf(t, g.Price.Amount)
			if want := cheapestIn(t, d, g.SearchID); got != want || got < last {
				t.Errorf("%s: %v after %v, its own list says %v", g.Code, got, last, want)
			}
			if last = got; g.Name == "" || g.Country == "" || g.Visa != flights.Listed {
				t.Errorf("%+v", g.Candidate)
			}
		}
	})
}

// Sources add up, filters keep, and what they leave out is counted.
func TestCandidates(t *testing.T) {
	f := &face{}
	d := f.open(t)
	find := func(s flights.Sources, most int) (flights.Candidates, error) {
		return flights.FindCandidates(t.Context(), d, &flights.CandidatesRequest{From: "DXB", Sources: s, Days: given(t, d, "createFlightSearch").Days(), Most: most})
	}
	tests := map[string]struct {
		from    flights.Sources
		most    int
		want    string
		rest    int
		left    flights.Left
		mistake string
	}{
		"a list by distance":   {from: flights.Sources{To: []string{"LIS", "Bangkok", "LIS", "cairo"}}, most: 9, want: "CAI BKK LIS"},
		"more than are wanted": {from: flights.Sources{To: []string{"LIS", "BKK", "CAI"}}, most: 2, want: "CAI BKK", rest: 1},
		"an airport":           {from: flights.Sources{To: []string{"LHR"}, Passport: "GB"}, most: 9, want: "LHR"},
		"a continent":          {from: flights.Sources{To: []string{"LIS", "BKK", "CAI"}, Continent: "europe"}, most: 9, want: "LIS", left: flights.Left{Continent: 2}},
		"a passport keeps":     {from: flights.Sources{To: []string{"LIS", "BKK", "DEL"}, VisaFree: "IN"}, most: 9, want: "DEL BKK", left: flights.Left{Visa: 1}},
		"a passport only says": {from: flights.Sources{To: []string{"LIS", "BKK", "DEL"}, Passport: "IN"}, most: 9, want: "DEL BKK LIS"},
		"nonstop":              {from: flights.Sources{To: []string{"LIS", "HNL", "FNC"}, Nonstop: true}, most: 9, want: "LIS", left: flights.Left{Timetable: 2}},
		"none left":            {from: flights.Sources{To: []string{"LIS"}, Continent: "asia"}, most: 9, mistake: "no place is left to search: 1 not on the continent"},
		"the start":            {from: flights.Sources{To: []string{"Dubai"}}, most: 9, mistake: "--to Dubai is where the journey starts; leave it out"},
		"its airport":          {from: flights.Sources{To: []string{"DWC"}}, most: 9, mistake: "--to DWC is where the journey starts; leave it out"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := find(tt.from, tt.most)
			if tt.mistake != "" {
				if err == nil || err.Error() != tt.mistake || problem.ClassOf(err) != problem.Usage {
					t.Fatalf("%v, %v", got.List, err)
				}
				return
			}
			must(t, err)
			var list []string
			for _, c := range got.List {
				list = append(list, c.Code)
				if c.Kilometres == nil || c.Name == "" || c.Country == "" {
					t.Errorf("%+v", c)
				}
			}
			if strings.Join(list, " ") != tt.want || len(got.Rest) != tt.rest || got.Left != tt.left {
				t.Errorf("%v, rest %d, left out %+v", list, len(got.Rest), got.Left)
			}
		})
	}
	near, err := find(flights.Sources{Near: "DXB", Passport: "IN"}, 9)
	must(t, err)
	if len(near.List) < 5 || near.List[0].Code != "SHJ" || near.List[0].Visa != flights.NotListed && near.List[0].Visa != flights.Listed {
		t.Errorf("near Dubai: %+v", near.List)
	}
}

// Mistakes are found before anything is sent.
func TestALookAroundIsCheckedFirst(t *testing.T) {
	f := &face{}
	d := f.open(t)
	lisbon := flights.Sources{To: []string{"LIS"}}
	for want, change := range map[string]func(*flights.ExploreRequest){
		"nothing says where to look; give --to with places, --near with a place, or --visa-free with a passport": func(r *flights.ExploreRequest) { r.Sources = flights.Sources{} },
		"--to dxb is where the journey starts; leave it out":                                                     func(r *flights.ExploreRequest) { r.To = []string{"dxb"} },
		"DATE 2020-01-01 is in the past (today is 2026-11-02); give today or a later day":                        func(r *flights.ExploreRequest) { r.Date = "2020-01-01" },
		"--nights 2-3 is a range; give one number of nights":                                                     func(r *flights.ExploreRequest) { r.Nights = flights.Nights{Least: 2, Most: 3, Return: true} },
		"--visa-free and --passport both name a passport; give one of them":                                      func(r *flights.ExploreRequest) { r.VisaFree, r.Passport = "IN", "DE" },
	} {
		r := around(t, d, lisbon)
		change(r)
		e, err := flights.Explore(t.Context(), d, r)
		if err == nil || err.Error() != want || problem.ClassOf(err) != problem.Usage || len(e.Cells) > 0 {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for _, change := range []func(*flights.ExploreRequest){
		func(r *flights.ExploreRequest) { r.Continent = "atlantis" },
		func(r *flights.ExploreRequest) { r.VisaFree = "QQ" },
		func(r *flights.ExploreRequest) { r.Airline = "Emirates" },
		func(r *flights.ExploreRequest) { r.MaxPrice = "cheap" },
	} {
		r := around(t, d, lisbon)
		change(r)
		if _, err := flights.Explore(t.Context(), d, r); problem.ClassOf(err) != problem.Usage {
			t.Errorf("%+v: %v", r.Sources, err)
		}
	}
	if f.created > 0 {
		t.Errorf("%d searches", f.created)
	}
}
