package offer

import "testing"

// What a traveler is told of a price that moved, in the currency's own minor units.
func TestChangeText(t *testing.T) {
	for _, tt := range []struct{ was, wasIn, now, nowIn, want, difference string }{
		{"412", "USD", "431", "USD", "was $412, now $431 (+$19)", "19"},
		{"431.50", "USD", "412", "USD", "was $431.50, now $412 (−$19.50)", "-19.5"},
		{"412.00", "USD", "412", "USD", "same price as before ($412)", "0"},
		{"412", "USD", "380", "EUR", "was $412, now €380 (another currency, not compared)", ""},
		{"0.1", "USD", "0.3", "USD", "was $0.10, now $0.30 (+$0.20)", "0.2"},
		{"1e2", "USD", "101", "USD", "was $100, now $101 (+$1)", "1"},
		{"", "", "431", "USD", "now $431", ""},
		{"free", "USD", "431", "USD", "was free USD, now $431 (not compared)", ""},
		{"40000", "JPY", "40500", "JPY", "was ¥40,000, now ¥40,500 (+¥500)", "500"},
		{"1e999999999", "USD", "1", "USD", "was 1e999999999 USD, now $1 (not compared)", ""},
	} {
		c := Change{Money{tt.was, tt.wasIn}, Money{tt.now, tt.nowIn}}
		if got := c.Text("en"); got != tt.want || c.Difference() != tt.difference {
			t.Errorf("%s %s to %s %s: %q, %q; want %q, %q", tt.was, tt.wasIn, tt.now, tt.nowIn, got, c.Difference(), tt.want, tt.difference)
		}
	}
}
