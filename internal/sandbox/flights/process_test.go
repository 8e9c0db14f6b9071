package flights

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/wire"
)

// digestVariable makes the test binary answer as many searches as it says in a
// process of its own and print what it answered, shortened.
const digestVariable = "FLIGHTS_TEST_DIGEST"

func TestMain(m *testing.M) {
	if searches, err := strconv.Atoi(os.Getenv(digestVariable)); err == nil {
		fmt.Println(digest(searches))
		return
	}
	m.Run()
}

// Another process draws maps and schedules goroutines in another order, and
// has another heap.
func TestTwoProcessesGiveTheSameAnswers(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	searches := 12
	if testing.Short() {
		searches = 3
	}
	want := digest(searches)
	for _, procs := range []string{"1", "2"} {
		cmd := exec.CommandContext(t.Context(), self)
		cmd.Env = append(os.Environ(), digestVariable+"="+strconv.Itoa(searches), "GOMAXPROCS="+procs)
		got, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := string(bytes.TrimSpace(got)); got != want {
			t.Errorf("with GOMAXPROCS=%s: %s, want %s", procs, got, want)
		}
	}
}

// digest is a fingerprint of every sort of answer, from random searches,
// at moments while sellers answer.
func digest(searches int) string {
	e := newEngine()
	sum := sha256.New()
	for n := range searches {
		q := draw(n).query
		for _, at := range []time.Time{created.Add(2500 * time.Millisecond), settled} {
			add(sum, e.Results(q, at, quoted("EUR"), ResultsParams{Page: 1, PageSize: 50}))
			for _, t := range e.search(q).Trips[:min(5, len(e.search(q).Trips))] {
				add(sum, outcome(e.Trip(q, at, dollars, t.Code)))
				add(sum, outcome(e.TripDetail(q, at, dollars, t.Code)))
				add(sum, outcome(e.Experience(q, at, t.Code)))
				add(sum, outcome(e.FareOptions(q, at, dollars, q.ID+":"+t.Code+":platform.1")))
			}
		}
		add(sum, e.Schedules(created, SchedulesParams{From: q.From, To: q.To, Page: 1, PageSize: 200, Site: "US", SiteSource: wire.ValueSourceDefault}))
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// add includes an answer as JSON, as clients would see it.
func add(sum hash.Hash, answer any) {
	if err := json.NewEncoder(sum).Encode(answer); err != nil {
		panic(err)
	}
}

// answered is what a read gave, and whether it failed.
type answered struct {
	Value  any
	Failed bool
}

func outcome(value any, err error) answered { return answered{value, err != nil} }
