package browser

import (
	"os"
	"path/filepath"
	"testing"
)

func TestTheOpenerIsFoundAndNotRun(t *testing.T) {
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	for _, name := range []string{"my browser", "xdg-open"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\ntouch "+ran+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	for variable, want := range map[string]Opener{
		"":                                    {Command: "xdg-open", Path: filepath.Join(dir, "xdg-open")},
		filepath.Join(dir, "my browser"):      {Command: "my browser", Path: filepath.Join(dir, "my browser"), Chosen: true},
		"nothing-like-it:xdg-open --new %s":   {Command: "xdg-open", Path: filepath.Join(dir, "xdg-open"), Chosen: true},
		"nothing-like-it:neither-is-this --x": {Chosen: true},
	} {
		t.Setenv("BROWSER", variable)
		got, err := FindOpener()
		if got != want || (err != nil) != (want.Command == "") {
			t.Errorf("BROWSER=%s: %+v, %v; want %+v", variable, got, err, want)
		}
	}
	t.Setenv("BROWSER", "")
	t.Setenv("PATH", t.TempDir())
	if got, err := FindOpener(); err == nil {
		t.Errorf("an opener where there is none: %+v", got)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a browser was run")
	}
}
