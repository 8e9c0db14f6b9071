package need

import (
	"fmt"
	"runtime"
	"testing"
)

// witness is a test that records how it ended instead of ending.
type witness struct {
	testing.TB
	end string
}

func (w *witness) Skip(args ...any) {
	w.end = "skip: " + fmt.Sprint(args...)
	runtime.Goexit()
}

func (w *witness) Fatalf(format string, args ...any) {
	w.end = "fail: " + fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestAPromisedProgramThatIsMissingFails(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(skippedEnv, "")
	const why = "tmux is not installed; on Debian, run .ci/run install"
	for promised, want := range map[string]string{
		"":                "skip: skipped: " + why,
		"keyring browser": "skip: skipped: " + why,
		"keyring,tmux":    `fail: TRAVEL_TEST_REQUIRE promises "tmux": ` + why,
		"tmus": `fail: TRAVEL_TEST_REQUIRE has "tmus", which is none of agents, axe, browser, calendars, hydra, keyring, ` +
			`manual, provider, shells, tmux`,
	} {
		t.Setenv(requireEnv, promised)
		w := &witness{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			Tmux(w)
		}()
		<-done
		if w.end != want {
			t.Errorf("promised %q: got %q, want %q", promised, w.end, want)
		}
	}
}
