package commands

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestAMistakeIsOneJSONObject gives every command an unknown flag, and too many arguments. Wherever --json is on
// the line, stdout must stay empty and stderr must be one object.
func TestAMistakeIsOneJSONObject(t *testing.T) {
	var lines [][]string
	walk(newTestRoot(t), func(cmd *cobra.Command) {
		if cmd.Name() == "help" {
			return // shows help for whatever it can
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		for _, mistake := range []string{"--no-such-flag --json", "--json --no-such-flag", "--no-such-flag --jq .", "--color blue --json"} {
			lines = append(lines, append(append([]string{}, path...), strings.Fields(mistake)...))
		}
		if many := strings.Fields(strings.Repeat("x ", 50)); cmd.Args != nil && cmd.Args(cmd, many) != nil {
			lines = append(lines, append(append([]string{"--json"}, path...), many...))
		}
	})
	for _, args := range lines {
		env, out, errs := testEnv(t, args...)
		if code := Execute(t.Context(), env); code != 2 || out.Len() > 0 {
			t.Errorf("travel %s ended with %d, want 2 and no answer\n%s%s", strings.Join(args, " "), code, out, errs)
		}
		var object struct{ Class, Detail, Hint string }
		if err := json.Unmarshal(errs.Bytes(), &object); err != nil || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("travel %s: stderr is not one JSON object\n%s", strings.Join(args, " "), errs)
		} else if object.Class != "usage" || object.Detail == "" || object.Hint == "" {
			t.Errorf("travel %s: want class, detail and hint: %s", strings.Join(args, " "), errs)
		}
	}
	t.Logf("%d mistakes", len(lines))
}
