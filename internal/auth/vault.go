package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

const (
	// chunk is how much of a part goes into one entry; the generation goes before it.
	chunk = maxEntry - 60
	// maxChunks bounds a part to 20,000 bytes, more than any server takes in a header.
	maxChunks = 8
)

var (
	errNoLogin = errors.New("nothing is stored")
	errDamaged = errors.New("the stored login is damaged")
)

// vault keeps one login in a store as a set of entries that is either the old one or the new one,
// whenever the writer dies. There are two places; a save fills the one not in use and then writes
// the pointer, which names place and generation. Every entry repeats the generation and tells its
// length, so a reader can tell a mix or a piece and never takes one.
type vault struct {
	store Store
	name  string
}

// login is what is kept between commands. The id_token is not part of it.
type login struct {
	access, refresh Secret
	head            pointer
	facts           facts
}

// Format writes a fixed word: fmt does not ask fields that are not exported how they print.
func (login) Format(f fmt.State, verb rune) { Secret("").Format(f, verb) }

// pointer is the entry written last.
type pointer struct {
	Generation string `json:"generation"` // counter and random part
	Place      int    `json:"place"`      // 0 or 1
	Access     int    `json:"access"`     // entries of each part
	Refresh    int    `json:"refresh"`
	Facts      int    `json:"facts"`
	TokenType  string `json:"tokenType"`
	Issued     int64  `json:"issued"`  // Unix seconds by this computer's clock
	Expires    int64  `json:"expires"` // as Issued; 0 if the server gave no lifetime
}

// facts are what is known about a login beside its tokens.
type facts struct {
	Account Account   `json:"account"`
	Issuer  string    `json:"issuer"`
	Token   string    `json:"token"`  // endpoints found at login
	Revoke  string    `json:"revoke"` // "" if the server has none
	Login   time.Time `json:"login"`
}

func (v vault) entry(place int, part string, i int) string {
	return fmt.Sprintf("%s.%d.%s.%d", v.name, place, part, i)
}

func (v vault) pointerEntry() string { return v.name + ".current" }

// head reads the pointer: errNoLogin if there is none, errDamaged if it makes no sense.
func (v vault) head(ctx context.Context) (pointer, error) {
	text, err := v.store.Get(ctx, v.pointerEntry())
	if errors.Is(err, ErrNoEntry) {
		return pointer{}, errNoLogin
	}
	if err != nil {
		return pointer{}, err
	}
	var p pointer
	if json.Unmarshal([]byte(text), &p) != nil || p.Generation == "" || p.Place&^1 != 0 ||
		!isCount(p.Access) || !isCount(p.Facts) || p.Refresh != 0 && !isCount(p.Refresh) {
		return pointer{}, errDamaged
	}
	return p, nil
}

func isCount(n int) bool { return n >= 1 && n <= maxChunks }

// tokens loads only what a request needs: the access token and the pointer.
func (v vault) tokens(ctx context.Context) (login, error) {
	return v.consistent(ctx, func(p pointer) (login, error) {
		access, err := v.part(ctx, p, "access", p.Access)
		return login{access: access, head: p}, err
	})
}

// load reads the whole login.
func (v vault) load(ctx context.Context) (login, error) {
	return v.consistent(ctx, func(p pointer) (login, error) {
		l := login{head: p}
		text, err := v.part(ctx, p, "facts", p.Facts)
		if err != nil {
			return login{}, err
		}
		if json.Unmarshal([]byte(text), &l.facts) != nil {
			return login{}, errDamaged
		}
		if l.access, err = v.part(ctx, p, "access", p.Access); err != nil {
			return login{}, err
		}
		l.refresh, err = v.part(ctx, p, "refresh", p.Refresh)
		return l, err
	})
}

// consistent reads again when the generation changed under the reader: another process saved.
func (v vault) consistent(ctx context.Context, read func(pointer) (login, error)) (login, error) {
	p, err := v.head(ctx)
	for err == nil {
		var l login
		if l, err = read(p); !errors.Is(err, errDamaged) {
			return l, err
		}
		next, headErr := v.head(ctx)
		if headErr != nil {
			return login{}, headErr
		}
		if next.Generation == p.Generation {
			return login{}, errDamaged
		}
		p, err = next, nil
	}
	return login{}, err
}

// part joins the entries of a part, all of which must carry the pointer's generation.
func (v vault) part(ctx context.Context, p pointer, name string, count int) (Secret, error) {
	var b strings.Builder
	for i := range count {
		text, err := v.store.Get(ctx, v.entry(p.Place, name, i))
		if errors.Is(err, ErrNoEntry) {
			return "", errDamaged
		}
		if err != nil {
			return "", err
		}
		data, ok := strings.CutPrefix(string(text), p.Generation+" ")
		size, data, _ := strings.Cut(data, " ")
		if !ok || size != strconv.Itoa(len(data)) {
			return "", errDamaged
		}
		b.WriteString(data)
	}
	return Secret(b.String()), nil
}
