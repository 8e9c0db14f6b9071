package ask_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
)

// at reads windows on Sunday 22 November 2026.
func at() *ask.Days {
	return &ask.Days{Today: func() time.Time { return time.Date(2026, 11, 22, 23, 30, 0, 0, time.FixedZone("", 4*3600)) }}
}

// refused chooses no reading.
func refused(e ask.SeveralError) (ask.Reading, error) { return ask.Reading{}, e }

func TestWindow(t *testing.T) {
	for text, want := range map[string]ask.Window{
		"2027-03":                {From: "2027-03-01", To: "2027-03-31"},
		"march":                  {From: "2027-03-01", To: "2027-03-31"},
		" MARCH  2027 ":          {From: "2027-03-01", To: "2027-03-31"},
		"nov":                    {From: "2026-11-22", To: "2026-11-30"}, // from today on
		"2026-11":                {From: "2026-11-22", To: "2026-11-30"},
		"2028-02":                {From: "2028-02-01", To: "2028-02-29"},
		"october":                {From: "2027-10-01", To: "2027-10-31"},
		"+30d..+60d":             {From: "2026-12-22", To: "2027-01-21", Exact: true},
		"25 dec .. 3 jan":        {From: "2026-12-25", To: "2027-01-03", Exact: true},
		"fri..mon":               {From: "2026-11-27", To: "2026-11-30", Exact: true},
		"28 oct..3 nov":          {From: "2027-10-28", To: "2027-11-03", Exact: true},
		"2027-03-01..2027-03-01": {From: "2027-03-01", To: "2027-03-01", Exact: true},
		"12 mar":                 {From: "2027-03-09", To: "2027-03-15", About: "2027-03-12"},
		"today":                  {From: "2026-11-22", To: "2026-11-25", About: "2026-11-22"},
		"tomorrow":               {From: "2026-11-22", To: "2026-11-26", About: "2026-11-23"},
	} {
		got, err := at().Window(refused, "WHEN", text, 3)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
}

func TestAWindowThatCannotBeMeant(t *testing.T) {
	for text, want := range map[string]string{
		"2026-10":                "WHEN 2026-10 is past",
		"march 2020":             "is past",
		"2026-11-21":             "is past",
		"2026-11-01..2026-12-01": "is past",
		"+9d..+5d":               "before it begins",
		"soon":                   "WHEN soon is not accepted; give 2027-03",
		"":                       "is not accepted",
		"2027-13":                "is not accepted",
		"..":                     "is not accepted",
		"+1d..":                  "is not accepted",
		"+1d..+2d..+3d":          "is not accepted",
	} {
		got, err := at().Window(refused, "WHEN", text, 3)
		if err == nil || problem.ClassOf(err) != problem.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %+v, %v; want %q", text, got, err, want)
		}
	}
}

func TestAWindowEndsAtTheHorizonUnlessBothEndsWereNamed(t *testing.T) {
	for _, tt := range []struct{ w, want ask.Window }{
		{ask.Window{From: "2027-11-20", To: "2027-11-26", About: "2027-11-23"}, ask.Window{From: "2027-11-20", To: "2027-11-23", About: "2027-11-23"}},
		{ask.Window{From: "2027-11-01", To: "2027-11-30"}, ask.Window{From: "2027-11-01", To: "2027-11-23"}},
		{ask.Window{From: "2027-11-01", To: "2027-11-30", Exact: true}, ask.Window{From: "2027-11-01", To: "2027-11-30", Exact: true}},
		{ask.Window{From: "2027-12-01", To: "2027-12-31"}, ask.Window{From: "2027-12-01", To: "2027-12-31"}}, // to be refused
	} {
		if got := tt.w.Until("2027-11-23"); got != tt.want {
			t.Errorf("%+v is %+v, want %+v", tt.w, got, tt.want)
		}
	}
}

func FuzzWindow(f *testing.F) {
	for _, text := range []string{"2027-03", "march 2027", "+30d..+60d", "12 mar", "25 dec..3 jan", "3/4/2027", "9999-12", "..", "9999-12-31"} {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, margin int) {
		w, err := at().Window(refused, "WHEN", text, max(min(margin, 31), 0))
		if err == nil && (len(w.Days()) == 0 || w.From < "2026-11-22" || w.To < w.From) {
			t.Errorf("%q is %+v", text, w)
		}
	})
}
