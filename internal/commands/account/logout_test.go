package account

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
)

// logout runs travel logout with a file of logins, and returns its exit code and stderr.
func logout(t *testing.T, vars map[string]string, args ...string) (int, string) {
	t.Helper()
	var out, errs bytes.Buffer
	run := cli.New(&cli.Env{
		Args: append([]string{"logout"}, args...), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string { return vars[name] }, OS: "linux", Home: t.TempDir(),
		Now:  func() time.Time { return time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC) },
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	})
	root := &cobra.Command{Use: "travel", SilenceErrors: true, SilenceUsage: true}
	run.Flags.AddTo(root)
	run.List(root, cli.Entry{Use: "logout", Make: Logout})
	code := run.Execute(t.Context(), root)
	if out.Len() > 0 {
		t.Errorf("stdout has %q", &out)
	}
	return code, errs.String()
}

func TestAllMeansTheEnvironmentAndEveryProfile(t *testing.T) {
	vars := map[string]string{"TRAVEL_API_URL": "https://api.example", "TRAVEL_CREDENTIAL_STORE": "file", "TRAVEL_PROFILE": "sandbox"}
	code, told := logout(t, vars, "--all")
	want := "the environment's: no one is signed in\n" +
		"profile sandbox: no one is signed in; the sandbox signs in automatically with a sample account\n"
	if diff := cmp.Diff(want, told); code != 0 || diff != "" {
		t.Errorf("exit code %d (-want +got):\n%s", code, diff)
	}
}

func TestAllDoesNotGoWithOneDeployment(t *testing.T) {
	vars := map[string]string{"TRAVEL_API_URL": "https://api.example", "TRAVEL_CREDENTIAL_STORE": "file"}
	for _, flag := range []string{"--profile=sandbox", "--api-url=https://api.example", "--issuer=https://id.example", "--client-id=c", "--revoke-url=https://id.example/r"} {
		name, _, _ := strings.Cut(flag, "=")
		if code, told := logout(t, vars, "--all", flag); code != 2 || !strings.Contains(told, "--all signs out of every profile, and "+name+" names one") {
			t.Errorf("%s: exit code %d: %s", flag, code, told)
		}
	}
	if code, told := logout(t, nil, "--all", "--credential-store=file"); code != 0 {
		t.Errorf("where logins are kept is not a deployment: %d: %s", code, told)
	}
}
