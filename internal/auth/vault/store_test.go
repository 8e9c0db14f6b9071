package vault

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/zalando/go-keyring"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/storetest"
)

// memory is a keyring that stops working at a change, as a program that dies there.
type memory struct {
	entries map[string]string
	left    int // changes until then
	limit   int // bytes of an entry; 0 for any number
}

func newMemory(limit int) *memory { return &memory{map[string]string{}, 1 << 30, limit} }

func (m *memory) Get(service, user string) (string, error) {
	text, ok := m.entries[service+"|"+user]
	if !ok {
		return "", keyring.ErrNotFound
	}
	return text, nil
}

func (m *memory) Set(service, user, text string) error {
	if m.left == 0 {
		return storetest.ErrDied
	}
	if m.limit > 0 && len(text) > m.limit {
		return keyring.ErrSetDataTooBig
	}
	m.left--
	m.entries[service+"|"+user] = text
	return nil
}

func (m *memory) Delete(service, user string) error {
	if m.left == 0 {
		return storetest.ErrDied
	}
	if _, err := m.Get(service, user); err != nil {
		return err
	}
	m.left--
	delete(m.entries, service+"|"+user)
	return nil
}

const service = "travel: api.example"

// on is the login of a profile in such a keyring.
func on(t *testing.T, m *memory) *keyringStore {
	t.Helper()
	withBus(t)
	return &keyringStore{ring: ring{m.Get, m.Set, m.Delete}, service: service, user: "work", notices: io.Discard, limit: m.limit}
}

// same compares what matters of two logins.
func same(a, b flow.Login) string {
	return cmp.Diff([]string{string(a.Access), string(a.Refresh), fmt.Sprint(a.Account), fmt.Sprint(a.Issued, a.Expires)},
		[]string{string(b.Access), string(b.Refresh), fmt.Sprint(b.Account), fmt.Sprint(b.Issued, b.Expires)})
}

func TestTokensOfAnySizeUpToTheLimitComeBackWhole(t *testing.T) {
	piece := maxEntry - headed
	for _, size := range []int{1, piece - 1, piece, piece + 1, 2559, 2560, 2561, 8000, maxPart} {
		for _, store := range []Store{File(private(t), service, "work"), on(t, newMemory(0)), on(t, newMemory(maxEntry))} {
			want := storetest.Sized(1, size)
			if err := Save(t.Context(), store, want); err != nil {
				t.Fatalf("%d bytes: %v", size, err)
			}
			got, err := Load(t.Context(), store)
			if diff := same(want, got); err != nil || diff != "" {
				t.Errorf("%d bytes: %v\n%s", size, err, diff)
			}
		}
	}
}

// A keyring's own program shows the service and the profile, and no other entry where one is large enough.
func TestALoginIsOneEntryWhereItFits(t *testing.T) {
	for limit, size := range map[int]int{0: maxPart, maxEntry: 500} {
		m := newMemory(limit)
		k := on(t, m)
		for n := range 3 {
			if n > 0 {
				if _, err := k.Reserve(t.Context(), storetest.Sized(n, size)); err != nil {
					t.Fatal(err)
				}
			}
			if err := Save(t.Context(), k, storetest.Sized(n, size)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{service + "|work"}, slices.Collect(maps.Keys(m.entries))); diff != "" {
				t.Errorf("limit %d (-want +got):\n%s", limit, diff)
			}
		}
	}
}

func TestATokenOverTheLimitIsAnErrorAndTheOldLoginStays(t *testing.T) {
	store := File(private(t), service, "work")
	old := storetest.Sized(1, 10)
	if err := Save(t.Context(), store, old); err != nil {
		t.Fatal(err)
	}
	if err := Save(t.Context(), store, storetest.Sized(2, maxPart+1)); !errors.Is(err, ErrStore) {
		t.Errorf("err = %v, want ErrStore", err)
	}
	if got, err := Load(t.Context(), store); err != nil || same(old, got) != "" {
		t.Errorf("the old login: %v\n%s", err, same(old, got))
	}
}

// A renewal sets room aside and then saves. Wherever the keyring stops, the old login or the new one is there;
// once the room is there, it is the new one unless the keyring takes nothing any more.
func TestAWriterThatDiesAnywhereLeavesTheOldLoginOrTheNewOne(t *testing.T) {
	for _, limit := range []int{0, maxEntry} {
		for _, sizes := range [][2]int{{100, 100}, {8000, 100}, {100, 8000}, {8000, 8000}} {
			for writes := 0; ; writes++ {
				m := newMemory(limit)
				k := on(t, m)
				for n := range 3 {
					if err := Save(t.Context(), k, storetest.Sized(n, sizes[0])); err != nil {
						t.Fatal(err)
					}
				}
				old, next := storetest.Sized(2, sizes[0]), storetest.Sized(9, sizes[1])
				m.left = writes
				_, err := k.Reserve(t.Context(), old)
				if err == nil {
					err = Save(t.Context(), k, next)
				}
				spent := m.left > 0
				m.left = 1 << 30
				got, loadErr := Load(t.Context(), k)
				want := old
				if err == nil {
					want = next
				}
				if diff := same(want, got); loadErr != nil || diff != "" {
					t.Errorf("%v, limit %d, dead after %d: %v, %v\n%s", sizes, limit, writes, err, loadErr, diff)
				}
				if spent {
					break
				}
				if err := Save(t.Context(), k, storetest.Sized(10, sizes[0])); err != nil {
					t.Errorf("a later save: %v", err)
				}
				if err := k.Delete(t.Context()); err != nil || len(m.entries) != 0 {
					t.Errorf("%v, limit %d, dead after %d: %v is left, %v", sizes, limit, writes, slices.Collect(maps.Keys(m.entries)), err)
				}
			}
		}
	}
}

// full is a keyring on a disk that has room for so many bytes.
type full struct {
	*memory
	room int
}

func (f full) Set(service, user, text string) error {
	size := len(text)
	for name, kept := range f.entries {
		if name != service+"|"+user {
			size += len(kept)
		}
	}
	if size > f.room {
		return storetest.ErrDied
	}
	return f.memory.Set(service, user, text)
}

func TestARenewedLoginHasTheRoomThatWasSetAside(t *testing.T) {
	m := newMemory(0)
	k := on(t, m)
	if err := Save(t.Context(), k, storetest.Sized(1, 100)); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Reserve(t.Context(), storetest.Sized(1, 100)); err != nil {
		t.Fatal(err)
	}
	taken := 0
	for _, text := range m.entries {
		taken += len(text)
	}
	k.ring.set = full{m, taken}.Set // others have filled the disk since
	if err := Save(t.Context(), k, storetest.Sized(2, 2000)); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(t.Context(), k); err != nil || got.Issued != 2 {
		t.Errorf("login %d: %v", got.Issued, err)
	}
}

func TestAnEraserThatDiesAnywhereLeavesNoLoginAndTheNextOneLeavesNothing(t *testing.T) {
	for changes := 0; ; changes++ {
		m := newMemory(maxEntry)
		k := on(t, m)
		for n := range 2 {
			if err := Save(t.Context(), k, storetest.Sized(n, 8000)); err != nil {
				t.Fatal(err)
			}
		}
		m.left = changes
		err := k.Delete(t.Context())
		m.left = 1 << 30
		if got, loadErr := Load(t.Context(), k); changes > 0 && !errors.Is(loadErr, ErrNoLogin) || changes == 0 && got.Issued != 1 {
			t.Errorf("dead after %d: %v, login %d", changes, loadErr, got.Issued)
		}
		if err == nil {
			if len(m.entries) != 0 {
				t.Errorf("%v is left", slices.Collect(maps.Keys(m.entries)))
			}
			return
		}
	}
}

func TestAMixOfLoginsIsNeverTaken(t *testing.T) {
	m, other := newMemory(maxEntry), newMemory(maxEntry)
	k := on(t, m)
	for n, in := range []*memory{m, other} {
		if err := Save(t.Context(), on(t, in), storetest.Sized(n, 8000)); err != nil {
			t.Fatal(err)
		}
	}
	whole := maps.Clone(m.entries)
	if len(whole) < 5 {
		t.Fatalf("%d entries", len(whole))
	}
	for name := range whole {
		for kind, text := range map[string]string{"foreign": other.entries[name], "empty": "", "cut": whole[name][:len(whole[name])/2], "noise": "\x00\xff{"} {
			m.entries[name] = text
			if _, err := Load(t.Context(), k); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s entry %s: %v", kind, name, err)
			}
		}
		delete(m.entries, name)
		if _, err := Load(t.Context(), k); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNoLogin) {
			t.Errorf("without %s: %v", name, err)
		}
		m.entries[name] = whole[name]
	}
	dir := private(t)
	files := File(dir, service, "work")
	if err := Save(t.Context(), files, storetest.Sized(1, 8000)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "\x00\xff{", "{}x", strings.Repeat(" ", maxLogin+1)} {
		authtest.Write(t, filepath.Join(dir, files.ID()), text)
		if _, err := Load(t.Context(), files); !errors.Is(err, ErrDamaged) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
}

// A login that the server has ended leaves its facts behind, and no token.
func TestAnEndedLoginKeepsItsFactsAlone(t *testing.T) {
	m := newMemory(0)
	k := on(t, m)
	l := storetest.Sized(1, 50)
	l.Kept = []string{"email"}
	for range 2 { // with its tokens, and without
		if err := Save(t.Context(), k, l); err != nil {
			t.Fatal(err)
		}
		l.Access, l.Refresh = "", ""
	}
	got, err := Load(t.Context(), k)
	if !errors.Is(err, ErrNoLogin) || !slices.Equal(got.Kept, l.Kept) {
		t.Errorf("%v, %v", got.Kept, err)
	}
	if text := fmt.Sprint(m.entries); strings.Contains(text, "a1.a1.") || strings.Contains(text, "r1.r1.") {
		t.Errorf("kept %s", text)
	}
}

// private returns a directory that a file store accepts.
func private(t *testing.T) string { return filepath.Join(t.TempDir(), "store") }
