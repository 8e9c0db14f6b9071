package need

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

const (
	smallDiskEnv = "TRAVEL_TEST_SMALL_DISK" // where the disk of a test is, in the process that has it
	mountSmall   = `mount -t tmpfs -o size="$1" tmpfs "$2" && shift 2 && exec "$@"`
)

// SmallDisk runs the test f with a directory that is a disk of its own, of a size as mount takes it
// (1m). It is another process that does, since the disk is visible to no one else.
func SmallDisk(t *testing.T, size string, f func(t *testing.T, dir string)) {
	t.Helper()
	if dir := os.Getenv(smallDiskEnv); dir != "" {
		f(t, dir)
		return
	}
	apart := []string{"--user", "--map-root-user", "--mount"}
	if runtime.GOOS != "linux" || exec.CommandContext(t.Context(), "unshare", append(apart, "mount", "-t", "tmpfs", "tmpfs", t.TempDir())...).Run() != nil {
		t.Skip("no disk can be made here")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	again := exec.CommandContext(t.Context(), "unshare", append(apart, "sh", "-c", mountSmall, "sh", size, dir,
		self, "-test.run", "^"+t.Name()+"$", "-test.v")...)
	again.Env = append(os.Environ(), smallDiskEnv+"="+filepath.Clean(dir))
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Strace returns the words that start a program with every n-th of some of its system calls answered
// as how says, such as error=EIO:when=3. The trace goes to a file.
func Strace(t testing.TB, trace, calls, how string) []string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if runtime.GOOS != "linux" || err != nil || exec.CommandContext(t.Context(), strace, "-o", "/dev/null", "true").Run() != nil {
		t.Skip("system calls cannot be watched here")
	}
	words := []string{strace, "-f", "-qq", "-o", trace, "-e", "trace=" + calls}
	if how != "" {
		words = append(words, "-e", "inject="+calls+":"+how)
	}
	return words
}
