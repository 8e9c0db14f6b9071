package apiclient

import (
	"sync"
	"time"
)

// Retries that all calls of one client may spend together.
const (
	allowedRetries  = 10
	allowanceWindow = 5 * time.Minute
)

// allowance keeps a client whose every call fails from adding to the trouble:
// ten retries in five minutes, whichever goroutine asks. A renewed token is none.
type allowance struct {
	now func() time.Time

	mu    sync.Mutex
	spent []time.Time // within the window, oldest first
}

func newAllowance(now func() time.Time) *allowance {
	return &allowance{now: now}
}

// take spends one retry if one is left.
func (a *allowance) take() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := a.now()
	for len(a.spent) > 0 && now.Sub(a.spent[0]) >= allowanceWindow {
		a.spent = a.spent[1:]
	}
	if len(a.spent) >= allowedRetries {
		return false
	}
	a.spent = append(a.spent, now)
	return true
}
