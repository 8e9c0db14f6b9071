package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const archived = "travel_1.2.0_linux_amd64.tar.gz"

// A fake release holds this test's own program, whose parts it knows.
func fake(t *testing.T) (dir, notices string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	var list partsList
	list.Metadata.Component.Hashes = []struct{ Content string }{{fmt.Sprintf("%x", sha256.Sum256(program))}}
	add := func(name, version string) {
		list.Components = append(list.Components, struct{ Name, Version string }{name, version})
	}
	add("std", strings.TrimPrefix(info.GoVersion, "go"))
	text := "\n"
	for _, m := range info.Deps {
		add(m.Path, m.Version)
		text += "  " + m.Path + " " + m.Version + ": MIT\n"
	}
	parts, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	dir, notices = t.TempDir(), filepath.Join(t.TempDir(), "NOTICES")
	write(t, notices, text)
	write(t, filepath.Join(dir, archived), pack(t, program))
	write(t, filepath.Join(dir, "travel_1.2.0_linux_amd64.cdx.json"), string(parts))
	sums := sum256(t, dir, archived) + sum256(t, dir, "travel_1.2.0_linux_amd64.cdx.json")
	write(t, filepath.Join(dir, "checksums.txt"), sums)
	cask := "cask \"travel\" do\n  version \"1.2.0\"\n  sha256 \"" + sums[:64] + "\"\n" +
		"  url \"https://x.example/v1.2.0/travel_#{version}_linux_amd64.tar.gz\"\n  binary \"travel\"\n  manpage \"man/man1/travel.1\"\n"
	for _, text := range []string{"homebrew/Casks/travel.rb", "scoop/a", "winget/a", "aur/a"} {
		write(t, filepath.Join(dir, text), cask)
	}
	return dir, notices
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func sum256(t *testing.T, dir, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name)
}

func pack(t *testing.T, program []byte) string {
	t.Helper()
	var out bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&out, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	entries := tar.NewWriter(zipped)
	for name, content := range map[string][]byte{"travel": program, "man/man1/travel.1": nil} {
		if err := entries.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
			t.Fatal(err)
		}
		if _, err := entries.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if entries.Close() != nil || zipped.Close() != nil {
		t.Fatal("the archive cannot be written")
	}
	return out.String()
}

// TestAReleaseIsHeldAgainstItself spoils a release in one place after another.
func TestAReleaseIsHeldAgainstItself(t *testing.T) {
	replace := func(name, old, new string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || !strings.Contains(string(text), old) {
				t.Fatalf("%s has no %q (%v)", name, old, err)
			}
			write(t, filepath.Join(dir, name), strings.Replace(string(text), old, new, 1))
		}
	}
	tests := map[string]struct {
		spoil func(*testing.T, string)
		want  string // part of the error, empty for none
	}{
		"as it was made":        {func(*testing.T, string) {}, ""},
		"a file was changed":    {func(t *testing.T, dir string) { write(t, filepath.Join(dir, archived), "x") }, archived + " has the sum"},
		"a file without a sum":  {func(t *testing.T, dir string) { write(t, filepath.Join(dir, "more.deb"), "x") }, "more.deb is in the release and not in"},
		"a wrong sum in a cask": {replace("homebrew/Casks/travel.rb", `sha256 "`, `sha256 "`+strings.Repeat("0", 64)+`" # "`), "2 sums"},
		"a path with a wrapper": {replace("homebrew/Casks/travel.rb", "man/man1", "travel_1.2.0/man/man1"), "travel_1.2.0/man/man1/travel.1 is named and not in"},
		"an address of no file": {replace("scoop/a", "_linux_", "_plan9_"), "travel_1.2.0_plan9_amd64.tar.gz is to have the sum"},
		"no text for a channel": {func(t *testing.T, dir string) { _ = os.Remove(filepath.Join(dir, "aur/a")) }, "no text for aur"},
		"a list with a part more": {func(t *testing.T, dir string) {
			const list = "travel_1.2.0_linux_amd64.cdx.json"
			replace(list, `"Components":[`, `"Components":[{"Name":"more","Version":"v1"},`)(t, dir)
			write(t, filepath.Join(dir, "checksums.txt"), sum256(t, dir, archived)+sum256(t, dir, list))
		}, "was linked of"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir, notices := fake(t)
			test.spoil(t, dir)
			var out bytes.Buffer
			err := run([]string{dir, notices}, &out)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want == "" && !strings.Contains(out.String(), "4 texts of other projects"):
				t.Errorf("it prints %s", &out)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
}
