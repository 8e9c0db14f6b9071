// Command manual writes the manual pages, the scripts for TAB and the command reference of travel,
// from the same pages that travel --help lays out. A release calls it; it is not part of the program.
//
//	go run ./cmd/manual man [--gzip] DIR [VERSION]
//	go run ./cmd/manual completions DIR
//	go run ./cmd/manual markdown DIR
//
// The date of manual pages is SOURCE_DATE_EPOCH, seconds since 1970 in UTC; without it they have none.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/commands"
	"travel.example/travel/internal/tab"
)

func main() {
	if err := run(os.Args[1:], os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("want: manual man [--gzip] DIR [VERSION], manual completions DIR or manual markdown DIR")

// run writes what the arguments ask for.
func run(args []string, epoch string) error {
	if len(args) < 2 {
		return errUsage
	}
	what, rest := args[0], args[1:]
	zipped := what == "man" && rest[0] == "--gzip"
	if zipped {
		rest = rest[1:]
	}
	most := 1
	if what == "man" {
		most = 2
	}
	if len(rest) == 0 || len(rest) > most || strings.HasPrefix(rest[0], "-") {
		return errUsage
	}
	made, err := files(what, strings.Join(rest[1:], ""), epoch)
	if err != nil {
		return err
	}
	if what == "markdown" {
		if err := removePages(rest[0], made); err != nil {
			return err
		}
	}
	if zipped {
		if made, err = zip(made); err != nil {
			return err
		}
	}
	return write(rest[0], made)
}

// files are the texts of what is asked for, by their paths below a directory.
func files(what, version, epoch string) (map[string]string, error) {
	if what == "completions" {
		return scripts(), nil
	}
	m, err := manual()
	if err != nil {
		return nil, err
	}
	switch what {
	case "man":
		date, err := day(epoch)
		if err != nil {
			return nil, err
		}
		return manPages(m, edition{version, date})
	case "markdown":
		return markdownPages(m)
	}
	return nil, errUsage
}

// manual reads the pages of the help, in an environment in which nothing is set.
func manual() (cli.Manual, error) {
	return commands.Manual(cli.New(&cli.Env{
		Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(string) string { return "" }, Environ: func() []string { return nil }, OS: "linux",
		Now: func() time.Time { return time.Unix(0, 0).UTC() },
	}))
}

// day is the day of a time in seconds since 1970 in UTC, as 2026-11-21, "" for "".
func day(epoch string) (string, error) {
	if epoch == "" {
		return "", nil
	}
	seconds, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return "", fmt.Errorf("SOURCE_DATE_EPOCH is %q, want seconds since 1970", epoch)
	}
	return time.Unix(seconds, 0).UTC().Format(time.DateOnly), nil
}

// scripts are what travel completion prints, by the names under which shells look for them.
func scripts() map[string]string {
	names := map[string]string{"bash": "travel.bash", "zsh": "_travel", "fish": "travel.fish", "powershell": "travel.ps1"}
	made := map[string]string{}
	for _, shell := range tab.Shells() {
		made[names[shell]] = tab.Script(shell, tab.Word)
	}
	return made
}

// zip compresses each file, without a name and a time.
func zip(made map[string]string) (map[string]string, error) {
	zipped := map[string]string{}
	for name, text := range made {
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		if _, err := io.WriteString(w, text); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		zipped[name+".gz"] = out.String()
	}
	return zipped, nil
}

// removePages removes the Markdown pages of a directory that are not made any more.
func removePages(dir string, made map[string]string) error {
	there, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return err
	}
	for _, path := range there {
		if _, kept := made[filepath.Base(path)]; kept {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

func write(dir string, made map[string]string) error {
	for name, text := range made {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
