package need

import (
	"os"
	"strconv"
	"testing"
	"time"
)

// figuresEnv asks for the counts of the figures that are published, and of the proofs; a test run takes
// smaller ones of the same code.
const figuresEnv = "TRAVEL_TEST_FIGURES"

// Count is how often the test of a figure or a proof does its thing: full where they are asked for.
func Count(short, full int) int {
	if os.Getenv(figuresEnv) != "" {
		return full
	}
	return short
}

// Proof skips a test that takes minutes, unless the proofs are asked for. What it proves in every way, a script or a
// table shows in one.
func Proof(t testing.TB) {
	t.Helper()
	if os.Getenv(figuresEnv) == "" {
		t.Skip("skipped: it takes minutes; a step of .ci/run runs it (docs/maintaining.md)")
	}
}

// Within fails when something took longer than its goal, but only where the figures are asked for: on a
// machine that is busy with other tests, the time that something takes says nothing about it.
func Within(t testing.TB, took, goal time.Duration) {
	t.Helper()
	if os.Getenv(figuresEnv) != "" && took > goal {
		t.Errorf("took %s, want at most %s", took, goal)
	}
}

// Figure writes a line of bench/figures: what was measured, how it came out, and what it has to be.
func Figure(t testing.TB, what, got, goal string) {
	t.Helper()
	t.Logf("figure: %s | %s | %s", what, got, goal)
}

// seedEnv repeats what a test did by chance.
const seedEnv = "TRAVEL_TEST_SEED"

// Seed is where the chance of a proof starts: another each time, or the one that TRAVEL_TEST_SEED names.
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
