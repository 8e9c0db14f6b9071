package commands

import (
	"strings"
	"testing"
)

// shellWords reads an example line as a shell would: quotes, a pipe into travel, a pipe out of it, a file for
// stdin.
func shellWords(t *testing.T, line string) (args []string, stdin string) {
	t.Helper()
	var word strings.Builder
	quote, started := rune(0), false
	var words []string
	for _, c := range strings.TrimSpace(line) + " " {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ':
			if word.Len() > 0 || started {
				words = append(words, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(c)
		}
	}
	for i := 0; i < len(words); i++ {
		switch {
		case words[i] == "|" && words[0] == "echo":
			stdin, args = strings.Join(words[1:i], " "), nil
		case words[i] == "|", words[i] == ">", strings.HasPrefix(words[i], "#"):
			i = len(words)
		case words[i] == "<":
			i++
			stdin = files[words[i]]
		default:
			args = append(args, words[i])
		}
	}
	switch {
	case !strings.Contains(line, "travel "):
		t.Fatalf("the example %q does not call travel", line)
	case args[0] != "travel":
		return nil, "" // as in curl "$(travel sandbox token)"
	}
	return args[1:], stdin
}
