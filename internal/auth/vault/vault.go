// Package vault keeps logins in the keyring of the operating system or in private files, whole or
// not at all, even when it is interrupted.
package vault

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"

	"travel.example/travel/internal/auth/flow"
)

const (
	// maxPart bounds a token, and the facts: more than any server takes in a header.
	maxPart = 20_000
	// headed is how much of an entry comes before its piece of a login, at most.
	headed = 60
	// maxEntries are those of a login that is as large as can be, in a store of small entries.
	maxEntries = 25
)

// Why there is no login to use.
var (
	ErrNoLogin = errors.New("nothing is stored")
	ErrDamaged = errors.New("the stored login is damaged")
)

// Vault keeps one login in a store, either the old one or the new one, whenever the writer dies. There
// are two places; a save fills the one not in use, and a reader takes the newer of those that are whole.
// In files a place is one entry. In a keyring, whose entries are small, it is cut into pieces, and the
// first is written last. Every entry repeats the generation and has a checksum, so a mix of two, or a
// piece of one, is never taken.
type Vault struct {
	Store Store
	Name  string
}

func (v Vault) entry(place, i int) string {
	if i == 0 {
		return fmt.Sprintf("%s.%d", v.Name, place)
	}
	return fmt.Sprintf("%s.%d.%d", v.Name, place, i)
}

// piece is what an entry holds of a login.
type piece struct {
	place      int
	generation string
	count      int // of the entries of this login
	data       string
}

func (p piece) String() string {
	sum := crc32.ChecksumIEEE([]byte(fmt.Sprint(p.generation, p.count, p.data)))
	return fmt.Sprintf("%s %d %08x %s", p.generation, p.count, sum, p.data)
}

// piece reads an entry: ErrNoEntry if it does not exist, ErrDamaged if it is not whole.
func (v Vault) piece(ctx context.Context, place, i int) (piece, error) {
	text, err := v.Store.Get(ctx, v.entry(place, i))
	if err != nil {
		return piece{}, err
	}
	words := strings.SplitN(string(text), " ", 4)
	if len(words) < 4 {
		return piece{}, ErrDamaged
	}
	count, err := strconv.Atoi(words[1])
	p := piece{place, words[0], count, words[3]}
	if err != nil || count < 1 || count > maxEntries || p.String() != string(text) {
		return piece{}, ErrDamaged
	}
	return p, nil
}

// newest reads the first entry of the newer login: ErrNoLogin if there is none, ErrDamaged if neither
// place has one that is whole.
func (v Vault) newest(ctx context.Context) (newest piece, err error) {
	err = ErrNoLogin
	for place := range 2 {
		p, readErr := v.piece(ctx, place, 0)
		switch {
		case errors.Is(readErr, ErrNoEntry):
		case errors.Is(readErr, ErrDamaged):
			if newest.count == 0 {
				err = ErrDamaged
			}
		case readErr != nil:
			return piece{}, readErr
		case newest.count == 0 || counter(p.generation) > counter(newest.generation):
			newest, err = p, nil
		}
	}
	return newest, err
}

// Tokens loads only what a request needs: the access token and the head.
func (v Vault) Tokens(ctx context.Context) (flow.Login, error) { return v.consistent(ctx, false) }

// Load reads the whole login.
func (v Vault) Load(ctx context.Context) (flow.Login, error) { return v.consistent(ctx, true) }

// consistent reads again what is damaged: another process may have saved meanwhile.
func (v Vault) consistent(ctx context.Context, whole bool) (l flow.Login, err error) {
	for range 5 {
		if l, err = v.read(ctx, whole); !errors.Is(err, ErrDamaged) {
			return l, err
		}
	}
	return flow.Login{}, err
}

func (v Vault) read(ctx context.Context, whole bool) (flow.Login, error) {
	first, err := v.newest(ctx)
	if err != nil {
		return flow.Login{}, err
	}
	var l flow.Login
	head, text, _ := strings.Cut(first.data, "\n")
	if json.Unmarshal([]byte(head), &l.Head) != nil || min(l.Head.Access-1, l.Head.Refresh, l.Head.Facts) < 0 {
		return flow.Login{}, ErrDamaged
	}
	l.Head.Generation, l.Head.Place, l.Head.Entries = first.generation, first.place, first.count
	needed := l.Head.Access
	if whole {
		needed += l.Head.Refresh + l.Head.Facts
	}
	for i := 1; i < first.count && len(text) < needed; i++ {
		next, err := v.piece(ctx, first.place, i)
		if errors.Is(err, ErrNoEntry) || err == nil && next.generation != first.generation {
			err = ErrDamaged
		}
		if err != nil {
			return flow.Login{}, err
		}
		text += next.data
	}
	if len(text) < needed {
		return flow.Login{}, ErrDamaged
	}
	l.Access = flow.Secret(text[:l.Head.Access])
	if whole {
		text = text[l.Head.Access:]
		l.Refresh = flow.Secret(text[:l.Head.Refresh])
		if json.Unmarshal([]byte(text[l.Head.Refresh:needed-l.Head.Access]), &l.Facts) != nil {
			return flow.Login{}, ErrDamaged
		}
	}
	return l, nil
}

// Save writes l as a new generation and returns it with its head, or leaves nothing of it. The caller
// holds the lock.
func (v Vault) Save(ctx context.Context, l flow.Login) (saved flow.Login, err error) {
	old, err := v.newest(ctx)
	if err != nil && !errors.Is(err, ErrNoLogin) && !errors.Is(err, ErrDamaged) {
		return l, err
	}
	facts, err := json.Marshal(l.Facts)
	if err != nil {
		return l, fmt.Errorf("encode the login: %w", err)
	}
	l.Head.Access, l.Head.Refresh, l.Head.Facts = len(l.Access), len(l.Refresh), len(facts)
	if most := max(l.Head.Access, l.Head.Refresh, l.Head.Facts); most > maxPart {
		return l, &StoreError{
			Store: v.Store.Name(), Problem: fmt.Sprintf("keeps at most %d bytes of a token, and the server sent %d", maxPart, most),
			Remedy: "ask the operator of the sign-in server for smaller tokens",
		}
	}
	head, err := json.Marshal(l.Head)
	if err != nil {
		return l, fmt.Errorf("encode the login: %w", err)
	}
	text := string(head) + "\n" + string(l.Access) + string(l.Refresh) + string(facts)
	size := v.most() - headed
	l.Head.Generation, l.Head.Place, l.Head.Entries = nextGeneration(old.generation), 1-old.place, (len(text)+size-1)/size
	for n := range l.Head.Entries {
		i := (n + 1) % l.Head.Entries // the first is last
		p := piece{generation: l.Head.Generation, count: l.Head.Entries, data: text[i*size : min((i+1)*size, len(text))]}
		if err := v.Store.Set(ctx, v.entry(l.Head.Place, i), flow.Secret(p.String())); err != nil {
			_ = v.ErasePlace(context.WithoutCancel(ctx), l.Head.Place)
			return l, err
		}
	}
	return l, nil
}

// most is how many bytes an entry takes: all of a login in a file.
func (v Vault) most() int {
	if _, ok := v.Store.(fileStore); ok {
		return maxFile
	}
	return maxEntry
}

// SetAside makes room for a login in the place that the one with this head does not use, so that a
// refresh is never sent whose result could not be kept (docs/threats.md, T10): in a file for the largest
// login there can be, elsewhere in entries of full size for one somewhat larger than the last. The caller
// holds the lock, and gives the room back where it saves no login.
func (v Vault) SetAside(ctx context.Context, h flow.Head) (giveBack func(), err error) {
	place := 1 - h.Place
	if files, ok := v.Store.(fileStore); ok {
		entry := v.entry(place, 0)
		return func() { _ = files.Delete(context.WithoutCancel(ctx), entry) }, files.reserve(ctx, entry)
	}
	blank := flow.Secret(strings.Repeat(" ", maxEntry))
	count := min(h.Entries+2, maxEntries)
	for i := range count + 1 { // once more at full size: a keyring writes a copy of itself at each change
		if err := v.Store.Set(ctx, v.entry(place, i%count), blank); err != nil {
			return nil, err
		}
	}
	return func() {}, nil
}

// Erase deletes the login, whatever an interrupted save left, and what is remembered.
func (v Vault) Erase(ctx context.Context) error {
	return errors.Join(v.EraseLogin(ctx), v.forget(ctx))
}

// EraseLogin deletes the login and whatever an interrupted save left. An older one goes first, so that
// none ever comes back.
func (v Vault) EraseLogin(ctx context.Context) error {
	newest, err := v.newest(ctx)
	if err != nil && !errors.Is(err, ErrNoLogin) && !errors.Is(err, ErrDamaged) {
		return err
	}
	for _, place := range []int{1 - newest.place, newest.place} {
		if err := v.Store.Delete(ctx, v.entry(place, 0)); err != nil && !errors.Is(err, ErrNoEntry) {
			return err
		}
	}
	return errors.Join(v.ErasePlace(ctx, 0), v.ErasePlace(ctx, 1))
}

// ErasePlace deletes the entries of one place from the last to the first, so that a later call
// finds what an interrupted one left. The first may be gone already.
func (v Vault) ErasePlace(ctx context.Context, place int) error {
	n := 1
	for ; n < maxEntries; n++ {
		_, err := v.Store.Get(ctx, v.entry(place, n))
		if errors.Is(err, ErrNoEntry) {
			break
		}
		if err != nil {
			return err
		}
	}
	for n--; n >= 0; n-- {
		if err := v.Store.Delete(ctx, v.entry(place, n)); err != nil && !errors.Is(err, ErrNoEntry) {
			return err
		}
	}
	return nil
}

// nextGeneration counts up and adds a random part: two writers without a common lock never make the
// same one.
func nextGeneration(old string) string {
	return strconv.FormatUint(counter(old)+1, 10) + "-" + rand.Text()[:12]
}

// counter is the first part of a generation, 0 where it has none.
func counter(generation string) uint64 {
	text, _, _ := strings.Cut(generation, "-")
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0
	}
	return n
}
