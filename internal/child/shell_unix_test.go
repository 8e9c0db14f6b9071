//go:build unix

package child

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestALineReadsAndWritesAndSeesNoSecretOfOurs(t *testing.T) {
	t.Setenv("TRAVEL_TOKEN", "canary")
	var out, errs bytes.Buffer
	err := Shell(t.Context(), Streams{In: strings.NewReader("in"), Out: &out, Err: &errs}, `cat; echo " $((1+1)) [$TRAVEL_TOKEN]"; echo told >&2`)
	if err != nil || out.String() != "in 2 []\n" || errs.String() != "told\n" {
		t.Errorf("%v, %q, %q", err, &out, &errs)
	}
	if err := Shell(t.Context(), Streams{}, "exit 3"); err == nil || err.Error() != "exit status 3" {
		t.Errorf("got %v", err)
	}
}

// What a line has started ends with it: a loop that it left in the background would go on for ever.
func TestTheEndOfTheTimeEndsAllThatALineStarted(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	err := Shell(ctx, Streams{Out: starts(end)}, `sh -c 'echo begun; while :; do sleep 1; done' & wait`)
	if err == nil {
		t.Error("it ended well")
	}
}

// starts is called when something is written.
type starts func()

func (s starts) Write(p []byte) (int, error) {
	s()
	return len(p), nil
}

func TestAProgramGetsTheVariablesItIsGiven(t *testing.T) {
	t.Setenv("TRAVEL_TOKEN", "canary")
	if err := Run(t.Context(), Streams{Env: []string{"GIVEN=it's $x"}}, "/bin/sh", "-c", `test "$GIVEN" = "it's \$x" && test -z "$TRAVEL_TOKEN"`); err != nil {
		t.Error(err)
	}
}

func TestAPageIsOpenedWithoutOurSecretsWhichComeBack(t *testing.T) {
	dir := t.TempDir()
	seen := filepath.Join(dir, "seen")
	for _, program := range []string{"xdg-open", "open"} {
		if err := os.WriteFile(filepath.Join(dir, program), []byte("#!/bin/sh\nenv >"+seen+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv("TRAVEL_TOKEN", "canary")
	t.Setenv("HTTPS_PROXY", "http://ada:canary@proxy.example:3128")
	if err := Page("https://example.com/"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(seen)
	if err != nil || bytes.Contains(text, []byte("canary")) || !bytes.Contains(text, []byte("http://proxy.example:3128")) {
		t.Errorf("the program saw, %v:\n%s", err, text)
	}
	if token := os.Getenv("TRAVEL_TOKEN"); token != "canary" {
		t.Errorf("TRAVEL_TOKEN is %q afterwards", token)
	}
}
