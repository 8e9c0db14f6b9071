package cli

import (
	"sync"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

// waits are the pauses of a run, in order. Several goroutines may pause.
type waits struct {
	mu   sync.Mutex
	list []desk.Waited
}

func (w *waits) add(waited desk.Waited) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, waited)
}

func (w *waits) all() []desk.Waited {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]desk.Waited(nil), w.list...)
}

// pausing keeps a pause for the answer, or for the failure in its place, and tells of it among the
// events.
func (e *events) pausing(pause apiclient.Pause) {
	waited := desk.WaitedFor(pause)
	e.out.waited.add(waited)
	e.emit(waitingEvent{
		Event: "waiting", MS: pause.Wait.Milliseconds(), RetryAfter: waited.RetryAfter, For: waited.For, Reason: waited.Why,
	})
}
