package need

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// figuresEnv selects the full counts for published figures and for proofs. A normal test run uses smaller ones with
// the same code.
const figuresEnv = "TRAVEL_TEST_FIGURES"

// Count returns how often a test repeats its measurement: full if figures are requested, otherwise short.
func Count(short, full int) int {
	if os.Getenv(figuresEnv) != "" {
		return full
	}
	return short
}

// Proof skips a test that takes minutes, unless proofs are requested. It covers exhaustively what a script or a
// table covers once.
func Proof(t testing.TB) {
	t.Helper()
	if os.Getenv(figuresEnv) == "" {
		t.Skip("skipped: it takes minutes; a step of .ci/run runs it (docs/maintaining.md)")
	}
}

// Within fails the test if something took longer than its goal, but only if figures are requested: on a machine that
// is busy with other tests, times are meaningless.
func Within(t testing.TB, took, goal time.Duration) {
	t.Helper()
	if os.Getenv(figuresEnv) != "" && took > goal {
		t.Errorf("took %s, want at most %s", took, goal)
	}
}

// Figure writes a line of bench/figures: the measurement, its result, and its goal.
func Figure(t testing.TB, what, got, goal string) {
	t.Helper()
	t.Logf("figure: %s | %s | %s", what, got, goal)
}

// seedEnv names the seed to repeat a random test.
const seedEnv = "TRAVEL_TEST_SEED"

// Seed returns the seed of a random test: a new one each time, or the one in TRAVEL_TEST_SEED.
func Seed(t testing.TB) uint64 {
	t.Helper()
	named := os.Getenv(seedEnv)
	if named == "" {
		return uint64(time.Now().UnixNano())
	}
	seed, err := strconv.ParseUint(named, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", seedEnv, err)
	}
	return seed
}
