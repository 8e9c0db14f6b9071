package render

import (
	"bytes"
	"strings"
	"testing"
)

func TestMessagesKeepAddressesWhole(t *testing.T) {
	link := "https://auth.example.com/authorize?" + strings.Repeat("x", 60)
	var out bytes.Buffer
	if err := New(&out, Terminal{TTY: true, Width: 40, Unicode: true}, FormatText).Notice("If it does not open: " + link + " and so on"); err != nil {
		t.Fatal(err)
	}
	if want := "If it does not open:\n" + link + "\nand so on\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}
