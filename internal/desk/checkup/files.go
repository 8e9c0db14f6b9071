package checkup

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/words"
)

// Permission bits of others than the owner.
const (
	mayWrite = 0o022
	mayRead  = 0o077
)

// maxDotenv bounds what is read of a file that is not ours.
const maxDotenv = 64 << 10

// checkFiles looks for files of ours that others can read or change, and for
// files that look like ours and are not read.
func (c *checker) checkFiles(context.Context) []Finding {
	const name = "files"
	findings := append(c.loose(name), c.unread(name)...)
	if len(findings) > 0 {
		return findings
	}
	return []Finding{found(name, "no one else can read or change what this program keeps")}
}

// loose finds files and directories that are open to others than their owner.
func (c *checker) loose(name string) []Finding {
	type entry struct {
		path string
		bits os.FileMode
		what string
	}
	var entries []entry
	if file, err := config.OpenFile(c.Input); err == nil {
		const other = "anyone who changes it chooses the service you talk to"
		entries = append(entries, entry{filepath.Dir(file.Path()), mayWrite, other}, entry{file.Path(), mayWrite, other})
	}
	if c.cfg != nil {
		state := c.cfg.StateDir()
		entries = append(entries,
			entry{state, mayRead, "it holds what you looked for"},
			entry{deployment.SandboxKey(c.cfg), mayRead, "it is the key of the built-in sandbox"})
	}
	entries = append(entries, entry{c.Input.Getenv("TRAVEL_DEBUG"), mayRead, "it holds what you looked for"})
	var findings []Finding
	for _, e := range entries {
		info, err := os.Stat(e.path)
		if err != nil || c.Input.GOOS == "windows" || info.Mode().Perm()&e.bits == 0 {
			continue // Windows keeps the user's profile private by its access list
		}
		verb, bits := "read", "go="
		if e.bits == mayWrite {
			verb, bits = "change", "go-w"
		}
		text := fmt.Sprintf("others can %s %s (mode %04o): %s", verb, c.tilde(e.path), info.Mode().Perm(), e.what)
		findings = append(findings, warned(name, text, "run: chmod "+bits+" "+words.Shell(e.path),
			Fact{"path", e.path}, Fact{"mode", fmt.Sprintf("%04o", info.Mode().Perm())}))
	}
	return findings
}

// unread finds files in the working directory that look as if they were read.
// Anyone who unpacks an archive or clones a repository must not be led elsewhere.
func (c *checker) unread(name string) []Finding {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	own := ""
	if file, err := config.OpenFile(c.Input); err == nil {
		own = file.Path()
	}
	var findings []Finding
	for _, base := range []string{"travel", ".travel", ".travelrc", "config"} {
		for _, extension := range []string{"", ".yaml", ".yml", ".json", ".toml"} {
			path := filepath.Join(dir, base+extension)
			if path != own && looksLikeOurs(path, base) {
				findings = append(findings, notRead(name, base+extension))
			}
		}
	}
	for _, base := range []string{".env", ".envrc"} {
		if mentions(filepath.Join(dir, base), "TRAVEL_") {
			findings = append(findings, notRead(name, base))
		}
	}
	return findings
}

// looksLikeOurs goes by the name, except for names that many programs use.
func looksLikeOurs(path, base string) bool {
	if base == "config" || base == "travel" && filepath.Ext(path) == "" {
		return filepath.Ext(path) != "" && mentions(path, "api-url")
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// mentions tells whether the beginning of a plain file holds the word.
func mentions(path, word string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxDotenv {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && strings.Contains(string(text), word)
}

func notRead(name, base string) Finding {
	return warned(name, base+" in this directory is not read: the working directory never is",
		"make settings with: travel config set", Fact{"file", base})
}
