package schedule

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/problem"
)

var update = flag.Bool("update", false, "write the golden files again")

// odd are texts with special characters of shells, schedulers or markup.
var odd = []string{
	"plain", "", "two words", "it's", `say "hi"`, "100%", "%h %% %", "$HOME", "$$", "a;b", "`id`", "$(id)", "<&>", "#", "*", "~", "é 見", "-x", "‘typed’", "a=b",
}

// job returns a job for the program at a path.
func job(program string, args ...string) Job {
	return Job{
		Name: "travel-watch-work", About: "travel: 100% of the watches", Program: program, Args: args,
		Env: []string{"TRAVEL_STATE_DIR=/home/ada/it's 100% $ mine"}, Every: 6 * time.Hour, Minute: 7, EndsWith: 9,
	}
}

func TestEachSchedulerIsToldInItsOwnWords(t *testing.T) {
	var b strings.Builder
	for _, system := range Systems() {
		entry, err := For(system, job("/home/ada/my 100% $bin/travel", "--profile", "work", "watch", "run", "--exec", `echo "it's $PRICE" | mail -s 50% ada`))
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("== " + entry.System + "\n")
		for _, part := range entry.Parts {
			b.WriteString("-- " + part.Where + "\n" + part.Text)
		}
		b.WriteString("-- begin, end\n" + strings.Join(append(entry.Begin, entry.End...), "\n") + "\n")
	}
	name := filepath.Join("testdata", "entries.golden")
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// oddProgram creates a script at an odd path that prints its arguments, one per line.
func oddProgram(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), dir, "travel")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\nprintf '%s\\n' \"$TRAVEL_STATE_DIR\" \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// cronReads returns the command that cron passes to sh: an escaped % becomes %, and nothing else changes.
func cronReads(t *testing.T, line string) string {
	t.Helper()
	fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 6)
	command := strings.ReplaceAll(fields[5], `\%`, "\x00")
	if strings.ContainsAny(command, "%\n") {
		t.Fatalf("cron ends the line at a %%: %s", line)
	}
	return strings.ReplaceAll(command, "\x00", "%")
}

func TestCronStartsTheProgramWithItsArguments(t *testing.T) {
	for _, dir := range []string{"plain", "two words", "it's", "100%", `"$x" & ;`} {
		j := job(oddProgram(t, dir), odd...)
		entry, err := For(Cron, j)
		if err != nil {
			t.Fatal(err)
		}
		shell := exec.CommandContext(t.Context(), "/bin/sh", "-c", cronReads(t, entry.Parts[0].Text))
		out, err := shell.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		_, state, _ := strings.Cut(j.Env[0], "=")
		want := append([]string{state}, odd...)
		if diff := cmp.Diff(want, strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", dir, diff)
		}
	}
}

func TestATextThatASchedulerCannotHoldIsRefused(t *testing.T) {
	for text, system := range map[string]System{`a\b`: Cron, "a\nb": Systemd, "a\x1b": Launchd, "a\rb": Windows} {
		_, err := For(system, job("/bin/travel", text))
		if problem.ClassOf(err) != problem.Usage {
			t.Errorf("%s takes %q: %v", system, text, err)
		}
	}
}

// systemd itself reads the units, with programs at odd paths.
func TestSystemdTakesTheUnits(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("skipped: systemd-analyze is not installed")
	}
	dir := t.TempDir()
	var files []string
	for i, path := range []string{"plain", "two words", "it's", "100%", `"$x" & ;`, "$HOME"} {
		j := job(oddProgram(t, path), odd...)
		j.Name = "travel-watch-" + string(rune('a'+i))
		entry, err := For(Systemd, j)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range entry.Parts {
			file := filepath.Join(dir, filepath.Base(part.Where))
			if err := os.WriteFile(file, []byte(part.Text), 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, file)
		}
	}
	verify := exec.CommandContext(t.Context(), analyze, append([]string{"--user", "--man=no", "verify"}, files...)...)
	verify.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir)
	if out, err := verify.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: %s", err, out)
	}
	for _, span := range spans {
		if out, err := exec.CommandContext(t.Context(), analyze, "calendar", systemdClock.at(span.Duration, 59)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", span.word, err, out)
		}
	}
}

// unitReads splits a line like systemd (systemd.syntax(7), systemd.service(5)): quotes, escapes, specifiers and, in
// arguments, variables.
func unitReads(t *testing.T, line string) (words []string) {
	t.Helper()
	for at := 0; at < len(line); at++ {
		var word string
		word, at = unitReadsWord(t, line, at, len(words) > 0)
		words = append(words, word)
	}
	return words
}

// unitReadsWord reads the word that begins at an offset, and returns where it ends.
func unitReadsWord(t *testing.T, line string, at int, argument bool) (word string, end int) {
	t.Helper()
	var b strings.Builder
	quote := byte(0)
	for ; at < len(line) && (quote != 0 || line[at] != ' '); at++ {
		switch c := line[at]; {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
			continue
		case quote != 0 && c == quote:
			quote = 0
			continue
		case c == '\\':
			at++
		case c == '%' || c == '$' && argument:
			if at++; line[at] != c {
				t.Fatalf("%c%c in %s", c, line[at], line)
			}
		}
		b.WriteByte(line[at])
	}
	return b.String(), at
}

func TestSystemdReadsTheSameWords(t *testing.T) {
	for _, program := range []string{"/bin/travel", "/my bin/$a/100%/travel", `/it's/"a"/travel`} {
		entry, err := For(Systemd, job(program, append(odd, `a\b`)...))
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(entry.Parts[0].Text, "ExecStart=")
		line, _, _ = strings.Cut(line, "\n")
		got := unitReads(t, line)
		if got[0] == "/bin/sh" {
			if diff := cmp.Diff([]string{"/bin/sh", "-c", `exec "$0" "$@"`}, got[:3]); diff != "" {
				t.Errorf("%s (-want +got):\n%s", program, diff)
			}
			got = got[3:]
		}
		if diff := cmp.Diff(append(append([]string{program}, odd...), `a\b`), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", program, diff)
		}
	}
}

func TestLaunchdReadsTheSameWords(t *testing.T) {
	entry, err := For(Launchd, job("/my <bin>/it's/travel", odd...))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for d := xml.NewDecoder(strings.NewReader(entry.Parts[0].Text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "string" {
			var text string
			if err := d.DecodeElement(&text, &start); err != nil {
				t.Fatal(err)
			}
			got = append(got, text)
		}
	}
	want := append([]string{"travel-watch-work", "/my <bin>/it's/travel"}, odd...)
	if diff := cmp.Diff(append(want, "/home/ada/it's 100% $ mine"), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A text in single quotes is all that PowerShell has to read, so quotes in a text are doubled.
func TestPowerShellReadsTheSameText(t *testing.T) {
	for _, text := range odd {
		inside := strings.TrimSuffix(strings.TrimPrefix(literal(text), "'"), "'")
		for _, quote := range []string{"'", "‘", "’"} {
			if strings.Count(inside, quote) != 2*strings.Count(text, quote) {
				t.Errorf("%s holds a single %s", inside, quote)
			}
			inside = strings.ReplaceAll(inside, quote+quote, quote)
		}
		if inside != text {
			t.Errorf("%q is read as %q", text, inside)
		}
	}
}

func TestAnArgumentOfWindowsIsOneWord(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "": `""`, "two words": `"two words"`, `say "hi"`: `"say \"hi\""`, `C:\a b\`: `"C:\a b\\"`, `\"`: `"\\\""`, `C:\a`: `C:\a`,
	} {
		if got := argument(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func TestEveryTakesWhatEachSchedulerCanDo(t *testing.T) {
	for text, want := range map[string]time.Duration{"6h": 6 * time.Hour, " 1D": day, "24h": day, "90m": 0, "5h": 0, "-6h": 0, "": 0, "0": 0, "60m": time.Hour} {
		got, err := Every("--every", text)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for minute := range 60 {
		for _, span := range spans {
			if fields := strings.Fields(cronClock.at(span.Duration, minute)); len(fields) != 5 {
				t.Errorf("%s: %v", span.word, fields)
			}
		}
	}
}
