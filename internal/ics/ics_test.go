package ics

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func date(month time.Month, day int) time.Time {
	return time.Date(2027, month, day, 0, 0, 0, 0, time.UTC)
}

var sample = Calendar{
	Name: "Long weekends, DE", Stamp: time.Date(2026, 11, 21, 9, 30, 0, 0, time.FixedZone("", 3600)),
	Events: []Event{
		{UID: "a1@travel", From: date(5, 6), To: date(5, 9), Summary: "Sample; day, \\ and\x07 more", Description: "one\r\ntwo", Categories: []string{"a,b", "c"}},
		{UID: "a2@travel", From: date(1, 1), To: date(1, 1), Summary: strings.Repeat("見本の日", 12)},
	},
}

func TestDaysAreWrittenAsICalendar(t *testing.T) {
	want := strings.ReplaceAll(`BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//travel//travel//EN
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:Long weekends\, DE
BEGIN:VEVENT
UID:a1@travel
DTSTAMP:20261121T083000Z
DTSTART;VALUE=DATE:20270506
DTEND;VALUE=DATE:20270510
SUMMARY:Sample\; day\, \\ and more
DESCRIPTION:one\ntwo
CATEGORIES:a\,b,c
TRANSP:TRANSPARENT
END:VEVENT
BEGIN:VEVENT
UID:a2@travel
DTSTAMP:20261121T083000Z
DTSTART;VALUE=DATE:20270101
DTEND;VALUE=DATE:20270102
SUMMARY:見本の日見本の日見本の日見本の日見本の日見本
 の日見本の日見本の日見本の日見本の日見本の日見本
 の日
TRANSP:TRANSPARENT
END:VEVENT
END:VCALENDAR
`, "\n", "\r\n")
	if diff := cmp.Diff(want, string(sample.Text())); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Whatever a name contains, the file has the lines of one event, none too long, and the name can be read back.
func FuzzAnyNameIsOneLineOfAnEvent(f *testing.F) {
	for _, text := range []string{"", "a", "\r\nEND:VCALENDAR", strings.Repeat("é", 80), "\xff,;\\\n", "\u0085x\u2028y"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := Calendar{Events: []Event{{UID: "u", From: date(1, 1), To: date(1, 2), Summary: text}}}.Text()
		if !utf8.Valid(file) {
			t.Fatalf("%q is not UTF-8", file)
		}
		for line := range bytes.SplitSeq(bytes.TrimSuffix(file, []byte("\r\n")), []byte("\r\n")) {
			if len(line) > longest || bytes.ContainsAny(line, "\r\n") || !utf8.Valid(line) {
				t.Errorf("the line %q", line)
			}
		}
		whole := strings.ReplaceAll(string(file), "\r\n ", "")
		_, behind, _ := strings.Cut(whole, "\r\nSUMMARY:")
		got, _, _ := strings.Cut(behind, "\r\n")
		if strings.Count(whole, "\r\n") != 14 {
			t.Errorf("%d lines of %q", strings.Count(whole, "\r\n"), whole)
		}
		if want := escaped(text); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
