package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"travel.example/travel/internal/cli"
)

// edition is what stands in the head and the foot of manual pages: the version of the program and the day
// it was made, "" for not known.
type edition struct{ version, date string }

// The sections of the manual: commands, and what several of them share.
const (
	ofCommands = "1"
	ofTopics   = "7"
)

// manPages are the pages by their paths in a directory that man searches.
func manPages(m cli.Manual, e edition) (map[string]string, error) {
	x, err := readExtras()
	if err != nil {
		return nil, err
	}
	made := map[string]string{}
	for _, c := range m.Commands {
		text, err := manCommand(m, c, x, e)
		if err != nil {
			return nil, err
		}
		made[manFile(nameOf(c.Path), ofCommands)] = text
	}
	for _, t := range m.Topics {
		made[manFile(topicName(t.Name), ofTopics)] = manTopic(t, e)
	}
	return made, nil
}

func manFile(name, section string) string { return path.Join("man"+section, name+"."+section) }

// nameOf is the name of a command's page: travel-flights-search, as man puts together travel flights
// search.
func nameOf(commandPath string) string { return strings.ReplaceAll(commandPath, " ", "-") }

func topicName(topic string) string { return "travel-" + topic }

// manCommand is the page of a command.
func manCommand(m cli.Manual, c cli.CommandPage, x extras, e edition) (string, error) {
	arguments, err := x.argumentsOf(c)
	if err != nil {
		return "", err
	}
	w := &roff{}
	w.title(nameOf(c.Path), ofCommands, c.Short, e)
	w.heading("SYNOPSIS")
	w.line(synopsis(c))
	w.heading("DESCRIPTION")
	w.blocks(c.About)
	w.blocks(c.More)
	if len(c.Below) > 0 {
		w.heading("COMMANDS")
		for _, s := range c.Below {
			w.below(c, s)
		}
	}
	if len(arguments) > 0 {
		w.heading("ARGUMENTS")
		w.rows(arguments, italic)
	}
	w.heading("OPTIONS")
	for _, s := range joined(c.Flags, c.Shared) {
		w.flags(s)
	}
	if len(c.Examples) > 0 {
		w.heading("EXAMPLES")
		w.blocks(c.Examples)
	}
	w.heading("EXIT STATUS")
	w.line(prose(endOf) + " see " + reference(topicName("exit-codes"), ofTopics) + ".")
	if !strings.Contains(c.Path, " ") {
		w.heading("ENVIRONMENT")
		w.blocks(x.environment)
		w.heading("FILES")
		w.blocks(x.files)
	}
	w.heading("SEE ALSO")
	w.line(seeAlso(m, c))
	return w.b.String(), nil
}

// synopsis is how a command is called: what is typed as it stands, and what stands for something else.
func synopsis(c cli.CommandPage) string {
	words := regexp.MustCompile(argumentWord.String() + "|" + flagWord.String())
	return bold(literal(c.Path)) + marked(strings.TrimPrefix(c.Usage, c.Path), words, func(word string) string {
		if strings.HasPrefix(word, `\-`) {
			return bold(word)
		}
		return italic(word)
	})
}

// seeAlso are the pages to read on: the command above, those below, and the topics.
func seeAlso(m cli.Manual, c cli.CommandPage) string {
	var list []string
	if above := strings.LastIndexByte(c.Path, ' '); above >= 0 {
		list = append(list, reference(nameOf(c.Path[:above]), ofCommands))
	}
	for _, other := range m.Commands {
		if rest, below := strings.CutPrefix(other.Path, c.Path+" "); below && !strings.Contains(rest, " ") {
			list = append(list, reference(nameOf(other.Path), ofCommands))
		}
	}
	for _, topic := range c.Topics {
		if topic != "exit-codes" {
			list = append(list, reference(topicName(topic), ofTopics))
		}
	}
	return strings.Join(append(list, reference(topicName("exit-codes"), ofTopics)), ",\n")
}

// manTopic is the page of a topic.
func manTopic(t cli.TopicPage, e edition) string {
	w := &roff{}
	w.title(topicName(t.Name), ofTopics, t.Short, e)
	w.heading("DESCRIPTION")
	w.blocks(t.Text)
	for _, s := range t.More {
		w.subheading(s.Title)
		w.rows(s.Rows, bold)
		if s.List != "" {
			w.line(literal(s.List))
		}
	}
	w.heading("SEE ALSO")
	w.line(reference("travel", ofCommands))
	return w.b.String()
}

// roff writes a page in the language of man.
type roff struct {
	b      strings.Builder
	parted bool // a paragraph begins here by itself
	code   bool // within lines that are set as they stand
}

func (w *roff) raw(line string) { w.b.WriteString(line + "\n") }

func (w *roff) title(name, section, short string, e edition) {
	version := strings.TrimSpace("travel " + e.version)
	w.raw(fmt.Sprintf(`.TH "%s" "%s" "%s" "%s" "Manual of travel"`,
		literal(strings.ToUpper(name)), section, e.date, literal(version)))
	w.raw(".nh") // what may be copied is not broken
	w.raw(".ad l")
	w.heading("NAME")
	w.line(literal(name) + ` \- ` + literal(short))
}

func (w *roff) heading(text string) {
	w.endCode()
	w.raw(".SH " + literal(text))
	w.parted = true
}

func (w *roff) subheading(text string) {
	w.endCode()
	w.raw(`.SS "` + literal(text) + `"`)
	w.parted = true
}

// part begins a paragraph.
func (w *roff) part() {
	w.endCode()
	if !w.parted {
		w.raw(".PP")
	}
	w.parted = true
}

// line sets text that is escaped already.
func (w *roff) line(text string) {
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	w.raw(text)
	w.parted = false
}

func (w *roff) endCode() {
	if w.code {
		w.raw(".EE")
		w.raw(".nh") // which that may have ended
		w.raw(".RE")
	}
	w.code = false
}

func (w *roff) blocks(list []cli.Block) {
	for i, b := range list {
		switch b.Kind {
		case cli.Paragraph:
			if isHeading(list[i:]) {
				w.subheading(b.Text)
				continue
			}
			w.part()
			w.line(prose(b.Text))
		case cli.Table:
			w.endCode()
			w.rows(b.Rows, bold)
		case cli.Command:
			w.command(b.Text)
		case cli.Gap:
			w.endCode()
		}
	}
	w.endCode()
}

// isHeading tells whether the first block is the heading of what follows: a word or two that end no
// sentence.
func isHeading(list []cli.Block) bool {
	const most = 3
	return list[0].Kind == cli.Paragraph && len(list) > 1 && len(strings.Fields(list[0].Text)) <= most &&
		!strings.ContainsAny(list[0].Text[len(list[0].Text)-1:], ".:;,")
}

// manWidth is how wide a command line may be: a page of 80 cells without its margins.
const manWidth = 69

func (w *roff) command(text string) {
	if !w.code {
		w.part()
		w.raw(".RS 4")
		w.raw(".EX")
		w.code = true
	}
	for _, line := range cli.FoldCommand(text, manWidth) {
		w.line(literal(line))
	}
}

// rows sets terms with what they mean: beside them where all are short, else below.
func (w *roff) rows(list []cli.Row, face func(string) string) {
	const usual, most = 7, 18
	width := usual
	for _, r := range list {
		if n := utf8.RuneCountInString(r.Term) + 2; n <= most {
			width = max(width, n)
		}
	}
	for _, r := range list {
		w.raw(fmt.Sprintf(".TP %dn", width))
		w.line(face(literal(r.Term)))
		w.line(prose(r.About))
	}
}

// below lists the commands of a group.
func (w *roff) below(c cli.CommandPage, s cli.Section) {
	if len(c.Below) > 1 {
		w.subheading(s.Title)
	}
	for _, r := range s.Rows {
		w.raw(".TP")
		w.line(reference(nameOf(c.Path+" "+r.Term), ofCommands))
		w.line(prose(r.About))
	}
}

// joined are sections of flags in one list, those of one title under one head.
func joined(own, shared []cli.FlagSection) []cli.FlagSection {
	all := slices.Clone(own)
	for _, s := range shared {
		i := slices.IndexFunc(all, func(have cli.FlagSection) bool { return have.Title == s.Title })
		if i < 0 {
			all = append(all, s)
			continue
		}
		all[i].Flags = slices.Concat(all[i].Flags, s.Flags)
	}
	return all
}

func (w *roff) flags(s cli.FlagSection) {
	w.subheading(s.Title)
	for _, f := range s.Flags {
		term := bold(literal("--" + f.Name))
		if f.Letter != "" {
			term = bold(literal("-"+f.Letter)) + ", " + term
		}
		w.raw(".TP")
		w.line(term + marked(f.Value, flagValue, italic))
		w.line(prose(f.About))
	}
}

// flagValue is a word of what a flag takes.
var flagValue = regexp.MustCompile(`[A-Za-z]+`)

// flagWord is the name of a flag in a text.
var flagWord = regexp.MustCompile(`\B--[a-z][a-z-]*`)

// prose is a text in which the names of flags stand out.
func prose(text string) string { return marked(text, flagWord, bold) }

// marked is a text in which some words stand out.
func marked(text string, words *regexp.Regexp, face func(string) string) string {
	var b strings.Builder
	at := 0
	for _, span := range words.FindAllStringIndex(text, -1) {
		b.WriteString(literal(text[at:span[0]]))
		b.WriteString(face(literal(text[span[0]:span[1]])))
		at = span[1]
	}
	b.WriteString(literal(text[at:]))
	return b.String()
}

func bold(text string) string   { return `\fB` + text + `\fR` }
func italic(text string) string { return `\fI` + text + `\fR` }

// reference points to a page: travel-flights(1).
func reference(name, section string) string { return bold(literal(name)) + "(" + section + ")" }

// literal escapes a text so that each sign stands on the page as it is, and can be copied from it.
func literal(text string) string {
	var b strings.Builder
	for _, c := range text {
		switch escape, special := escapes[c]; {
		case special:
			b.WriteString(escape)
		case c > '~':
			fmt.Fprintf(&b, `\[u%04X]`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// escapes are the signs that roff sets as others: typographic ones, or none.
var escapes = map[rune]string{
	'\\': `\[rs]`, '-': `\-`, '\'': `\[aq]`, '"': `\[dq]`, '`': `\[ga]`, '^': `\[ha]`, '~': `\[ti]`, '\u00a0': `\ `,
}
