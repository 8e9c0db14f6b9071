package oauth

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Bounds of the ledger. A sandbox has a handful of sign-ins; the bounds keep a
// flood of them from filling memory and disk.
const (
	maxPending = 256
	maxGrants  = 512
	maxRevoked = 1024
	maxDevices = 256
)

// ledger is everything that the server remembers. It holds no secret: codes and
// refresh tokens prove themselves by their seal, the ledger says which ones
// count.
type ledger struct {
	Grants  map[string]grant     `json:"grants"`
	Revoked map[string]time.Time `json:"revoked"` // jti of tokens without a grant, to their expiry
	Devices map[string]device    `json:"devices"` // that wait, or that were answered and have not fetched their tokens yet
	Guesses guesses              `json:"guesses,omitzero"`
}

// grant is one sign-in: first a code on its way, then a family of tokens.
type grant struct {
	Client     string       `json:"client,omitempty"` // "" is the built-in one, of a ledger written before others could register
	Account    string       `json:"account"`
	Scopes     []string     `json:"scopes"`
	SignedIn   time.Time    `json:"signedIn"`
	Expires    time.Time    `json:"expires"`           // of the code, then of the newest refresh token
	Pending    *pendingCode `json:"pending,omitempty"` // nil once the code was redeemed
	Generation uint64       `json:"generation"`        // of the newest refresh token; each use raises it
}

// pendingCode is what a code is bound to until it is redeemed.
type pendingCode struct {
	Redirect  string `json:"redirect"`
	Challenge string `json:"challenge"`
	Nonce     string `json:"nonce,omitempty"`
}

// device is a sign-in that a device asked for, until it fetches its tokens.
type device struct {
	Client    string        `json:"client"`
	Code      string        `json:"code"` // the mark of its user code
	Scopes    []string      `json:"scopes"`
	Challenge string        `json:"challenge,omitempty"` // "" when it sent none
	Expires   time.Time     `json:"expires"`
	Polled    time.Time     `json:"polled,omitzero"`
	Interval  time.Duration `json:"interval"`
	Decision  decision      `json:"decision,omitempty"`
	Account   string        `json:"account,omitempty"` // once allowed
	SignedIn  time.Time     `json:"signedIn,omitzero"` // once allowed
}

// decision is what the person said, "" until then.
type decision string

const (
	allowed decision = "allowed"
	denied  decision = "denied"
)

// guesses counts wrong user codes.
type guesses struct {
	Since time.Time `json:"since,omitzero"` // of the first one
	Count int       `json:"count,omitempty"`
}

// newLedger returns an empty ledger.
func newLedger() *ledger {
	return &ledger{Grants: map[string]grant{}, Revoked: map[string]time.Time{}, Devices: map[string]device{}}
}

// revoked tells whether an access token that is otherwise good was revoked. The
// grant is "" for one that stands alone.
func (l *ledger) revoked(id, grantID string) bool {
	if grantID == "" {
		_, ok := l.Revoked[id]
		return ok
	}
	_, ok := l.Grants[grantID]
	return !ok
}

// prune drops what has expired, then what is over the bounds. Codes on their
// way and live sign-ins are counted apart, so that neither pushes out the other.
func (l *ledger) prune(now time.Time) {
	maps.DeleteFunc(l.Grants, func(_ string, g grant) bool { return !now.Before(g.Expires) })
	maps.DeleteFunc(l.Revoked, func(_ string, expires time.Time) bool { return !now.Before(expires) })
	maps.DeleteFunc(l.Devices, func(_ string, d device) bool { return !now.Before(d.Expires) })

	var pending, live []string
	for id, g := range l.Grants {
		if g.Pending != nil {
			pending = append(pending, id)
		} else {
			live = append(live, id)
		}
	}
	expiry := func(id string) time.Time { return l.Grants[id].Expires }
	for _, id := range slices.Concat(surplus(pending, maxPending, expiry), surplus(live, maxGrants, expiry)) {
		delete(l.Grants, id)
	}
	revoked := slices.Collect(maps.Keys(l.Revoked))
	for _, id := range surplus(revoked, maxRevoked, func(id string) time.Time { return l.Revoked[id] }) {
		delete(l.Revoked, id)
	}
	devices := slices.Collect(maps.Keys(l.Devices))
	for _, id := range surplus(devices, maxDevices, func(id string) time.Time { return l.Devices[id].Expires }) {
		delete(l.Devices, id)
	}
}

// belongs tells whether a client was given the grant.
func (g grant) belongs(c client) bool { return cmp.Or(g.Client, ClientID) == c.ID }

// surplus returns the ids that are over limit, those that expire first.
func surplus(ids []string, limit int, expiry func(string) time.Time) []string {
	if len(ids) <= limit {
		return nil
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(expiry(a).Compare(expiry(b)), cmp.Compare(a, b))
	})
	return ids[:len(ids)-limit]
}
