package render

// ending is the notes and the next commands under an answer.
func (c canvas) ending(notes, next []string) []string {
	var out []string
	if len(notes) > 0 {
		out = append(out, "")
	}
	out = append(out, c.sentences(notes)...)
	if lines := c.next(next); len(lines) > 0 {
		out = append(append(out, ""), lines...)
	}
	return out
}

// sentences are lines of whole sentences, each beginning on its own.
func (c canvas) sentences(list []string) []string {
	var out []string
	for _, text := range list {
		out = append(out, c.wrapIndented("", c.spaced(text), Plain)...)
	}
	return out
}

// next names the commands that may follow.
func (c canvas) next(commands []string) []string {
	var items []string
	for _, command := range commands {
		if command = c.text(command); command != "" {
			items = append(items, command)
		}
	}
	if len(items) == 0 {
		return nil
	}
	return c.flow(c.paint(Strong, "Next")+"   ", items, " "+c.glyph.dot+" ")
}
