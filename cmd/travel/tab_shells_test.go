package main

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"travel.example/travel/internal/testkit/need"
)

// typist is a person at a shell which has loaded its script for travel.
type typist struct {
	tmux
	dir  string // the shell's working directory, empty
	said int
}

// How each shell is started and loads its script. zsh is told to leave the word under the cursor to
// completion, since it works that out itself before, whatever command it belongs to.
var shellStarts = map[string]struct {
	start []string
	load  string
}{
	"bash": {[]string{"--norc", "--noprofile"}, `unset HISTFILE; eval "$(travel completion bash)"`},
	"zsh":  {[]string{"-f"}, `autoload -U compinit; compinit -D; source <(travel completion zsh); bindkey '^I' complete-word; PS1='$ '`},
	"fish": {[]string{"--no-config", "--private", "-C", "function fish_prompt; echo '$ '; end"}, `travel completion fish | source`},
}

// evilName is what the service calls a hotel, as JSON.
const evilName = `"\u001b]0;title\u0007$(touch x)\u0060touch x\u0060\n\"'\u202e pwned"`

// firstHotel is where the name of a list's first hotel stands.
var firstHotel = regexp.MustCompile(`"hotelId":[0-9]+,"image":.*?"name":("[^"]*")`)

// another is a row of what TAB offers that has a name as the service gave it.
var another = regexp.MustCompile(`\b2\b.* [A-Z][a-z]+`)

func startTypist(t *testing.T, shell string) *typist {
	t.Helper()
	tr, how := newTraveler(t), shellStarts[shell]
	tr.wire.change = func(body []byte) []byte {
		first := firstHotel.FindSubmatchIndex(body)
		if first == nil {
			return body
		}
		return slices.Concat(body[:first[2]], []byte(evilName), body[first[3]:])
	}
	program := need.Shell(t, shell)
	clock := httptest.NewServer(tr.stage)
	t.Cleanup(clock.Close)
	p := &typist{dir: t.TempDir()}
	p.tmux = startShell(t, tr, "100", clock.URL, append([]string{program}, how.start...)...)
	for _, line := range []string{how.load, "travel hotels search LIS +20d +3d --limit 3", "cd " + p.dir, "clear"} {
		p.line(line)
	}
	tr.wire.next = nil // from here on a request is a mistake
	return p
}

// line runs a line to its end.
func (p *typist) line(text string) {
	p.t.Helper()
	p.said++
	p.types("-l", text+fmt.Sprintf("; echo said''-%d", p.said))
	p.types("Enter")
	p.until(fmt.Sprintf("said-%d", p.said))
}

// tabs types a line and TAB, and returns the screen as soon as it shows want.
func (p *typist) tabs(line, want string) string {
	p.t.Helper()
	p.types("-l", line)
	p.types("Tab")
	return p.until(want)
}

// wipe throws away the line that was typed.
func (p *typist) wipe() { p.types("C-e", "C-u") }

// made are the files in the working directory.
func (p *typist) made() string {
	p.t.Helper()
	list, err := os.ReadDir(p.dir)
	if err != nil {
		p.t.Fatal(err)
	}
	var names []string
	for _, entry := range list {
		names = append(names, entry.Name())
		_ = os.Remove(filepath.Join(p.dir, entry.Name()))
	}
	return strings.Join(names, " ")
}

// runnable are words that make a shell run touch when it works them out; fish has its own.
var runnable = map[string][]string{
	"bash": {"$(touch x)", "`touch x`", "${x:=$(touch x)}", "$((a[$(touch x)]))", "<(touch x)", `"$(touch x)"`, `x$'a'$(touch x)`},
	"zsh":  {"$(touch x)", "`touch x`", "${x:=$(touch x)}", "$((a[$(touch x)]))", "<(touch x)", "=(touch x)", "x*(e:'touch x':)"},
	"fish": {"(touch x)", "$(touch x)", `"$(touch x)"`, "a(touch x)b", "{$a,(touch x)}"},
}

// T51: TAB runs nothing that stands on the line, wherever it stands, and offers what there is all the
// same. So it is in each shell, on a terminal.
func TestTabRunsNothing(t *testing.T) {
	for shell, words := range runnable {
		t.Run(shell, func(t *testing.T) {
			p := startTypist(t, shell)
			for _, word := range words {
				p.tabs("travel hotels results "+word+" --amenities Non-", "Non-smoking\\ rooms")
				p.wipe()
				for _, open := range []string{"", "--amenities=", `"`, "'"} { // TAB upon the word itself
					p.types("-l", "travel hotels results "+open+word)
					p.types("Tab")
					p.wipe()
				}
				p.line("clear") // keys are read in their order, so TAB has done its work
				if made := p.made(); made != "" {
					t.Errorf("%s: TAB made %s", word, made)
				}
			}
		})
	}
}

// What there is stands on the screen with what it means, is put in as the line is quoted, and is text:
// neither the terminal nor the shell obeys a name that the service gave.
func TestTabOffersWordsAsTheyAre(t *testing.T) {
	for shell, quoted := range map[string]string{"bash": `Non-smoking\ rooms`, "zsh": `Non-smoking\ rooms`, "fish": `Non-smoking\ rooms`} {
		t.Run(shell, func(t *testing.T) {
			p := startTypist(t, shell)
			for line, want := range map[string]string{
				`travel hotels results --amenities Non-`:             "--amenities " + quoted,
				`travel hotels results --amenities "Non-`:            `--amenities "Non-smoking rooms"`,
				`travel hotels results --amenities 'Non-smoking r`:   `--amenities 'Non-smoking rooms'`,
				`travel hotels results --amenities Heating,Non-smok`: "--amenities Heating," + quoted,
				`travel api GET /v1/health --input odd`:              `--input odd\ name`,
				`travel hotels rates --cur`:                          "--currency",
				`travel sandb`:                                       "travel sandbox",
			} {
				p.make("odd name")
				p.tabs(line, want)
				p.wipe()
			}
			p.types("-l", "travel hotels rates ")
			p.types("Tab", "Tab")
			screen := p.until("pwned")
			if strings.Contains(screen, "touch x)") || strings.Contains(screen, "touch x`") || !another.MatchString(screen) {
				t.Errorf("the name is not shown as text:\n%s", screen)
			}
			p.wipe()
			p.line("clear")
			if made := p.made(); made != "odd name" {
				t.Errorf("there is %s", made)
			}
		})
	}
}

// bash completes the same with the package bash-completion and without it: loaded by a line, as its own
// help says, or by the package, from the file that a package of travel brings. Equals signs, commas and
// quotes stand on the line as typed, and nothing else comes onto the screen.
func TestBashNeedsNoPackage(t *testing.T) {
	for name, loaded := range map[string]func(*testing.T) string{
		"without": func(*testing.T) string { return "" },
		"with":    func(t *testing.T) string { return need.BashCompletion(t) },
	} {
		t.Run(name, func(t *testing.T) {
			tr, file := newTraveler(t), loaded(t)
			load := `eval "$(travel completion bash)"`
			if file != "" {
				load = "mkdir -p packed/completions; travel completion bash >packed/completions/travel; BASH_COMPLETION_USER_DIR=$PWD/packed; . " + file
			}
			clock := httptest.NewServer(tr.stage)
			t.Cleanup(clock.Close)
			p := &typist{dir: t.TempDir()}
			p.tmux = startShell(t, tr, "100", clock.URL, need.Shell(t, "bash"), "--norc", "--noprofile")
			for _, line := range []string{"cd " + p.dir, load, "clear"} {
				p.line(line)
			}
			for _, c := range [][2]string{
				{`travel sandb`, "travel sandbox"},
				{`travel flights search --cabin=prem`, "--cabin=premium_economy"},
				{`travel flights search --cabin prem`, "--cabin premium_economy"},
				{`travel flights search "--cabin=bus`, `"--cabin=business"`},
				{`travel flights search --booking-types=airline,pl`, "--booking-types=airline,platform"},
				{`travel flights search --booking-types 'airline,pl`, "--booking-types 'airline,platform'"},
				{`travel flights search --outbound-departure-range 06:00-12:00 --cab`, "06:00-12:00 --cabin"},
				{`travel --color=al`, "--color=always"},
			} {
				if screen := p.tabs(c[0], c[1]); strings.Contains(screen, "bash:") || strings.Contains(screen, "not found") {
					t.Errorf("%s: TAB says more than what there is:\n%s", c[0], screen)
				}
				p.wipe()
			}
			p.line("clear")
			p.types("-l", "travel flights search --cabin=")
			p.types("Tab", "Tab")
			p.until("premium_economy  business")
		})
	}
}

// make makes an empty file in the working directory.
func (p *typist) make(name string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), nil, 0o600); err != nil {
		p.t.Fatal(err)
	}
}
