package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// Windows has its own numbers for a full disk, which are other errors elsewhere.
func TestAFullDiskIsKnownOnEverySystem(t *testing.T) {
	for _, test := range []struct {
		goos string
		err  error
		want bool
	}{
		{"linux", syscall.ENOSPC, true},
		{"linux", syscall.EDQUOT, true},
		{"linux", &fs.PathError{Op: "write", Err: syscall.ENOSPC}, true},
		{"linux", syscall.Errno(39), false},
		{"linux", syscall.Errno(112), false},
		{"darwin", syscall.ENOSPC, true},
		{"darwin", syscall.Errno(112), false},
		{"windows", syscall.Errno(39), true},
		{"windows", &os.LinkError{Op: "rename", Err: syscall.Errno(112)}, true},
		{"windows", syscall.Errno(5), false},
		{"windows", errors.New("some error"), false},
		{"windows", nil, false},
	} {
		if got := full(test.goos, test.err); got != test.want {
			t.Errorf("%s: %v (%d): %t, want %t", test.goos, test.err, test.err, got, test.want)
		}
	}
}

// A file that others can read is noticed where modes say so; on Windows they say nothing.
func TestOthersAccessIsReadOffTheMode(t *testing.T) {
	for _, test := range []struct {
		goos            string
		mode, forbidden fs.FileMode
		want            bool
	}{
		{"linux", 0o600, 0o077, false},
		{"linux", 0o640, 0o077, true},
		{"linux", fs.ModeDir | 0o755, 0o022, false},
		{"darwin", 0o604, 0o077, true},
		{"windows", 0o666, 0o077, false},
		{"windows", fs.ModeDir | 0o777, 0o022, false},
	} {
		if got := Exposed(test.goos, test.mode, test.forbidden); got != test.want {
			t.Errorf("%s: %v with %o: %t, want %t", test.goos, test.mode, test.forbidden, got, test.want)
		}
	}
}
