package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestProcessesThatStartTogetherAgreeOnOneKey(t *testing.T) {
	for range 20 {
		dir := filepath.Join(t.TempDir(), "state")
		var wg sync.WaitGroup
		got := make([]keys, 16)
		for i := range got {
			wg.Go(func() {
				k, err := openKeys(dir)
				if err != nil {
					t.Error(err)
					return
				}
				got[i] = k
			})
		}
		wg.Wait()
		for _, k := range got {
			if !k.signing.Equal(got[0].signing) || k.ids != got[0].ids {
				t.Fatal("two keys were made for one directory")
			}
		}
		left, err := filepath.Glob(filepath.Join(dir, KeyFile+".*"))
		if err != nil || left != nil {
			t.Fatalf("left behind: %v, %v", left, err)
		}
	}
}

func TestKeysAreForTheirOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("Windows has no permission bits; the profile directory guards the key there")
		return
	}
	dir := filepath.Join(t.TempDir(), "state")
	if _, err := openKeys(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, KeyFile)
	for at, want := range map[string]os.FileMode{dir: 0o700, path: 0o600, filepath.Join(dir, "key.lock"): 0o600} {
		info, err := os.Stat(at)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", at, info.Mode().Perm(), want)
		}
	}
	for _, open := range []struct {
		path string
		mode os.FileMode
	}{{path, 0o640}, {path, 0o604}, {path, 0o660}, {dir, 0o770}, {dir, 0o702}} {
		before, err := os.Stat(open.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(open.path, open.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := openKeys(dir); err == nil || !strings.Contains(err.Error(), open.path) {
			t.Errorf("%s with mode %o: got %v, want an error that names it", open.path, open.mode, err)
		}
		if err := os.Chmod(open.path, before.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := openKeys(dir); err != nil {
		t.Errorf("after the modes were fixed: %v", err)
	}
}

func TestABrokenKeyFileIsNamedAndKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	if _, err := openKeys(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, KeyFile)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const rsa = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----\n"
	broken := map[string]string{
		"empty":         "",
		"half":          string(good[:len(good)/2]),
		"another kind":  strings.ReplaceAll(string(good), "PRIVATE", "PUBLIC"),
		"not a key":     "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
		"another curve": rsa,
		"oversized":     strings.Repeat("a", maxKeyFile+1),
	}
	for n := range len(good) - 1 { // without its last newline it is whole
		broken[fmt.Sprint("cut at ", n)] = string(good[:n])
	}
	for name, content := range broken {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := New(Options{StateDir: dir}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want an error that names %s", name, err, path)
		}
		kept, err := os.ReadFile(path)
		if err != nil || string(kept) != content {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestWithoutADirectoryEveryKeyIsFresh(t *testing.T) {
	a, err := openKeys("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := openKeys("")
	if err != nil {
		t.Fatal(err)
	}
	if a.signing.Equal(b.signing) || a.ids == b.ids {
		t.Error("two sandboxes in memory share a key")
	}
}
