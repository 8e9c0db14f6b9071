package site

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMoneyHasTheMarksOfTheLanguageAndTheDigitsOfTheCurrency(t *testing.T) {
	for _, tt := range []struct {
		amount           float64
		currency, locale string
		want             string
	}{
		{1234567.891, "USD", "en", "USD\u00a01,234,567.89"},
		{999.5, "USD", "", "USD\u00a0999.50"},
		{1000, "EUR", "de", "EUR\u00a01.000,00"},
		{1000, "EUR", "de-AT", "EUR\u00a01.000,00"},
		{1000, "EUR", "fr", "EUR\u00a01\u202f000,00"},
		{12345, "JPY", "ja", "JPY\u00a012,345"},
		{0.5, "KWD", "ar", "KWD\u00a00.500"},
		{12, "QQQ", "no such tag", "QQQ\u00a012.00"},
		{-1234.5, "USD", "en", "USD\u00a0−1,234.50"},
		{0, "USD", "en", "USD\u00a00.00"},
	} {
		if diff := cmp.Diff(tt.want, money(tt.amount, tt.currency, tt.locale)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt, diff)
		}
	}
}

func TestDurationsAndDaysAreWrittenShort(t *testing.T) {
	for minutes, want := range map[int]string{0: "0m", 59: "59m", 60: "1h", 61: "1h\u00a001m", 695: "11h\u00a035m", 1500: "25h"} {
		if got := duration(minutes); got != want {
			t.Errorf("%d minutes are %q, want %q", minutes, got, want)
		}
	}
}

func TestAClockMarksTheDaysAfterTheFirst(t *testing.T) {
	first := stampOf("2026-12-25T22:10:00+04:00")
	for stamp, want := range map[string]clock{
		"2026-12-25T23:59:00+00:00": {"23:59", "", "the same day"},
		"2026-12-26T05:55:00+00:00": {"05:55", "+1", "the next day"},
		"2026-12-27T05:55:00+13:00": {"05:55", "+2", "2 days later"},
		"2026-12-24T23:30:00-11:00": {"23:30", "−1", "1 day before"}, // over the date line
	} {
		if diff := cmp.Diff(want, clockOf(stampOf(stamp), first)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", stamp, diff)
		}
	}
}

func TestTheLastMinuteIsStillAMinute(t *testing.T) {
	until := time.Date(2026, 11, 21, 8, 36, 0, 0, time.UTC)
	for left, want := range map[time.Duration]string{
		6 * time.Minute:  "This page works for about 6 minutes more, until 08:36 UTC.",
		80 * time.Second: "This page works for about 1 minute more, until 08:36 UTC.",
		time.Second:      "This page works for about 1 minute more, until 08:36 UTC.",
	} {
		if got := lasts(until, until.Add(-left)); got != want {
			t.Errorf("%v before: %q", left, got)
		}
	}
}

func TestListsReadAsSentencesDo(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := list(words); got != want {
			t.Errorf("%v reads %q", words, got)
		}
	}
}
