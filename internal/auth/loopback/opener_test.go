package loopback

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/child"
)

// Each system has its own openers; a command of the person's choice comes first on all of them.
func TestThePageIsOpenedAsTheSystemDoes(t *testing.T) {
	for _, test := range []struct {
		goos, browser, wsl, programs string
		opens                        Opener
		says                         string
	}{
		{"linux", "", "", "www-browser xdg-open", Opener{Command: "xdg-open", Path: "/bin/xdg-open"}, ""},
		{"freebsd", "", "", "www-browser", Opener{Command: "www-browser", Path: "/bin/www-browser"}, ""},
		{"linux", "", "", "open wslview", Opener{}, "there is no xdg-open, x-www-browser, www-browser"},
		{"linux", "", "Debian", "wslview", Opener{Command: "wslview", Path: "/bin/wslview"}, ""},
		{"linux", "", "Debian", "wslview xdg-open", Opener{Command: "xdg-open", Path: "/bin/xdg-open"}, ""},
		{"linux", "", "Debian", "", Opener{}, "there is no xdg-open, x-www-browser, www-browser, wslview"},
		{"linux", "code-helper --open", "", "code-helper xdg-open", Opener{Command: "code-helper", Path: "/bin/code-helper", Chosen: true}, ""},
		{"linux", "lost:firefox", "", "firefox", Opener{Command: "firefox", Path: "/bin/firefox", Chosen: true}, ""},
		{"darwin", "", "", "open xdg-open", Opener{Command: "open", Path: "/bin/open"}, ""},
		{"darwin", "", "", "xdg-open", Opener{}, "there is no open"},
		{"darwin", "lost:firefox", "", "firefox open", Opener{Command: "firefox", Path: "/bin/firefox", Chosen: true}, ""},
		{"windows", "", "", "", Opener{Command: "Windows"}, ""},
		{"windows", `lost;C:\\firefox.exe`, "", `C:\\firefox.exe`, Opener{Command: `C:\\firefox.exe`, Path: `/bin/C:\\firefox.exe`, Chosen: true}, ""},
		{"windows", "lost", "", "", Opener{Chosen: true}, "$BROWSER does not name a program on this computer"},
	} {
		getenv := func(name string) string {
			return map[string]string{"BROWSER": test.browser, "WSL_DISTRO_NAME": test.wsl}[name]
		}
		got, _, err := FindOpener(test.goos, getenv, func(program string) (string, error) {
			if !slices.Contains(strings.Fields(test.programs), program) {
				return "", errors.New("it is not there")
			}
			return "/bin/" + program, nil
		}, "")
		if got != test.opens || (err == nil) != (test.says == "") || err != nil && err.Error() != test.says {
			t.Errorf("%+v: %+v, %v", test, got, err)
		}
	}
}

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
		got, _, err := FindOpener(runtime.GOOS, os.Getenv, child.Find, "")
		if got != want || (err != nil) != (want.Command == "") {
			t.Errorf("BROWSER=%s: %+v, %v; want %+v", variable, got, err, want)
		}
	}
	t.Setenv("BROWSER", "")
	t.Setenv("PATH", t.TempDir())
	if got, _, err := FindOpener(runtime.GOOS, os.Getenv, child.Find, ""); err == nil {
		t.Errorf("an opener where there is none: %+v", got)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a browser was run")
	}
}
