// Package vault keeps logins in the keyring of the operating system or in private files, whole or
// not at all, even when it is interrupted.
package vault

import (
	"context"
	"crypto/rand"
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

// Save writes l as a new generation and returns it with its pointer, or leaves nothing of it. The
// caller holds the lock.
func (v Vault) Save(ctx context.Context, l grant.Login) (saved grant.Login, err error) {
	old, err := v.head(ctx)
	if err != nil && !errors.Is(err, ErrNoLogin) && !errors.Is(err, ErrDamaged) {
		return l, err
	}
	text, err := json.Marshal(l.Facts)
	if err != nil {
		return l, fmt.Errorf("encode the login: %w", err)
	}
	l.Head.Generation, l.Head.Place = nextGeneration(old.Generation), 1-old.Place
	defer func() {
		if err != nil {
			_ = v.ErasePlace(context.WithoutCancel(ctx), l.Head.Place)
		}
	}()
	for _, part := range []struct {
		name  string
		value string
		count *int
	}{
		{"facts", string(text), &l.Head.Facts},
		{"access", string(l.Access), &l.Head.Access},
		{"refresh", string(l.Refresh), &l.Head.Refresh},
	} {
		if *part.count, err = v.write(ctx, l.Head, part.name, part.value); err != nil {
			return l, err
		}
	}
	return l, v.setPointer(ctx, l.Head)
}

func (v Vault) setPointer(ctx context.Context, p grant.Pointer) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode the login: %w", err)
	}
	return v.Store.Set(ctx, v.pointerEntry(), secret.Secret(text))
}

// write cuts a part into entries and returns how many there are.
func (v Vault) write(ctx context.Context, p grant.Pointer, name, value string) (int, error) {
	if len(value) > chunk*maxChunks {
		return 0, &StoreError{
			Store: v.Store.Name(), Problem: fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", chunk*maxChunks, len(value)),
			Remedy: "ask the operator of the sign-in server for smaller tokens",
		}
	}
	n := 0
	for ; value != ""; n++ {
		size := min(chunk, len(value))
		if err := v.Store.Set(ctx, v.entry(p.Place, name, n), secret.Secret(fmt.Sprintf("%s %d %s", p.Generation, size, value[:size]))); err != nil {
			return 0, err
		}
		value = value[size:]
	}
	return n, nil
}

// mostEntries are those of a login that is as large as can be.
const mostEntries = 3*maxChunks + 1

// SetAside returns the vault with room for a login in the place of the one that p points to, so that
// a refresh is never sent whose result could not be kept (docs/threats.md, T10). Files are written for the
// largest login there can be; elsewhere entries of full size are, for one that is a little larger
// than the last, in the place that is not in use. The caller holds the lock, and gives back what is
// left of the room.
func (v Vault) SetAside(ctx context.Context, p grant.Pointer) (roomy Vault, giveBack func(), err error) {
	if files, ok := v.Store.(fileStore); ok {
		v.Store, giveBack, err = files.setAside(mostEntries)
		return v, giveBack, err
	}
	blank := secret.Secret(strings.Repeat(" ", maxEntry))
	for part, count := range map[string]int{"facts": p.Facts, "access": p.Access, "refresh": p.Refresh} {
		for i := range min(count+1, maxChunks) {
			if err := v.Store.Set(ctx, v.entry(1-p.Place, part, i), blank); err != nil {
				return v, nil, err
			}
		}
	}
	return v, func() {}, v.setPointer(ctx, p)
}

// Prove tries the store out before a sign-in: it works, and has room for a login.
func (v Vault) Prove(ctx context.Context) error {
	if err := Probe(ctx, v.Store); err != nil {
		return err
	}
	files, ok := v.Store.(fileStore)
	if !ok {
		return nil
	}
	_, giveBack, err := files.setAside(mostEntries)
	if err == nil {
		giveBack()
	}
	return err
}

// Erase deletes the login, pointer first, whatever an interrupted save left, and what is remembered.
func (v Vault) Erase(ctx context.Context) error {
	return errors.Join(v.EraseLogin(ctx), v.forget(ctx))
}

// EraseLogin deletes the login, pointer first, and whatever an interrupted save left.
func (v Vault) EraseLogin(ctx context.Context) error {
	if err := v.Store.Delete(ctx, v.pointerEntry()); err != nil && !errors.Is(err, ErrNoEntry) {
		return err
	}
	return errors.Join(v.ErasePlace(ctx, 0), v.ErasePlace(ctx, 1))
}

// ErasePlace deletes the entries of one place from the last to the first, so that a later call
// finds what an interrupted one left.
func (v Vault) ErasePlace(ctx context.Context, place int) error {
	for _, part := range []string{"refresh", "access", "facts"} {
		n := 0
		for ; n < maxChunks; n++ {
			_, err := v.Store.Get(ctx, v.entry(place, part, n))
			if errors.Is(err, ErrNoEntry) {
				break
			}
			if err != nil {
				return err
			}
		}
		for n--; n >= 0; n-- {
			if err := v.Store.Delete(ctx, v.entry(place, part, n)); err != nil && !errors.Is(err, ErrNoEntry) {
				return err
			}
		}
	}
	return nil
}

// nextGeneration counts up and adds a random part: two writers without a common lock never make the
// same one.
func nextGeneration(old string) string {
	counter, _, _ := strings.Cut(old, "-")
	n, err := strconv.ParseUint(counter, 10, 63)
	if err != nil {
		n = 0
	}
	return strconv.FormatUint(n+1, 10) + "-" + rand.Text()[:12]
}
