package commands

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A start initializes no tables or patterns that the run may not need. Before main, a package may only allocate a
// few words, such as its errors.
func TestNothingIsMadeBeforeMain(t *testing.T) {
	const most = 4096 // bytes
	// The runtime doubles its table of interfaces once, in whichever package first needs the space: 1,026 pairs of
	// words, in pieces of this size.
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
