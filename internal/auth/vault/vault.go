// Package vault keeps logins in the keyring of the operating system or in private files, whole or not
// at all, even when it is interrupted.
package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/internal/auth/grant"
	"travel.example/travel/internal/auth/secret"
)

const (
	// chunk is how much of a part goes into one entry; the generation goes before it.
	chunk = maxEntry - 60
	// maxChunks bounds a part to 20,000 bytes, more than any server takes in a header.
	maxChunks = 8
)

// Why there is no login to use.
var (
	ErrNoLogin = errors.New("nothing is stored")
	ErrDamaged = errors.New("the stored login is damaged")
)

// Vault keeps one login in a store as a set of entries that is either the old one or the new one,
// whenever the writer dies. There are two places; a save fills the one not in use and then writes
// the pointer, which names place and generation. Every entry repeats the generation and tells its
// length, so a reader can tell a mix or a piece and never takes one.
type Vault struct {
	Store Store
	Name  string
}

func (v Vault) entry(place int, part string, i int) string {
	return fmt.Sprintf("%s.%d.%s.%d", v.Name, place, part, i)
}

func (v Vault) pointerEntry() string { return v.Name + ".current" }

// head reads the pointer: ErrNoLogin if it does not exist, ErrDamaged if it makes no sense.
func (v Vault) head(ctx context.Context) (grant.Pointer, error) {
	text, err := v.Store.Get(ctx, v.pointerEntry())
	if errors.Is(err, ErrNoEntry) {
		return grant.Pointer{}, ErrNoLogin
	}
	if err != nil {
		return grant.Pointer{}, err
	}
	var p grant.Pointer
	if json.Unmarshal([]byte(text), &p) != nil || p.Generation == "" || p.Place&^1 != 0 ||
		!isCount(p.Access) || !isCount(p.Facts) || p.Refresh != 0 && !isCount(p.Refresh) {
		return grant.Pointer{}, ErrDamaged
	}
	return p, nil
}

func isCount(n int) bool { return n >= 1 && n <= maxChunks }

// Tokens loads only what a request needs: the access token and the pointer.
func (v Vault) Tokens(ctx context.Context) (grant.Login, error) {
	return v.consistent(ctx, func(p grant.Pointer) (grant.Login, error) {
		access, err := v.part(ctx, p, "access", p.Access)
		return grant.Login{Access: access, Head: p}, err
	})
}

// Load reads the whole login.
func (v Vault) Load(ctx context.Context) (grant.Login, error) {
	return v.consistent(ctx, func(p grant.Pointer) (grant.Login, error) {
		l := grant.Login{Head: p}
		text, err := v.part(ctx, p, "facts", p.Facts)
		if err != nil {
			return grant.Login{}, err
		}
		if json.Unmarshal([]byte(text), &l.Facts) != nil {
			return grant.Login{}, ErrDamaged
		}
		if l.Access, err = v.part(ctx, p, "access", p.Access); err != nil {
			return grant.Login{}, err
		}
		l.Refresh, err = v.part(ctx, p, "refresh", p.Refresh)
		return l, err
	})
}

// consistent reads again when the generation changed under the reader: another process saved.
func (v Vault) consistent(ctx context.Context, read func(grant.Pointer) (grant.Login, error)) (grant.Login, error) {
	p, err := v.head(ctx)
	for err == nil {
		var l grant.Login
		if l, err = read(p); !errors.Is(err, ErrDamaged) {
			return l, err
		}
		next, headErr := v.head(ctx)
		if headErr != nil {
			return grant.Login{}, headErr
		}
		if next.Generation == p.Generation {
			return grant.Login{}, ErrDamaged
		}
		p, err = next, nil
	}
	return grant.Login{}, err
}

// part joins the entries of a part, all of which must carry the pointer's generation.
func (v Vault) part(ctx context.Context, p grant.Pointer, name string, count int) (secret.Secret, error) {
	var b strings.Builder
	for i := range count {
		text, err := v.Store.Get(ctx, v.entry(p.Place, name, i))
		if errors.Is(err, ErrNoEntry) {
			return "", ErrDamaged
		}
		if err != nil {
			return "", err
		}
		data, ok := strings.CutPrefix(string(text), p.Generation+" ")
		size, data, _ := strings.Cut(data, " ")
		if !ok || size != strconv.Itoa(len(data)) {
			return "", ErrDamaged
		}
		b.WriteString(data)
	}
	return secret.Secret(b.String()), nil
}
