package oauth

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"time"
)

// How a device asks (RFC 8628 §3.2 and §3.5).
const (
	deviceLifetime = 10 * time.Minute
	pollInterval   = 5 * time.Second
	slowDownBy     = 5 * time.Second
	pollGrace      = 500 * time.Millisecond // a poll may come this early, since network delays vary
)

// Wrong user codes that all browsers together may try in the lifetime of a code
// (RFC 8628 §5.1). When every row of the ledger is taken, one of them fits with a
// chance of 1 in 5 million.
const (
	maxGuesses  = 20
	guessWindow = deviceLifetime
)

// startDevice remembers what a device asks for, and returns the code that it
// polls with and the one that a person types.
func (b *grants) startDevice(c client, scopes []string, challenge string) (deviceCode, userCode string, err error) {
	id := make([]byte, grantIDBytes)
	_, _ = rand.Read(id) // never fails
	now := b.now()
	err = b.store.update(now, func(l *ledger) {
		userCode = newUserCode()
		for l.hasCode(b.markCode(userCode)) {
			userCode = newUserCode()
		}
		l.Devices[grantName(id)] = device{
			Client: c.ID, Code: b.markCode(userCode), Scopes: scopes, Challenge: challenge,
			Expires: now.Add(deviceLifetime), Interval: pollInterval,
		}
	})
	return b.seal.close(kindDevice+" "+c.ID, id), userCode, err
}

// redeemDevice takes a device code, which works only for its own client. Like
// any code it is good once: when it comes again, its tokens are revoked.
func (b *grants) redeemDevice(c client, code, verifier string) (pass, error) {
	raw, ok := b.seal.open(kindDevice+" "+c.ID, code)
	if !ok || len(raw) != grantIDBytes {
		return pass{}, refuse("invalid_grant", "the device code is not one that this server gave this client")
	}
	id := grantName(raw)
	return b.take(func(l *ledger, now time.Time) (pass, *protocolError) {
		d, known := l.Devices[id]
		if !known || !now.Before(d.Expires) {
			return pass{}, l.spentDevice(id)
		}
		if refusal := d.checkProof(verifier); refusal != nil {
			delete(l.Devices, id)
			return pass{}, refusal
		}
		who, exists := accountByID(d.Account)
		if d.Decision != allowed || !exists {
			refusal := d.wait(now)
			l.Devices[id] = d
			return pass{}, refusal
		}
		delete(l.Devices, id)
		won := l.renew(id, grant{Client: c.ID, Account: who.ID, Scopes: d.Scopes, SignedIn: d.SignedIn}, now, b.tokens.span(c))
		won.Client, won.Who = c, who
		return won, nil
	})
}

// spentDevice says why a device code that is no longer valid gets nothing.
func (l *ledger) spentDevice(id string) *protocolError {
	if _, redeemed := l.Grants[id]; redeemed {
		delete(l.Grants, id)
		return refuse("invalid_grant", "the device code was used before, so its tokens were taken back")
	}
	return refuse("expired_token", "the device code has expired; start again for a new one")
}

// checkProof checks the proof of a device that sent a challenge. A proof
// without a challenge is refused too: the challenge may have been removed on
// the way (RFC 9700 §2.1.1).
func (d device) checkProof(verifier string) *protocolError {
	if d.Challenge == "" && verifier == "" || d.Challenge != "" && proves(verifier, d.Challenge) {
		return nil
	}
	return refuse("invalid_grant", "code_verifier does not fit the challenge")
}

// wait records a poll and says what it gets while there are no tokens to give.
func (d *device) wait(now time.Time) *protocolError {
	if d.Decision == denied {
		return refuse("access_denied", "the traveler did not allow it")
	}
	early := now.Before(d.Polled.Add(d.Interval - pollGrace))
	d.Polled = now
	if early {
		d.Interval += slowDownBy
		return refuse("slow_down", "the poll came too early: wait 5 seconds longer from now on")
	}
	return refuse("authorization_pending", "the code has not been entered, or no decision was made yet")
}

func (l *ledger) hasCode(mark string) bool {
	for _, d := range l.Devices {
		if d.Code == mark {
			return true
		}
	}
	return false
}

// Why a user code leads nowhere.
var (
	errNoDevice = errors.New("no device waits with this code")
	errDecided  = errors.New("the device was answered before, or its code has expired")
)

// tooManyGuesses means that no user code is looked up for a while.
type tooManyGuesses struct{ until time.Time }

func (tooManyGuesses) Error() string { return "too many wrong codes were tried" }

// findDevice returns the device that waits for a user code. A code that no
// device waits for counts as a guess.
func (b *grants) findDevice(userCode string) (id string, found device, err error) {
	mark, now := b.markCode(userCode), b.now()
	var wrong error
	err = b.store.update(now, func(l *ledger) {
		if !now.Before(l.Guesses.Since.Add(guessWindow)) {
			l.Guesses = guesses{}
		}
		if l.Guesses.Count >= maxGuesses {
			wrong = tooManyGuesses{until: l.Guesses.Since.Add(guessWindow)}
			return
		}
		for name, d := range l.Devices {
			if d.Code == mark && d.Decision == "" && now.Before(d.Expires) {
				id, found = name, d
				return
			}
		}
		if l.Guesses.Count++; l.Guesses.Count == 1 {
			l.Guesses.Since = now
		}
		wrong = errNoDevice
	})
	return id, found, errors.Join(err, wrong)
}

// decide records the person's decision on a device, once.
func (b *grants) decide(id string, said decision, who Account) error {
	now := b.now()
	var wrong error
	err := b.store.update(now, func(l *ledger) {
		d, known := l.Devices[id]
		if !known || d.Decision != "" || !now.Before(d.Expires) {
			wrong = errDecided
			return
		}
		d.Decision = said
		if said == allowed {
			d.Account, d.SignedIn = who.ID, now
		}
		l.Devices[id] = d
	})
	return errors.Join(err, wrong)
}

// markCode is how the ledger knows a user code without revealing it to anyone who
// reads the file.
func (b *grants) markCode(code string) string {
	return base64.RawURLEncoding.EncodeToString(b.seal.mark(kindUserCode, []byte(code)))
}
