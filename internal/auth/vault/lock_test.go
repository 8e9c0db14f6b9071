package vault

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"travel.example/travel/internal/testkit/authtest"
)

// TestALockThatIsDeletedHoldsEveryoneApart deletes it all the time, as sign-outs do.
func TestALockThatIsDeletedHoldsEveryoneApart(t *testing.T) {
	dir := t.TempDir()
	remover := NewLock(dir, time.Minute, io.Discard)
	stop := make(chan struct{})
	var removers, holders sync.WaitGroup
	removers.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				remover.Remove("x")
			}
		}
	})
	var inside, together atomic.Int32
	for range 8 { // each stands for a process
		lock := NewLock(dir, time.Minute, io.Discard)
		holders.Go(func() {
			for range 100 {
				err := lock.Hold(t.Context(), "x", exampleHost, func() error {
					if inside.Add(1) > 1 {
						together.Add(1)
					}
					runtime.Gosched()
					inside.Add(-1)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	holders.Wait()
	close(stop)
	removers.Wait()
	if n := together.Load(); n > 0 {
		t.Errorf("%d times two held it", n)
	}
}

// TestALockOfADeletedFileIsTakenAgain deletes the file between its opening and its taking.
func TestALockOfADeletedFileIsTakenAgain(t *testing.T) {
	dir := t.TempDir()
	late := flock.New(filepath.Join(dir, "x.lock"))
	if ok, err := late.TryLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if err := os.Remove(late.Path()); err != nil {
		t.Skip("a file that is open cannot be deleted here:", err)
	}
	lock := NewLock(dir, time.Minute, io.Discard)
	if err := lock.acquire(t.Context(), late, exampleHost); err != nil || !isInPlace(late) {
		t.Errorf("holds what no one else finds: %v", err)
	}
	lock.Remove("x")
	if err := late.Close(); err != nil || len(authtest.Entries(t, dir)) != 1 {
		t.Errorf("a lock that was held is gone, or %v", err)
	}
	lock.Remove("x")
	if left := authtest.Entries(t, dir); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func exampleHost() string { return "example.com" }
