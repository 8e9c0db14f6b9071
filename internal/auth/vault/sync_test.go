package vault

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
)

// TestAFileIsOnTheDiskUnderItsNameBeforeTheNextStep watches the system calls: the text is on
// the disk before it takes the place of the last, and the directory is synced after it.
func TestAFileIsOnTheDiskUnderItsNameBeforeTheNextStep(t *testing.T) {
	strace := need.Tracer(t)
	dir := t.TempDir()
	cmd := authtest.Child(t, order{Task: "set", Dir: dir})
	watched := exec.CommandContext(t.Context(), strace, "-f", "-qq", "-y", "-e", "trace=fsync,rename,renameat,renameat2", cmd.Path)
	watched.Env = cmd.Env
	out, err := watched.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	store := filepath.Join(dir, "store")
	var got []string
	for line := range strings.Lines(string(out)) {
		switch {
		case strings.Contains(line, "fsync(") && strings.Contains(line, "<"+store+">"):
			got = append(got, "sync the directory")
		case strings.Contains(line, "fsync("):
			got = append(got, "sync the file")
		case strings.Contains(line, "rename"):
			got = append(got, "rename")
		}
	}
	if want := "sync the file, rename, sync the directory"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s\n%s", strings.Join(got, ", "), want, out)
	}
}
