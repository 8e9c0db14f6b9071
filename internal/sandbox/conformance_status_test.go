package sandbox

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/api"
)

// TestEveryDeclaredStatusIsReached makes every operation answer with each
// status that the contract declares for it, and with no other. The upstream
// failures are injected; all others are caused by the request.
func TestEveryDeclaredStatusIsReached(t *testing.T) {
	total := 0
	for i := range api.Operations {
		op := &api.Operations[i]
		t.Run(op.ID, func(t *testing.T) {
			sampled(t, i)
			reached := map[int]bool{}
			w := newWalk(t)
			for _, status := range lastingLast(op.Statuses) {
				a := reach(t, w, op, status)
				if a.status != status {
					t.Errorf("wanted %d, got %d: %s", status, a.status, a.body)
				}
				if status >= http.StatusBadRequest {
					checkRetryAfter(t, a)
				}
				reached[a.status] = true
				total++
			}
			if got := slices.Sorted(maps.Keys(reached)); !slices.Equal(got, op.Statuses) {
				t.Errorf("reached %v, the contract declares %v", got, op.Statuses)
			}
		})
	}
	t.Logf("%d pairs of operation and status", total)
}

// checkRetryAfter wants the header exactly where the contract has it.
func checkRetryAfter(t *testing.T, a answer) {
	t.Helper()
	waits := a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable
	if has := a.header.Get("Retry-After") != ""; has != waits {
		t.Errorf("status %d: Retry-After is %q", a.status, a.header.Get("Retry-After"))
	}
}

// lastingLast puts last what leaves a sandbox changed: a search expires for
// a 404, the quota is gone after a 429.
func lastingLast(statuses []int) []int {
	lasts := func(status int) bool { return status == http.StatusNotFound || status == http.StatusTooManyRequests }
	return append(slices.DeleteFunc(slices.Clone(statuses), lasts),
		slices.DeleteFunc(slices.Clone(statuses), func(status int) bool { return !lasts(status) })...)
}

// reach brings an operation to a status. An upstream failure has a sandbox of
// its own, everything else shares one.
func reach(t *testing.T, w *walk, op *api.Operation, status int) answer {
	t.Helper()
	given := w.example(op)
	if status >= http.StatusInternalServerError {
		return reachFault(t, given, op, status)
	}
	token := w.token
	defer func() { w.token = token }()
	headers := []string{}
	switch status {
	case http.StatusBadRequest:
		given = spoil(op, given)
	case http.StatusUnauthorized:
		headers = append(headers, "Authorization: ")
	case http.StatusForbidden:
		weak, err := w.oauth.Issue("ada", []string{"profile"})
		if err != nil {
			t.Fatal(err)
		}
		w.token = weak.AccessToken
	case http.StatusNotFound:
		given = w.stranger(op, given)
	case http.StatusConflict:
		given["searchId"] = w.base["getHotelSearchResults"]["searchId"]
	case http.StatusTooManyRequests:
		w.spendQuota()
	}
	return w.send(op.Method, target(op, given), bodyOf(op, given), headers...)
}

// reachFault wants an upstream failure of the sandbox. The ids in base are
// another sandbox's, but the fault replaces the answer anyway.
func reachFault(t *testing.T, base values, op *api.Operation, status int) answer {
	t.Helper()
	code := map[int]string{500: "internal_error", 502: "bad_gateway", 503: "upstream_unavailable retry-after=5"}[status]
	r := newRig(t, Options{Faults: []string{fmt.Sprintf("%s=%d %s after-work", op.ID, status, code)}})
	return r.send(op.Method, target(op, base), bodyOf(op, base))
}

// spoil makes one parameter wrong.
func spoil(op *api.Operation, given values) values {
	for i := range op.Params {
		for _, c := range limitCases(&op.Params[i]) {
			if !c.good {
				spoilt := maps.Clone(given)
				maps.Copy(spoilt, c.given)
				return spoilt
			}
		}
	}
	return given
}

// stranger asks for something that does not exist: an expired search, or a hotel
// that is not known.
func (w *walk) stranger(op *api.Operation, given values) values {
	changed := maps.Clone(given)
	switch {
	case op.ID == "createHotelSearch":
		delete(changed, "cityCode")
		changed["hotelId"] = "1"
	case strings.Contains(op.Path, "{hotelId}"):
		changed["hotelId"] = "1"
	default:
		w.advance(11 * time.Minute)
		w.token = w.signIn()
	}
	return changed
}

// spendQuota uses up what every operation shares.
func (w *walk) spendQuota() {
	for range 400 {
		if a := w.get("/v1/user"); a.status == http.StatusTooManyRequests {
			return
		}
	}
	w.t.Fatal("the quota never ran out")
}
