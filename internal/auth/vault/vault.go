// Package vault keeps logins in the keyring of the operating system or in private files, whole or
// not at all, even when it is interrupted.
package vault

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/store"
)

// Why there is no login to use.
var (
	ErrNoLogin = errors.New("nothing is stored")
	ErrDamaged = errors.New("the stored login is damaged")
)

// What a caller tells apart of a store that cannot be used. Nothing was kept anywhere else instead.
var (
	ErrStore   = errors.New("the credential store cannot be used")
	ErrKeyring = fmt.Errorf("keyring: %w", ErrStore)
)

// Store keeps the login of one profile at one service, as text. Keyring and File make one. Its changes are
// made one at a time, by the holder of a lock.
type Store interface {
	// Name says for people what and where the store is.
	Name() string
	// ID names what is kept among all that a user keeps, as a name of a file: a lock must be as wide.
	ID() string
	// Get returns what was set, ErrNoLogin or ErrDamaged.
	Get(ctx context.Context) (flow.Secret, error)
	// Set keeps a text in place of what was there. Whenever the writer dies, the one or the other is left.
	Set(ctx context.Context, text flow.Secret) error
	// Reserve makes room for a text of so many bytes, which the next Set has; who sets none gives it back.
	Reserve(ctx context.Context, size int) (giveBack func(), err error)
	// Delete forgets what was set, and all that an interrupted writer left.
	Delete(ctx context.Context) error
	// Probe proves that the store can write, read and delete, beside what it keeps.
	Probe(ctx context.Context) error
}

const (
	// maxPart bounds a token, and the facts: more than any server takes in a header.
	maxPart = 20_000
	// maxLogin is the most that a login has, in bytes.
	maxLogin = 3*maxPart + 1<<10
)

// kept is a login as it is stored.
type kept struct {
	Access  string     `json:"access"`
	Refresh string     `json:"refresh,omitempty"`
	Head    flow.Head  `json:"head"`
	Facts   flow.Facts `json:"facts"`
}

// Load reads the login. Where its tokens are gone and its facts remain, as after [EndLogin], the error is
// ErrNoLogin.
func Load(ctx context.Context, s Store) (flow.Login, error) {
	text, err := s.Get(ctx)
	if err != nil {
		return flow.Login{}, err
	}
	var k kept
	if json.Unmarshal([]byte(text), &k) != nil {
		return flow.Login{}, ErrDamaged
	}
	l := flow.Login{Access: flow.Secret(k.Access), Refresh: flow.Secret(k.Refresh), Head: k.Head, Facts: k.Facts}
	if l.Access == "" {
		return l, ErrNoLogin
	}
	return l, nil
}

// Save keeps l in place of what was there. The caller holds the lock.
func Save(ctx context.Context, s Store, l flow.Login) error {
	facts, err := json.Marshal(l.Facts)
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	if most := max(len(l.Access), len(l.Refresh), len(facts)); most > maxPart {
		return failure(ErrStore, s.Name(), fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", maxPart, most),
			"ask the operator of the sign-in server for smaller tokens", nil)
	}
	text, err := json.Marshal(kept{string(l.Access), string(l.Refresh), l.Head, l.Facts})
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	return s.Set(ctx, flow.Secret(text))
}

// EndLogin forgets the tokens of a login and keeps its facts, for the sign-in that comes after it.
func EndLogin(ctx context.Context, s Store, l flow.Login) error {
	l.Access, l.Refresh = "", ""
	return Save(ctx, s, l)
}

// SetAside makes room for a login that follows l, so that a refresh is never sent whose result could not be
// kept (docs/threats.md, T10). The caller holds the lock, and gives the room back where it saves no login.
func SetAside(ctx context.Context, s Store, l flow.Login) (giveBack func(), err error) {
	size := maxLogin
	if _, ok := s.(*keyringStore); ok { // somewhat more than the last one, since a keyring writes all of it
		size = len(l.Access) + len(l.Refresh) + 2*maxEntry
	}
	return s.Reserve(ctx, size)
}

// failure is the error of a store, which a sign-in may mend; not so a disk that takes nothing.
func failure(kind error, name, text, hint string, err error) error {
	e := problem.Error{Class: problem.Login, Text: "the " + name + " " + text, Hint: hint, Err: kind}
	if store.Refused(err) {
		e.Class = problem.Local
	}
	if err != nil {
		e.Text += ": " + flow.Clean(err.Error())
		e.Err = fmt.Errorf("%w: %w", kind, err)
	}
	return e
}

// idOf names the login of a user at a service where a name must be short and plain.
func idOf(service, user string) string {
	sum := sha256.Sum256([]byte(service + "\x00" + user))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:26] // 130 bits
}
