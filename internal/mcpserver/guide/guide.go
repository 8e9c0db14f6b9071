// Package guide has what an agent needs to know besides the tools: how a search leads to a link, what may be said
// about it, and the operations of the contract.
package guide

import (
	_ "embed"
	"fmt"
	"strings"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
)

// Skill is the text for an agent that uses the command line. It is the file SKILL.md, with its name and description
// at the top, and belongs in a directory named SkillName.
//
//go:embed skill.md
var Skill string

// SkillName is the name in the header of Skill.
const SkillName = "travel"

// Text is the guide for an agent that uses tools, in Markdown. Names of tools are in backquotes.
//
//go:embed guide.md
var Text string

// Contract describes every operation of the service with its parameters and their limits, in Markdown. It is
// generated from the table of operations and is a few pages long; the whole contract is ten times as long.
func Contract() string {
	var b strings.Builder
	b.WriteString("# The operations of the service\n\nAn operation that creates a search spends one of the person's searches. A parameter that is not given\nis not sent; its default is what the service takes then.\n")
	for i := range api.Operations {
		o := &api.Operations[i]
		fmt.Fprintf(&b, "\n## %s\n\n%s. %s %s", o.ID, o.Summary, o.Method, o.Path)
		if o.Class == api.Create {
			b.WriteString(". Spends a search")
		}
		b.WriteString(".\n")
		if o.About != "" {
			fmt.Fprintf(&b, "%s\n", o.About)
		}
		for j := range o.Params {
			p := &o.Params[j]
			if j == 0 {
				b.WriteString("\n")
			}
			facts := []string{check.Accepted(p)}
			if p.Required {
				facts = append(facts, "required")
			}
			if p.HasDefault {
				facts = append(facts, "default "+p.Default)
			}
			b.WriteString("- " + p.Name + " (" + strings.Join(facts, "; ") + ")")
			if p.Help != "" {
				b.WriteString(": " + p.Help)
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
