package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A file of the release, by the sum that checksums.txt names.
type file struct {
	sum  string // sha256, hex
	size int64
}

// unsummed are the files that goreleaser leaves beside the release, and the sums and their signature.
var unsummed = map[string]bool{
	"artifacts.json": true, "metadata.json": true, "config.yaml": true, "checksums.txt": true, "checksums.txt.sig": true,
	"CHANGELOG.md": true,
}

// summed reads checksums.txt and holds every file of the directory to it.
func summed(dir string) (map[string]file, error) {
	list, err := os.Open(filepath.Join(dir, "checksums.txt"))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	files := map[string]file{}
	for lines := bufio.NewScanner(list); lines.Scan(); {
		sum, name, found := strings.Cut(lines.Text(), "  ")
		if !found {
			return nil, fmt.Errorf("checksums.txt: %q is not a sum and a name", lines.Text())
		}
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if got := sha256.Sum256(content); hex.EncodeToString(got[:]) != sum {
			return nil, fmt.Errorf("%s has the sum %x, and checksums.txt says %s", name, got, sum)
		}
		files[name] = file{sum, int64(len(content))}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, known := files[e.Name()]; !known && !e.IsDir() && !unsummed[e.Name()] {
			return nil, fmt.Errorf("%s is in the release and not in checksums.txt", e.Name())
		}
	}
	return files, nil
}

// An archive holds paths, and the program among them.
type archive struct {
	paths   map[string]bool
	program []byte // nil where there is none, as in the source
}

func (a *archive) add(path string, content io.Reader) error {
	a.paths[path] = true
	if path != "travel" && path != "travel.exe" {
		return nil
	}
	var err error
	a.program, err = io.ReadAll(content)
	return err
}

func open(path string) (archive, error) {
	a := archive{paths: map[string]bool{}}
	if strings.HasSuffix(path, ".zip") {
		return a, a.readZip(path)
	}
	return a, a.readTar(path)
}

func (a *archive) readZip(path string) error {
	z, err := zip.OpenReader(path)
	if err != nil {
		return err
	}
	defer z.Close()
	for _, f := range z.File {
		content, err := f.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(a.add(f.Name, content), content.Close()); err != nil {
			return err
		}
	}
	return nil
}

func (a *archive) readTar(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for entries := tar.NewReader(unzipped); ; {
		header, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := a.add(header.Name, entries); err != nil {
			return err
		}
	}
}
