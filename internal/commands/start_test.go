package commands

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A start pays for no table and no pattern of ours that the run may not need: what a package makes
// before main stays within a few words, such as its errors.
func TestNothingIsMadeBeforeMain(t *testing.T) {
	const most = 4096 // bytes
	// The runtime doubles its table of interfaces once, in whichever package is the first that needs the
	// room: 1,026 pairs of words, in pieces of this size.
	const table = 18432
	doubled := false
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	trace, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, trace)
	}
	made := regexp.MustCompile(`(?m)^init (travel\.example/travel/internal/\S+) .* (\d+) bytes, (\d+) allocs$`)
	found := made.FindAllStringSubmatch(string(trace), -1)
	if len(found) == 0 {
		t.Fatalf("no package of ours is in the trace:\n%s", trace)
	}
	for _, of := range found {
		if of[1] == "travel.example/travel/internal/commands" {
			continue // these tests are part of it
		}
		bytes, err := strconv.Atoi(of[2])
		if bytes >= table && !doubled {
			bytes, doubled = bytes-table, true
		}
		if err != nil || bytes > most {
			t.Errorf("%s makes %s bytes in %s pieces before main, want %d at most: use sync.OnceValue behind the code that needs it",
				strings.TrimPrefix(of[1], "travel.example/travel/"), of[2], of[3], most)
		}
	}
}
