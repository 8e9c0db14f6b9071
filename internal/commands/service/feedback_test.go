//go:build unix

package service

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/sandbox"
)

// testEnv is a process without a terminal, with its own home directory.
func testEnv(t *testing.T, args ...string) (*cli.Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	var out, errs bytes.Buffer
	return &cli.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(string) string { return "" }, Environ: func() []string { return nil }, OS: "linux", Home: t.TempDir(),
		OutTerm: render.Terminal{Unicode: true}, ErrTerm: render.Terminal{Unicode: true},
		Now:   func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) },
		Wait:  func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		Open:  func(string) error { return nil },
		Build: cli.Build{Version: "1.2.3"},
	}, &out, &errs
}

// editorEnv is a terminal whose editor is the given script.
func editorEnv(t *testing.T, script string) (*cli.Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	editor := filepath.Join(t.TempDir(), "editor")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	env, out, errs := testEnv(t, "feedback")
	env.StdinTTY, env.OutTerm.TTY, env.OutTerm.Width = true, true, 80
	env.Getenv = func(name string) string { return map[string]string{"EDITOR": editor + " --wait"}[name] }
	t.Setenv("TMPDIR", t.TempDir())
	return env, out, errs
}

// execute runs a command line with only the feedback command.
func execute(t *testing.T, env *cli.Env) int {
	t.Helper()
	run := cli.New(env)
	root := &cobra.Command{Use: "travel", SilenceErrors: true, SilenceUsage: true}
	run.Flags.AddTo(root)
	run.List(root, cli.Entry{Use: "feedback", Make: Feedback})
	return run.Execute(t.Context(), root)
}

// kept returns what the sandbox received.
func kept(t *testing.T, env *cli.Env) []map[string]any {
	t.Helper()
	cfg, err := config.Load(config.Input{Getenv: func(string) string { return "" }, Home: env.Home, GOOS: env.OS})
	if err != nil {
		t.Fatal(err)
	}
	server, err := sandbox.New(sandbox.Options{StateDir: deployment.SandboxDir(cfg), Now: env.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	entries, err := server.Feedback()
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	var list []map[string]any
	if err := json.Unmarshal(body, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// drafts returns the messages left behind.
func drafts(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(os.TempDir(), "travel-feedback-*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestAMessageIsWrittenInTheEditor(t *testing.T) {
	env, out, errs := editorEnv(t, `printf 'Lovely.\nReally.\n' | cat - "$2" > "$2.new" && mv "$2.new" "$2"`)
	if code := execute(t, env); code != 0 {
		t.Fatalf("ended with %d: %s", code, errs)
	}
	want := []map[string]any{{"at": "2026-11-21T08:00:00Z", "message": "Lovely.\nReally.", "subject": "sample-ada", "version": "1.2.3"}}
	if diff := cmp.Diff(want, kept(t, env)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if !strings.Contains(out.String(), "Lovely.") || len(drafts(t)) != 0 {
		t.Errorf("printed %q, left %v", out, drafts(t))
	}
}

func TestNothingWrittenSendsNothing(t *testing.T) {
	for name, script := range map[string]string{
		"untouched":          "true",
		"ended with failure": `echo text > "$2"; exit 3`,
		"emptied":            `: > "$2"`,
	} {
		env, _, errs := editorEnv(t, script)
		if code := execute(t, env); code != 2 || !strings.Contains(errs.String(), "nothing was sent") {
			t.Errorf("%s: ended with %d: %s", name, code, errs)
		}
		if got := kept(t, env); len(got) != 0 || len(drafts(t)) != 0 {
			t.Errorf("%s: sent %v, left %v", name, got, drafts(t))
		}
	}
}

// A written message survives a connection failure.
func TestAMessageThatCouldNotBeSentIsKept(t *testing.T) {
	env, _, errs := editorEnv(t, `printf 'Precious.' > "$2"`)
	editor := env.Getenv("EDITOR")
	env.Getenv = func(name string) string {
		return map[string]string{"EDITOR": editor, "TRAVEL_API_URL": "http://127.0.0.1:1", "TRAVEL_TOKEN": "t"}[name]
	}
	if code := execute(t, env); code != 7 {
		t.Errorf("ended with %d: %s", code, errs)
	}
	left := drafts(t)
	if len(left) != 1 || !strings.Contains(errs.String(), "the message is kept in "+left[0]) {
		t.Fatalf("left %v, said %s", left, errs)
	}
	if text, err := os.ReadFile(left[0]); err != nil || string(text) != "Precious." {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

func TestAMessageThatIsTooLongIsKept(t *testing.T) {
	env, _, errs := editorEnv(t, `head -c 2001 /dev/zero | tr '\0' x > "$2"`)
	if code := execute(t, env); code != 2 || !strings.Contains(errs.String(), "the message has 2,001 characters; at most 2,000 fit") {
		t.Errorf("ended with %d: %s", code, errs)
	}
	if left := drafts(t); len(left) != 1 || !strings.Contains(errs.String(), left[0]) {
		t.Errorf("left %v, said %s", left, errs)
	}
}

func TestAnEditorThatIsNotThereIsNamed(t *testing.T) {
	env, _, errs := testEnv(t, "feedback")
	env.StdinTTY, env.OutTerm.TTY = true, true
	if code := execute(t, env); code != 2 || !strings.Contains(errs.String(), "set EDITOR") {
		t.Errorf("without an editor: %d: %s", code, errs)
	}
	errs.Reset()
	env.Getenv = func(name string) string { return map[string]string{"VISUAL": "no-such-editor"}[name] }
	if code := execute(t, env); code != 2 || !strings.Contains(errs.String(), "the editor no-such-editor did not end well") {
		t.Errorf("with a wrong editor: %d: %s", code, errs)
	}
}

// An endless message is read only until it is known to be too long, and the error does not invent a length.
func TestAMessageThatIsMuchTooLongIsNotCounted(t *testing.T) {
	endless := strings.NewReader(strings.Repeat("é", 1<<20))
	env, _, errs := testEnv(t, "feedback", "--message", "-")
	env.Stdin = endless
	code, want := execute(t, env), "the message has more than 65,536 bytes; at most 2,000 characters fit"
	if code != 2 || !strings.Contains(errs.String(), want) || endless.Len() < 1<<20 {
		t.Errorf("got %d, %s, %d bytes left unread", code, errs, endless.Len())
	}
}
