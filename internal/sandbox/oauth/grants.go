package oauth

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	grantIDBytes  = 16
	refreshPrefix = TokenPrefix + "r_"
	codeLifetime  = 60 * time.Second
)

// grants keeps the sign-ins, and those that devices wait for, and makes and takes
// what they are proven by: codes and refresh tokens.
type grants struct {
	store  *store
	seal   sealer
	now    func() time.Time
	tokens *tokens
}

// start remembers a consent and returns the code that stands for it.
func (b *grants) start(who Account, req authRequest) (string, error) {
	id := make([]byte, grantIDBytes)
	_, _ = rand.Read(id) // never fails
	now := b.now()
	err := b.store.update(now, func(l *ledger) {
		l.Grants[grantName(id)] = grant{
			Client:   req.Client.ID,
			Account:  who.ID,
			Scopes:   req.Scopes,
			SignedIn: now,
			Expires:  now.Add(codeLifetime),
			Pending:  &pendingCode{Redirect: req.Redirect, Challenge: req.Challenge, Nonce: req.Nonce},
		}
	})
	if err != nil {
		return "", err
	}
	return b.seal.close(kindCode, id), nil
}

// take lets work change the ledger. What it won counts only if that was saved.
func (b *grants) take(work func(*ledger, time.Time) (pass, *protocolError)) (pass, error) {
	var won pass
	var refusal *protocolError
	now := b.now()
	err := b.store.update(now, func(l *ledger) { won, refusal = work(l, now) })
	switch {
	case err != nil:
		return pass{}, err
	case refusal != nil:
		return pass{}, refusal
	}
	return won, nil
}

// redeemCode takes a code. A code is spent by its first use, whatever comes of
// it, and a second use revokes its tokens (RFC 6749 §4.1.2).
func (b *grants) redeemCode(c client, code, redirect, verifier string) (pass, error) {
	raw, ok := b.seal.open(kindCode, code)
	if !ok || len(raw) != grantIDBytes {
		return pass{}, refuse("invalid_grant", "the code is not one of this server")
	}
	id := grantName(raw)
	return b.take(func(l *ledger, now time.Time) (pass, *protocolError) {
		g, who, known := l.find(id, now)
		if !known {
			return pass{}, refuse("invalid_grant", "the code has expired or was taken back")
		}
		if refusal := g.checkCode(c, redirect, verifier); refusal != nil {
			delete(l.Grants, id)
			return pass{}, refusal
		}
		nonce := g.Pending.Nonce
		g.Pending = nil
		won := l.renew(id, g, now, b.tokens.span(c))
		won.Client, won.Who, won.Nonce = c, who, nonce
		return won, nil
	})
}

// checkCode says why the code of g may not be redeemed, or nil.
func (g grant) checkCode(c client, redirect, verifier string) *protocolError {
	if g.Pending == nil {
		return refuse("invalid_grant", "the code was used before, so its tokens were taken back")
	}
	if !g.belongs(c) {
		return refuse("invalid_grant", "the code was given to another client")
	}
	if g.Pending.Redirect != redirect {
		return refuse("invalid_grant", "redirect_uri is not the one the code was given for")
	}
	if !proves(verifier, g.Pending.Challenge) {
		return refuse("invalid_grant", "code_verifier does not fit the challenge")
	}
	return nil
}

// rotate takes a refresh token and retires it. One that was already retired is
// known to two parties, so the whole grant ends (RFC 9700 §4.14.2). Without
// scopes the new access token has all that were granted.
func (b *grants) rotate(c client, token string, scopes []string) (pass, error) {
	id, generation, ok := b.openRefresh(token)
	if !ok {
		return pass{}, refuse("invalid_grant", "the refresh token is not one of this server")
	}
	return b.take(func(l *ledger, now time.Time) (pass, *protocolError) {
		g, who, known := l.find(id, now)
		switch {
		case !known:
			return pass{}, refuse("invalid_grant", "the refresh token has expired or was taken back")
		case !g.belongs(c):
			return pass{}, refuse("invalid_grant", "the refresh token was given to another client")
		case generation != g.Generation:
			delete(l.Grants, id)
			return pass{}, refuse("invalid_grant", "the refresh token was used before, so its sign-in has ended")
		case slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(g.Scopes, scope) }):
			return pass{}, refuse("invalid_scope", "a refresh cannot ask for more than was granted")
		}
		won := l.renew(id, g, now, b.tokens.span(c))
		won.Client, won.Who = c, who
		if len(scopes) > 0 {
			won.Scopes = grantable(scopes)
		}
		return won, nil
	})
}

// revoke ends the whole sign-in that a token belongs to, whichever of its
// tokens it is and however old. A token that means nothing here is not an error
// (RFC 7009 §2.2), one of another client is (§2.1).
func (b *grants) revoke(c client, token string) error {
	foreign := refuse("invalid_grant", "the token was given to another client")
	if id, _, ok := b.openRefresh(token); ok {
		_, err := b.take(func(l *ledger, _ time.Time) (pass, *protocolError) {
			if g, live := l.Grants[id]; live && !g.belongs(c) {
				return pass{}, foreign
			}
			delete(l.Grants, id)
			return pass{}, nil
		})
		return err
	}
	claims, err := b.tokens.readAccess(token)
	if err != nil {
		return nil
	}
	if claims.ClientID != c.ID {
		return foreign
	}
	return b.store.update(b.now(), func(l *ledger) {
		if claims.Grant == "" {
			l.Revoked[claims.ID] = claims.Expiry.Time()
		}
		delete(l.Grants, claims.Grant)
	})
}

// closeRefresh returns the refresh token of a grant's generation.
func (b *grants) closeRefresh(p pass) (string, error) {
	id, err := base64.RawURLEncoding.DecodeString(p.ID)
	if err != nil {
		return "", fmt.Errorf("make a refresh token: %w", err)
	}
	return refreshPrefix + b.seal.close(kindRefresh, binary.BigEndian.AppendUint64(id, p.Generation)), nil
}

// openRefresh reads a refresh token that this server made, current or not.
func (b *grants) openRefresh(token string) (id string, generation uint64, ok bool) {
	sealed, ok := strings.CutPrefix(token, refreshPrefix)
	if !ok || len(token) > maxTokenBytes {
		return "", 0, false
	}
	raw, ok := b.seal.open(kindRefresh, sealed)
	if !ok || len(raw) != grantIDBytes+8 {
		return "", 0, false
	}
	return grantName(raw[:grantIDBytes]), binary.BigEndian.Uint64(raw[grantIDBytes:]), true
}

// find returns a grant that is still valid, and its account.
func (l *ledger) find(id string, now time.Time) (grant, Account, bool) {
	g, ok := l.Grants[id]
	if !ok || !now.Before(g.Expires) {
		return grant{}, Account{}, false
	}
	who, ok := accountByID(g.Account)
	return g, who, ok
}

// renew moves a grant on to its next refresh token, good for that long.
func (l *ledger) renew(id string, g grant, now time.Time, span time.Duration) pass {
	g.Generation++
	g.Expires = now.Add(span)
	l.Grants[id] = g
	return pass{ID: id, Scopes: g.Scopes, SignedIn: g.SignedIn, Generation: g.Generation}
}

// grantName is the name of a grant in the ledger and in access tokens.
func grantName(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }
