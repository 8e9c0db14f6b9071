package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Console asks the person at the terminal. Questions go to stderr, because stdout is only for the answer.
type Console struct {
	env *Env
	out *Printer
}

// There reports whether a person can answer questions.
func (c *Console) There() bool { return c.env.StdinTTY && c.env.ErrTerm.TTY }

// Agree asks a yes-or-no question. Any answer but y or yes means no.
func (c *Console) Agree(ctx context.Context, question string) (bool, error) {
	if c.out.flags.dryRun { // the answer has no effect
		return true, nil
	}
	line, err := c.line(ctx, func() error { return c.out.Stderr().Question(question) })
	word := strings.ToLower(line)
	return word == "y" || word == "yes", err
}

// Ask asks for a line of text. An empty answer means the person gave up.
func (c *Console) Ask(ctx context.Context, question string) (string, error) {
	return c.line(ctx, func() error {
		_, err := fmt.Fprint(c.env.Stderr, clean.Line(question)+" ")
		return err
	})
}

// line asks a question and returns the line typed.
func (c *Console) line(ctx context.Context, put func() error) (string, error) {
	if !c.There() {
		return "", desk.ErrNoOne
	}
	if err := put(); err != nil {
		return "", err
	}
	defer patience.Hold(ctx)()
	line, err := c.read(ctx, bufio.NewReader(c.env.Stdin))
	if errors.Is(err, io.EOF) {
		err = nil // the answer is empty
	}
	return line, err
}

// read returns the next line typed, and completes the line of the question if none was. At the end of input it returns
// [io.EOF].
func (c *Console) read(ctx context.Context, in *bufio.Reader) (string, error) {
	type result struct {
		line string
		err  error
	}
	typed := make(chan result, 1)
	go func() {
		line, err := in.ReadString('\n')
		typed <- result{strings.TrimSpace(line), err}
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(c.env.Stderr)
		return "", ctx.Err()
	case r := <-typed:
		if r.err != nil {
			fmt.Fprintln(c.env.Stderr)
		}
		if r.line != "" {
			r.err = nil
		}
		return r.line, r.err
	}
}

// Choose lists the options and asks until it gets a valid number, code or name. An empty line accepts a single
// option, and otherwise declines, as the end of input does. A program finds the list in the error instead.
func (c *Console) Choose(ctx context.Context, choice desk.Choice) (int, error) {
	offers := choice.Heads != nil
	table := choiceTable(choice)
	if offers {
		table = nearTable(choice)
	}
	if !c.There() && (!c.out.Text() || offers) { // the error shows it
		return 0, desk.ErrNoOne
	}
	if err := c.out.Stderr().Print(table); err != nil {
		return 0, err
	}
	if !c.There() {
		return 0, desk.ErrNoOne
	}
	last := len(choice.Candidates)
	prompt := fmt.Sprintf("Which? [1-%d, or Enter for none] ", last)
	switch first := choice.Candidates[0].Argument(); {
	case last == 1:
		prompt = "Use it? [Y/n] "
	case offers:
		prompt = fmt.Sprintf("Which? [%s to %s, or Enter for none] ", first, choice.Candidates[last-1].Argument())
	}
	defer patience.Hold(ctx)()
	in := bufio.NewReader(c.env.Stdin)
	for {
		fmt.Fprint(c.env.Stderr, prompt)
		line, err := c.read(ctx, in)
		if errors.Is(err, io.EOF) {
			return 0, desk.ErrNothing
		} else if err != nil {
			return 0, err
		}
		n, err := chosen(choice, line)
		if err == nil || errors.Is(err, desk.ErrNothing) {
			return n, err
		}
		fmt.Fprintln(c.env.Stderr, clean.Line(err.Error()))
	}
}

// chosen returns the index of the option that an answer means, by number, code or name, with or without the country
// shown after it. Fares and rates can be chosen by letter alone.
func chosen(choice desk.Choice, answer string) (int, error) {
	all, offers, one, folded := choice.Candidates, choice.Heads != nil, len(choice.Candidates) == 1, words.Fold(answer)
	switch {
	case one && slices.Contains([]string{"", "y", "yes"}, folded):
		return 0, nil
	case answer == "", one && slices.Contains([]string{"n", "no"}, folded):
		return 0, desk.ErrNothing
	}
	accepted := "answer with a number from 1 to " + strconv.Itoa(len(all)) + ", a code or a name"
	switch {
	case offers:
		accepted = "answer with its row and letter, such as " + all[0].Argument()
	case one:
		accepted = "answer y or n"
	}
	if n, err := strconv.Atoi(answer); err == nil && n >= 1 && n <= len(all) && !offers {
		return n - 1, nil
	}
	var fits []int
	for i, c := range all {
		mark, _ := recall.ParseMark(c.Argument())
		name, _, _ := strings.Cut(c.Label, ",")
		switch {
		case strings.EqualFold(c.Argument(), answer), offers && strings.EqualFold(recall.Letters(mark.Part), answer),
			folded != "" && words.Fold(c.Label) == folded:
			return i, nil
		case folded != "" && words.Fold(name) == folded:
			fits = append(fits, i)
		}
	}
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		return 0, fmt.Errorf("%s is the name of %d of them; answer with a number or a code", words.Quote(answer), len(fits))
	}
	return 0, fmt.Errorf("%s is not one of them; %s", words.Quote(answer), accepted)
}

// choiceTable shows how the candidates differ.
func choiceTable(c desk.Choice) grid.Table {
	table := grid.Table{
		Title:   c.Title,
		Columns: []grid.Column{{Name: "#", Align: grid.Right, Keep: 9}, {Name: "NAME", Keep: 9, Flex: true}, {Name: "CODE", Keep: 9}, {Name: "TYPE", Keep: 1}},
	}
	if c.From != "" {
		table.Columns = append(table.Columns, grid.Column{Name: "FROM " + c.From, Align: grid.Right, Keep: 5})
	}
	for i, o := range c.Candidates {
		if o.ID == clean.Line(o.Label) { // a place without a code has its name as its code
			o.ID = ""
		}
		cells := []grid.Cell{{Text: strconv.Itoa(i + 1)}, {Text: o.Label}, {Text: o.ID, Tone: canvas.Strong}, {Text: o.Type}}
		if c.From != "" {
			cells = append(cells, grid.Cell{Text: words.Distance(o.Distance, c.Unit)})
		}
		table.Rows = append(table.Rows, cells)
	}
	return withoutEmpty(table)
}

// withoutEmpty removes the columns that are empty in every row.
func withoutEmpty(table grid.Table) grid.Table {
	for i := range slices.Backward(table.Columns) {
		if slices.ContainsFunc(table.Rows, func(row []grid.Cell) bool { return row[i].Text != "" }) {
			continue
		}
		table.Columns = slices.Delete(table.Columns, i, i+1)
		for r, row := range table.Rows {
			table.Rows[r] = slices.Delete(row, i, i+1)
		}
	}
	return table
}

// nearTable shows the offers closest to one that is gone, or the fares or rates of a row.
func nearTable(e desk.Choice) grid.Table {
	table := grid.Table{Title: e.Title, Columns: []grid.Column{{Name: "#", Align: grid.Right, Keep: 9}, {Name: "TOTAL", Align: grid.Right, Keep: 9}}}
	for i, head := range e.Heads {
		table.Columns = append(table.Columns, grid.Column{Name: head, Keep: 8 - i, Flex: i == len(e.Heads)-1})
	}
	table.Columns = append(table.Columns, grid.Column{Name: "NEAR BY", Keep: 9, Flex: true})
	for i, c := range e.Candidates {
		price := offer.Money{Amount: c.Amount, Currency: c.Currency}.Text(e.Locale)
		cells := []grid.Cell{{Text: c.Argument()}, {Text: price, Tone: canvas.Strong}}
		for _, text := range e.Cells[i] {
			cells = append(cells, grid.Cell{Text: text})
		}
		table.Rows = append(table.Rows, append(cells, grid.Cell{Text: c.Why}))
	}
	return withoutEmpty(table)
}
