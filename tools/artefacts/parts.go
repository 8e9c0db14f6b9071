package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// partsList is what is read of a CycloneDX document.
type partsList struct {
	Metadata struct {
		Component struct {
			Hashes []struct{ Content string }
		}
	}
	Components []struct{ Name, Version string }
}

// checkParts reads the list of each archive with a program, and returns how many there are.
func (r release) checkParts(notices string) (int, error) {
	found := 0
	for _, name := range r.names() {
		program := r.archives[name].program
		if program == nil {
			continue
		}
		list := strings.TrimSuffix(strings.TrimSuffix(name, ".zip"), ".tar.gz") + ".cdx.json"
		if _, listed := r.files[list]; !listed {
			return 0, fmt.Errorf("%s holds a program, and %s is not there", name, list)
		}
		text, err := os.ReadFile(filepath.Join(r.dir, list))
		if err != nil {
			return 0, err
		}
		if err := checkList(text, program, notices); err != nil {
			return 0, fmt.Errorf("%s: %w", list, err)
		}
		found++
	}
	return found, nil
}

func checkList(text, program []byte, notices string) error {
	var list partsList
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if hashes := list.Metadata.Component.Hashes; len(hashes) != 1 || hashes[0].Content != fmt.Sprintf("%x", sha256.Sum256(program)) {
		return fmt.Errorf("it is not about the program in the archive: %v", hashes)
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	linked := []string{"std " + strings.TrimPrefix(info.GoVersion, "go")}
	for _, m := range info.Deps {
		linked = append(linked, m.Path+" "+m.Version)
		if !strings.Contains(notices, "\n  "+m.Path+" "+m.Version+": ") {
			return fmt.Errorf("%s %s is linked and not in the notices", m.Path, m.Version)
		}
	}
	var listed []string
	for _, c := range list.Components {
		listed = append(listed, c.Name+" "+c.Version)
	}
	slices.Sort(linked)
	slices.Sort(listed)
	if !slices.Equal(linked, listed) {
		return fmt.Errorf("the program was linked of %v, and the list has %v", linked, listed)
	}
	return nil
}
