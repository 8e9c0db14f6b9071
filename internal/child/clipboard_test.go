//go:build unix

package child

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestATextIsPutOnTheClipboardByTheProgramOfTheSession(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir+":/usr/bin:/bin")
	t.Setenv("TRAVEL_TOKEN", "canary")
	program := func(name, body string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	got := filepath.Join(dir, "got")
	env := func(set string) func(string) string {
		return func(name string) string {
			if name == set {
				return "yes"
			}
			return ""
		}
	}
	program("xclip", `{ echo "$@"; cat; env; } > `+got)
	if err := ToClipboard(t.Context(), "linux", env("DISPLAY"), "https://a.example"); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(got)
	if !strings.HasPrefix(string(text), "-selection clipboard\nhttps://a.example") || strings.Contains(string(text), "canary") {
		t.Errorf("it was given %q", text)
	}
	program("pbcopy", "exit 3")
	for system, want := range map[string]string{
		"linux DISPLAYED":       "there is no clipboard here",
		"linux WAYLAND_DISPLAY": "no program for the clipboard was found: wl-copy",
		"darwin ":               "put the text on the clipboard by pbcopy: exit status 3",
	} {
		system, set, _ := strings.Cut(system, " ")
		if err := ToClipboard(t.Context(), system, env(set), "x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", system, err, want)
		}
	}
}
