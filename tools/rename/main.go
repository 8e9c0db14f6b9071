// Command rename makes a checkout its owner's: it puts another module path into
// every file, and other words into the head of goreleaser.yaml.
//
//	go run -C tools ./rename -module git.example.org/ada/travel \
//	  -homepage https://git.example.org/ada/travel \
//	  -maintainer 'Ada Lovelace <ada@example.org>' -vendor 'Ada Lovelace' [DIR]
//
// DIR is the checkout, the one that the program stands in if left out; a relative
// one starts from tools, because of -C. What is not given stays as it is. The
// checkout has to be committed, so that git diff shows this change alone and git
// restore takes it back. It prints what took the place of what, and commits
// nothing.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

// words are the owner's words of goreleaser.yaml, by their key, and how each is checked.
var words = []struct {
	key, usage string
	check      func(string) error
}{
	{"homepage", "`URL` of the project's page", checkHomepage},
	{"maintainer", "`NAME <ADDRESS>` of who answers for the packages", checkMaintainer},
	{"vendor", "`NAME` of who publishes the packages, in letters, digits, spaces and dashes", checkVendor},
	{"description", "one `LINE` that says what the program does", checkLine},
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("rename", flag.ContinueOnError)
	path := flags.String("module", "", "module `PATH` that people import and install, such as git.example.org/ada/travel")
	given := map[string]*string{}
	for _, w := range words {
		given[w.key] = flags.String(w.key, "", w.usage)
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir := ".."
	switch flags.NArg() {
	case 0:
	case 1:
		dir = flags.Arg(0)
	default:
		return fmt.Errorf("one directory at most can be renamed, not %d", flags.NArg())
	}
	swaps, err := swapsFor(dir, *path, given)
	if err != nil {
		return err
	}
	files, err := committed(dir)
	if err != nil {
		return err
	}
	changed, err := apply(dir, files, swaps)
	if err != nil {
		return err
	}
	for _, s := range swaps {
		fmt.Fprintf(out, "%s: %s is now %s\n", s.what, s.from, s.to)
	}
	fmt.Fprintf(out, "%d files changed; next: git diff --stat, then .ci/run\n", changed)
	return nil
}

// swapsFor checks what was given, and finds what it stands in place of.
func swapsFor(dir, path string, given map[string]*string) ([]swap, error) {
	var swaps []swap
	plan, err := os.ReadFile(filepath.Join(dir, planFile))
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		value := *given[w.key]
		if value == "" {
			continue
		}
		if err := w.check(value); err != nil {
			return nil, fmt.Errorf("-%s: %w", w.key, err)
		}
		old, err := wordIn(string(plan), w.key)
		if err != nil {
			return nil, err
		}
		swaps = append(swaps, swap{what: w.key, from: old, to: value})
	}
	if path != "" {
		if err := module.CheckPath(path); err != nil {
			return nil, fmt.Errorf("-module: %w", err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err != nil {
			return nil, err
		}
		old := modfile.ModulePath(text)
		if old == path {
			return nil, fmt.Errorf("-module: %s is what it is called already", path)
		}
		swaps = append(swaps, swap{what: "module", from: old, to: path})
	}
	if len(swaps) == 0 {
		return nil, errors.New("nothing is to be renamed: give -module or a word such as -maintainer, see -help")
	}
	return swaps, nil
}

// committed lists the files of a checkout that has no change.
func committed(dir string) ([]string, error) {
	status, err := git(dir, "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if status != "" {
		return nil, fmt.Errorf("%s has changes: commit them first, so that the diff shows this change alone", dir)
	}
	list, err := git(dir, "ls-files", "-z")
	if err != nil {
		return nil, err
	}
	return strings.FieldsFunc(list, func(r rune) bool { return r == 0 }), nil
}

func git(dir string, args ...string) (string, error) {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(failed.Stderr)))
	}
	return string(out), err
}

func checkHomepage(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsFunc(value, unicode.IsSpace) {
		return fmt.Errorf("%q is not an https address", value)
	}
	return nil
}

func checkMaintainer(value string) error {
	if a, err := mail.ParseAddress(value); err != nil || a.Name == "" {
		return fmt.Errorf("%q is not a name with an address, such as Ada Lovelace <ada@example.org>", value)
	}
	return checkLine(value)
}

// checkVendor knows that winget makes a part of an id of it.
func checkVendor(value string) error {
	for _, r := range value {
		if r != ' ' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return fmt.Errorf("%q holds %q; letters, digits, spaces and dashes make the package's id", value, r)
		}
	}
	return checkLine(value)
}

func checkLine(value string) error {
	switch {
	case strings.TrimSpace(value) == "":
		return errors.New("it is blank")
	case strings.ContainsFunc(value, unicode.IsControl):
		return fmt.Errorf("%q is more than one line", value)
	case strings.Contains(value, "{{"):
		return fmt.Errorf("%q holds {{, which goreleaser fills in", value)
	case strings.ContainsAny(value, "\"\\#"):
		return fmt.Errorf("%q holds a quote, a backslash or #, which mean something else in the texts of packages", value)
	}
	return nil
}
