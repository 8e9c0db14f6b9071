package flights

import "testing"

func TestAPlaceIsToldFromADay(t *testing.T) {
	for text, want := range map[string]bool{
		"BCN": true, "Barcelona": true, "new york": true, "東京": true, "Nice": true,
		"fri": false, "FRI": false, "fryday": false, "tomorow": false, "tuesda": false, "decmber": false, "dec 25": false,
		"+9d": false, "2026-12-25": false, "25": false, "": false, "—": false, "next week": false, "in a month": false,
	} {
		if got := namesPlace(text); got != want {
			t.Errorf("%q is taken for a place: %v, want %v", text, got, want)
		}
	}
}
