package cli

import (
	"testing"

	"travel.example/travel/api"
)

func TestHelpSpeaksToPeople(t *testing.T) {
	left := map[string]bool{}
	for text := range personHelp() {
		left[text] = true
	}
	for i := range api.Operations {
		for j := range api.Operations[i].Params {
			delete(left, api.Operations[i].Params[j].Help)
		}
	}
	for text := range left {
		t.Errorf("the contract no longer says %q", text)
	}
	for help, want := range map[string]string{
		"Number of infants, never more than `adults`.":   "Number of infants, never more than --adults",
		"Order. `guest_rating_desc` needs `guest-type`.": "Order. 'guest_rating_desc' needs --guest-type",
		"The same as `rate-types=free_cancellation`.":    "The same as --rate-types free_cancellation",
		"Codes from `metadata.filterOptions.aircraft`.":  "Codes from --facets",
		"Any number needs `childrenAges`.":               "Any number needs --children-ages",
		"Wanted words. Repeated or comma-separated.":     "Wanted words",
		"Minutes of the day `min-max`.":                  "Minutes of the day 'min-max'",
	} {
		if got := helpFor(&api.Param{Help: help}); got != want {
			t.Errorf("%q reads %q, want %q", help, got, want)
		}
	}
}
