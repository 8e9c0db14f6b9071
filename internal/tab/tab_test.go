package tab

import (
	"encoding/base64"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const usualBreaks = " \t\n\"'@><=;|&(:"

func bashLine(t *testing.T, kind, line string) Line {
	t.Helper()
	l, err := Read([]string{"bash", kind, usualBreaks, "60", line})
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return l
}

// Words are returned without their quotes; anything a shell would expand is as it was typed.
func TestALineIsReadAsTheShellQuotesIt(t *testing.T) {
	for line, want := range map[string][]string{
		`travel `:                              {""},
		`travel flights  tr`:                   {"flights", "tr"},
		`travel "New York" Am\ X 'a"b' "c\"d`:  {"New York", "Am X", `a"b`, `c"d`},
		`travel x"y z"w`:                       {"xy zw"},
		`travel $(touch x) `:                   {"$(touch x)", ""},
		`travel $(touch x`:                     {"$(touch x"},
		"travel `touch x` a":                   {"`touch x`", "a"},
		`travel ${x:=$(touch x)} a`:            {"${x:=$(touch x)}", "a"},
		`travel $((a[$(touch x)])) a`:          {"$((a[$(touch x)]))", "a"},
		`travel <(touch x) a`:                  {"<(touch x)", "a"},
		`travel "$(touch x) y`:                 {"$(touch x) y"},
		`travel '$(touch x) y`:                 {"$(touch x) y"},
		`travel --airlines=EK,V`:               {"--airlines=EK,V"},
		`travel ~/x $HOME`:                     {"~/x", "$HOME"},
		`travel a 2>err >out b <in c`:          {"a", "b", "c"},
		`travel a >o`:                          {"a", "o"},
		`travel a 2>&1 b`:                      {"a", "b"},
		"travel a\\\nb":                        {"ab"},
		"travel é\xff":                         {"é\xff"},
		`travel --template '{{.a}}' x`:         {"--template", "{{.a}}", "x"},
		`travel "a\b" x`:                       {`a\b`, "x"},
		`travel "" x`:                          {"", "x"},
		`travel flights search "Rio" '' +30d `: {"flights", "search", "Rio", "", "+30d", ""},
	} {
		if diff := cmp.Diff(want, bashLine(t, "9", line).Words()); diff != "" {
			t.Errorf("bash: %s (-want +got):\n%s", line, diff)
		}
	}
	zshLine, err := Read([]string{"zsh", "travel", `New\ York`, `"$(touch x)"`, "`a b`", `--x='a b`})
	if diff := cmp.Diff([]string{"New York", "$(touch x)", "`a b`", "--x=a b"}, zshLine.Words()); diff != "" || err != nil {
		t.Errorf("zsh: %v (-want +got):\n%s", err, diff)
	}
	fishLine, err := Read([]string{"fish", "travel", `it's`, "(touch x)", `"a\\b\n(c)`})
	if diff := cmp.Diff([]string{"it's", "(touch x)", `a\b\n(c)`}, fishLine.Words()); diff != "" || err != nil {
		t.Errorf("fish: %v (-want +got):\n%s", err, diff)
	}
	typed := "travel 'it''s' \"a`\"b\" $(touch x) a`"
	power, err := Read([]string{"powershell", base64.StdEncoding.EncodeToString([]byte(typed))})
	if diff := cmp.Diff([]string{"it's", `a"b`, "$(touch x)", "a"}, power.Words()); diff != "" || err != nil {
		t.Errorf("PowerShell: %v (-want +got):\n%s", err, diff)
	}
}

func TestWhatNoScriptAsksIsRefused(t *testing.T) {
	for _, args := range [][]string{
		nil, {"bash"}, {"bash", "9", "", "80"}, {"bash", "9", "", "80", "trav"}, {"bash", "9", "", "80", "a b", "c"},
		{"zsh", "travel"}, {"csh", "travel", "x"}, {"powershell", "%%"}, {"powershell", "", "x"},
		{"zsh", "travel", strings.Repeat("x", longest+1)},
	} {
		if l, err := Read(args); err == nil {
			t.Errorf("%.40q is read as %q", args, l.Words())
		}
	}
}

// bash gets the text after the last character at which it splits words, quoted to fit the line.
func TestBashGetsWhatItPutsIn(t *testing.T) {
	const said = "Non-smoking rooms\t136\nNon-stop\t2\nit's $5 \"x\"\n~x!\nLIS\tLisbon, Portugal\nid:392\tA hotel\n:36\n"
	for line, want := range map[string]string{
		`travel Non-sm`:        ":order\nNon-smoking\\ rooms\n",
		`travel "Non-sm`:       ":order\nNon-smoking rooms\n",
		`travel 'Non-sm`:       ":order\nNon-smoking rooms\n",
		`travel "Non-sm"`:      ":order\nNon-smoking\\ rooms\n",
		`travel Non-smoking\ `: ":order\nNon-smoking\\ rooms\n",
		`travel Non"-sm`:       ":order\n-smoking rooms\n",
		`travel --x=Non-sm`:    ":order\nNon-smoking\\ rooms\n",
		`travel --x="Non-sm`:   ":order\nNon-smoking rooms\n",
		`travel --x Non`:       ":order\nNon-smoking\\ rooms\nNon-stop\n",
		`travel it`:            ":order\nit\\'s\\ \\$5\\ \\\"x\\\"\n",
		`travel "it`:           ":order\nit's \\$5 \\\"x\\\"\n",
		`travel 'it`:           ":order\nit'\\''s $5 \"x\"\n",
		`travel \~`:            ":order\n\\~x\\!\n",
		`travel "~`:            ":order\n", // in there, nothing keeps bash from expanding the !
		`travel lis`:           ":order\nLIS\n",
		`travel id:3`:          ":order\n392\n",
		`travel $(x)L`:         ":order\n",
		`travel a >L`:          ":files order\n",
	} {
		if diff := cmp.Diff(want, bashLine(t, "9", line).Answer(said)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
}

// When bash only lists words, they come with descriptions, no wider than the terminal; when it would insert their
// common prefix, they come without.
func TestDescriptionsAreShownAndNeverPutIn(t *testing.T) {
	const said = "EK,VF\tAJet\nEK,VS\tVirgin Atlantic\nEK,VY\t" + "a long name that does not fit into the width of this terminal\n:4\n"
	shown := ":\nEK,VF  (AJet)\nEK,VS  (Virgin Atlantic)\nEK,VY  (a long name that does not fit into the width of t…)\n"
	alone := ":\nEK,VF\nEK,VS\nEK,VY\n"
	for _, test := range []struct{ kind, line, want string }{
		{"63", "travel --airlines EK,", shown},
		{"9", "travel --airlines EK,V", shown}, // no longer common prefix
		{"9", "travel --airlines EK,", alone},
		{"33", "travel --airlines EK,", alone},
		{"37", "travel --airlines EK,V", alone},
		{"9", `travel --airlines "EK,`, alone},
		{"", "travel --airlines=EK,", alone},
		{"63", "travel --airlines=EK,", shown},
	} {
		if diff := cmp.Diff(test.want, bashLine(t, test.kind, test.line).Answer(said)); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", test.kind, test.line, diff)
		}
	}
}

// Words that match what was typed but differ in case have a shorter common prefix than was typed; bash would delete
// the rest.
func TestWhatWasTypedIsNeverTakenAway(t *testing.T) {
	for line, want := range map[string]string{"travel lis": ":\nLIS\nLISA\n", "travel Lis": ":\nLIS\nLISA\n", "travel lisb": ":\nLisbon\n"} {
		if diff := cmp.Diff(want, bashLine(t, "9", line).Answer("LIS\nLisbon\nLISA\n:4\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
	}
}

func TestEachShellGetsItsForm(t *testing.T) {
	const said = "id:3\tA: b\nNew York\n:6\n"
	for want, args := range map[string][]string{
		":nospace\nNew York\nid\\:3:A: b\n":        {"zsh", "travel", "--x="},
		":nospace\n--x=New York\n--x=id:3\tA: b\n": {"fish", "travel", "--x="},
		":nospace\n" + base64.StdEncoding.EncodeToString([]byte("'New York'\tNew York\tNew York")) + "\n": {
			"powershell", base64.StdEncoding.EncodeToString([]byte("travel new")),
		},
	} {
		l, err := Read(args)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, l.Answer(said)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", args[0], diff)
		}
	}
}

// Words with terminal control characters are never suggested, and an invalid answer suggests nothing.
func TestHostileWordsAreNotOffered(t *testing.T) {
	for said, want := range map[string]string{
		"a\x1b[31m\tx\nb\u202e\nc\tred \x1b]0;t\a\u200bend\n:4\n": ":\nc\n",
		"Error: panic\n": ":\n",
		"":               ":\n",
		"a\n:1\n":        ":\n",
		"a\n:zero\n":     ":\n",
		"a\n:0\n":        ":\na\n",
		":8\n":           ":files\n",
	} {
		if diff := cmp.Diff(want, bashLine(t, "9", "travel ").Answer(said)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", said, diff)
		}
	}
}

// FuzzBash lets bash itself read the output: it must be the word, and nothing may be run.
func FuzzBash(f *testing.F) {
	f.Add("travel a", "a b", "it's")
	f.Add(`travel "a`, "a`x`$(y)", "")
	f.Add(`travel 'a`, "a'b\\", "~")
	shell, err := exec.LookPath("bash")
	f.Fuzz(func(t *testing.T, line, value, about string) {
		l, readErr := Read([]string{"bash", "9", usualBreaks, "80", line})
		if readErr != nil {
			return
		}
		answer := strings.Split(strings.TrimSuffix(l.Answer(value+"\t"+about+"\n:4\n"), "\n"), "\n")
		here := l.words[len(l.words)-1]
		if len(answer) != 2 || err != nil || strings.HasPrefix(here.text, "-") || strings.ContainsAny(line, "!\n\r\x00") || strings.ContainsAny(value+about, "\t\n") {
			return
		}
		end := map[byte]string{0: "", '"': `"`, '\'': `'`}[here.quote]
		quote := end
		out, err := exec.Command(shell, "--norc", "-c", "set -f +B; printf %s "+quote+answer[1]+end).Output()
		if want := value[here.from:]; err != nil || string(out) != want {
			t.Errorf("behind %q bash reads %q as %q, want %q: %v", line, answer[1], out, want, err)
		}
	})
}

// No script lets its shell run or expand the line.
func TestNoScriptRunsTheLine(t *testing.T) {
	for _, shell := range Shells() {
		script := Script(shell, Word)
		for _, word := range []string{"eval", "Invoke-Expression", "iex ", "compgen", "$words[1]", "source"} {
			if strings.Contains(script, word) {
				t.Errorf("the script for %s has %q", shell, word)
			}
		}
		if lines := strings.Count(script, "\n"); lines == 0 || lines > 35 || !strings.Contains(script, " "+Word+" "+shell) {
			t.Errorf("the script for %s has %d lines:\n%s", shell, lines, script)
		}
		if plain := Script(shell, PlainWord); !strings.Contains(plain, " "+PlainWord+" "+shell) {
			t.Errorf("without descriptions:\n%s", plain)
		}
	}
	if Script("csh", Word) != "" {
		t.Error("there is a script for csh")
	}
}
