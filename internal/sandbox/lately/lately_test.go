package lately

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestTheOldestIsBuiltAgain(t *testing.T) {
	m := New[string, string](2)
	var built []string
	for _, key := range []string{"a", "b", "a", "c", "a", "b", "c"} {
		got := m.Get(key, func() string {
			built = append(built, key)
			return key + "!"
		})
		if got != key+"!" {
			t.Errorf("%s gives %q", key, got)
		}
	}
	if want := []string{"a", "b", "c", "b", "c"}; !slices.Equal(built, want) {
		t.Errorf("built %v, want %v", built, want)
	}
	if len(m.recent) != 2 {
		t.Errorf("%d are kept, want 2", len(m.recent))
	}
}

func TestManyCallersShareOneBuild(t *testing.T) {
	m := New[int, int](4)
	var builds atomic.Int64
	var callers sync.WaitGroup
	for i := range 32 {
		callers.Go(func() {
			if got := m.Get(i%4, func() int { builds.Add(1); return i % 4 }); got != i%4 {
				t.Errorf("caller %d gets %d", i, got)
			}
		})
	}
	callers.Wait()
	if builds.Load() != 4 {
		t.Errorf("%d builds, want 4", builds.Load())
	}
}
