package checkup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/store"
)

func TestServersAreJoinedByTheirOrigin(t *testing.T) {
	var got []peer
	for _, address := range [][2]string{
		{"API", "https://api.example/base"}, {"site", ""}, {"issuer", "https://auth.example"}, {"authorize", "https://AUTH.example/authorize"},
		{"token", "https://auth.example:8443/token"}, {"jwks", "https://api.example/jwks"}, {"revoke", "::"},
	} {
		got = joined(got, address[0], address[1])
	}
	want := []peer{
		{"https://api.example", []string{"API", "jwks"}},
		{"https://auth.example", []string{"issuer", "authorize"}},
		{"https://auth.example:8443", []string{"token"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(peer{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestADirectoryThatCannotBeUsedIsTold(t *testing.T) {
	dir := t.TempDir()
	if err := store.Try(filepath.Join(dir, "not", "there", "yet"), tryLock); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if err := store.Try(path, tryLock); err == nil || !strings.Contains(err.Error(), "file is not a directory") {
			t.Errorf("%s: %v", path, err)
		}
	}
}
