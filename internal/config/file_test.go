package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/problem"
)

func open(t *testing.T, in Input) *File {
	t.Helper()
	f, err := OpenFile(in)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func text(t *testing.T, f *File) string {
	t.Helper()
	got, err := os.ReadFile(f.Path())
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

// handWritten is a file with comments where people put them.
const handWritten = `# travel, kept by hand

# the default
profile: work

profiles:
  # paid by the firm
  work:
    api-url: https://api.example # staging is elsewhere
    currency: EUR
  home: {api-url: 'https://home.example'}
# the end
`

// edit is a change and the file after it.
type edit struct {
	edit func(context.Context, *File) error
	want string
}

// edits are the changes to handWritten.
func edits() map[string]edit {
	return map[string]edit{
		"replace": {
			func(ctx context.Context, f *File) error {
				return f.Set(ctx, "work", map[string]string{"api-url": "https://new.example"})
			},
			strings.Replace(handWritten, "https://api.example", "https://new.example", 1),
		},
		"add": {
			func(ctx context.Context, f *File) error {
				return f.Set(ctx, "work", map[string]string{"redirect-port": "8080"})
			},
			strings.Replace(handWritten, "currency: EUR\n", "currency: EUR\n    redirect-port: \"8080\"\n", 1),
		},
		"add to braces": {
			func(ctx context.Context, f *File) error {
				return f.Set(ctx, "home", map[string]string{"site-code": "NO"})
			},
			strings.Replace(handWritten, "home: {api-url: 'https://home.example'}", "home:\n    api-url: 'https://home.example'\n    site-code: NO", 1),
		},
		"new profile": {
			func(ctx context.Context, f *File) error {
				return f.Set(ctx, "Third-1", map[string]string{"locale": "pt-BR"})
			},
			strings.Replace(handWritten, "\n# the end", "\n  Third-1:\n    locale: pt-BR\n# the end", 1),
		},
		"unset": {
			func(ctx context.Context, f *File) error { return f.Unset(ctx, "work", "currency") },
			strings.Replace(handWritten, "    currency: EUR\n", "", 1),
		},
		"unset what is not set": {
			func(ctx context.Context, f *File) error { return f.Unset(ctx, "work", "locale") },
			handWritten,
		},
		"unset the last": {
			func(ctx context.Context, f *File) error { return f.Unset(ctx, "home", "api-url") },
			strings.Replace(handWritten, "  home: {api-url: 'https://home.example'}\n", "", 1),
		},
		"use": {
			func(ctx context.Context, f *File) error { return f.Use(ctx, "sandbox") },
			strings.Replace(handWritten, "profile: work", "profile: sandbox", 1),
		},
	}
}

// An edit changes its one line; comments, order and the other profiles stay.
func TestEditsKeepTheRest(t *testing.T) {
	for name, test := range edits() {
		f := open(t, input(t, handWritten))
		if err := test.edit(t.Context(), f); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		// Blank lines between parts are the one thing that YAML nodes forget.
		if diff := cmp.Diff(withoutBlank(test.want), withoutBlank(text(t, f))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func withoutBlank(s string) string {
	var kept []string
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// The first setting makes the file, for its owner alone, and it holds at once.
func TestFirstSettingMakesTheFile(t *testing.T) {
	for name, before := range map[string]string{"no file": "", "only a comment": "# mine", "only a mark": "---\n", "an empty part": "profiles:\n", "an empty profile": "profiles:\n  work:\n"} {
		in := input(t, before)
		f := open(t, in)
		if err := f.Set(t.Context(), "work", map[string]string{"api-url": "https://api.example"}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := f.Use(t.Context(), "work"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		c, err := Load(in)
		if err != nil || c.Profile() != "work" || c.Get("api-url").Value != "https://api.example" {
			t.Errorf("%s: %v\n%s", name, err, text(t, f))
		}
		if strings.HasPrefix(before, "#") && !strings.HasPrefix(text(t, f), before) {
			t.Errorf("%s is lost:\n%s", name, text(t, f))
		}
		info, err := os.Stat(f.Path())
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// What is wrong never reaches the file; what is wrong in it can be fixed.
func TestEditsRefuseMistakes(t *testing.T) {
	const broken = "profile: a\nprofiles:\n  a:\n    currency: euro\n    colour: red\n"
	in := input(t, broken)
	f := open(t, in)
	tests := map[string]error{
		`profile a: currency cannot be "euro"; accepted: three uppercase letters, such as EUR`: f.Set(t.Context(), "a", map[string]string{"currency": "euro"}),
		`a profile cannot be called "../a"; accepted: up to 64 letters, digits, - and _`:       f.Set(t.Context(), "../a", map[string]string{"currency": "EUR"}),
		`profile sandbox: client-id is fixed for the built-in sandbox; use another profile`:    f.Set(t.Context(), Sandbox, map[string]string{"client-id": "x"}),
		`profile "b" does not exist; accepted: a, sandbox`:                                     f.Use(t.Context(), "b"),
		`profile "c" does not exist; accepted: a, sandbox`:                                     f.Unset(t.Context(), "c", "currency"),
		`"color" is not a setting; accepted: api-url, site-url, issuer, token-url, revoke-url`: f.Unset(t.Context(), "a", "color"),
	}
	for want, err := range tests {
		if problem.ClassOf(err) != problem.Usage || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := text(t, f); got != broken {
		t.Errorf("the file was changed:\n%s", got)
	}
	if err := errors.Join(f.Set(t.Context(), "a", map[string]string{"currency": "EUR"}), f.Unset(t.Context(), "a", "colour")); err != nil {
		t.Fatal(err)
	}
	if c, err := Load(in); err != nil || c.Get("currency").Value != "EUR" {
		t.Errorf("not fixed: %v\n%s", err, text(t, f))
	}
}

// Edits at the same time all arrive, and a reader never meets half a file.
func TestEditsAtOnceAllArrive(t *testing.T) {
	in := input(t, "")
	var edits sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		edits.Go(func() {
			f, err := OpenFile(in)
			if err == nil {
				err = f.Set(t.Context(), fmt.Sprintf("p%02d", i), map[string]string{"currency": "EUR"})
			}
			_, loadErr := Load(in)
			errs[i] = errors.Join(err, loadErr)
		})
	}
	edits.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	names, err := open(t, in).Profiles()
	if err != nil || len(names) != len(errs)+1 {
		t.Errorf("%q, %v", names, err)
	}
}

// A file that is a link stays one.
func TestEditFollowsALink(t *testing.T) {
	in := input(t, "profiles: {}\n")
	f := open(t, in)
	kept := filepath.Join(t.TempDir(), "kept.yaml")
	if err := errors.Join(os.Rename(f.Path(), kept), os.Symlink(kept, f.Path())); err != nil {
		t.Fatal(err)
	}
	if err := f.Set(t.Context(), Sandbox, map[string]string{"currency": "JPY"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(f.Path())
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v, %v", info, err)
	}
	if c, err := Load(in); err != nil || c.Get("currency").Value != "JPY" {
		t.Error(err)
	}
}
