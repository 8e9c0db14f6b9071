package config

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"travel.example/travel/internal/problem"
)

// Without a home directory all that has no place is named at once, and nothing that has one.
func TestWhatHasNoPlaceIsNamedAtOnce(t *testing.T) {
	for _, test := range []struct {
		goos string
		env  map[string]string
		want string // "" for a state directory that is known
	}{
		{"linux", nil, "set HOME, or TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, to an absolute path"},
		{"windows", nil, "set USERPROFILE, or TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR, to an absolute path"},
		{"linux", map[string]string{"XDG_CONFIG_HOME": "/c"}, "set HOME, or TRAVEL_STATE_DIR, to an absolute path"},
		{"linux", map[string]string{"TRAVEL_STATE_DIR": "/s"}, ""},
	} {
		c, err := Load(Input{Getenv: env(test.env), GOOS: test.goos})
		if err != nil {
			t.Fatal(err)
		}
		err = c.NeedState()
		if problem.AdviceOf(err) != test.want || err != nil && problem.ClassOf(err) != problem.Usage {
			t.Errorf("%s, %v: %v, %q", test.goos, test.env, err, problem.AdviceOf(err))
		}
	}
}

func TestADirectoryThatTakesNothingIsToldWithItsWayOut(t *testing.T) {
	c, err := Load(Input{Getenv: env(map[string]string{"TRAVEL_STATE_DIR": "/s"}), GOOS: "linux"})
	if err != nil {
		t.Fatal(err)
	}
	for fault, want := range map[error]string{
		syscall.EROFS:  "make it writable for you, or set TRAVEL_STATE_DIR to a directory that is",
		syscall.ENOSPC: "free some space on that disk, or set TRAVEL_STATE_DIR to a directory on another one",
	} {
		got := c.Unkept(&fs.PathError{Op: "open", Path: "/s/.new-1.tmp", Err: fault})
		if got == nil || !strings.Contains(got.Error(), "s cannot be written: "+fault.Error()) || problem.AdviceOf(got) != want || problem.ClassOf(got) != problem.Local {
			t.Errorf("%v: %v, %q", fault, got, problem.AdviceOf(got))
		}
	}
	if err := c.Unkept(errors.New("the list is too large")); err != nil {
		t.Errorf("a fault of another kind is taken for the disk's: %v", err)
	}
}
