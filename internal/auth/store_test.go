package auth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// brittle is a file store that stops working at the n-th change, as a program that dies there.
type brittle struct {
	Store
	left int
}

var errDied = errors.New("died here")

func (b *brittle) Set(ctx context.Context, entry string, value Secret) error {
	if b.left == 0 {
		return errDied
	}
	b.left--
	return b.Store.Set(ctx, entry, value)
}

func (b *brittle) Delete(ctx context.Context, entry string) error {
	if b.left == 0 {
		return errDied
	}
	b.left--
	return b.Store.Delete(ctx, entry)
}

// sized makes a login whose tokens have a size and whose every part tells its number.
func sized(n, size int) login {
	l := login{
		access:  Secret(strings.Repeat(fmt.Sprintf("a%d.", n), size)[:size]),
		refresh: Secret(strings.Repeat(fmt.Sprintf("r%d.", n), size)[:size]),
	}
	l.head.TokenType, l.head.Issued, l.head.Expires = "Bearer", int64(n), int64(n+600)
	l.facts.Account.Subject = fmt.Sprint(n)
	return l
}

// same compares what matters of two logins.
func same(a, b login) string {
	a.head.Generation, b.head.Generation, a.head.Place, b.head.Place = "", "", 0, 0
	return cmp.Diff([]string{string(a.access), string(a.refresh), fmt.Sprint(a.facts.Account), fmt.Sprint(a.head)},
		[]string{string(b.access), string(b.refresh), fmt.Sprint(b.facts.Account), fmt.Sprint(b.head)})
}

func TestTokensOfAnySizeUpToTheLimitComeBackWhole(t *testing.T) {
	for _, size := range []int{1, chunk - 1, chunk, chunk + 1, 2559, 2560, 2561, 8000, chunk * maxChunks} {
		v := vault{store: File(private(t)), name: "x"}
		want, err := v.save(t.Context(), sized(1, size))
		if err != nil {
			t.Fatalf("%d bytes: %v", size, err)
		}
		got, err := v.load(t.Context())
		if diff := same(want, got); err != nil || diff != "" {
			t.Errorf("%d bytes: %v\n%s", size, err, diff)
		}
	}
}

func TestATokenOverTheLimitIsAnErrorAndTheOldLoginStays(t *testing.T) {
	v := vault{store: File(private(t)), name: "x"}
	old, err := v.save(t.Context(), sized(1, 10))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.save(t.Context(), sized(2, chunk*maxChunks+1)); !sameType(err, new(StoreError)) {
		t.Errorf("err = %v, want a StoreError", err)
	}
	if got, err := v.load(t.Context()); err != nil || same(old, got) != "" {
		t.Errorf("the old login: %v\n%s", err, same(old, got))
	}
}

func TestAWriterThatDiesAnywhereLeavesTheOldLoginOrTheNewOne(t *testing.T) {
	for _, sizes := range [][2]int{{100, 100}, {8000, 100}, {100, 8000}, {8000, 8000}} {
		for writes := 0; ; writes++ {
			files := File(private(t))
			v := vault{store: files, name: "x"}
			for n := range 3 { // so that both places have been used
				if _, err := v.save(t.Context(), sized(n, sizes[0])); err != nil {
					t.Fatal(err)
				}
			}
			old, err := v.load(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			dying := vault{store: &brittle{Store: files, left: writes}, name: "x"}
			next, err := dying.save(t.Context(), sized(9, sizes[1]))
			got, loadErr := v.load(t.Context())
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
			if _, err := v.save(t.Context(), sized(10, sizes[0])); err != nil {
				t.Errorf("a later save: %v", err)
			}
		}
	}
}

func TestAnEraserThatDiesAnywhereLeavesNoLoginAndTheNextOneLeavesNothing(t *testing.T) {
	for changes := 0; ; changes++ {
		dir := private(t)
		v := vault{store: File(dir), name: "x"}
		for n := range 2 {
			if _, err := v.save(t.Context(), sized(n, 8000)); err != nil {
				t.Fatal(err)
			}
		}
		dying := vault{store: &brittle{Store: File(dir), left: changes}, name: "x"}
		err := dying.erase(t.Context())
		if _, loadErr := v.load(t.Context()); changes > 0 && !errors.Is(loadErr, errNoLogin) {
			t.Errorf("dead after %d: %v", changes, loadErr)
		}
		if err := v.erase(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := entries(t, dir); len(left) != 0 {
			t.Errorf("dead after %d: %v is left", changes, sortedKeys(left))
		}
		if err == nil {
			return
		}
	}
}

func TestAMixOfGenerationsIsNeverTaken(t *testing.T) {
	dir := private(t)
	v := vault{store: File(dir), name: "x"}
	if _, err := v.save(t.Context(), sized(1, 8000)); err != nil {
		t.Fatal(err)
	}
	whole := entries(t, dir)
	other := vault{store: File(private(t)), name: "x"}
	if _, err := other.save(t.Context(), sized(2, 8000)); err != nil {
		t.Fatal(err)
	}
	for name := range whole {
		for kind, text := range map[string]string{
			"foreign": entries(t, other.store.(fileStore).dir)[name], "empty": "", "cut": whole[name][:len(whole[name])/2], "noise": "\x00\xff{",
		} {
			if kind == "foreign" && name == v.pointerEntry() {
				continue // a whole other pointer over these parts is caught by them
			}
			write(t, filepath.Join(dir, name), text)
			if _, err := v.load(t.Context()); !errors.Is(err, errDamaged) {
				t.Errorf("%s entry %s: %v", kind, name, err)
			}
			write(t, filepath.Join(dir, name), whole[name])
		}
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if _, err := v.load(t.Context()); !errors.Is(err, errDamaged) && !errors.Is(err, errNoLogin) {
			t.Errorf("without %s: %v", name, err)
		}
		write(t, filepath.Join(dir, name), whole[name])
	}
}

// private returns a directory that a file store accepts.
func private(t *testing.T) string { return filepath.Join(t.TempDir(), "store") }

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedLoginAsksForANewOneWhichThenWorks(t *testing.T) {
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	write(t, filepath.Join(d.dir, "store", d.vault.pointerEntry()), "{")
	d.session.forget()
	if _, err := d.Token(t.Context()); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("token: %v", err)
	}
	if _, err := d.Status(t.Context()); !errors.Is(err, ErrLoginRequired) {
		t.Errorf("status: %v", err)
	}
	d.login(t)
}

func TestEachDeploymentHasItsOwnLogin(t *testing.T) {
	base := Settings{Issuer: "https://auth.example.com", ClientID: "traveler", APIURL: "https://api.example.com/base"}
	others := map[string]func(*Settings){
		"issuer":  func(s *Settings) { s.Issuer = "https://auth.example.org" },
		"client":  func(s *Settings) { s.ClientID = "other" },
		"host":    func(s *Settings) { s.APIURL = "https://api.example.org" },
		"port":    func(s *Settings) { s.APIURL = "https://api.example.com:8443" },
		"scheme":  func(s *Settings) { s.APIURL = "http://api.example.com" },
		"shifted": func(s *Settings) { s.Issuer, s.ClientID = "https://auth.example.comt", "raveler" },
	}
	names := map[string]string{entryName(base): "base"}
	for what, change := range others {
		s := base
		change(&s)
		if other, taken := names[entryName(s)]; taken {
			t.Errorf("%s shares the login of %s", what, other)
		}
		names[entryName(s)] = what
	}
	same := base
	same.APIURL, same.Scopes, same.RedirectPort = "https://API.example.com:443/other", []string{"users"}, 4000
	if entryName(same) != entryName(base) {
		t.Error("path, scopes or port change the login")
	}
}
