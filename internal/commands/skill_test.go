package commands

import (
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/mcpserver/guide"
)

// Every command line of the skill works when run in order, without advice on stderr to use another one.
func TestEveryCommandLineOfTheSkillIsReal(t *testing.T) {
	r := &rehearsal{t: t, home: t.TempDir(), clock: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	lines := 0
	for _, block := range strings.Split(guide.Skill, "\n```sh\n")[1:] {
		script, _, _ := strings.Cut(block, "```")
		for line := range strings.Lines(script) {
			lines++
			code, stdout, stderr := r.run(line)
			if code != 0 || strings.TrimSpace(stdout) == "" || strings.Contains(stdout, "null") && strings.Contains(line, "--jq") {
				t.Errorf("%sended with %d\n%s\n%s", line, code, stdout, stderr)
			}
		}
	}
	if lines < 10 {
		t.Errorf("only %d lines were found", lines)
	}
}

// Agents load the header of every skill, and the whole text if it is relevant. Both use up their context.
func TestTheSkillIsShort(t *testing.T) {
	head, text, found := strings.Cut(strings.TrimPrefix(guide.Skill, "---\n"), "\n---\n")
	if !found || !strings.HasPrefix(head, "name: "+guide.SkillName+"\ndescription: ") || len(head) > 400 {
		t.Errorf("the head is\n%s", head)
	}
	if len(text) > 6000 {
		t.Errorf("the text has %d bytes", len(text))
	}
}
