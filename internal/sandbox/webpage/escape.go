package webpage

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"travel.example/travel/internal/template"
)

// place is where in a page a piece of text stands.
type place struct {
	in   part
	of   string // the element whose tag or raw text this is
	attr string // the attribute whose value this is
	text string // that value so far, with … for what a run decides
}

// part is a part of a page, as far as values have to be escaped differently there.
type part string

const (
	body  part = "text"
	tag   part = "a tag"
	value part = "an attribute" // in double quotes
	raw   part = "raw text"     // of a style or script
)

// guarding gives every value that a page prints its escape.
type guarding struct {
	templates *template.Template
	begin     *regexp.Regexp  // of a tag, with its name, or of a comment
	inside    *regexp.Regexp  // of a tag: its end, an attribute with what begins its value, or space
	called    map[call]*place // where a template that was begun there ends, nil while that is being found
	escapes   map[*parse.ActionNode]escape
}

// call is a template and where it begins.
type call struct {
	name string
	at   place
}

// guard has the values that a page prints escaped for where they stand. It fails where one stands in a
// place that it could change: a style, script, comment or tag, an attribute that is not known to be
// harmless, or inside of an address.
func guard(templates *template.Template, page string) error {
	g := &guarding{
		templates: templates, called: map[call]*place{}, escapes: map[*parse.ActionNode]escape{},
		begin:  regexp.MustCompile(`<(?:!--|([a-zA-Z][a-zA-Z0-9-]*))`),
		inside: regexp.MustCompile(`^(?:\s*/?(>)|\s+([a-zA-Z][a-zA-Z0-9-]*)(="?)?|\s+)`),
	}
	end, err := g.template(page, place{in: body})
	if err == nil && end.in != body {
		err = fmt.Errorf("the page ends inside %s", end.in)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	for at, escape := range g.escapes {
		templates.Escape(at, escape.function())
	}
	return nil
}

func (g *guarding) template(name string, at place) (place, error) {
	tree := g.templates.Lookup(name)
	if tree == nil {
		return at, fmt.Errorf("template %q is not defined", name)
	}
	this := call{name, at}
	switch end, known := g.called[this]; {
	case known && end == nil:
		return at, fmt.Errorf("template %q calls itself", name)
	case known:
		return *end, nil
	}
	g.called[this] = nil
	end, err := g.node(tree.Root, at)
	g.called[this] = &end
	return end, err
}

// node goes through what a node prints, from where it begins to where it ends.
func (g *guarding) node(node parse.Node, at place) (place, error) {
	switch n := node.(type) {
	case *parse.TextNode:
		return g.after(string(n.Text), at)
	case *parse.ActionNode:
		if len(n.Pipe.Decl) > 0 {
			return at, nil
		}
		return g.action(n, at)
	case *parse.ListNode:
		var err error
		for _, node := range n.Nodes {
			if at, err = g.node(node, at); err != nil {
				return at, err
			}
		}
		return at, nil
	case *parse.TemplateNode:
		return g.template(n.Name, at)
	case *parse.IfNode:
		return g.branches(&n.BranchNode, at)
	case *parse.WithNode:
		return g.branches(&n.BranchNode, at)
	case *parse.RangeNode:
		end, err := g.branches(&n.BranchNode, at)
		if err == nil && end != at {
			err = fmt.Errorf("%.40s ends elsewhere than it begins", n)
		}
		return end, err
	}
	return at, fmt.Errorf("%s has no place in a page", node)
}

// branches goes through both branches, which have to end in one place.
func (g *guarding) branches(n *parse.BranchNode, at place) (place, error) {
	end, err := g.node(n.List, at)
	if err != nil {
		return at, err
	}
	other := at
	if n.ElseList != nil {
		if other, err = g.node(n.ElseList, at); err != nil {
			return at, err
		}
	}
	if end.in == value { // what a choice adds to an attribute is known to be harmless, or was refused
		end.text, other.text = at.text+"…", at.text+"…"
	}
	if end != other {
		return at, fmt.Errorf("the branches of %.40s end in different places", n)
	}
	return end, nil
}

// action finds the escape of a value.
func (g *guarding) action(n *parse.ActionNode, at place) (place, error) {
	found, err := at.escape()
	if err != nil {
		return at, fmt.Errorf("%s: %w", n, err)
	}
	if before, twice := g.escapes[n]; twice && before != found {
		return at, fmt.Errorf("%s stands in places of different kinds", n)
	}
	g.escapes[n] = found
	if at.in == value {
		at.text += "…"
	}
	return at, nil
}

// escape is what a value goes through that stands there.
func (p place) escape() (escape, error) {
	plain := []string{"alt", "aria-label", "class", "for", "id", "max", "min", "name", "title", "value"}
	switch {
	case p.in == body, p.in == value && slices.Contains(plain, p.attr):
		return asText, nil
	case p.in == value && slices.Contains([]string{"action", "href", "src"}, p.attr) && p.text == "":
		return asAddress, nil
	case p.in == value && p.of == "meta" && p.attr == "content" && strings.HasSuffix(p.text, "url="):
		return asTarget, nil
	case p.in == value && p.of == "meta" && p.attr == "content" && p.text == "":
		return asText, nil
	}
	return "", fmt.Errorf("a value may not stand in %s of <%s>, %s=%q", p.in, p.of, p.attr, p.text)
}

// after is where a piece of the page's own text ends.
func (g *guarding) after(text string, at place) (place, error) {
	for text != "" {
		size, next, err := g.step(text, at)
		if err != nil {
			return at, err
		}
		at, text = next, text[size:]
	}
	return at, nil
}

// step takes the text up to the next change of place.
func (g *guarding) step(text string, at place) (int, place, error) {
	switch at.in {
	case body:
		begin := g.begin.FindStringSubmatchIndex(text)
		switch {
		case begin == nil:
			return len(text), at, nil
		case begin[2] < 0:
			return 0, at, fmt.Errorf("a page has no comments: %.40q", text[begin[0]:])
		}
		return begin[1], place{in: tag, of: strings.ToLower(text[begin[2]:begin[3]])}, nil
	case tag:
		return g.inTag(text, at)
	case value:
		if end := strings.IndexByte(text, '"'); end >= 0 {
			return end + 1, place{in: tag, of: at.of}, nil
		}
		at.text += text
		return len(text), at, nil
	}
	if end := strings.Index(strings.ToLower(text), "</"+at.of); end >= 0 {
		return end + len("</"+at.of), place{in: body}, nil
	}
	return len(text), at, nil
}

// inTag takes an attribute up to its value, or the end of the tag.
func (g *guarding) inTag(text string, at place) (int, place, error) {
	found := g.inside.FindStringSubmatchIndex(text)
	switch {
	case found == nil, found[6] >= 0 && found[7]-found[6] == 1:
		return 0, at, fmt.Errorf("in a tag <%s there are attributes after a space and values in double quotes, not %.40q", at.of, text)
	case found[2] >= 0 && (at.of == "style" || at.of == "script"):
		return found[1], place{in: raw, of: at.of}, nil
	case found[2] >= 0:
		return found[1], place{in: body}, nil
	case found[6] < 0: // space, or an attribute without a value
		return found[1], at, nil
	}
	return found[1], place{in: value, of: at.of, attr: strings.ToLower(text[found[4]:found[5]])}, nil
}
