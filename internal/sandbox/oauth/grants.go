package oauth

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
)

const grantIDBytes = 16

// pass is what an accepted code or refresh token gives access to: the next tokens
// of its grant.
type pass struct {
	ID         string // of the grant
	Client     client
	Who        Account
	Scopes     []string
	SignedIn   time.Time
	Nonce      string // "" on a refresh
	Generation uint64 // of the refresh token to give
}

// startGrant remembers a consent and returns the code that stands for it.
func (s *Server) startGrant(who Account, req authRequest) (string, error) {
	id := make([]byte, grantIDBytes)
	_, _ = rand.Read(id) // never fails
	now := s.now()
	err := s.store.update(now, func(l *ledger) {
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
	return s.seal.close(kindCode, id), nil
}

// redeemCode takes a code. A code is spent by its first use, whatever comes of
// it, and a second use revokes its tokens (RFC 6749 §4.1.2).
func (s *Server) redeemCode(c client, code, redirect, verifier string) (pass, error) {
	raw, ok := s.seal.open(kindCode, code)
	if !ok || len(raw) != grantIDBytes {
		return pass{}, refuse("invalid_grant", "the code is not one of this server")
	}
	id := grantName(raw)
	now := s.now()
	var won pass
	var refusal *protocolError
	err := s.store.update(now, func(l *ledger) {
		g, who, known := l.find(id, now)
		if !known {
			refusal = refuse("invalid_grant", "the code has expired or was taken back")
			return
		}
		if refusal = g.checkCode(c, redirect, verifier); refusal != nil {
			delete(l.Grants, id)
			return
		}
		nonce := g.Pending.Nonce
		g.Pending = nil
		l.Grants[id] = g.renewed(now, s.span(c))
		won = pass{
			ID: id, Client: c, Who: who, Scopes: g.Scopes, SignedIn: g.SignedIn,
			Nonce: nonce, Generation: l.Grants[id].Generation,
		}
	})
	return settle(won, refusal, err)
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

// proves tells whether a challenge was made from a verifier, by S256.
func proves(verifier, challenge string) bool {
	sum := sha256.Sum256([]byte(verifier))
	made := base64.RawURLEncoding.EncodeToString(sum[:])
	return subtle.ConstantTimeCompare([]byte(made), []byte(challenge)) == 1
}

// rotate takes a refresh token and retires it. One that was already retired is
// known to two parties, so the whole grant ends (RFC 9700 §4.14.2). Without
// scopes the new access token has all that were granted.
func (s *Server) rotate(c client, token string, scopes []string) (pass, error) {
	id, generation, ok := s.openRefresh(token)
	if !ok {
		return pass{}, refuse("invalid_grant", "the refresh token is not one of this server")
	}
	now := s.now()
	var won pass
	var refusal *protocolError
	err := s.store.update(now, func(l *ledger) {
		g, who, known := l.find(id, now)
		switch {
		case !known:
			refusal = refuse("invalid_grant", "the refresh token has expired or was taken back")
		case !g.belongs(c):
			refusal = refuse("invalid_grant", "the refresh token was given to another client")
		case generation != g.Generation:
			delete(l.Grants, id)
			refusal = refuse("invalid_grant", "the refresh token was used before, so its sign-in has ended")
		case slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(g.Scopes, scope) }):
			refusal = refuse("invalid_scope", "a refresh cannot ask for more than was granted")
		default:
			l.Grants[id] = g.renewed(now, s.span(c))
			won = pass{
				ID: id, Client: c, Who: who, Scopes: g.Scopes, SignedIn: g.SignedIn,
				Generation: l.Grants[id].Generation,
			}
			if len(scopes) > 0 {
				won.Scopes = grantable(scopes)
			}
		}
	})
	return settle(won, refusal, err)
}

// revoke ends the whole sign-in that a token belongs to, whichever of its
// tokens it is and however old. A token that means nothing here is not an error
// (RFC 7009 §2.2), one of another client is (§2.1).
func (s *Server) revoke(c client, token string) error {
	now := s.now()
	foreign := refuse("invalid_grant", "the token was given to another client")
	if id, _, ok := s.openRefresh(token); ok {
		var refusal *protocolError
		err := s.store.update(now, func(l *ledger) {
			if g, live := l.Grants[id]; live && !g.belongs(c) {
				refusal = foreign
				return
			}
			delete(l.Grants, id)
		})
		_, err = settle(pass{}, refusal, err)
		return err
	}
	claims, err := s.readAccess(token)
	if err != nil {
		return nil
	}
	if claims.ClientID != c.ID {
		return foreign
	}
	return s.store.update(now, func(l *ledger) {
		if claims.Grant == "" {
			l.Revoked[claims.ID] = claims.Expiry.Time()
		}
		delete(l.Grants, claims.Grant)
	})
}

// closeRefresh returns the refresh token of a grant's generation.
func (s *Server) closeRefresh(p pass) (string, error) {
	id, err := base64.RawURLEncoding.DecodeString(p.ID)
	if err != nil {
		return "", fmt.Errorf("make a refresh token: %w", err)
	}
	return refreshPrefix + s.seal.close(kindRefresh, binary.BigEndian.AppendUint64(id, p.Generation)), nil
}

// openRefresh reads a refresh token that this server made, current or not.
func (s *Server) openRefresh(token string) (id string, generation uint64, ok bool) {
	sealed, ok := strings.CutPrefix(token, refreshPrefix)
	if !ok || len(token) > maxTokenBytes {
		return "", 0, false
	}
	raw, ok := s.seal.open(kindRefresh, sealed)
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

// renewed returns g with its next refresh token, good for that long.
func (g grant) renewed(now time.Time, span time.Duration) grant {
	g.Generation++
	g.Expires = now.Add(span)
	return g
}

// span is how long the tokens that a client is given can be used.
func (s *Server) span(c client) time.Duration {
	if c.may(grantRefresh) {
		return refreshLifetime
	}
	return s.lifetime
}

// grantName is the name of a grant in the ledger and in access tokens.
func grantName(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// settle returns what an update found, which counts only if the update was saved.
func settle(won pass, refusal *protocolError, err error) (pass, error) {
	if err != nil {
		return pass{}, err
	}
	if refusal != nil {
		return pass{}, refusal
	}
	return won, nil
}
