package main

import (
	"embed"
	"fmt"
	"regexp"
	"strings"

	"travel.example/travel/internal/cli"
)

// What the pages have beyond the help, since there is room: what each argument takes, the variables that
// are read, and the files that are kept. A help page's rules apply to these texts, see [cli.Blocks].
//
//go:embed text/*.txt
var texts embed.FS

// extra is one of these texts.
func extra(name string) ([]cli.Block, error) {
	text, err := texts.ReadFile("text/" + name + ".txt")
	if err != nil {
		return nil, err
	}
	return cli.Blocks(string(text)), nil
}

// extras are all of them.
type extras struct {
	arguments          map[string]string // what each word of a usage takes
	environment, files []cli.Block
}

func readExtras() (found extras, err error) {
	list, err := extra("arguments")
	if err != nil {
		return found, err
	}
	found.arguments = map[string]string{}
	for _, b := range list {
		for _, row := range b.Rows {
			found.arguments[row.Term] = row.About
		}
	}
	if found.environment, err = extra("environment"); err != nil {
		return found, err
	}
	found.files, err = extra("files")
	return found, err
}

// argumentWord is a word of a usage that stands for what is given there.
var argumentWord = regexp.MustCompile(`\b[A-Z]+(\|LAT,LNG)?\b`)

// arguments are those that the usage of a command names, with what each takes.
func (x extras) argumentsOf(c cli.CommandPage) ([]cli.Row, error) {
	if len(c.Below) > 0 && strings.HasSuffix(c.Usage, " COMMAND") {
		return nil, nil
	}
	var rows []cli.Row
	seen := map[string]bool{}
	for _, name := range argumentWord.FindAllString(c.Usage, -1) {
		about, known := x.arguments[name]
		if !known {
			return nil, fmt.Errorf("%s takes %s: tell what that is in cmd/manual/text/arguments.txt", c.Path, name)
		}
		if !seen[name] {
			rows = append(rows, cli.Row{Term: name, About: about})
		}
		seen[name] = true
	}
	return rows, nil
}

// endOf says what the exit code of a command tells, in a sentence before where the codes are listed.
const endOf = "0 when it answered, also when nothing matches. Each other kind of end has a code of its own, the same for every command:"
