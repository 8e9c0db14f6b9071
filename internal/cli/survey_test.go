package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPlacesComeFromListsAndFiles(t *testing.T) {
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "places.txt")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return "@" + path
	}
	for _, tt := range []struct {
		given []string
		stdin string
		want  []string // nil if invalid
	}{
		{given: []string{"LIS, Bangkok,,", "CAI"}, want: []string{"LIS", "Bangkok", "CAI"}},
		{given: []string{file("\ufeff# ours\nNew York, US\r\n\nLIS # home\n"), "BCN"}, want: []string{"New York, US", "LIS", "BCN"}},
		{given: []string{"@-"}, stdin: "LIS\nBCN", want: []string{"LIS", "BCN"}},
		{given: []string{file("L\x1b[31mIS\n")}, want: []string{"LIS"}},
		{given: []string{"@-"}, stdin: "# nothing\n"},
		{given: []string{"@-"}, stdin: "LIS\x00"},
		{given: []string{"@-"}, stdin: strings.Repeat("LIS\n", maxListBytes/4+1)},
		{given: []string{"@/nowhere/at/all"}},
		{given: []string{","}},
	} {
		run := &Run{Env: &Env{Stdin: strings.NewReader(tt.stdin)}}
		got, err := run.Places(tt.given)
		if !slices.Equal(got, tt.want) || (err == nil) != (tt.want != nil) {
			t.Errorf("%q is %q, %v, want %q", tt.given, got, err, tt.want)
		}
	}
}
