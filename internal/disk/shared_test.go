package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const changeIn = "DISK_CHANGE_IN"

// A change for a while does not wait for the disk, one that is kept does. The system calls are watched.
func TestAChangeForNowDoesNotWaitForTheDisk(t *testing.T) {
	if dir := os.Getenv(changeIn); dir != "" {
		for _, change := range map[string]func() error{
			"now":  func() error { return ChangeForNow(t.Context(), filepath.Join(dir, "now"), 99, told) },
			"kept": func() error { return Change(t.Context(), filepath.Join(dir, "kept"), 99, told) },
		} {
			if err := change(); err != nil {
				t.Error(err)
			}
		}
		return
	}
	strace, err := exec.LookPath("strace")
	if runtime.GOOS != "linux" || err != nil || exec.Command(strace, "-o", "/dev/null", "true").Run() != nil {
		t.Skip("system calls cannot be watched here")
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	watched := exec.CommandContext(t.Context(), strace, "-f", "-qq", "-y", "-o", log, "-e", "trace=fsync", os.Args[0], "-test.run", "^"+t.Name()+"$")
	watched.Env = append(os.Environ(), changeIn+"="+dir)
	if out, err := watched.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	calls, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	for name, syncs := range map[string]int{"now": 0, "kept": 1} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if got := strings.Count(string(calls), "/"+temporary+name+"."); got != syncs || err != nil || string(text) != "told" {
			t.Errorf("%s: %d syncs, want %d; it holds %q, %v\n%s", name, got, syncs, text, err, calls)
		}
	}
}

func told([]byte) ([]byte, error) { return []byte("told"), nil }
