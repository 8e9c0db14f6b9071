package vault

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/storetest"
)

// small is a store whose entries are as small as those of a keyring.
type small struct{ Store }

// same compares what matters of two logins.
func same(a, b flow.Login) string {
	for _, l := range []*flow.Login{&a, &b} {
		l.Head.Generation, l.Head.Place, l.Head.Entries = "", 0, 0
	}
	return cmp.Diff([]string{string(a.Access), string(a.Refresh), fmt.Sprint(a.Facts.Account), fmt.Sprint(a.Head)},
		[]string{string(b.Access), string(b.Refresh), fmt.Sprint(b.Facts.Account), fmt.Sprint(b.Head)})
}

func TestTokensOfAnySizeUpToTheLimitComeBackWhole(t *testing.T) {
	piece := maxEntry - headed
	for _, size := range []int{1, piece - 1, piece, piece + 1, 2559, 2560, 2561, 8000, maxPart} {
		for _, store := range []Store{File(private(t)), small{File(private(t))}} {
			v := Vault{Store: store, Name: "x"}
			want, err := v.Save(t.Context(), storetest.Sized(1, size))
			if err != nil {
				t.Fatalf("%d bytes: %v", size, err)
			}
			got, err := v.Load(t.Context())
			if diff := same(want, got); err != nil || diff != "" {
				t.Errorf("%d bytes: %v\n%s", size, err, diff)
			}
			if tokens, err := v.Tokens(t.Context()); err != nil || tokens.Access != want.Access || tokens.Head != want.Head {
				t.Errorf("%d bytes, its tokens: %v", size, err)
			}
		}
	}
}

func TestATokenOverTheLimitIsAnErrorAndTheOldLoginStays(t *testing.T) {
	v := Vault{Store: File(private(t)), Name: "x"}
	old, err := v.Save(t.Context(), storetest.Sized(1, 10))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Save(t.Context(), storetest.Sized(2, maxPart+1)); !errors.As(err, new(*StoreError)) {
		t.Errorf("err = %v, want a StoreError", err)
	}
	if got, err := v.Load(t.Context()); err != nil || same(old, got) != "" {
		t.Errorf("the old login: %v\n%s", err, same(old, got))
	}
}

func TestAWriterThatDiesAnywhereLeavesTheOldLoginOrTheNewOne(t *testing.T) {
	for _, sizes := range [][2]int{{100, 100}, {8000, 100}, {100, 8000}, {8000, 8000}} {
		for writes := 0; ; writes++ {
			files := File(private(t))
			v := Vault{Store: files, Name: "x"}
			for n := range 3 { // so that both places have been used
				if _, err := v.Save(t.Context(), storetest.Sized(n, sizes[0])); err != nil {
					t.Fatal(err)
				}
			}
			old, err := v.Load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			dying := Vault{Store: storetest.NewBrittle(files, writes), Name: "x"}
			next, err := dying.Save(t.Context(), storetest.Sized(9, sizes[1]))
			got, loadErr := v.Load(t.Context())
			if loadErr != nil {
				t.Fatalf("%v, dead after %d writes: %v", sizes, writes, loadErr)
			}
			if err == nil {
				if diff := same(next, got); diff != "" {
					t.Errorf("%v, saved:\n%s", sizes, diff)
				}
				break
			}
			if diff := same(old, got); diff != "" {
				t.Errorf("%v, dead after %d writes:\n%s", sizes, writes, diff)
			}
			if _, err := v.Save(t.Context(), storetest.Sized(10, sizes[0])); err != nil {
				t.Errorf("a later save: %v", err)
			}
		}
	}
}

func TestAnEraserThatDiesAnywhereLeavesNoLoginAndTheNextOneLeavesNothing(t *testing.T) {
	for changes := 0; ; changes++ {
		dir := private(t)
		v := Vault{Store: small{File(dir)}, Name: "x"}
		for n := range 2 {
			if _, err := v.Save(t.Context(), storetest.Sized(n, 8000)); err != nil {
				t.Fatal(err)
			}
		}
		dying := Vault{Store: storetest.NewBrittle(File(dir), changes), Name: "x"}
		err := dying.Erase(t.Context())
		// The older of two logins goes first, and never comes back.
		if got, loadErr := v.Load(t.Context()); changes > 1 && !errors.Is(loadErr, ErrNoLogin) || changes <= 1 && got.Head.Issued != 1 {
			t.Errorf("dead after %d: %v, login %d", changes, loadErr, got.Head.Issued)
		}
		if err := v.Erase(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := authtest.Entries(t, dir); len(left) != 0 {
			t.Errorf("dead after %d: %v is left", changes, authtest.SortedKeys(left))
		}
		if err == nil {
			return
		}
	}
}

func TestAMixOfGenerationsIsNeverTaken(t *testing.T) {
	dir, otherDir := private(t), private(t)
	v := Vault{Store: small{File(dir)}, Name: "x"}
	if _, err := v.Save(t.Context(), storetest.Sized(1, 8000)); err != nil {
		t.Fatal(err)
	}
	whole := authtest.Entries(t, dir)
	other := Vault{Store: small{File(otherDir)}, Name: "x"}
	if _, err := other.Save(t.Context(), storetest.Sized(2, 8000)); err != nil {
		t.Fatal(err)
	}
	for name := range whole {
		for kind, text := range map[string]string{
			"foreign": authtest.Entries(t, otherDir)[name], "empty": "", "cut": whole[name][:len(whole[name])/2], "noise": "\x00\xff{",
		} {
			authtest.Write(t, filepath.Join(dir, name), text)
			if _, err := v.Load(t.Context()); !errors.Is(err, ErrDamaged) {
				t.Errorf("%s entry %s: %v", kind, name, err)
			}
			authtest.Write(t, filepath.Join(dir, name), whole[name])
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := v.Load(t.Context()); !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrNoLogin) {
			t.Errorf("without %s: %v", name, err)
		}
		authtest.Write(t, filepath.Join(dir, name), whole[name])
	}
}

// private returns a directory that a file store accepts.
func private(t *testing.T) string { return filepath.Join(t.TempDir(), "store") }
