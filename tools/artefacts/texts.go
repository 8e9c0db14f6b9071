package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	address = regexp.MustCompile(`https?://[^\s"']+\.(?:tar\.gz|zip)\b`)
	sum     = regexp.MustCompile(`\b[0-9a-fA-F]{64}\b`)
	// taken is what a cask, a Scoop manifest and one of winget name in an archive.
	taken = regexp.MustCompile(`(?m)^\s*(?:(?:binary|manpage|\w+_completion) "|RelativeFilePath: |- RelativeFilePath: |"(travel[^"/:]*)"$)([^"\n]*)`)
)

// checkTexts reads every text that goes to another project, and returns how many there are.
func (r release) checkTexts() (int, error) {
	found := 0
	for _, dir := range []string{"homebrew", "scoop", "winget", "aur"} {
		before := found
		err := filepath.WalkDir(filepath.Join(r.dir, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found++
			if err := r.checkText(string(text)); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
		if found == before {
			return 0, fmt.Errorf("no text for %s was written", dir)
		}
	}
	return found, nil
}

// checkText holds the addresses of a text to the sums beside them, in their order, and the paths to
// every archive it names.
func (r release) checkText(text string) error {
	addresses, sums := address.FindAllString(text, -1), sum.FindAllString(text, -1)
	if len(addresses) != len(sums) {
		return fmt.Errorf("%d addresses and %d sums", len(addresses), len(sums))
	}
	version := regexp.MustCompile(`(?m)^(?:pkgver=|  version ")([^"\n]*)`).FindStringSubmatch(text)
	for i, a := range addresses {
		name := path.Base(a)
		if version != nil {
			name = strings.NewReplacer("${pkgver}", version[1], "#{version}", version[1]).Replace(name)
		}
		if known, ok := r.files[name]; !ok || known.sum != strings.ToLower(sums[i]) {
			return fmt.Errorf("%s is to have the sum %s, and checksums.txt says %q", name, sums[i], known.sum)
		}
		if err := r.holds(name, text); err != nil {
			return err
		}
	}
	return nil
}

func (r release) holds(name, text string) error {
	var missing []error
	for _, m := range taken.FindAllStringSubmatch(text, -1) {
		path := strings.ReplaceAll(strings.TrimSpace(m[1]+m[2]), `\`, "/")
		if !r.archives[name].paths[path] {
			missing = append(missing, fmt.Errorf("%s is named and not in %s", path, name))
		}
	}
	return errors.Join(missing...)
}
