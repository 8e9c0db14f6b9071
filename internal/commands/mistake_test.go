package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// T38: a bug in this program ends it with one line on stderr, in the requested format, without a panic's text or
// stack.
func TestAPanicEndsWithOneLine(t *testing.T) {
	for name, test := range map[string]struct {
		args  []string
		debug bool
		want  []string
	}{
		"here":       {[]string{"whoami"}, false, []string{"error: a mistake of this program in ", "mistake_test.go:", "panic of type string", "TRAVEL_DEBUG=FILE"}},
		"kept":       {[]string{"whoami"}, true, []string{"error: a mistake of this program in ", "please report it, with the calls that"}},
		"as JSON":    {[]string{"whoami", "--json"}, false, []string{`{"class":"local",`, `"detail":"a mistake of this program in `}},
		"in a check": {[]string{"doctor"}, false, []string{"error: not in order: environment"}},
	} {
		t.Run(name, func(t *testing.T) {
			env, out, errs := testEnv(t, test.args...)
			file := filepath.Join(t.TempDir(), "debug.log")
			env.Getenv = func(string) string { return "" }
			if test.debug {
				env.Getenv = func(name string) string { return map[string]string{"TRAVEL_DEBUG": file}[name] }
			}
			env.Now = func() time.Time { panic("canary-token") }
			env.Environ = func() []string { panic("canary-token") }
			code := Execute(t.Context(), env)
			told := errs.String()
			if code != 1 || strings.Contains(told+out.String(), "canary") || strings.Contains(told, "goroutine") || strings.Count(told, "\n") > 3 {
				t.Errorf("exit code %d\n%s%s", code, out, told)
			}
			for _, part := range test.want {
				if !strings.Contains(told, part) {
					t.Errorf("stderr lacks %q:\n%s", part, told)
				}
			}
			if !test.debug {
				return
			}
			calls, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(calls), "internal/commands.Execute (root.go:") || strings.Contains(string(calls), "canary") {
				t.Errorf("the debug log: %v\n%s", err, calls)
			}
		})
	}
}
