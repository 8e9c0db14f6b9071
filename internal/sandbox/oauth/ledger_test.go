package oauth

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestAFloodPushesOutOnlyItsOwnKind: codes never push out sign-ins, the oldest
// go first, and the newest stays.
func TestAFloodPushesOutOnlyItsOwnKind(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	l := newLedger()
	for i := range maxPending + 10 {
		l.Grants[fmt.Sprintf("code-%04d", i)] = grant{Expires: now.Add(time.Duration(i+1) * time.Millisecond), Pending: &pendingCode{}}
	}
	for i := range maxGrants + 20 {
		l.Grants[fmt.Sprintf("live-%04d", i)] = grant{Expires: now.Add(time.Duration(i+1) * time.Hour)}
	}
	for i := range maxRevoked + 30 {
		l.Revoked[fmt.Sprintf("gone-%04d", i)] = now.Add(time.Duration(i+1) * time.Second)
	}
	for i := range maxDevices + 40 {
		l.Devices[fmt.Sprintf("device-%04d", i)] = device{Expires: now.Add(time.Duration(i+1) * time.Second)}
	}
	l.prune(now)
	has := func(id string) bool { _, ok := l.Grants[id]; return ok }
	_, oldRevoked := l.Revoked["gone-0029"]
	_, newRevoked := l.Revoked["gone-0030"]
	_, oldDevice := l.Devices["device-0039"]
	_, newDevice := l.Devices["device-0040"]
	got := []any{
		len(l.Grants), len(l.Revoked), len(l.Devices), has("code-0009"), has("code-0010"), has("live-0019"), has("live-0020"),
		oldRevoked, newRevoked, oldDevice, newDevice,
	}
	want := []any{maxPending + maxGrants, maxRevoked, maxDevices, false, true, false, true, false, true, false, true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatHasExpiredIsForgotten(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	l := &ledger{
		Grants:  map[string]grant{"over": {Expires: now}, "code over": {Expires: now, Pending: &pendingCode{}}, "good": {Expires: now.Add(1)}},
		Revoked: map[string]time.Time{"over": now, "good": now.Add(1)},
		Devices: map[string]device{"over": {Expires: now}, "good": {Expires: now.Add(1)}},
	}
	l.prune(now)
	want := &ledger{
		Grants: map[string]grant{"good": {Expires: now.Add(1)}}, Revoked: map[string]time.Time{"good": now.Add(1)},
		Devices: map[string]device{"good": {Expires: now.Add(1)}},
	}
	if diff := cmp.Diff(want, l); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestASealOpensOnlyAsItsOwnKind(t *testing.T) {
	s := sealer{key: []byte("a key of a test")}
	closed := s.close(kindCode, []byte("payload"))
	if payload, ok := s.open(kindCode, closed); !ok || string(payload) != "payload" {
		t.Fatalf("opened %q, %v", payload, ok)
	}
	for name, open := range map[string]func() ([]byte, bool){
		"another kind": func() ([]byte, bool) { return s.open(kindRefresh, closed) },
		"another key":  func() ([]byte, bool) { return sealer{key: []byte("other")}.open(kindCode, closed) },
		"padding":      func() ([]byte, bool) { return s.open(kindCode, closed+"=") },
		"a new line":   func() ([]byte, bool) { return s.open(kindCode, closed+"\n") },
		"too short":    func() ([]byte, bool) { return s.open(kindCode, closed[:20]) },
		"nothing":      func() ([]byte, bool) { return s.open(kindCode, "") },
	} {
		if _, ok := open(); ok {
			t.Errorf("%s: it opened", name)
		}
	}
}
