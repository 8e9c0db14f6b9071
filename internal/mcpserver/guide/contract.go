package guide

import (
	"fmt"
	"strconv"
	"strings"

	"travel.example/travel/api"
)

// Contract tells every operation of the service, with its parameters and their limits, in Markdown. It
// is made from the table of operations, a few pages of text; the whole contract is ten times as long.
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
			if j == 0 {
				b.WriteString("\n")
			}
			b.WriteString(described(&o.Params[j]))
		}
	}
	return b.String()
}

// described is a parameter on a line.
func described(p *api.Param) string {
	kind := [...]string{api.String: "text", api.Integer: "whole number", api.Number: "number", api.Boolean: "true or false"}[p.Kind]
	if p.List {
		kind = "list of " + kind
	}
	facts := []string{kind}
	if p.Required {
		facts = append(facts, "required")
	}
	if len(p.Enum) > 0 {
		facts = append(facts, "one of "+strings.Join(p.Enum, ", "))
	}
	facts = append(facts, bounds("", p.Min, p.Max, p.HasMin, p.HasMax)...)
	facts = append(facts, bounds(" characters", float64(p.MinLen), float64(p.MaxLen), p.MinLen > 0, p.MaxLen > 0)...)
	facts = append(facts, bounds(" items", float64(p.MinItems), float64(p.MaxItems), p.MinItems > 0, p.MaxItems > 0)...)
	if p.HasDefault {
		facts = append(facts, "default "+p.Default)
	}
	line := "- " + p.Name + " (" + strings.Join(facts, "; ") + ")"
	if p.Help != "" {
		line += ": " + p.Help
	}
	return line + "\n"
}

// bounds says what lies between limits.
func bounds(unit string, least, most float64, hasLeast, hasMost bool) []string {
	write := func(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
	switch {
	case hasLeast && hasMost:
		return []string{write(least) + " to " + write(most) + unit}
	case hasLeast:
		return []string{"at least " + write(least) + unit}
	case hasMost:
		return []string{"at most " + write(most) + unit}
	}
	return nil
}
