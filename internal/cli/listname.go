package cli

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// maxListName is the maximum length of a list name in characters.
const maxListName = 100

// checkListName returns an error for an invalid list name; arg names the flag or variable it came from.
func checkListName(arg, text string) error {
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }
	if strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > maxListName || strings.ContainsFunc(text, odd) {
		return problem.NotAccepted(arg, text, "a name of 1 to 100 visible characters")
	}
	return nil
}

// command matches a command of this program in a text, up to its last word that is not an argument. A command
// followed by --help gets no other flags.
var command = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\btravel (?:(?:flights|hotels|places) [a-z]+(?:-[a-z]+)*|(?:countries|auth|config|profile|sandbox) [a-z]+(?:-[a-z]+)*|login|logout|whoami|doctor|feedback|health|api|quota)\b`)
})

// Carried returns a text whose commands have the flags they need, see [Flags.carried].
func (p *Printer) Carried(text string) string { return p.flags.carried(text) }

// carried adds the profile, deployment and list, if given as flags, to every command in a text, so that pasted
// commands use the same ones.
func (g *Flags) carried(text string) string {
	if !strings.Contains(text, "travel ") {
		return text
	}
	var b strings.Builder
	last := 0
	found := command().FindAllStringIndex(text, -1)
	for i, at := range found {
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		b.WriteString(text[last:at[1]])
		b.WriteString(g.flagsFor(text[at[0]:at[1]], text[at[1]:end]))
		last = at[1]
	}
	return b.String() + text[last:]
}

// flagsFor returns the flags that a command lacks; rest is the text after it.
func (g *Flags) flagsFor(command, rest string) string {
	if strings.HasPrefix(rest, " --help") || command == "travel login" && strings.HasPrefix(rest, " http") { // it names its own
		return ""
	}
	lists := false
	for _, noun := range []string{"flights", "hotels", "places"} {
		lists = lists || strings.HasPrefix(command, "travel "+noun+" ")
	}
	flags := ""
	if g.Profile != "" && !strings.HasPrefix(command, "travel profile ") && !strings.Contains(rest, "--profile") {
		flags += " --profile " + words.Shell(g.Profile)
	}
	if !settles(command) {
		flags += g.deploymentFlags(rest)
	}
	if g.List != "" && lists && !strings.Contains(rest, "--list") {
		flags += " --list " + words.Shell(g.List)
	}
	return flags
}

// settles reports whether a command only changes or lists settings or runs the sandbox, and so reaches no
// deployment.
func settles(command string) bool {
	for _, noun := range []string{"config", "profile", "sandbox"} {
		if strings.HasPrefix(command, "travel "+noun+" ") {
			return true
		}
	}
	return false
}

// deploymentFlags returns the given flags that select the deployment, except those in rest.
func (g *Flags) deploymentFlags(rest string) string {
	flags, given := "", g.Settings()
	for _, key := range config.Keys() {
		if value, ok := given[key.Name]; ok && key.Deployment && !strings.Contains(rest, "--"+key.Name) {
			flags += " --" + key.Name + " " + words.Shell(value)
		}
	}
	return flags
}

// warn reports once what the reader of the answer must know.
func (p *Printer) warn(text string) {
	if slices.Contains(p.said, text) {
		return
	}
	p.said = append(p.said, text)
	if p.Text() {
		p.Notice("%s", text)
		return
	}
	p.warned = append(p.warned, text+".")
}

// Warned returns the warnings so far as sentences, for an answer that a program reads.
func (p *Printer) Warned() []string { return append([]string{}, p.warned...) }

// told returns the meta as it is printed: with the warnings so far, and with commands that have the profile and
// list flags.
func (p *Printer) told(meta desk.Meta) desk.Meta {
	meta.Origin, meta.Quota = p.origin(), p.spent.Left()
	meta.Waits = p.waited.all()
	meta.Warnings = append(p.Warned(), meta.Warnings...)
	meta.Next = slices.Clone(meta.Next)
	for i, step := range meta.Next {
		meta.Next[i].Line = p.flags.carried(paste.Command(step))
	}
	return meta
}
